// Compares Tillgate with alternative products. Each is called through its own REST API and has a separate database on
// one PostgreSQL server: `node bench/peers.ts 10000`. Names of peers limit the run to them. Peers are installed into
// ~/.cache/tillgate-bench. Needs BENCH_DATABASE_URL, a database whose role may create others.
import pg from 'pg';
import { CONNECTIONS, measureCost, measureRate } from './load.ts';
import { type Cost, PEER_WORKS, type PeerResult, type PeersResult, type PeerWork } from './measured.ts';
import { begin, type Contender } from './peers/begin.ts';
import { dropDatabase } from './peers/database.ts';
import { directus } from './peers/directus.ts';
import { express } from './peers/express.ts';
import { medusa } from './peers/medusa.ts';
import { nextOf } from './peers/peer.ts';
import { stopServers } from './peers/server-process.ts';
import { tillgate } from './peers/tillgate.ts';
import { recordResult } from './results.ts';
import { costLine, median, medianCost } from './statistics.ts';

const ROUNDS = 5;
const SECONDS = 3;
const ALL = [tillgate, express, directus, medusa];

const url = process.env.BENCH_DATABASE_URL;
if (!url) throw new Error('Set BENCH_DATABASE_URL to a PostgreSQL database whose role may create others.');
const items = process.argv.slice(2).map(Number).find(Number.isFinite) ?? 10_000;
const named = process.argv.slice(2).filter((argument) => !/^\d+$/.test(argument));
const unknown = named.filter((name) => !ALL.some((peer) => peer.name.toLowerCase() === name));
if (unknown.length > 0) throw new Error(`There is no peer ${unknown.join(', ')}.`);
const peers = ALL.filter(
  ({ name }) => name === tillgate.name || named.length === 0 || named.includes(name.toLowerCase()),
);

/** Alternates between the contenders, so that noise affects all of them. */
async function compare(db: pg.Client, contenders: readonly Contender[], work: PeerWork): Promise<Map<string, Cost[]>> {
  const costs = new Map(contenders.map(({ name }) => [name, [] as Cost[]]));
  const amounts = new Map<string, number>();
  for (const contender of contenders) {
    const rate = await measureRate(contender, await nextOf(contender.requests, work), SECONDS);
    amounts.set(contender.name, Math.max(CONNECTIONS, Math.round(rate * SECONDS)));
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const contender of contenders) {
      const amount = amounts.get(contender.name) ?? CONNECTIONS;
      const cost = await measureCost(db, contender, await nextOf(contender.requests, work), amount);
      costs.get(contender.name)?.push(cost);
    }
  }
  return costs;
}

/** Medians, and the median ratio to Tillgate's rate in the same round: below 1, the peer is slower. */
const summarize = (costs: readonly Cost[], ours: readonly Cost[]) => ({
  ...medianCost(costs),
  ratio: median(costs.map(({ rate }, round) => rate / (ours[round]?.rate ?? Number.NaN))),
});

async function measureAll(db: pg.Client, contenders: readonly Contender[]): Promise<PeerResult[]> {
  const works = new Map(contenders.map(({ name }) => [name, {} as Record<PeerWork, PeerResult['work'][PeerWork]>]));
  for (const work of PEER_WORKS) {
    const costs = await compare(db, contenders, work);
    for (const [name, summaries] of works) {
      const summary = summarize(costs.get(name) ?? [], costs.get(tillgate.name) ?? []);
      summaries[work] = summary;
      console.log(`${work.padEnd(24)} ${name.padEnd(9)} ${costLine(summary)}  ratio ${summary.ratio.toFixed(3)}`);
    }
  }
  return contenders.map(({ peer: { name, version, packages, settings }, answers }) => {
    return { name, version, packages, settings, answers, work: works.get(name) as PeerResult['work'] };
  });
}

const db = new pg.Client(url);
await db.connect();
try {
  const contenders: Contender[] = [];
  for (const peer of peers) contenders.push(await begin(url, peer, items));
  const measured = await measureAll(db, contenders);
  const result: PeersResult = { items, connections: CONNECTIONS, rounds: ROUNDS, seconds: SECONDS, peers: measured };
  // A partial result would remove the other peers from the page.
  if (named.length === 0) await recordResult('peers', db, result);
} finally {
  await stopServers();
  for (const { name } of peers) await dropDatabase(url, name);
  await db.end();
}
