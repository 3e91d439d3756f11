import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CannotRun, EXIT } from '../../src/exit.ts';
import { redact, withoutSecrets } from '../../src/http/redact.ts';
import type { Print } from '../../src/report/console.ts';
import { plansIn } from '../../src/run/case.ts';
import { caughtBefore } from './again.ts';
import { draw } from './draw.ts';
import { instrument } from './instrument.ts';
import { inFolder } from './jobs.ts';
import { lineOf, type MutationResult, summaryOf, toMutationPage } from './mutation-page.ts';
import { reachedOf } from './reached.ts';
import { arrangeSource } from './scene-copies.ts';
import { GROUPS, type Group, groupOf, mutatedSources } from './sources.ts';
import { surveyOf, type TrialOptions, tryAll } from './trials.ts';

export interface MutateOptions extends TrialOptions {
  /** Seed of the draw. An earlier result that is tried again has its own. */
  readonly seed: number;
  /** Groups of mutants to draw from, comma-separated; by default all of the server's sources and statements. */
  readonly of: string;
  /** Results of earlier runs (`--out`), comma-separated. Only the mutants that they caught are tried. */
  readonly again?: string | undefined;
  /** How many observable mutants to try. */
  readonly count: number;
  readonly plan?: string | undefined;
  /** Markdown file for the share that is caught and the survivors. */
  readonly page?: string | undefined;
}

/**
 * Tries mutants of the server that a seed draws, and prints which of them the suite catches. Returns the exit code: a
 * failure if a case fails without a mutant, whatever the share, or if a mutant that an earlier run caught is not caught
 * again.
 */
export const mutate = (options: MutateOptions, print: Print): Promise<number> =>
  inFolder((folder) => mutateIn(folder, options, print));

async function mutateIn(folder: string, options: MutateOptions, print: Print): Promise<number> {
  const { count, seconds, workers, plan, databaseUrl, out, page, again } = options;
  const build = join(folder, 'build');
  const code = await instrument(mutatedSources(), build);
  const source = await arrangeSource(folder, databaseUrl);
  const groups = groupsIn(options.of);
  const job = {
    build,
    source,
    plans: plan === undefined ? undefined : plansIn(plan),
    wire: groups.includes('wire'),
    seconds,
  };
  print('The suite runs once without a mutant, to see what it reaches.\n');
  const survey = await surveyOf(job);
  const reached = reachedOf(code, survey).filter(({ mutant }) => groups.includes(groupOf(mutant)));
  const kind = databaseUrl ? 'postgres' : 'embedded';
  const { seed, tried, setApart, unreached } = again
    ? caughtBefore(again.split(','), reached)
    : { ...draw(reached, { seed: options.seed, count, kind }), seed: options.seed, unreached: [] as string[] };
  print(`${reached.length} mutants are reached; ${tried.length} are tried.\n`);
  const trials = await tryAll(tried, { ...job, workers }, (trial) => print(`${lineOf(trial)}\n`));
  const result: MutationResult = { seed, plan, reached: reached.length, trials, setApart, failed: survey.failed };
  print(summaryOf(result));
  const lost = again
    ? [...unreached, ...trials.filter(({ verdict }) => verdict !== 'caught').map(({ mutant }) => mutant.key)]
    : [];
  for (const key of lost)
    print(`caught before, and not ${unreached.includes(key) ? 'reached' : 'caught'} now: ${key}\n`);
  if (out) writeFileSync(out, JSON.stringify(withoutSecrets(result), null, 2));
  if (page) writeFileSync(page, redact(toMutationPage(result)));
  return [...survey.failed, ...lost].length === 0 ? EXIT.passed : EXIT.failed;
}

function groupsIn(names: string): Group[] {
  const groups = names.split(',') as Group[];
  const unknown = groups.find((name) => !GROUPS.includes(name));
  if (unknown !== undefined) throw new CannotRun(`There is no group ${unknown} of mutants: ${GROUPS.join(', ')}.`);
  return groups;
}
