import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CannotRun, EXIT } from '../../../src/exit.ts';
import { redact, withoutSecrets } from '../../../src/http/redact.ts';
import type { Print } from '../../../src/report/console.ts';
import type { Coverage } from './coverage.ts';
import { type Drawn, draw } from './draw.ts';
import { instrument } from './instrument.ts';
import { lineOf, type MutationResult, summaryOf, type Tried, toMutationPage } from './mutation-page.ts';
import { reachedOf } from './reached.ts';
import { inProcess, trialOf } from './run-job.ts';
import { arrangeSource, dropCopies } from './scene-copies.ts';
import { mutatedSources } from './sources.ts';
import type { Job } from './trial-process.ts';

export interface MutateOptions {
  readonly seed: number;
  /** How many observable mutants to try. */
  readonly count: number;
  readonly workers: number;
  /** Seconds of processor time for each mutant, with the start of its server. */
  readonly seconds: number;
  readonly plan?: string | undefined;
  readonly databaseUrl?: string | undefined;
  /** JSON file for every trial. */
  readonly out?: string | undefined;
  /** Markdown file for the share that is caught and the survivors. */
  readonly page?: string | undefined;
}

/**
 * Tries mutants of the server that a seed draws, and prints which of them the suite catches. Returns the exit code: a
 * failure if a case fails without a mutant, whatever the share.
 */
export async function mutate(options: MutateOptions, print: Print): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'tillgate-mutants-'));
  try {
    return await mutateIn(folder, options, print);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function mutateIn(folder: string, options: MutateOptions, print: Print): Promise<number> {
  const { seed, count, seconds, workers, plan, databaseUrl, out, page } = options;
  const build = join(folder, 'build');
  const code = await instrument(mutatedSources(), build);
  const source = await arrangeSource(folder, databaseUrl);
  const copies = Array.from({ length: Math.max(1, workers) }, (_, i) => `copy_${i + 1}`);
  const job = { build, source, copy: 'copy_1', plans: plan?.split(','), seconds };
  print('The suite runs once without a mutant, to see what it reaches.\n');
  const coverage = await coverageOf(job);
  const reached = reachedOf(code, coverage);
  const drawn = draw(reached, { seed, count, kind: databaseUrl ? 'postgres' : 'embedded' });
  print(`${reached.length} mutants are reached; ${drawn.tried.length} are tried.\n`);
  const trials = await tryAll(drawn, job, copies, (tried) => print(`${lineOf(tried)}\n`));
  await dropCopies(source, copies);
  const result: MutationResult = {
    seed,
    plan,
    reached: reached.length,
    trials,
    setApart: drawn.setApart,
    failed: coverage.failed,
  };
  print(summaryOf(result));
  if (out) writeFileSync(out, JSON.stringify(withoutSecrets(result), null, 2));
  if (page) writeFileSync(page, redact(toMutationPage(result)));
  return coverage.failed.length === 0 ? EXIT.passed : EXIT.failed;
}

async function coverageOf(job: Job): Promise<Coverage> {
  const coverage = await inProcess<Coverage>(job);
  if ('how' in coverage) throw new CannotRun(`The run without a mutant failed. ${coverage.said}`);
  return coverage;
}

/** Tries the mutants one after another on each copy of the database, each in a separate process. */
async function tryAll(
  { tried }: Drawn,
  job: Job,
  copies: readonly string[],
  onTrial: (tried: Tried) => void,
): Promise<readonly Tried[]> {
  const queue = tried.entries();
  const trials: Tried[] = [];
  const work = async (copy: string) => {
    for (const [at, reached] of queue) {
      const trial = { mutant: reached.mutant, ...(await trialOf(reached, { ...job, copy })) };
      trials[at] = trial;
      onTrial(trial);
    }
  };
  await Promise.all(copies.map(work));
  return trials;
}
