import { fork } from 'node:child_process';
import type { Reached } from './mutant.ts';
import type { Job, Progress } from './trial-process.ts';
import type { MutantTrial } from './try-mutant.ts';

/** Seconds for the start of a server and for each case, after which a process counts as hanging, on a busy machine too. */
const LONGEST_CASE = 600;

/** How a process ended without a result. */
interface Ended {
  readonly how: 'hangs' | 'ended';
  /** True if the suite had begun. */
  readonly started: boolean;
  readonly said: string;
}

/** Tries a mutant in a separate process. */
export async function trialOf(reached: Reached, job: Job): Promise<MutantTrial> {
  const trial = await inProcess<MutantTrial>({ ...job, reached });
  if (!('how' in trial)) return trial;
  const { how, started, said } = trial;
  const verdict = how === 'hangs' ? 'timed out' : started ? 'crashed' : 'at once';
  return { verdict, said, cases: 0, of: 0 };
}

/** Does a job in a separate process. Returns its result, or how it ended without one. */
export function inProcess<Result extends object>(
  job: object,
  program = new URL('./trial-process.ts', import.meta.url),
): Promise<Result | Ended> {
  const child = fork(program, { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  let said = '';
  let started = false;
  child.stderr?.on('data', (text) => {
    said = (said + text).slice(-2000);
  });
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      resolve({ how: 'hangs', started, said: `A case does not end within ${LONGEST_CASE} seconds.` });
    }, LONGEST_CASE * 1000);
    child.on('message', (progress: Progress<Result>) => {
      started ||= progress.begins === true;
      timer.refresh();
      if (progress.result) resolve(progress.result);
    });
    child.on('exit', () => {
      clearTimeout(timer);
      resolve({ how: 'ended', started, said: `The process ended early: ${errorIn(said)}` });
    });
    child.send(job);
  });
}

/** The line of an error, as Node.js writes it. */
const errorIn = (said: string): string => said.split('\n').find((line) => /^\s*\w*Error\b/.test(line)) ?? said.trim();
