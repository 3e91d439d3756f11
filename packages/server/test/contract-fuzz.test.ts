import document from '@tillgate/openapi/openapi.json' with { type: 'json' };
import {
  type Known,
  RULES_BETWEEN_VALUES,
  resolve,
  type Schema,
  schemaOf,
  typesOf,
  valuesOf,
} from '@tillgate/openapi/requests';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Answer, Caller } from './support/caller.ts';
import { type Service, startService } from './support/service.ts';

/** Requests made from nothing but the bundle, as a contract fuzzer makes them. */

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: Schema;
}
interface Operation {
  readonly operationId: string;
  readonly security?: readonly unknown[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

const operations = Object.entries(document.paths as unknown as Record<string, Record<string, Operation>>).flatMap(
  ([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation.security?.length !== 0)
      .map(([method, operation]) => ({
        method: method.toUpperCase(),
        path,
        operationId: operation.operationId,
        // A cursor is only what a list has given: its own suite covers it.
        parameters: (operation.parameters ?? [])
          .map((parameter) => resolve<Parameter>(parameter))
          .filter(({ name }) => name !== 'cursor'),
        body: operation.requestBody?.content['application/json']?.schema,
      })),
);
const writes = operations.filter(({ body }) => body !== undefined);
type Fuzzed = (typeof operations)[number];

let service: Service;
let caller: Caller;
let known: Known;

beforeAll(async () => {
  service = await startService();
  caller = await service.connect();
  const { merchant } = caller;
  const storeId = [await service.newStore(merchant), await service.newStore(merchant, 'Quay')];
  const taxId = [await service.newTax(merchant)];
  const groupId = [(await caller.create('/categories', { name: 'Tea' })).id];
  const brandId = [(await caller.create('/brands', { name: 'Alpine' })).id];
  const plain = await caller.create('/items', { name: 'Oolong' });
  const sized = await caller.create('/items', { name: 'Chai', type: 1, variants: [{ name: 'Small' }] });
  const set = { name: 'Set', type: 2, components: [{ itemId: plain.id, quantity: '1' }] };
  const combo = await caller.create('/items', set);
  const option = { name: 'Oat' };
  const group = await caller.create('/modifiers', { name: 'Milk', options: [option], itemIds: [plain.id] });
  const items = [{ itemId: plain.id }];
  const menu = await caller.create('/menus/create-with-items', {
    name: 'Teas',
    items,
    stores: [{ storeId: storeId[0] }],
  });
  const supplierId = [await service.newSupplier(merchant)];
  const lines = [{ itemId: plain.id, quantity: '2', unitCost: '1' }];
  const ordered = { supplierId: supplierId[0], storeId: storeId[0], orderDate: '2026-03-02', lines };
  const orders: { id: number; lines: { id: number }[] }[] = [];
  for (const receive of [false, false, true])
    orders.push(await caller.create(`/purchase-orders?receive=${receive}`, ordered));
  const orderIds = orders.map(({ id }) => id);
  const moved = { date: '2026-03-02', lines: [{ itemId: plain.id, quantity: '2' }] };
  const [fromStoreId, toStoreId] = storeId;
  const transfers: { id: number; lines: { id: number }[] }[] = [];
  const adjustments: { id: number }[] = [];
  for (const now of [false, false, true]) {
    transfers.push(await caller.create(`/stock-transfers?receive=${now}`, { ...moved, fromStoreId, toStoreId }));
    const adjusted = { ...moved, storeId: fromStoreId, type: 1 };
    adjustments.push(await caller.create(`/stock-adjustments?post=${now}`, adjusted));
  }
  const transferIds = transfers.map(({ id }) => id);
  known = {
    storeId,
    taxId,
    groupId,
    brandId,
    parentId: groupId,
    itemId: [plain.id, sized.id],
    variantId: [sized.variants[0].id],
    supplierId,
    lineId: [...orders, ...transfers].flatMap((document) => document.lines.map(({ id }) => id)),
    fromStoreId: storeId,
    toStoreId: storeId,
    modifierIds: [group.id, await service.newModifierGroup(merchant)],
    itemIds: [plain.id, sized.id, combo.id],
    '/menus/{id}/full': [menu.id],
    '/menus/{id}/update-with-items': [menu.id],
    '/modifiers/{id}/full': [group.id],
    '/modifiers/{id}': [group.id],
    '/items/{id}': [plain.id, sized.id, combo.id],
    '/categories/{id}': groupId,
    '/brands/{id}': brandId,
    '/stores/{id}': storeId,
    '/stores/{id}/open-orders': storeId,
    '/suppliers/{id}': supplierId,
    '/items/{id}/stock': [plain.id, sized.id, combo.id],
    '/purchase-orders/{id}': orderIds,
    '/purchase-orders/{id}/receive': orderIds,
    '/stock-transfers/{id}': transferIds,
    '/stock-transfers/{id}/receive': transferIds,
    '/stock-adjustments/{id}': adjustments.map(({ id }) => id),
  };
});
afterAll(() => service?.stop());

interface Sent {
  readonly path: string;
  readonly body: unknown;
}

const requestsOf = ({ path, parameters, body }: Fuzzed): fc.Arbitrary<Sent> => {
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  const model = Object.fromEntries(inQuery.map(({ name, schema }) => [name, valuesOf(schema, name, known)]));
  const requiredKeys = inQuery.filter(({ required }) => required).map(({ name }) => name);
  return fc.record({
    path: fc
      .tuple(fc.record(model, { requiredKeys }), fc.constantFrom(...(known[path] ?? [1])))
      .map(([query, id]) => path.replace('{id}', String(id)) + queryOf(query)),
    body: body ? valuesOf(body, '', known) : fc.constant(undefined),
  });
};

function queryOf(values: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(values).flatMap(([name, value]) => [value].flat().map((each) => [name, String(each)]));
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs as [string, string][])}`;
}

const ask = (method: string, { path, body }: Sent): Promise<Answer> =>
  method === 'GET' ? caller.get(path) : method === 'POST' ? caller.post(path, body) : caller.patch(path, body);

describe('a request that the contract allows', () => {
  test.each(operations)('$operationId: gets a documented response, and never 400 for its shape', async (operation) => {
    await fc.assert(
      fc.asyncProperty(requestsOf(operation), async (request) => {
        const answer = await ask(operation.method, request);
        if (answer.status !== 400) return;
        const rules = answer.body.details.map((detail: { rule: string }) => detail.rule);
        expect(
          rules.filter((rule: string) => !RULES_BETWEEN_VALUES.has(rule)),
          answer.text,
        ).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});

/** One value of each JSON type; 1.5 is no integer. */
const OF_TYPE = { string: 'x', integer: 1, number: 1.5, boolean: true, array: ['x'], object: { x: 1 }, null: null };

/** Parameters that a write requires besides its body. */
const REQUIRED_QUERIES: Readonly<Record<string, string>> = {
  createPurchaseOrder: '?receive=false',
  createStockTransfer: '?receive=false',
  createStockAdjustment: '?post=false',
};

const propertiesOf = (body: Schema): [string, Schema][] => Object.entries(schemaOf(body).properties ?? {});
const wrongFor = (schema: Schema): unknown[] =>
  Object.entries(OF_TYPE)
    .filter(([type]) => !typesOf(schemaOf(schema)).includes(type))
    .map(([, value]) => value);

describe('a property of another type', () => {
  test.each(writes)(
    '$operationId: is rejected by name, whichever property and type',
    async ({ method, path, body, operationId }) => {
      const id = String(known[path]?.[0]);
      const target = `${path.replace('{id}', id)}${REQUIRED_QUERIES[operationId] ?? ''}`;
      for (const [name, schema] of propertiesOf(body as Schema)) {
        for (const value of wrongFor(schema)) {
          const answer = await ask(method, { path: target, body: { name: 'x', [name]: value } });
          expect([answer.status, answer.body.code], `${name}: ${value}`).toEqual([400, 'partner.validation_failed']);
          const type = { in: 'body', path: `/${name}`, rule: 'type' };
          expect(answer.body.details, `${name}: ${value}`).toContainEqual(expect.objectContaining(type));
        }
      }
    },
  );
});
