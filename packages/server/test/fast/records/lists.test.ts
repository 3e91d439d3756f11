import { describe, expect, test } from 'vitest';
import { statement } from '../../../src/database/statement.ts';
import { idsOf, type ListedRecord, page } from '../../support/lists.ts';
import { arrangePurchasing, newOrder } from '../../support/purchasing.ts';
import { invalid, rejectionOf } from '../../support/rejections.ts';
import { sharedService } from '../../support/service.ts';

const service = await sharedService();
const caller = await service.connect();
const scene = await arrangePurchasing(service, caller);
const { storeId, itemId, sizedId, variantIds } = scene;
await newOrder(scene);
await service.stock(caller.merchant, storeId, itemId, '3');
await caller.create('/stock-adjustments?post=true', {
  ...{ storeId, date: '2026-03-02', type: 1 },
  lines: variantIds.map((variantId) => ({ itemId: sizedId, variantId, quantity: '1' })),
});
for (const name of ['One', 'Two', 'Three']) await caller.create('/brands', { name });

describe('A cursor', () => {
  test('with another position or another signature is rejected', async () => {
    const cursor = (await page(caller, '/brands', 'limit=2')).pagination.nextCursor ?? '';
    const [payload = '', signature = ''] = cursor.split('.');
    const forged = Buffer.from(JSON.stringify(['2030-01-01', 1, 1])).toString('base64url');
    const flipped = (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1);
    for (const bad of [`${forged}.${signature}`, `${payload}.${flipped}`, `${payload}.${signature.slice(0, 10)}`])
      expect(rejectionOf(await caller.get(`/brands?cursor=${bad}`))).toEqual(invalid('query cursor cursor'));
  });

  test('of stock on hand is rejected with other filters', async () => {
    const { nextCursor } = (await page(caller, '/reports/stock-on-hand', `storeId=${storeId}&limit=1`)).pagination;
    for (const [query, status] of [
      [`storeId=${storeId}`, 200],
      [`storeId=${storeId + 1}`, 400],
      ['', 400],
    ])
      expect((await caller.get(`/reports/stock-on-hand?${query}&cursor=${nextCursor}`)).status).toBe(status);
  });

  test('that is wrong is rejected before an item that does not exist', async () => {
    const answer = await caller.get(`/items/999999999/stock?storeId=${storeId}&cursor=a.b`);
    expect(rejectionOf(answer)).toEqual(invalid('query cursor cursor'));
  });
});

/** The first and the last instants that can be written, which are in other years in UTC. */
const [FIRST, LAST] = ['1000-01-01T00:00:00%2B23:59', '9999-12-31T23:59:59.999999999-23:59'];

test.each<[list: string, total: number]>([
  [`/brands?updatedFrom=${FIRST}`, 3],
  [`/brands?updatedTo=${LAST}`, 3],
  [`/brands?updatedFrom=${LAST}`, 0],
  [`/purchase-orders?fromDate=${FIRST}&toDate=${LAST}`, 1],
  [`/purchase-orders?fromDate=${FIRST}&toDate=${LAST}&transactions=true`, 1],
  [`/stock-transfers?fromDate=${FIRST}&toDate=${LAST}`, 0],
  [`/stock-movements?from=${FIRST}&to=${LAST}`, 3],
  [`/stock-movements?from=${LAST}`, 0],
  [`/items/${itemId}/stock?storeId=${storeId}&at=${LAST}&knownAt=${LAST}`, 1],
  [`/items/${itemId}/stock?storeId=${storeId}&at=${FIRST}`, 0],
  [`/items/${itemId}/stock?storeId=${storeId}&knownAt=${FIRST}`, 0],
])('GET %s accepts the most remote instants', async (list, total) => {
  expect((await caller.get(list)).body.pagination.total).toBe(total);
});

test.each(['/purchase-orders', '/stock-transfers'])('GET %s explains how to send an offset', async (path) => {
  const answer = await caller.get(`${path}?fromDate=2026-06-01T00:00:00+05:30`);
  expect(rejectionOf(answer)).toEqual(invalid('query fromDate pattern', 'query fromDate format'));
  const [pattern, format] = answer.body.details;
  expect(format.message).toBe('must be a date and time that exists, in RFC 3339 format with an offset');
  expect(pattern.message).toContain('RFC 3339 format with an offset, whose + is sent as %2B');
  expect(answer.body.message).toBe(`query fromDate: ${pattern.message}`);
});

test('Matches of a search are counted exactly up to 1000', async () => {
  const app = await service.connect();
  const sql = `insert into region.brands (company_id, id, status, name, app_id, entry_date, updated_at)
    select $1::bigint, id, 1, 'Deep ' || id, 0, now(), now() from unnest($2::bigint[]) as i (id)`;
  await service.arrange(app.merchant, async (tx) => tx.query(statement(undefined, sql), [await tx.newIds(999)]));
  const counted = async () => {
    const { total, totalIsExact } = (await page(app, '/brands', 'search=deep')).pagination;
    return [total, totalIsExact];
  };
  expect(await counted()).toEqual([999, true]);
  for (const [name, isExact] of [
    ['deep, too', true],
    ['deeper still', false],
  ]) {
    await app.create('/brands', { name });
    expect(await counted()).toEqual([1000, isExact]);
  }
});

test('Totals stay exact through creates and changes of status, sequential and concurrent', async () => {
  const app = await service.connect('FULL', 'US');
  let added = 0;
  for (const path of ['/brands', '/categories', '/items']) {
    const add = (more = {}) => app.create(path, { name: `New ${++added}`, ...more });
    const set = (status: number) => (record: ListedRecord) => app.patch(`${path}/${record.id}`, { status });
    const totals = async () => {
      const pages = await Promise.all(['', 'status=1', 'status=0'].map((query) => page(app, path, query)));
      return pages.map(({ pagination }) => pagination.total);
    };
    expect(await totals()).toEqual([0, 0, 0]);
    const made: ListedRecord[] = await Promise.all(Array.from({ length: 20 }, () => add()));
    expect(new Set(idsOf(made)).size).toBe(20);
    expect(await totals()).toEqual([20, 20, 0]);
    await Promise.all(made.slice(0, 8).map(set(0)));
    expect(await totals()).toEqual([20, 12, 8]);
    await Promise.all([...made.slice(0, 3).map(set(1)), ...made.slice(5, 12).map(set(0)), add({ status: 0 })]);
    expect(await totals()).toEqual([21, 11, 10]);
    expect([(await app.post(path, { name: '' })).status, await totals()]).toEqual([400, [21, 11, 10]]);
  }
});
