import { CHECKED, isOfHeaders } from '../checks/checks.ts';
import type { Finding } from '../checks/finding.ts';
import type { Answer } from '../http/send.ts';
import type { Severity } from '../requirements/requirement.ts';
import { type Coverage, operationOf, tally, traitsOf } from '../run/coverage.ts';
import type { Outcome, RunResult } from '../run/runner.ts';
import { grouped } from '../specification/grouped.ts';

/** Groups the findings of a run by cause: by the rule that they violate first, and by what failed requests have in common. */

/** A case that met a cause. */
export type Affected = Pick<Outcome, 'caseId' | 'title' | 'variant' | 'reason'>;

export interface Cause {
  /** One of the findings, which stands for all. */
  readonly example: Finding;
  /** The first lines of messages of other kinds. */
  readonly otherMessages: readonly string[];
  /** Requirements of the findings: first those that most of them violate. */
  readonly requirements: readonly string[];
  readonly findings: readonly Finding[];
  readonly cases: readonly Affected[];
  /** What the requests have in common, if they should have succeeded. */
  readonly shared: Shared | undefined;
  /** True if every case had already failed, so that these findings may be consequences. */
  readonly mayFollow: boolean;
}

/** Parts of a run that tell causes apart. */
export type Run = Pick<RunResult, 'outcomes' | 'coverage'>;

interface Occurrence {
  readonly finding: Finding;
  readonly outcome: Outcome;
  /** True for the first finding of its case. */
  readonly isFirst: boolean;
}

const isFailing = ({ severity }: Finding): boolean => severity !== 'should';

/** Causes of the failures of a run. */
export const causesOfFailures = ({ outcomes, coverage }: Run): readonly Cause[] =>
  causesOf({ outcomes: outcomes.filter(({ kind }) => kind === 'failed'), coverage }, isFailing);

/** Causes of findings that do not fail a run. */
export const causesOfRecommendations = (run: Run): readonly Cause[] => causesOf(run, (finding) => !isFailing(finding));

/** Groups the chosen findings: the gravest first, what may follow from others and headers last. */
export function causesOf(
  { outcomes, coverage }: Run,
  isChosen: (finding: Finding) => boolean = () => true,
): readonly Cause[] {
  const occurrences = outcomes.flatMap((outcome) =>
    outcome.findings.filter(isChosen).map((finding, index) => ({ finding, outcome, isFirst: index === 0 })),
  );
  const byFailure = grouped(occurrences, failureOf);
  const divergences = grouped(byFailure.get(undefined) ?? [], keyOf);
  return [
    ...[...byFailure].flatMap(([key, failures]) => (key === undefined ? [] : explained(failures, coverage))),
    ...[...divergences.values()].map((group) => toCause(group)),
  ].toSorted((one, other) => rankOf(one) - rankOf(other) || other.cases.length - one.cases.length);
}

/** Equal for responses that fail in the same way where success was expected; undefined for other findings. */
function failureOf(occurrence: Occurrence): string | undefined {
  const { answer, requirements } = occurrence.finding;
  // Whatever else is wrong with a server error, headers included, follows from it.
  if (answer && answer.status >= 500) return `${answer.status}`;
  if (!answer || isOfHeaders(requirements)) return undefined;
  const isExpected = !expectedOf(occurrence.finding)?.startsWith('2');
  if (answer.status < 400 || isExpected || ownRuleOf(occurrence)) return undefined;
  const { code, error, details } = (answer.body ?? {}) as { code?: unknown; error?: unknown; details?: unknown };
  const named = Array.isArray(details) ? details.map((detail) => plain(JSON.stringify(detail))) : [];
  return [answer.status, code ?? JSON.stringify(error), ...named].join(' ');
}

/** The expected status, with its code, in the messages of `expectStatus` and of the specification. */
const expectedOf = ({ message }: Finding): string | undefined =>
  /^[A-Z]+ \S+: (?:expected|status is .*; the specification says) "?(\d{3}\b[^,"]*)/.exec(message)?.[1];

/** Rules that any divergence of their kind violates, so that they alone tell no cause. */
const GENERAL = new Set([
  'documents.details_complete',
  'http.accepts_what_it_documents',
  'http.body_documented',
  'http.every_detail',
  'http.nested_shape',
  'http.order_of_checks',
  'http.status_documented',
  'http.validation_details',
]);

/** The rule that a finding itself names, unless its case declares it or any divergence would name it. */
function ownRuleOf({ finding: { requirements }, outcome }: Occurrence): string | undefined {
  const [rule = ''] = requirements;
  return GENERAL.has(rule) || requirements.join() === outcome.proves.join() ? undefined : rule;
}

/** Equal for findings of one cause, whatever the case and its records. */
function keyOf(occurrence: Occurrence): string {
  const { answer, requirements, message } = occurrence.finding;
  const [rule = ''] = requirements;
  // Checks of the contract begin with the operation and status.
  const text = [plain(message.replace(/^[A-Z]+ \S+ \d{3}: /, '')), expectedOf(occurrence.finding)].join(' ');
  if (!answer || (CHECKED.has(rule) && !GENERAL.has(rule))) return [rule, text].join('\n');
  const own = ownRuleOf(occurrence);
  if (own) return own;
  const place = operationOf(answer.sent) ?? `${answer.sent.method} ${plain(new URL(answer.sent.url).pathname)}`;
  // A body of another shape violates the schema in many places.
  return rule === 'http.body_documented' ? [rule, place].join('\n') : [rule, place, text].join('\n');
}

/** Parts of a message that differ between equal findings, most specific first. */
const VARYING: readonly [RegExp, string][] = [
  [/https?:\/\/[^\s/"']+/g, ''],
  [/\bconf-[\w-]+/g, '(name)'],
  [/\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/gi, '(id)'],
  [/\b\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:\d\d)?)?/g, '(time)'],
  [/(?<![\w-])(?=[A-Za-z_-]*\d)[\w-]{16,}/g, '(id)'],
  [/\?\S*/g, '?'],
  [/\b(?:true|false)\b/g, '(flag)'],
  [/-?\d+(?:\.\d+)?/g, '(number)'],
  [/\(number\)(?:,\(number\))+/g, '(number)'],
  [/\[\]/g, '[(number)]'],
];

/** First line of a message without ids, names, numbers, instants, queries and flags. Other lines are evidence. */
const plain = (message: string): string =>
  VARYING.reduce((text, [pattern, instead]) => text.replaceAll(pattern, instead), firstLine(message));

export const firstLine = (message: string): string => message.split('\n', 1)[0] ?? '';

/** A trait that requests of findings have in common. */
export interface Shared {
  readonly trait: string;
  /** Number of the findings' requests that have it. */
  readonly failed: number;
  /** Number of requests of the run that have it. */
  readonly requests: number;
}

/** Groups failures of one kind by the rules that the specification names for their responses, or by traits: whichever is fewer. */
function explained(failures: readonly Occurrence[], coverage: Coverage): Cause[] {
  const rules = new Map<string, string>();
  for (const occurrence of failures) {
    const rule = ownRuleOf(occurrence);
    if (rule && !CHECKED.has(rule)) rules.set(nameOf(occurrence.finding.answer), rule);
  }
  const byRule = grouped(failures, ({ finding }) => rules.get(nameOf(finding.answer)));
  const traits = byTrait(failures, coverage);
  return byRule.has(undefined) || byRule.size >= traits.length
    ? traits
    : [...byRule.values()].map((group) => toCause(group));
}

/** Names a response. Findings about one response have copies of it, which took equally long. */
const nameOf = (answer: Answer | undefined): string => `${answer?.took} ${answer?.sent.url}`;

/** Groups failures of one kind by the traits that best tell their requests from others. */
function byTrait(failures: readonly Occurrence[], coverage: Coverage): Cause[] {
  if (failures.length === 0) return [];
  const shared = sharedBy(failures, coverage);
  const hasTrait = ({ finding }: Occurrence): boolean =>
    finding.answer !== undefined && traitsOf(finding.answer.sent).includes(shared?.trait ?? '');
  const [group, others] = [failures.filter(hasTrait), failures.filter((one) => !hasTrait(one))];
  if (group.length === 0) return failures.map((one) => toCause([one]));
  // A trait tells a reader something if several requests have it, and at least half of those fail.
  const tells = shared && shared.failed > 1 && 2 * shared.failed >= shared.requests;
  return [toCause(group, tells ? shared : undefined), ...byTrait(others, coverage)];
}

/** The trait that most of these requests have, and few others of the run, by Ochiai's coefficient. */
function sharedBy(failures: readonly Occurrence[], { traits }: Coverage): Shared | undefined {
  const answers = failures.flatMap(({ finding }) => finding.answer ?? []);
  const counts = new Map<string, number>();
  const distinct = new Map(answers.map((answer) => [nameOf(answer), answer]));
  for (const { sent } of distinct.values()) for (const trait of traitsOf(sent)) tally(counts, trait);
  const suspicionOf = ({ failed, requests }: Shared): number => failed / Math.sqrt(requests);
  return [...counts]
    .map(([trait, failed]) => ({ trait, failed, requests: traits.get(trait) ?? failed }))
    .toSorted((one, other) => suspicionOf(other) - suspicionOf(one))[0];
}

function toCause(group: readonly Occurrence[], shared?: Shared): Cause {
  const findings = group.map(({ finding }) => finding);
  const example = exampleOf(findings);
  const messages = new Map(findings.map(({ message }) => [plain(message), firstLine(message)]));
  messages.delete(plain(example.message));
  const counts = new Map<string, number>();
  for (const { requirements } of findings) for (const id of requirements) tally(counts, id);
  const cases = [...new Set(group.map(({ outcome }) => outcome))];
  return {
    example,
    otherMessages: [...messages.values()],
    requirements: [...counts].toSorted(([, one], [, other]) => other - one).map(([id]) => id),
    findings,
    cases: cases.map(({ caseId, title, variant, reason }) => ({ caseId, title, variant, reason })),
    shared,
    mayFollow: !group.some(({ isFirst }) => isFirst),
  };
}

/** A finding about the status says most, and a short one is read most easily. */
const exampleOf = (findings: readonly Finding[]): Finding =>
  findings.toSorted(
    (one, other) =>
      Number(expectedOf(one) === undefined) - Number(expectedOf(other) === undefined) ||
      one.message.length - other.message.length,
  )[0] as Finding;

const RANKS: Readonly<Record<Severity, number>> = { must: 0, extension: 1, should: 2 };

const rankOf = ({ example, requirements, mayFollow }: Cause): number =>
  RANKS[example.severity] + Object.keys(RANKS).length * (isOfHeaders(requirements) ? 2 : Number(mayFollow));
