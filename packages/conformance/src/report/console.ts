import type { Outcome } from '../engine/outcome.ts';
import type { RunResult } from '../engine/runner.ts';
import { toCurl } from '../http/curl.ts';

export type Print = (text: string) => void;

const FINDINGS_SHOWN = 5;

/** Prints failed cases as they end and, on a terminal, the current case; elsewhere a line for each tenth of the run. */
export const progress =
  (print: Print, isTerminal: boolean) =>
  (outcome: Outcome, done: number, of: number): void => {
    if (isTerminal) print(`\r\u001B[K${done}/${of} ${outcome.caseId.slice(0, 90)}`);
    if (outcome.kind === 'failed') print(`${isTerminal ? '\r\u001B[K' : ''}${describe(outcome)}`);
    if (isTerminal && done === of) print('\r\u001B[K');
    if (!isTerminal && tenth(done, of) > tenth(done - 1, of)) print(`${done} of ${of} cases\n`);
  };

const tenth = (done: number, of: number): number => Math.floor((done * 10) / of);

function describe({ caseId, variant, findings, reason }: Outcome): string {
  const shown = findings.slice(0, FINDINGS_SHOWN).map(({ message, requirements, answer }) => {
    const request = answer ? `\n      ${toCurl(answer.sent)}` : '';
    return `    ${message}  [${requirements.join(', ')}]${request}\n`;
  });
  const more = findings.length > FINDINGS_SHOWN ? `    and ${findings.length - FINDINGS_SHOWN} more\n` : '';
  const expectation = reason ? `    ${reason}\n` : '';
  return `FAILED  ${caseId} (${variant})\n${expectation}${shown.join('')}${more}`;
}

const countOf = (outcomes: readonly Outcome[], kind: Outcome['kind']): number =>
  outcomes.filter((outcome) => outcome.kind === kind).length;

/** Summary of a run. */
export function summary({ outcomes, seed, took, coverage, provesLittle }: RunResult): string {
  const notRun = outcomes.filter(({ kind }) => kind === 'could-not-run');
  const warned = outcomes.filter(({ kind, findings }) => kind === 'passed' && findings.length > 0);
  const reasons = Map.groupBy(notRun, ({ reason }) => reason ?? 'unknown');
  return [
    ...[...reasons].flatMap(([reason, cases]) => [
      `Not run, ${reason}:`,
      ...cases.map(({ caseId, variant }) => `    ${caseId} (${variant})`),
    ]),
    ...warned.map((outcome) => `Should be otherwise: ${describe(outcome).replace('FAILED  ', '')}`),
    '',
    `${countOf(outcomes, 'passed')} passed, ${countOf(outcomes, 'failed')} failed, ${notRun.length} could not run, ` +
      `${countOf(outcomes, 'not-applicable')} not applicable, ${countOf(outcomes, 'expected-failure')} failed as expected`,
    `${coverage.answers} answers checked in ${(took / 1000).toFixed(0)} s, seed ${seed}`,
    ...(provesLittle ? [`This run proves little: ${provesLittle}.`] : []),
    '',
  ].join('\n');
}
