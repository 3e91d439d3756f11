import { type ChildProcess, fork } from 'node:child_process';
import type { Pool } from 'pg';
import { connectionTimes } from './cpu-time.ts';
import { costOf, send } from './load.ts';
import type { Cost } from './measured.ts';
import type { Scene } from './scene.ts';

/** A server under load, in a process of its own. */
export interface Contestant {
  readonly child: ChildProcess;
  readonly origin: string;
  /** Name under which it connects to the database. */
  readonly application: string;
}

/** What a request asks for. Bodies and paths are made anew for each. */
export interface Work {
  readonly method?: 'GET' | 'POST';
  readonly path: () => string;
  readonly body?: () => string;
  readonly headers?: () => Record<string, string>;
}

/** Starts a script of this folder that sends its port once it listens, and its CPU time when asked. */
export function start(application: string, script: string, args: readonly string[]): Promise<Contestant> {
  // What it logs goes where a log costs least.
  const child = fork(new URL(script, import.meta.url), args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  return new Promise((resolve, reject) => {
    child.once('message', ({ port }: { port: number }) => {
      resolve({ child, application, origin: `http://127.0.0.1:${port}` });
    });
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code}`)));
  });
}

/** Sends a server so many requests, and returns what each cost. */
export const load = (db: Pool, contestant: Contestant, work: Work, amount: number): Promise<Cost> =>
  costOf(
    amount,
    () => sendWork(contestant, work, amount),
    async () => ({ server: await serverTime(contestant), database: await connectionTimes(db, contestant) }),
  );

/** Sends a server so many requests. The first thousands are much its compiler's time. */
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

/** Microseconds of CPU that the server has used. */
const serverTime = ({ child }: Contestant): Promise<number> =>
  new Promise((resolve) => {
    child.once('message', ({ cpu }: { cpu: NodeJS.CpuUsage }) => resolve(cpu.user + cpu.system));
    child.send('cpu');
  });

/** A token of the scene's app, for Tillgate. */
export async function mintedToken(
  { origin }: Contestant,
  { clientId, clientSecret, companyId }: Scene,
): Promise<string> {
  const response = await fetch(`${origin}/v1/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_id: clientId, client_secret: clientSecret, merchant_id: companyId }),
  });
  return ((await response.json()) as { access_token: string }).access_token;
}
