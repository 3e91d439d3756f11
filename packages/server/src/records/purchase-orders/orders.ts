import type {
  PurchaseOrder,
  PurchaseOrderCreate,
  PurchaseOrderLine,
  PurchaseOrderLineInput,
  PurchaseOrderUpdate,
  PurchaseReturnLine,
  PurchaseReturnTransaction,
} from '../../contract/generated/types.gen.ts';
import { statement } from '../../database/statement.ts';
import type { TenantTransaction } from '../../database/tenant.ts';
import { duplicate, referenceNotFound, refuseInvalid } from '../../errors.ts';
import { anyOf, isState, type ListPlan, searchedIn, sortsBy } from '../../lists/plan.ts';
import { canonicalMoney, canonicalQuantity, minorUnits, moneyOf, tooFine, toUnits, valueAtCost } from '../decimal.ts';
import { dayBounds, refuseReversed } from '../documents/dates.ts';
import { VOIDED } from '../documents/rules.ts';
import { arrivalOf, DOCUMENTS, documentKind, listedLines, receivable } from '../documents/table.ts';
import { countNew, takeIds } from '../entries.ts';
import { changing, creating, type Handlers, listReply, ok } from '../handlers.ts';
import { move, requireStockable } from '../ledger.ts';
import { allInOrder, type Basis, findRecord, lockRecord, refusing } from '../record.ts';
import { knownExternalIds } from '../record-table.ts';
import { netCosts, takeCosts } from './costs.ts';
import {
  changedOrder,
  checkDates,
  completed,
  discountsOf,
  newOrder,
  type OrderFields,
  pricedOrder,
  type Rates,
  receivedOrder,
} from './rules.ts';

const COMMON_FILTERS: NonNullable<ListPlan['filters']> = {
  supplierId: anyOf('supplier_id', 'bigint'),
  storeId: anyOf('store_id', 'bigint'),
  ...dayBounds('order_date', 'store_id'),
};

export const PURCHASE_ORDERS: ListPlan = {
  table: 'purchase_orders',
  ...DOCUMENTS,
  searched: searchedIn(
    'purchase_orders',
    `company_id, id, status, purch_status, supplier_id, store_id, provider, order_date,
  entry_date, updated_at, total, order_no, external_id`,
  ),
  sorts: {
    ...sortsBy({ entryDate: 'timestamptz', updatedAt: 'timestamptz' }),
    ...sortsBy({ orderDate: 'date', orderNo: 'text', total: 'numeric' }),
  },
  filters: {
    ...COMMON_FILTERS,
    purchStatus: (state) => isState('purch_status', state),
    orderNos: anyOf('order_no', 'text'),
    provider: (name, place) => `r.provider = ${place(name)}`,
  },
  keptFilter: 'purchStatus',
  range: { column: 'order_date', from: 'fromDate', to: 'toDate', ordered: 'entry_date' },
};

const COMMON = 'company_id, id, status, supplier_id, store_id, search_text, updated_at';

/** Purchases and purchase returns in one list, by date. */
export const SUPPLIER_TRANSACTIONS: ListPlan = {
  table: 'supplier_transactions',
  ...DOCUMENTS,
  source: {
    kinds: ['purchase_orders', 'purchase_returns'],
    rows: `(select ${COMMON}, order_date, external_id, lines,
        left(summary, -1) || ',"Type":0,"date":"' || to_char(order_date, 'YYYY-MM-DD') || '"}' as summary
      from region.purchase_orders union all
      select ${COMMON}, return_date, external_id, lines,
        left(summary, -1) || ',"Type":1,"date":"' || to_char(return_date, 'YYYY-MM-DD') || '"}'
      from region.purchase_returns)`,
  },
  searched: {
    alone: `(select ${COMMON}, order_date from region.purchase_orders_search
    union all select ${COMMON}, return_date from region.purchase_returns)`,
    // Only the order itself has the external id.
    filtered: `(select s.*, o.external_id
    from (select ${COMMON}, order_date from region.purchase_orders_search) s
    left join region.purchase_orders o on o.company_id = s.company_id and o.id = s.id
    union all select ${COMMON}, return_date, external_id from region.purchase_returns)`,
  },
  sorts: { date: ['order_date', 'date'] },
  filters: COMMON_FILTERS,
};

export const PURCHASE_ORDER = documentKind<PurchaseOrder, PurchaseOrderLine, OrderFields>({
  kind: 'purchase order',
  table: 'purchase_orders',
  resource: 'purchaseOrders',
  storesOf: ({ storeId }) => [storeId],
  number: ['orderNo', 'PO-'],
  columns: {
    status: 'smallint',
    supplierId: 'bigint',
    supplierName: { type: 'text', updated: (place) => `coalesce(${place}, supplier_name)` },
    storeId: 'bigint',
    orderDate: 'date',
    expectedDate: 'date',
    invoice: 'text',
    narration: 'text',
    purchStatus: 'smallint',
    subtotal: 'numeric',
    discountTotal: 'numeric',
    taxTotal: 'numeric',
    total: 'numeric',
    externalId: 'text',
  },
  once: { provider: 'text', currency: 'text' },
  lineTable: 'purchase_order_lines',
  parent: 'order_id',
  lineColumns: {
    itemId: 'bigint',
    variantId: 'bigint',
    taxId: 'bigint',
    quantity: 'numeric',
    received: 'numeric',
    unitCost: 'numeric',
  },
  refusals: { purchase_orders_store: () => referenceNotFound('/storeId', 'store') },
});

/** Renaming a supplier waits for transactions that have read its name. */
const SUPPLIER = statement(
  'purchase-orders.supplier',
  `select name from region.suppliers where company_id = $1 and id = $2 for share`,
);
const RATES = statement(
  'purchase-orders.rates',
  `select id, region.quantity_text(rate) as rate from region.taxes where company_id = $1 and id = any($2::bigint[])`,
);

async function supplierName(tx: TenantTransaction, id: number): Promise<string> {
  const [row] = await tx.query<{ name: string }>(SUPPLIER, [id]);
  if (!row) throw referenceNotFound('/supplierId', 'supplier');
  return row.name;
}

async function ratesOf(tx: TenantTransaction, lines: readonly PurchaseOrderLineInput[]): Promise<Rates> {
  const taxIds = [...new Set(lines.flatMap(({ taxId }) => taxId ?? []))];
  if (taxIds.length === 0) return new Map();
  const rows = await tx.query<{ id: number; rate: string }>(RATES, [taxIds]);
  return new Map(rows.map(({ id, rate }) => [id, rate]));
}

const RECEIVABLE = receivable<PurchaseOrder, OrderFields, PurchaseOrderLine>({
  kind: PURCHASE_ORDER,
  receive: receivedOrder,
  datedAt: ({ storeId, orderDate }) => ({ storeId, date: orderDate }),
  async bringIn(tx, { document: { id, storeId, currency }, received }, at) {
    if (received.length === 0) return;
    const costs = netCosts(received, currency);
    const movements = received.map(({ line: { id: lineId, itemId, variantId }, quantity }, i) => {
      return { storeId, itemId, variantId, lineId, change: quantity, unitCost: costs[i] as string, at };
    });
    // Locks items before levels, as all writers do.
    await allInOrder([takeCosts(tx, movements), move(tx, { kind: 'purchaseOrder', id }, movements)]);
  },
});

export const receiveOrder = RECEIVABLE.receive;

/** With `receive`, everything is received at once, at `arrivedAt` or now. */
export async function createOrder(
  tx: TenantTransaction,
  input: PurchaseOrderCreate,
  receive: boolean,
  arrivedAt?: string,
) {
  refuseInvalid(tooFine(discountsOf(input.lines), tx.scope.currency));
  const receivedAt = arrivalOf(receive, arrivedAt);
  checkDates({ expectedDate: null, ...input }, undefined, tx.now);
  const nextId = await takeIds(tx, 1 + input.lines.length);
  // Sent together. Results and rejections come in this order.
  const [supplier, rates] = await allInOrder([
    supplierName(tx, input.supplierId),
    ratesOf(tx, input.lines),
    requireStockable(tx, input.lines),
  ]);
  const { currency, appName } = tx.scope;
  const order = newOrder(input, { currency, provider: appName?.normalize('NFC') ?? null, nextId });
  return RECEIVABLE.create(tx, { ...pricedOrder(order, [], rates), supplierName: supplier }, receive, receivedAt);
}

export async function changeOrder(tx: TenantTransaction, id: number, patch: PurchaseOrderUpdate, basis: Basis = {}) {
  refuseInvalid(tooFine(discountsOf(patch.lines), tx.scope.currency));
  const current = await lockRecord(tx, PURCHASE_ORDER, id, basis);
  const changed = changedOrder(current, patch, await takeIds(tx, countNew(patch.lines)));
  checkDates(changed, current, tx.now);
  const supplier = changed.supplierId === current.supplierId ? null : await supplierName(tx, changed.supplierId);
  if (patch.lines) await requireStockable(tx, changed.lines);
  const order = patch.lines
    ? pricedOrder(changed, current.lines, await ratesOf(tx, patch.lines))
    : completed({ ...changed, lines: current.lines });
  const kind = order.status === VOIDED ? 'voided' : 'updated';
  return PURCHASE_ORDER.change(tx, kind, current, { ...order, supplierName: supplier });
}

export const purchaseOrderHandlers = {
  async listPurchaseOrders(request) {
    const { transactions, includeVoided, includeLines, storeIds, ...query } = request.query;
    refuseReversed(query);
    const { storeId: own, status = includeVoided ? undefined : 1, ...rest } = query;
    const storeId = own || storeIds ? [...(own ?? []), ...(storeIds ?? [])] : undefined;
    const listed = { ...rest, ...(storeId && { storeId }), ...(status !== undefined && { status }) };
    if (!transactions) return listReply({ ...request, query: listed }, listedLines(PURCHASE_ORDERS, includeLines));
    // A filter that this view does not support is rejected, because ignoring it would return everything.
    const filters = ['purchStatus', 'orderNos', 'provider'] as const;
    const given: string[] = filters.filter((name) => query[name] !== undefined);
    if (!['entryDate', 'orderDate'].includes(query.sort)) given.push('sort');
    const message = 'cannot be combined with transactions';
    refuseInvalid(given.map((path) => ({ in: 'query', path, rule: 'exclusive', message })));
    const byDate = { ...listed, sort: 'date' };
    return listReply({ ...request, query: byDate }, listedLines(SUPPLIER_TRANSACTIONS, includeLines));
  },
  createPurchaseOrder: creating(
    (tx, { body, query }) => createOrder(tx, body, query.receive, query.receivedAt),
    ({ fields }) => `/purchase-orders/${fields.id}`,
  ),
  getPurchaseOrder: async ({ path, tenant }) => ok(await findRecord(tenant, PURCHASE_ORDER, path.id)),
  updatePurchaseOrder: changing(changeOrder),
  receivePurchaseOrder: changing(receiveOrder),
} satisfies Partial<Handlers>;

/** Goods returned to a supplier. Without a number, the next one is assigned. */
export interface NewPurchaseReturn
  extends Pick<PurchaseReturnTransaction, 'supplierId' | 'storeId' | 'date' | 'narration' | 'externalId'> {
  readonly returnNo: string | null;
  readonly lines: readonly Pick<PurchaseReturnLine, 'itemId' | 'variantId' | 'quantity' | 'unitCost'>[];
}

const INSERT_RETURN = statement(
  'purchase-returns.insert',
  `insert into region.purchase_returns (company_id, id, return_no, supplier_id, supplier_name, store_id, return_date,
     narration, external_id, currency, total, lines, entry_date, updated_at)
   select $1, $2, region.document_number($1, 'purchase_returns', 'PR-', $3), $4, s.name, $5, $6, $7, $8, $9,
     $10, $11, $12, $12
   from region.suppliers s where s.company_id = $1 and s.id = $4 for share`,
);

export const knownReturns = knownExternalIds('purchase_returns');

export async function writePurchaseReturn(tx: TenantTransaction, input: NewPurchaseReturn): Promise<number> {
  const [id = 0, ...lineIds] = await tx.newIds(1 + input.lines.length);
  await requireStockable(tx, input.lines);
  const { currency } = tx.scope;
  const lines = input.lines.map(({ itemId, variantId, quantity, unitCost }, i) => {
    const total = moneyOf(valueAtCost(quantity, unitCost, currency), currency);
    const exact = { quantity: canonicalQuantity(quantity), unitCost: canonicalMoney(unitCost, currency) };
    return { id: lineIds[i] as number, itemId, variantId, ...exact, total };
  });
  const sum = lines.reduce((units, { total }) => units + toUnits(total, minorUnits(currency)), 0n);
  const { returnNo, supplierId, storeId, date, narration, externalId } = input;
  const header = [id, returnNo, supplierId, storeId, date, narration, externalId, currency];
  const write = tx.query(INSERT_RETURN, [...header, moneyOf(sum, currency), JSON.stringify(lines), tx.timestamp]);
  await refusing({ purchase_returns_return_no: () => duplicate('/number') }, write);
  const movements = lines.map(({ id: lineId, itemId, variantId, quantity, unitCost }) => {
    return { storeId, itemId, variantId, lineId, change: `-${quantity}`, unitCost };
  });
  await move(tx, { kind: 'purchaseReturn', id }, movements);
  return id;
}
