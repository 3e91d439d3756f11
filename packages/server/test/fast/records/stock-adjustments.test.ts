import { expect, test } from 'vitest';
import { sharedService } from '../../support/service.ts';
import { discrepancies, movementsOf, onHand } from '../../support/stock.ts';

const [COUNT, ADD] = [0, 1];

const service = await sharedService();
const caller = await service.connect();
const storeId = await service.newStore(caller.merchant);

const newItem = async (): Promise<number> => (await caller.create('/items', { name: 'Counted' })).id;
const post = (type: number, lines: readonly object[]) =>
  caller.create('/stock-adjustments?post=true', { storeId, date: '2026-03-02', type, lines });
const moved = ({ id }: { id: number }) => movementsOf(service, 'stockAdjustment', id);
const level = (itemId: number) => onHand(service, storeId, itemId);

test('A count is against the stock at that moment, while others add to it', async () => {
  const itemId = await newItem();
  const adding = Array.from({ length: 10 }, () => post(ADD, [{ itemId, quantity: '1' }]));
  const counts = await Promise.all(Array.from({ length: 5 }, () => post(COUNT, [{ itemId, quantity: '100' }])));
  await Promise.all(adding);
  const rows = (await Promise.all(counts.map(moved))).map(([row]) => Number(row?.[4] ?? 0));
  for (const [n, { lines }] of counts.entries()) {
    expect(100 - Number(lines[0].before)).toBe(rows[n]);
    expect(lines[0].after).toBe('100');
  }
  expect(10 + rows.reduce((sum, change) => sum + change, 0)).toBe(Number(await level(itemId)));
  expect(await discrepancies(service.databases)).toEqual([]);
});

test('The void of a count that changed nothing moves nothing', async () => {
  const itemId = await newItem();
  await service.stock(caller.merchant, storeId, itemId, '5');
  const { id } = await post(COUNT, [{ itemId, quantity: '5' }]);
  expect((await caller.patch(`/stock-adjustments/${id}`, { status: 2 })).body.status).toBe(2);
  expect(await moved({ id })).toEqual([]);
});

test('Counts of many items in any order do not deadlock', async () => {
  const items = await Promise.all(Array.from({ length: 6 }, newItem));
  const lines = (n: number) =>
    [...items.slice(n % 6), ...items.slice(0, n % 6)].map((itemId) => ({ itemId, quantity: String(n + 1) }));
  await Promise.all(Array.from({ length: 18 }, (_, n) => post(COUNT, n % 2 ? lines(n) : lines(n).reverse())));
  expect(new Set(await Promise.all(items.map(level))).size).toBe(1);
  expect(await discrepancies(service.databases)).toEqual([]);
});
