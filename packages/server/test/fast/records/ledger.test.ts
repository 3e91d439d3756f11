import { describe, expect, test } from 'vitest';
import { type LevelChange, lockLevels, type Movement, move } from '../../../src/records/ledger.ts';
import { sharedService } from '../../support/service.ts';

let items: number[];

const service = await sharedService();
const caller = await service.connect();
const stores = [await service.newStore(caller.merchant), await service.newStore(caller.merchant, 'Second')];

async function newItems(count: number): Promise<number[]> {
  const names = Array.from({ length: count }, (_, n) => `Counted ${n}`);
  return Promise.all(names.map(async (name) => (await caller.create('/items', { name })).id as number));
}

/** A movement: index of the store, index of the item, and the change. */
const movement = (store: number, item: number, change: string): Movement => ({
  storeId: stores[store] as number,
  itemId: items[item] as number,
  variantId: null,
  lineId: 1,
  change,
  unitCost: null,
});

const post = (movements: Movement[]): Promise<LevelChange[]> =>
  service.arrange(caller.merchant, (tx) => move(tx, { kind: 'stockAdjustment', id: 7 }, movements));

const locked = (movements: Movement[]): Promise<string[]> =>
  service.arrange(caller.merchant, (tx) => lockLevels(tx, movements));

const onHand = async (item: number): Promise<string> =>
  (await caller.get(`/items/${items[item]}?storeId=${stores[0]}`)).body.stock.onHand;

describe('move', () => {
  test('returns each level before and after, in the requested order', async () => {
    items = await newItems(2);
    const sent = [movement(1, 1, '2.5'), movement(0, 0, '3'), movement(1, 1, '-0.250'), movement(1, 1, '1')];
    expect(await post(sent)).toEqual([
      { before: '0', after: '2.5' },
      { before: '0', after: '3' },
      { before: '2.5', after: '2.25' },
      { before: '2.25', after: '3.25' },
    ]);
    expect(await post([movement(0, 0, '-5')])).toEqual([{ before: '3', after: '-2' }]);
    expect(await onHand(1)).toBe('3.25');
    expect(await onHand(0)).toBe('-2');
  });

  test('moves nothing for an empty list', async () => {
    expect(await post([])).toEqual([]);
    expect(await locked([])).toEqual([]);
  });

  test('counts every movement of documents with the same levels in any order, without a deadlock', async () => {
    items = await newItems(4);
    const everywhere = items.flatMap((_, item) => [movement(0, item, '1'), movement(1, item, '1')]);
    const shuffled = (n: number) => [...everywhere.slice(n % 8), ...everywhere.slice(0, n % 8)];
    const documents = Array.from({ length: 24 }, (_, n) => (n % 2 ? shuffled(n).reverse() : shuffled(n)));
    await Promise.all(documents.map(post));
    for (const item of items.keys()) expect(await onHand(item)).toBe('48');
  });
});

describe('lockLevels', () => {
  test('returns the stock on hand in the requested order, and 0 for none', async () => {
    items = await newItems(2);
    await post([movement(0, 1, '4.200')]);
    expect(await locked([movement(1, 0, '1'), movement(0, 1, '1'), movement(1, 0, '1')])).toEqual(['0', '4.2', '0']);
  });

  test('locks a level until the count based on it is written', async () => {
    items = await newItems(1);
    const countTo = (counted: bigint) =>
      service.arrange(caller.merchant, async (tx) => {
        const [level] = await lockLevels(tx, [movement(0, 0, '1')]);
        const change = counted - BigInt(level as string);
        if (change !== 0n) await move(tx, { kind: 'stockAdjustment', id: 8 }, [movement(0, 0, String(change))]);
      });
    await Promise.all(Array.from({ length: 16 }, (_, n) => countTo(BigInt(n + 1))));
    const [level] = await locked([movement(0, 0, '1')]);
    expect(Number(level)).toBeGreaterThan(0);
    expect(Number(level)).toBeLessThanOrEqual(16);
  });
});

test('The stock status follows a low-stock level that changes while stock moves', async () => {
  items = await newItems(1);
  const [id] = items;
  for (let round = 0; round < 8; round += 1) {
    const low = String(round + 1);
    await Promise.all([caller.patch(`/items/${id}`, { lowStockLevel: low }), post([movement(0, 0, '1')])]);
    await caller.get(`/items/${id}?storeId=${stores[0]}`).then(({ body }) => {
      expect(body.stock).toEqual({ onHand: low, stockStatus: 'low' });
    });
    if (round === 7) expect((await caller.get(`/items?stockStatus=low`)).body.pagination.total).toBe(1);
  }
});
