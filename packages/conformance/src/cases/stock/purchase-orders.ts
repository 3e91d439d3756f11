import { decimal, exact, halfUp, MONEY, minorUnits, QUANTITY, units } from '../../decimals.ts';
import { type Case, subject } from '../../engine/case.ts';
import type { CaseContext } from '../../engine/case-context.ts';
import type { Rec } from '../../engine/record.ts';
import { Unavailable } from '../../engine/unavailable.ts';
import { expectRejectedAt } from '../expect/rejections.ts';
import { taxOf } from '../fixtures/directory.ts';
import { change, lineOf, linesOf, newDocument, PURCHASES, receive } from '../fixtures/documents.ts';
import { UNKNOWN_ID } from '../fixtures/records.ts';
import { DAY, sizedItem, stockFixture } from '../fixtures/stock.ts';

/** Purchase orders: defaults, exact amounts, costs, and provider. */

const example = subject('examples', 'purchase-orders');

const draft = async (t: CaseContext, fields: object = {}): Promise<Rec> =>
  (await newDocument(t, PURCHASES, fields)).document;

interface Priced {
  readonly quantity: string;
  readonly unitCost: string;
  readonly discount: string;
  readonly taxId: number | null;
}

/** Amounts of a line, each rounded half up once to the currency's decimals. */
function amountsOf({ quantity, unitCost, discount }: Priced, rate: string, decimals: number): Record<string, bigint> {
  const exactly = units(quantity, QUANTITY) * units(unitCost, MONEY);
  const subtotal = halfUp(exactly, 10n ** BigInt(QUANTITY + MONEY - decimals));
  const net = subtotal - units(discount, decimals);
  const tax = halfUp(net * units(rate, MONEY), 1_000_000n);
  return { subtotal, discount: units(discount, decimals), tax, total: net + tax };
}

/** Halves that need rounding, fractions that floats cannot represent, discounts, and lines with and without tax. */
const pricesOf = (taxId: number, decimals: number): Priced[] => [
  { quantity: '0.5', unitCost: decimal(1n, decimals), discount: '0', taxId: null },
  { quantity: '0.499', unitCost: decimal(1n, decimals), discount: '0', taxId: null },
  { quantity: '3', unitCost: '0.1', discount: '0', taxId },
  { quantity: '1.005', unitCost: '1000.01', discount: decimal(1n, decimals), taxId },
  { quantity: '0.333', unitCost: '33.3333', discount: '1.000', taxId },
  { quantity: '1', unitCost: decimal(25n, decimals), discount: '0.0000', taxId },
  { quantity: '7', unitCost: '12.3456', discount: '86', taxId },
];

/** Lines whose tax at this rate is below, at and above half a minor unit, if the rate allows it. */
function roundedTaxes(taxId: number, rate: string, decimals: number): Priced[] {
  const beyond = (net: bigint) => (net * units(rate, MONEY)) % 1_000_000n;
  const nets = Array.from({ length: 400 }, (_, i) => BigInt(i + 1));
  const found = [
    nets.find((net) => beyond(net) > 0n && beyond(net) < 500_000n),
    nets.find((net) => beyond(net) === 500_000n),
    nets.find((net) => beyond(net) > 500_000n),
  ];
  return found
    .filter((net) => net !== undefined)
    .map((net) => ({ quantity: '1', unitCost: decimal(net, decimals), discount: '0', taxId }));
}

/** An amount in a form that can be compared. */
const exactly = (amount: bigint): string | null => exact(decimal(amount, MONEY));

interface Totals {
  readonly subtotal: string;
  readonly discountTotal: string;
  readonly taxTotal: string | null;
}

/** Asserts that the order's totals are the sums of its lines. */
function expectTotals(t: CaseContext, order: Rec, expected: Totals): void {
  const total =
    units(expected.subtotal, MONEY) - units(expected.discountTotal, MONEY) + units(String(expected.taxTotal), MONEY);
  const { subtotal, discountTotal, taxTotal } = order;
  const got = { subtotal: exact(subtotal), discountTotal: exact(discountTotal), taxTotal: exact(taxTotal) };
  t.equal({ ...got, total: exact(order.total) }, { ...expected, total: exactly(total) }, 'totals');
  const sum = (name: string) =>
    exactly(
      (order.lines as Record<string, unknown>[]).reduce((all, line) => all + units(String(line[name]), MONEY), 0n),
    );
  const lines = {
    subtotal: sum('subtotal'),
    discountTotal: sum('discount'),
    taxTotal: sum('tax'),
    total: sum('total'),
  };
  t.equal(lines, { ...expected, total: exactly(total) }, 'sums over the lines');
}

export const PURCHASE_ORDER_CASES: readonly Case[] = [
  example(
    'defaults',
    ['purchases.defaults', 'records.optional_null', 'purchases.currency'],
    'an order of only required properties is an active draft without texts, in the company’s currency',
    async (t) => {
      const order = await draft(t);
      t.equal([order.status, order.purchStatus, order.version], [1, 0, 1], 'status, purchStatus and version');
      const texts = [order.expectedDate, order.invoice, order.narration, order.externalId];
      t.equal(texts, [null, null, null, null], 'expectedDate, invoice, narration and externalId');
      const [line] = linesOf(order) as unknown as Record<string, unknown>[];
      t.equal([line?.variantId, line?.taxId, line?.taxRate], [null, null, null], 'variantId, taxId and taxRate');
      t.equal([exact(line?.discount), exact(line?.received), exact(line?.outstanding)], ['0', '0', '10'], 'amounts');
      const store = await t.as().read(`/stores/${order.storeId}`);
      t.equal(order.currency, store.currency, 'currency');
    },
  ),
  example(
    'amounts',
    ['purchases.totals', 'purchases.rounding', 'numbers.exact', 'op.createPurchaseOrder.body.lines'],
    'each amount of a line is rounded half up once, and totals are the exact sums of the lines',
    async (t) => {
      const { itemId } = await stockFixture(t);
      const { id: taxId, rate } = await taxOf(t);
      const decimals = minorUnits((await t.as().page('/items?limit=1')).data[0]?.currency);
      const prices = [...pricesOf(taxId, decimals), ...roundedTaxes(taxId, rate, decimals)];
      const order = await draft(t, { lines: prices.map((price) => ({ itemId, ...price })) });
      const shown = (amount: bigint) => exact(decimal(amount, decimals));
      const lines = prices.map((price) => amountsOf(price, price.taxId === null ? '0' : rate, decimals));
      for (const [i, line] of (order.lines as Record<string, unknown>[]).entries()) {
        const got = ['subtotal', 'discount', 'tax', 'total'].map((name) => exact(line[name]));
        const amounts = lines[i] ?? {};
        const expected = ['subtotal', 'discount', 'tax', 'total'].map((name) => shown(amounts[name] ?? 0n));
        t.equal(got, expected, `subtotal, discount, tax and total of line ${i}`);
        t.equal(exact(line.taxRate), prices[i]?.taxId === null ? null : exact(rate), `taxRate of line ${i}`);
      }
      const sum = (name: string) => shown(lines.reduce((total, one) => total + (one[name] ?? 0n), 0n));
      t.equal(
        [order.subtotal, order.discountTotal, order.taxTotal, order.total].map(exact),
        ['subtotal', 'discount', 'tax', 'total'].map(sum),
        'subtotal, discountTotal, taxTotal and total',
      );
    },
  ),
  example(
    'tax',
    [
      'purchases.totals',
      'purchases.rounding',
      'purchases.discount',
      'numbers.exact',
      'op.updatePurchaseOrder.body.lines',
    ],
    'tax applies to the subtotal less discount of each line, as created and after each change',
    async (t) => {
      const { itemId } = await stockFixture(t);
      const { id: taxId, rate } = await taxOf(t);
      const lines = [
        { itemId, quantity: '3', unitCost: '4000', discount: '2000', taxId },
        { itemId, quantity: '2', unitCost: '10', discount: '5' },
        { itemId, quantity: '1', unitCost: '70', discount: '70', taxId },
      ];
      // Quantities in hundreds, so that no rate needs rounding.
      const taxed = (hundreds: bigint) => exactly(units(rate, MONEY) * hundreds);
      const order = await draft(t, { lines });
      expectTotals(t, order, { subtotal: '12090', discountTotal: '2075', taxTotal: taxed(100n) });
      const kept = (fields: object[]) => fields.map((one, i) => ({ id: lineOf(order, i), ...lines[i], ...one }));
      const changes: [object[], Totals][] = [
        [[{ discount: '0' }, {}, {}], { subtotal: '12090', discountTotal: '75', taxTotal: taxed(120n) }],
        [[{ quantity: '5' }, {}, {}], { subtotal: '20090', discountTotal: '2075', taxTotal: taxed(180n) }],
        [[{ taxId: null }, {}, {}], { subtotal: '12090', discountTotal: '2075', taxTotal: '0' }],
        [
          [{ taxId: null }, { taxId, unitCost: '1002.5' }, {}],
          { subtotal: '14075', discountTotal: '2075', taxTotal: taxed(20n) },
        ],
      ];
      for (const [fields, expected] of changes) {
        const changed = t.requireRecord(await change(t, PURCHASES, order, { lines: kept(fields) }));
        expectTotals(t, changed, expected);
      }
      expectTotals(t, t.requireRecord(await receive(t, PURCHASES, order)), changes.at(-1)?.[1] as Totals);
    },
  ),
  example(
    'large-amounts',
    ['purchases.totals', 'numbers.exact'],
    'large amounts stay exact and follow a change of the lines',
    async (t) => {
      const { itemId } = await stockFixture(t);
      const lines = ['999999999997', '2'].map((unitCost) => ({ itemId, quantity: '1', unitCost }));
      const order = await draft(t, { lines });
      t.equal([exact(order.subtotal), exact(order.total)], ['999999999999', '999999999999'], 'subtotal and total');
      const kept = [{ itemId, quantity: '1', unitCost: '999999999997' }];
      const changed = t.requireRecord(await change(t, PURCHASES, order, { lines: kept }));
      t.equal(exact(changed.total), '999999999997', 'total after a change of the lines');
    },
  ),
  example(
    'discount',
    ['purchases.discount', 'op.createPurchaseOrder.status.400'],
    'a discount is at most the line’s subtotal',
    async (t) => {
      const { itemId } = await stockFixture(t);
      const line = { itemId, quantity: '2', unitCost: '1.5' };
      const order = await draft(t, { lines: [{ ...line, discount: '3' }] });
      t.equal(exact(order.total), '0', 'total with a full discount');
      const more = [{ ...line, discount: '4' }];
      const { here, supplierId } = await stockFixture(t);
      const body = { supplierId, storeId: here, orderDate: DAY, lines: more };
      const answer = await t.as().post('/purchase-orders?receive=false', body);
      expectRejectedAt(t, answer, 400, 'partner.validation_failed', '/lines/0/discount');
    },
  ),
  example(
    'discount-minor-units',
    ['numbers.minor_units'],
    'a discount with more decimals than the currency is rejected in creates and changes',
    async (t) => {
      const { here, supplierId, itemId } = await stockFixture(t);
      const order = await draft(t);
      const decimals = minorUnits(order.currency);
      if (decimals > 3) throw new Unavailable('a currency of four decimals, the most that a discount can have');
      const lines = [{ itemId, quantity: '2', unitCost: '1.5', discount: decimal(11n, decimals + 1) }];
      const body = { supplierId, storeId: here, orderDate: DAY, lines };
      const answer = await t.as().post('/purchase-orders?receive=false', body);
      expectRejectedAt(t, answer, 400, 'partner.validation_failed', '/lines/0/discount');
      expectRejectedAt(
        t,
        await change(t, PURCHASES, order, { lines }),
        400,
        'partner.validation_failed',
        '/lines/0/discount',
      );
    },
  ),
  example(
    'line-kept',
    ['purchases.lines_replaced'],
    'a line sent with its id keeps an omitted variant, discount and tax; null removes the tax',
    async (t) => {
      const { itemId, small } = await sizedItem(t);
      const { id: taxId } = await taxOf(t);
      const lines = [{ itemId, variantId: small, quantity: '2', unitCost: '10', discount: '1.5', taxId }];
      const order = await draft(t, { lines });
      const sent = { id: lineOf(order), itemId, quantity: '4', unitCost: '10' };
      const line = async (fields: object) => {
        const answer = await change(t, PURCHASES, order, { lines: [{ ...sent, ...fields }] });
        const [kept] = t.requireRecord(answer).lines as Record<string, unknown>[];
        return [kept?.id, kept?.variantId, exact(kept?.discount), kept?.taxId];
      };
      t.equal(await line({}), [lineOf(order), small, '1.5', taxId], 'id, variantId, discount and taxId');
      t.equal(await line({ taxId: null }), [lineOf(order), small, '1.5', null], 'the same without tax');
    },
  ),
  example(
    'cost',
    ['purchases.cost'],
    'the unit cost of the last receipt, in part or whole, becomes the item’s or the variant’s cost',
    async (t) => {
      const { here, supplierId, itemId } = await stockFixture(t);
      const { itemId: other, small, large } = await sizedItem(t);
      const order = async (unitCost: string, receiveAll: boolean) => {
        const lines = [
          { itemId, quantity: '2', unitCost },
          { itemId: other, variantId: small, quantity: '2', unitCost },
        ];
        const body = { supplierId, storeId: here, orderDate: DAY, lines };
        return t.as().create(`/purchase-orders?receive=${receiveAll}`, body);
      };
      const costs = async () => {
        const item = await t.as().read(`/items/${itemId}?storeId=${here}`);
        const variants = (await t.as().read(`/items/${other}?storeId=${here}`)).variants as Record<string, unknown>[];
        const costOf = (id: number) => exact(variants.find((one) => one.id === id)?.cost);
        return [exact(item.cost), costOf(small), costOf(large)];
      };
      const early = await order('1.25', false);
      t.equal(await costs(), [null, null, null], 'costs with a draft');
      await order('2.5', true);
      t.equal(await costs(), ['2.5', '2.5', null], 'costs after an order that was received at once');
      const lines = [{ lineId: lineOf(early), quantity: '0.5' }];
      t.requireStatus(await receive(t, PURCHASES, early, lines), 200);
      t.equal(await costs(), ['1.25', '2.5', null], 'costs after part of an earlier order');
    },
  ),
  example(
    'provider',
    ['purchases.provider', 'purchases.filter.provider', 'op.listPurchaseOrders.param.provider'],
    'provider is the app that created the order, permanently; it is filtered by its exact name',
    async (t) => {
      const { here, supplierId, itemId } = await stockFixture(t);
      const lines = [{ itemId, quantity: '1', unitCost: '1' }];
      const body = { supplierId, storeId: here, orderDate: DAY, narration: t.name('told'), lines };
      const mine = await t.as().create('/purchase-orders?receive=false', body);
      const again = await t.as().create('/purchase-orders?receive=false', body);
      const others = await t.as('other').create('/purchase-orders?receive=false', body);
      const name = String(mine.provider);
      t.check(typeof mine.provider === 'string' && name !== '', `provider is ${mine.provider}`);
      t.equal(again.provider, mine.provider, 'provider of two orders of one app');
      t.check(others.provider !== name, `two apps have the provider ${name}, unless the target gave both this name`);
      const changed = t.requireStatus(
        await t.as('other').patch(`/purchase-orders/${mine.id}`, { narration: 'x' }),
        200,
      );
      t.equal((changed.body as Rec).provider, mine.provider, 'provider after another app changed it');
      const all = [mine, again, others];
      const listed = async (provider: string) =>
        (await t.as().all(`/purchase-orders?provider=${encodeURIComponent(provider)}`))
          .map(({ id }) => id)
          .filter((id) => all.some((one) => one.id === id))
          .toSorted((a, b) => a - b);
      t.equal(await listed(name), [mine.id, again.id], `provider=${name}`);
      t.equal(await listed(String(others.provider)), [others.id], `provider=${others.provider}`);
      t.equal(await listed(name.slice(0, -1)), [], 'a part of the name');
      const refused = await t.as().post('/purchase-orders?receive=false', { ...body, provider: name });
      expectRejectedAt(t, refused, 400, 'partner.validation_failed', '/provider');
    },
  ),
  example(
    'tax-unknown',
    ['tenancy.references', 'op.createPurchaseOrder.status.422'],
    'an unknown tax of a line is named',
    async (t) => {
      const { here, supplierId, itemId } = await stockFixture(t);
      const lines = [{ itemId, quantity: '1', unitCost: '1', taxId: UNKNOWN_ID }];
      const body = { supplierId, storeId: here, orderDate: DAY, lines };
      const answer = await t.as().post('/purchase-orders?receive=false', body);
      expectRejectedAt(t, answer, 422, 'partner.reference_not_found', '/lines/0/taxId');
    },
  ),
];
