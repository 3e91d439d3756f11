import { expect, test } from 'vitest';
import type { Product } from '../../src/credentials/products.ts';
import {
  clientCall,
  listsOf,
  operationsOf,
  pathOfRequest,
  readAt,
  recordPath,
  updateAt,
} from '../../src/web/console/records/api-operations.ts';

const full = await operationsOf('FULL');

test('an app sees and changes the records that the scopes of its product reach', async () => {
  const listed = async (product: Product) => listsOf(await operationsOf(product)).map(({ path }) => path);
  expect(await listed('FULL')).toEqual(expect.arrayContaining(['/items', '/purchase-orders', '/reports/daily-sales']));
  expect(await listed('ONLINE_ORDER')).toEqual(expect.arrayContaining(['/items', '/stores']));
  expect(await listed('ONLINE_ORDER')).not.toContain('/purchase-orders');
  expect(updateAt(await operationsOf('ONLINE_ORDER'), '/items/1')).toBeUndefined();
  expect(updateAt(full, '/items/1')?.id).toBe('updateItem');
  expect(updateAt(full, '/menus/1/full')?.id).toBe('updateMenuWithItems');
  expect([updateAt(full, '/items'), updateAt(full, '/items/1/stock')]).toEqual([undefined, undefined]);
});

test.each([
  ['/v1/items/100231', '/items/100231'],
  ['/v1/purchase-orders/7/receive', '/purchase-orders/7'],
  ['/v1/menus/7/update-with-items', '/menus/7/full'],
  ['/alias/v1/items', '/items'],
  ['/v1/reports/daily-sales', '/reports/daily-sales'],
  ['/v1/taxes/7', undefined],
  ['/v1/items/{id}', undefined],
  ['/v1/oauth/token', undefined],
])('a logged request to %s leads to the record at %s', (logged, path) => {
  expect(pathOfRequest(full, logged)).toBe(path);
});

test.each([
  ['/items', { limit: '2', sort: 'name', ids: '1,2' }, `items.list({ limit: 2, sort: 'name', ids: [1, 2] })`],
  ['/items/7', { storeId: '3' }, `items.get(7, { storeId: '3' })`],
  ['/menus/7/full', {}, 'menus.get(7)'],
  ['/stores/3/open-orders', {}, 'stores.openOrders(3)'],
  ['/items', { search: `O'Brien \\ Sons` }, `items.list({ search: 'O\\'Brien \\\\ Sons' })`],
])('GET %s is written for the client', (path, query, call) => {
  const operation = readAt(full, path);
  expect(operation && clientCall(operation, path, new URLSearchParams(query as Record<string, string>))).toBe(call);
});

test('a record that has no page of its own is not linked', () => {
  expect([recordPath(full, '/modifiers', 7), recordPath(full, '/taxes', 7)]).toEqual(['/modifiers/7/full', undefined]);
});
