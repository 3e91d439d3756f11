import { decimal, minorUnits } from '../../decimals.ts';
import { type Detail, inBody } from '../answer.ts';
import type { Handlers } from '../call.ts';
import { farAhead, keptLines, numbered, rejectEach, stockableLines } from '../documents.ts';
import {
  changeable,
  changeOf,
  completed,
  createOf,
  keepsReceived,
  possibleArrival,
  type Receivable,
  receive,
  withReceipts,
} from '../receipts.ts';
import { type Draft, type RecordKind, type Rule, read, refersTo, unique, uniqueExternalId } from '../records.ts';
import { boundedAmounts, knownTaxes, priced } from './purchase-orders/amounts.ts';
import { netCosts, partOf, withCosts } from './purchase-orders/costs.ts';
import { listPurchaseOrders, ORDER_LIST } from './purchase-orders/list.ts';

const RECEIVABLE: Receivable = {
  family: 'purchases',
  state: 'purchStatus',
  mover: 'purchaseOrder',
  date: 'orderDate',
  store: 'storeId',
  fixedAtPartial: ['supplierId', 'storeId'],
  fixedOfLines: ['itemId', 'variantId', 'unitCost'],
  fixedAtReceived: ['orderNo', 'orderDate', 'expectedDate', 'externalId'],
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
};

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

const orderNo = numbered('purchaseOrders', 'orderNo', 'purchases.number');

const ORDERS: RecordKind = {
  table: 'purchaseOrders',
  // purchases.number, purchases.provider, purchases.currency
  defaults: (sent, call, merchant) => ({
    status: 1,
    expectedDate: null,
    invoice: null,
    narration: null,
    provider: call.choices.appName(call.app.id, '/provider'),
    currency: merchant.currency,
    ...orderNo(sent, call, merchant),
  }),
  complete: (draft, call, merchant) => completed(RECEIVABLE, draft, call, merchant),
  firstError: 'documents.first_error',
  rules: [
    changeable(RECEIVABLE),
    keptLines('purchases.lines_replaced'),
    keepsReceived(RECEIVABLE),
    possibleDates,
    refersTo('supplierId', 'suppliers'),
    stockableLines('purchases.stockable'),
    knownTaxes,
    boundedAmounts,
    possibleArrival(RECEIVABLE),
    unique('purchaseOrders', '/orderNo', 'purchases.number', (row) => row.orderNo),
    uniqueExternalId('purchaseOrders'),
    refersTo('storeId', 'stores'),
  ],
  settle: (merchant, draft, call) => withCosts(withReceipts(RECEIVABLE)(merchant, draft, call), draft),
  list: ORDER_LIST,
};

export const PURCHASE_ORDER_HANDLERS: Handlers = {
  listPurchaseOrders,
  getPurchaseOrder: read(ORDERS),
  createPurchaseOrder: createOf(RECEIVABLE, ORDERS),
  updatePurchaseOrder: changeOf(RECEIVABLE, ORDERS),
  receivePurchaseOrder: receive(RECEIVABLE, ORDERS),
};
