// Tillgate beside products that a team might use instead, each with as many products, through its own REST API, on a
// database of its own of one PostgreSQL: `node bench/peers.ts 10000`. Names of peers run only those. They are installed into
// ~/.cache/tillgate-bench. Needs BENCH_DATABASE_URL, any database of a PostgreSQL that may create others.
import type { ChildProcess } from 'node:child_process';
import pg from 'pg';
import type { Cost } from './contestant.ts';
import { createDatabase, dropDatabase } from './peers/database.ts';
import { directus } from './peers/directus.ts';
import { express } from './peers/express.ts';
import { install } from './peers/install.ts';
import { CONNECTIONS, measureCost, measureRate, type Next, type Target } from './peers/load.ts';
import { medusa } from './peers/medusa.ts';
import { type Peer, type Requests, WORKS, type WorkName } from './peers/peer.ts';
import { freePort, startServer, stopServer } from './peers/server-process.ts';
import { tillgate } from './peers/tillgate.ts';
import { type Answers, verify } from './peers/verify.ts';
import { recordResult } from './results.ts';
import { median } from './statistics.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 3);
const ALL = [tillgate, express, directus, medusa];

/** One row of the table: medians of the rounds. */
export interface PeerResult {
  readonly name: string;
  readonly version: string;
  readonly packages: Readonly<Record<string, string>>;
  readonly settings: readonly string[];
  readonly answers: Answers;
  readonly work: Record<WorkName, Cost & { readonly ratio: number }>;
}

export interface PeersResult {
  readonly items: number;
  readonly connections: number;
  readonly rounds: number;
  readonly seconds: number;
  readonly peers: readonly PeerResult[];
}

interface Contender extends Target {
  readonly peer: Peer;
  readonly name: string;
  readonly requests: Requests;
  readonly child: ChildProcess;
  readonly answers: Answers;
}

const url = process.env.BENCH_DATABASE_URL;
if (!url) throw new Error('Set BENCH_DATABASE_URL to a database of a PostgreSQL that may create others.');
const items = process.argv.slice(2).map(Number).find(Number.isFinite) ?? 10_000;
const named = process.argv.slice(2).filter((argument) => !/^\d+$/.test(argument));
const peers = ALL.filter(
  ({ name }) => name === tillgate.name || named.length === 0 || named.includes(name.toLowerCase()),
);

async function begin(peer: Peer, children: ChildProcess[]): Promise<Contender> {
  const folder = await install(peer);
  console.log(`preparing ${peer.name} ${peer.version}`);
  const databaseUrl = await createDatabase(url as string, peer.name);
  const port = await freePort();
  const site = { folder, databaseUrl, port, origin: `http://127.0.0.1:${port}`, items };
  await peer.prepare(site);
  const child = await startServer(site, peer.command(site));
  children.push(child);
  const requests = await peer.seed(site);
  const answers = await verify(peer.name, site.origin, requests, items);
  const database = new URL(databaseUrl).pathname.slice(1);
  return { peer, child, answers, requests, database, name: peer.name, origin: site.origin, pid: child.pid ?? 0 };
}

/** Rounds alternate between the contenders, so that a noisy machine slows all of them. */
async function compare(db: pg.Client, contenders: readonly Contender[], work: WorkName): Promise<Map<string, Cost[]>> {
  const costs = new Map(contenders.map(({ name }) => [name, [] as Cost[]]));
  const amounts = new Map<string, number>();
  for (const contender of contenders) {
    const rate = await measureRate(contender, await requestsOf(contender, work), SECONDS);
    amounts.set(contender.name, Math.max(CONNECTIONS, Math.round(rate * SECONDS)));
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const contender of contenders) {
      const amount = amounts.get(contender.name) ?? CONNECTIONS;
      const cost = await measureCost(db, contender, await requestsOf(contender, work), amount);
      costs.get(contender.name)?.push(cost);
    }
  }
  return costs;
}

/** Requests with a credential that outlives one load. */
async function requestsOf({ requests }: Contender, work: WorkName): Promise<Next> {
  const { authorize, get, list, create } = requests;
  const headers = await authorize();
  if (work === 'get one') return () => ({ method: 'GET', path: get(), headers });
  if (work === 'list of 100 with total') return () => ({ method: 'GET', path: list, headers });
  return () => ({
    method: 'POST',
    path: create.path,
    headers: { ...headers, 'content-type': 'application/json', ...create.headers?.() },
    body: JSON.stringify(create.body()),
  });
}

/** Medians, and the median of the ratio of each round to Tillgate's of the same round: below 1 the peer is the slower. */
function summarize(costs: readonly Cost[], ours: readonly Cost[]): Cost & { ratio: number } {
  return {
    rate: median(costs.map(({ rate }) => rate)),
    server: median(costs.map(({ server }) => server)),
    database: median(costs.map(({ database }) => database)),
    ratio: median(costs.map(({ rate }, round) => rate / (ours[round]?.rate ?? Number.NaN))),
  };
}

async function measureAll(db: pg.Client, contenders: readonly Contender[]): Promise<PeerResult[]> {
  const work = new Map<string, Partial<PeerResult['work']>>(contenders.map(({ name }) => [name, {}]));
  for (const name of WORKS) {
    const costs = await compare(db, contenders, name);
    for (const contender of contenders) {
      const summary = summarize(costs.get(contender.name) ?? [], costs.get(tillgate.name) ?? []);
      Object.assign(work.get(contender.name) ?? {}, { [name]: summary });
      const [rate, server, database] = [summary.rate, summary.server, summary.database].map((n) =>
        n.toFixed(0).padStart(6),
      );
      const what = `${name.padEnd(24)} ${contender.name.padEnd(9)} ${rate}/s  server ${server} µs  database ${database} µs`;
      console.log(`${what}  ratio ${summary.ratio.toFixed(3)}`);
    }
  }
  return contenders.map(({ peer: { name, version, packages, settings }, answers }) => {
    return { name, version, packages, settings, answers, work: work.get(name) as PeerResult['work'] };
  });
}

const db = new pg.Client(url);
await db.connect();
const children: ChildProcess[] = [];
try {
  const contenders: Contender[] = [];
  for (const peer of peers) contenders.push(await begin(peer, children));
  const measured = await measureAll(db, contenders);
  const result: PeersResult = { items, connections: CONNECTIONS, rounds: ROUNDS, seconds: SECONDS, peers: measured };
  await recordResult('peers', db, result);
} finally {
  for (const child of children) await stopServer(child);
  for (const { name } of peers) await dropDatabase(url, name);
  await db.end();
}
