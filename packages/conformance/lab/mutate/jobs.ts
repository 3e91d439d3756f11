import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Jobs for separate processes, in which the server's sources can be mutated before they are imported. */

/** What a process sends: that a case begins, and at the end the result. */
interface Progress<Result> {
  readonly begins?: true;
  readonly result?: Result;
}

/** How a process ended without a result. */
interface Ended {
  readonly how: 'hangs' | 'ended';
  /** True if the suite had begun. */
  readonly started: boolean;
  readonly said: string;
}

/** Seconds for the start of a server and for each case, after which a process counts as hanging, on a busy machine too. */
const LONGEST_CASE = 600;

/** Does a job in a separate process, which runs `program`. Returns its result, or how it ended without one. */
export function inProcess<Result extends object>(program: URL, job: object): Promise<Result | Ended> {
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

/** In the separate process: does the job that it receives. `begins` reports that a case begins. */
export function doJob<Job, Result>(work: (job: Job, begins: () => void) => Promise<Result>): void {
  process.on('message', async (job: Job) => {
    const result = await work(job, () => process.send?.({ begins: true }));
    process.send?.({ result }, () => process.exit());
  });
  // Exits together with the process that started it.
  process.on('disconnect', () => process.exit());
}

/** Works on the entries one after another, as many at a time as there are workers, who are numbered from 1. */
export async function workOff<T>(
  entries: readonly T[],
  workers: number,
  work: (entry: T, worker: number) => Promise<void>,
): Promise<void> {
  const queue = entries.values();
  const worker = async (_: unknown, at: number) => {
    for (const entry of queue) await work(entry, at + 1);
  };
  await Promise.all(Array.from({ length: Math.max(1, workers) }, worker));
}

/** Works in a new folder, which is removed at the end. */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'tillgate-prove-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
