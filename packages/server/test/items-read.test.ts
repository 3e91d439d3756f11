import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Item } from '../src/contract/generated/types.gen.ts';
import type { Caller } from './support/caller.ts';
import { invalid, NOT_FOUND, refusalOf } from './support/refusal.ts';
import { type Service, startService } from './support/service.ts';

let service: Service;
let caller: Caller;
let storeA: number;
let storeB: number;

beforeAll(async () => {
  service = await startService();
  caller = await service.connect();
  storeA = await service.newStore(caller.merchant);
  storeB = await service.newStore(caller.merchant);
});
afterAll(() => service?.stop());

const create = (part: object): Promise<Item> => caller.create('/items', { name: 'Item', ...part });
const at = async (store: number, { id }: Item) => (await caller.get(`/items/${id}?storeId=${store}`)).body;
const stock = (store: number, item: Item, onHand: string, variant?: number) =>
  service.stock(caller.merchant, store, item.id, onHand, variant ?? null);

describe('GET /items/{id}', () => {
  test('returns the item, its total stock, and its details at the store', async () => {
    const item = await create({ price: '2.50', lowStockLevel: '1' });
    expect(await at(storeA, item)).toEqual({
      ...item,
      stock: { onHand: '0', stockStatus: 'out' },
      atStore: {
        storeId: storeA,
        status: 1,
        price: '2.50',
        lowStockLevel: '1',
        onHand: '0',
        stockStatus: 'out',
        variants: [],
      },
    });
  });

  test.each<[string, object, object]>([
    ['price', { price: '9.90' }, { price: '9.90' }],
    ['low-stock level', { lowStockLevel: '8.0' }, { lowStockLevel: '8' }],
    ['status', { status: 0 }, { status: 0 }],
    ['price and level alone when the other is null', { price: '0', lowStockLevel: null }, { price: '0.00' }],
  ])("applies one store's %s there and nowhere else", async (_, override, effect) => {
    const item = await create({ price: '2.50', lowStockLevel: '5', stores: [{ storeId: storeB, ...override }] });
    const plain = { status: 1, price: '2.50', lowStockLevel: '5' };
    expect((await at(storeA, item)).atStore).toMatchObject(plain);
    expect((await at(storeB, item)).atStore).toMatchObject({ ...plain, ...effect });
  });

  test('is inactive everywhere when the item is', async () => {
    const item = await create({ status: 0, stores: [{ storeId: storeB, status: 1 }] });
    expect((await at(storeB, item)).atStore.status).toBe(0);
  });

  test.each([
    ['-1', 'out', '-1'],
    ['0.001', 'low', '0.001'],
    ['5', 'low', '5'],
    ['5.000', 'low', '5'],
    ['5.001', 'inStock', '5.001'],
  ])('reports a stock of %s at a low-stock level of 5 as %s', async (onHand, stockStatus, shown) => {
    const item = await create({ lowStockLevel: '5' });
    await stock(storeA, item, onHand);
    const body = await at(storeA, item);
    expect(body.stock).toEqual({ onHand: shown, stockStatus });
    expect(body.atStore).toMatchObject({ onHand: shown, stockStatus });
  });

  test("adds up the stock of all stores, and applies each store's own low-stock level", async () => {
    const item = await create({ lowStockLevel: '5', stores: [{ storeId: storeB, lowStockLevel: '2' }] });
    await stock(storeA, item, '3.25');
    await stock(storeB, item, '2.75');
    const [a, b] = [await at(storeA, item), await at(storeB, item)];
    for (const { stock: whole } of [a, b]) expect(whole).toEqual({ onHand: '6', stockStatus: 'inStock' });
    expect(a.atStore).toMatchObject({ onHand: '3.25', stockStatus: 'low' });
    expect(b.atStore).toMatchObject({ onHand: '2.75', stockStatus: 'inStock' });
  });

  test('follows changes of stock', async () => {
    const item = await create({});
    for (const [onHand, stockStatus] of [
      ['4', 'inStock'],
      ['0', 'out'],
      ['7', 'inStock'],
    ] as const) {
      await stock(storeA, item, onHand);
      expect((await at(storeA, item)).stock).toEqual({ onHand, stockStatus });
    }
  });

  test('returns no stock, and never the status out, where stock is not tracked', async () => {
    const item = await create({ trackStock: false, lowStockLevel: '5' });
    await stock(storeA, item, '1');
    const { stock: whole, atStore } = await at(storeA, item);
    expect(whole).toEqual({ onHand: null, stockStatus: 'inStock' });
    expect(atStore).toMatchObject({ onHand: null, stockStatus: 'inStock' });
    await caller.patch(`/items/${item.id}`, { trackStock: true });
    expect((await at(storeA, item)).stock).toEqual({ onHand: '1', stockStatus: 'low' });
  });

  test("returns each variant's own price, or the store's, or the item's", async () => {
    const variants = [{ name: 'S' }, { name: 'L', price: '4.00' }];
    const item = await create({ type: 1, price: '3.00', variants, stores: [{ storeId: storeB, price: '3.50' }] });
    const prices = async (store: number) =>
      (await at(store, item)).atStore.variants.map((v: { price: string }) => v.price);
    expect(await prices(storeA)).toEqual(['3.00', '4.00']);
    expect(await prices(storeB)).toEqual(['3.50', '4.00']);
  });

  test('returns the stock of each variant at the store, and the sum', async () => {
    const item = await create({ type: 1, variants: [{ name: 'S' }, { name: 'L' }] });
    const [s = 0, l = 0] = item.variants.map(({ id }) => id);
    await stock(storeA, item, '2', s);
    await stock(storeA, item, '3.5', l);
    await stock(storeB, item, '4', l);
    const [a, b] = [await at(storeA, item), await at(storeB, item)];
    const state = (variantId: number, onHand: string) => ({ variantId, price: '0.00', onHand });
    expect(a.atStore).toMatchObject({ onHand: '5.5', variants: [state(s, '2'), state(l, '3.5')] });
    expect(b.atStore).toMatchObject({ onHand: '4', variants: [state(s, '0'), state(l, '4')] });
    expect(a.stock).toEqual({ onHand: '9.5', stockStatus: 'inStock' });
  });

  test('returns a combo without stock of its own', async () => {
    const part = await create({});
    const combo = await create({ type: 2, price: '5', components: [{ itemId: part.id, quantity: '1' }] });
    expect(await at(storeA, combo)).toMatchObject({
      stock: { onHand: null, stockStatus: 'inStock' },
      atStore: { onHand: null, price: '5.00', variants: [] },
    });
  });

  test('changes its ETag with stock and with the store, and keeps the version in it', async () => {
    const item = await create({ stores: [{ storeId: storeB, price: '1' }] });
    const tag = async (store: number) =>
      (await caller.get(`/items/${item.id}?storeId=${store}`)).headers.get('etag') ?? '';
    const first = await tag(storeA);
    expect(await tag(storeA)).toBe(first);
    expect(await tag(storeB)).not.toBe(first);
    await stock(storeA, item, '1');
    const second = await tag(storeA);
    expect(second).not.toBe(first);
    const read = await caller.get(`/items/${item.id}?storeId=${storeA}`, { 'If-None-Match': first });
    expect(read.status).toBe(200);
    const unchanged = await caller.get(`/items/${item.id}?storeId=${storeA}`, { 'If-None-Match': second });
    expect([unchanged.status, unchanged.text]).toEqual([304, '']);
    expect((await caller.patch(`/items/${item.id}`, { status: 0 }, { 'If-Match': first })).status).toBe(200);
  });

  test.each([
    ['', 'required'],
    ['?storeId=', 'pattern'],
    ['?storeId=abc', 'pattern'],
    ['?storeId=0', 'pattern'],
    ['?storeId=01', 'pattern'],
    ['?storeId=12345678901234567', 'maxLength'],
    ['?storeId=1&storeId=2', 'duplicate'],
  ])('rejects the query "%s"', async (query, rule) => {
    const { id } = await create({});
    const refusal = refusalOf(await caller.get(`/items/${id}${query}`));
    expect(refusal.slice(0, 2)).toEqual(invalid());
    expect(refusal).toContain(`query storeId ${rule}`);
  });

  test("finds neither an unknown store nor another merchant's", async () => {
    const item = await create({});
    const other = await service.connect();
    const theirs = await service.newStore(other.merchant);
    for (const store of [theirs, 9999999999999999n]) {
      const answer = await caller.get(`/items/${item.id}?storeId=${store}`);
      expect(refusalOf(answer)).toEqual(NOT_FOUND);
      expect(answer.body.message).toBe(`No such store: ${store}.`);
    }
    expect(refusalOf(await other.get(`/items/${item.id}?storeId=${theirs}`))).toEqual(NOT_FOUND);
  });

  test("returns each merchant's own item when merchants of two regions have equal ids", async () => {
    const [here, there] = [await service.connect('FULL', 'IN'), await service.connect('FULL', 'AE')];
    const ids: number[][] = [];
    for (const [app, name, onHand] of [
      [here, 'Here', '1'],
      [there, 'There', '2'],
    ] as const) {
      const storeId = await service.newStore(app.merchant, name);
      const item = await app.create('/items', { name, externalId: 'same', itemCode: 'SAME' });
      await service.stock(app.merchant, storeId, item.id, onHand);
      ids.push([storeId, item.id]);
      const read = await app.get(`/items/${item.id}?storeId=${storeId}`);
      expect(read.body).toMatchObject({ name, stock: { onHand } });
    }
    expect(new Set(ids.map(String)).size).toBe(1);
    const [[storeId, id] = []] = ids;
    expect((await here.get(`/items/${id}?storeId=${storeId}`)).body).toMatchObject({
      name: 'Here',
      atStore: { onHand: '1' },
    });
  });
});
