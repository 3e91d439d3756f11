import type {
  PurchaseOrder,
  PurchaseOrderCreate,
  PurchaseOrderLineInput,
  PurchaseOrderList,
  PurchaseOrderReceipt,
  PurchaseOrderSummaryList,
  PurchaseOrderUpdate,
} from '../../contract/generated/types.gen.ts';
import type { TenantTransaction } from '../../database/tenant.ts';
import { validationFailed } from '../../errors.ts';
import type { Lists } from '../../lists/lists.ts';
import type { ListPlan, ListQuery } from '../../lists/plan.ts';
import { arrivalOf, refuseImpossibleArrival, refuseReversed } from '../documents/dates.ts';
import { VOIDED } from '../documents/receipts.ts';
import { listedLines, type Written } from '../documents/table.ts';
import { countNew, takeIds } from '../entries.ts';
import { created, type HandlerRequest, type Handlers, listReply, ok } from '../handlers.ts';
import { move, requireStockable } from '../ledger.ts';
import { allInOrder, type Basis, findRecord, lockRecord } from '../record.ts';
import { netCosts } from './amounts.ts';
import {
  changedOrder,
  checkDates,
  keptLines,
  newOrder,
  type OrderFields,
  pricedOrder,
  type Receipt,
  receivedOrder,
  refuseFineDiscounts,
} from './rules.ts';
import { PURCHASE_ORDER, PURCHASE_ORDERS, ratesOf, SUPPLIER_TRANSACTIONS, supplierName, takeCosts } from './store.ts';

type OrderQuery = HandlerRequest<'listPurchaseOrders'>['query'];

/** Chooses the list, and turns storeIds and includeVoided into filters. */
function listRequest({ transactions, includeVoided, includeLines, storeIds, ...query }: OrderQuery): {
  plan: ListPlan;
  listed: ListQuery;
} {
  refuseReversed(query);
  const storeId = query.storeId || storeIds ? [...(query.storeId ?? []), ...(storeIds ?? [])] : undefined;
  const status = query.status ?? (includeVoided ? undefined : 1);
  const { status: _, storeId: __, ...rest } = query;
  const listed = { ...rest, ...(storeId && { storeId }), ...(status !== undefined && { status }) };
  if (!transactions) return { plan: listedLines(PURCHASE_ORDERS, includeLines), listed };
  refuseBesideTransactions(query);
  return { plan: listedLines(SUPPLIER_TRANSACTIONS, includeLines), listed: { ...listed, sort: 'date' } };
}

const OF_ORDERS_ALONE = ['purchStatus', 'orderNos', 'provider'] as const;
const BY_DATE = ['entryDate', 'orderDate'];

/** A filter that this view does not support is rejected, because ignoring it would return everything. */
function refuseBesideTransactions(query: Omit<OrderQuery, 'includeLines'>): void {
  const given: string[] = OF_ORDERS_ALONE.filter((name) => query[name] !== undefined);
  if (!BY_DATE.includes(query.sort)) given.push('sort');
  const message = 'cannot be combined with transactions';
  if (given.length > 0) {
    throw validationFailed(given.map((path) => ({ in: 'query', path, rule: 'exclusive', message })));
  }
}

type PurchaseOrderOperations =
  | 'listPurchaseOrders'
  | 'createPurchaseOrder'
  | 'getPurchaseOrder'
  | 'updatePurchaseOrder'
  | 'receivePurchaseOrder';

export function purchaseOrderHandlers(lists: Lists): Handlers<PurchaseOrderOperations> {
  return {
    async listPurchaseOrders(request) {
      const { plan, listed } = listRequest(request.query);
      return listReply<PurchaseOrderList | PurchaseOrderSummaryList>(lists, request, plan, listed);
    },
    async createPurchaseOrder({ query, body, write }) {
      return write(async (tx) => {
        const order = await createOrder(tx, body, query.receive, query.receivedAt);
        return created(order, `/purchase-orders/${order.fields.id}`);
      });
    },
    async getPurchaseOrder({ path, tenant }) {
      return ok(await findRecord(tenant, PURCHASE_ORDER, path.id));
    },
    async updatePurchaseOrder({ path, body, conditions, claims, write }) {
      return write(async (tx) => ok(await changeOrder(tx, path.id, body, { conditions, claims })));
    },
    async receivePurchaseOrder({ path, body, conditions, write }) {
      return write(async (tx) => ok(await receiveOrder(tx, path.id, body, { conditions })));
    },
  };
}

type WrittenOrder = Written<PurchaseOrder, OrderFields>;

/** With `receive`, everything is received at once: now, or when it arrived. */
export async function createOrder(
  tx: TenantTransaction,
  input: PurchaseOrderCreate,
  receive: boolean,
  arrivedAt?: string,
): Promise<WrittenOrder> {
  refuseFineDiscounts(input.lines, tx.scope.currency);
  const receivedAt = arrivalOf(receive, arrivedAt);
  checkDates({ expectedDate: null, ...input }, undefined, tx.now);
  const nextId = await takeIds(tx, 1 + input.lines.length);
  // Sent together. Results and rejections come in this order.
  const [supplier, rates] = await allInOrder([
    supplierName(tx, input.supplierId),
    ratesOf(tx, taxIdsOf(input.lines)),
    requireStockable(tx, input.lines),
  ]);
  const { currency, appName } = tx.scope;
  const provider = appName?.normalize('NFC') ?? null;
  const draft = pricedOrder(newOrder(input, { id: nextId(), currency, provider, nextId }), [], rates);
  const receipt = receive ? receivedOrder(draft, {}) : { order: draft, received: [] };
  await refuseImpossibleArrival(tx, receivedAt, datedStore(draft), { in: 'query', path: 'receivedAt' });
  return PURCHASE_ORDER.create(tx, { ...receipt.order, supplierName: supplier }, () =>
    bringIn(tx, receipt, receivedAt),
  );
}

export async function changeOrder(
  tx: TenantTransaction,
  id: number,
  patch: PurchaseOrderUpdate,
  basis: Basis = {},
): Promise<WrittenOrder> {
  refuseFineDiscounts(patch.lines, tx.scope.currency);
  const current = await lockRecord(tx, PURCHASE_ORDER, id, basis);
  const changed = changedOrder(current, patch, await takeIds(tx, countNew(patch.lines)));
  checkDates(changed, current, tx.now);
  const supplier = changed.supplierId === current.supplierId ? null : await supplierName(tx, changed.supplierId);
  if (patch.lines) await requireStockable(tx, changed.lines);
  const order = patch.lines
    ? pricedOrder(changed, current.lines, await ratesOf(tx, taxIdsOf(patch.lines)))
    : keptLines(changed, current.lines);
  const kind = order.status === VOIDED ? 'voided' : 'updated';
  return PURCHASE_ORDER.change(tx, kind, current, { ...order, supplierName: supplier });
}

export async function receiveOrder(
  tx: TenantTransaction,
  id: number,
  input: PurchaseOrderReceipt,
  basis: Basis = {},
): Promise<WrittenOrder> {
  const current = await lockRecord(tx, PURCHASE_ORDER, id, basis);
  const receipt = receivedOrder(current, input);
  const { receivedAt } = input;
  await refuseImpossibleArrival(tx, receivedAt, datedStore(current), { in: 'body', path: '/receivedAt' });
  const order = { ...receipt.order, supplierName: null };
  return PURCHASE_ORDER.change(tx, 'received', current, order, () => bringIn(tx, receipt, receivedAt));
}

const datedStore = ({ storeId, orderDate }: OrderFields) => ({ storeId, date: orderDate });

/** Locks items before levels, as all writers do. */
async function bringIn(tx: TenantTransaction, { order, received }: Receipt, at = tx.timestamp): Promise<void> {
  if (received.length === 0) return;
  const costs = netCosts(received, order.currency);
  const movements = received.map(({ line, quantity }, i) => ({
    storeId: order.storeId,
    itemId: line.itemId,
    variantId: line.variantId,
    lineId: line.id,
    change: quantity,
    unitCost: costs[i] as string,
    at,
  }));
  await allInOrder([takeCosts(tx, movements), move(tx, { kind: 'purchaseOrder', id: order.id }, movements)]);
}

const taxIdsOf = (lines: readonly PurchaseOrderLineInput[]): number[] => [
  ...new Set(lines.flatMap(({ taxId }) => taxId ?? [])),
];
