import autocannon from 'autocannon';
import type { Client } from 'pg';
import { connectionTimes, treeTime } from './cpu-time.ts';
import type { Cost } from './measured.ts';

export const CONNECTIONS = 16;

/** A server under load, and the database that only it uses. */
export interface Target {
  readonly pid: number;
  readonly origin: string;
  readonly database: string;
}

/** The next request to send: a new one on each call. */
export type Next = () => {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
};

/**
 * Warms a server up for some seconds, and returns the requests a second that it answered at the end. Numbers of
 * requests, not seconds, end a load, so that no request is left when the next server's turn begins.
 */
export async function measureRate({ origin }: Target, next: Next, seconds: number): Promise<number> {
  const started = performance.now();
  for (let amount = CONNECTIONS; ; amount *= 2) {
    const rate = amount / (await send(origin, next, amount));
    if (performance.now() - started > seconds * 1000) return rate;
  }
}

/** The cost of requests to a server that has its database to itself. */
export const measureCost = (db: Client, { pid, origin, database }: Target, next: Next, amount: number): Promise<Cost> =>
  costOf(
    amount,
    () => send(origin, next, amount),
    async () => ({ server: treeTime(pid), database: await connectionTimes(db, { database }) }),
  );

/** CPU time so far, in microseconds: of a server, and of each of its connections to the database by process id. */
export interface Times {
  readonly server: number;
  readonly database: ReadonlyMap<number, number>;
}

/**
 * The cost of each of the requests that `send` sends. CPU time says more than requests a second where load, server and
 * database share the cores with each other and with whatever else runs on the machine.
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

/** Sends a number of requests. Returns the seconds that it took. */
export async function send(origin: string, next: Next, amount: number): Promise<number> {
  const from = performance.now();
  const result = await autocannon({
    url: origin,
    connections: CONNECTIONS,
    amount,
    // A run ends at a sample, and samples are a second apart by default.
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
