import { CannotRun } from '../../src/exit.ts';
import { inProcess, workOff } from './jobs.ts';
import type { Mutant, Reached } from './mutant.ts';
import { dropCopies } from './scene-copies.ts';
import type { Survey } from './survey.ts';
import type { Job } from './trial-process.ts';
import type { MutantTrial } from './try-mutant.ts';

export interface TrialOptions {
  readonly workers: number;
  /** Seconds of processor time for each mutant, with the start of its server. */
  readonly seconds: number;
  /** An empty PostgreSQL database, in place of the embedded one. */
  readonly databaseUrl?: string | undefined;
  /** JSON file for every trial. */
  readonly out?: string | undefined;
}

/** A mutant and what became of it. */
export interface Tried extends MutantTrial {
  readonly mutant: Mutant;
}

const PROGRAM = new URL('./trial-process.ts', import.meta.url);

/** Runs the suite without a mutant, in a separate process. */
export async function surveyOf(job: Omit<Job, 'copy'>): Promise<Survey> {
  const survey = await inProcess<Survey>(PROGRAM, { ...job, copy: copyOf(1) });
  if ('how' in survey) throw new CannotRun(`The run without a mutant failed. ${survey.said}`);
  return survey;
}

/** Tries the mutants one after another on each worker's copy of the database, each in a separate process. */
export async function tryAll(
  mutants: readonly Reached[],
  { workers, ...job }: Omit<Job, 'copy'> & { readonly workers: number },
  onTrial: (tried: Tried) => void,
): Promise<readonly Tried[]> {
  const trials: Tried[] = [];
  await workOff(mutants, workers, async (reached, worker) => {
    const trial = { mutant: reached.mutant, ...(await trialOf(reached, { ...job, copy: copyOf(worker) })) };
    trials[mutants.indexOf(reached)] = trial;
    onTrial(trial);
  });
  await dropCopies(
    job.source,
    Array.from({ length: workers }, (_, at) => copyOf(at + 1)),
  );
  return trials;
}

const copyOf = (worker: number): string => `copy_${worker}`;

/** Tries a mutant in a separate process. */
export async function trialOf(reached: Reached, job: Job): Promise<MutantTrial> {
  const trial = await inProcess<MutantTrial>(PROGRAM, { ...job, reached });
  if (!('how' in trial)) return trial;
  const { how, started, said } = trial;
  const verdict = how === 'hangs' ? 'timed out' : started ? 'crashed' : 'at once';
  return { verdict, said, cases: 0, of: reached.cases.length };
}
