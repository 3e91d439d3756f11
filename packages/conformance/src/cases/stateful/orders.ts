import { decimal, halfUp, MONEY, QUANTITY, units } from '../../decimals.ts';
import { DAY } from '../stock/stock.ts';
import type { Fields } from './compare.ts';
import { differs, type Line, linesOf, losesReceived, progressOf, type Rules, withOutstanding } from './rules.ts';
import type { Scene } from './stock-scene.ts';

/** Purchase orders as the model has them. */

const money = (value: unknown): bigint => units(String(value), MONEY);

/** Quantity times cost, and the tax of what is left after the discount, each rounded half up once. */
function amounts(line: Line, { rates }: Scene): Fields {
  const { quantity, unitCost, discount, taxId } = line;
  const taxRate = taxId === null ? null : (rates.get(Number(taxId)) ?? null);
  const subtotal = halfUp(units(quantity, QUANTITY) * money(unitCost), 10n ** BigInt(QUANTITY));
  const net = subtotal - money(discount);
  const tax = net < 0n ? 0n : halfUp(net * money(taxRate ?? '0'), 100n * 10n ** BigInt(MONEY));
  return { taxRate, subtotal: decimal(subtotal, MONEY), tax: decimal(tax, MONEY), total: decimal(net + tax, MONEY) };
}

function complete(fields: Fields, scene: Scene): Fields {
  const lines = linesOf(fields).map((line) => withOutstanding({ ...line, ...amounts(line, scene) }));
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

export const ORDERS: Rules = {
  name: 'purchase order',
  path: '/purchase-orders',
  kind: 'purchaseOrder',
  query: (atOnce) => `receive=${atOnce}`,
  body: ({ store, lines }, scene) => ({
    supplierId: scene.suppliers[0],
    storeId: scene.stores[store],
    orderDate: DAY,
    narration: scene.mark,
    lines: lines.map((line) => ORDERS.line(line, scene)),
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
  line: ({ product, quantity, cost, tax, discounted }, { products, rates }) => ({
    ...products[product],
    quantity: decimal(BigInt(quantity), QUANTITY),
    unitCost: decimal(BigInt(cost), MONEY),
    discount: discounted ? '0.0001' : '0',
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
  complete,
  header: (what, n, fields, { mark, suppliers, stores }) => {
    if (what === 'text') return { narration: `${mark} ${n}`, invoice: n % 2 ? `conf ${n}` : null };
    if (what === 'date') return { orderDate: `2026-03-0${(n % 5) + 3}` };
    if (what === 'party') return { supplierId: suppliers[n % suppliers.length] };
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
    if (before.purchStatus === 2) return differs(before, after, ['supplierId', 'storeId', 'orderDate', 'lines']);
    return differs(before, after, ['supplierId', 'storeId']) || losesReceived(linesOf(before), linesOf(after), FIXED);
  },
  moves: ({ storeId }, { itemId, variantId, id }, quantity) => [
    { itemId, variantId, storeId: Number(storeId), change: quantity, lineId: id },
  ],
  filters: [
    { query: 'order=asc', leaves: ({ status }) => status === 1 },
    { query: 'includeVoided=true', leaves: () => true },
    { query: 'status=0', leaves: ({ status }) => status === 0 },
    ...[0, 1, 2].map((state) => ({
      query: `purchStatus=${state}`,
      leaves: ({ status, purchStatus }: Fields) => status === 1 && purchStatus === state,
    })),
  ],
};
