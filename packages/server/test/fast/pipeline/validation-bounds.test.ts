import { contract as document } from '@tillgate/openapi/contract';
import { operationsOf, resolve, type Schema } from '@tillgate/openapi/document';
import { describe, expect, test } from 'vitest';
import { loadContract } from '../../../src/contract/contract.ts';
import { invalid, rejectionOf } from '../../support/rejections.ts';
import { sharedService } from '../../support/service.ts';

const service = await sharedService();
const caller = await service.connect();

/** A list inside a body: the property names on the way to it, through the first element of any list. */
interface List {
  readonly operationId: string;
  readonly steps: readonly (string | 0)[];
  readonly maxItems: number;
}

const bodies = operationsOf(document).flatMap(({ operation: { operationId = '', requestBody } }) => {
  const schema = requestBody?.content['application/json']?.schema;
  return schema ? [{ operationId, schema }] : [];
});

function listsIn(reference: Schema, steps: readonly (string | 0)[] = []): Omit<List, 'operationId'>[] {
  const { properties = {}, items, maxItems } = resolve(document, reference);
  const below = Object.entries(properties).flatMap(([name, property]) => listsIn(property, [...steps, name]));
  return items && maxItems !== undefined ? [{ steps, maxItems }, ...listsIn(items, [...steps, 0])] : below;
}

const lists: List[] = bodies.flatMap(({ operationId, schema }) =>
  listsIn(schema).map((list) => ({ operationId, ...list })),
);

/** Wraps the value in a body that contains nothing else. */
const wrapped = (steps: readonly (string | 0)[], value: unknown): unknown =>
  steps.reduceRight<unknown>((inner, step) => (step === 0 ? [inner] : { [step]: inner }), value);

const contract = await loadContract('http://localhost:3000/v1', 'http://localhost:3001');

function errorsOf(operationId: string, requestBody: unknown) {
  const validate = contract.operations.find(({ id }) => id === operationId)?.validateBody;
  validate?.({ requestBody });
  return validate?.errors ?? [];
}

/** A list that fails the test if one of its elements is read. */
const unread = (length: number): unknown[] =>
  new Proxy(Array(length).fill(null), {
    get(list, name) {
      if (typeof name === 'string' && /^\d+$/.test(name)) throw new Error(`Element ${name} was read.`);
      return Reflect.get(list, name);
    },
  });

describe('a list in a body', () => {
  test('is bounded wherever the contract has one', () => {
    expect(lists.length).toBeGreaterThan(20);
  });

  test.each(lists)('$operationId $steps: is rejected at its bound before an element is read', (list) => {
    const { operationId, steps, maxItems } = list;
    const path = `/requestBody/${steps.join('/')}`;
    const errors = errorsOf(operationId, wrapped(steps, unread(maxItems + 1)));
    const ofTheList = errors.filter(({ instancePath }) => instancePath.startsWith(path));
    expect(new Set(ofTheList.map(({ instancePath, keyword }) => `${instancePath} ${keyword}`))).toEqual(
      new Set([`${path} maxItems`]),
    );
  });

  test.each(lists)('$operationId $steps: is searched for about as many errors as are reported', (list) => {
    const { operationId, steps, maxItems } = list;
    expect(errorsOf(operationId, wrapped(steps, Array(maxItems).fill({}))).length).toBeLessThan(40);
  });
});

test.each(bodies)(
  '$operationId: an object is searched for about as many unknown properties as are reported',
  (body) => {
    const wide = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`x${i}`, 1]));
    expect(errorsOf(body.operationId, wide).length).toBeLessThan(40);
  },
);

describe('a purchase order', () => {
  const create = async (lines: unknown[]) => {
    const order = { supplierId: 1, storeId: 1, orderDate: '2026-03-02', lines };
    return rejectionOf(await caller.post('/purchase-orders?receive=false', order));
  };

  test('of 5,000 empty lines is rejected for their number alone, and one of 349,000 for its size', async () => {
    expect(await create(Array(5_000).fill({}))).toEqual(invalid('body /lines maxItems'));
    expect(await create(Array(349_000).fill({}))).toEqual(invalid('body  maxValues'));
  });

  test('of 1,000 empty lines is rejected with the first twenty errors', async () => {
    const [status, code, ...details] = await create(Array(1_000).fill({}));
    expect([status, code, details.length]).toEqual([...invalid(), 20]);
    expect(details.slice(0, 4)).toEqual([
      'body /lines/0/itemId required',
      'body /lines/0/quantity required',
      'body /lines/0/unitCost required',
      'body /lines/1/itemId required',
    ]);
  });
});

test('a query parameter of 2,000 ids is rejected for their number', async () => {
  const ids = Array.from({ length: 2_000 }, (_, i) => i + 1).join(',');
  expect(rejectionOf(await caller.get(`/items?groupId=${ids}`))).toEqual(invalid('query groupId maxItems'));
});
