import { describe, expect, test } from 'vitest';
import type { Answer } from '../../support/api-caller.ts';
import { invalid, rejectionOf } from '../../support/rejections.ts';
import { sharedService } from '../../support/service.ts';

type Read = Answer['body'];

/** Path to read a record, and path to send it back to. */
const records: Record<string, [read: string, update: string]> = {};

const service = await sharedService();
const caller = await service.connect();
const { merchant } = caller;
const [storeId, toStoreId] = [await service.newStore(merchant), await service.newStore(merchant, 'Quay')];
const brand = await caller.create('/brands', { name: 'Alpine' });
const [{ id: itemId }, other] = [
  await caller.create('/items', { name: 'Oolong', price: '3.40' }),
  await caller.create('/items', { name: 'Chai' }),
];
const items = [
  { itemId: other.id, sortOrder: 2 },
  { itemId, price: '3.20' },
];
const menu = await caller.create('/menus/create-with-items', { name: 'Breakfast', items, stores: [{ storeId }] });
const lines = [
  { itemId, quantity: '10' },
  { itemId: other.id, quantity: '1.5' },
];
const [supplierId, taxId] = [await service.newSupplier(merchant), await service.newTax(merchant, 'VAT', '17.5')];
const costed = lines.map((line) => ({ ...line, unitCost: '2.5', discount: '0.25', taxId }));
const date = '2026-03-02';
const ordered = { supplierId, storeId, orderDate: date, lines: costed };
const order = await caller.create('/purchase-orders?receive=false', ordered);
const transfer = await caller.create('/stock-transfers?receive=false', {
  fromStoreId: storeId,
  toStoreId,
  date,
  lines,
});
const adjustment = await caller.create('/stock-adjustments?post=false', { storeId, date, type: 1, lines });
records['a menu'] = [`/menus/${menu.id}/full`, `/menus/${menu.id}/update-with-items`];
const plain = { brands: brand, 'purchase-orders': order, 'stock-transfers': transfer, 'stock-adjustments': adjustment };
const names = ['a brand', 'an order', 'a transfer', 'an adjustment'];
for (const [i, [path, { id }]] of Object.entries(plain).entries())
  records[names[i] ?? ''] = [`/${path}/${id}`, `/${path}/${id}`];

const read = async (name: string) => (await caller.get(records[name]?.[0] ?? '')).body;
const sendBack = (name: string, body: object, headers = {}): Promise<Answer> =>
  caller.patch(records[name]?.[1] ?? '', body, headers);

describe('A read-only property that differs within a list', () => {
  const refused = async (name: string, change: (record: Read) => object) =>
    rejectionOf(await sendBack(name, change(await read(name))));

  test.each<[string, string, (record: Read) => object]>([
    ['a menu', '/items/1/name', ({ items }) => ({ items: [items[0], { ...items[1], name: 'Other' }] })],
    ['a menu', '/items/0/effectivePrice', ({ items }) => ({ items: [{ ...items[0], effectivePrice: '77' }] })],
    ['a menu', '/stores/0/name', ({ stores }) => ({ stores: [{ ...stores[0], name: 'Other' }] })],
    ['an order', '/lines/0/received', ({ lines }) => ({ lines: [{ ...lines[0], received: '1' }] })],
    ['an order', '/lines/0/taxRate', ({ lines }) => ({ lines: [{ ...lines[0], taxRate: '1' }] })],
    ['a transfer', '/lines/1/outstanding', ({ lines }) => ({ lines: [lines[0], { ...lines[1], outstanding: '1' }] })],
    ['an adjustment', '/lines/0/before', ({ lines }) => ({ lines: [{ ...lines[0], before: '1' }] })],
  ])('of %s is rejected: %s', async (name, path, change) => {
    expect(await refused(name, change)).toEqual(invalid(`body ${path} readOnly`));
  });

  test('is rejected in a new line, and the first twenty are named', async () => {
    const line = ({ lines: [{ id: _, ...line }] }: Read) => line;
    expect(await refused('a transfer', (transfer) => ({ lines: [line(transfer)] }))).toEqual(
      invalid('body /lines/0/received readOnly', 'body /lines/0/outstanding readOnly'),
    );
    const many = await refused('a transfer', (transfer) => ({ lines: Array(900).fill(line(transfer)) }));
    expect(many).toHaveLength(2 + 20);
  });
});

describe('A record that was read can be sent back with a change', () => {
  test('of a line, whose computed amounts are computed again', async () => {
    const { lines, ...order } = await read('an order');
    const [first, second] = lines;
    const answer = await sendBack('an order', { ...order, lines: [second, { ...first, quantity: '20' }] });
    expect(answer.body.lines).toMatchObject([second, { id: first.id, quantity: '20', outstanding: '20' }]);
    expect(answer.body.total).not.toBe(order.total);
  });

  test('of the items of a menu, one of which is removed', async () => {
    const { items, ...menu } = await read('a menu');
    const answer = await sendBack('a menu', { ...menu, items: [items[1]] });
    expect([answer.status, answer.body.itemCount, answer.body.items]).toEqual([200, 1, [items[1]]]);
  });

  test('with If-Match, which is checked first, and with a key, which repeats its response', async () => {
    const brand = await read('a brand');
    const [etag, key] = [`"${brand.version}"`, { 'Idempotency-Key': 'sent-back' }];
    const first = await sendBack('a brand', { ...brand, name: 'Alpina' }, { ...key, 'If-Match': etag });
    expect([first.status, first.body.name]).toEqual([200, 'Alpina']);
    const again = await sendBack('a brand', { ...brand, name: 'Alpina' }, { ...key, 'If-Match': etag });
    expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([first.text, 'true']);
    const stale = await sendBack('a brand', brand, { 'If-Match': etag });
    expect(rejectionOf(stale)).toEqual([412, 'partner.version_mismatch']);
  });

  test('but not with a read-only property of another type or form', async () => {
    expect(rejectionOf(await sendBack('a brand', { version: '1' }))).toEqual(invalid('body /version type'));
    expect(rejectionOf(await sendBack('a brand', { colour: 'red' }))).toEqual(invalid('body /colour unknown'));
  });
});
