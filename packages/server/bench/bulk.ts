// Compares whole catalogues, in batches and streams, with one request for each record or page: at Tillgate, at floor A and
// Express, which insert one row a request, and at Directus and Medusa with batches of their own. `node bench/bulk.ts 10000`; names
// of peers limit the run to them. Needs BENCH_DATABASE_URL, a database whose role may create others.
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { start } from './contestant.ts';
import { connectionTimes, treeTime } from './cpu-time.ts';
import { costOf, measureCost, measureRate, type Next, type Target } from './load.ts';
import type { BulkResult, Cost } from './measured.ts';
import { begin, type Contender } from './peers/begin.ts';
import { createDatabase, dropDatabase } from './peers/database.ts';
import { directus } from './peers/directus.ts';
import { express } from './peers/express.ts';
import { type Answer, send, sendOk } from './peers/http.ts';
import { medusa } from './peers/medusa.ts';
import { newName, nextOf } from './peers/peer.ts';
import { stopServers } from './peers/server-process.ts';
import { tillgate } from './peers/tillgate.ts';
import { recordResult } from './results.ts';
import { arrangeBare } from './scene.ts';
import { costLine, median, medianCost } from './statistics.ts';

const ROUNDS = 5;
const SECONDS = 2;
/** Records of a round in batches. */
const RECORDS = 3_000;
/** Whole readings of a round. CPU time has a resolution of 10 ms. */
const READS = 5;
/** Seconds of gets beside other work. */
const GETS_FOR = 10;
/** Codings of what is read whole: that of most clients, and none. */
const CODINGS = ['gzip', 'identity'];
const PEERS = [express, directus, medusa];

const url = process.env.BENCH_DATABASE_URL ?? '';
if (url === '') throw new Error('Set BENCH_DATABASE_URL to a PostgreSQL database whose role may create others.');
const items = process.argv.slice(2).map(Number).find(Number.isFinite) ?? 10_000;
const named = process.argv.slice(2).filter((argument) => !/^\d+$/.test(argument));
const peers = PEERS.filter(({ name }) => named.length === 0 || named.includes(name.toLowerCase()));
const db = new pg.Client(url);
await db.connect();

/** A way to do something, and what each record of it has cost so far. */
interface Side<Names> {
  readonly names: Names;
  readonly measure: () => Promise<Cost>;
  readonly costs: Cost[];
}

const times =
  ({ pid, database }: Target) =>
  async () => ({ server: treeTime(pid), database: await connectionTimes(db, { database }) });

const seconds = async (work: () => Promise<unknown>): Promise<number> => {
  const from = performance.now();
  await work();
  return (performance.now() - from) / 1000;
};

type WriteNames = Pick<BulkResult['writes'][number], 'work' | 'who' | 'size'>;

/** One record a request, from several connections. */
async function alone(who: string, work: string, target: Target, next: () => Promise<Next>): Promise<Side<WriteNames>> {
  const rate = await measureRate(target, await next(), SECONDS);
  const measure = async () => measureCost(db, target, await next(), Math.max(16, Math.round(rate * SECONDS)));
  return { names: { work, who, size: 1 }, measure, costs: [] };
}

const waits: number[] = [];

/** Many records a request, one request after the other. */
async function together(
  { name: who, requests, ...target }: Contender,
  work: string,
  body: (size: number) => object,
): Promise<Side<WriteNames>> {
  const { path = '', size = 1 } = requests.createMany ?? {};
  const sendOne = async () => {
    const headers = {
      ...(await requests.authorize()),
      ...(who === tillgate.name && { 'idempotency-key': randomUUID() }),
    };
    const sent = body(size);
    const from = performance.now();
    const answer = await sendOk<{ failed?: number }>(target.origin + path, headers, sent);
    if (answer.failed) throw new Error(`${answer.failed} operations failed.`);
    if (size === 1000) waits.push(performance.now() - from);
  };
  const sendAll = async () => {
    for (let sent = 0; sent < RECORDS; sent += size) await sendOne();
  };
  await sendAll();
  const measure = () => costOf(RECORDS, () => seconds(sendAll), times(target));
  return { names: { work, who, size }, measure, costs: [] };
}

async function measured<Names>(sides: readonly Side<Names>[]): Promise<(Names & Cost)[]> {
  waits.length = 0;
  for (let round = 0; round < ROUNDS; round += 1) for (const { measure, costs } of sides) costs.push(await measure());
  return sides.map(({ names, costs }) => {
    const cost = medianCost(costs);
    console.log(
      `${Object.values(names as object)
        .join(', ')
        .padEnd(44)} ${costLine(cost)}`,
    );
    return { ...names, ...cost };
  });
}

async function writeSides(
  contenders: readonly Contender[],
  ours: Contender,
  bare: Target,
): Promise<Side<WriteNames>[]> {
  const [work, prices] = ['create a record', 'change a price'];
  const insert: Next = () => ({
    method: 'POST',
    path: '/v1/items',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: newName(), price: '3.40' }),
  });
  const ids = await idsOf(ours);
  const item = () => ({ price: (Math.random() * 100).toFixed(2) });
  const update = async (): Promise<Next> => {
    const headers = { ...(await ours.requests.authorize()), 'content-type': 'application/json' };
    return () => ({
      method: 'PATCH',
      path: `/v1/items/${ids[Math.floor(Math.random() * ids.length)]}`,
      headers: { ...headers, 'idempotency-key': randomUUID() },
      body: JSON.stringify(item()),
    });
  };
  const updates = (size: number) => {
    const first = Math.floor(Math.random() * (ids.length - size));
    return { operations: ids.slice(first, first + size).map((id) => ({ op: 'update', id, item: item() })) };
  };
  const sides = [await alone('Floor A', work, bare, async () => insert)];
  for (const contender of contenders) {
    const { name, requests } = contender;
    sides.push(await alone(name, work, contender, () => nextOf(requests, 'create one')));
    if (requests.createMany) sides.push(await together(contender, work, requests.createMany.body));
  }
  sides.push(await alone(ours.name, prices, ours, update), await together(ours, prices, updates));
  return sides;
}

async function idsOf(ours: Contender): Promise<number[]> {
  const ids: number[] = [];
  for await (const line of linesOf(ours)) ids.push((JSON.parse(line) as { id: number }).id);
  return ids;
}

/** Records of all items as a stream. */
async function* linesOf({ origin, requests }: Contender): AsyncGenerator<string> {
  const headers = { ...(await requests.authorize()), accept: 'application/x-ndjson' };
  const response = await fetch(`${origin}/v1/items`, { headers });
  let rest = '';
  for await (const text of (response.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (!line.startsWith('{"stream"')) yield line;
  }
}

/** Longest last line of a stream, in bytes. */
const LAST_LINE = 200;

/** Reads the whole response without parsing it. */
async function stream({ origin, requests }: Contender, coding: string): Promise<void> {
  const headers = { ...(await requests.authorize()), accept: 'application/x-ndjson', 'accept-encoding': coding };
  const response = await fetch(`${origin}/v1/items`, { headers });
  let last: Uint8Array = Buffer.alloc(0);
  for await (const bytes of response.body as ReadableStream<Uint8Array>)
    last = bytes.length < LAST_LINE ? Buffer.concat([last, bytes]).subarray(-LAST_LINE) : bytes.subarray(-LAST_LINE);
  if (!Buffer.from(last).includes('"end":true')) throw new Error('A stream was cut.');
}

/** Reads streams one after the other, in other processes: neither their work nor their start delays the gets of this one. */
async function streamsElsewhere({ origin, requests }: Contender): Promise<void> {
  const headers = { ...(await requests.authorize()), accept: 'application/x-ndjson' };
  const sent = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const again = `end=$(($(date +%s) + ${GETS_FOR})); while [ "$(date +%s)" -lt "$end" ]; do curl "$@" || exit; done`;
  await promisify(execFile)('sh', ['-c', again, 'sh', '-sf', '-o', '/dev/null', ...sent, `${origin}/v1/items`]);
}

async function pages({ origin, requests }: Contender, coding: string): Promise<void> {
  const headers = { ...(await requests.authorize()), 'accept-encoding': coding };
  for (let cursor: string | null = ''; cursor !== null; ) {
    const answer: Answer = await send(`${origin}/v1/items?limit=100${cursor && `&cursor=${cursor}`}`, headers);
    cursor = (answer.body as { pagination: { nextCursor: string | null } }).pagination.nextCursor;
  }
}

async function readSides(ours: Contender): Promise<Side<{ readonly how: string }>[]> {
  const count = (await idsOf(ours)).length;
  const side = (how: string, read: (from: Contender, coding: string) => Promise<void>, coding: string) => ({
    names: { how: `${how}, ${coding}` },
    measure: () =>
      costOf(
        READS * count,
        () =>
          seconds(async () => {
            for (let done = 0; done < READS; done += 1) await read(ours, coding);
          }),
        times(ours),
      ),
    costs: [],
  });
  for (const coding of CODINGS) for (const read of [pages, stream]) await read(ours, coding);
  return CODINGS.flatMap((coding) => [side('pages of 100', pages, coding), side('stream', stream, coding)]);
}

/** Gets one after the other, on their own connection, while `beside` runs again and again. */
async function getsBeside(
  ours: Contender,
  what: string,
  beside?: () => Promise<unknown>,
): Promise<BulkResult['gets'][number]> {
  const headers = await ours.requests.authorize();
  const end = performance.now() + GETS_FOR * 1000;
  const running = (async () => {
    while (beside && performance.now() < end) await beside();
  })();
  const taken: number[] = [];
  while (performance.now() < end) {
    const from = performance.now();
    await send(ours.origin + ours.requests.get(), headers);
    taken.push(performance.now() - from);
    await delay(2);
  }
  await running;
  const sorted = taken.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN;
  const row = { beside: what, p50: at(0.5), p99: at(0.99), most: at(1) };
  console.log(
    `gets beside ${what.padEnd(20)} p50 ${row.p50.toFixed(1)}  p99 ${row.p99.toFixed(1)}  most ${row.most.toFixed(1)} ms`,
  );
  return row;
}

const BARE = 'floor_a';

async function beginBare(): Promise<Target & { end(): void }> {
  const databaseUrl = await createDatabase(url, BARE);
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  await arrangeBare({ control: pool as never }, items);
  await pool.end();
  const { child, origin } = await start('bare', './bare.ts', [databaseUrl]);
  const database = new URL(databaseUrl).pathname.slice(1);
  return { pid: child.pid ?? 0, origin, database, end: () => child.disconnect() };
}

let bare: Awaited<ReturnType<typeof beginBare>> | undefined;
try {
  bare = await beginBare();
  const ours = await begin(url, tillgate, items);
  const reads = await measured(await readSides(ours));
  const gets = [await getsBeside(ours, 'nothing'), await getsBeside(ours, 'a stream', () => streamsElsewhere(ours))];
  // Peers start only now: even an idle server uses CPU time while another is being measured.
  const contenders = [ours];
  for (const peer of peers) contenders.push(await begin(url, peer, items));
  const writes = await measured(await writeSides(contenders, ours, bare));
  const batch = median(waits);
  console.log(`1000 operations answered in ${batch.toFixed(0)} ms`);
  const one = await together(ours, 'create a record', ours.requests.createMany?.body ?? (() => ({})));
  gets.push(await getsBeside(ours, 'batches of 1,000', one.measure));
  // A partial result would remove the other peers from the page.
  if (named.length === 0) await recordResult('bulk', db, { items, writes, reads, batch, gets });
} finally {
  bare?.end();
  await stopServers();
  for (const name of [BARE, tillgate.name, ...peers.map((peer) => peer.name)]) await dropDatabase(url, name);
  await db.end();
}
