import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import autocannon from 'autocannon';
import type { Pool } from 'pg';
import type { Scene } from './scene.ts';

/** A server under load, in a child process. */
export interface Contestant {
  readonly child: ChildProcess;
  readonly origin: string;
  /** Beginning of the application names of its database connections. */
  readonly application: string;
  /** The region of a gateway. */
  readonly region?: Contestant;
}

/** Starts a script of this folder, which sends its port once it listens, and its CPU time on request. */
export function start(application: string, script: string, args: readonly string[]): Promise<Contestant> {
  // Discards the log, the cheapest way to handle it.
  const child = fork(new URL(script, import.meta.url), args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  return new Promise((resolve, reject) => {
    child.once('message', ({ port }: { port: number }) => {
      resolve({ child, application, origin: `http://127.0.0.1:${port}` });
    });
    child.once('exit', (code) => reject(new Error(`${script} exited with ${code}`)));
  });
}

export function stop({ child, region }: Contestant): void {
  child.disconnect();
  if (region) stop(region);
}

/** Asks the process of a contestant a question of bench/tillgate.ts. */
export const ask = <Answer>({ child }: Contestant, question: string): Promise<Answer> =>
  new Promise((resolve) => {
    child.once('message', resolve);
    child.send(question);
  });

/** Sends single requests of the scene's app. A body makes a POST. */
export async function callerOf({ origin }: Contestant, { clientId, clientSecret, companyId }: Scene) {
  const json = { 'content-type': 'application/json' };
  const credentials = { client_id: clientId, client_secret: clientSecret, merchant_id: companyId };
  const init = { method: 'POST', headers: json, body: JSON.stringify(credentials) };
  const { access_token } = (await (await fetch(`${origin}/v1/token`, init)).json()) as { access_token: string };
  const authorization = `Bearer ${access_token}`;
  const call = (path: string, body?: object | string, more: Readonly<Record<string, string>> = {}) => {
    const headers = { ...json, authorization, ...more };
    if (body === undefined) return fetch(`${origin}/v1${path}`, { headers });
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return fetch(`${origin}/v1${path}`, { method: 'POST', headers, body: text });
  };
  return { authorization, call };
}

export interface Request {
  readonly method?: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Adds a token, and an Idempotency-Key to a write. */
export const authorized = (request: Request, authorization: string): Request => ({
  ...request,
  headers: { ...request.headers, authorization, ...(request.method && { 'idempotency-key': randomUUID() }) },
});

/** Requests of one kind, each with a new path and body. */
export interface Work {
  readonly next: () => Request;
  /** Connections that send at once, by default 16. */
  readonly connections?: number;
  /** Rejects a response of a successful status that reports failures. */
  readonly verify?: (body: string) => boolean;
}

/** Requests per second, and CPU time per request in microseconds: of the server, and of its database connections. */
export interface Cost {
  readonly rate: number;
  readonly server: number;
  /** NaN if the database is on another machine. */
  readonly database: number;
}

/**
 * Measures the cost per request. CPU time is more reliable than the rate when the load, the server and the database share
 * cores with each other and with other processes.
 */
export async function load(db: Pool, contestant: Contestant, work: Work, amount: number): Promise<Cost> {
  const before = { server: await serverTime(contestant), database: await databaseTimes(db, contestant) };
  const seconds = await send(contestant, work, amount);
  const after = { server: await serverTime(contestant), database: await databaseTimes(db, contestant) };
  const used = [...after.database].map(([pid, time]) => time - (before.database.get(pid) ?? 0));
  return {
    rate: amount / seconds,
    server: (after.server - before.server) / amount,
    database: used.length === 0 ? Number.NaN : used.reduce((sum, time) => sum + time, 0) / amount,
  };
}

/** Sends a number of requests. Returns the duration in seconds. */
export async function send({ origin }: Contestant, work: Work, amount: number): Promise<number> {
  const { next, connections = 16, verify } = work;
  const from = performance.now();
  const result = await autocannon({
    url: origin,
    connections,
    amount,
    // A run ends at a sample; the default interval is one second.
    sampleInt: 20,
    timeout: 60,
    ...(verify && { verifyBody: (text) => verify(String(text)) }),
    requests: [{ setupRequest: (request) => ({ ...request, ...next() }) }],
  });
  const seconds = (performance.now() - from) / 1000;
  const { non2xx, errors, mismatches, statusCodeStats } = result;
  if (non2xx + errors + mismatches > 0)
    throw new Error(`${next().path}: ${errors} failed, ${mismatches} in part, ${JSON.stringify(statusCodeStats)}`);
  return seconds;
}

/** CPU time so far of the server, and of the region that a gateway forwards to, in microseconds. */
async function serverTime(contestant: Contestant): Promise<number> {
  const { cpu } = await ask<{ cpu: NodeJS.CpuUsage }>(contestant, 'cpu');
  return cpu.user + cpu.system + (contestant.region ? await serverTime(contestant.region) : 0);
}

/** CPU time of the server's database connections in microseconds, by process id. Empty if the database is elsewhere. */
async function databaseTimes(db: Pool, { application }: Contestant): Promise<Map<number, number>> {
  const { rows } = await db.query<{ pid: number }>(
    `select pid from pg_stat_activity
     where datname = current_database() and starts_with(application_name, $1) and pid <> pg_backend_pid()`,
    [application],
  );
  const times = new Map<number, number>();
  for (const { pid } of rows) {
    try {
      // The scheduler counts the nanoseconds of a connection's only thread.
      times.set(pid, Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1000);
    } catch {
      // The connection has closed, or runs on another machine.
    }
  }
  return times;
}

/** Median, or the upper one of an even number of values; NaN without values. */
export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** The value that this share of the values does not exceed. */
export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(share * values.length))] ?? Number.NaN;

/** The median of each figure. */
export const medianCost = (costs: readonly Cost[]): Cost => ({
  rate: median(costs.map(({ rate }) => rate)),
  server: median(costs.map(({ server }) => server)),
  database: median(costs.map(({ database }) => database)),
});
