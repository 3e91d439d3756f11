import { isDeepStrictEqual } from 'node:util';
import type { Finding } from '../../checks/finding.ts';
import type { Coverage } from '../../engine/coverage.ts';
import type { Outcome } from '../../engine/outcome.ts';
import type { RunResult } from '../../engine/runner.ts';
import { traitsOf, usesOf } from '../../engine/traits.ts';
import type { Answer } from '../../http/send.ts';
import type { Severity } from '../../requirements/requirement.ts';
import { expectedOf, failureOf, isOfHeaders, plain, signatureOf } from './signature.ts';
import { bySuspicion, isSpecific } from './suspicion.ts';
import { type Shared, sharedBy } from './traits.ts';

/** A case that met a cause. */
export type Affected = Pick<Outcome, 'caseId' | 'title' | 'variant' | 'reason'>;

/** Findings that one requirement explains, or that are equal except for ids, names, numbers, instants and the case. */
export interface Cause {
  /** Signatures of the findings. */
  readonly signatures: readonly string[];
  /** One of the findings, which stands for all. */
  readonly example: Finding;
  /** The first lines of messages of other kinds. */
  readonly otherMessages: readonly string[];
  /** Requirements of all findings, the most suspect first. */
  readonly requirements: readonly string[];
  readonly findings: number;
  readonly cases: readonly Affected[];
  /** What the requests have in common, if they should have succeeded. */
  readonly shared: Shared | undefined;
  /** True if every case had already failed, so that these findings may be consequences. */
  readonly mayFollow: boolean;
}

interface Occurrence {
  readonly finding: Finding;
  readonly outcome: Outcome;
}

/** Occurrences with one signature. */
interface Equal {
  readonly signature: string;
  readonly occurrences: readonly Occurrence[];
}

/** Parts of a run that tell causes apart. */
export type Run = Pick<RunResult, 'outcomes' | 'coverage'>;

/** Causes of the failures of a run. */
export const causesOfFailures = ({ outcomes, coverage }: Run): readonly Cause[] =>
  causesOf({ outcomes: outcomes.filter(({ kind }) => kind === 'failed').map((one) => only(one, isFailing)), coverage });

/** Causes of findings that do not fail a run. */
export const causesOfRecommendations = ({ outcomes, coverage }: Run): readonly Cause[] =>
  causesOf({ outcomes: outcomes.map((one) => only(one, (finding) => !isFailing(finding))), coverage });

const isFailing = ({ severity }: Finding): boolean => severity !== 'should';

const only = (outcome: Outcome, chosen: (finding: Finding) => boolean): Outcome => ({
  ...outcome,
  findings: outcome.findings.filter(chosen),
});

/** Groups the findings of outcomes by cause: the gravest first, what may follow from others and headers last. */
export function causesOf({ outcomes, coverage }: Run): readonly Cause[] {
  const occurrences = outcomes.flatMap((outcome) => outcome.findings.map((finding) => ({ finding, outcome })));
  const equal = [...Map.groupBy(occurrences, ({ finding, outcome }) => signatureOf(finding, outcome))].map(
    ([signature, occurrences]) => ({ signature, occurrences }),
  );
  return explained(equal, coverage)
    .flatMap((group) => toCause(group, coverage))
    .toSorted((one, other) => rankOf(one) - rankOf(other) || other.cases.length - one.cases.length);
}

/** Groups what one requirement explains, beginning with the most suspect one, or else one trait of the requests. */
function explained(equal: readonly Equal[], coverage: Coverage): Equal[][] {
  const groups: Equal[][] = [];
  let left = equal.map((one) => ({ one, requirements: ownRequirements(one), findings: one.occurrences.length }));
  const unexplained = left.filter(({ requirements }) => requirements.length === 0).map(({ one }) => one);
  for (const [failure, alike] of Map.groupBy(unexplained, failureOfAll))
    groups.push(...(failure === undefined ? alike.map((one) => [one]) : alikeBy(alike, coverage)));
  left = left.filter(({ requirements }) => requirements.length > 0);
  while (left.length > 0) {
    const [suspect = ''] = bySuspicion(left, coverage.kept);
    const explains = ({ requirements }: { requirements: readonly string[] }): boolean => requirements.includes(suspect);
    groups.push(left.filter(explains).map(({ one }) => one));
    left = left.filter((one) => !explains(one));
  }
  return groups;
}

/** Groups failures of one kind by the traits that tell their requests from others. */
function alikeBy(alike: readonly Equal[], coverage: Coverage): Equal[][] {
  if (alike.length < 2) return alike.map((one) => [one]);
  const { trait = '' } = sharedBy(alike.flatMap(answersOf), coverage) ?? {};
  const hasTrait = (one: Equal): boolean => answersOf(one).every(({ sent }) => traitsOf(usesOf(sent)).includes(trait));
  const [group, others] = [alike.filter(hasTrait), alike.filter((one) => !hasTrait(one))];
  return group.length === 0 ? alike.map((one) => [one]) : [group, ...alikeBy(others, coverage)];
}

const answersOf = ({ occurrences }: Equal): Answer[] => occurrences.flatMap(({ finding }) => finding.answer ?? []);

function failureOfAll({ occurrences }: Equal): string | undefined {
  const failures = new Set(occurrences.map(({ finding }) => failureOf(finding)));
  return failures.size === 1 ? [...failures][0] : undefined;
}

/** What findings violate by themselves, whatever their case proves. Server errors and headers stand alone. */
function ownRequirements({ occurrences }: Equal): readonly string[] {
  const [first] = occurrences;
  if (!first || occurrences.some(({ finding }) => !isDivergence(finding))) return [];
  if (occurrences.some(({ finding, outcome }) => isDeepStrictEqual(finding.requirements, outcome.proves))) return [];
  return first.finding.requirements
    .filter(isSpecific)
    .filter((id) => occurrences.every(({ finding }) => finding.requirements.includes(id)));
}

const isDivergence = ({ answer, requirements }: Finding): boolean =>
  answer !== undefined && answer.status < 500 && !isOfHeaders(requirements);

function toCause(group: readonly Equal[], coverage: Coverage): Cause[] {
  const occurrences = group.flatMap((one) => one.occurrences);
  const example = exampleOf(occurrences.map(({ finding }) => finding));
  if (!example) return [];
  const messages = new Map(occurrences.map(({ finding }) => [plain(finding.message), firstLine(finding)]));
  messages.delete(plain(example.message));
  const cases = [...new Set(occurrences.map(({ outcome }) => outcome))];
  return [
    {
      signatures: group.map(({ signature }) => signature),
      example,
      otherMessages: [...messages.values()],
      requirements: bySuspicion(
        occurrences.map(({ finding: { requirements } }) => ({ requirements, findings: 1 })),
        coverage.kept,
      ),
      shared: group.every(failureOfAll) ? mostOf(sharedBy(group.flatMap(answersOf), coverage)) : undefined,
      findings: occurrences.length,
      cases: cases.map(({ caseId, title, variant, reason }) => ({ caseId, title, variant, reason })),
      mayFollow: occurrences.every(({ finding, outcome }) => outcome.findings[0] !== finding),
    },
  ];
}

/** A trait tells a reader something if at least half of the requests that have it fail. */
const mostOf = (shared: Shared | undefined): Shared | undefined =>
  shared && 2 * shared.failed >= shared.requests ? shared : undefined;

/** A finding about the status says most, and a short one is read most easily. */
const exampleOf = (findings: readonly Finding[]): Finding | undefined =>
  findings.find((finding) => expectedOf(finding) !== undefined) ??
  findings.toSorted((one, other) => one.message.length - other.message.length)[0];

const firstLine = ({ message }: Finding): string => message.split('\n', 1)[0] ?? '';

const RANKS: Readonly<Record<Severity, number>> = { must: 0, extension: 1, should: 2 };

const SEVERITIES = Object.keys(RANKS).length;

const rankOf = ({ example, requirements, mayFollow }: Cause): number =>
  RANKS[example.severity] + SEVERITIES * (isOfHeaders(requirements) ? 2 : Number(mayFollow));

/** Cases by id, with the number of variants where there are several. */
export const namesOf = (cases: readonly Pick<Affected, 'caseId'>[]): string[] =>
  [...Map.groupBy(cases, ({ caseId }) => caseId)].map(([id, { length }]) => (length > 1 ? `${id} (${length}×)` : id));
