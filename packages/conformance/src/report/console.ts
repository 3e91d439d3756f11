import type { Outcome } from '../engine/outcome.ts';
import type { RunResult } from '../engine/runner.ts';
import { type Cause, causesOfFailures, causesOfRecommendations } from './causes/causes.ts';
import { counted, describeCause, describeNeverSucceeded } from './causes/describe-cause.ts';

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
  const [first] = findings;
  const more = findings.length > 1 ? ` (and ${findings.length - 1} more)` : '';
  const said = `${first?.message.split('\n', 1)[0]?.slice(0, LONGEST_LINE)}${more}`;
  return `FAILED  ${caseId} (${variant})  ${[reason, said].filter(Boolean).join(': ')}\n`;
}

/** Causes under a heading, or nothing. */
const listed = (heading: string, causes: readonly Cause[]): string[] =>
  causes.length === 0 ? [] : [`\n${heading}, ${counted(causes.length, 'cause')}:\n`, ...causes.map(describeCause)];

/** How to run the first failed case again. */
function again(outcomes: readonly Outcome[], seed: number): string[] {
  const failed = outcomes.find(({ kind }) => kind === 'failed');
  return failed ? [`\nTo run a case again: --only ${failed.caseId} --seed ${seed}`] : [];
}

const lineOf = (text: string): string[] => (text ? [text] : []);

const countOf = (outcomes: readonly Outcome[], kind: Outcome['kind']): number =>
  outcomes.filter((outcome) => outcome.kind === kind).length;

/** Summary of a run. */
export function summary(result: RunResult): string {
  const { outcomes, seed, took, coverage, provesLittle } = result;
  const notRun = outcomes.filter(({ kind }) => kind === 'could-not-run');
  const reasons = Map.groupBy(notRun, ({ reason }) => reason ?? 'unknown');
  return [
    ...[...reasons].flatMap(([reason, cases]) => [
      `Not run, ${reason}:`,
      ...cases.map(({ caseId, variant }) => `    ${caseId} (${variant})`),
    ]),
    ...listed('Should be otherwise', causesOfRecommendations(result)),
    ...listed('Failures', causesOfFailures(result)),
    ...again(outcomes, seed),
    '',
    ...lineOf(describeNeverSucceeded(coverage.neverSucceeded)),
    `${countOf(outcomes, 'passed')} passed, ${countOf(outcomes, 'failed')} failed, ${notRun.length} could not run, ` +
      `${countOf(outcomes, 'not-applicable')} not applicable, ${countOf(outcomes, 'expected-failure')} failed as expected`,
    `${coverage.answers} answers checked in ${(took / 1000).toFixed(0)} s, seed ${seed}`,
    ...(provesLittle ? [`This run proves little: ${provesLittle}.`] : []),
    '',
  ].join('\n');
}
