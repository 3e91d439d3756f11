import { describe, expect, test } from 'vitest';
import type { Actor } from '../../../src/control/actor.ts';
import type { InputOf, OperationName } from '../../../src/operations/operations.ts';
import type { Caller } from '../../support/api-caller.ts';
import { controlPlaneOf } from '../../support/control-plane.ts';
import { DISAGREEMENTS, importValid, itemLine, saleLine, storeLine } from '../../support/import-lines.ts';
import { sharedService } from '../../support/service.ts';

// 08:15 on a Monday in London.
const service = await sharedService();
const plane = controlPlaneOf(service);

const partner = await service.newPartner();
const merchant = await service.newMerchant(partner.organizationId);
const { companyId } = merchant;
const caller = await service.connectTo(partner, merchant);
await importValid(service, merchant, [
  storeLine('A'),
  storeLine('DXB', 'Asia/Dubai'),
  storeLine('EUR', 'Europe/Paris', { currency: 'EUR' }),
  { type: 'tax', externalId: 'vat', name: 'VAT', rate: '20' },
  itemLine('bean', { price: '2.40', tax: 'vat' }),
  itemLine('milk', { price: '1' }),
  itemLine('cup', { itemType: 1, price: '3', variants: [{ name: 'S' }, { name: 'L', price: '3.55' }] }),
  itemLine('combo', { itemType: 2, price: '4', trackStock: false, components: [{ item: 'bean', quantity: '2' }] }),
  itemLine('retired', { status: 0 }),
  {
    ...{ type: 'modifier', externalId: 'extras', name: 'Extras', maxSelect: 1, items: ['bean'] },
    options: [
      { name: 'Shot', price: '0.80' },
      { name: 'Syrup', price: '0.60' },
    ],
  },
  {
    ...{ type: 'menu', externalId: 'breakfast', name: 'Breakfast', stores: ['A'] },
    ...{ items: [{ item: 'bean', price: '1.99' }], availability: [{ day: 1, from: '07:00', to: '11:00' }] },
  },
]);

const named = async (path: string, name: string) =>
  (await caller.get(`${path}?search=${name}`)).body.data[0] as { id: number; variants: { id: number }[] };
const [a, dubai, paris] = await Promise.all(['A', 'DXB', 'EUR'].map(async (code) => (await named('/stores', code)).id));
const [bean, milk, cup, combo] = (await Promise.all(
  ['bean', 'milk', 'cup', 'combo'].map((name) => named('/items', name)),
)) as { id: number; variants: { id: number }[] }[];
const [shot, syrup] = (await caller.get('/modifiers?limit=1')).body.data[0].options as { id: number }[];
const menuId = (await named('/menus', 'Breakfast')).id;
const large = `${cup?.id}:${cup?.variants[1]?.id}`;
const order = { companyId, storeId: a as number };

const developer: Actor = { kind: 'developer', organizationId: partner.organizationId };
const till = <Name extends OperationName>(name: Name, input: InputOf<Name>) =>
  plane.as(developer, { source: 'test' }).call(name, input);
const refusal = async (outcome: Promise<unknown>): Promise<string> =>
  outcome.then(
    (result) => JSON.stringify(result),
    (error: Error) => error.message,
  );

const onHand = async (from: Caller, id?: number): Promise<string> =>
  (await from.get(`/items/${id}/stock?storeId=${a}`)).body.onHand;
const sold = async (day: string) =>
  (await caller.get(`/reports/daily-sales?from=${day}&to=${day}&companyId=${companyId}`)).body.data as {
    storeId: number;
    gross: string;
    orders: number;
  }[];

describe('The till of a sandbox merchant', () => {
  test('sells at the prices of the store, with options, and takes the stock', async () => {
    const items = [`2x${bean?.id}+${shot?.id}`, large, `0.5x${milk?.id}`];
    const sale = await till('till.sell', { ...order, items, payment: 'cash' });
    expect(sale).toMatchObject({ total: '10.45', currency: 'GBP', storeId: a });
    expect([await onHand(caller, bean?.id), await onHand(caller, cup?.id), await onHand(caller, milk?.id)]).toEqual([
      ...['-2', '-1', '-0.5'],
    ]);
    const [day] = await sold('2026-03-02');
    expect(day).toMatchObject({ storeId: a, gross: '10.45', orders: 1 });
  });

  test('prices an order line by line without selling it, and says which line cannot be sold', async () => {
    const before = await onHand(caller, bean?.id);
    const priced = await till('till.price', { ...order, items: [`2x${bean?.id}+${shot?.id}`, large, `${cup?.id}`] });
    expect(priced).toMatchObject({ total: '9.95', currency: 'GBP' });
    expect(priced.data).toMatchObject([
      { name: 'Item bean', options: ['Shot'], quantity: '2', total: '6.40', problem: null },
      { name: 'Item cup, L', total: '3.55', problem: null },
      { total: null, problem: expect.stringMatching(/sold by its variants/) },
    ]);
    expect(await onHand(caller, bean?.id)).toBe(before);
  });

  test('takes cash with rounding, change and tips, and refunds the goods', async () => {
    const items = [`2x${bean?.id}`];
    const paid = { payment: 'cash', rounding: '0.20', tips: '1', tendered: '10.00' } as const;
    const [before] = (await sold('2026-03-02')) as unknown as Record<string, string>[];
    const sale = await till('till.sell', { ...order, items, ...paid });
    expect(sale).toMatchObject({ total: '4.80', change: '4.00' });
    expect(await refusal(till('till.sell', { ...order, items, ...paid, tendered: '5.99' }))).toMatch(/6\.00 due/);
    expect(await refusal(till('till.sell', { ...order, items, rounding: '-1.00' }))).toMatch(/the smallest coin/);
    await till('till.refund', { companyId, receipt: sale.receipt, rounding: '-0.30' });
    const [after] = (await sold('2026-03-02')) as unknown as Record<string, string>[];
    const more = (name: string) => (Number(after?.[name]) - Number(before?.[name])).toFixed(2);
    expect(['net', 'rounding', 'changeGiven', 'tips'].map(more)).toEqual(['0.00', '0.50', '4.00', '1.00']);
  });

  test('sells a combo from the stock of its components', async () => {
    const before = Number(await onHand(caller, bean?.id));
    await till('till.sell', { ...order, items: [`3x${combo?.id}`] });
    expect(await onHand(caller, bean?.id)).toBe(String(before - 6));
  });

  test('sells at the prices of a menu while the store offers it', async () => {
    const items = [String(bean?.id)];
    expect(await till('till.sell', { ...order, items, menuId })).toMatchObject({ total: '1.99' });
  });

  test("sells on an earlier business day, at the store's time", async () => {
    const storeId = dubai as number;
    const sale = await till('till.sell', { companyId, storeId, items: [String(milk?.id)], day: '2026-02-20' });
    expect(sale.at).toBe('2026-02-20T08:15:30.000Z');
    expect(await sold('2026-02-20')).toMatchObject([{ storeId, gross: '1.00' }]);
  });

  test('keeps an order open, and sells it once when it is paid', async () => {
    const openOrders = async () => (await caller.get(`/stores/${a}/open-orders`)).body.data as { id: number }[];
    const { receipt } = await till('till.open', { ...order, items: [`2x${milk?.id}`], channel: 'dineIn' });
    expect(await openOrders()).toMatchObject([{ gross: '2.00', channel: 'dineIn' }]);
    const before = Number(await onHand(caller, milk?.id));
    const pay = () => refusal(till('till.pay', { companyId, receipt }));
    const outcomes = (await Promise.all([pay(), pay()])).toSorted();
    expect(outcomes[0]).toMatch(/^No open order has the receipt/);
    expect(outcomes[1]).toMatch(/"total":"2.00"/);
    expect([await openOrders(), await onHand(caller, milk?.id)]).toEqual([[], String(before - 2)]);
  });

  test('refunds some lines, then the rest, and nothing twice', async () => {
    const before = await onHand(caller, milk?.id);
    const { receipt } = await till('till.sell', { ...order, items: [`2x${milk?.id}`, large] });
    expect(await till('till.refund', { companyId, receipt, lines: [2] })).toMatchObject({ total: '3.55' });
    expect(await till('till.refund', { companyId, receipt })).toMatchObject({ total: '2.00' });
    expect(await refusal(till('till.refund', { companyId, receipt }))).toMatch(/left to refund/);
    expect(await onHand(caller, milk?.id)).toBe(before);
    expect(await refusal(till('till.void', { companyId, receipt }))).toMatch(
      /^The receipt names a sale with refunds: till-\d+; void the refunds first\.$/,
    );
  });

  test('refunds a combo to the stock that it was sold from', async () => {
    const before = [await onHand(caller, bean?.id), await onHand(caller, milk?.id)];
    const { receipt } = await till('till.sell', { ...order, items: [`2x${combo?.id}`] });
    const components = [{ itemId: milk?.id, quantity: '1' }];
    expect((await caller.patch(`/items/${combo?.id}`, { components })).status).toBe(200);
    await till('till.refund', { companyId, receipt });
    expect([await onHand(caller, bean?.id), await onHand(caller, milk?.id)]).toEqual(before);
  });

  test('voids a sale', async () => {
    const before = await onHand(caller, milk?.id);
    const { receipt } = await till('till.sell', { ...order, items: [String(milk?.id)] });
    expect(await till('till.void', { companyId, receipt })).toEqual({ receipt });
    expect(await onHand(caller, milk?.id)).toBe(before);
    expect(await refusal(till('till.refund', { companyId, receipt }))).toMatch(/was voided/);
    expect(await refusal(till('till.void', { companyId, receipt: 'none' }))).toMatch(/^No sale or refund has/);
  });

  test('shows sales in the change feed as the work of the back office', async () => {
    const { nextCursor } = (await caller.get('/changes')).body;
    await till('till.sell', { ...order, items: [String(milk?.id)] });
    const { data } = (await caller.get(`/changes?after=${nextCursor}`)).body;
    expect(data).toMatchObject([
      { resource: 'stock', id: milk?.id, kind: 'moved', by: 'backOffice' },
      { resource: 'dailySales', id: a, businessDay: '2026-03-02', by: 'backOffice' },
    ]);
  });

  const items = [String(milk?.id)];
  const offered = { items: [String(bean?.id)], menuId };
  test.each<[string, Partial<InputOf<'till.sell'>>, RegExp]>([
    ['words', { items: ['lots'] }, /is not an item to sell/],
    ['no piece of an item', { items: ['0x5'] }, /is not an item to sell/],
    ['an unknown item', { items: ['4711'] }, /^items\.0|No such item: 4711/],
    ['an item without its variant', { items: [`${cup?.id}`] }, /sold by its variants: .*\(S\), .*\(L\)/],
    ['an unknown variant', { items: [`${cup?.id}:1`] }, /has no variant 1/],
    ['a variant of an item without any', { items: [`${bean?.id}:1`] }, /has no variant 1/],
    ['an option of another item', { items: [`${milk?.id}+${shot?.id}`] }, /has no active option/],
    ['too many options', { items: [`${bean?.id}+${shot?.id}+${syrup?.id}`] }, /Extras allows at most 1/],
    ['a part of a combo', { items: [`0.5x${combo?.id}`] }, /must be a whole number for a combo/],
    ['what is not on the menu', { items: [large], menuId }, /not on the menu/],
    ['by a menu on another day', { ...offered, day: '2026-03-01' }, /Breakfast is not offered at Store A at that time/],
    ['by a menu of other stores', { ...offered, storeId: dubai as number }, /not offered/],
    ['on a day in the future', { day: '2026-03-04' }, /in the future/],
    ['on a day that does not exist', { day: '2026-02-30' }, /not a day/],
    ['at a store of another currency', { storeId: paris as number }, /sells in EUR/],
  ])('refuses to sell %s', async (_, input, message) => {
    expect(await refusal(till('till.sell', { ...order, items, ...input }))).toMatch(message);
  });

  test('refuses to sell for a live merchant and for a closed one', async () => {
    const operator = plane.as({ kind: 'operator' }, { source: 'test' });
    const sell = ({ companyId }: { companyId: number }) =>
      refusal(operator.call('till.sell', { storeId: 1, items, companyId }));
    expect(await sell(await service.newMerchant(null, 'UK', false))).toMatch(/not a sandbox/);
    const closed = await service.newMerchant(partner.organizationId);
    await operator.call('merchant.deactivate', { companyId: closed.companyId });
    expect(await sell(closed)).toMatch(/is closed/);
  });

  test('sells the same day for the same seed, once, and another for another', async () => {
    const day = '2026-02-25';
    const [first, again, other] = [
      await till('till.day', { companyId, day, seed: 7 }),
      await till('till.day', { companyId, day, seed: 7 }),
      await till('till.day', { companyId, day, seed: 8 }),
    ];
    expect(first.sales).toBeGreaterThan(4);
    expect(again).toEqual({ ...first, sales: 0, refunds: 0 });
    expect(other.sales).toBeGreaterThan(4);
    const days = await sold(day);
    expect(days.reduce((sum, { orders }) => sum + orders, 0)).toBe(first.sales + other.sales);
    expect(await refusal(till('till.day', { companyId, day: '2026-03-05' }))).toMatch(/in the future/);
  });

  test('leaves days, levels and ledger in agreement', async () => {
    expect((await service.databases.regions.UK.query(DISAGREEMENTS)).rows).toEqual([]);
  });
});

test('The till of a sandbox merchant sells although imported sales have the receipts that would be next', async () => {
  const own = await service.newMerchant(partner.organizationId);
  await importValid(service, own, [storeLine('A'), itemLine('bean')]);
  const store = await service.connectTo(partner, own);
  const [storeId, itemId] = await Promise.all(
    ['/stores', '/items'].map(async (path): Promise<number> => (await store.get(path)).body.data[0].id),
  );
  const sell = () =>
    till('till.sell', { companyId: own.companyId, storeId: storeId as number, items: [`${itemId}`], payment: 'cash' });
  const next = Number((await sell()).receipt.replace('till-', '')) + 1;
  const lines = [{ item: 'bean', quantity: '1', gross: '3.50' }];
  const imported = Array.from({ length: 400 }, (_, n) =>
    saleLine(`till-${next + n}`, 'A', '2026-02-10T12:00:00Z', { lines }),
  );
  await importValid(service, own, imported);
  const receipts = [await sell(), await sell()].map(({ receipt }) => receipt);
  const stock = await store.get(`/items/${itemId}/stock?storeId=${storeId}`);
  expect([stock.body.onHand, new Set(receipts).size]).toEqual(['-403', 2]);
});
