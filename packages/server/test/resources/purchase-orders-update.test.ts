import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PurchaseOrder } from '../../src/contract/generated/types.gen.ts';
import type { Caller } from '../support/caller.ts';
import { arrangePurchasing, newOrder, onHand, type Purchasing } from '../support/purchasing.ts';
import { conflict, conflictOf, noReferenceAt, refusalOf } from '../support/refusal.ts';
import { type Service, startService } from '../support/service.ts';

let service: Service;
let caller: Caller;
let scene: Purchasing;
let secondSupplier: number;
let secondStore: number;

beforeAll(async () => {
  service = await startService();
  caller = await service.connect();
  scene = await arrangePurchasing(service, caller);
  secondSupplier = await service.newSupplier(caller.merchant, 'Second');
  secondStore = await service.newStore(caller.merchant, 'Second');
});
afterAll(() => service?.stop());

const line = (own: object = {}) => ({ itemId: scene.itemId, quantity: '10', unitCost: '2.50', ...own });
const update = (order: PurchaseOrder, patch: object, headers = {}) =>
  caller.patch(`/purchase-orders/${order.id}`, patch, headers);
const receive = (order: PurchaseOrder, lines?: object[]) =>
  caller.patch(`/purchase-orders/${order.id}/receive`, { lines });

/** An order of three lines in each state: 0 draft, 1 with 4 of the first line received, 2 received. */
async function orderIn(purchStatus: number, own: object = {}): Promise<PurchaseOrder> {
  const lines = [line({ taxId: scene.taxId, discount: '1' }), line({ quantity: '5' }), line({ quantity: '6' })];
  const order = await newOrder(scene, { lines, ...own }, purchStatus === 2);
  if (purchStatus !== 1) return order;
  return (await receive(order, [{ lineId: order.lines[0]?.id, quantity: '4' }])).body;
}

/** The lines of an order as they would be sent. */
const sentLines = ({ lines }: PurchaseOrder): Record<string, unknown>[] =>
  lines.map(({ id, itemId, quantity, unitCost }) => ({ id, itemId, quantity, unitCost }));

async function expectConflict(order: PurchaseOrder, patch: object, path: string, allowed: string[]): Promise<void> {
  const before = (await caller.get(`/purchase-orders/${order.id}`)).body;
  expect(conflictOf(await update(order, patch))).toEqual(conflict(path, ...allowed));
  expect((await caller.get(`/purchase-orders/${order.id}`)).body).toEqual(before);
}

describe('PATCH /purchase-orders/{id} of a draft', () => {
  test('replaces all lines; those sent with their id keep it and what they leave out', async () => {
    const order = await orderIn(0);
    const [first, second] = sentLines(order);
    const lines = [line({ quantity: '1', unitCost: '4' }), { ...second, unitCost: '3' }, { ...first, quantity: '20' }];
    const changed: PurchaseOrder = (await update(order, { lines })).body;
    expect(changed.lines.map(({ id }) => id)).toEqual([expect.any(Number), second?.id, first?.id]);
    expect(order.lines.map(({ id }) => id)).not.toContain(changed.lines[0]?.id);
    expect(changed.lines[2]).toMatchObject({ quantity: '20', discount: '1.00', taxId: scene.taxId, taxRate: '20' });
    expect(changed.lines[2]).toMatchObject({ subtotal: '50.00', tax: '9.80', total: '58.80' });
    expect(changed).toMatchObject({ subtotal: '69.00', discountTotal: '1.00', taxTotal: '9.80', total: '77.80' });
    const dropped = { lines: sentLines(order).slice(2) };
    expect(refusalOf(await update(order, dropped))).toEqual(noReferenceAt('/lines/0/id'));
  });

  test('keeps the rate of a tax that has changed since, until the line names the tax again', async () => {
    const order = await orderIn(0);
    await service.databases.regions.UK.query(`set role tillgate_tenant; select set_config('tillgate.company_id',
      '${caller.merchant.companyId}', false); update region_uk.taxes set rate = 5 where id = ${scene.taxId}; reset role;
      select set_config('tillgate.company_id', '', false)`);
    const kept = (await update(order, { lines: sentLines(order) })).body;
    expect(kept.lines[0].taxRate).toBe('20');
    const lines = sentLines(order).map((sent) => ({ ...sent, taxId: scene.taxId }));
    expect((await update(order, { lines })).body.lines.map((l: { taxRate: string }) => l.taxRate)).toEqual([
      '20',
      '5',
      '5',
    ]);
    const cleared = sentLines(order).map((sent) => ({ ...sent, taxId: null }));
    expect((await update(order, { lines: cleared })).body.taxTotal).toBe('0.00');
  });

  test('moves a line to another item, with or without variant', async () => {
    const order = await orderIn(0);
    const [first] = sentLines(order);
    const sized = { ...first, itemId: scene.sizedId, variantId: scene.variantIds[0] };
    expect((await update(order, { lines: [sized] })).body.lines[0]).toMatchObject(sized);
    expect((await update(order, { lines: [first] })).body.lines[0]).toMatchObject({ ...first, variantId: null });
  });
});

describe('PATCH /purchase-orders/{id} of an order that is partly received', () => {
  const first = (order: PurchaseOrder, own: object) => [
    { ...sentLines(order)[0], ...own },
    ...sentLines(order).slice(1),
  ];
  test.each<[string, (order: PurchaseOrder) => object]>([
    ['/supplierId', () => ({ supplierId: secondSupplier })],
    ['/storeId', () => ({ storeId: secondStore })],
    ['/status', () => ({ status: 0 })],
    ['/lines/0/quantity', (order) => ({ lines: first(order, { quantity: '3.999' }) })],
    ['/lines/0/unitCost', (order) => ({ lines: first(order, { unitCost: '2.51' }) })],
    [
      '/lines/0/itemId',
      (order) => ({ lines: first(order, { itemId: scene.sizedId, variantId: scene.variantIds[0] }) }),
    ],
    ['/lines', (order) => ({ lines: sentLines(order).slice(1) })],
  ])('rejects a change of %s', async (path, patch) => {
    const order = await orderIn(1);
    await expectConflict(order, patch(order), path, ['update', 'receive']);
  });
});

describe('PATCH /purchase-orders/{id} of an order that is received', () => {
  test.each<[string, (order: PurchaseOrder) => object]>([
    ['/supplierId', () => ({ supplierId: secondSupplier })],
    ['/storeId', () => ({ storeId: secondStore })],
    ['/orderNo', () => ({ orderNo: 'Another' })],
    ['/orderDate', () => ({ orderDate: '2026-03-01' })],
    ['/expectedDate', () => ({ expectedDate: '2026-03-01' })],
    ['/externalId', () => ({ externalId: 'x' })],
    ['/status', () => ({ status: 0 })],
    ['/lines', (order) => ({ lines: [...sentLines(order), line()] })],
    ['/lines', (order) => ({ lines: sentLines(order).slice(1) })],
  ])('rejects a change of %s', async (path, patch) => {
    const before = await onHand(scene);
    const order = await orderIn(2);
    await expectConflict(order, patch(order), path, ['update']);
    expect(Number(await onHand(scene))).toBe(Number(before) + 21);
  });
});
