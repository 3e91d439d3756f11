import { CASES, type Case } from './cases.ts';
import { CannotRun, Target, type TargetOptions } from './target.ts';

/** Exit codes: a run that proves nothing never looks like one that passed. */
export const PASSED = 0;
export const FAILED = 1;
export const COULD_NOT_RUN = 2;

export type Print = (line: string) => void;

/** Holds a deployment against the cases and says how each went. Gives the exit code. */
export async function runConformance(
  options: TargetOptions,
  print: Print,
  cases: readonly Case[] = CASES,
): Promise<number> {
  let target: Target;
  try {
    target = await Target.connect(options);
  } catch (error) {
    if (!(error instanceof CannotRun)) throw error;
    print(`could not run: ${error.message}`);
    return COULD_NOT_RUN;
  }
  let failed = 0;
  for (const one of cases) {
    const problems = await one.run(target).catch((error: Error) => [`no answer: ${error.message}`]);
    print(`${problems.length === 0 ? 'passed' : 'FAILED'}  ${one.title}`);
    for (const problem of problems) print(`          ${problem}`);
    if (problems.length > 0) failed += 1;
  }
  print(`${cases.length - failed} of ${cases.length} cases passed`);
  if (cases.length === 0) return COULD_NOT_RUN;
  return failed === 0 ? PASSED : FAILED;
}
