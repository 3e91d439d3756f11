import { randomInt } from 'node:crypto';
import { toCurl } from '../../http/curl.ts';
import { CaseContext } from '../../run/case-context.ts';
import { Stopped } from '../../run/expectations.ts';
import { appendTo, kindsOf } from '../divergences.ts';
import { tablesTouchedBy } from '../tables.ts';
import type { Walker } from '../walker.ts';
import type { Sent } from '../world.ts';
import { Renamed } from './renamed.ts';

/** The shortest part of a sequence in which a divergence occurs again, tried on records of its own. */

const MOST_ATTEMPTS = 40;

/** Requests that all attempts together may take. */
const MOST_REQUESTS = 1_500;

/** Numbers of latest requests in which a divergence is sought, with what they need. */
const LATEST = [1, 4, 12, 40];

/** Adds the requests that lead to a divergence to its finding. */
export async function shrink(t: CaseContext, walker: Walker, log: readonly Sent[], kind: string): Promise<void> {
  let [attempts, requests] = [0, 0];
  let shortest: readonly Sent[] | undefined;
  for (const latest of LATEST) {
    const sequence = related(log, latest);
    if (await occurs(sequence)) shortest = sequence;
    if (shortest) break;
  }
  if (!shortest) return;
  for (let size = shortest.length >> 1; size >= 1; size >>= 1) {
    for (let end = shortest.length - 1; end > 0; end -= size) {
      const fewer: readonly Sent[] = [...shortest.slice(0, Math.max(0, end - size)), ...shortest.slice(end)];
      if (await occurs(fewer)) shortest = fewer;
    }
  }
  const earlier = shortest.slice(0, -1).map(({ answer }) => toCurl(answer.sent));
  if (earlier.length > 0) appendTo(t, kind, `after\n${earlier.join('\n')}`);

  /** True if the divergence occurs when these requests are sent for new records. */
  async function occurs(sequence: readonly Sent[]): Promise<boolean> {
    attempts += 1;
    requests += sequence.length;
    if (attempts > MOST_ATTEMPTS || requests > MOST_REQUESTS) return false;
    // An earlier attempt may have left records that differ from the specification's.
    await walker.refresh(new Set(sequence.flatMap(({ sending }) => [...(tablesTouchedBy(sending.url) ?? [])])));
    const renamed = new Renamed();
    return occursAgain(t, kind, async (scratch) => {
      for (const { sending, answer } of sequence)
        renamed.learn(answer.body, (await walker.sendFor(scratch, renamed.of(sending))).body);
    });
  }
}

/** True if the divergence occurs in an attempt, which gets a context of its own and adds no finding to the case. */
export async function occursAgain(
  t: CaseContext,
  kind: string,
  attempt: (scratch: CaseContext) => Promise<void>,
): Promise<boolean> {
  const { session, variant, seed, runs, proves } = t;
  const scratch = new CaseContext(session, variant, { seed, runs, mark: String(randomInt(1e8)), proves });
  const noted = t.findings.length;
  try {
    await attempt(scratch);
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
  } finally {
    // The checks of every response have run again.
    t.findings.splice(noted);
  }
  return kindsOf(scratch).has(kind);
}

/** The latest requests, with those that created or changed the records that they name. */
function related(log: readonly Sent[], latest: number): Sent[] {
  const kept = log.slice(-latest);
  const named = new Set(kept.flatMap(idsIn));
  for (const sent of log.slice(0, -latest).toReversed()) {
    const { id } = (sent.answer.body ?? {}) as { id?: number };
    if (sent.sending.method === 'GET' || sent.answer.status >= 400 || !named.has(String(id))) continue;
    for (const one of idsIn(sent)) named.add(one);
    kept.unshift(sent);
  }
  return kept;
}

const idsIn = ({ sending: { url, body } }: Sent): string[] =>
  `${url} ${JSON.stringify(body ?? '')}`.match(/\b\d{5,}\b/g) ?? [];
