import { describe, expect, test } from 'vitest';
import {
  type Link,
  locate,
  operationName,
  operationsOf,
  type Parameter,
  pointerTo,
  type RequestBody,
  type Response,
  type Schema,
} from '../../src/document.ts';
import { contract } from '../contract.ts';

const operations = operationsOf(contract);
const RESOURCES = [
  'items',
  'categories',
  'brands',
  'menus',
  'modifiers',
  'purchase_orders',
  'stock_transfers',
  'stock_adjustments',
];
const READ_ONLY = ['stores', 'suppliers', 'taxes', 'reports', 'orders'];

/** Scopes of each product's apps. */
const BUNDLES: Record<string, string[]> = {
  FULL: [...[...RESOURCES, ...READ_ONLY].map((name) => `${name}.read`), ...RESOURCES.map((name) => `${name}.write`)],
  ONLINE_ORDER: ['stores', 'taxes', 'items', 'categories', 'menus', 'modifiers', 'orders'].map(
    (name) => `${name}.read`,
  ),
  ADSR: ['reports.read', 'stores.read'],
};

/** Scopes of each alternative security requirement. */
function waysIn(security: Record<string, string[]>[] = []): string[][] {
  return security.map((requirement) => Object.values(requirement).flat()).filter((scopes) => scopes.length > 0);
}

test('every operationId is unique', () => {
  const ids = operations.map(({ operation }) => operation.operationId);
  expect(ids.filter((id, index) => id === undefined || ids.indexOf(id) !== index)).toEqual([]);
});

test('every link leads to an operation', () => {
  const ids = new Set(operations.map(({ operation }) => operation.operationId));
  const dangling = operations.flatMap((found) =>
    Object.keys(found.operation.responses ?? {}).flatMap((status) => {
      const { pointer, value } = locate<Response>(contract, pointerTo(found.pointer, 'responses', status));
      return Object.keys(value.links ?? {}).flatMap((name) => {
        const link = locate<Link>(contract, pointerTo(pointer, 'links', name)).value;
        return ids.has(link.operationId) ? [] : [`${operationName(found)} ${status}: link ${name}`];
      });
    }),
  );
  expect(dangling).toEqual([]);
});

describe.each(operations.map((found) => [operationName(found), found.operation] as const))(
  '%s',
  (_, { security, ...operation }) => {
    const products = operation['x-products'] ?? [];

    test('is public or says which products may call it', () => {
      expect(security?.length === 0 || products.length > 0).toBe(true);
      expect(products.filter((product) => !(product in BUNDLES))).toEqual([]);
    });

    test('is open to exactly the products whose bundle has its scope', () => {
      const able = Object.keys(BUNDLES).filter((product) =>
        waysIn(security).some((scopes) => scopes.every((scope) => BUNDLES[product]?.includes(scope))),
      );
      expect([...products].sort()).toEqual(able.sort());
    });
  },
);

const AUTHORIZE = 'authorize';

/** Collects the schema at a place and its subschemas by pointer, except conditions (`if`). */
function collect(place: string, found: Map<string, Schema>): void {
  const { pointer, value } = locate<Schema>(contract, place);
  if (typeof value !== 'object' || value === null || found.has(pointer)) return;
  found.set(pointer, value);
  for (const [keyword, part] of Object.entries(value)) {
    const below = pointerTo(pointer, keyword);
    if (['items', 'then', 'else'].includes(keyword)) collect(below, found);
    if (keyword === 'properties')
      for (const name of Object.keys(part as object)) collect(pointerTo(below, name), found);
    if (Array.isArray(part) && keyword === 'allOf') {
      for (const i of part.keys()) collect(pointerTo(below, String(i)), found);
    }
  }
}

test('every pattern of a request has its rule in words', () => {
  const schemas = new Map<string, Schema>();
  for (const { pointer, operation } of operations.filter((found) => found.operation.operationId !== AUTHORIZE)) {
    (operation.parameters ?? []).forEach((_, i) => {
      const parameter = locate<Parameter>(contract, pointerTo(pointer, 'parameters', String(i)));
      collect(pointerTo(parameter.pointer, 'schema'), schemas);
    });
    if (!operation.requestBody) continue;
    const body = locate<RequestBody>(contract, pointerTo(pointer, 'requestBody'));
    for (const media of Object.keys(body.value.content))
      collect(pointerTo(body.pointer, 'content', media, 'schema'), schemas);
  }
  const patterned = [...schemas].filter(([, schema]) => typeof schema === 'object' && schema.pattern !== undefined);
  expect(patterned.length).toBeGreaterThan(20);
  const wordless = patterned.filter(
    ([, schema]) => !/^must /.test(String((schema as { [k: string]: unknown })['x-tillgate-rule'])),
  );
  expect(wordless.map(([pointer]) => pointer)).toEqual([]);
});
