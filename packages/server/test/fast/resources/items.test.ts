import document from '@tillgate/openapi/openapi.json' with { type: 'json' };
import { describe, expect, test } from 'vitest';
import type { Item } from '../../../src/contract/generated/types.gen.ts';
import type { Answer } from '../../support/api-caller.ts';
import { importValid, itemLine, storeLine } from '../../support/import-lines.ts';
import { walkCursor } from '../../support/lists.ts';
import { arrangePurchasing, newOrder } from '../../support/purchasing.ts';
import { conflictAt, invalid, rejectionOf } from '../../support/rejections.ts';
import { sharedService } from '../../support/service.ts';

const service = await sharedService();
const caller = await service.connect();

const create = (part: object): Promise<Item> => caller.create('/items', { name: 'Item', ...part });
const patch = (item: Item, change: object): Promise<Answer> => caller.patch(`/items/${item.id}`, change);
const sized = () => create({ type: 1, variants: [{ name: 'S' }, { name: 'L' }] });
const variantOf = ({ variants }: Item, n = 0): number => variants[n]?.id ?? 0;

describe('GET /items/{id}', () => {
  test('is inactive everywhere when the item is', async () => {
    const storeId = await service.newStore(caller.merchant);
    const { id } = await create({ status: 0, stores: [{ storeId, status: 1 }] });
    expect((await caller.get(`/items/${id}?storeId=${storeId}`)).body.atStore.status).toBe(0);
  });
});

describe('GET /items/{id}/stock', () => {
  test("returns opening stock as in the contract's example, without a document, whoever wrote it", async () => {
    const trader = await service.connect();
    await importValid(service, trader.merchant, [
      storeLine('S'),
      itemLine('A'),
      { type: 'openingStock', externalId: 'O', store: 'S', item: 'A', quantity: '12', unitCost: '0.85' },
    ]);
    const [[{ id }], [{ id: storeId }]] = await Promise.all(
      ['/items', '/stores'].map(async (path) => (await trader.get(path)).body.data),
    );
    const [opening] = (await trader.get(`/items/${id}/stock?storeId=${storeId}`)).body.data;
    const [, shown] = document.components.examples.ItemStock.value.data;
    const { id: movement, itemId, at, recordedAt } = opening;
    expect([itemId, opening.storeId]).toEqual([id, storeId]);
    expect(opening).toEqual({ ...shown, id: movement, storeId, itemId, at, recordedAt });
  });

  test('counts a thousand movements and no more', async () => {
    const scene = await arrangePurchasing(service, caller);
    const line = { itemId: (await create({ name: 'Fast seller' })).id, quantity: '1', unitCost: '1' };
    const stock = (query = '') => caller.get(`/items/${line.itemId}/stock?storeId=${scene.storeId}${query}`);
    await newOrder(scene, { lines: Array(1000).fill(line) }, true);
    expect((await stock()).body.pagination).toMatchObject({ total: 1000, totalIsExact: true });
    await newOrder(scene, { lines: [line] }, true);
    const last = (await stock('&page=11&limit=100')).body;
    expect(last.pagination).toMatchObject({ total: 1000, totalIsExact: false, hasMore: false });
    expect([last.data.length, last.onHand]).toEqual([1, '1001']);
  });
});

describe('PATCH /items/{id}', () => {
  test('keeps its own codes, and swaps them between its variants', async () => {
    const item = await create({
      type: 1,
      itemCode: 'SW',
      variants: [
        { name: 'A', itemCode: 'SW-A' },
        { name: 'B', itemCode: 'SW-B' },
      ],
    });
    expect((await patch(item, { itemCode: 'SW' })).status).toBe(200);
    const [a, b] = item.variants.map(({ id, name }) => ({ id, name }));
    const swapped = await patch(item, {
      variants: [
        { ...a, itemCode: 'SW-B' },
        { ...b, itemCode: 'SW-A' },
      ],
    });
    expect(swapped.body.variants.map((v: { itemCode: string }) => v.itemCode)).toEqual(['SW-B', 'SW-A']);
    const variants = [a, { ...b, itemCode: 'SW' }];
    expect(rejectionOf(await patch(item, { variants }))).toEqual(invalid('body /variants/1/itemCode unique'));
  });

  test.each<[string, string, object]>([
    ['a purchase order', '/purchase-orders?receive=false', { unitCost: '1' }],
    ['a stock transfer', '/stock-transfers?receive=false', {}],
    ['a stock adjustment', '/stock-adjustments?post=false', {}],
  ])('rejects the removal of a variant that is on %s', async (_, path, part) => {
    const [item, here, there] = [await sized(), ...(await Promise.all([1, 2].map(() => newStore())))];
    const lines = [{ itemId: item.id, variantId: variantOf(item), quantity: '1', ...part }];
    const parties = path.startsWith('/stock-transfers')
      ? { fromStoreId: here, toStoreId: there, date: '2026-03-02' }
      : path.startsWith('/purchase-orders')
        ? { storeId: here, supplierId: await service.newSupplier(caller.merchant), orderDate: '2026-03-02' }
        : { storeId: here, type: 1, date: '2026-03-02' };
    await caller.create(path, { ...parties, lines });
    const other = { variants: [{ id: variantOf(item, 1), name: 'L' }] };
    expect(rejectionOf(await patch(item, other))).toEqual(conflictAt('/variants'));
    expect((await patch(item, { variants: [{ id: variantOf(item), name: 'S' }] })).status).toBe(200);
  });

  test('of a combo frees a variant that is no longer a component', async () => {
    const [cup, bun] = [await sized(), await create({})];
    const combo = await create({
      type: 2,
      components: [{ itemId: cup.id, variantId: variantOf(cup), quantity: '2.5' }],
    });
    const next = [{ itemId: bun.id, variantId: null, quantity: '3' }];
    expect((await patch(combo, { components: next })).body.components).toEqual(next);
    expect((await patch(cup, { variants: [{ id: variantOf(cup, 1), name: 'L' }] })).status).toBe(200);
  });
});

describe('POST /menus/create-with-items', () => {
  test('puts 1000 items on a menu', async () => {
    const app = await service.connect();
    await importValid(
      service,
      app.merchant,
      Array.from({ length: 1000 }, (_, n) => itemLine(`I${n}`)),
    );
    const items = (await walkCursor(app, '/items', '', 100)).flatMap(({ data }) =>
      data.map(({ id }) => ({ itemId: id })),
    );
    const menu = await app.create('/menus/create-with-items', { name: 'Large', items });
    expect(menu.itemCount).toBe(1000);
    expect(menu.items.map(({ itemId }: { itemId: number }) => ({ itemId }))).toEqual(items);
  });
});

const newStore = (): Promise<number> => service.newStore(caller.merchant);
