import { afterAll, expect, test } from 'vitest';
import type { Answer } from '../../support/api-caller.ts';
import { duplicateAt, rejectionOf } from '../../support/rejections.ts';
import { startService } from '../../support/service.ts';

const service = await startService();
afterAll(() => service.stop());
const caller = await service.connect();

/** Answers of 20 concurrent requests, and their statuses. */
async function atOnce(send: (n: number) => Promise<Answer>, count = 20) {
  const answers = await Promise.all(Array.from({ length: count }, (_, n) => send(n)));
  return { answers, statuses: answers.map(({ status }) => status).sort() };
}

test('Concurrent moves of categories never form a longer cycle', async () => {
  const ids: number[] = [];
  for (let n = 0; n < 8; n += 1) ids.push((await caller.create('/categories', { name: `Ring ${n}` })).id);
  const move = (n: number) => caller.patch(`/categories/${ids[n]}`, { parentId: ids[(n + 1) % ids.length] });
  expect((await atOnce(move, ids.length)).statuses).toEqual([...Array(7).fill(200), 409]);
});

test.each<[string, object, string]>([
  ['code', { itemCode: 'RACE' }, '/itemCode'],
  ['barcode', { barcodes: ['race'] }, '/barcodes/0'],
  ['variant code', { type: 1, variants: [{ name: 'V', itemCode: 'RACE-V' }] }, '/variants/0/itemCode'],
])('Concurrent creates of 20 items with the same %s create one', async (_, part, path) => {
  const { answers, statuses } = await atOnce((n) => caller.post('/items', { name: `Racer ${n}`, ...part }));
  expect(statuses).toEqual([201, ...Array(19).fill(409)]);
  for (const refused of answers.filter(({ status }) => status === 409))
    expect(rejectionOf(refused)).toEqual(duplicateAt(path));
});

test('One of 20 items takes a code by a concurrent change', async () => {
  const ids: number[] = [];
  for (let n = 0; n < 20; n += 1) ids.push((await caller.create('/items', { name: `Taker ${n}` })).id);
  const take = (n: number) => caller.patch(`/items/${ids[n]}`, { itemCode: 'RACE-P', barcodes: [`${ids[n]}`] });
  expect((await atOnce(take)).statuses).toEqual([200, ...Array(19).fill(409)]);
  expect((await caller.get('/items?search=race-p')).body.pagination.total).toBe(1);
});

test('The total is exact and ids are unique after 50 concurrent creates of items with variants', async () => {
  const total = async () => (await caller.get('/items?limit=1')).body.pagination.total;
  const before = await total();
  const sized = { type: 1, variants: [{ name: 'S' }, { name: 'L' }] };
  const { answers, statuses } = await atOnce((n) => caller.post('/items', { ...sized, name: `Many ${n}` }), 50);
  expect(statuses).toEqual(Array(50).fill(201));
  const ids = answers.flatMap(({ body }) => [body.id, ...body.variants.map(({ id }: { id: number }) => id)]);
  expect([new Set(ids).size, await total()]).toEqual([150, before + 50]);
});
