// Copied from packages/conformance/src/specification: change that, then run `pnpm generate`.

import { decimal, minorUnits } from '../decimals.ts';
import { type Detail, inBody, rejectEach } from '../answer.ts';
import type { Handlers } from '../call.ts';
import { farAhead, stockableLines } from '../documents.ts';
import { changeOf, createOf, type Receivable, receive, recordsOf } from '../receipts.ts';
import { type Draft, type Rule, read, refersTo } from '../records.ts';
import { boundedAmounts, knownTaxes, priced } from './purchase-orders/amounts.ts';
import { netCosts, partOf, withCosts } from './purchase-orders/costs.ts';
import { listOf, ORDER_LIST } from './purchase-orders/list.ts';

/** dates.bounds, dates.expected */
const possibleDates: Rule = (draft, _merchant, call) => {
  const far = farAhead({ orderDate: 366, expectedDate: 1827 }, draft, call);
  const details = [...far, ...expectedBeforeOrdered(draft)];
  rejectEach('partner.validation_failed', far.length > 0 ? 'dates.bounds' : 'dates.expected', details);
};

/** Names the date that changes; of two that do, the expected one. */
function expectedBeforeOrdered({ row: { orderDate, expectedDate }, before }: Draft): Detail[] {
  if (expectedDate === null || String(expectedDate) >= String(orderDate)) return [];
  if (expectedDate !== before?.expectedDate) return [inBody('/expectedDate', 'range')];
  return orderDate === before?.orderDate ? [] : [inBody('/orderDate', 'range')];
}

const RECEIVABLE: Receivable = {
  table: 'purchaseOrders',
  family: 'purchases',
  number: 'orderNo',
  state: 'purchStatus',
  mover: 'purchaseOrder',
  date: 'orderDate',
  store: 'storeId',
  fixedAtPartial: ['supplierId', 'storeId'],
  fixedOfLines: ['itemId', 'variantId', 'unitCost'],
  fixedAtReceived: ['orderNo', 'orderDate', 'expectedDate', 'externalId'],
  // purchases.provider, purchases.currency
  defaults: ({ app, choices }, { currency }) => ({
    expectedDate: null,
    invoice: null,
    narration: null,
    provider: choices.appName(app.id, '/provider'),
    currency,
  }),
  lineDefaults: ({ currency }) => ({ discount: decimal(0n, minorUnits(currency)), taxId: null }),
  complete: priced,
  moves: ({ storeId, currency }, lines) => {
    const costs = netCosts(lines, String(currency));
    return lines.map(({ line, received }) => ({
      storeId: Number(storeId),
      itemId: line.itemId,
      variantId: line.variantId,
      lineId: line.id,
      change: received,
      unitCost: costs.get(partOf(line)) ?? null,
    }));
  },
  rules: [
    possibleDates,
    refersTo('supplierId', 'suppliers'),
    stockableLines('purchases.stockable'),
    knownTaxes,
    boundedAmounts,
  ],
  references: { storeId: 'stores' },
  settle: withCosts,
  list: ORDER_LIST,
};

const ORDERS = recordsOf(RECEIVABLE);

export const PURCHASE_ORDER_HANDLERS: Handlers = {
  listPurchaseOrders: listOf(ORDERS),
  getPurchaseOrder: read(ORDERS),
  createPurchaseOrder: createOf(RECEIVABLE, ORDERS),
  updatePurchaseOrder: changeOf(RECEIVABLE, ORDERS),
  receivePurchaseOrder: receive(RECEIVABLE, ORDERS),
};
