import type { Outcome, OutcomeKind, RunResult } from '../run/runner.ts';
import { grouped } from '../specification/grouped.ts';
import { type Cause, causesOfFailures, causesOfRecommendations, firstLine } from './causes.ts';
import { counted, describeCause, describeNeverSucceeded } from './describe-cause.ts';
import { idsIn, requirementResults } from './requirements.ts';

export type Print = (text: string) => void;

const LONGEST_LINE = 200;

/** Prints a line for each failed case and, on a terminal, the current case; elsewhere a line for each tenth of the run. */
export const progress =
  (print: Print, isTerminal: boolean) =>
  (outcome: Outcome, done: number, of: number): void => {
    if (isTerminal) print(`\r\u001B[K${done}/${of} ${outcome.caseId.slice(0, 90)}`);
    if (outcome.kind === 'failed') print(`${isTerminal ? '\r\u001B[K' : ''}${failureLine(outcome)}`);
    if (isTerminal && done === of) print('\r\u001B[K');
    if (!isTerminal && tenth(done, of) > tenth(done - 1, of)) print(`${done} of ${of} cases\n`);
  };

const tenth = (done: number, of: number): number => Math.floor((done * 10) / of);

function failureLine({ caseId, variant, findings, reason }: Outcome): string {
  const more = findings.length > 1 ? ` (and ${findings.length - 1} more)` : '';
  const said = `${firstLine(findings[0]?.message ?? '').slice(0, LONGEST_LINE)}${more}`;
  return `FAILED  ${caseId} (${variant})  ${[reason, said].filter(Boolean).join(': ')}\n`;
}

/** Summary of a run: cases that could not run, causes of failures, how to run the first of them again, and counts. */
export function summary(result: RunResult): string {
  const { outcomes, seed, took, coverage, provesLittle } = result;
  const notRun = outcomes.filter(({ kind }) => kind === 'could-not-run');
  const failed = outcomes.find(({ kind }) => kind === 'failed');
  const count = (kind: OutcomeKind): number => outcomes.filter((outcome) => outcome.kind === kind).length;
  const requirements = requirementResults(result);
  const states = (['kept', 'broken', 'not reached'] as const).map(
    (state) => `${idsIn(requirements, state).length} ${state}`,
  );
  return [
    ...[...grouped(notRun, ({ reason }) => reason ?? 'unknown')].flatMap(([reason, cases]) => [
      `Not run, ${reason}:`,
      ...cases.map(({ caseId, variant }) => `    ${caseId} (${variant})`),
    ]),
    ...listed('Should be otherwise', causesOfRecommendations(result)),
    ...listed('Failures', causesOfFailures(result)),
    ...(failed ? [`\nTo run a case again: --only ${failed.caseId} --seed ${seed}`] : []),
    '',
    ...[describeNeverSucceeded(coverage.neverSucceeded)].filter(Boolean),
    `${count('passed')} passed, ${count('failed')} failed, ${notRun.length} could not run, ` +
      `${count('not-applicable')} not applicable, ${count('expected-failure')} failed as expected`,
    `Requirements: ${states.join(', ')}`,
    `${coverage.answers} answers checked in ${(took / 1000).toFixed(0)} s, seed ${seed}`,
    ...(provesLittle ? [`This run proves little: ${provesLittle}.`] : []),
    '',
  ].join('\n');
}

/** Causes under a heading, or nothing. */
const listed = (heading: string, causes: readonly Cause[]): string[] =>
  causes.length === 0 ? [] : [`\n${heading}, ${counted(causes, 'cause')}:\n`, ...causes.map(describeCause)];
