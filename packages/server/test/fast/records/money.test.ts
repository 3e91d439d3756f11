import { beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../../support/api-caller.ts';
import { importAll, itemLine, saleLine, storeLine } from '../../support/import-lines.ts';
import { arrangePurchasing, newOrder, orderOf, type Purchasing } from '../../support/purchasing.ts';
import { invalid, rejectionOf } from '../../support/rejections.ts';
import { sharedService } from '../../support/service.ts';

const callers: Record<string, Caller> = {};

const service = await sharedService();
for (const currency of ['GBP', 'JPY', 'KWD']) {
  const partner = await service.newPartner();
  const merchant = await service.newMerchant(partner.organizationId, 'AE', true, currency);
  callers[currency] = await service.connectTo(partner, merchant);
}

const as = (currency: string): Caller => callers[currency] as Caller;

describe.each([
  ['GBP', '3.1', '3.10', '3.101', 'must have at most 2 decimals, because amounts in GBP do'],
  ['JPY', '310.0', '310', '310.5', 'must have no decimals, because amounts in JPY do'],
  ['KWD', '3.1', '3.100', '3.1001', 'must have at most 3 decimals, because amounts in KWD do'],
])('A price in %s', (currency, sent, answered, tooFine, message) => {
  const caller = as(currency);

  test('has the decimals of the currency wherever it is returned', async () => {
    const storeId = await service.newStore(caller.merchant);
    const item = await caller.create('/items', {
      ...{ name: 'Tea', type: 1, price: sent },
      variants: [{ name: 'Small', price: sent }],
      stores: [{ storeId, price: sent }],
    });
    const group = await caller.create('/modifiers', { name: 'Milk', options: [{ name: 'Oat', price: sent }] });
    const other = await caller.create('/items', { name: 'Cake', price: sent });
    const items = [{ itemId: item.id, price: sent }, { itemId: other.id }];
    const menu = await caller.create('/menus/create-with-items', { name: 'Lunch', items });
    const { atStore } = (await caller.get(`/items/${item.id}?storeId=${storeId}`)).body;
    const [listed, effective] = menu.items;
    const priced = [item, item.variants[0], item.stores[0], atStore, atStore.variants[0], group.options[0], listed];
    expect([...priced.map(({ price }) => price), listed.effectivePrice, effective.effectivePrice]).toEqual(
      Array(9).fill(answered),
    );
  });

  const price = tooFine;
  const options = [{ name: 'Oat', price }];
  const items = [{ itemId: 1, price }];

  test.each<[path: string, create: string, body: object, change?: string]>([
    ['/price', '/items', { price }, ''],
    ['/variants/0/price', '/items', { type: 1, variants: [{ name: 'S', price }] }],
    ['/stores/0/price', '/items', { stores: [{ storeId: 1, price }] }, ''],
    ['/options/0/price', '/modifiers', { options }, ''],
    ['/items/0/price', '/menus/create-with-items', { items }, '/update-with-items'],
  ])('is rejected with more decimals at %s', async (path, create, body, change) => {
    const answer = await caller.post(create, { name: 'Tea', ...body });
    expect(rejectionOf(answer)).toEqual(invalid(`body ${path} minorUnits`));
    expect(answer.body.details[0].message).toBe(message);
    if (change === undefined) return;
    const { id } = await caller.create(create, {
      name: 'Tea',
      ...('options' in body && { options: [{ name: 'Oat' }] }),
    });
    const changed = await caller.patch(`/${create.split('/')[1]}/${id}${change}`, body);
    expect(rejectionOf(changed)).toEqual(invalid(`body ${path} minorUnits`));
  });
});

test.each([
  ['GBP', '1.5', '1.50'],
  ['GBP', '1.5250', '1.525'],
  ['JPY', '1.2345', '1.2345'],
  ['JPY', '12.00', '12'],
  ['KWD', '1.2', '1.200'],
])('A cost in %s can have four decimals: %s is returned as %s', async (currency, cost, answered) => {
  const item = await as(currency).create('/items', { name: 'Tea', cost, type: 1, variants: [{ name: 'S', cost }] });
  expect([item.cost, item.variants[0].cost]).toEqual([answered, answered]);
});

describe('A purchase order in JPY', () => {
  let scene: Purchasing;
  beforeAll(async () => {
    scene = await arrangePurchasing(service, as('JPY'));
  });

  test('rounds each line half up to whole yen, and its totals are the sums of the lines', async () => {
    const line = { itemId: scene.itemId, quantity: '1', unitCost: '10.5', taxId: scene.taxId };
    const order = await newOrder(scene, {
      lines: [line, { ...line, discount: '1.00' }, { ...line, quantity: '2.500' }],
    });
    expect(order.lines.map(({ subtotal, discount, tax, total }) => [subtotal, discount, tax, total])).toEqual([
      ['11', '0', '2', '13'],
      ['11', '1', '2', '12'],
      ['26', '0', '5', '31'],
    ]);
    expect(order).toMatchObject({ subtotal: '48', discountTotal: '1', taxTotal: '9', total: '56', currency: 'JPY' });
    expect(order.lines[2]).toMatchObject({ quantity: '2.5', outstanding: '2.5', received: '0', unitCost: '10.5' });
  });

  test('rejects a discount in fractions of a yen, on create and on change', async () => {
    const lines = [{ itemId: scene.itemId, quantity: '1', unitCost: '10.5', discount: '0.5' }];
    const { id } = await newOrder(scene);
    for (const answer of [
      await scene.caller.post('/purchase-orders?receive=false', orderOf(scene, { lines })),
      await scene.caller.patch(`/purchase-orders/${id}`, { lines }),
    ])
      expect(rejectionOf(answer)).toEqual(invalid('body /lines/0/discount minorUnits'));
  });
});

test('An import reports each amount that the currency of the store or merchant cannot express', async () => {
  const sale = saleLine('1', 'Tokyo', '2026-02-10T12:00:00Z', {
    lines: [{ item: 'Tea', quantity: '1', gross: '310.5', discount: '0.50', tax: '28.2' }],
    payments: [{ kind: 'cash', amount: '310.000' }],
  });
  const store = storeLine('Tokyo', 'Asia/Tokyo', { currency: 'JPY' });
  const sold = await importAll(service, as('GBP').merchant, [store, itemLine('Tea'), sale]);
  const message = 'must have no decimals, because amounts in JPY do';
  const paths = ['/lines/0/gross', '/lines/0/discount', '/lines/0/tax'];
  expect(sold.problems).toEqual(paths.map((path) => ({ line: 3, path, message })));
  const priced = await importAll(service, as('JPY').merchant, [itemLine('Tea', { price: '3.5' })]);
  expect(priced.problems).toEqual([{ line: 1, path: '/price', message }]);
});
