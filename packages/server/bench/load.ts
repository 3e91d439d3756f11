import autocannon from 'autocannon';
import type { Client } from 'pg';
import { connectionTimes, treeTime } from './cpu-time.ts';
import type { Cost } from './measured.ts';

export const CONNECTIONS = 16;

/** A server under load, and its database. */
export interface Target {
  readonly pid: number;
  readonly origin: string;
  readonly database: string;
}

/** Returns the next request. */
export type Next = () => {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
};

/**
 * Warms up a server for some seconds. Returns its final rate in requests per second. Each load ends
 * after a number of requests, so that none is in flight when the next server's round begins.
 */
export async function measureRate({ origin }: Target, next: Next, seconds: number): Promise<number> {
  const started = performance.now();
  for (let amount = CONNECTIONS; ; amount *= 2) {
    const rate = amount / (await send(origin, next, amount));
    if (performance.now() - started > seconds * 1000) return rate;
  }
}

/** Measures the cost of requests to a server that has the database to itself. */
export const measureCost = (db: Client, { pid, origin, database }: Target, next: Next, amount: number): Promise<Cost> =>
  costOf(
    amount,
    () => send(origin, next, amount),
    async () => ({ server: treeTime(pid), database: await connectionTimes(db, { database }) }),
  );

/** CPU time so far in microseconds: of a server, and of its database connections by process id. */
export interface Times {
  readonly server: number;
  readonly database: ReadonlyMap<number, number>;
}

/**
 * Measures the cost per request of `send`. CPU time is more reliable than the rate when the load, the server and the
 * database share cores with each other and with other processes.
 */
export async function costOf(amount: number, send: () => Promise<number>, times: () => Promise<Times>): Promise<Cost> {
  const before = await times();
  const seconds = await send();
  const after = await times();
  const used = [...after.database].map(([pid, time]) => time - (before.database.get(pid) ?? 0));
  return {
    rate: amount / seconds,
    server: (after.server - before.server) / amount,
    database: used.length === 0 ? null : used.reduce((sum, time) => sum + time, 0) / amount,
  };
}

/** Sends a number of requests. Returns the duration in seconds. */
export async function send(origin: string, next: Next, amount: number): Promise<number> {
  const from = performance.now();
  const result = await autocannon({
    url: origin,
    connections: CONNECTIONS,
    amount,
    // A run ends at a sample; the default interval is one second.
    sampleInt: 20,
    timeout: 60,
    requests: [{ setupRequest: (request) => ({ ...request, ...next() }) }],
  });
  const seconds = (performance.now() - from) / 1000;
  if (result.non2xx > 0 || result.errors > 0) {
    const { method, path } = next();
    throw new Error(`${method} ${path}: ${result.non2xx} refused, ${result.errors} failed`);
  }
  return seconds;
}
