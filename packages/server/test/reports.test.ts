import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ItemSales, StockOnHand } from '../src/contract/generated/types.gen.ts';
import { reportHandlers } from '../src/resources/reports/handlers.ts';
import { CursorCodec } from '../src/storage/cursor.ts';
import { Lists } from '../src/storage/listing.ts';
import { Regions } from '../src/storage/regions.ts';
import type { TenantStore } from '../src/storage/tenant.ts';
import type { Caller } from './support/caller.ts';
import { storage } from './support/databases.ts';
import { invalid, refusalOf } from './support/refusal.ts';
import { type Service, startService } from './support/service.ts';
import { furnish, itemLine, saleLine, storeLine } from './support/trade.ts';

let service: Service;
let caller: Caller;
let stores: Record<string, number>;
let items: Record<string, number>;

const idsByExternalId = async (path: string): Promise<Record<string, number>> => {
  const { data } = (await caller.get(`${path}?limit=100`)).body;
  return Object.fromEntries(data.map(({ externalId, id }: { externalId: string; id: number }) => [externalId, id]));
};

const sale = (id: string, store: string, at: string, lines: object[], amount: string) =>
  saleLine(id, store, at, { lines, payments: [{ kind: 'cash', amount }] });

beforeAll(async () => {
  service = await startService();
  caller = await service.connect();
  const sizes = [
    { name: 'Small', cost: '0.40' },
    { name: 'Large', cost: null },
  ];
  await furnish(service, caller.merchant, [
    storeLine('N'),
    storeLine('S'),
    itemLine('A', { itemCode: 'AAA', cost: '1.2345' }),
    itemLine('V', { itemCode: 'VVV', itemType: 1, cost: '0.90', variants: sizes }),
    itemLine('W', { itemCode: 'WWW', weighingScale: 1, unit: 'kg' }),
    itemLine('F', { itemCode: 'FFF', trackStock: false }),
    itemLine('C', {
      itemCode: 'CCC',
      itemType: 2,
      components: [
        { item: 'A', quantity: '2' },
        { item: 'V', variant: 'Small', quantity: '1' },
        { item: 'W', quantity: '0.250' },
        { item: 'F', quantity: '1' },
      ],
    }),
    { type: 'openingStock', externalId: 'o1', store: 'N', item: 'A', quantity: '10', unitCost: '1.00' },
    { type: 'openingStock', externalId: 'o2', store: 'N', item: 'W', quantity: '2.500' },
    sale(
      '1',
      'N',
      '2026-02-10T12:00:00Z',
      [
        { item: 'A', quantity: '3', gross: '10.50', discount: '1.05', tax: '1.57' },
        { item: 'V', variant: 'Small', quantity: '1', gross: '3.50' },
        { item: 'V', variant: 'Large', quantity: '1', gross: '4.00' },
      ],
      '16.95',
    ),
    sale('2', 'S', '2026-02-11T12:00:00Z', [{ item: 'C', quantity: '2', gross: '20.00' }], '20.00'),
    sale(
      '3',
      'S',
      '2026-02-12T12:00:00Z',
      [
        { item: 'W', quantity: '0.125', gross: '2.01' },
        { item: 'F', quantity: '7', gross: '0' },
      ],
      '2.01',
    ),
    {
      ...sale('4', 'N', '2026-02-13T12:00:00Z', [{ item: 'A', quantity: '1', gross: '3.15', tax: '0.52' }], '3.15'),
      type: 'refund',
      sale: '1',
    },
  ]);
  stores = await idsByExternalId('/stores');
  items = await idsByExternalId('/items');
});
afterAll(() => service?.stop());

const soldBy = async (query = ''): Promise<{ data: ItemSales[]; pagination: object }> => {
  const { status, body, text } = await caller.get(`/reports/sales-by-item?from=2026-02-01&to=2026-02-28${query}`);
  if (status !== 200) throw new Error(text);
  return body;
};

const nameOf = ({ itemCode, variantName }: { itemCode: string; variantName: string | null }): string =>
  variantName === null ? itemCode : `${itemCode} ${variantName}`;

describe('GET /reports/sales-by-item', () => {
  test('returns the sales of each item and variant, highest net first', async () => {
    const { data, pagination } = await soldBy();
    expect(
      data.map((row) => [
        nameOf(row),
        row.quantity,
        row.refundedQuantity,
        row.gross,
        row.discounts,
        row.tax,
        row.refunds,
        row.net,
      ]),
    ).toEqual([
      ['CCC', '2', '0', '20.00', '0.00', '0.00', '0.00', '20.00'],
      ['AAA', '3', '1', '10.50', '1.05', '1.05', '3.15', '5.25'],
      ['VVV Large', '1', '0', '4.00', '0.00', '0.00', '0.00', '4.00'],
      ['VVV Small', '1', '0', '3.50', '0.00', '0.00', '0.00', '3.50'],
      ['WWW', '0.125', '0', '2.01', '0.00', '0.00', '0.00', '2.01'],
      ['FFF', '7', '0', '0.00', '0.00', '0.00', '0.00', '0.00'],
    ]);
    expect(pagination).toEqual({ page: 1, limit: 10, total: 6, hasMore: false });
    expect(data[1]).toMatchObject({ itemId: items.A, variantId: null, name: 'Item A', currency: 'GBP' });
  });

  test.each([
    ['&sort=net&order=asc', ['FFF', 'WWW', 'VVV Small', 'VVV Large', 'AAA', 'CCC']],
    ['&sort=gross', ['CCC', 'AAA', 'VVV Large', 'VVV Small', 'WWW', 'FFF']],
    ['&sort=gross&order=asc', ['FFF', 'WWW', 'VVV Small', 'VVV Large', 'AAA', 'CCC']],
    ['&sort=quantity', ['FFF', 'AAA', 'CCC', 'VVV Small', 'VVV Large', 'WWW']],
    ['&sort=quantity&order=asc', ['WWW', 'VVV Small', 'VVV Large', 'CCC', 'AAA', 'FFF']],
    ['&limit=2', ['CCC', 'AAA']],
    ['&limit=2&page=2', ['VVV Large', 'VVV Small']],
    ['&limit=4&page=2', ['WWW', 'FFF']],
    ['&page=3', []],
  ])('is sorted and paged by %s', async (query, expected) => {
    expect((await soldBy(query)).data.map(nameOf)).toEqual(expected);
  });

  test.each([
    ['2026-02-10', '2026-02-10', ['AAA', 'VVV Large', 'VVV Small']],
    ['2026-02-13', '2026-02-13', ['AAA']],
    ['2026-02-11', '2026-02-12', ['CCC', 'WWW', 'FFF']],
    ['2026-02-14', '2026-02-28', []],
  ])('covers the days from %s to %s', async (from, to, expected) => {
    const { data } = (await caller.get(`/reports/sales-by-item?from=${from}&to=${to}`)).body;
    expect(data.map(nameOf)).toEqual(expected);
  });

  test('covers the requested stores', async () => {
    expect((await soldBy(`&storeId=${stores.S}`)).data.map(nameOf)).toEqual(['CCC', 'WWW', 'FFF']);
    expect((await soldBy(`&storeId=${stores.S},${stores.N}`)).data).toHaveLength(6);
  });

  test('shows on each page whether more follow', async () => {
    expect((await soldBy('&limit=5')).pagination).toEqual({ page: 1, limit: 5, total: 6, hasMore: true });
    expect((await soldBy('&limit=5&page=2')).pagination).toEqual({ page: 2, limit: 5, total: 6, hasMore: false });
    expect((await soldBy('&limit=6')).pagination).toMatchObject({ hasMore: false });
  });

  test.each([
    ['from=2026-02-02&to=2026-02-01', 'query to fromAfterTo'],
    ['from=2025-02-01&to=2026-02-02', 'query to maxDays'],
    ['to=2026-02-02', 'query from required'],
    ['from=2026-02-01&to=2026-02-02&sort=name', 'query sort enum'],
    ['from=2026-02-01&to=2026-02-02&order=up', 'query order enum'],
    ['from=2026-02-01&to=2026-02-02&limit=101', 'query limit maximum'],
    ['from=2026-02-01&to=2026-02-02&limit=0', 'query limit minimum'],
    ['from=2026-02-01&to=2026-02-02&page=0', 'query page minimum'],
    ['from=2026-02-01&to=2026-02-02&cursor=a.b', 'query cursor unknown'],
  ])('rejects ?%s', async (query, detail) => {
    expect(refusalOf(await caller.get(`/reports/sales-by-item?${query}`))).toEqual(invalid(detail));
  });
});

const stock = async (
  query = '',
): Promise<{ data: StockOnHand[]; pagination: { total: number; nextCursor: string | null } }> => {
  const { status, body, text } = await caller.get(`/reports/stock-on-hand?${query}`);
  if (status !== 200) throw new Error(text);
  return body;
};

describe('GET /reports/stock-on-hand', () => {
  const LEVELS = [
    ['N', 'AAA', '8', '1.2345', '9.88'],
    ['S', 'AAA', '-4', '1.2345', '-4.94'],
    ['N', 'VVV Small', '-1', '0.40', '-0.40'],
    ['N', 'VVV Large', '-1', '0.90', '-0.90'],
    ['S', 'VVV Small', '-2', '0.40', '-0.80'],
    ['N', 'WWW', '2.5', null, null],
    ['S', 'WWW', '-0.625', null, null],
  ];
  const rowOf = (level: StockOnHand) => {
    const store = Object.entries(stores).find(([, id]) => id === level.storeId)?.[0];
    return [store, nameOf(level), level.onHand, level.unitCost, level.value];
  };

  test('returns the stock of each tracked item after sales, its cost and value; a combo takes its components', async () => {
    const { data, pagination } = await stock();
    expect([...data.map(rowOf)].sort()).toEqual([...LEVELS].sort());
    expect(data.map(({ itemId }) => itemId)).toEqual(data.map(({ itemId }) => itemId).sort((a, b) => a - b));
    expect(pagination).toMatchObject({ total: LEVELS.length, hasMore: false });
  });

  test('is paged by number and by cursor, each level once', async () => {
    const all = (await stock('limit=100')).data;
    for (const size of [1, 2, 3, 7]) {
      const byNumber: StockOnHand[] = [];
      for (let page = 1; page <= Math.ceil(7 / size); page += 1)
        byNumber.push(...(await stock(`limit=${size}&page=${page}`)).data);
      expect(byNumber).toEqual(all);
      const byCursor: StockOnHand[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const page = await stock(`limit=${size}${cursor && `&cursor=${cursor}`}`);
        byCursor.push(...page.data);
        cursor = page.pagination.nextCursor;
      }
      expect(byCursor).toEqual(all);
    }
  });

  test('covers the requested stores and items, with the exact total', async () => {
    const of = async (query: string) => {
      const { data, pagination } = await stock(query);
      expect(pagination.total).toBe(data.length);
      return data.map(rowOf).sort();
    };
    expect(await of(`storeId=${stores.S}`)).toEqual(LEVELS.filter(([store]) => store === 'S').sort());
    expect(await of(`storeId=${stores.S},${stores.N}`)).toEqual([...LEVELS].sort());
    expect(await of(`itemId=${items.V}`)).toEqual(LEVELS.filter(([, name]) => name?.startsWith('VVV')).sort());
    expect(await of(`itemId=${items.V}&storeId=${stores.S}`)).toEqual([LEVELS[4]]);
    expect(await of(`itemId=${items.A},${items.W}`)).toHaveLength(4);
  });

  test.each([
    ['itemId=x', 'query itemId/0 type'],
    ['storeId=0', 'query storeId/0 minimum'],
    ['limit=101', 'query limit maximum'],
    ['from=2026-02-01', 'query from unknown'],
    ['cursor=abc.def', 'query cursor cursor'],
  ])('rejects ?%s', async (query, detail) => {
    expect(refusalOf(await caller.get(`/reports/stock-on-hand?${query}`))).toEqual(invalid(detail));
  });

  test('accepts a cursor only with the filters that it came from', async () => {
    const { nextCursor } = (await stock(`storeId=${stores.N}&limit=1`)).pagination;
    const elsewhere = await caller.get(`/reports/stock-on-hand?storeId=${stores.S}&cursor=${nextCursor}`);
    expect(refusalOf(elsewhere)).toEqual(invalid('query cursor cursor'));
  });
});

describe('A caller with access to some stores only', () => {
  const handlers = reportHandlers(new Lists(new CursorCodec(Buffer.alloc(32))));
  const period = { from: '2026-02-01', to: '2026-02-28' };

  const seeing = (storeIds: number[] | null): TenantStore =>
    new Regions(service.databases, service.clock, { guardReads: storage === 'guarded' }).tenant({
      ...caller.merchant,
      appId: 0,
      appName: null,
      correlationId: '00000000-0000-4000-8000-000000000000',
      storeIds,
    });

  const request = (tenant: TenantStore, query: object) => ({
    path: undefined,
    body: undefined,
    ifMatch: undefined,
    claims: [],
    tenant,
    write: tenant.write.bind(tenant),
    query: { page: 1, limit: 100, sort: 'net', order: 'desc', ...query } as never,
  });

  async function seenBy(storeIds: number[] | null, query: object = {}) {
    const tenant = seeing(storeIds);
    const daily = await handlers.getDailySales(request(tenant, { ...period, ...query }));
    const sold = await handlers.listSalesByItem(request(tenant, { ...period, ...query }));
    const held = await handlers.listStockOnHand(request(tenant, query));
    return {
      days: JSON.parse(daily.body).data.map((row: { storeId: number }) => row.storeId),
      gross: JSON.parse(daily.body).totals[0]?.gross,
      items: JSON.parse(sold.body).data.map(nameOf),
      levels: new Set(JSON.parse(held.body).data.map((row: { storeId: number }) => row.storeId)),
      total: JSON.parse(held.body).pagination.total,
    };
  }

  test('gets reports of those only; the others are absent, from sums and totals too', async () => {
    const { N = 0, S = 0 } = stores;
    expect(await seenBy([S])).toEqual({
      days: [S, S],
      gross: '22.01',
      items: ['CCC', 'WWW', 'FFF'],
      levels: new Set([S]),
      total: 3,
    });
    expect(await seenBy([N])).toMatchObject({ days: [N, N], gross: '18.00', levels: new Set([N]), total: 4 });
    expect(await seenBy([N, S])).toEqual(await seenBy(null));
    expect(await seenBy([])).toEqual({ days: [], gross: undefined, items: [], levels: new Set(), total: 0 });
  });

  test('gets nothing of another store by requesting it', async () => {
    const { N = 0, S = 0 } = stores;
    expect(await seenBy([S], { storeId: [N] })).toEqual(await seenBy([]));
    expect(await seenBy([S], { storeId: [N, S] })).toEqual(await seenBy([S]));
  });
});
