import document from '@tillgate/openapi/openapi.json' with { type: 'json' };
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from './support/caller.ts';
import { arrangePurchasing, newOrder, type Purchasing } from './support/purchasing.ts';
import { invalid, NOT_FOUND, refusalOf, SCOPE_DENIED } from './support/refusal.ts';
import { type Service, startService } from './support/service.ts';
import { furnish, itemLine, storeLine } from './support/trade.ts';

let service: Service;
let caller: Caller;
let scene: Purchasing;
let other: Purchasing;
let orders: { id: number; lines: { id: number }[] }[];

const stock = (item: number, query = `storeId=${scene.storeId}`) => caller.get(`/items/${item}/stock?${query}`);

beforeAll(async () => {
  service = await startService();
  caller = await service.connect();
  scene = await arrangePurchasing(service, caller);
  other = await arrangePurchasing(service, await service.connect());
  const quay = await service.newStore(caller.merchant, 'Quay');
  await service.stock(caller.merchant, scene.storeId, scene.itemId, '4.500');
  await service.stock(caller.merchant, quay, scene.itemId, '99');
  orders = [];
  for (const n of [1, 2, 3, 4]) {
    service.advance(60_000);
    const lines = [{ itemId: scene.itemId, quantity: String(n), unitCost: `${n}.50` }];
    orders.push(await newOrder(scene, { lines }, true));
  }
});
afterAll(() => service?.stop());

describe('GET /items/{id}/stock', () => {
  test('returns the level at the store and the movements that add up to it, newest first', async () => {
    const { status, body } = await stock(scene.itemId);
    expect([status, body.itemId, body.storeId, body.onHand]).toEqual([200, scene.itemId, scene.storeId, '14.5']);
    expect(body.variants).toEqual([]);
    expect(body.data.map(({ change }: { change: string }) => change)).toEqual(['4', '3', '2', '1', '4.5']);
    expect(body.pagination).toEqual({
      page: 1,
      limit: 10,
      total: 5,
      totalIsExact: true,
      hasMore: false,
      nextCursor: null,
    });
    const [newest] = body.data;
    expect(newest).toEqual({
      id: expect.any(Number),
      variantId: null,
      change: '4',
      unitCost: '4.50',
      documentKind: 'purchaseOrder',
      documentId: orders[3]?.id,
      lineId: orders[3]?.lines[0]?.id,
      appId: caller.partner.appId,
      correlationId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      at: '2026-03-02T08:19:30.000Z',
    });
    const opening = { documentKind: 'opening', documentId: null, lineId: null, appId: null, correlationId: null };
    expect(body.data[4]).toMatchObject(opening);
  });

  test("returns opening stock as in the contract's example, without a document, whoever wrote it", async () => {
    const trader = await service.connect();
    await furnish(service, trader.merchant, [
      storeLine('S'),
      itemLine('A'),
      { type: 'openingStock', externalId: 'O', store: 'S', item: 'A', quantity: '12', unitCost: '0.85' },
    ]);
    const [[{ id }], [{ id: storeId }]] = await Promise.all(
      ['/items', '/stores'].map(async (path) => (await trader.get(path)).body.data),
    );
    const [opening] = (await trader.get(`/items/${id}/stock?storeId=${storeId}`)).body.data;
    const [, shown] = document.components.examples.ItemStock.value.data;
    expect(opening).toEqual({ ...shown, id: opening.id, at: opening.at });
  });

  test('names the request that moved it', async () => {
    const headers = { 'X-Correlation-Id': '5f0c9b54-0a51-4d2e-9a7e-3a0f6f1f7c11' };
    const order = await newOrder(scene, {
      lines: [{ itemId: scene.sizedId, variantId: scene.variantIds[0], quantity: '1', unitCost: '1' }],
    });
    await caller.patch(`/purchase-orders/${order.id}/receive`, {}, headers);
    expect((await stock(scene.sizedId)).body.data[0].correlationId).toBe(headers['X-Correlation-Id']);
  });

  test('pages through the movements', async () => {
    const pages = await Promise.all(
      [1, 2, 3, 4].map(
        async (page) => (await stock(scene.itemId, `storeId=${scene.storeId}&limit=2&page=${page}`)).body,
      ),
    );
    expect(pages.map(({ data }) => data.map(({ change }: { change: string }) => change))).toEqual([
      ['4', '3'],
      ['2', '1'],
      ['4.5'],
      [],
    ]);
    expect(pages.map(({ pagination }) => [pagination.page, pagination.total, pagination.hasMore])).toEqual([
      [1, 5, true],
      [2, 5, true],
      [3, 5, false],
      [4, 5, false],
    ]);
    expect(pages.map(({ onHand }) => onHand)).toEqual(Array(4).fill('14.5'));
  });

  test('returns the level of each variant, and all movements together', async () => {
    const [small, large] = scene.variantIds as [number, number];
    await service.stock(caller.merchant, scene.storeId, scene.sizedId, '7', large);
    const { body } = await stock(scene.sizedId);
    const levels = new Map(
      body.variants.map(({ variantId, onHand }: { variantId: number; onHand: string }) => [variantId, onHand]),
    );
    expect([levels.get(small), levels.get(large), body.onHand]).toEqual(['1', '7', '8']);
    expect(body.data.map(({ variantId }: { variantId: number }) => variantId).sort()).toEqual([small, large].sort());
  });

  test('is zero where nothing ever moved, and negative where too much did', async () => {
    const item = await caller.create('/items', { name: 'Never moved' });
    expect((await stock(item.id)).body).toMatchObject({
      onHand: '0',
      data: [],
      pagination: { total: 0, hasMore: false },
    });
    await service.stock(caller.merchant, scene.storeId, item.id, '-3');
    expect((await stock(item.id)).body.onHand).toBe('-3');
  });

  test('counts a thousand movements and no more', async () => {
    const item = await caller.create('/items', { name: 'Fast seller' });
    const line = { itemId: item.id, quantity: '1', unitCost: '1' };
    await newOrder(scene, { lines: Array(1000).fill(line) }, true);
    expect((await stock(item.id)).body.pagination).toMatchObject({ total: 1000, totalIsExact: true });
    await newOrder(scene, { lines: [line] }, true);
    const last = (await stock(item.id, `storeId=${scene.storeId}&page=11&limit=100`)).body;
    expect(last.pagination).toMatchObject({ total: 1000, totalIsExact: false, hasMore: false });
    expect([last.data.length, last.onHand]).toEqual([1, '1001']);
  });

  test.each([
    ['', 'query storeId required'],
    ['storeId=0', 'query storeId pattern'],
    ['storeId=1&page=0', 'query page minimum'],
    ['storeId=1&limit=101', 'query limit maximum'],
  ])('rejects ?%s', async (query, detail) => {
    expect(refusalOf(await stock(scene.itemId, query))).toEqual(invalid(detail));
  });

  test('finds neither another merchant’s item nor its store', async () => {
    expect(refusalOf(await stock(other.itemId))).toEqual(NOT_FOUND);
    expect(refusalOf(await stock(scene.itemId, `storeId=${other.storeId}`))).toEqual(NOT_FOUND);
  });

  test('is open to ONLINE_ORDER apps and closed to ADSR apps', async () => {
    const { organizationId } = caller.partner;
    const path = `/items/${scene.itemId}/stock?storeId=${scene.storeId}`;
    const ordering = await service.connectTo(await service.newApp(organizationId, 'ONLINE_ORDER'), caller.merchant);
    expect((await ordering.get(path)).status).toBe(200);
    const reporting = await service.connectTo(await service.newApp(organizationId, 'ADSR'), caller.merchant);
    expect(refusalOf(await reporting.get(path))).toEqual(SCOPE_DENIED);
  });
});
