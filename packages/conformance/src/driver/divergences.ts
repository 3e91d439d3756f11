import type { Finding } from '../checks/finding.ts';
import { toCurl } from '../http/curl.ts';
import type { Answer } from '../http/send.ts';
import type { CaseContext } from '../run/case-context.ts';
import { Stopped } from '../run/expectations.ts';
import type { Difference } from './compare/difference.ts';

/** Findings of a case: equal divergences are one, with a count, and those of headers come last. */

/** After this many different divergences a case ends: each costs a new reading of tables. */
const MOST_DIVERGENCES = 25;

/** Divergences of any kind that a case waits for. */
const MOST_REPETITIONS = 100;

/** The rule of a header that the contract forbids; a divergence may say more about it. */
const GENERAL = 'http.headers_documented';

interface Noted {
  finding: Finding;
  readonly isOfHeader: boolean;
  count: number;
}

const notes = new WeakMap<CaseContext, Map<string, Noted>>();

/** Equal for the same operation, the same place whatever the index, and the same rule. */
const kindOf = (operation: string, { at, rule }: Difference): string =>
  `${operation} ${at.replace(/\/\d+(?=\/|$)/g, '/*')} ${rule}`;

/** The divergences of a case so far. */
export const kindsOf = (t: CaseContext): ReadonlySet<string> => new Set(notes.get(t)?.keys());

/** Adds text to the finding of a divergence. */
export function appendTo(t: CaseContext, kind: string, text: string): void {
  const noted = notes.get(t)?.get(kind);
  if (noted) replace(t, noted, `${noted.finding.message}\n${text}`);
}

/** Records the differences of one response. Ends the case if it has too many. */
export function noteDivergences(
  t: CaseContext,
  operation: string,
  answer: Answer,
  differences: readonly Difference[],
): void {
  const noted = notes.get(t) ?? new Map<string, Noted>();
  notes.set(t, noted);
  for (const difference of differences) note(t, noted, kindOf(operation, difference), answer, difference);
  const ofHeaders = new Set([...noted.values()].filter(({ isOfHeader }) => isOfHeader).map(({ finding }) => finding));
  const rankOf = (finding: Finding) => (finding.requirements[0] === GENERAL ? 2 : Number(ofHeaders.has(finding)));
  t.findings.sort((one, other) => rankOf(one) - rankOf(other));
  const all = [...noted.values()].reduce((sum, { count }) => sum + count, 0);
  if (noted.size >= MOST_DIVERGENCES || all >= MOST_REPETITIONS) throw new Stopped();
}

function note(t: CaseContext, noted: Map<string, Noted>, kind: string, answer: Answer, difference: Difference): void {
  const known = noted.get(kind);
  if (!known) {
    const finding = toFinding(answer, difference);
    noted.set(kind, { finding, isOfHeader: isOfHeader(difference), count: 1 });
    t.findings.push(finding);
    return;
  }
  known.count += 1;
  const message = known.finding.message.replace(/(?: \(\d+ times\))?\n/, ` (${known.count} times)\n`);
  replace(t, known, message);
}

function replace(t: CaseContext, noted: Noted, message: string): void {
  const finding = { ...noted.finding, message };
  t.findings[t.findings.indexOf(noted.finding)] = finding;
  noted.finding = finding;
}

const isOfHeader = ({ at }: Difference): boolean => at !== 'status' && at !== '' && !at.startsWith('/');

const json = (value: unknown): string => JSON.stringify(value)?.slice(0, 400) ?? 'nothing';

function toFinding(answer: Answer, { at, expected, got, rule }: Difference): Finding {
  const { method, url } = answer.sent;
  const { pathname, search } = new URL(url);
  // The command below has the whole URL.
  const asked = `${method} ${pathname}${search.replaceAll(/=[^&]{30,}/g, '=…')}`;
  const message = `${asked}: ${at || 'the body'} is ${json(got)}; the specification says ${json(expected)}`;
  return { requirements: [rule], severity: 'must', message: `${message}\n${toCurl(answer.sent)}`, answer };
}
