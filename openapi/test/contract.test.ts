import { describe, expect, test } from 'vitest';
import { type Link, locate, operationName, operationsOf, pointerTo, type Response } from '../src/document.ts';
import { contract } from './contract.ts';

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

/** The scopes that an app of each product has. */
const BUNDLES: Record<string, string[]> = {
  FULL: [...[...RESOURCES, ...READ_ONLY].map((name) => `${name}.read`), ...RESOURCES.map((name) => `${name}.write`)],
  ONLINE_ORDER: ['stores', 'taxes', 'items', 'categories', 'menus', 'modifiers', 'orders'].map(
    (name) => `${name}.read`,
  ),
  ADSR: ['reports.read', 'stores.read'],
};

/** The scopes of each way in; any one way is enough. */
function waysIn(security: Record<string, string[]>[] = []): string[][] {
  return security.map((requirement) => Object.values(requirement).flat()).filter((scopes) => scopes.length > 0);
}

test('every operation has an operationId of its own', () => {
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
