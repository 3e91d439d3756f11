import autocannon from 'autocannon';
import type { Client } from 'pg';
import type { Cost } from '../contestant.ts';
import { connectionTimes, treeTime } from './cpu-time.ts';
import type { Headers, Requests } from './peer.ts';

export const CONNECTIONS = 16;

/** A peer that is up and seeded. */
export interface Running {
  readonly name: string;
  readonly pid: number;
  readonly origin: string;
  readonly database: string;
  readonly requests: Requests;
}

export const WORKS = ['get one', 'list of 100 with total', 'create one'] as const;
export type WorkName = (typeof WORKS)[number];

/**
 * Warms the server up for the given time, and returns the requests a second that it answered at the end. Numbers of
 * requests, not seconds, end a load, so that no request is left when the next peer's turn begins.
 */
export async function measureRate(running: Running, work: WorkName, seconds: number): Promise<number> {
  const headers = await running.requests.authorize();
  const started = performance.now();
  for (let amount = CONNECTIONS; ; amount *= 2) {
    const from = performance.now();
    await loadOnce(running, work, headers, amount);
    const now = performance.now();
    if (now - started > seconds * 1000) return amount / ((now - from) / 1000);
  }
}

/** Sends a number of requests, and returns what each of them cost. */
export async function measureCost(db: Client, running: Running, work: WorkName, amount: number): Promise<Cost> {
  const headers = await running.requests.authorize();
  const before = { server: treeTime(running.pid), database: await connectionTimes(db, running.database) };
  const from = performance.now();
  await loadOnce(running, work, headers, amount);
  const seconds = (performance.now() - from) / 1000;
  const after = { server: treeTime(running.pid), database: await connectionTimes(db, running.database) };
  const used = [...after.database].map(([pid, time]) => time - (before.database.get(pid) ?? 0));
  return {
    rate: amount / seconds,
    server: (after.server - before.server) / amount,
    database: used.length === 0 ? Number.NaN : used.reduce((sum, time) => sum + time, 0) / amount,
  };
}

async function loadOnce(running: Running, work: WorkName, headers: Headers, amount: number): Promise<void> {
  const { name, origin, requests } = running;
  const result = await autocannon({
    url: origin,
    connections: CONNECTIONS,
    amount,
    // A run ends at a sample, and samples are a second apart by default.
    sampleInt: 20,
    timeout: 60,
    requests: [{ setupRequest: (request) => ({ ...request, ...requestOf(requests, work, headers) }) }],
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${name}, ${work}: ${result.non2xx} refused, ${result.errors} failed`);
  }
}

function requestOf({ get, list, create }: Requests, work: WorkName, headers: Headers) {
  if (work === 'get one') return { method: 'GET' as const, path: get(), headers };
  if (work === 'list of 100 with total') return { method: 'GET' as const, path: list, headers };
  return {
    method: 'POST' as const,
    path: create.path,
    headers: { ...headers, 'content-type': 'application/json', ...create.headers?.() },
    body: JSON.stringify(create.body()),
  };
}
