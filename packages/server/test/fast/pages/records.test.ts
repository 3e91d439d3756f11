import document from '@tillgate/openapi/openapi.json' with { type: 'json' };
import { describe, expect, test } from 'vitest';
import type { Product } from '../../../src/control/products.ts';
import {
  clientCall,
  createAt,
  listsOf,
  operationsOf,
  pathOfRequest,
  readAt,
  recordPath,
  updateAt,
} from '../../../src/pages/console/records/api-operations.ts';
import {
  changedBody,
  editable,
  fieldName,
  filling,
  newBody,
  propertiesOf,
} from '../../../src/pages/console/records/properties.ts';

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

type Body = Readonly<Record<string, unknown>>;

const examples = document.components.examples as unknown as Record<string, { readonly value: Body }>;
const bodies = Object.values(document.paths as unknown as Record<string, Record<string, BodyOwner>>)
  .flatMap((path) => Object.values(path))
  .flatMap(({ operationId, requestBody }) => {
    const all = Object.keys(requestBody?.content['application/json']?.examples ?? {});
    return all.map((name) => ({ operationId, name, body: examples[name]?.value ?? {} }));
  })
  .flatMap((one) => full.filter(({ id }) => id === one.operationId).map((operation) => ({ ...one, operation })))
  .filter(({ operationId }) => /^(?:create|update)/.test(operationId));

interface BodyOwner {
  readonly operationId: string;
  readonly requestBody?: { readonly content: Record<string, { readonly examples?: object }> };
}

describe.each(bodies)('the form of $operationId, filled with the example $name,', ({ operation, body }) => {
  const properties = propertiesOf(operation);
  const fields = new URLSearchParams(filling(properties, body));

  test('sends that example', () => {
    const sent = operation.method === 'post' ? newBody(properties, fields) : changedBody(properties, fields, {});
    const filledIn = Object.entries(body).filter(([name]) => fields.get(fieldName(name)) !== '');
    expect(sent).toEqual(Object.fromEntries(filledIn));
  });

  test('sends nothing that is unchanged, and null or an empty list for what is cleared', () => {
    expect(changedBody(properties, fields, body)).toEqual({});
    const cleared = properties.filter(({ schema }) => [schema.type].flat().includes('null'));
    for (const { name } of cleared) fields.set(fieldName(name), '');
    const had = cleared.filter(({ name }) => (body[name] ?? null) !== null).map(({ name }) => [name, null]);
    expect(changedBody(properties, fields, body)).toEqual(Object.fromEntries(had));
  });
});

test('every record that an app can create or change has a form', () => {
  const lists = listsOf(full).map(({ path }) => path);
  const made = lists.flatMap((list) => createAt(full, list)?.id ?? []);
  const changed = full
    .filter(({ method }) => method === 'get')
    .flatMap(({ path }) => updateAt(full, path.replace(':id', '1'))?.id ?? []);
  const written = (start: string) => full.flatMap(({ id }) => (id.startsWith(start) ? [id] : []));
  expect(made.toSorted()).toEqual(written('create').toSorted());
  expect(changed.toSorted()).toEqual(written('update').toSorted());
});

test('a thousand lines are too long for a form', () => {
  const update = updateAt(full, '/purchase-orders/1');
  const lines = Array.from({ length: 1000 }, (_, id) => ({ id, itemId: 1, quantity: '1', unitCost: '1' }));
  const names = update && editable(propertiesOf(update), { lines }).map(({ name }) => name);
  expect(names).toContain('storeId');
  expect(names).not.toContain('lines');
});
