import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PurchaseOrder } from '../src/contract/generated/types.gen.ts';
import type { Answer, Caller } from './support/caller.ts';
import { allowedOf, arrangePurchasing, ledgerOf, newOrder, onHand, type Purchasing } from './support/purchasing.ts';
import { invalid, noReferenceAt, refusalOf, VERSION_MISMATCH } from './support/refusal.ts';
import { type Service, startService } from './support/service.ts';

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
  test('without lines receives all that is outstanding', async () => {
    const answer = await receive();
    expect([answer.status, answer.headers.get('etag')]).toEqual([200, '"2"']);
    expect(answer.body).toMatchObject({ purchStatus: 2, version: 2, total: order.total });
    expect(progressOf(answer.body)).toEqual(['10 of which 0 to come', '3.5 of which 0 to come']);
    expect(allowedOf(answer.body)).toEqual(['update']);
    expect(await read()).toEqual(answer.body);
    expect([await onHand(scene), await onHand(scene, scene.sizedId)]).toEqual(['10', '3.5']);
    expect(await ledgerOf(scene, scene.itemId, order.id)).toEqual(['10 at 2.50']);
  });

  test('rejects an empty list of lines, and receives nothing', async () => {
    expect(refusalOf(await receive({ lines: [] }))).toEqual(invalid('body /lines minItems'));
    expect(await read()).toEqual(order);
    expect(await onHand(scene)).toBe('0');
  });

  test('receives in parts, and then the rest', async () => {
    const first = (await some('4.250')).body;
    expect([first.purchStatus, allowedOf(first)]).toEqual([1, ['update', 'receive']]);
    expect(progressOf(first)).toEqual(['4.25 of which 5.75 to come', '0 of which 3.5 to come']);
    expect([await onHand(scene), await onHand(scene, scene.sizedId)]).toEqual(['4.25', '0']);
    const second = (await some('0.75', '3.5')).body;
    expect([second.purchStatus, ...progressOf(second)]).toEqual([1, '5 of which 5 to come', '3.5 of which 0 to come']);
    const third = (await receive()).body;
    expect([third.purchStatus, third.version]).toEqual([2, 4]);
    expect(await ledgerOf(scene, scene.itemId, order.id)).toEqual(['4.25 at 2.50', '0.75 at 2.50', '5 at 2.50']);
    expect(await ledgerOf(scene, scene.sizedId, order.id)).toEqual(['3.5 at 0.12']);
  });

  test('makes the latest receipt’s cost the item’s cost', async () => {
    const costOf = async () => (await caller.get(`/items/${scene.itemId}?storeId=${scene.storeId}`)).body.cost;
    const dearer = await newOrder(scene, { lines: [{ itemId: scene.itemId, quantity: '1', unitCost: '9' }] }, true);
    expect([dearer.purchStatus, await costOf()]).toEqual([2, '9.00']);
    await some('1');
    expect(await costOf()).toBe('2.50');
  });

  test('names every line that is over-received, and writes nothing', async () => {
    await some('4');
    const answer = await some('6.001', '3.501');
    expect(refusalOf(answer)).toEqual([
      422,
      'partner.over_receipt',
      'body /lines/0/quantity outstanding',
      'body /lines/1/quantity outstanding',
    ]);
    expect(answer.body.details).toMatchObject([
      { lineId: lineId(0), outstanding: '6' },
      { lineId: lineId(1), outstanding: '3.5' },
    ]);
    expect(refusalOf(await some('6.001', '1'))).toHaveLength(3);
    expect(progressOf(await read())).toEqual(['4 of which 6 to come', '0 of which 3.5 to come']);
    expect(await onHand(scene)).toBe('4');
    expect((await some('6')).status).toBe(200);
  });

  test('rejects more of a fully received line while others are outstanding', async () => {
    await some('10');
    const answer = await some('0.001');
    expect(answer.body.details).toMatchObject([{ lineId: lineId(0), outstanding: '0' }]);
  });

  test('rejects another receipt of a received order', async () => {
    await receive();
    for (const again of [await receive(), await some('1')]) {
      expect(refusalOf(again)).toEqual([409, 'partner.state_conflict', 'body  state', 'body  allowedAction']);
      expect(again.body.details[1].message).toBe('update');
    }
    expect(await onHand(scene)).toBe('10');
  });

  test.each<[string, () => object]>([
    ['/lines/0/quantity required', () => ({ lines: [{ lineId: lineId(0) }] })],
    ['/lines/0/lineId required', () => ({ lines: [{ quantity: '1' }] })],
    ['/lines/0/quantity pattern', () => ({ lines: [{ lineId: lineId(0), quantity: '0' }] })],
    ['/lines/0/quantity pattern', () => ({ lines: [{ lineId: lineId(0), quantity: '-1' }] })],
    ['/lines/0/quantity pattern', () => ({ lines: [{ lineId: lineId(0), quantity: '0.0001' }] })],
    ['/lines/0/quantity type', () => ({ lines: [{ lineId: lineId(0), quantity: 1 }] })],
    ['/lines/1/lineId unique', () => ({ lines: Array(2).fill({ lineId: lineId(0), quantity: '1' }) })],
    ['/lines maxItems', () => ({ lines: Array(1001).fill({ lineId: lineId(0), quantity: '1' }) })],
    ['/all unknown', () => ({ all: true })],
    [' type', () => []],
  ])('rejects %s', async (detail, body) => {
    expect(refusalOf(await receive(body()))).toEqual(invalid(`body ${detail}`));
    expect((await read()).version).toBe(1);
  });

  test('rejects a missing body, a line of another order, and an outdated version', async () => {
    const bare = await caller.send('PATCH', `/purchase-orders/${order.id}/receive`);
    expect(refusalOf(bare)).toEqual(invalid('body  required'));
    const another = await newOrder(scene);
    const lines = [
      { lineId: lineId(0), quantity: '1' },
      { lineId: another.lines[0]?.id, quantity: '1' },
    ];
    expect(refusalOf(await receive({ lines }))).toEqual(noReferenceAt('/lines/1/lineId'));
    expect(refusalOf(await receive({}, { 'If-Match': '"2"' }))).toEqual(VERSION_MISMATCH);
    expect(await onHand(scene)).toBe('0');
  });

  test('is carried out once with one Idempotency-Key', async () => {
    const body = { lines: [{ lineId: lineId(0), quantity: '3' }] };
    const answers = [await receive(body, { 'Idempotency-Key': 'r' }), await receive(body, { 'Idempotency-Key': 'r' })];
    expect(answers.map(({ headers }) => headers.get('idempotent-replayed'))).toEqual([null, 'true']);
    expect(answers[1]?.text).toBe(answers[0]?.text);
    expect(await onHand(scene)).toBe('3');
  });

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
