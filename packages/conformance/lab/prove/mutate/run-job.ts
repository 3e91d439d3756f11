import { fork } from 'node:child_process';
import type { Reached } from './mutant.ts';
import type { Job } from './trial-process.ts';
import type { MutantTrial } from './try-mutant.ts';

/** Seconds after which a process that does not end by itself is stopped. */
const GRACE = 30;

const HANGS = 'does not end';

/** Tries a mutant in a separate process. */
export async function trialOf(reached: Reached, job: Job): Promise<MutantTrial> {
  const trial = await inProcess<MutantTrial>({ ...job, reached }, job.seconds + GRACE);
  if (typeof trial !== 'string') return trial;
  const verdict = trial === HANGS ? 'timed out' : 'crashed';
  return { verdict, said: `The process ${trial}.`, cases: 0, of: 0 };
}

/** Does a job in a separate process. Returns what it sends, or how the process ended without sending anything. */
export function inProcess<Result extends object>(job: Job, seconds: number): Promise<Result | string> {
  const child = fork(new URL('./trial-process.ts', import.meta.url), { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  let said = '';
  child.stderr?.on('data', (text) => {
    said = (said + text).slice(-2000);
  });
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      resolve(HANGS);
    }, seconds * 1000);
    child.on('message', (result: Result) => resolve(result));
    child.on('exit', () => {
      clearTimeout(timer);
      resolve(`ended early: ${errorIn(said)}`);
    });
    child.send(job);
  });
}

const errorIn = (said: string): string => said.split('\n').find((line) => /error/i.test(line)) ?? said.trim();
