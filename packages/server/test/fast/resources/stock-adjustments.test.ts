import { describe, expect, test } from 'vitest';
import type { StockAdjustment } from '../../../src/contract/generated/types.gen.ts';
import type { Answer } from '../../support/api-caller.ts';
import { conflict, conflictOf, rejectionOf } from '../../support/rejections.ts';
import { sharedService } from '../../support/service.ts';
import { discrepancies, movementsOf, newShop, onHand } from '../../support/stock.ts';

const [COUNT, ADD] = [0, 1];

const service = await sharedService();
const caller = await service.connect();
const shop = await newShop(service, caller);
const [store] = shop.stores;

const body = (part: object = {}) => ({
  storeId: store,
  date: '2026-03-02',
  type: ADD,
  lines: [{ itemId: shop.beans, quantity: '10' }],
  ...part,
});
const send = (part: object = {}, post = 'false') => caller.post(`/stock-adjustments?post=${post}`, body(part));
async function create(part: object = {}, post = 'false'): Promise<StockAdjustment> {
  const answer = await send(part, post);
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body;
}
const patch = ({ id }: StockAdjustment, change: object): Promise<Answer> =>
  caller.patch(`/stock-adjustments/${id}`, change);
const moved = ({ id }: StockAdjustment) => movementsOf(service, 'stockAdjustment', id);
const newItem = async (stock?: string): Promise<number> => {
  const { id } = await caller.create('/items', { name: `Item ${service.clock()}` });
  if (stock !== undefined) await service.stock(caller.merchant, store, id, stock);
  return id;
};
const level = (itemId: number, variantId: number | null = null) => onHand(service, store, itemId, variantId);
const of = (itemId: number, quantity: string) => ({ lines: [{ itemId, quantity }] });

describe('POST /stock-adjustments', () => {
  test.each<[string, string, () => object]>([
    ['a combo', '/lines/0/itemId', () => ({ itemId: shop.combo })],
    ['an item with variants without one', '/lines/0/variantId', () => ({ itemId: shop.shirt.id })],
  ])('rejects an adjustment of %s', async (_, path, named) => {
    const answer = await send({ lines: [{ ...named(), quantity: '1' }] }, 'true');
    expect(rejectionOf(answer)).toEqual([422, 'partner.reference_not_found', `body ${path} stockable`]);
  });

  test('counts against the stock at that moment, while others add to it', async () => {
    const item = await newItem();
    const adding = Array.from({ length: 10 }, () => create({ type: ADD, ...of(item, '1') }, 'true'));
    const counting = Array.from({ length: 5 }, () => create({ type: COUNT, ...of(item, '100') }, 'true'));
    const counts = await Promise.all(counting);
    await Promise.all(adding);
    const rows = (await Promise.all(counts.map(moved))).map(([row]) => Number(row?.[4] ?? 0));
    for (const [n, count] of counts.entries()) {
      expect(100 - Number(count.lines[0]?.before)).toBe(rows[n]);
      expect(count.lines[0]?.after).toBe('100');
    }
    expect(10 + rows.reduce((sum, change) => sum + change, 0)).toBe(Number(await level(item)));
    expect(await discrepancies(service.databases)).toEqual([]);
  });
});

describe('PATCH /stock-adjustments/{id} of a draft', () => {
  test.each<[string, number, object[], number]>([
    ['a count of 0 an addition', COUNT, [{ quantity: '0' }], ADD],
    ['two lines of one item a count', ADD, [{ quantity: '1' }, { quantity: '2' }], COUNT],
  ])('rejects a change to %s without matching lines', async (_, type, quantities, other) => {
    const lines = quantities.map((quantity) => ({ itemId: shop.beans, ...quantity }));
    const adjustment = await create({ type, lines });
    expect(conflictOf(await patch(adjustment, { type: other }))).toEqual(conflict('/type', 'update', 'post', 'void'));
    const fitting = { type: other, ...of(shop.beans, '3') };
    expect((await patch(adjustment, fitting)).body).toMatchObject({ type: other, version: 2 });
  });
});

describe('PATCH /stock-adjustments/{id} of a posted adjustment', () => {
  test('voids a count that changed nothing, and moves nothing', async () => {
    const item = await newItem('5');
    const adjustment = await create({ type: COUNT, ...of(item, '5') }, 'true');
    expect((await patch(adjustment, { status: 2 })).body.status).toBe(2);
    expect(await moved(adjustment)).toEqual([]);
  });
});

test('Counts of many items in any order do not deadlock', async () => {
  const items = await Promise.all(Array.from({ length: 6 }, () => newItem('1')));
  const lines = (n: number) =>
    [...items.slice(n % 6), ...items.slice(0, n % 6)].map((itemId) => ({ itemId, quantity: String(n) }));
  const answers = await Promise.all(
    Array.from({ length: 18 }, (_, n) => send({ type: COUNT, lines: n % 2 ? lines(n) : lines(n).reverse() }, 'true')),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(18).fill(201));
  const levels = await Promise.all(items.map((item) => level(item)));
  expect(new Set(levels).size).toBe(1);
  expect(await discrepancies(service.databases)).toEqual([]);
});
