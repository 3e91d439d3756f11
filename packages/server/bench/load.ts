import autocannon from 'autocannon';
import type { Client } from 'pg';
import type { Cost } from '../measured.ts';
import { connectionTimes, treeTime } from './cpu-time.ts';

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
export async function measureRate(target: Target, next: Next, seconds: number): Promise<number> {
  const started = performance.now();
  for (let amount = CONNECTIONS; ; amount *= 2) {
    const from = performance.now();
    await load(target, next, amount);
    const now = performance.now();
    if (now - started > seconds * 1000) return amount / ((now - from) / 1000);
  }
}

/** Sends a number of requests. CPU times are of the server, and of its connections to the database, in microseconds a request. */
export async function measureCost(db: Client, target: Target, next: Next, amount: number): Promise<Cost> {
  const before = { server: treeTime(target.pid), database: await connectionTimes(db, target.database) };
  const from = performance.now();
  await load(target, next, amount);
  const seconds = (performance.now() - from) / 1000;
  const after = { server: treeTime(target.pid), database: await connectionTimes(db, target.database) };
  const used = [...after.database].map(([pid, time]) => time - (before.database.get(pid) ?? 0));
  return {
    rate: amount / seconds,
    server: (after.server - before.server) / amount,
    database: used.length === 0 ? null : used.reduce((sum, time) => sum + time, 0) / amount,
  };
}

async function load({ origin }: Target, next: Next, amount: number): Promise<void> {
  const result = await autocannon({
    url: origin,
    connections: CONNECTIONS,
    amount,
    // A run ends at a sample, and samples are a second apart by default.
    sampleInt: 20,
    timeout: 60,
    requests: [{ setupRequest: (request) => ({ ...request, ...next() }) }],
  });
  if (result.non2xx > 0 || result.errors > 0) {
    const { method, path } = next();
    throw new Error(`${method} ${path}: ${result.non2xx} refused, ${result.errors} failed`);
  }
}
