// What one instance and one PostgreSQL hold: the same requests, spread over the merchants of a region, beside few merchants
// and beside many; bytes of a merchant and of an item at rest; memory of the process. Merchants are added to the same
// database, from each size to the next: `node bench/capacity.ts 1000 10000 100000`. Needs BENCH_DATABASE_URL, any database of a
// PostgreSQL that may create others.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import pg from 'pg';
import { openPostgres } from '../src/storage/database.ts';
import { migrate } from '../src/storage/migrate.ts';
import { connectionTimes } from './cpu-time.ts';
import { measureCost, measureRate, type Next, type Target } from './load.ts';
import { CAPACITY_WORKS, type CapacityResult, type CapacityWork, type Cost } from './measured.ts';
import { createDatabase, dropDatabase } from './peers/database.ts';
import { sendOk } from './peers/http.ts';
import { anyOf, newName } from './peers/peer.ts';
import { freePort, startServer, stopServer } from './peers/server-process.ts';
import { tillgate } from './peers/tillgate.ts';
import { arrangeRegion, FIRST_ITEM, ITEMS, type Region } from './region.ts';
import { recordResult } from './results.ts';
import { UNHURRIED } from './scene.ts';
import { costLine, medianCost } from './statistics.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 3);

/** Merchants that requests are spread over: enough that none of them has its rows in every cache. */
const TOKENS = 500;

interface Credential {
  readonly companyId: number;
  readonly storeId: number;
  readonly authorization: string;
}

const url = process.env.BENCH_DATABASE_URL;
if (!url) throw new Error('Set BENCH_DATABASE_URL to a database of a PostgreSQL that may create others.');
const given = process.argv.slice(2).map(Number).filter(Number.isFinite);
const sizes = given.length > 0 ? given : [1000, 10_000, 100_000];

const WORKS: Record<CapacityWork, (credentials: readonly Credential[], region: Region) => Next> = {
  'get one': (credentials) => () => {
    const { authorization, storeId } = anyOf(credentials);
    const path = `/v1/items/${FIRST_ITEM + Math.floor(Math.random() * ITEMS)}?storeId=${storeId}`;
    return { method: 'GET', path, headers: { authorization } };
  },
  'list of items with total': (credentials) => () => {
    return { method: 'GET', path: '/v1/items?limit=100', headers: { authorization: anyOf(credentials).authorization } };
  },
  'create one': (credentials) => () => ({
    method: 'POST',
    path: '/v1/items',
    headers: {
      authorization: anyOf(credentials).authorization,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({ name: newName(), price: '3.40' }),
  }),
  'mint a token': (_, region) => () => ({
    method: 'POST',
    path: '/v1/token',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(mintBody(region, anyOf(region.companies))),
  }),
};

const mintBody = ({ clientId, clientSecret }: Region, companyId: number) => ({
  client_id: clientId,
  client_secret: clientSecret,
  merchant_id: companyId,
});

async function mintTokens({ origin }: Target, region: Region): Promise<Credential[]> {
  const credentials: Credential[] = [];
  while (credentials.length < Math.min(TOKENS, region.companies.length)) {
    const companyId = anyOf(region.companies);
    const answer = await sendOk<{ access_token: string }>(`${origin}/v1/token`, {}, mintBody(region, companyId));
    credentials.push({ companyId, storeId: region.storeId, authorization: `Bearer ${answer.access_token}` });
  }
  return credentials;
}

async function measureWork(db: pg.Client, target: Target, next: Next): Promise<Cost> {
  const amount = Math.round((await measureRate(target, next, SECONDS)) * SECONDS);
  const costs: Cost[] = [];
  for (let round = 0; round < ROUNDS; round += 1) costs.push(await measureCost(db, target, next, Math.max(16, amount)));
  return medianCost(costs);
}

/** Resident bytes of a process: the second field of proc(5)'s statm, in pages of 4 KiB. */
function residentBytes(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4096;
  } catch {
    return Number.NaN;
  }
}

/** The costs of the works, and the most connections to the database that the server had after one of them. */
async function measureSize(db: pg.Client, target: Target, region: Region) {
  const credentials = await mintTokens(target, region);
  const work = {} as Record<CapacityWork, Cost>;
  let connections = 0;
  for (const name of CAPACITY_WORKS) {
    work[name] = await measureWork(db, target, WORKS[name](credentials, region));
    connections = Math.max(connections, (await connectionTimes(db, { database: target.database })).size);
    console.log(`${String(region.companies.length).padStart(8)} merchants  ${name.padEnd(24)} ${costLine(work[name])}`);
  }
  return { work, connections };
}

const SIZES = `
  select pg_database_size(current_database())::float as bytes, (
    select sum(pg_total_relation_size(c.oid))::float from pg_class c
    where c.relnamespace = 'control'::regnamespace and c.relkind = 'r') as "controlBytes"`;

async function sizesOf(db: pg.Client): Promise<{ bytes: number; controlBytes: number }> {
  const { rows } = await db.query<{ bytes: number; controlBytes: number }>(SIZES);
  return rows[0] ?? { bytes: Number.NaN, controlBytes: Number.NaN };
}

const databaseUrl = await createDatabase(url, 'capacity');
const databases = await openPostgres(databaseUrl, {}, UNHURRIED);
await migrate(databases);
const db = new pg.Client(databaseUrl);
await db.connect();
const port = await freePort();
const site = { folder: tmpdir(), databaseUrl, port, origin: `http://127.0.0.1:${port}`, items: 0 };
const results: CapacityResult['sizes'][number][] = [];
let region: Region | undefined;
for (const merchants of sizes) {
  const before = await sizesOf(db);
  const present = region?.companies.length ?? 0;
  region = await arrangeRegion(databases, region, merchants);
  const { bytes, controlBytes } = await sizesOf(db);
  const bytesPerItem = (bytes - before.bytes) / ((merchants - present) * ITEMS);
  const child = await startServer(site, tillgate.command(site));
  try {
    const target = { pid: child.pid ?? 0, origin: site.origin, database: new URL(databaseUrl).pathname.slice(1) };
    const costs = await measureSize(db, target, region);
    results.push({ merchants, bytes, bytesPerItem, controlBytes, memory: residentBytes(target.pid), ...costs });
  } finally {
    await stopServer(child);
  }
}
const result: CapacityResult = { itemsPerMerchant: ITEMS, sizes: results };
await recordResult('capacity', db, result);
await db.end();
await databases.close();
await dropDatabase(url, 'capacity');
