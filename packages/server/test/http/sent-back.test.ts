import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Answer, Caller } from '../support/caller.ts';
import { invalid, refusalOf } from '../support/refusal.ts';
import { type Service, startService } from '../support/service.ts';

type Read = Answer['body'];

/** Path to read a record, and the path to send it back to. */
interface Sent {
  readonly read: string;
  readonly update: string;
}

let service: Service;
let caller: Caller;
let storeId: number;
let otherStoreId: number;
let plainId: number;
let sizedId: number;
const records = new Map<string, Sent>();

const at = (path: string): Sent => ({ read: path, update: path });

beforeAll(async () => {
  service = await startService();
  caller = await service.connect();
  storeId = await service.newStore(caller.merchant);
  otherStoreId = await service.newStore(caller.merchant, 'Quay');
  await arrangeCatalogue();
  await arrangeDocuments();
});
afterAll(() => service?.stop());

async function arrangeCatalogue(): Promise<void> {
  const category = await caller.create('/categories', { name: 'Tea', color: '#112233' });
  const child = await caller.create('/categories', { name: 'Green', parentId: category.id });
  const brand = await caller.create('/brands', { name: 'Alpine' });
  const taxId = await service.newTax(caller.merchant);
  const [price, stores] = ['3.40', [{ storeId, price: '3.60', lowStockLevel: '5' }]];
  const full = { groupId: child.id, brandId: brand.id, taxId, barcodes: ['501'], price, stores, lowStockLevel: '20' };
  const plain = await caller.create('/items', { name: 'Oolong', ...full });
  const variants = [{ name: 'Small', price: '1.50' }, { name: 'Large' }];
  const sized = await caller.create('/items', { name: 'Chai', type: 1, variants, stores });
  const components = [{ itemId: plain.id, quantity: '1' }];
  const combo = await caller.create('/items', { name: 'Set', type: 2, components });
  [plainId, sizedId] = [plain.id, sized.id];
  const options = [{ name: 'Oat', price: '0.50', itemId: plain.id }, { name: 'Whole' }];
  const group = await caller.create('/modifiers', { name: 'Milk', options, itemIds: [plain.id, sized.id] });
  const items = [
    { itemId: sized.id, sortOrder: 2 },
    { itemId: plain.id, price: '3.20' },
  ];
  const menu = await caller.create('/menus/create-with-items', {
    name: 'Breakfast',
    availability: [{ day: 1, from: '07:00', to: '11:30' }],
    items,
    stores: [{ storeId: otherStoreId }, { storeId }],
  });
  records.set('a category', at(`/categories/${child.id}`)).set('a brand', at(`/brands/${brand.id}`));
  for (const [name, { id }] of Object.entries({ 'an item': plain, 'an item with variants': sized, 'a combo': combo }))
    records.set(name, { read: `/items/${id}?storeId=${storeId}`, update: `/items/${id}` });
  records.set('a menu', { read: `/menus/${menu.id}/full`, update: `/menus/${menu.id}/update-with-items` });
  records.set('a modifier group', { read: `/modifiers/${group.id}/full`, update: `/modifiers/${group.id}` });
}

async function arrangeDocuments(): Promise<void> {
  const taxId = await service.newTax(caller.merchant, 'VAT', '17.5');
  const supplierId = await service.newSupplier(caller.merchant);
  const { variants } = (await caller.get(`/items/${sizedId}?storeId=${storeId}`)).body;
  const lines = [
    { itemId: plainId, quantity: '10' },
    { itemId: sizedId, variantId: variants[0].id, quantity: '1.5' },
  ];
  const costed = lines.map((line) => ({ ...line, unitCost: '2.5', discount: '0.25', taxId }));
  const ordered = { supplierId, storeId, orderDate: '2026-03-02', expectedDate: '2026-03-05', lines: costed };
  const moved = { fromStoreId: storeId, toStoreId: otherStoreId, date: '2026-03-02', lines };
  for (const state of ['draft', 'partly received', 'received']) {
    const receive = state === 'received';
    const order = await caller.create(`/purchase-orders?receive=${receive}`, ordered);
    const transfer = await caller.create(`/stock-transfers?receive=${receive}`, moved);
    for (const [path, { id, lines: written }] of [
      ['/purchase-orders', order],
      ['/stock-transfers', transfer],
    ] as const) {
      if (state === 'partly received')
        await caller.patch(`${path}/${id}/receive`, { lines: [{ lineId: written[0].id, quantity: '4' }] });
      records.set(`${path === '/purchase-orders' ? 'an order' : 'a transfer'} that is ${state}`, at(`${path}/${id}`));
    }
  }
  const adjusted = { storeId, date: '2026-03-02', type: 1, reason: 'opening', lines };
  const adjustment = await caller.create('/stock-adjustments?post=false', adjusted);
  records.set('a draft adjustment', at(`/stock-adjustments/${adjustment.id}`));
}

const recordOf = (name: string): Sent => records.get(name) as Sent;
const read = async (name: string) => (await caller.get(recordOf(name).read)).body;
const sendBack = (name: string, body: object, headers = {}): Promise<Answer> =>
  caller.patch(recordOf(name).update, body, headers);

describe('A read-only property that differs', () => {
  const refused = async (name: string, change: (record: Read) => object) =>
    refusalOf(await sendBack(name, change(await read(name))));

  test.each<[string, string, (record: Read) => object]>([
    ['an item', '/type', () => ({ type: 1 })],
    ['an item', '/currency', () => ({ currency: 'USD' })],
    ['an item', '/stock', ({ stock }) => ({ stock: { ...stock, onHand: '7777' } })],
    ['an item', '/atStore', ({ atStore }) => ({ atStore: { ...atStore, price: '7777' } })],
    ['an item', '/atStore', ({ atStore }) => ({ atStore: { ...atStore, storeId: 1 } })],
    ['a menu', '/itemCount', () => ({ itemCount: 9 })],
    ['a menu', '/storeIds', ({ storeIds }) => ({ storeIds: storeIds.toReversed() })],
    ['a menu', '/items/1/name', ({ items }) => ({ items: [items[0], { ...items[1], name: 'Other' }] })],
    ['a menu', '/items/0/effectivePrice', ({ items }) => ({ items: [{ ...items[0], effectivePrice: '77' }] })],
    ['a menu', '/stores/0/name', ({ stores }) => ({ stores: [{ ...stores[0], name: 'Other' }] })],
    ['a modifier group', '/items', () => ({ items: [] })],
    ['an order that is draft', '/total', () => ({ total: '1' })],
    ['an order that is draft', '/currency', () => ({ currency: 'USD' })],
    ['an order that is draft', '/purchStatus', () => ({ purchStatus: 2 })],
    ['an order that is draft', '/provider', () => ({ provider: null })],
    ['an order that is draft', '/allowedActions', () => ({ allowedActions: [] })],
    ['an order that is draft', '/lines/0/received', ({ lines }) => ({ lines: [{ ...lines[0], received: '1' }] })],
    ['an order that is draft', '/lines/0/taxRate', ({ lines }) => ({ lines: [{ ...lines[0], taxRate: '1' }] })],
    ['a transfer that is draft', '/transferStatus', () => ({ transferStatus: 1 })],
    [
      'a transfer that is draft',
      '/lines/1/outstanding',
      ({ lines }) => ({ lines: [lines[0], { ...lines[1], outstanding: '1' }] }),
    ],
    ['a draft adjustment', '/lines/0/before', ({ lines }) => ({ lines: [{ ...lines[0], before: '1' }] })],
  ])('of %s is rejected: %s', async (name, path, change) => {
    expect(await refused(name, change)).toEqual(invalid(`body ${path} readOnly`));
  });

  test('in a new line is rejected, and the first twenty are named', async () => {
    const line = ({ lines: [{ id: _, ...line }] }: Read) => line;
    expect(await refused('a transfer that is draft', (transfer) => ({ lines: [line(transfer)] }))).toEqual(
      invalid('body /lines/0/received readOnly', 'body /lines/0/outstanding readOnly'),
    );
    const many = await refused('a transfer that is draft', (transfer) => ({ lines: Array(900).fill(line(transfer)) }));
    expect(many).toHaveLength(2 + 20);
  });
});

describe('A record that was read can be sent back with a change', () => {
  test('of a line, whose computed amounts are computed again', async () => {
    const name = 'an order that is draft';
    const { lines, ...order } = await read(name);
    const [first, second] = lines;
    const answer = await sendBack(name, { ...order, lines: [second, { ...first, quantity: '20' }] });
    expect(answer.body.lines).toMatchObject([second, { id: first.id, quantity: '20', outstanding: '20' }]);
    expect(answer.body.total).not.toBe(order.total);
  });

  test('of the items of a menu, one of which is removed', async () => {
    const { items, ...menu } = await read('a menu');
    const answer = await sendBack('a menu', { ...menu, items: [items[1]] });
    expect([answer.status, answer.body.itemCount, answer.body.items]).toEqual([200, 1, [items[1]]]);
  });

  test('of the status, which voids a posted adjustment', async () => {
    const draft = await read('a draft adjustment');
    const posted = (await sendBack('a draft adjustment', { ...draft, status: 1 })).body;
    expect(posted.status).toBe(1);
    expect((await sendBack('a draft adjustment', posted)).body.code).toBe('partner.state_conflict');
    expect((await sendBack('a draft adjustment', { ...posted, status: 2 })).body.status).toBe(2);
  });

  test('with If-Match, which is checked first, and with a key, which repeats its response', async () => {
    const brand = await read('a brand');
    const [etag, key] = [`"${brand.version}"`, { 'Idempotency-Key': 'sent-back' }];
    const first = await sendBack('a brand', { ...brand, name: 'Alpina' }, { ...key, 'If-Match': etag });
    expect([first.status, first.body.name]).toEqual([200, 'Alpina']);
    const again = await sendBack('a brand', { ...brand, name: 'Alpina' }, { ...key, 'If-Match': etag });
    expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([first.text, 'true']);
    const stale = await sendBack('a brand', brand, { 'If-Match': etag });
    expect(refusalOf(stale)).toEqual([412, 'partner.version_mismatch']);
  });

  test('but not with a read-only property of another type or form', async () => {
    expect(refusalOf(await sendBack('a brand', { version: '1' }))).toEqual(invalid('body /version type'));
    expect(refusalOf(await sendBack('a brand', { colour: 'red' }))).toEqual(invalid('body /colour unknown'));
  });
});
