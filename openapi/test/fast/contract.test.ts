import { expect, test } from 'vitest';
import { type Link, locate, operationName, operationsOf, pointerTo, type Response } from '../../src/document.ts';
import { contractOperations } from '../../src/operations.ts';
import { contract } from '../contract.ts';

const operations = operationsOf(contract);

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

test('every operation is public or open to some products, the same ones for each scope', () => {
  const secured = contractOperations(contract).filter(({ scope }) => scope !== undefined);
  for (const [scope, some] of Map.groupBy(secured, (operation) => operation.scope)) {
    const products = new Set(some.map((operation) => operation.products.join()));
    expect([scope, ...products]).toEqual([scope, expect.stringMatching(/^(?:FULL|ONLINE_ORDER|ADSR|,)+$/)]);
  }
});
