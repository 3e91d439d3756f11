import { expect, test } from 'vitest';
import { contract } from '../../src/contract.ts';
import { contractOperations } from '../../src/operations.ts';

test('every operation is public or open to some products, the same ones for each scope', () => {
  const secured = contractOperations(contract).filter(({ scope }) => scope !== undefined);
  for (const [scope, some] of Map.groupBy(secured, (operation) => operation.scope)) {
    const products = new Set(some.map((operation) => operation.products.join()));
    expect([scope, ...products]).toEqual([scope, expect.stringMatching(/^(?:FULL|ONLINE_ORDER|ADSR|,)+$/)]);
  }
});
