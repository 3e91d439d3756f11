import { afterAll, describe, expect, test } from 'vitest';
import type { DatabasePool } from '../../../src/database/pool.ts';
import { freshDatabases } from '../../support/databases.ts';
import { newOAuthClient } from '../../support/oauth.ts';
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
const supplierId = await service.newSupplier(caller.merchant);
const item = await caller.create('/items', { name: 'Flat white' });
const menu = await caller.create('/menus/create-with-items', { name: 'Menu', items: [{ itemId: item.id }] });
const group = await caller.create('/modifiers', { name: 'Milk', options: [{ name: 'Oat' }], itemIds: [item.id] });
const ordered = {
  supplierId,
  storeId,
  orderDate: '2026-03-02',
  lines: [{ itemId: item.id, quantity: '1', unitCost: '1' }],
};
const order = await caller.create('/purchase-orders?receive=false', ordered);
const { nextCursor } = (await caller.get('/changes')).body;
for (const name of ['One', 'Other']) await caller.create('/brands', { name });
await caller.create('/categories', { name: 'Hot' });
const { client, merchant } = await newOAuthClient(service);
const { refreshToken } = await client.connect(merchant);
const { refresh_token: next } = (await client.refresh(refreshToken)).body;
await caller.get('/items');

describe('With a warm directory,', () => {
  test.each<[path: string, statements: string[]]>([
    ['/items', ['read']],
    ['/items?search=flat', ['read']],
    ['/items?status=1&page=2', ['read']],
    ['/items?sort=name&order=asc', ['read']],
    [`/items/${item.id}?storeId=${storeId}`, ['find']],
    [`/items/${item.id}/stock?storeId=${storeId}`, ['read']],
    ['/brands', ['read']],
    ['/categories', ['read']],
    ['/menus?delivery=1', ['read']],
    [`/menus/${menu.id}/full`, ['read']],
    ['/modifiers?itemSearch=flat', ['read']],
    [`/modifiers/${group.id}/full`, ['read']],
    ['/purchase-orders', ['read']],
    ['/purchase-orders?search=po&fromDate=2026-03-01&supplierId=1,2', ['read']],
    ['/purchase-orders?transactions=true&includeLines=false', ['read']],
    ['/stock-transfers', ['read']],
    ['/stock-transfers?includeVoided=true&fromDate=2026-03-01&search=quay', ['read']],
    ['/stock-transfers?fromDate=2026-03-01&toStoreId=1,2', ['read']],
    ['/stock-adjustments?limit=500&type=1', ['read']],
    ['/stock-movements', ['read']],
    ['/stock-movements?itemId=1&storeId=1,2&documentKind=sale&from=2026-03-01T00:00:00Z', ['read']],
    ['/changes', ['find']],
    [`/changes?after=${nextCursor}`, ['read']],
    // One for each resource with records.
    [`/changes?after=${nextCursor}&include=record`, ['read', 'read', 'read']],
  ])('GET %s, with the total, takes these queries: %j', async (path, statements) => {
    asked.length = 0;
    expect((await caller.get(path)).status).toBe(200);
    expect(asked).toEqual(statements);
  });

  test.each<[string, string[], number, () => Promise<{ status: number }>]>([
    ['one transaction does a write', ['connect'], 201, () => caller.post('/brands', { name: 'Once' })],
    [
      'one transaction does a write with an Idempotency-Key',
      ['connect'],
      201,
      () => caller.post('/brands', { name: 'With a key' }, { 'Idempotency-Key': 'k' }),
    ],
    [
      'one transaction receives an order',
      ['connect'],
      200,
      () => caller.patch(`/purchase-orders/${order.id}/receive`, {}),
    ],
    ['a statement authenticates and one rotates a refresh token', ['find', 'query'], 200, () => client.refresh(next)],
    ['no query is sent for a query that fails validation', [], 400, () => caller.get('/items?limit=0')],
    ['no query is sent for a body that fails validation', [], 400, () => caller.post('/brands', '{')],
  ])('%s', async (_, statements, status, send) => {
    asked.length = 0;
    expect((await send()).status).toBe(status);
    expect(asked).toEqual(statements);
  });
});
