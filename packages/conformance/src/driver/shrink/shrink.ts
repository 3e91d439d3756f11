import { randomInt } from 'node:crypto';
import { toCurl } from '../../http/curl.ts';
import { CaseContext } from '../../run/case-context.ts';
import { Stopped } from '../../run/expectations.ts';
import { appendTo, kindsOf } from '../divergences.ts';
import type { Driver } from '../driver.ts';
import { tablesTouchedBy } from '../tables.ts';
import type { Sent } from '../world.ts';
import { Renamed } from './renamed.ts';

/** The shortest part of a sequence in which a divergence occurs again, tried on records of its own. */

const MOST_ATTEMPTS = 40;

/** Requests that all attempts together may take. */
const MOST_REQUESTS = 1_500;

/** Adds the requests that lead to a divergence to its finding. */
export async function shrink(t: CaseContext, driver: Driver, log: readonly Sent[], kind: string): Promise<void> {
  const attempts = new Attempts(t, driver, kind);
  let shortest = await firstOf(LATEST, (latest) => attempts.kept(related(log, latest)));
  if (!shortest) return;
  for (let size = shortest.length >> 1; size >= 1; size >>= 1) {
    for (let end = shortest.length - 1; end > 0; end -= size) {
      const fewer: readonly Sent[] = [...shortest.slice(0, Math.max(0, end - size)), ...shortest.slice(end)];
      shortest = (await attempts.kept(fewer)) ?? shortest;
    }
  }
  const earlier = shortest.slice(0, -1).map(({ answer }) => toCurl(answer.sent));
  if (earlier.length > 0) appendTo(t, kind, `after\n${earlier.join('\n')}`);
}

/** Numbers of latest requests in which a divergence is sought, with what they need. */
const LATEST = [1, 4, 12, 40];

async function firstOf<One, Found>(
  list: readonly One[],
  find: (one: One) => Promise<Found | undefined>,
): Promise<Found | undefined> {
  for (const one of list) {
    const found = await find(one);
    if (found !== undefined) return found;
  }
  return undefined;
}

class Attempts {
  readonly #t: CaseContext;
  readonly #driver: Driver;
  readonly #kind: string;
  #attempts = 0;
  #requests = 0;

  constructor(t: CaseContext, driver: Driver, kind: string) {
    this.#t = t;
    this.#driver = driver;
    this.#kind = kind;
  }

  /** The sequence, if the divergence occurs in it. */
  async kept(sequence: readonly Sent[]): Promise<readonly Sent[] | undefined> {
    return (await this.#occurs(sequence)) ? sequence : undefined;
  }

  /** True if the divergence occurs when these requests are sent for new records. */
  async #occurs(sequence: readonly Sent[]): Promise<boolean> {
    this.#attempts += 1;
    this.#requests += sequence.length;
    if (this.#attempts > MOST_ATTEMPTS || this.#requests > MOST_REQUESTS) return false;
    // An earlier attempt may have left records that differ from the specification's.
    await this.#driver.refresh(new Set(sequence.flatMap(({ sending }) => [...(tablesTouchedBy(sending.url) ?? [])])));
    const renamed = new Renamed();
    return occursAgain(this.#t, this.#kind, async (scratch) => {
      for (const { sending, answer } of sequence)
        renamed.learn(answer.body, (await this.#driver.sendFor(scratch, renamed.of(sending))).body);
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
