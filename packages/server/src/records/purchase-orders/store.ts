import type { PurchaseOrder, PurchaseOrderLine, Variant } from '../../contract/generated/types.gen.ts';
import { nextVersion, statement } from '../../database/statement.ts';
import type { TenantTransaction } from '../../database/tenant.ts';
import { referenceNotFound } from '../../errors.ts';
import { anyOf, isState, type ListPlan, searchedIn } from '../../lists/plan.ts';
import { COST_DECIMALS, toUnits } from '../decimal.ts';
import { dayBounds } from '../documents/dates.ts';
import { DOCUMENTS, documentKind, typed } from '../documents/table.ts';
import { columnsOf } from '../record-table.ts';
import type { OrderFields, Rates } from './rules.ts';

interface LastCost {
  readonly itemId: number;
  readonly variantId: number | null;
  readonly unitCost: string;
}

/** Ordered by id, so that two receipts never deadlock. */
const LOCK = statement(
  'item-costs.lock',
  `select id, cost::text as cost, variants from region.items where company_id = $1 and id = any($2::bigint[])
   order by id for no key update`,
);

const UPDATE = statement(
  'item-costs.update',
  `update region.items i set cost = c.cost, variants = c.variants, version = ${nextVersion('i.version')}, updated_at = $2
   from unnest($3::bigint[], $4::numeric[], $5::json[]) as c (id, cost, variants)
   where i.company_id = $1 and i.id = c.id returning i.id, i.version`,
);

interface Costed {
  readonly id: number;
  readonly cost: string | null;
  readonly variants: readonly Variant[];
}

/** Sets the costs of items and variants. Unchanged costs are not written. */
export async function takeCosts(tx: TenantTransaction, costs: readonly LastCost[]): Promise<void> {
  const byItem = Map.groupBy(costs, (cost) => cost.itemId);
  const items = await tx.query<Costed>(LOCK, [[...byItem.keys()]]);
  const written = items
    .map((item) => ({ item, costed: (byItem.get(item.id) ?? []).reduce(withCost, item) }))
    .map(({ item, costed }) => ({ ...costed, properties: changedIn(item, costed) }))
    .filter(({ properties }) => properties.length > 0);
  if (written.length === 0) return;
  const variants = written.map((item) => JSON.stringify(item.variants));
  const values = [tx.timestamp, ...columnsOf(written, 'id', 'cost'), variants];
  const versions = await tx.query<{ id: number; version: number }>(UPDATE, values);
  const properties = new Map(written.map((item) => [item.id, item.properties]));
  for (const { id, version } of versions)
    tx.changed({ resource: 'items', id, kind: 'updated', version, properties: properties.get(id) });
}

function withCost(item: Costed, { variantId, unitCost }: LastCost): Costed {
  if (variantId === null) return { ...item, cost: unitCost };
  const variants = item.variants.map((variant) =>
    variant.id === variantId ? { ...variant, cost: unitCost } : variant,
  );
  return { ...item, variants };
}

const changedIn = (before: Costed, after: Costed): string[] => [
  ...(differs(before.cost, after.cost) ? ['cost'] : []),
  ...(after.variants.some(({ cost }, i) => differs(before.variants[i]?.cost ?? null, cost)) ? ['variants'] : []),
];

const differs = (before: string | null, after: string | null): boolean =>
  after !== null && (before === null || toUnits(before, COST_DECIMALS) !== toUnits(after, COST_DECIMALS));

const COMMON_FILTERS: NonNullable<ListPlan['filters']> = {
  supplierId: anyOf('supplier_id', 'bigint'),
  storeId: anyOf('store_id', 'bigint'),
  ...dayBounds('order_date', 'store_id'),
};

const LISTED = `company_id, id, status, purch_status, supplier_id, store_id, provider, order_date,
  entry_date, updated_at, total, order_no, external_id`;

export const PURCHASE_ORDERS: ListPlan = {
  table: 'purchase_orders',
  ...DOCUMENTS,
  searched: searchedIn('purchase_orders', LISTED),
  sorts: {
    entryDate: ['entry_date', 'timestamptz'],
    updatedAt: ['updated_at', 'timestamptz'],
    orderDate: ['order_date', 'date'],
    orderNo: ['order_no', 'text'],
    total: ['total', 'numeric'],
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

const SEARCHED_TRANSACTIONS = `(select ${COMMON}, order_date from region.purchase_orders_search
    union all select ${COMMON}, return_date from region.purchase_returns)`;

/** The same with the external id, which only the order itself has. */
const FILTERED_TRANSACTIONS = `(select s.*, o.external_id
    from (select ${COMMON}, order_date from region.purchase_orders_search) s
    left join region.purchase_orders o on o.company_id = s.company_id and o.id = s.id
    union all select ${COMMON}, return_date, external_id from region.purchase_returns)`;

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
  searched: { alone: SEARCHED_TRANSACTIONS, filtered: FILTERED_TRANSACTIONS },
  sorts: { date: ['order_date', 'date'] },
  filters: COMMON_FILTERS,
};

/** An order to write, with its supplier's name, or null if that is unchanged. */
interface OrderRow extends OrderFields {
  readonly supplierName: string | null;
}

export const PURCHASE_ORDER = documentKind<PurchaseOrder, PurchaseOrderLine, OrderRow>({
  kind: 'purchase order',
  table: 'purchase_orders',
  resource: 'purchaseOrders',
  storesOf: ({ storeId }) => [storeId],
  number: ['order_no', 'PO-', 'orderNo'],
  columns: {
    status: typed('smallint', (order) => order.status),
    supplier_id: typed('bigint', (order) => order.supplierId),
    supplier_name: {
      value: (order) => order.supplierName,
      inserted: (place) => `${place}::text`,
      updated: (place) => `coalesce(${place}::text, supplier_name)`,
    },
    store_id: typed('bigint', (order) => order.storeId),
    order_date: typed('date', (order) => order.orderDate),
    expected_date: typed('date', (order) => order.expectedDate),
    invoice: typed('text', (order) => order.invoice),
    narration: typed('text', (order) => order.narration),
    purch_status: typed('smallint', (order) => order.purchStatus),
    subtotal: typed('numeric', (order) => order.subtotal),
    discount_total: typed('numeric', (order) => order.discountTotal),
    tax_total: typed('numeric', (order) => order.taxTotal),
    total: typed('numeric', (order) => order.total),
    external_id: typed('text', (order) => order.externalId),
  },
  once: { provider: typed('text', (order) => order.provider), currency: typed('text', (order) => order.currency) },
  lineTable: 'purchase_order_lines',
  parent: 'order_id',
  lineColumns: {
    item_id: ['bigint', 'itemId'],
    variant_id: ['bigint', 'variantId'],
    tax_id: ['bigint', 'taxId'],
    quantity: ['numeric', 'quantity'],
    received: ['numeric', 'received'],
    unit_cost: ['numeric', 'unitCost'],
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

export async function supplierName(tx: TenantTransaction, id: number): Promise<string> {
  const [row] = await tx.query<{ name: string }>(SUPPLIER, [id]);
  if (!row) throw referenceNotFound('/supplierId', 'supplier');
  return row.name;
}

export async function ratesOf(tx: TenantTransaction, taxIds: readonly number[]): Promise<Rates> {
  if (taxIds.length === 0) return new Map();
  const rows = await tx.query<{ id: number; rate: string }>(RATES, [taxIds]);
  return new Map(rows.map(({ id, rate }) => [id, rate]));
}
