import { describe, expect, test } from 'vitest';
import { idsOf, page } from '../../support/lists.ts';
import { arrangePurchasing, newOrder } from '../../support/purchasing.ts';
import { invalid, rejectionOf } from '../../support/rejections.ts';
import { sharedService } from '../../support/service.ts';
import { newShop } from '../../support/stock.ts';

const service = await sharedService();
const caller = await service.connect();
for (let n = 0; n < 5; n += 1) await caller.create('/brands', { name: `Brand ${n}` });

describe('A cursor', () => {
  test('rejects a modified cursor', async () => {
    const cursor = (await page(caller, '/brands', 'limit=2')).pagination.nextCursor ?? '';
    const [payload = '', signature = ''] = cursor.split('.');
    const forged = Buffer.from(JSON.stringify(['2030-01-01', 1, 1])).toString('base64url');
    const flipped = (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1);
    for (const bad of [`${forged}.${signature}`, `${payload}.${flipped}`, `${payload}.${signature.slice(0, 10)}`])
      expect(rejectionOf(await caller.get(`/brands?cursor=${bad}`))).toEqual(invalid('query cursor cursor'));
  });

  test('returns pages without a number', async () => {
    const first = await page(caller, '/brands', 'limit=3');
    const last = await page(caller, '/brands', `limit=3&cursor=${first.pagination.nextCursor}`);
    const end = { page: null, limit: 3, total: 5, totalIsExact: true, hasMore: false, nextCursor: null };
    expect(last.pagination).toEqual(end);
    expect(idsOf([...first.data, ...last.data])).toEqual(idsOf((await page(caller, '/brands', 'limit=5')).data));
  });

  test('of purchase orders is rejected for transactions', async () => {
    const scene = await arrangePurchasing(service, caller);
    for (let n = 0; n < 2; n += 1) await newOrder(scene);
    const { nextCursor } = (await page(caller, '/purchase-orders', 'limit=1')).pagination;
    const answer = await caller.get(`/purchase-orders?limit=1&transactions=true&cursor=${nextCursor}`);
    expect(rejectionOf(answer)).toEqual(invalid('query cursor cursor'));
  });

  test('of stock on hand is rejected with other filters', async () => {
    const { stores, beans, flour } = await newShop(service, caller);
    for (const item of [beans, flour]) await service.stock(caller.merchant, stores[0], item, '1');
    const { nextCursor } = (await page(caller, '/reports/stock-on-hand', `storeId=${stores[0]}&limit=1`)).pagination;
    const answer = await caller.get(`/reports/stock-on-hand?storeId=${stores[1]}&cursor=${nextCursor}`);
    expect(rejectionOf(answer)).toEqual(invalid('query cursor cursor'));
  });
});
