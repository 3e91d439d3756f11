import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { DatabasePool } from '../../../src/storage/pool.ts';
import { freshDatabases } from '../../support/databases.ts';
import { newOAuthClient, outcome } from '../../support/oauth.ts';
import { startService } from '../../support/service.ts';

/** A pool that records its use: single statements, and connections for transactions. */
const noting = (pool: DatabasePool): DatabasePool =>
  new Proxy(pool, {
    get(target, name) {
      const member = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      if (['query', 'read', 'find', 'connect'].includes(String(name))) asked.push(String(name));
      // Bound to the target, so that the pool's calls to its own methods are not recorded.
      return member.bind(target);
    },
  });

const asked: string[] = [];
const databases = await freshDatabases();
const { control, regions } = databases;
const { UK, US, IN, AE } = regions;
const noted = { ...databases, control: noting(control), regions: { UK: noting(UK), US, IN, AE } };
const service = await startService({ databases: noted });
afterAll(() => service.stop());
const caller = await service.connect();
const storeId = await service.newStore(caller.merchant);
const item = await caller.create('/items', { name: 'Flat white' });
await caller.get('/items');
beforeEach(() => {
  asked.length = 0;
});

describe('With a warm directory,', () => {
  test.each([
    '/items',
    '/items?search=flat',
    '/items?status=1&page=2',
    '/items?sort=name&order=asc',
    '/brands',
    '/categories',
    '/menus?delivery=1',
    '/modifiers?itemSearch=flat',
    '/purchase-orders',
    '/purchase-orders?search=po&fromDate=2026-03-01&supplierId=1,2',
    '/purchase-orders?transactions=true&includeLines=false',
    '/stock-transfers',
    '/stock-transfers?includeVoided=true&fromDate=2026-03-01&search=quay',
    '/stock-transfers?fromDate=2026-03-01&toStoreId=1,2',
    '/stock-adjustments?limit=500&type=1',
    '/stock-movements',
    '/stock-movements?itemId=1&storeId=1,2&documentKind=sale&from=2026-03-01T00:00:00Z',
  ])('one query answers GET %s, including the total', async (path) => {
    expect((await caller.get(path)).status).toBe(200);
    expect(asked).toEqual(['read']);
  });

  test('one query answers GET /items/{id}, for one store or all', async () => {
    expect((await caller.get(`/items/${item.id}?storeId=${storeId}`)).status).toBe(200);
    expect(asked).toEqual(['find']);
  });

  test('one query answers GET /menus/{id}/full and GET /modifiers/{id}/full', async () => {
    const menu = await caller.create('/menus/create-with-items', { name: 'Menu', items: [{ itemId: item.id }] });
    const options = [{ name: 'Oat' }];
    const group = await caller.create('/modifiers', { name: 'Milk', options, itemIds: [item.id] });
    for (const path of [`/menus/${menu.id}/full`, `/modifiers/${group.id}/full`]) {
      asked.length = 0;
      expect((await caller.get(path)).status).toBe(200);
      expect([path, asked]).toEqual([path, ['read']]);
    }
  });

  test('one query answers GET /items/{id}/stock', async () => {
    expect((await caller.get(`/items/${item.id}/stock?storeId=${storeId}`)).status).toBe(200);
    expect(asked).toEqual(['read']);
  });

  test('one query answers GET /changes, and one more for each resource with include=record', async () => {
    const after = (await caller.get('/changes')).body.nextCursor;
    expect(asked).toEqual(['find']);
    for (const name of ['One', 'Other']) await caller.create('/brands', { name });
    await caller.create('/categories', { name: 'Hot' });
    asked.length = 0;
    expect((await caller.get(`/changes?after=${after}`)).body.data).toHaveLength(3);
    expect(asked).toEqual(['read']);
    asked.length = 0;
    expect((await caller.get(`/changes?after=${after}&include=record`)).body.data).toHaveLength(3);
    expect(asked).toEqual(['read', 'read', 'read']);
  });

  test('one transaction receives an order', async () => {
    const supplierId = await service.newSupplier(caller.merchant);
    const lines = [{ itemId: item.id, quantity: '1', unitCost: '1' }];
    const body = { supplierId, storeId, orderDate: '2026-03-02', lines };
    const { id } = await caller.create('/purchase-orders?receive=false', body);
    asked.length = 0;
    expect((await caller.patch(`/purchase-orders/${id}/receive`, {})).status).toBe(200);
    expect(asked).toEqual(['connect']);
  });

  test('one transaction does a write', async () => {
    await caller.create('/brands', { name: 'One transaction' });
    expect(asked).toEqual(['connect']);
  });

  test('one transaction does a write with an Idempotency-Key', async () => {
    expect((await caller.post('/brands', { name: 'With a key' }, { 'Idempotency-Key': 'k' })).status).toBe(201);
    expect(asked).toEqual(['connect']);
  });

  test('two statements refresh a token: one authenticates, one rotates', async () => {
    const { client, merchant } = await newOAuthClient(service);
    const { refreshToken } = await client.connect(merchant);
    const { refresh_token: next } = (await client.refresh(refreshToken)).body;
    asked.length = 0;
    expect(outcome(await client.refresh(next))).toEqual([200]);
    expect(asked).toEqual(['find', 'query']);
  });

  test('no query is sent for a request that fails validation', async () => {
    expect((await caller.get('/items?limit=0')).status).toBe(400);
    expect((await caller.post('/brands', '{')).status).toBe(400);
    expect(asked).toEqual([]);
  });
});
