import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PurchaseOrder } from '../src/contract/generated/types.gen.ts';
import type { Caller } from './support/caller.ts';
import { allowedOf, arrangePurchasing, newOrder, onHand, type Purchasing } from './support/purchasing.ts';
import { duplicateAt, invalid, noReferenceAt, refusalOf, VERSION_MISMATCH } from './support/refusal.ts';
import { type Service, startService } from './support/service.ts';

let service: Service;
let caller: Caller;
let scene: Purchasing;
let theirs: Purchasing;
let secondSupplier: number;
let secondStore: number;

beforeAll(async () => {
  service = await startService();
  caller = await service.connect();
  scene = await arrangePurchasing(service, caller);
  theirs = await arrangePurchasing(service, await service.connect());
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

const conflict = (path: string, ...allowed: string[]) => [
  409,
  'partner.state_conflict',
  `body ${path} state`,
  ...allowed.map(() => 'body  allowedAction'),
];

async function expectConflict(order: PurchaseOrder, patch: object, path: string, allowed: string[]): Promise<void> {
  const before = (await caller.get(`/purchase-orders/${order.id}`)).body;
  const answer = await update(order, patch);
  expect(refusalOf(answer)).toEqual(conflict(path, ...allowed));
  expect(answer.body.details.slice(1).map(({ message }: { message: string }) => message)).toEqual(allowed);
  expect((await caller.get(`/purchase-orders/${order.id}`)).body).toEqual(before);
}

describe('PATCH /purchase-orders/{id} of a draft', () => {
  test('changes any property, and leaves absent ones', async () => {
    const order = await orderIn(0, { invoice: 'I', narration: 'N' });
    const patch = {
      supplierId: secondSupplier,
      storeId: secondStore,
      orderDate: '2026-01-31',
      expectedDate: '2026-02-28',
      orderNo: 'RENAMED',
      externalId: 'E',
    };
    const changed = (await update(order, patch)).body;
    const { updatedAt: _, ...rest } = order;
    expect(changed).toMatchObject({ ...rest, ...patch, version: 2 });
    expect((await update(order, { invoice: null, expectedDate: null, externalId: null })).body).toMatchObject({
      invoice: null,
      expectedDate: null,
      externalId: null,
      narration: 'N',
      orderNo: 'RENAMED',
      version: 3,
    });
  });

  test('replaces all lines; those sent with their id keep it and what they leave out', async () => {
    const order = await orderIn(0);
    const [first, second] = sentLines(order);
    const lines = [line({ quantity: '1', unitCost: '4' }), { ...second, unitCost: '3' }, { ...first, quantity: '20' }];
    const changed: PurchaseOrder = (await update(order, { lines })).body;
    expect(changed.lines.map(({ id }) => id)).toEqual([expect.any(Number), second?.id, first?.id]);
    expect(order.lines.map(({ id }) => id)).not.toContain(changed.lines[0]?.id);
    expect(changed.lines[2]).toMatchObject({ quantity: '20', discount: '1.00', taxId: scene.taxId, taxRate: '20' });
    expect(changed.lines[2]).toMatchObject({ subtotal: '50.00', tax: '9.80', total: '58.80' });
    expect(changed).toMatchObject({
      subtotal: '69.00',
      discountTotal: '1.00',
      taxTotal: '9.80',
      total: '77.80',
    });
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

  test('voids it, after which nothing can be done with it', async () => {
    const order = await orderIn(0);
    const voided = (await update(order, { status: 0, narration: 'By mistake' })).body;
    expect(voided).toMatchObject({ status: 0, purchStatus: 0, narration: 'By mistake', version: 2 });
    expect(allowedOf(voided)).toEqual([]);
    for (const patch of [{ status: 1 }, { status: 0 }, { narration: 'x' }, { lines: sentLines(order) }]) {
      await expectConflict(order, patch, '', []);
    }
    expect(refusalOf(await receive(order))).toEqual(conflict(''));
    expect((await caller.get(`/purchase-orders/${order.id}`)).body).toEqual(voided);
  });

  test.each<[string, (order: PurchaseOrder) => object]>([
    ['/status enum', () => ({ status: 2 })],
    ['/purchStatus readOnly', () => ({ purchStatus: 2 })],
    ['/currency readOnly', () => ({ currency: 'USD' })],
    ['/supplierId type', () => ({ supplierId: null })],
    ['/lines minItems', () => ({ lines: [] })],
    ['/lines type', () => ({ lines: null })],
    ['/lines/1/id unique', (order) => ({ lines: [sentLines(order)[0], sentLines(order)[0]] })],
    ['/lines/0/quantity pattern', (order) => ({ lines: [{ ...sentLines(order)[0], quantity: '0' }] })],
    ['/lines/0/discount maxDiscount', (order) => ({ lines: [{ ...sentLines(order)[0], quantity: '0.1' }] })],
    [' minProperties', () => ({})],
  ])('rejects %s', async (detail, patch) => {
    const order = await orderIn(0);
    expect(refusalOf(await update(order, patch(order)))).toEqual(invalid(`body ${detail}`));
    expect((await caller.get(`/purchase-orders/${order.id}`)).body).toEqual(order);
  });

  test.each<[string, (of: Purchasing) => object]>([
    ['/supplierId', (of) => ({ supplierId: of.supplierId })],
    ['/storeId', (of) => ({ storeId: of.storeId })],
    ['/lines/0/itemId', (of) => ({ lines: [line({ itemId: of.itemId })] })],
    ['/lines/0/taxId', (of) => ({ lines: [line({ taxId: of.taxId })] })],
    ['/lines/0/variantId', (of) => ({ lines: [line({ itemId: scene.sizedId, variantId: of.variantIds[0] })] })],
  ])('treats %s of another merchant as unknown', async (path, patch) => {
    const order = await orderIn(0);
    expect(refusalOf(await update(order, patch(theirs)))).toEqual(noReferenceAt(path));
  });

  test('rejects a line of another order', async () => {
    const [order, another] = [await orderIn(0), await orderIn(0)];
    expect(refusalOf(await update(order, { lines: sentLines(another) }))).toEqual(noReferenceAt('/lines/0/id'));
  });

  test("rejects another order's number and an outdated version, and accepts its own", async () => {
    const [order, another] = [await orderIn(0), await orderIn(0)];
    expect(refusalOf(await update(order, { orderNo: another.orderNo }))).toEqual(duplicateAt('/orderNo'));
    expect((await update(order, { orderNo: order.orderNo }, { 'If-Match': '"1"' })).status).toBe(200);
    expect(refusalOf(await update(order, { invoice: 'x' }, { 'If-Match': '"1"' }))).toEqual(VERSION_MISMATCH);
  });
});

describe('PATCH /purchase-orders/{id} of an order that is partly received', () => {
  test('changes texts, dates, lines without receipts, and quantities down to what was received', async () => {
    const order = await orderIn(1);
    expect(allowedOf(order)).toEqual(['update', 'receive']);
    const [first, second] = sentLines(order);
    const lines = [
      { ...first, quantity: '4.5' },
      { ...second, itemId: scene.sizedId, variantId: scene.variantIds[0] },
      line(),
    ];
    const texts = { orderNo: `P-${order.id}`, orderDate: '2026-03-01', expectedDate: '2026-03-09', narration: 'N' };
    const { body } = await update(order, { ...texts, lines });
    expect(body).toMatchObject({ ...texts, purchStatus: 1 });
    expect(body.lines.map((l: { outstanding: string }) => l.outstanding)).toEqual(['0.5', '5', '10']);
  });

  test('treats equal values as no change', async () => {
    const order = await orderIn(1);
    const lines = sentLines(order).map((sent) => ({ ...sent, unitCost: '2.5' }));
    const { supplierId, storeId } = order;
    expect((await update(order, { supplierId, storeId, status: 1, lines })).status).toBe(200);
  });

  test('becomes received when its lines are reduced to what was received', async () => {
    const order = await orderIn(1);
    const { body } = await update(order, { lines: [{ ...sentLines(order)[0], quantity: '4' }] });
    expect([body.purchStatus, allowedOf(body)]).toEqual([2, ['update']]);
  });

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

  test('rejects another variant of what was received', async () => {
    const [small, large] = scene.variantIds;
    const order = await newOrder(scene, { lines: [line({ itemId: scene.sizedId, variantId: small }), line()] });
    const lineId = order.lines[0]?.id;
    await receive(order, [{ lineId, quantity: '1' }]);
    const lines = [{ ...line({ itemId: scene.sizedId, variantId: large }), id: lineId }];
    await expectConflict(order, { lines }, '/lines/0/variantId', ['update', 'receive']);
  });
});

describe('PATCH /purchase-orders/{id} of an order that is received', () => {
  test('changes invoice and narration, and treats other equal values as no change', async () => {
    const order = await orderIn(2);
    const { supplierId, storeId, orderDate, orderNo, expectedDate, externalId } = order;
    const same = {
      supplierId,
      storeId,
      orderDate,
      orderNo,
      expectedDate,
      externalId,
      status: 1,
      lines: sentLines(order),
    };
    const { body } = await update(order, { ...same, invoice: 'INV', narration: 'N' });
    expect(body).toMatchObject({ invoice: 'INV', narration: 'N', purchStatus: 2, version: 2, lines: order.lines });
  });

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

describe('PATCH /items/{id}', () => {
  test('rejects the removal of a variant that is on an order', async () => {
    const item = await caller.create('/items', { name: 'Ordered', type: 1, variants: [{ name: 'A' }, { name: 'B' }] });
    const [first, second] = item.variants;
    await newOrder(scene, { lines: [line({ itemId: item.id, variantId: first.id })] });
    const refused = await caller.patch(`/items/${item.id}`, { variants: [{ id: second.id, name: 'B' }] });
    expect(refusalOf(refused)).toEqual([409, 'partner.state_conflict', 'body /variants state']);
    const kept = { variants: [{ id: first.id, name: 'A' }] };
    expect((await caller.patch(`/items/${item.id}`, kept)).status).toBe(200);
  });
});
