import { expect, test, vi } from 'vitest';
import { Batches } from '../../../src/database/batch.ts';
import type { Answer } from '../../support/api-caller.ts';
import { sharedService } from '../../support/service.ts';

const service = await sharedService();

const statuses = ({ body }: Answer): number[] => body.results.map(({ status }: { status: number }) => status);

const creates = (count: number, itemCode: (n: number) => string | undefined) =>
  Array.from({ length: count }, (_, n) => ({ op: 'create', item: { name: `Item ${n}`, itemCode: itemCode(n) } }));

test('POST /items/batch names each failed operation of a long atomic batch, and stores nothing', async () => {
  const caller = await service.connect();
  await caller.create('/items', { name: 'Held', itemCode: 'HELD' });
  const operations = creates(250, (n) => (n % 100 === 42 ? 'HELD' : undefined));
  const { status, body } = await caller.post('/items/batch?atomic=true', { operations });
  expect([status, body.code]).toEqual([409, 'partner.duplicate']);
  expect(body.details.map(({ path }: { path: string }) => path)).toEqual(
    [42, 142, 242].map((n) => `/operations/${n}/item/itemCode`),
  );
  expect((await caller.get('/items')).body.pagination.total).toBe(1);
});

test('POST /items/batch logs a change of each record, and none of an operation whose code is taken', async () => {
  const caller = await service.connect();
  await caller.create('/items', { name: 'Held', itemCode: 'HELD' });
  const after = (await caller.get('/changes')).body.nextCursor;
  const operations = creates(4, (n) => (n === 1 ? 'HELD' : undefined));
  const answer = await caller.post('/items/batch', { operations });
  expect(statuses(answer)).toEqual([201, 409, 201, 201]);
  const { data } = (await caller.get(`/changes?after=${after}`)).body;
  const written = answer.body.results.flatMap(({ item }: { item?: { id: number } }) => (item ? [item.id] : []));
  expect(data.map(({ id }: { id: number }) => id)).toEqual(written);
});

test('POST /items/batch takes 1000 operations, each of which fails alone', async () => {
  const caller = await service.connect();
  const operations = creates(1000, (n) => `C${n}`);
  expect(new Set(statuses(await caller.post('/items/batch', { operations })))).toEqual(new Set([201]));
  const { body } = await caller.post('/items/batch', { operations });
  expect([body.succeeded, body.failed]).toEqual([0, 1000]);
  expect(body.results[999].error.details[0].path).toBe('/itemCode');
});

test('Two long batches of upserts at once create one record for each key, in whatever order', async () => {
  const caller = await service.connect();
  const operations = Array.from({ length: 120 }, (_, n) => ({
    op: 'upsert',
    externalId: `key-${n}`,
    item: { name: `Item ${n}` },
  }));
  const answers = await Promise.all(
    [operations, operations.toReversed(), operations].map((each) => caller.post('/items/batch', { operations: each })),
  );
  expect(answers.flatMap(statuses).sort()).toEqual([...Array(240).fill(200), ...Array(120).fill(201)]);
  expect((await caller.get('/items')).body.pagination.total).toBe(120);
});

test('A code that another request takes meanwhile fails its operation of a batch', async () => {
  const caller = await service.connect();
  const taken = [70, 71, 149];
  const [answer, ...others] = await Promise.all([
    caller.post('/items/batch', { operations: creates(150, (n) => `RACE-${n}`) }),
    ...taken.map((n) => caller.post('/items', { name: 'Other', itemCode: `RACE-${n}` })),
  ]);
  const lost = taken.filter((_, i) => others[i]?.status === 201);
  expect(statuses(answer)).toEqual(Array.from({ length: 150 }, (_, n) => (lost.includes(n) ? 409 : 201)));
});

test('POST /items/batch writes few large items at once, many small ones, and others get their turn between them', async () => {
  const caller = await service.connect();
  const query = vi.spyOn(Batches.prototype, 'query');
  const inserts = () => query.mock.calls.filter(([{ name }]) => name?.startsWith('items.insert')).length;
  const variants = Array.from({ length: 250 }, (_, n) => ({ name: `Size ${n}`, price: '1.00' }));
  const large = Array.from({ length: 20 }, (_, n) => ({
    op: 'create',
    item: { name: `Large ${n}`, type: 1, variants },
  }));
  expect(new Set(statuses(await caller.post('/items/batch', { operations: large })))).toEqual(new Set([201]));
  const ofLarge = inserts();
  query.mockClear();
  await caller.post('/items/batch', { operations: creates(100, () => undefined) });
  expect([ofLarge, inserts()]).toEqual([7, 1]);
  query.mockRestore();
});
