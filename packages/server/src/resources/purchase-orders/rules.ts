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
import { overReceipt, referenceNotFound } from '../../errors.ts';
import { actionsFrom, notAllowed } from '../allowed-actions.ts';
import { canonicalQuantity, isMore, minus, plus } from '../decimal.ts';
import { entriesBefore, type NextId, refuseRepeatedIds } from '../entries.ts';
import { canonicalMoney, refuseTooFine } from '../money.ts';
import { refuseRepeated } from '../repetitions.ts';
import { amountsOf, totalsOf } from './amounts.ts';

/** The fields to write. The number is null until the database assigns one. */
export type OrderFields = Omit<PurchaseOrder, 'orderNo' | 'version' | 'entryDate' | 'updatedAt'> & {
  orderNo: string | null;
};

export const DRAFT = 0;
export const PARTIAL = 1;
export const RECEIVED = 2;
const VOIDED = 0;

export type Rates = ReadonlyMap<number, string>;

interface LineMaker {
  readonly currency: string;
  readonly nextId: NextId;
  readonly rates: Rates;
}

interface Maker extends LineMaker {
  readonly id: number;
  readonly provider: string | null;
}

export function newOrder(input: PurchaseOrderCreate, { id, currency, provider, nextId, rates }: Maker): OrderFields {
  const { orderNo = null, expectedDate = null, invoice = null, narration = null, externalId = null } = input;
  const { supplierId, storeId, orderDate } = input;
  const lines = linesOf(input.lines, [], { currency, nextId, rates });
  const header = { id, supplierId, storeId, orderDate, expectedDate, invoice, narration, provider, currency };
  return completed({ ...header, status: 1, orderNo, externalId, lines });
}

/** Applies a merge patch. Rejects what the order's state does not allow. */
export function changedOrder(
  order: PurchaseOrder,
  patch: PurchaseOrderUpdate,
  nextId: NextId,
  rates: Rates,
): OrderFields {
  refuseVoided(order);
  if (patch.status === VOIDED && order.purchStatus !== DRAFT) {
    throw conflict(order, '/status', 'cannot be voided: stock has been received');
  }
  const making = { currency: order.currency, nextId, rates };
  const lines = patch.lines ? linesOf(patch.lines, order.lines, making) : order.lines;
  const changed = { ...order, ...patch, lines };
  if (order.purchStatus !== DRAFT) refuseFixed(order, changed);
  return completed(changed);
}

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

type Uncompleted = Omit<
  OrderFields,
  'purchStatus' | 'allowedActions' | 'subtotal' | 'discountTotal' | 'taxTotal' | 'total'
>;

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
  const voided = status === VOIDED ? 'The order is voided.' : null;
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
): PurchaseOrderLine[] {
  refuseRepeatedIds('lines', inputs);
  const existing = entriesBefore('lines', inputs, current, 'line of this order');
  return inputs.map((input, index) => lineOf(input, existing[index], making, `/lines/${index}`));
}

function lineOf(
  input: NewPurchaseOrderLine,
  before: PurchaseOrderLine | undefined,
  { currency, nextId, rates }: LineMaker,
  path: string,
): PurchaseOrderLine {
  const taxId = input.taxId === undefined ? (before?.taxId ?? null) : input.taxId;
  const keepsRate = before !== undefined && before.taxId === taxId;
  const taxRate = taxId === null ? null : keepsRate ? before.taxRate : rates.get(taxId);
  if (taxRate === undefined) throw referenceNotFound(`${path}/taxId`, 'tax');
  const discount = canonicalMoney(input.discount ?? before?.discount ?? '0', currency);
  const [quantity, unitCost] = [canonicalQuantity(input.quantity), canonicalMoney(input.unitCost, currency)];
  const received = before?.received ?? '0';
  return {
    id: before?.id ?? nextId(),
    itemId: input.itemId,
    variantId: input.variantId === undefined ? variantBefore(input, before) : input.variantId,
    quantity,
    unitCost,
    discount,
    taxId,
    taxRate,
    ...amountsOf({ quantity, unitCost, discount, taxRate }, currency, path),
    received,
    outstanding: minus(quantity, received),
  };
}

/** A line that changes its item drops the previous variant. */
const variantBefore = ({ itemId }: NewPurchaseOrderLine, before: PurchaseOrderLine | undefined): number | null =>
  before?.itemId === itemId ? before.variantId : null;

const FIXED_AT_PARTIAL = ['supplierId', 'storeId'] as const;
const FIXED_AT_RECEIVED = [...FIXED_AT_PARTIAL, 'orderNo', 'orderDate', 'expectedDate', 'externalId'] as const;

/** Rejects changes to properties that a receipt has fixed. Unchanged values are allowed. */
function refuseFixed(order: PurchaseOrder, changed: Uncompleted): void {
  const whole = order.purchStatus === RECEIVED;
  for (const name of whole ? FIXED_AT_RECEIVED : FIXED_AT_PARTIAL) {
    if (changed[name] !== order[name]) throw conflict(order, `/${name}`, fixed(order));
  }
  if (whole && JSON.stringify(changed.lines) !== JSON.stringify(order.lines)) {
    throw conflict(order, '/lines', fixed(order));
  }
  for (const before of order.lines.filter(({ received }) => received !== '0')) refuseFixedLine(order, before, changed);
}

const fixed = ({ purchStatus }: State): string =>
  `cannot be changed once ${purchStatus === RECEIVED ? 'everything' : 'stock'} has been received`;

function refuseFixedLine(order: PurchaseOrder, before: PurchaseOrderLine, { lines }: Uncompleted): void {
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
  const tooMuch = receipts.flatMap(({ lineId, quantity }, i) => {
    const line = lines.get(lineId);
    if (!line) throw referenceNotFound(`/lines/${i}/lineId`, 'line of this order');
    const { outstanding } = line;
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
