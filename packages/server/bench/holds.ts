// Longest turns of the event loop, for which other requests wait, with the largest inputs that the contract allows.
// Words limit the run to requests whose name contains one: `pnpm bench holds batch`. Needs BENCH_DATABASE_URL.
import { randomUUID } from 'node:crypto';
import { ask, callerOf, median, start, stop } from './load.ts';
import { arrangeScene, DATABASE_URL, openBench } from './scene.ts';

const ROUNDS = 5;
const words = process.argv.slice(2);

const databases = await openBench();
const scene = await arrangeScene(databases, 'Holds', 6_000);
const { storeId, supplierId, firstItem } = scene;
const server = await start('tillgate', './tillgate.ts', [DATABASE_URL]);
const { call } = await callerOf(server, scene);

/** Milliseconds of processor time of the longest turn since the last call. */
const longestTurn = async (): Promise<number> => (await ask<{ longest: number }>(server, 'longest turn')).longest;

const name = (): string => `Item ${randomUUID()}`;
const lines = (count: number, more: object = {}) =>
  Array.from({ length: count }, (_, i) => ({ itemId: firstItem + i, quantity: '1', ...more }));
const adjustment = (type: number) => ({ storeId, date: '2026-01-15', type, lines: lines(5_000) });
const order = () => ({ supplierId, storeId, orderDate: '2026-01-15', lines: lines(1_000, { unitCost: '1.5' }) });
const largeItem = () => ({
  name: name(),
  type: 1,
  description: 'd'.repeat(4_096),
  variants: Array.from({ length: 250 }, (_, i) => ({ name: `${'v'.repeat(200)} ${i}`, price: '1' })),
});
const smallItem = () => ({ op: 'create', item: { name: name(), price: '1.00', description: 'd'.repeat(3_500) } });

const post = (path: string, body: () => object | string) => () => call(path, body());
const { nextCursor } = (await (await call('/changes')).json()) as { nextCursor: string };
const DRAFTS = '/stock-adjustments?limit=100&order=asc';

const REQUESTS: Readonly<Record<string, () => Promise<Response>>> = {
  'create an adjustment of 5,000 lines': post('/stock-adjustments?post=false', () => adjustment(1)),
  'count 5,000 lines': post('/stock-adjustments?post=true', () => adjustment(0)),
  'create and receive an order of 1,000 lines': post('/purchase-orders?receive=true', order),
  'create an item of 250 variants': post('/items', largeItem),
  'a batch of 1,000 items, 3.6 MB': post('/items/batch', () => ({
    operations: Array.from({ length: 1_000 }, smallItem),
  })),
  'a batch of 40 items of 250 variants': post('/items/batch', () => ({
    operations: Array.from({ length: 40 }, () => ({ op: 'create', item: largeItem() })),
  })),
  'a batch with a mistake in each operation': post('/items/batch', () => ({
    operations: Array.from({ length: 1_000 }, () => ({ op: 'create', item: { nam: 1, x: 'y'.repeat(3_500) } })),
  })),
  'a mebibyte of blanks': post('/items', () => `${' '.repeat(1_048_000)}{}`),
  'a mebibyte of one text': post('/items', () => ({ name: 'é'.repeat(500_000) })),
  'a mebibyte of unknown properties': post('/items', () =>
    Object.fromEntries(Array.from({ length: 60_000 }, (_, i) => [`property${i}`, 1])),
  ),
  'a page of 100 adjustments, 43 MB': () => call(DRAFTS),
  'these as a stream': () => call('/stock-adjustments', undefined, { accept: 'application/x-ndjson' }),
  'changes with these as records': () => call(`/changes?after=${nextCursor}&include=record`),
  'a page of items of 250 variants': () => call('/items?limit=100'),
};

for (let n = 0; n < 100; n += 1) await call('/stock-adjustments?post=false', adjustment(1));
for (const [what, work] of Object.entries(REQUESTS)) {
  if (words.length > 0 && !words.some((word) => what.includes(word))) continue;
  const turns: number[] = [];
  let status = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    await longestTurn();
    const response = await work();
    status = response.status;
    for await (const _ of response.body ?? []);
    turns.push(await longestTurn());
  }
  console.log(`${what.padEnd(44)} ${status} ${median(turns).toFixed(1).padStart(7)} ms`);
}
stop(server);
await databases.close();
