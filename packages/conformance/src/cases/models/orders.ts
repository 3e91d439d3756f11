import { decimal, halfUp, MONEY, QUANTITY, units } from '../../decimals.ts';
import { DAY } from '../fixtures/stock.ts';
import type { Fields } from './compare.ts';
import { differs, type Line, linesOf, losesReceived, progressOf, type Rules, withOutstanding } from './rules.ts';
import type { StockFixture } from './stock-fixture.ts';

/** Purchase orders in the model. */

const money = (value: unknown): bigint => units(String(value), MONEY);

/** Subtotal and tax, each rounded half up once to the currency's decimals. */
function amounts(line: Line, { rates, decimals }: StockFixture): Fields {
  const { quantity, unitCost, discount, taxId } = line;
  const taxRate = taxId === null ? null : (rates.get(Number(taxId)) ?? null);
  const exact = units(quantity, QUANTITY) * money(unitCost);
  const subtotal = halfUp(exact, 10n ** BigInt(QUANTITY + MONEY - decimals));
  const net = subtotal - units(String(discount), decimals);
  const tax = net < 0n ? 0n : halfUp(net * money(taxRate ?? '0'), 100n * 10n ** BigInt(MONEY));
  const text = (amount: bigint) => decimal(amount, decimals);
  return { taxRate, subtotal: text(subtotal), tax: text(tax), total: text(net + tax) };
}

function complete(fields: Fields, fixture: StockFixture): Fields {
  const lines = linesOf(fields).map((line) => withOutstanding({ ...line, ...amounts(line, fixture) }));
  const sum = (name: string) =>
    decimal(
      lines.reduce((total, line) => total + money(line[name]), 0n),
      MONEY,
    );
  const totals = {
    subtotal: sum('subtotal'),
    discountTotal: sum('discount'),
    taxTotal: sum('tax'),
    total: sum('total'),
  };
  return { ...fields, lines, ...totals, purchStatus: progressOf(lines) };
}

const FIXED = ['itemId', 'variantId', 'unitCost'];
const FIXED_AT_LAST = ['supplierId', 'storeId', 'orderNo', 'orderDate', 'expectedDate', 'externalId', 'lines'];

export const ORDERS: Rules = {
  name: 'purchase order',
  family: 'purchases',
  path: '/purchase-orders',
  kind: 'purchaseOrder',
  query: (atOnce) => `receive=${atOnce}`,
  body: ({ store, lines }, fixture) => ({
    supplierId: fixture.suppliers[0],
    storeId: fixture.stores[store],
    orderDate: DAY,
    narration: fixture.mark,
    lines: lines.map((line) => ORDERS.line(line, fixture)),
  }),
  fresh: (body, { orderNo, provider, currency }) => ({
    status: 1,
    expectedDate: null,
    invoice: null,
    externalId: null,
    orderNo,
    provider,
    currency,
    ...body,
  }),
  line: ({ product, quantity, cost, tax, discounted }, { products, rates, decimals }) => ({
    ...products[product],
    quantity: decimal(BigInt(quantity), QUANTITY),
    unitCost: decimal(BigInt(cost), MONEY),
    discount: discounted ? decimal(25n, decimals) : '0',
    taxId: [...rates.keys()][tax] ?? null,
  }),
  sent: ({ id, itemId, variantId, quantity, unitCost, discount, taxId }) => ({
    id,
    itemId,
    variantId,
    quantity,
    unitCost,
    discount,
    taxId,
  }),
  optional: { variantId: null, discount: '0', taxId: null },
  complete,
  header: (what, n, fields, { mark, suppliers, stores }) => {
    if (what === 'text') return { narration: `${mark} ${n}`, invoice: n % 2 ? `conf ${n}` : null };
    if (what === 'date') return { orderDate: `2026-03-0${(n % 5) + 3}` };
    if (what === 'party') return { supplierId: suppliers[n % suppliers.length] };
    if (what === 'number') return { orderNo: `${mark} no ${n} ${fields.id}` };
    if (what === 'external') return { externalId: n % 3 ? `${mark} ${n} ${fields.id}` : null };
    if (what === 'expected') return { expectedDate: n % 2 ? `2026-04-1${n % 10}` : null };
    if (what === 'active') return { status: 1 };
    return what === 'store' ? { storeId: stores.find((id) => id !== fields.storeId) } : undefined;
  },
  allowed: ({ status, purchStatus }) => ({
    update: status === 1,
    receive: status === 1 && purchStatus !== 2,
    void: status === 1 && purchStatus === 0,
  }),
  forbids: (before, after) => {
    if (before.status === 0 || (after.status === 0 && before.purchStatus !== 0)) return true;
    if (before.purchStatus === 0) return false;
    if (before.purchStatus === 2) return differs(before, after, FIXED_AT_LAST);
    return differs(before, after, ['supplierId', 'storeId']) || losesReceived(linesOf(before), linesOf(after), FIXED);
  },
  isInvalid: (fields) => linesOf(fields).some(({ subtotal, discount }) => money(discount) > money(subtotal)),
  moves: ({ storeId }, { itemId, variantId, id }, quantity) => [
    { itemId, variantId, storeId: Number(storeId), change: quantity, lineId: id },
  ],
  filters: [
    { query: 'order=asc', matches: ({ status }) => status === 1 },
    { query: 'includeVoided=true', matches: () => true },
    { query: 'status=0', matches: ({ status }) => status === 0 },
    ...[0, 1, 2].map((state) => ({
      query: `purchStatus=${state}`,
      matches: ({ status, purchStatus }: Fields) => status === 1 && purchStatus === state,
    })),
  ],
};
