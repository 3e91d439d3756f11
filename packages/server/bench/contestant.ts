import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import autocannon from 'autocannon';
import type { Pool } from 'pg';

const CONNECTIONS = 16;

/** A server under load, in a process of its own. */
export interface Contestant {
  readonly child: ChildProcess;
  readonly origin: string;
  /** Name under which it connects to the database. */
  readonly application: string;
}

/** What a request asks for. Bodies and paths are made anew for each. */
export interface Work {
  readonly method?: 'POST';
  readonly path: () => string;
  readonly body?: () => string;
  readonly headers?: () => Record<string, string>;
}

/** Requests a second, and microseconds of CPU for each: of the server, and of its connections to the database. */
export interface Cost {
  readonly rate: number;
  readonly server: number;
  readonly database: number;
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

/**
 * Loads a server with so many requests. CPU time says more than requests a second where load, server and database share the
 * cores with each other and with whatever else runs on the machine.
 */
export async function load(db: Pool, contestant: Contestant, work: Work, amount: number): Promise<Cost> {
  const before = { server: await serverTime(contestant), database: await databaseTimes(db, contestant) };
  const result = await send(contestant, work, amount);
  const count = result.requests.total;
  const after = { server: await serverTime(contestant), database: await databaseTimes(db, contestant) };
  const database = [...after.database].map(([pid, time]) => time - (before.database.get(pid) ?? 0));
  return {
    rate: result.requests.average,
    server: (after.server - before.server) / count,
    database: database.reduce((sum, time) => sum + time, 0) / count,
  };
}

/** Sends so many requests. The first thousands of a server are much its compiler's time. */
export async function send(contestant: Contestant, work: Work, amount: number): Promise<autocannon.Result> {
  const result = await autocannon({
    url: contestant.origin,
    connections: CONNECTIONS,
    amount,
    requests: [{ method: work.method ?? 'GET', setupRequest: (request) => ({ ...request, ...requestOf(work) }) }],
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${work.path()}: ${result.non2xx} refused, ${result.errors} failed`);
  }
  return result;
}

const requestOf = ({ path, body, headers }: Work) => ({
  path: path(),
  ...(body && { body: body() }),
  headers: { ...(body && { 'content-type': 'application/json' }), ...headers?.() },
});

/** Microseconds of CPU that the server has used. */
const serverTime = ({ child }: Contestant): Promise<number> =>
  new Promise((resolve) => {
    child.once('message', ({ cpu }: { cpu: NodeJS.CpuUsage }) => resolve(cpu.user + cpu.system));
    child.send('cpu');
  });

/** Microseconds of CPU that each of its connections has used, by process id. Zero where the database is elsewhere. */
async function databaseTimes(db: Pool, { application }: Contestant): Promise<Map<number, number>> {
  const { rows } = await db.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname = current_database() and application_name = $1',
    [application],
  );
  return new Map(rows.map(({ pid }) => [pid, processTime(pid)]));
}

/** The scheduler's account is in nanoseconds. */
function processTime(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1000;
  } catch {
    return 0;
  }
}
