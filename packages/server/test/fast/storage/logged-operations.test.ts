import document from '@tillgate/openapi/openapi.json' with { type: 'json' };
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { OPERATOR } from '../../../src/directory/actor.ts';
import { SCENARIO_NAMES, SCENARIOS } from '../../../src/directory/scenarios/scenarios.ts';
import type { Caller } from '../../support/api-caller.ts';
import { controlPlaneOf } from '../../support/control-plane.ts';
import { watchChanges } from '../../support/seen-changes.ts';
import { startService } from '../../support/service.ts';

const service = await startService();
afterAll(() => service.stop());
const operations = controlPlaneOf(service).as(OPERATOR, { source: 'test' });
const watched = await watchChanges(service.databases);

let caller: Caller;
let companyId: number;
let storeIds: number[];
let itemIds: number[];
let supplierId: number;

/** A sandbox merchant with a catalogue. */
beforeAll(async () => {
  caller = await service.connect();
  ({ companyId } = caller.merchant);
  await operations.call('merchant.reset', { companyId });
  const idsOf = async (path: string) => (await caller.get(path)).body.data.map(({ id }: { id: number }) => id);
  [storeIds, itemIds] = [await idsOf('/stores'), await idsOf('/items?type=0&status=1&limit=100')];
  [supplierId] = await idsOf('/suppliers?status=1');
});

const forget = () => service.databases.regions.UK.query('truncate region_uk.seen, region_uk.seen_log');
beforeEach(forget);

/** The log has exactly what the triggers saw, which is not nothing. */
async function expectLogged(): Promise<void> {
  const { rows } = await service.databases.regions.UK.query('select from region_uk.seen limit 1');
  expect(rows).toHaveLength(1);
  expect((await watched.differences()).slice(0, 1)).toEqual([]);
}

const post = async (path: string, body: object): Promise<number> => (await caller.create(path, body)).id;

async function patch(path: string, body: object): Promise<void> {
  const { status, text } = await caller.patch(path, body);
  if (status !== 200) throw new Error(text);
}

const line = (more: object = {}) => ({ itemId: itemIds[0], quantity: '2', ...more });
const ordered = (query = 'receive=false') =>
  post(`/purchase-orders?${query}`, {
    ...{ supplierId, storeId: storeIds[0], orderDate: '2026-03-01' },
    lines: [line({ unitCost: '1.25' })],
  });
const transferred = (query = 'receive=false') =>
  post(`/stock-transfers?${query}`, {
    ...{ fromStoreId: storeIds[0], toStoreId: storeIds[1], date: '2026-03-01' },
    lines: [line()],
  });
const adjusted = (query = 'post=false') =>
  post(`/stock-adjustments?${query}`, { storeId: storeIds[0], date: '2026-03-01', type: 1, lines: [line()] });
const named = (name: string) => ({ name: `${name} of the test` });

const WRITES: Readonly<Record<string, () => Promise<unknown>>> = {
  createItem: () => post('/items', { name: 'Sized', type: 1, variants: [{ name: 'S' }, { name: 'L' }] }),
  async batchItems() {
    const first = { op: 'update', id: itemIds[1], item: { price: '7.77' } };
    const refused = { op: 'update', id: itemIds[1], item: { name: '' } };
    const upserted = { op: 'upsert', externalId: 'batch', item: { name: 'Of a batch' } };
    const batches: [query: string, status: number, operations: object[]][] = [
      ['', 200, [first, refused, { op: 'create', item: { name: 'New', itemCode: 'BATCH' } }]],
      ['', 200, [upserted, { ...upserted, item: { name: 'Renamed' } }]],
      ['?atomic=true', 200, [{ ...first, item: { price: '8.88' } }]],
      ['?atomic=true', 400, [{ ...first, item: { price: '9.99' } }, refused]],
      ['?dryRun=true', 200, [{ ...first, item: { price: '9.99' } }]],
    ];
    for (const [query, expected, listed] of batches) {
      const { status, text } = await caller.post(`/items/batch${query}`, { operations: listed });
      if (status !== expected) throw new Error(`${query} ${text}`);
    }
  },
  updateItem: () => patch(`/items/${itemIds[0]}`, { price: '9.95', modifierIds: [] }),
  createCategory: () => post('/categories', named('Category')),
  updateCategory: async () => patch(`/categories/${await post('/categories', named('Other'))}`, named('Renamed')),
  createBrand: () => post('/brands', named('Brand')),
  updateBrand: async () => patch(`/brands/${await post('/brands', named('Other'))}`, named('Renamed')),
  createMenuWithItems: () => post('/menus/create-with-items', { ...named('Menu'), items: [{ itemId: itemIds[0] }] }),
  async updateMenuWithItems() {
    const id = await post('/menus/create-with-items', named('Other'));
    await patch(`/menus/${id}/update-with-items`, {
      stores: [{ storeId: storeIds[0] }],
      items: [{ itemId: itemIds[1] }],
    });
  },
  createModifier: () =>
    post('/modifiers', { ...named('Group'), options: [{ name: 'Oat' }], itemIds: itemIds.slice(0, 2) }),
  async updateModifier() {
    const id = await post('/modifiers', {
      ...named('Other'),
      options: [{ name: 'Oat' }],
      itemIds: itemIds.slice(0, 2),
    });
    await patch(`/modifiers/${id}`, { itemIds: itemIds.slice(1, 3) });
  },
  createPurchaseOrder: () => ordered('receive=true'),
  updatePurchaseOrder: async () => patch(`/purchase-orders/${await ordered()}`, { status: 0 }),
  receivePurchaseOrder: async () => patch(`/purchase-orders/${await ordered()}/receive`, {}),
  createStockTransfer: () => transferred('receive=true'),
  updateStockTransfer: async () => patch(`/stock-transfers/${await transferred()}`, { narration: 'Changed' }),
  receiveStockTransfer: async () => patch(`/stock-transfers/${await transferred()}/receive`, {}),
  createStockAdjustment: () => adjusted('post=true'),
  updateStockAdjustment: async () => patch(`/stock-adjustments/${await adjusted()}`, { status: 1 }),
};

describe('Every write of the API is in the change log', () => {
  test.each(Object.entries(WRITES))('%s', async (_, write) => {
    await write();
    await expectLogged();
  });

  test('and these are all', () => {
    const methods = Object.values(document.paths).flatMap((path) => Object.entries(path));
    const writes = methods.filter(([method, operation]) => method !== 'get' && 'x-products' in operation);
    const ids = writes.map(([, operation]) => (operation as unknown as { operationId: string }).operationId);
    expect(Object.keys(WRITES).sort()).toEqual(ids.sort());
  });
});

describe('Whatever the control plane writes of a merchant is in the change log', () => {
  const order = () => ({ companyId, storeId: storeIds[0] as number, items: [`2x${itemIds[0]}`] });

  test('a reset', async () => {
    const { companyId: fresh } = await service.newMerchant(caller.partner.organizationId);
    await operations.call('merchant.reset', { companyId: fresh });
    await expectLogged();
  });

  test('sales, refunds and voids at a till, and a day of them', async () => {
    const sold = await operations.call('till.sell', order());
    await operations.call('till.refund', { companyId, receipt: sold.receipt });
    const voided = await operations.call('till.sell', order());
    await operations.call('till.void', { companyId, receipt: voided.receipt });
    const { receipt } = await operations.call('till.open', order());
    await operations.call('till.pay', { companyId, receipt });
    await operations.call('till.day', { companyId, day: '2026-03-01' });
    await expectLogged();
  });

  test('an erasure of personal data', async () => {
    const id = await service.arrange(caller.merchant, async (tx) => tx.newId());
    await service.databases.regions.UK.query(
      `insert into region_uk.suppliers (company_id, id, status, name, email, phone, entry_date, updated_at)
       values ($1, $2, 1, 'A person', 'a@b.example', '1', now(), now())`,
      [companyId, id],
    );
    await forget();
    await operations.call('merchant.erase', { companyId });
    await expectLogged();
  });

  // The others are states of an app, not of the merchant's records.
  test.each(SCENARIO_NAMES.filter((name) => SCENARIOS[name] === 'merchant'))('the state %s', async (scenario) => {
    const { companyId: fresh } = await service.newMerchant(caller.partner.organizationId);
    await operations.call('merchant.reset', { companyId: fresh });
    await forget();
    await operations.call('scenario.run', { scenario, companyId: fresh });
    expect((await watched.differences()).slice(0, 1)).toEqual([]);
  });
});
