import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from './support/caller.ts';
import { invalid, NOT_FOUND, refusalOf, SCOPE_DENIED } from './support/refusal.ts';
import { type Service, startService } from './support/service.ts';
import { furnish, itemLine, storeLine } from './support/trade.ts';

let service: Service;
let caller: Caller;
let north: number;
let south: number;
let empty: number;
let item: { id: number; variants: { id: number }[] };

const order = (externalId: string, store: string, at: string, more: object = {}) => ({
  type: 'openOrder',
  externalId,
  store,
  number: `No ${externalId}`,
  at,
  lines: [{ item: 'A', variant: 'Small', quantity: '2', gross: '7.00', discount: '0.50', tax: '1.08' }],
  ...more,
});

beforeAll(async () => {
  service = await startService();
  caller = await service.connect();
  await furnish(service, caller.merchant, [
    storeLine('N'),
    storeLine('S'),
    storeLine('E'),
    itemLine('A', { itemType: 1, variants: [{ name: 'Small' }] }),
    order('1', 'N', '2026-03-02T08:01:00Z'),
    order('2', 'N', '2026-03-02T08:02:00Z', { channel: 'online' }),
    order('3', 'N', '2026-03-02T08:02:00Z', { channel: 'delivery' }),
    order('4', 'S', '2026-03-02T08:03:00Z'),
    order('5', 'N', '2026-03-02T07:59:00Z'),
    order('6', 'N', '2026-03-02T07:58:00Z', { state: 'closed' }),
  ]);
  const { data } = (await caller.get('/stores?sort=name&order=asc')).body;
  [empty, north, south] = data.map(({ id }: { id: number }) => id);
  [item] = (await caller.get('/items')).body.data;
});
afterAll(() => service?.stop());

const numbers = async (store: number, query = ''): Promise<string[]> => {
  const { status, body, text } = await caller.get(`/stores/${store}/open-orders?${query}`);
  if (status !== 200) throw new Error(text);
  return body.data.map(({ externalId }: { externalId: string }) => externalId);
};

describe('GET /stores/{id}/open-orders', () => {
  test('returns each order with its lines and totals', async () => {
    const { data } = (await caller.get(`/stores/${south}/open-orders`)).body;
    expect(data).toEqual([
      {
        id: expect.any(Number),
        storeId: south,
        status: 1,
        orderNo: 'No 4',
        channel: 'counter',
        currency: 'GBP',
        gross: '7.00',
        discounts: '0.50',
        tax: '1.08',
        total: '6.50',
        lines: [
          {
            itemId: item.id,
            variantId: item.variants[0]?.id,
            name: 'Item A, Small',
            quantity: '2',
            gross: '7.00',
            discount: '0.50',
            tax: '1.08',
          },
        ],
        openedAt: '2026-03-02T08:03:00.000Z',
        externalId: '4',
        version: 1,
        entryDate: '2026-03-02T08:15:30.000Z',
        updatedAt: '2026-03-02T08:15:30.000Z',
      },
    ]);
  });

  test.each([
    ['', ['3', '2', '1', '5']],
    ['order=asc', ['5', '1', '2', '3']],
    ['sort=openedAt&order=asc', ['5', '1', '2', '3']],
    ['channel=online', ['2']],
    ['channel=dineIn', []],
    ['limit=3', ['3', '2', '1']],
    ['limit=3&page=2', ['5']],
  ])("lists only the store's open orders by ?%s", async (query, expected) => {
    expect(await numbers(north, query)).toEqual(expected);
  });

  test('counts exactly, and continues by cursor', async () => {
    const first = (await caller.get(`/stores/${north}/open-orders?limit=3`)).body;
    expect(first.pagination).toMatchObject({ total: 4, totalIsExact: true, hasMore: true });
    expect(await numbers(north, `limit=3&cursor=${first.pagination.nextCursor}`)).toEqual(['5']);
    const elsewhere = await caller.get(`/stores/${south}/open-orders?cursor=${first.pagination.nextCursor}`);
    expect(refusalOf(elsewhere)).toEqual(invalid('query cursor cursor'));
  });

  test('follows an order: a changed one has a new version, a closed one is gone', async () => {
    const app = await service.connect();
    const scene = [storeLine('N'), itemLine('A', { itemType: 1, variants: [{ name: 'Small' }] })];
    const [one, two] = [order('1', 'N', '2026-03-02T08:01:00Z'), order('2', 'N', '2026-03-02T08:02:00Z')];
    await furnish(service, app.merchant, [...scene, one, two]);
    const [{ id }] = (await app.get('/stores')).body.data;
    const list = async (query = '') =>
      (await app.get(`/stores/${id}/open-orders?${query}`)).body.data.map(
        (each: { externalId: string; version: number; channel: string }) => [
          each.externalId,
          each.version,
          each.channel,
        ],
      );
    service.advance(1000);
    await furnish(service, app.merchant, [{ ...one, channel: 'dineIn' }, two]);
    expect(await list('sort=updatedAt')).toEqual([
      ['1', 2, 'dineIn'],
      ['2', 1, 'counter'],
    ]);
    await furnish(service, app.merchant, [{ ...two, state: 'closed' }]);
    expect(await list()).toEqual([['1', 2, 'dineIn']]);
  });

  test('is empty at a store without open orders', async () => {
    expect(await numbers(empty)).toEqual([]);
    expect(await numbers(north, 'page=9')).toEqual([]);
  });

  test("does not find another merchant's store", async () => {
    const other = await service.connect();
    for (const id of [north, empty, 9007199254740991]) {
      expect(refusalOf(await other.get(`/stores/${id}/open-orders`))).toEqual(NOT_FOUND);
    }
  });

  test('is open to FULL and ONLINE_ORDER', async () => {
    const { organizationId } = caller.partner;
    const path = `/stores/${north}/open-orders`;
    const ordering = await service.connectTo(await service.newApp(organizationId, 'ONLINE_ORDER'), caller.merchant);
    expect((await ordering.get(path)).status).toBe(200);
    const reporting = await service.connectTo(await service.newApp(organizationId, 'ADSR'), caller.merchant);
    expect(refusalOf(await reporting.get(path))).toEqual(SCOPE_DENIED);
  });

  test.each([
    ['limit=101', 'query limit maximum'],
    ['page=0', 'query page minimum'],
    ['sort=name', 'query sort enum'],
    ['order=up', 'query order enum'],
    ['channel=fax', 'query channel enum'],
    ['status=1', 'query status unknown'],
    ['storeId=1', 'query storeId unknown'],
  ])('rejects ?%s', async (query, detail) => {
    expect(refusalOf(await caller.get(`/stores/${north}/open-orders?${query}`))).toEqual(invalid(detail));
  });
});
