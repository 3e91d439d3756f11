// Compares batches of 1,000 operations on items with single requests that do the same, and measures how long another request
// waits for one. Rounds alternate. Needs BENCH_DATABASE_URL, an empty PostgreSQL database.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { openPostgres } from '../src/storage/database.ts';
import { migrate } from '../src/storage/migrate.ts';
import { type Contestant, load, sendWork, serverTime, start, type Work } from './contestant.ts';
import { connectionTimes } from './cpu-time.ts';
import { costOf } from './load.ts';
import type { Cost } from './measured.ts';
import { mint } from './peers/tillgate.ts';
import { arrangeScene, type Scene, UNHURRIED } from './scene.ts';
import { costLine, median, medianCost } from './statistics.ts';
import { asPartner } from './works.ts';

const ITEMS = 10_000;
const OPERATIONS = 1_000;
const ROUNDS = Number(process.argv[2] ?? 5);
const SINGLES = 1_000;
const BATCHES = 3;

const url = process.env.BENCH_DATABASE_URL;
if (!url) throw new Error('Set BENCH_DATABASE_URL to an empty PostgreSQL database.');

const databases = await openPostgres(url, {}, UNHURRIED);
await migrate(databases);
const db = new pg.Pool({ connectionString: url, max: 1 });
const scene = await arrangeScene(databases, 'Bench of batches', ITEMS);
const server = await start('tillgate', './tillgate.ts', [url]);
const token = await mint(server.origin, scene);

const newItem = () => ({ name: `Created ${randomUUID()}`, price: '3.40' });
const price = () => ({ price: `${(Math.random() * 100).toFixed(2)}` });

interface Pair {
  readonly single: Work;
  /** Operations of a batch. */
  readonly operations: (scene: Scene) => object[];
}

const times = <One>(count: number, one: (n: number) => One): One[] => Array.from({ length: count }, (_, n) => one(n));

const PAIRS: Record<string, Pair> = {
  'create an item': {
    single: { method: 'POST', path: () => '/v1/items', body: () => JSON.stringify(newItem()) },
    operations: () => times(OPERATIONS, () => ({ op: 'create', item: newItem() })),
  },
  'change a price': {
    single: {
      method: 'PATCH',
      path: () => `/v1/items/${scene.firstItem + Math.floor(Math.random() * ITEMS)}`,
      body: () => JSON.stringify(price()),
    },
    operations: ({ firstItem }) => {
      const first = firstItem + Math.floor(Math.random() * (ITEMS - OPERATIONS));
      return times(OPERATIONS, (n) => ({ op: 'update', id: first + n, item: price() }));
    },
  },
};

const waits: number[] = [];

/** Sends batches one after the other. Returns the cost of each operation. */
const loadBatches = (contestant: Contestant, operations: Pair['operations']): Promise<Cost> =>
  costOf(
    BATCHES * OPERATIONS,
    async () => {
      const from = performance.now();
      for (let sent = 0; sent < BATCHES; sent += 1) await sendBatch(contestant.origin, operations(scene));
      return (performance.now() - from) / 1000;
    },
    async () => ({ server: await serverTime(contestant), database: await connectionTimes(db, contestant) }),
  );

async function sendBatch(origin: string, operations: object[]): Promise<void> {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
  };
  const from = performance.now();
  const response = await fetch(`${origin}/v1/items/batch`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ operations }),
  });
  const { failed } = (await response.json()) as { failed?: number };
  if (response.status !== 200 || failed !== 0) throw new Error(`A batch failed: ${response.status}`);
  waits.push(performance.now() - from);
}

for (const [name, { single, operations }] of Object.entries(PAIRS)) {
  const work = asPartner(single, token);
  const [singles, batches]: [Cost[], Cost[]] = [[], []];
  await sendWork(server, work, 3 * SINGLES);
  await loadBatches(server, operations);
  await db.query('analyze');
  waits.length = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    singles.push(await load(db, server, work, SINGLES));
    batches.push(await loadBatches(server, operations));
  }
  const [alone, together] = [medianCost(singles), medianCost(batches)];
  const share = (part: 'server' | 'database') => ((together[part] ?? 0) / (alone[part] ?? 0)).toFixed(3);
  console.log(`${name}, alone        ${costLine(alone)}`);
  console.log(
    `${name}, in a batch   ${costLine(together)}  server × ${share('server')}, database × ${share('database')}`,
  );
  console.log(`${name}: ${OPERATIONS} operations answered in ${median(waits).toFixed(0)} ms`);
}
server.child.disconnect();
await db.end();
await databases.close();
