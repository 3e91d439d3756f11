// Compares Tillgate with two floors: A (bench/bare.ts) on one plain table, B (bench/floor.ts) on Tillgate's own tables.
// Rounds alternate, so that noise affects all of them. Needs BENCH_DATABASE_URL, an empty PostgreSQL database. Arguments
// are sizes and the beginning of a request's name: `node bench/run.ts 1000 1000000 create`.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { openPostgres } from '../src/storage/database.ts';
import { migrate } from '../src/storage/migrate.ts';
import { type Contestant, load, sendWork, start, type Work } from './contestant.ts';
import type { Cost, RunResult } from './measured.ts';
import { mint } from './peers/tillgate.ts';
import { recordResult } from './results.ts';
import { arrangeBare, arrangeScene, type Scene, UNHURRIED } from './scene.ts';
import { costLine, median, medianCost } from './statistics.ts';

const ROUNDS = 5;
/** Number of warm-up rounds: V8 optimizes the code of a write only after thousands of requests. */
const WARM_UP = 10;

const url = process.env.BENCH_DATABASE_URL;
if (!url) throw new Error('Set BENCH_DATABASE_URL to an empty PostgreSQL database.');
const sizes = process.argv.slice(2).map(Number).filter(Number.isFinite);
const only = process.argv.slice(2).find((argument) => !/^\d+$/.test(argument)) ?? '';

const randomItem = ({ firstItem, size }: Scene) => firstItem + Math.floor(Math.random() * size);

/** Lines of a document with consecutive items, so that no item occurs twice. */
function linesOf(scene: Scene, count: number, fields: object): object[] {
  const first = scene.firstItem + Math.floor(Math.random() * (scene.size - count));
  return Array.from({ length: count }, (_, i) => ({ itemId: first + i, ...fields }));
}

const posted = (path: string, body: () => object): Work => ({
  method: 'POST',
  path: () => path,
  body: () => JSON.stringify(body()),
});

interface Compared {
  readonly work: (scene: Scene) => Work;
  /** True if floor A, which has one table, can serve it too. */
  readonly bare: boolean;
  /** Requests per round. */
  readonly requests: number;
}

const COMPARED: Record<string, Compared> = {
  'get one item': {
    work: (scene) => ({ path: () => `/v1/items/${randomItem(scene)}?storeId=${scene.storeId}` }),
    bare: true,
    requests: 2_000,
  },
  'list of 100 with total': { work: () => ({ path: () => '/v1/items?limit=100' }), bare: true, requests: 500 },
  'create one': {
    work: () => posted('/v1/items', () => ({ name: `Created ${randomUUID()}`, price: '3.40' })),
    bare: true,
    requests: 1_000,
  },
  'receive 20 lines': {
    work: (scene) =>
      posted('/v1/purchase-orders?receive=true', () => ({
        supplierId: scene.supplierId,
        storeId: scene.storeId,
        orderDate: '2026-01-05',
        lines: linesOf(scene, 20, { quantity: '2', unitCost: '1.20' }),
      })),
    bare: false,
    requests: 200,
  },
  'adjust 5 lines': {
    work: (scene) =>
      posted('/v1/stock-adjustments?post=true', () => ({
        storeId: scene.storeId,
        date: '2026-01-05',
        type: 1,
        reason: 'correction',
        lines: linesOf(scene, 5, { quantity: '1' }),
      })),
    bare: false,
    requests: 200,
  },
};

/** Adds a token, and an Idempotency-Key to writes. */
const asPartner = (work: Work, token: string): Work => ({
  ...work,
  headers: () => ({ authorization: `Bearer ${token}`, ...(work.method && { 'idempotency-key': randomUUID() }) }),
});

const rows: RunResult['rows'][number][] = [];

function print(size: number, name: string, who: string, costs: readonly Cost[], more = ''): void {
  const cost = medianCost(costs);
  rows.push({ size, work: name, who, ...cost });
  const what = `${String(size).padStart(8)} items  ${name.padEnd(26)} ${who.padEnd(8)}`;
  console.log(`${what} ${costLine(cost)}${more}`);
}

/** Ratios of Tillgate to a floor, round by round: above 1, Tillgate is faster. */
function ratios(ours: readonly Cost[], theirs: readonly Cost[]): string {
  const cpu = ({ server, database }: Cost) => server + (database ?? 0);
  const pairs = ours.map((cost, round) => [cost, theirs[round] ?? cost] as const);
  const byRate = median(pairs.map(([our, their]) => our.rate / their.rate));
  const byCpu = median(pairs.map(([our, their]) => cpu(their) / cpu(our)));
  return `  tillgate ${byRate.toFixed(2)} by rate, ${byCpu.toFixed(2)} by CPU`;
}

async function compare(scene: Scene, name: string, { work, bare, requests }: Compared): Promise<void> {
  const contestants = [
    { who: 'tillgate', contestant: tillgate, work: asPartner(work(scene), token), costs: [] as Cost[] },
    ...(bare
      ? [{ who: 'floor A', contestant: floorA, work: work({ ...scene, firstItem: 1 }), costs: [] as Cost[] }]
      : []),
    { who: 'floor B', contestant: floorB, work: work(scene), costs: [] as Cost[] },
  ];
  for (const { contestant, work: theirs } of contestants) await sendWork(contestant, theirs, WARM_UP * requests);
  // Autovacuum would do this within a minute. A plan made for an empty table may be slow on a full one.
  await db.query('analyze');
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { contestant, work: theirs, costs } of contestants) {
      costs.push(await load(db, contestant, theirs, requests));
    }
  }
  const [ours] = contestants;
  for (const { who, costs } of contestants) {
    print(scene.size, name, who, costs, who === 'tillgate' ? '' : ratios(ours?.costs ?? [], costs));
  }
}

const databases = await openPostgres(url, {}, UNHURRIED);
await migrate(databases);
const db = new pg.Pool({ connectionString: url, max: 1 });
let tillgate: Contestant;
let floorA: Contestant;
let floorB: Contestant;
let token: string;
for (const size of sizes.length > 0 ? sizes : [10_000]) {
  const scene = await arrangeScene(databases, `Bench of ${size}`, size);
  await arrangeBare(databases, size);
  tillgate = await start('tillgate', './tillgate.ts', [url]);
  floorA = await start('bare', './bare.ts', [url]);
  floorB = await start('floor', './floor.ts', [url, String(scene.companyId), String(scene.storeId), '1']);
  token = await mint(tillgate.origin, scene);
  for (const [name, compared] of Object.entries(COMPARED)) {
    if (name.startsWith(only)) await compare(scene, name, compared);
  }
  for (const { child } of [tillgate, floorA, floorB]) child.disconnect();
}
// A partial result would remove the other requests from the performance page.
if (only === '') await recordResult('run', db, { rows });
await db.end();
await databases.close();
