import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PurchaseOrder } from '../../src/contract/generated/types.gen.ts';
import type { Answer, Caller } from '../support/caller.ts';
import { arrangePurchasing, ledgerOf, newOrder, onHand, type Purchasing } from '../support/purchasing.ts';
import { type Service, startService } from '../support/service.ts';

let service: Service;
let caller: Caller;
let scene: Purchasing;
let order: PurchaseOrder;

beforeAll(async () => {
  service = await startService();
  caller = await service.connect();
});
afterAll(() => service?.stop());

/** An order of 10 beans at 2.50 and 3.5 large cups at 0.12, for a store that has nothing yet. */
beforeEach(async () => {
  scene = await arrangePurchasing(service, caller);
  const beans = { itemId: scene.itemId, quantity: '10', unitCost: '2.50' };
  const cups = { itemId: scene.sizedId, variantId: scene.variantIds[1], quantity: '3.500', unitCost: '0.12' };
  order = await newOrder(scene, { lines: [beans, cups] });
});

const lineId = (index: number): number => order.lines[index]?.id as number;
const receive = (body: object = {}, headers = {}) =>
  caller.patch(`/purchase-orders/${order.id}/receive`, body, headers);
const some = (...quantities: (string | undefined)[]) =>
  receive({
    lines: quantities.flatMap((quantity, i) => (quantity === undefined ? [] : [{ lineId: lineId(i), quantity }])),
  });
const read = async (): Promise<PurchaseOrder> => (await caller.get(`/purchase-orders/${order.id}`)).body;
const progressOf = ({ lines }: PurchaseOrder) =>
  lines.map(({ received, outstanding }) => `${received} of which ${outstanding} to come`);
const statuses = (answers: Answer[]) => answers.map(({ status }) => status).sort();

describe('PATCH /purchase-orders/{id}/receive', () => {
  test('receives a thousand lines in one request', async () => {
    const lines = Array.from({ length: 1000 }, (_, n) => ({
      itemId: scene.itemId,
      quantity: '0.001',
      unitCost: String(n),
    }));
    order = await newOrder(scene, { lines });
    expect((await receive()).body.purchStatus).toBe(2);
    expect(await onHand(scene)).toBe('1');
    const item = (await caller.get(`/items/${scene.itemId}?storeId=${scene.storeId}`)).body;
    expect([item.cost, item.version]).toEqual(['999.00', 2]);
  });
});

describe('Concurrently', () => {
  test('one of 32 receipts of everything succeeds, and the stock arrives once', async () => {
    const answers = await Promise.all(Array.from({ length: 32 }, () => receive()));
    expect(statuses(answers)).toEqual([200, ...Array(31).fill(409)]);
    expect([await onHand(scene), await onHand(scene, scene.sizedId)]).toEqual(['10', '3.5']);
    expect(await ledgerOf(scene, scene.itemId, order.id)).toEqual(['10 at 2.50']);
    expect((await read()).version).toBe(2);
  });

  test('as many of 32 partial receipts succeed as there is outstanding', async () => {
    const answers = await Promise.all(Array.from({ length: 32 }, () => some('3')));
    expect(statuses(answers)).toEqual([200, 200, 200, ...Array(29).fill(422)]);
    expect(await onHand(scene)).toBe('9');
    expect(progressOf(await read())[0]).toBe('9 of which 1 to come');
  });

  test('receipts and a void leave either a voided order without stock or a received one', async () => {
    for (let round = 0; round < 6; round += 1) {
      order = await newOrder(scene);
      const before = Number(await onHand(scene));
      const voiding = () => caller.patch(`/purchase-orders/${order.id}`, { status: 0 });
      const requests = [() => some('4'), voiding, () => some('6')];
      if (round % 2) requests.reverse();
      const answers = await Promise.all(requests.map((request) => request()));
      const { status, purchStatus } = await read();
      const came = Number(await onHand(scene)) - before;
      expect([status, purchStatus, came]).toEqual(status === 0 ? [0, 0, 0] : [1, 2, 10]);
      expect(statuses(answers)).toEqual(status === 0 ? [200, 409, 409] : [200, 200, 409]);
    }
  });

  test('receipts and edits never leave less ordered than received', async () => {
    for (let round = 0; round < 6; round += 1) {
      order = await newOrder(scene);
      const before = Number(await onHand(scene));
      const lines = [{ id: lineId(0), itemId: scene.itemId, quantity: '5', unitCost: '2.50' }];
      const edit = () => caller.patch(`/purchase-orders/${order.id}`, { lines });
      const answers = await Promise.all([some('4'), edit(), some('4'), edit()]);
      const after = await read();
      const [line] = after.lines;
      const came = Number(await onHand(scene)) - before;
      expect(came).toBe(Number(line?.received));
      expect(Number(line?.quantity) - Number(line?.received)).toBe(Number(line?.outstanding));
      expect(Number(line?.outstanding)).toBeGreaterThanOrEqual(0);
      for (const { status } of answers) expect([200, 409, 422]).toContain(status);
      expect(after.version).toBe(1 + answers.filter(({ status }) => status === 200).length);
    }
  });

  test('orders of the same items in any order are all received, and each item has its latest cost', async () => {
    const items: number[] = [];
    for (let n = 0; n < 6; n += 1) items.push((await caller.create('/items', { name: `Many ${n}` })).id);
    const orders: PurchaseOrder[] = [];
    for (let n = 0; n < 16; n += 1) {
      const lines = items.map((itemId) => ({ itemId, quantity: '1', unitCost: String(n + 1) }));
      orders.push(await newOrder(scene, { lines: n % 2 ? lines.reverse() : lines }));
    }
    const answers = await Promise.all([
      ...orders.map(({ id }) => caller.patch(`/purchase-orders/${id}/receive`, {})),
      ...items.map((id) => caller.patch(`/items/${id}`, { lowStockLevel: '16' })),
    ]);
    expect(statuses(answers)).toEqual(Array(22).fill(200));
    for (const id of items) {
      const item = (await caller.get(`/items/${id}?storeId=${scene.storeId}`)).body;
      expect(item).toMatchObject({ version: 18, stock: { onHand: '16', stockStatus: 'low' } });
    }
  });
});

test('The totals of each purchase status stay exact through concurrent creates, receipts, edits and voids', async () => {
  const fresh = await arrangePurchasing(service, await service.connect());
  const { caller: app } = fresh;
  const made = await Promise.all(Array.from({ length: 12 }, (_, n) => newOrder(fresh, {}, n % 4 === 0)));
  const line = ({ lines }: PurchaseOrder) => ({ lineId: lines[0]?.id, quantity: '1' });
  const changes = made.map((order, n) => {
    const path = `/purchase-orders/${order.id}`;
    if (n % 4 === 1) return app.patch(path, { status: 0 });
    if (n % 4 === 2) return app.patch(`${path}/receive`, { lines: [line(order)] });
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
