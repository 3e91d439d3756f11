import type {
  AllowedAction,
  NewPurchaseOrderLine,
  PurchaseOrder,
  PurchaseOrderCreate,
  PurchaseOrderLine,
  PurchaseOrderLineInput,
  PurchaseOrderReceipt,
  PurchaseOrderUpdate,
} from '../../contract/generated/types.gen.ts';
import { type FieldError, overReceipt, referencesNotFound, validationFailed } from '../../errors.ts';
import { canonicalMoney, canonicalQuantity, isMore, minus, plus, refuseTooFine } from '../decimal.ts';
import { farAhead } from '../documents/dates.ts';
import { actionsFrom, notAllowed } from '../documents/rules.ts';
import { entriesBefore, type NextId, refuseRepeated, refuseRepeatedIds, refuseUnknownLines } from '../entries.ts';
import { amountsOf, totalsOf } from './amounts.ts';

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

/** The fields to write. The number is null until the database assigns one. */
export type OrderFields = Omit<PurchaseOrder, 'orderNo' | 'version' | 'entryDate' | 'updatedAt'> & {
  orderNo: string | null;
};

const DRAFT = 0;
const PARTIAL = 1;
const RECEIVED = 2;
export const VOIDED = 0;

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
  const making = { currency: order.currency, nextId };
  const lines = patch.lines ? linesOf(patch.lines, order.lines, making) : order.lines;
  const changed = { ...order, ...patch, lines };
  if (order.purchStatus !== DRAFT) refuseFixed(order, changed);
  return changed;
}

/** The order with its lines' tax rates and amounts. A line keeps the rate that its tax had when the line was written. */
export function pricedOrder(order: Unpriced, before: readonly PurchaseOrderLine[], rates: Rates): OrderFields {
  const taxed = taxedLines(order.lines, before, rates);
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
  readonly received: readonly { readonly line: PurchaseOrderLine; readonly quantity: string }[];
}

/** The order after a receipt. Without lines, everything outstanding is received. */
export function receivedOrder(order: PurchaseOrder | OrderFields, { lines }: PurchaseOrderReceipt): Receipt {
  refuseVoided(order);
  if (order.purchStatus === RECEIVED) throw conflict(order, '', 'everything has been received');
  const quantities = lines ? namedQuantities(order, lines) : outstandingQuantities(order);
  const received = order.lines.flatMap((line) => {
    const quantity = quantities.get(line.id);
    return quantity === undefined ? [] : [{ line, quantity }];
  });
  const after = order.lines.map((line) => withReceived(line, quantities.get(line.id)));
  return { order: completed({ ...order, lines: after }), received };
}

type Uncompleted = Omit<Unpriced, 'lines'> & Pick<OrderFields, 'lines'>;

/** Derives state, totals and allowed actions from the lines. */
function completed(order: Uncompleted): OrderFields {
  const purchStatus = purchStatusOf(order.lines);
  const allowedActions = allowedActionsOf({ status: order.status, purchStatus });
  return { ...order, purchStatus, ...totalsOf(order.lines, order.currency), allowedActions };
}

function purchStatusOf(lines: readonly PurchaseOrderLine[]): 0 | 1 | 2 {
  if (lines.every((line) => line.received === '0')) return DRAFT;
  return lines.every((line) => line.outstanding === '0') ? RECEIVED : PARTIAL;
}

type State = Pick<PurchaseOrder, 'status' | 'purchStatus'>;

function allowedActionsOf({ status, purchStatus }: State): AllowedAction[] {
  const voided = status === VOIDED ? 'It has been voided.' : null;
  return actionsFrom({
    update: voided,
    receive: voided ?? (purchStatus === RECEIVED ? 'Everything has been received.' : null),
    void: voided ?? (purchStatus !== DRAFT ? 'Stock has been received.' : null),
  });
}

const conflict = (state: State, path: string, message: string) => notAllowed(allowedActionsOf(state), path, message);

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
  making: LineMaker,
): UnpricedLine[] {
  refuseRepeatedIds('lines', inputs);
  refuseUnknownLines(inputs, current, 'line of this order');
  const asNew = (input: NewPurchaseOrderLine) => valuesOf(input, undefined, making.currency);
  const existing = entriesBefore({ name: 'lines', kind: 'line of this order', asNew }, inputs, current);
  return inputs.map((input, index) => lineOf(input, existing[index], making));
}

function lineOf(
  input: NewPurchaseOrderLine,
  before: PurchaseOrderLine | undefined,
  { currency, nextId }: LineMaker,
): UnpricedLine {
  const values = valuesOf(input, before, currency);
  const received = before?.received ?? '0';
  return { id: before?.id ?? nextId(), ...values, received, outstanding: minus(values.quantity, received) };
}

const valuesOf = (input: NewPurchaseOrderLine, before: PurchaseOrderLine | undefined, currency: string) => ({
  itemId: input.itemId,
  variantId: input.variantId === undefined ? variantBefore(input, before) : input.variantId,
  quantity: canonicalQuantity(input.quantity),
  unitCost: canonicalMoney(input.unitCost, currency),
  discount: canonicalMoney(input.discount ?? before?.discount ?? '0', currency),
  taxId: input.taxId === undefined ? (before?.taxId ?? null) : input.taxId,
});

function taxedLines(lines: readonly UnpricedLine[], before: readonly PurchaseOrderLine[], rates: Rates) {
  const earlier = new Map(before.map((line) => [line.id, line]));
  const taxed = lines.map((line) => ({ ...line, taxRate: rateOf(line, earlier.get(line.id), rates) }));
  const unknown = taxed.flatMap(({ taxRate }, i) => (taxRate === undefined ? [`/lines/${i}/taxId`] : []));
  if (unknown.length > 0) throw referencesNotFound(unknown, 'tax');
  return taxed.map((line) => ({ ...line, taxRate: line.taxRate ?? null }));
}

function rateOf(
  { taxId }: UnpricedLine,
  before: PurchaseOrderLine | undefined,
  rates: Rates,
): string | null | undefined {
  if (taxId === null) return null;
  return before?.taxId === taxId ? before.taxRate : rates.get(taxId);
}

/** A line that changes its item drops the previous variant. */
const variantBefore = ({ itemId }: NewPurchaseOrderLine, before: PurchaseOrderLine | undefined): number | null =>
  before?.itemId === itemId ? before.variantId : null;

const FIXED_AT_PARTIAL = ['supplierId', 'storeId'] as const;
const FIXED_AT_RECEIVED = [...FIXED_AT_PARTIAL, 'orderNo', 'orderDate', 'expectedDate', 'externalId'] as const;

/** Rejects changes to properties that a receipt has fixed. Unchanged values are allowed. */
function refuseFixed(order: PurchaseOrder, changed: Unpriced): void {
  const whole = order.purchStatus === RECEIVED;
  for (const name of whole ? FIXED_AT_RECEIVED : FIXED_AT_PARTIAL) {
    if (changed[name] !== order[name]) throw conflict(order, `/${name}`, fixed(order));
  }
  if (whole && JSON.stringify(changed.lines.map(writable)) !== JSON.stringify(order.lines.map(writable))) {
    throw conflict(order, '/lines', fixed(order));
  }
  for (const before of order.lines.filter(({ received }) => received !== '0')) refuseFixedLine(order, before, changed);
}

const writable = ({ id, itemId, variantId, quantity, unitCost, discount, taxId }: UnpricedLine) => ({
  id,
  itemId,
  variantId,
  quantity,
  unitCost,
  discount,
  taxId,
});

const fixed = ({ purchStatus }: State): string =>
  `cannot be changed once ${purchStatus === RECEIVED ? 'everything' : 'stock'} has been received`;

function refuseFixedLine(order: PurchaseOrder, before: PurchaseOrderLine, { lines }: Unpriced): void {
  const index = lines.findIndex(({ id }) => id === before.id);
  const line = lines[index];
  if (!line) throw conflict(order, '/lines', `must keep line ${before.id}, because stock has been received on it`);
  const path = `/lines/${index}`;
  if (line.itemId !== before.itemId) throw conflict(order, `${path}/itemId`, fixed({ ...order, purchStatus: PARTIAL }));
  if (line.variantId !== before.variantId) throw conflict(order, `${path}/variantId`, fixed(order));
  if (line.unitCost !== before.unitCost) throw conflict(order, `${path}/unitCost`, fixed(order));
  if (isMore('0', line.outstanding)) {
    throw conflict(order, `${path}/quantity`, `cannot be less than the ${before.received} already received`);
  }
}

const outstandingQuantities = ({ lines }: Pick<OrderFields, 'lines'>): Map<number, string> =>
  new Map(lines.filter((line) => line.outstanding !== '0').map((line) => [line.id, line.outstanding]));

/** Quantity received on each line. Rejects more than is outstanding. */
function namedQuantities(
  order: Pick<OrderFields, 'lines'>,
  receipts: NonNullable<PurchaseOrderReceipt['lines']>,
): Map<number, string> {
  refuseRepeated(receipts.map(({ lineId }, i) => ({ path: `/lines/${i}/lineId`, value: String(lineId) })));
  const lines = new Map(order.lines.map((line) => [line.id, line]));
  const unknown = receipts.flatMap(({ lineId }, i) => (lines.has(lineId) ? [] : [`/lines/${i}/lineId`]));
  if (unknown.length > 0) throw referencesNotFound(unknown, 'line of this order');
  const tooMuch = receipts.flatMap(({ lineId, quantity }, i) => {
    const outstanding = lines.get(lineId)?.outstanding ?? '0';
    return isMore(quantity, outstanding) ? [{ path: `/lines/${i}/quantity`, lineId, outstanding }] : [];
  });
  if (tooMuch.length > 0) throw overReceipt(tooMuch);
  return new Map(receipts.map(({ lineId, quantity }) => [lineId, canonicalQuantity(quantity)]));
}

function withReceived(line: PurchaseOrderLine, quantity: string | undefined): PurchaseOrderLine {
  if (quantity === undefined) return line;
  const received = plus(line.received, quantity);
  return { ...line, received, outstanding: minus(line.quantity, received) };
}
