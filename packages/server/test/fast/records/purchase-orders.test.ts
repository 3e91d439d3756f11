import { describe, expect, test } from 'vitest';
import type { PurchaseOrder } from '../../../src/contract/generated/types.gen.ts';
import { arrangePurchasing, newOrder, onHand, orderOf } from '../../support/purchasing.ts';
import { duplicateAt, rejectionOf } from '../../support/rejections.ts';
import { sharedService } from '../../support/service.ts';

const service = await sharedService();
const caller = await service.connect();
const scene = await arrangePurchasing(service, caller);

const line = (own: object = {}) => ({ itemId: scene.itemId, quantity: '10', unitCost: '2.50', ...own });
const change = ({ id }: PurchaseOrder, fields: object) => caller.patch(`/purchase-orders/${id}`, fields);
const receive = ({ id }: PurchaseOrder, lines?: object[]) => caller.patch(`/purchase-orders/${id}/receive`, { lines });
const readItem = async (id: number) => (await caller.get(`/items/${id}?storeId=${scene.storeId}`)).body;

test('POST /purchase-orders accepts the longest and largest values', async () => {
  const lines = [
    ...Array.from({ length: 999 }, () => line({ quantity: '0.001', unitCost: '0.0001' })),
    line({ quantity: '999999999999', unitCost: '1.0000' }),
  ];
  const own = { orderNo: 'x'.repeat(64), invoice: 'x'.repeat(100), narration: 'x'.repeat(4096), lines };
  const order = await newOrder(scene, { ...own, externalId: 'x'.repeat(128), orderDate: '2027-03-03' }, true);
  expect(order.lines).toHaveLength(1000);
  expect(new Set(order.lines.map(({ id }) => id)).size).toBe(1000);
  expect(order.subtotal).toBe('999999999999.00');
});

describe('Order numbers', async () => {
  const fresh = await arrangePurchasing(service, await service.connect());
  const number = async (own: object = {}) => (await newOrder(fresh, own)).orderNo;

  test('count up for each merchant from PO-000001, without gaps, and skip those that partners chose', async () => {
    expect([await number(), await number()]).toEqual(['PO-000001', 'PO-000002']);
    await newOrder(fresh, { externalId: 'gap' });
    const answer = await fresh.caller.post('/purchase-orders?receive=false', orderOf(fresh, { externalId: 'gap' }));
    expect(rejectionOf(answer)).toEqual(duplicateAt('/externalId'));
    expect(await number()).toBe('PO-000004');
    await number({ orderNo: 'PO-000005' });
    const { id } = await newOrder(fresh, { orderNo: 'Own' });
    expect((await fresh.caller.patch(`/purchase-orders/${id}`, { orderNo: 'PO-000006' })).status).toBe(200);
    expect(await number()).toBe('PO-000007');
  });

  test('are unique among 30 concurrent orders, half of which choose the next numbers', async () => {
    const given = (n: number) => (n % 2 ? { orderNo: `PO-${String(8 + n).padStart(6, '0')}` } : {});
    const bodies = Array.from({ length: 30 }, (_, n) => orderOf(fresh, given(n)));
    const answers = await Promise.all(bodies.map((body) => fresh.caller.post('/purchase-orders?receive=false', body)));
    const made = answers.filter(({ status }) => status === 201);
    // A number that was entered may have been generated before. A generated number is never one already in use.
    for (const [n, answer] of answers.entries()) {
      if (answer.status !== 201) expect([n % 2, rejectionOf(answer)]).toEqual([1, duplicateAt('/orderNo')]);
    }
    expect(new Set(made.map(({ body }) => body.orderNo)).size).toBe(made.length);
    expect(made.length).toBeGreaterThanOrEqual(15);
  });
});

test('A draft keeps the rate of a tax that has changed since, until the line names the tax again', async () => {
  const lines = [line({ taxId: scene.taxId, discount: '1' }), line({ quantity: '5' }), line({ quantity: '6' })];
  const order = await newOrder(scene, { lines });
  const sent = order.lines.map(({ id, itemId, quantity, unitCost }) => ({ id, itemId, quantity, unitCost }));
  await service.databases.regions.UK.query(`set role tillgate_tenant; select set_config('tillgate.company_id',
    '${caller.merchant.companyId}', false); update region_uk.taxes set rate = 5 where id = ${scene.taxId}; reset role;
    select set_config('tillgate.company_id', '', false)`);
  expect((await change(order, { lines: sent })).body.lines[0].taxRate).toBe('20');
  const named = (await change(order, { lines: sent.map((one) => ({ ...one, taxId: scene.taxId })) })).body.lines;
  expect(named.map(({ taxRate }: { taxRate: string }) => taxRate)).toEqual(['20', '5', '5']);
  const cleared = sent.map((one) => ({ ...one, taxId: null }));
  expect((await change(order, { lines: cleared })).body.taxTotal).toBe('0.00');
});

describe('A receipt', () => {
  test('of a thousand lines is one request', async () => {
    const fresh = await arrangePurchasing(service, caller);
    const lines = Array.from({ length: 1000 }, (_, n) => ({
      itemId: fresh.itemId,
      quantity: '0.001',
      unitCost: String(n),
    }));
    expect((await receive(await newOrder(fresh, { lines }))).body.purchStatus).toBe(2);
    expect(await onHand(fresh)).toBe('1');
    expect(await readItem(fresh.itemId)).toMatchObject({ cost: '499.50', version: 2 });
  });

  test('concurrent with edits never leaves less ordered than received', async () => {
    for (let round = 0; round < 6; round += 1) {
      const order = await newOrder(scene);
      const before = Number(await onHand(scene));
      const id = order.lines[0]?.id;
      const edit = (quantity: string) => change(order, { lines: [line({ id, quantity })] });
      const some = () => receive(order, [{ lineId: id, quantity: '4' }]);
      const answers = await Promise.all([some(), edit('5'), some(), edit('6')]);
      const after: PurchaseOrder = (await caller.get(`/purchase-orders/${order.id}`)).body;
      const [kept] = after.lines;
      expect(Number(await onHand(scene)) - before).toBe(Number(kept?.received));
      expect(Number(kept?.quantity) - Number(kept?.received)).toBe(Number(kept?.outstanding));
      expect(Number(kept?.outstanding)).toBeGreaterThanOrEqual(0);
      for (const { status } of answers) expect([200, 409, 422]).toContain(status);
      expect(after.version).toBe(1 + answers.filter(({ status }) => status === 200).length);
    }
  });

  test('succeeds for each of several orders of the same items in any order, and each item has its latest cost', async () => {
    const items: number[] = [];
    for (let n = 0; n < 6; n += 1) items.push((await caller.create('/items', { name: `Many ${n}` })).id);
    const orders: PurchaseOrder[] = [];
    for (let n = 0; n < 16; n += 1) {
      const lines = items.map((itemId) => ({ itemId, quantity: '1', unitCost: String(n + 1) }));
      orders.push(await newOrder(scene, { lines: n % 2 ? lines.reverse() : lines }));
    }
    const answers = await Promise.all([
      ...orders.map((order) => receive(order)),
      ...items.map((id) => caller.patch(`/items/${id}`, { lowStockLevel: '16' })),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(Array(22).fill(200));
    for (const id of items)
      expect(await readItem(id)).toMatchObject({ version: 18, stock: { onHand: '16', stockStatus: 'low' } });
  });
});

test('The totals of each purchase status stay exact through concurrent creates, receipts, edits and voids', async () => {
  const fresh = await arrangePurchasing(service, await service.connect());
  const { caller: app } = fresh;
  const made = await Promise.all(Array.from({ length: 12 }, (_, n) => newOrder(fresh, {}, n % 4 === 0)));
  const changes = made.map(({ id, lines }, n) => {
    const path = `/purchase-orders/${id}`;
    if (n % 4 === 1) return app.patch(path, { status: 0 });
    if (n % 4 === 2) return app.patch(`${path}/receive`, { lines: [{ lineId: lines[0]?.id, quantity: '1' }] });
    return app.patch(path, { narration: 'x' });
  });
  await Promise.all(changes);
  for (const [query, expected] of [
    ['purchStatus=0', 3],
    ['purchStatus=1', 3],
    ['purchStatus=2', 3],
    ['purchStatus=0&includeVoided=true', 6],
    ['status=0', 3],
    ['', 9],
    ['includeVoided=true', 12],
  ] as const) {
    const { data, pagination } = (await app.get(`/purchase-orders?limit=100&${query}`)).body;
    expect([query, data.length, pagination.total]).toEqual([query, expected, expected]);
  }
});
