import type {
  NewPurchaseOrderLine,
  PurchaseOrder,
  PurchaseOrderCreate,
  PurchaseOrderLine,
  PurchaseOrderLineInput,
  PurchaseOrderUpdate,
} from '../../contract/generated/types.gen.ts';
import { type FieldError, referencesNotFound, refuseInvalid } from '../../errors.ts';
import { type Amount, canonicalMoney, divideHalfUp, minorUnits, moneyOf, toUnits, valueAtCost } from '../decimal.ts';
import { farAhead } from '../documents/dates.ts';
import {
  type DocumentFields,
  DRAFT,
  type FixedByReceipt,
  linesOf,
  lineValues,
  notAllowed,
  PARTIAL,
  RECEIVED,
  type Receipt,
  receiptState,
  receivableActions,
  receivableRest,
  receive,
  refuseFixed,
  VOIDED,
} from '../documents/rules.ts';
import type { NextId } from '../entries.ts';

export type OrderFields = DocumentFields<PurchaseOrder, 'orderNo'> & {
  /** Null or absent if it is unchanged. */
  readonly supplierName?: string | null;
};

export type Rates = ReadonlyMap<number, string>;

type UnpricedLine = Omit<PurchaseOrderLine, 'taxRate' | 'subtotal' | 'tax' | 'total'>;

type Unpriced = Omit<
  OrderFields,
  'purchStatus' | 'allowedActions' | 'subtotal' | 'discountTotal' | 'taxTotal' | 'total' | 'lines'
> & { readonly lines: readonly UnpricedLine[] };

const lineOf = (currency: string) => ({
  kind: 'line of this order',
  restOf: receivableRest,
  valuesOf: (input: NewPurchaseOrderLine, before?: UnpricedLine) => ({
    ...lineValues(input, before),
    unitCost: canonicalMoney(input.unitCost, currency),
    discount: canonicalMoney(input.discount ?? before?.discount ?? '0', currency),
    taxId: input.taxId === undefined ? (before?.taxId ?? null) : input.taxId,
  }),
});

const HEADER = ['supplierId', 'storeId'] as const;

const FIXED: FixedByReceipt<Unpriced, UnpricedLine> = {
  [PARTIAL]: { document: HEADER, line: ['itemId', 'variantId', 'unitCost'], once: 'stock' },
  [RECEIVED]: {
    document: [...HEADER, 'orderNo', 'orderDate', 'expectedDate', 'externalId'],
    line: ['itemId', 'variantId', 'quantity', 'unitCost', 'discount', 'taxId'],
    once: 'everything',
  },
};

export const newOrder = (
  input: PurchaseOrderCreate,
  { currency, provider, nextId }: Pick<PurchaseOrder, 'currency' | 'provider'> & { readonly nextId: NextId },
): Unpriced => ({
  orderNo: null,
  expectedDate: null,
  invoice: null,
  narration: null,
  externalId: null,
  ...input,
  id: nextId(),
  provider,
  currency,
  status: 1,
  lines: linesOf(input.lines, [] as UnpricedLine[], nextId, lineOf(currency)),
});

/** Applies a merge patch. Rejects changes that the order's state does not allow. */
export function changedOrder(order: PurchaseOrder, patch: PurchaseOrderUpdate, nextId: NextId): Unpriced {
  refuseVoided(order);
  if (patch.status === VOIDED && order.purchStatus !== DRAFT) {
    throw conflict(order, '/status', 'cannot be voided: stock has been received');
  }
  const lines = patch.lines ? linesOf(patch.lines, order.lines, nextId, lineOf(order.currency)) : order.lines;
  const changed = { ...order, ...patch, lines };
  refuseFixed<UnpricedLine, Unpriced>(order, changed, FIXED, receivableActions(order.status, order.purchStatus));
  return changed;
}

/** The order with its lines' tax rates and amounts. A line keeps the tax rate in force when it was written. */
export function pricedOrder(order: Unpriced, before: readonly PurchaseOrderLine[], known: Rates): OrderFields {
  const earlier = new Map(before.map((line) => [line.id, line]));
  const rates = order.lines.map(({ id, taxId }) => {
    if (taxId === null) return null;
    const line = earlier.get(id);
    return line?.taxId === taxId ? line.taxRate : known.get(taxId);
  });
  const unknown = rates.flatMap((rate, i) => (rate === undefined ? [`/lines/${i}/taxId`] : []));
  if (unknown.length > 0) throw referencesNotFound(unknown, 'tax');
  const { currency } = order;
  const errors: FieldError[] = [];
  const lines = order.lines.map(({ received, outstanding, ...line }, i) => {
    const taxRate = rates[i] ?? null;
    const subtotal = valueAtCost(line.quantity, line.unitCost, currency);
    const net = subtotal - toUnits(line.discount, minorUnits(currency));
    // Computed after the discount and rounded half up once.
    const tax = net < 0n ? 0n : divideHalfUp(net * toUnits(taxRate ?? '0', RATE_DECIMALS), WHOLE_RATE);
    if (net < 0n) {
      const message = `must be at most the line's subtotal, ${moneyOf(subtotal, currency)}`;
      errors.push({ in: 'body', path: `/lines/${i}/discount`, rule: 'maxDiscount', message });
    } else errors.push(...beyond([subtotal, net + tax], currency, `/lines/${i}`));
    const money = (units: bigint) => moneyOf(units, currency);
    const amounts = { subtotal: money(subtotal), tax: money(tax), total: money(net + tax) };
    // Members in the order of the contract, which is also the stored order.
    return { ...line, taxRate, ...amounts, received, outstanding };
  });
  refuseInvalid(errors);
  return completed({ ...order, lines });
}

export function receivedOrder(order: OrderFields, receipt: Receipt) {
  refuseVoided(order);
  if (order.purchStatus === RECEIVED) throw conflict(order, '', 'everything has been received');
  const { lines, received } = receive(order.lines, receipt, lineOf(order.currency).kind);
  return { document: completed({ ...order, lines }), received };
}

/** Derives state, totals and allowed actions from the lines. */
export function completed(order: Omit<Unpriced, 'lines'> & Pick<OrderFields, 'lines'>): OrderFields {
  const { status, lines, currency } = order;
  const purchStatus = receiptState(lines);
  const sum = (name: 'subtotal' | 'discount' | 'tax' | 'total') =>
    lines.reduce((total, line) => total + toUnits(line[name], minorUnits(currency)), 0n);
  const [subtotal, total] = [sum('subtotal'), sum('total')];
  refuseInvalid(beyond([subtotal, total], currency, '/lines'));
  return {
    ...order,
    purchStatus,
    subtotal: moneyOf(subtotal, currency),
    discountTotal: moneyOf(sum('discount'), currency),
    taxTotal: moneyOf(sum('tax'), currency),
    total: moneyOf(total, currency),
    allowedActions: receivableActions(status, purchStatus),
  };
}

const RATE_DECIMALS = 4;
const WHOLE_RATE = 100n * 10n ** BigInt(RATE_DECIMALS);

/** Errors of amounts too large for the contract's Money. */
function beyond(amounts: readonly bigint[], currency: string, path: string): FieldError[] {
  const most = 10n ** BigInt(12 + minorUnits(currency)) - 1n;
  if (amounts.every((amount) => amount <= most)) return [];
  return [{ in: 'body', path, rule: 'maxAmount', message: `must not add up to more than ${moneyOf(most, currency)}` }];
}

type State = Pick<PurchaseOrder, 'status' | 'purchStatus'>;

const conflict = ({ status, purchStatus }: State, path: string, message: string) =>
  notAllowed(receivableActions(status, purchStatus), path, message);

function refuseVoided(state: State): void {
  if (state.status === VOIDED) throw conflict(state, '', 'the order is voided');
}

/** Discounts are no finer than the currency's minor unit. Costs may have more decimals. */
export const discountsOf = (lines: readonly PurchaseOrderLineInput[] = []): Amount[] =>
  lines.map(({ discount }, i) => ({ path: `/lines/${i}/discount`, amount: discount }));

type OrderDates = Pick<PurchaseOrder, 'orderDate' | 'expectedDate'>;

/** Limits in days ahead: orders are planned up to a year ahead, and goods may be expected up to five. */
const MOST_AHEAD = { orderDate: 366, expectedDate: 1827 };

/** Rejects impossible dates. A date that the order already had is allowed. */
export function checkDates(dates: OrderDates, before: OrderDates | undefined, now: number): void {
  const errors = farAhead(MOST_AHEAD, dates, before, now);
  const { orderDate, expectedDate } = dates;
  if (expectedDate !== null && expectedDate < orderDate) {
    const range = (path: string, message: string) => errors.push({ in: 'body', path, rule: 'range', message });
    if (expectedDate !== before?.expectedDate)
      range('/expectedDate', `must not be before orderDate, which is ${orderDate}`);
    else if (orderDate !== before.orderDate)
      range('/orderDate', `must not be after expectedDate, which is ${expectedDate}`);
  }
  refuseInvalid(errors);
}
