import { type ChildProcess, fork } from 'node:child_process';
import type { Pool } from 'pg';
import { connectionTimes } from './cpu-time.ts';
import { costOf, send } from './load.ts';
import type { Cost } from './measured.ts';

/** A server under load, in a child process. */
export interface Contestant {
  readonly child: ChildProcess;
  readonly origin: string;
  /** Application name of its database connections. */
  readonly application: string;
  /** A server that this one sends its requests to. */
  readonly behind?: Contestant;
}

/** A kind of request, with a new path and body for each. */
export interface Work {
  readonly method?: 'GET' | 'POST' | 'PATCH';
  readonly path: () => string;
  readonly body?: () => string;
  readonly headers?: () => Record<string, string>;
}

/** Starts a script of this folder. It sends its port once it listens, and its CPU time on request. */
export function start(application: string, script: string, args: readonly string[]): Promise<Contestant> {
  // Discards the log, the cheapest way to handle it.
  const child = fork(new URL(script, import.meta.url), args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  return new Promise((resolve, reject) => {
    child.once('message', ({ port }: { port: number }) => {
      resolve({ child, application, origin: `http://127.0.0.1:${port}` });
    });
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code}`)));
  });
}

/** Sends requests to a server. Returns the cost of each. */
export const load = (db: Pool, contestant: Contestant, work: Work, amount: number): Promise<Cost> =>
  costOf(
    amount,
    () => sendWork(contestant, work, amount),
    async () => ({ server: await serverTime(contestant), database: await connectionTimes(db, contestant) }),
  );

/** Sends requests to a server. The first few thousand cost mostly compilation. */
export const sendWork = ({ origin }: Contestant, { method = 'GET', path, body, headers }: Work, amount: number) =>
  send(
    origin,
    () => ({
      method,
      path: path(),
      ...(body && { body: body() }),
      headers: { ...(body && { 'content-type': 'application/json' }), ...headers?.() },
    }),
    amount,
  );

/** CPU time of the server so far, and of the one behind it, in microseconds. */
export async function serverTime({ child, behind }: Contestant): Promise<number> {
  const own = new Promise<number>((resolve) => {
    child.once('message', ({ cpu }: { cpu: NodeJS.CpuUsage }) => resolve(cpu.user + cpu.system));
    child.send('cpu');
  });
  return (await own) + (behind ? await serverTime(behind) : 0);
}
