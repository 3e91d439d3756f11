import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { statement } from '../src/storage/statement.ts';
import type { Caller } from './support/caller.ts';
import { folded } from './support/lists.ts';
import { invalid, refusalOf } from './support/refusal.ts';
import { type Service, startService } from './support/service.ts';
import { newShop, type Shop } from './support/stock.ts';

interface Listed {
  readonly id: number;
  readonly status: number;
  readonly date: string;
  readonly entryDate: string;
  readonly updatedAt: string;
  readonly [field: string]: unknown;
}

let service: Service;
let caller: Caller;
let shop: Shop;
let transfers: Listed[];
let adjustments: Listed[];

const DAYS = ['2026-02-28', '2026-03-01', '2026-02-27', '2026-03-02', '2026-02-28'];
const REASONS = ['damage', 'theft', null, 'opening'];
const COUNT = 24;

/** Documents of every state, kind and store, entered at several instants, some of them changed later. */
async function arrange(): Promise<void> {
  const [a, b, c] = shop.stores;
  const pairs = [
    [a, b],
    [b, c],
    [c, a],
    [a, c],
  ];
  const lines = [{ itemId: shop.beans, quantity: '2' }];
  for (let n = 0; n < COUNT; n += 1) {
    if (n % 5 === 0) service.advance(60_000);
    const [fromStoreId, toStoreId] = pairs[n % 4] as number[];
    const narration = n % 3 === 0 ? null : `Filler ${n} 100%_\\ ${n % 2 ? 'Äpfel' : 'beans'}`;
    const common = { date: DAYS[n % 5], narration, lines };
    const transfer = await caller.create(`/stock-transfers?receive=${n % 6 === 1}`, {
      ...common,
      fromStoreId,
      toStoreId,
    });
    const own = `/stock-transfers/${transfer.id}`;
    if (n % 6 === 2) await caller.patch(`${own}/receive`, { lines: [{ lineId: transfer.lines[0].id, quantity: '1' }] });
    if (n % 6 === 3) await caller.patch(own, { status: 0 });
    const kind = { type: n % 3, reason: REASONS[n % 4], storeId: shop.stores[n % 3] };
    const adjustment = await caller.create(`/stock-adjustments?post=${n % 2 === 0}`, { ...common, ...kind });
    if (n % 5 === 3) await caller.patch(`/stock-adjustments/${adjustment.id}`, { status: 2 });
  }
  service.advance(1000);
}

beforeAll(async () => {
  service = await startService();
  caller = await service.connect();
  shop = await newShop(service, caller);
  const other = await newShop(service, await service.connect());
  const lines = [{ itemId: other.beans, quantity: '1' }];
  const theirs = { date: '2026-03-01', narration: 'Filler', lines };
  const [fromStoreId, toStoreId] = other.stores;
  await other.caller.create('/stock-transfers?receive=true', { ...theirs, fromStoreId, toStoreId });
  await other.caller.create('/stock-adjustments?post=true', { ...theirs, type: 1, storeId: fromStoreId });
  await arrange();
  transfers = (await caller.get('/stock-transfers?includeVoided=true&limit=100')).body.data;
  adjustments = (await caller.get('/stock-adjustments?limit=100')).body.data;
});
afterAll(() => service?.stop());

const idsOf = (records: readonly Listed[]) => records.map(({ id }) => id);

/** Sorts by code points, then by id. */
function sorted(records: readonly Listed[], field: string, order: string): Listed[] {
  const key = (record: Listed) => String(record[field]);
  const compare = (x: Listed, y: Listed) => (key(x) < key(y) ? -1 : key(x) > key(y) ? 1 : x.id - y.id);
  return [...records].sort((x, y) => (order === 'asc' ? compare(x, y) : compare(y, x)));
}

async function all(path: string, query: string): Promise<Listed[]> {
  const { status, body, text } = await caller.get(`${path}?limit=100&${query}`);
  if (status !== 200) throw new Error(text);
  expect(body.pagination.total).toBe(body.data.length);
  return body.data;
}

/** The list in pages of `limit`, by number and by cursor; both have to agree. */
async function walk(path: string, query: string, limit: number): Promise<Listed[]> {
  const byNumber: Listed[] = [];
  for (let n = 1; ; n += 1) {
    const { body } = await caller.get(`${path}?${query}&limit=${limit}&page=${n}`);
    byNumber.push(...body.data);
    if (!body.pagination.hasMore) break;
  }
  const byCursor: Listed[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body } = await caller.get(`${path}?${query}&limit=${limit}${cursor && `&cursor=${cursor}`}`);
    byCursor.push(...body.data);
    cursor = body.pagination.nextCursor;
  }
  expect(byCursor).toEqual(byNumber);
  return byNumber;
}

describe('GET /stock-transfers', () => {
  const active = () => transfers.filter(({ status }) => status === 1);

  test("returns the merchant's transfers without voided ones, newest first, ten per page", async () => {
    expect(transfers).toHaveLength(COUNT);
    expect(active()).toHaveLength(20);
    const { body } = await caller.get('/stock-transfers');
    expect(body.data).toEqual(sorted(active(), 'entryDate', 'desc').slice(0, 10));
    expect(body.pagination).toEqual({
      page: 1,
      limit: 10,
      total: 20,
      totalIsExact: true,
      hasMore: true,
      nextCursor: expect.any(String),
    });
  });

  test.each(
    ['entryDate', 'updatedAt', 'date', 'transferNo'].flatMap((sort) => ['asc', 'desc'].map((order) => [sort, order])),
  )('is sorted by %s %s, ties by id', async (sort, order) => {
    const expected = sorted(transfers, `${sort}`, `${order}`);
    expect(await walk('/stock-transfers', `includeVoided=true&sort=${sort}&order=${order}`, 7)).toEqual(expected);
  });

  const [a, b, c] = [0, 1, 2].map((n) => () => shop.stores[n] as number) as [() => number, () => number, () => number];
  test.each<[string, () => string, (t: Listed) => boolean]>([
    ['includeVoided=true', () => 'includeVoided=true', () => true],
    ['includeVoided=1', () => 'includeVoided=1', () => true],
    ['includeVoided=false', () => 'includeVoided=false', (t) => t.status === 1],
    ['includeVoided=0', () => 'includeVoided=0', (t) => t.status === 1],
    ['status=0', () => 'status=0', (t) => t.status === 0],
    ['status=0, voided or not', () => 'status=0&includeVoided=false', (t) => t.status === 0],
    ['status=1', () => 'status=1', (t) => t.status === 1],
    ['status=1, voided or not', () => 'status=1&includeVoided=true', (t) => t.status === 1],
    ['transferStatus=0', () => 'transferStatus=0', (t) => t.status === 1 && t.transferStatus === 0],
    ['transferStatus=0 with voided ones', () => 'transferStatus=0&includeVoided=true', (t) => t.transferStatus === 0],
    ['transferStatus=1', () => 'transferStatus=1', (t) => t.transferStatus === 1],
    ['transferStatus=2', () => 'transferStatus=2', (t) => t.transferStatus === 2],
    ['fromDate', () => 'includeVoided=1&fromDate=2026-03-01', (t) => t.date >= '2026-03-01'],
    ['toDate', () => 'includeVoided=1&toDate=2026-02-28', (t) => t.date <= '2026-02-28'],
    ['both dates', () => 'fromDate=2026-03-01&toDate=2026-03-01', (t) => t.status === 1 && t.date === '2026-03-01'],
    ['dates the wrong way round', () => 'fromDate=2026-03-02&toDate=2026-03-01', () => false],
    ['fromStoreId', () => `includeVoided=1&fromStoreId=${a()}`, (t) => t.fromStoreId === a()],
    ['fromStoreId as CSV', () => `includeVoided=1&fromStoreId=${b()},${c()}`, (t) => t.fromStoreId !== a()],
    [
      'fromStoreId repeated',
      () => `includeVoided=1&fromStoreId=${b()}&fromStoreId=${c()}`,
      (t) => t.fromStoreId !== a(),
    ],
    ['toStoreId', () => `includeVoided=1&toStoreId=${c()}`, (t) => t.toStoreId === c()],
    ['toStoreId as CSV', () => `includeVoided=1&toStoreId=${c()},${b()}`, (t) => t.toStoreId !== a()],
    [
      'both stores',
      () => `includeVoided=1&fromStoreId=${a()}&toStoreId=${b()}`,
      (t) => t.fromStoreId === a() && t.toStoreId === b(),
    ],
    ['a store that is not there', () => 'fromStoreId=9007199254740991', () => false],
    [
      'all at once',
      () => `status=1&fromDate=2026-02-28&transferStatus=2&search=filler&toStoreId=${c()}`,
      (t) =>
        t.status === 1 &&
        t.date >= '2026-02-28' &&
        t.transferStatus === 2 &&
        t.narration !== null &&
        t.toStoreId === c(),
    ],
  ])('can be filtered by %s', async (_, query, isListed) => {
    const expected = idsOf(sorted(transfers.filter(isListed), 'entryDate', 'desc'));
    expect(idsOf(await all('/stock-transfers', query()))).toEqual(expected);
    expect(idsOf(await walk('/stock-transfers', query(), 3))).toEqual(expected);
  });

  test.each<[string, (t: Listed) => boolean]>([
    ['FILLER', (t) => t.narration !== null],
    [
      'filler 4 1',
      (t) => /Filler \d*4 1|Filler 1\d* 1.*4|Filler 4/.test(String(t.narration)) || /4/.test(`${t.transferNo}`),
    ],
    ['äPFEL', (t) => /Äpfel/.test(String(t.narration))],
    ['%_\\', (t) => t.narration !== null],
    ['ST-000007', (t) => t.transferNo === 'ST-000007'],
    ['st-00000', (t) => /^ST-00000/.test(`${t.transferNo}`)],
    ['harbour', (t) => [t.fromStoreId, t.toStoreId].includes(a())],
    ['MÄRKT', (t) => [t.fromStoreId, t.toStoreId].includes(c())],
    ['quay street', (t) => t.fromStoreId === a() && t.toStoreId === b()],
    ['nothing like it', () => false],
  ])('finds “%s” in number, narration and the names of both stores', async (search, isFound) => {
    const words = folded(search).split(' ');
    const names = new Map(shop.stores.map((id, n) => [id, ['harbour street', 'quay', 'märkt'][n]]));
    const textOf = (t: Listed) =>
      folded(
        [t.transferNo, t.narration ?? '', names.get(t.fromStoreId as number), names.get(t.toStoreId as number)].join(
          '\n',
        ),
      );
    const expected = transfers.filter((t) => words.every((word) => textOf(t).includes(word)));
    expect(expected.every(isFound)).toBe(true);
    const found = await all('/stock-transfers', `includeVoided=1&search=${encodeURIComponent(search)}`);
    expect(idsOf(found)).toEqual(idsOf(sorted(expected, 'entryDate', 'desc')));
  });

  test.each([
    ['limit=101', 'limit maximum'],
    ['limit=0', 'limit minimum'],
    ['page=0', 'page minimum'],
    ['order=up', 'order enum'],
    ['sort=id', 'sort enum'],
    ['status=2', 'status enum'],
    ['transferStatus=3', 'transferStatus enum'],
    ['transferStatus=done', 'transferStatus type'],
    ['includeVoided=yes', 'includeVoided type'],
    ['includeVoided=', 'includeVoided type'],
    ['includeVoided=constructor', 'includeVoided type'],
    ['search=%20%20', 'search pattern'],
    ['fromDate=2026-3-1', 'fromDate pattern'],
    ['fromDate=2026-02-30', 'fromDate format'],
    ['toDate=2026-03-01T00:00:00', 'toDate pattern'],
    ['toDate=2026-03-01T25:00:00Z', 'toDate format'],
    ['fromDate=2026-02-30T00:00:00Z', 'fromDate format'],
    ['fromDate=2026-03-01T00:00:00+01:00', 'fromDate pattern'],
    ['toDate=0000-01-01', 'toDate pattern'],
    ['fromStoreId=', 'fromStoreId/0 pattern'],
    ['fromStoreId=1,x', 'fromStoreId/1 pattern'],
    ['toStoreId=0', 'toStoreId/0 pattern'],
    ['search=', 'search minLength'],
    [`search=${'x'.repeat(101)}`, 'search maxLength'],
    ['storeId=1', 'storeId unknown'],
    ['cursor=abc.def', 'cursor cursor'],
  ])('rejects ?%s', async (query, detail) => {
    const refusal = refusalOf(await caller.get(`/stock-transfers?${query}`));
    expect(refusal.slice(0, 2)).toEqual(invalid());
    expect(refusal).toContain(`query ${detail}`);
  });
});

describe('GET /stock-adjustments', () => {
  test("returns the merchant's adjustments of every status by date, latest first, ten per page", async () => {
    expect(adjustments).toHaveLength(COUNT);
    expect(new Set(adjustments.map(({ status }) => status))).toEqual(new Set([0, 1, 2]));
    const { body } = await caller.get('/stock-adjustments');
    expect(body.data).toEqual(sorted(adjustments, 'date', 'desc').slice(0, 10));
    expect(body.pagination).toMatchObject({ page: 1, limit: 10, total: COUNT, hasMore: true });
  });

  test.each(['asc', 'desc'])('is sorted by date %s, ties by id', async (order) => {
    expect(await walk('/stock-adjustments', `order=${order}`, 7)).toEqual(sorted(adjustments, 'date', order));
  });

  const [a, b] = [0, 1].map((n) => () => shop.stores[n] as number) as [() => number, () => number];
  test.each<[string, () => string, (t: Listed) => boolean]>([
    ['status=0', () => 'status=0', (t) => t.status === 0],
    ['status=1', () => 'status=1', (t) => t.status === 1],
    ['status=2', () => 'status=2', (t) => t.status === 2],
    ['type=0', () => 'type=0', (t) => t.type === 0],
    ['type=1', () => 'type=1', (t) => t.type === 1],
    ['type=2', () => 'type=2', (t) => t.type === 2],
    ['fromDate', () => 'fromDate=2026-03-01', (t) => t.date >= '2026-03-01'],
    ['toDate', () => 'toDate=2026-02-28', (t) => t.date <= '2026-02-28'],
    ['both dates', () => 'fromDate=2026-02-28&toDate=2026-02-28', (t) => t.date === '2026-02-28'],
    ['storeId', () => `storeId=${a()}`, (t) => t.storeId === a()],
    ['storeId as CSV', () => `storeId=${b()},${a()}`, (t) => t.storeId === a() || t.storeId === b()],
    [
      'all at once',
      () => `status=1&type=0&fromDate=2026-02-28&storeId=${a()}&search=harbour`,
      (t) => t.status === 1 && t.type === 0 && t.date >= '2026-02-28' && t.storeId === a(),
    ],
  ])('can be filtered by %s', async (_, query, isListed) => {
    const expected = idsOf(sorted(adjustments.filter(isListed), 'date', 'desc'));
    expect(expected.length).toBeGreaterThan(0);
    expect(idsOf(await all('/stock-adjustments', query()))).toEqual(expected);
    expect(idsOf(await walk('/stock-adjustments', query(), 3))).toEqual(expected);
  });

  test.each<[string, (t: Listed) => boolean]>([
    ['SA-000007', (t) => t.adjustmentNo === 'SA-000007'],
    ['Filler', (t) => t.narration !== null],
    ['DAMAGE', (t) => t.reason === 'damage'],
    ['open quay', (t) => t.reason === 'opening' && t.storeId === b()],
    ['harbour street', (t) => t.storeId === a()],
    ['nothing like it', () => false],
  ])('finds “%s” in number, narration, reason and the name of the store', async (search, isFound) => {
    const found = await all('/stock-adjustments', `search=${encodeURIComponent(search)}`);
    expect(idsOf(found)).toEqual(idsOf(sorted(adjustments.filter(isFound), 'date', 'desc')));
  });

  test.each([
    [101, 100],
    [1000, 100],
    [9007199254740991, 100],
    [100, 100],
    [99, 99],
  ])('treats limit=%i as %i, and shows it', async (limit, used) => {
    const { status, body } = await caller.get(`/stock-adjustments?limit=${limit}`);
    expect([status, body.pagination.limit, body.data.length]).toEqual([200, used, COUNT]);
  });

  test('reduces pages of more than 100 to 100, by number and by cursor', { timeout: 60_000 }, async () => {
    const many = await service.connect();
    const { stores, beans } = await newShop(service, many);
    const one = { storeId: stores[0], date: '2026-03-01', type: 1, lines: [{ itemId: beans, quantity: '1' }] };
    for (let n = 0; n < 11; n += 1) {
      await Promise.all(Array.from({ length: 11 }, () => many.create('/stock-adjustments?post=false', one)));
    }
    const first = (await many.get('/stock-adjustments?limit=500')).body;
    expect([first.data.length, first.pagination.total, first.pagination.hasMore]).toEqual([100, 121, true]);
    for (const limit of ['99999999999999999999', '9'.repeat(400)]) {
      expect((await many.get(`/stock-adjustments?limit=${limit}`)).body).toEqual(first);
      const beyond = (await many.get(`/stock-adjustments?limit=${limit}&page=${limit}`)).body;
      expect([beyond.data, beyond.pagination]).toMatchObject([[], { page: Number.MAX_SAFE_INTEGER, limit: 100 }]);
    }
    const second = (await many.get('/stock-adjustments?limit=500&page=2')).body;
    const next = (await many.get(`/stock-adjustments?limit=250&cursor=${first.pagination.nextCursor}`)).body;
    expect(next.data).toEqual(second.data);
    expect(new Set(idsOf([...first.data, ...second.data])).size).toBe(121);
  });

  test.each([
    ['limit=0', 'limit minimum'],
    ['limit=-5', 'limit minimum'],
    ['limit=1e3', 'limit type'],
    ['page=0', 'page minimum'],
    ['order=up', 'order enum'],
    ['sort=date', 'sort unknown'],
    ['includeVoided=true', 'includeVoided unknown'],
    ['status=3', 'status enum'],
    ['type=3', 'type enum'],
    ['storeId=x', 'storeId/0 pattern'],
    ['fromDate=today', 'fromDate pattern'],
    ['toDate=2026-02-30', 'toDate format'],
    ['toDate=2026-02-28T00:00:00Z', 'toDate pattern'],
    ['search=', 'search minLength'],
    ['search=+', 'search pattern'],
    ['cursor=abc.def', 'cursor cursor'],
  ])('rejects ?%s', async (query, detail) => {
    const refusal = refusalOf(await caller.get(`/stock-adjustments?${query}`));
    expect(refusal.slice(0, 2)).toEqual(invalid());
    expect(refusal).toContain(`query ${detail}`);
  });
});

test('Searches follow a store that is renamed', async () => {
  const scene = await service.connect();
  const { stores, beans } = await newShop(service, scene);
  const [fromStoreId, toStoreId] = stores;
  const common = { date: '2026-03-01', lines: [{ itemId: beans, quantity: '1' }] };
  const transfer = await scene.create('/stock-transfers?receive=false', { ...common, fromStoreId, toStoreId });
  const adjustment = await scene.create('/stock-adjustments?post=false', { ...common, type: 1, storeId: toStoreId });
  const rename = `update region.stores set name = 'Riverside' where company_id = $1 and id = $2`;
  await service.arrange(scene.merchant, (tx) => tx.query(statement(undefined, rename), [toStoreId]));
  for (const [path, id] of [
    ['/stock-transfers', transfer.id],
    ['/stock-adjustments', adjustment.id],
  ] as const) {
    expect(idsOf((await scene.get(`${path}?search=riverside`)).body.data)).toEqual([id]);
    expect((await scene.get(`${path}?search=quay`)).body.data).toEqual([]);
  }
});
