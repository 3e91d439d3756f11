import type { Finding } from '../../checks/finding.ts';
import type { Outcome } from '../../engine/outcome.ts';
import type { Severity } from '../../requirements/requirement.ts';
import { expectedOf, isOfHeaders, plain, signatureOf } from './signature.ts';

/** A case that met a cause. */
export type Affected = Pick<Outcome, 'caseId' | 'title' | 'variant' | 'reason'>;

/** Findings that are equal except for ids, names, numbers, instants and the case. */
export interface Cause {
  readonly signature: string;
  /** One of the findings, which stands for all. */
  readonly example: Finding;
  /** The first lines of messages of other kinds. */
  readonly otherMessages: readonly string[];
  /** Requirements of all findings, most frequent first. */
  readonly requirements: readonly string[];
  readonly findings: number;
  readonly cases: readonly Affected[];
}

interface Occurrence {
  readonly finding: Finding;
  readonly outcome: Outcome;
}

/** Causes of the failures of a run. */
export const causesOfFailures = (outcomes: readonly Outcome[]): readonly Cause[] =>
  causesOf(outcomes.filter(({ kind }) => kind === 'failed').map((outcome) => only(outcome, isFailing)));

/** Causes of findings that do not fail a run. */
export const causesOfRecommendations = (outcomes: readonly Outcome[]): readonly Cause[] =>
  causesOf(outcomes.map((outcome) => only(outcome, (finding) => !isFailing(finding))));

const isFailing = ({ severity }: Finding): boolean => severity !== 'should';

const only = (outcome: Outcome, chosen: (finding: Finding) => boolean): Outcome => ({
  ...outcome,
  findings: outcome.findings.filter(chosen),
});

/** Groups the findings of outcomes by cause: the gravest first, those of headers alone last. */
export function causesOf(outcomes: readonly Outcome[]): readonly Cause[] {
  const occurrences = outcomes.flatMap((outcome) => outcome.findings.map((finding) => ({ finding, outcome })));
  const groups = Map.groupBy(occurrences, ({ finding, outcome }) => signatureOf(finding, outcome));
  return [...groups].flatMap(toCause).toSorted((one, other) => rankOf(one) - rankOf(other) || more(one, other));
}

function toCause([signature, occurrences]: [string, readonly Occurrence[]]): Cause[] {
  const example = exampleOf(occurrences.map(({ finding }) => finding));
  if (!example) return [];
  const messages = new Map(occurrences.map(({ finding }) => [plain(finding.message), firstLine(finding)]));
  messages.delete(plain(example.message));
  const cases = [...new Set(occurrences.map(({ outcome }) => outcome))];
  const requirements = Map.groupBy(
    occurrences.flatMap(({ finding }) => finding.requirements),
    (id) => id,
  );
  const byFrequency = [...requirements].toSorted(([, one], [, other]) => other.length - one.length);
  return [
    {
      signature,
      example,
      otherMessages: [...messages.values()],
      requirements: byFrequency.map(([id]) => id),
      findings: occurrences.length,
      cases: cases.map(({ caseId, title, variant, reason }) => ({ caseId, title, variant, reason })),
    },
  ];
}

/** A finding about the status says most. */
const exampleOf = (findings: readonly Finding[]): Finding | undefined =>
  findings.find((finding) => expectedOf(finding) !== undefined) ?? findings[0];

const firstLine = ({ message }: Finding): string => message.split('\n', 1)[0] ?? '';

const RANKS: Readonly<Record<Severity, number>> = { must: 0, extension: 1, should: 2 };

const rankOf = ({ example, requirements }: Cause): number =>
  RANKS[example.severity] + (isOfHeaders(requirements) ? Object.keys(RANKS).length : 0);

const more = (one: Cause, other: Cause): number => other.cases.length - one.cases.length;

/** Cases by id, with the number of variants where there are several. */
export const namesOf = (cases: readonly Pick<Affected, 'caseId'>[]): string[] =>
  [...Map.groupBy(cases, ({ caseId }) => caseId)].map(([id, { length }]) => (length > 1 ? `${id} (${length}×)` : id));
