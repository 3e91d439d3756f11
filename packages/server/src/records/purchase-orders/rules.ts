import type {
  NewPurchaseOrderLine,
  PurchaseOrder,
  PurchaseOrderCreate,
  PurchaseOrderLine,
  PurchaseOrderLineInput,
  PurchaseOrderReceipt,
  PurchaseOrderUpdate,
} from '../../contract/generated/types.gen.ts';
import { type FieldError, referencesNotFound, validationFailed } from '../../errors.ts';
import { canonicalMoney, minus, refuseTooFine } from '../decimal.ts';
import { farAhead } from '../documents/dates.ts';
import {
  DRAFT,
  type FixedByReceipt,
  PARTIAL,
  RECEIVED,
  type Received,
  receiptState,
  receivableActions,
  receive,
  refuseFixed,
  VOIDED,
} from '../documents/receipts.ts';
import { linesBefore, lineValues, notAllowed } from '../documents/rules.ts';
import type { NextId } from '../entries.ts';
import { amountsOf, totalsOf } from './amounts.ts';

/** The fields to write. The number is null until the database assigns one. */
export type OrderFields = Omit<PurchaseOrder, 'orderNo' | 'version' | 'entryDate' | 'updatedAt'> & {
  orderNo: string | null;
};

export type Rates = ReadonlyMap<number, string>;

/** A line before its tax rate and amounts are known. */
type UnpricedLine = Omit<PurchaseOrderLine, 'taxRate' | 'subtotal' | 'tax' | 'total'>;

type Unpriced = Omit<
  OrderFields,
  'purchStatus' | 'allowedActions' | 'subtotal' | 'discountTotal' | 'taxTotal' | 'total' | 'lines'
> & { readonly lines: readonly UnpricedLine[] };

interface LineMaker {
  readonly currency: string;
  readonly nextId: NextId;
}

interface Maker extends LineMaker {
  readonly id: number;
  readonly provider: string | null;
}

const LINE = 'line of this order';

const HEADER = ['supplierId', 'storeId'] as const;

const FIXED: FixedByReceipt<Unpriced, UnpricedLine> = {
  [PARTIAL]: { document: HEADER, line: ['itemId', 'variantId', 'unitCost'], once: 'stock' },
  [RECEIVED]: {
    document: [...HEADER, 'orderNo', 'orderDate', 'expectedDate', 'externalId'],
    line: ['itemId', 'variantId', 'quantity', 'unitCost', 'discount', 'taxId'],
    once: 'everything',
  },
};

export function newOrder(input: PurchaseOrderCreate, { id, currency, provider, nextId }: Maker): Unpriced {
  const { orderNo = null, expectedDate = null, invoice = null, narration = null, externalId = null } = input;
  const { supplierId, storeId, orderDate } = input;
  const lines = linesOf(input.lines, [], { currency, nextId });
  const header = { id, supplierId, storeId, orderDate, expectedDate, invoice, narration, provider, currency };
  return { ...header, status: 1, orderNo, externalId, lines };
}

/** Applies a merge patch. Rejects what the order's state does not allow. */
export function changedOrder(order: PurchaseOrder, patch: PurchaseOrderUpdate, nextId: NextId): Unpriced {
  refuseVoided(order);
  if (patch.status === VOIDED && order.purchStatus !== DRAFT) {
    throw conflict(order, '/status', 'cannot be voided: stock has been received');
  }
  const lines = patch.lines ? linesOf(patch.lines, order.lines, { currency: order.currency, nextId }) : order.lines;
  const changed = { ...order, ...patch, lines };
  refuseFixed<UnpricedLine, Unpriced>(order, changed, FIXED, receivableActions(order.status, order.purchStatus));
  return changed;
}

/** The order with its lines' tax rates and amounts. A line keeps the rate that its tax had when the line was written. */
export function pricedOrder(order: Unpriced, before: readonly PurchaseOrderLine[], known: Rates): OrderFields {
  const earlier = new Map(before.map((line) => [line.id, line]));
  const rates = order.lines.map(({ id, taxId }) => {
    if (taxId === null) return null;
    const line = earlier.get(id);
    return line?.taxId === taxId ? line.taxRate : known.get(taxId);
  });
  const unknown = rates.flatMap((rate, i) => (rate === undefined ? [`/lines/${i}/taxId`] : []));
  if (unknown.length > 0) throw referencesNotFound(unknown, 'tax');
  const taxed = order.lines.map((line, i) => ({ ...line, taxRate: rates[i] ?? null }));
  const amounts = amountsOf(taxed, order.currency);
  // Members in the order of the contract, in which they are stored.
  const lines = taxed.map(({ received, outstanding, ...line }, i) => ({
    ...line,
    ...(amounts[i] as (typeof amounts)[number]),
    received,
    outstanding,
  }));
  return completed({ ...order, lines });
}

/** The order with the lines that it had. */
export const keptLines = (order: Unpriced, lines: PurchaseOrderLine[]): OrderFields => completed({ ...order, lines });

export interface Receipt {
  readonly order: OrderFields;
  readonly received: readonly Received<PurchaseOrderLine>[];
}

export function receivedOrder(order: PurchaseOrder | OrderFields, receipt: PurchaseOrderReceipt): Receipt {
  refuseVoided(order);
  if (order.purchStatus === RECEIVED) throw conflict(order, '', 'everything has been received');
  const { lines, received } = receive(order.lines, receipt, LINE);
  return { order: completed({ ...order, lines }), received };
}

/** Derives state, totals and allowed actions from the lines. */
function completed(order: Omit<Unpriced, 'lines'> & Pick<OrderFields, 'lines'>): OrderFields {
  const purchStatus = receiptState(order.lines);
  const allowedActions = receivableActions(order.status, purchStatus);
  return { ...order, purchStatus, ...totalsOf(order.lines, order.currency), allowedActions };
}

type State = Pick<PurchaseOrder, 'status' | 'purchStatus'>;

const conflict = ({ status, purchStatus }: State, path: string, message: string) =>
  notAllowed(receivableActions(status, purchStatus), path, message);

function refuseVoided(state: State): void {
  if (state.status === VOIDED) throw conflict(state, '', 'the order is voided');
}

/** Rejects discounts finer than the currency's minor unit. Costs may have more decimals. */
export const refuseFineDiscounts = (lines: readonly PurchaseOrderLineInput[] = [], currency: string): void =>
  refuseTooFine(
    lines.map(({ discount }, i) => ({ path: `/lines/${i}/discount`, amount: discount })),
    currency,
  );

function linesOf(
  inputs: readonly (NewPurchaseOrderLine | PurchaseOrderLineInput)[],
  current: readonly PurchaseOrderLine[],
  { currency, nextId }: LineMaker,
): UnpricedLine[] {
  const valuesOf = (input: NewPurchaseOrderLine, before?: PurchaseOrderLine) => ({
    ...lineValues(input, before),
    unitCost: canonicalMoney(input.unitCost, currency),
    discount: canonicalMoney(input.discount ?? before?.discount ?? '0', currency),
    taxId: input.taxId === undefined ? (before?.taxId ?? null) : input.taxId,
  });
  const existing = linesBefore(inputs, current, LINE, (input) => valuesOf(input));
  return inputs.map((input, index) => {
    const before = existing[index];
    const values = valuesOf(input, before);
    const received = before?.received ?? '0';
    return { id: before?.id ?? nextId(), ...values, received, outstanding: minus(values.quantity, received) };
  });
}

type OrderDates = Pick<PurchaseOrder, 'orderDate' | 'expectedDate'>;

/** How many days ahead each date may be: orders are planned, and goods may keep for years. */
const MOST_AHEAD = { orderDate: 366, expectedDate: 1827 };

/** Rejects impossible dates. Dates that the order already had may stay. */
export function checkDates(dates: OrderDates, before: OrderDates | undefined, now: number): void {
  const errors = [...farAhead(MOST_AHEAD, dates, before, now), ...expectedBeforeOrdered(dates, before)];
  if (errors.length > 0) throw validationFailed(errors);
}

function expectedBeforeOrdered({ orderDate, expectedDate }: OrderDates, before: OrderDates | undefined): FieldError[] {
  if (expectedDate === null || expectedDate >= orderDate) return [];
  if (expectedDate !== before?.expectedDate) {
    const message = `must not be before orderDate, which is ${orderDate}`;
    return [{ in: 'body', path: '/expectedDate', rule: 'range', message }];
  }
  if (orderDate === before.orderDate) return [];
  const message = `must not be after expectedDate, which is ${expectedDate}`;
  return [{ in: 'body', path: '/orderDate', rule: 'range', message }];
}
