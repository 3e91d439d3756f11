import type { PurchaseOrder, PurchaseOrderLine, Variant } from '../../contract/generated/types.gen.ts';
import { nextVersion, statement } from '../../database/statement.ts';
import type { TenantTransaction } from '../../database/tenant.ts';
import { type PartnerError, referenceNotFound } from '../../errors.ts';
import { anyOf, isState, type ListPlan, searchedIn } from '../../lists/plan.ts';
import { COST_DECIMALS, toUnits } from '../decimal.ts';
import { dayBounds } from '../documents/dates.ts';
import { DOCUMENTS, WITH_LINES } from '../documents/table.ts';
import { inOrder, type Refusals, recordKind, refusing } from '../record.ts';
import { type Columns, columnsOf, holderOf, recordTable, taken, takenExternalId } from '../record-table.ts';
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

export const PURCHASE_ORDER = recordKind<PurchaseOrder>('purchase order', 'purchase_orders', WITH_LINES);

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
interface WrittenOrder {
  readonly order: OrderFields;
  readonly supplier: string | null;
}

const numbered = (place: string): string => `region.document_number($1, 'purchase_orders', 'PO-', ${place})`;

const COLUMNS: Columns<WrittenOrder> = {
  status: ({ order }) => order.status,
  order_no: {
    value: ({ order }) => order.orderNo,
    inserted: numbered,
    updated: (place) => `case when order_no = ${place} then order_no else ${numbered(place)} end`,
  },
  supplier_id: ({ order }) => order.supplierId,
  supplier_name: {
    value: ({ supplier }) => supplier,
    inserted: (place) => place,
    updated: (place) => `coalesce(${place}, supplier_name)`,
  },
  store_id: ({ order }) => order.storeId,
  order_date: ({ order }) => order.orderDate,
  expected_date: ({ order }) => order.expectedDate,
  invoice: ({ order }) => order.invoice,
  narration: ({ order }) => order.narration,
  purch_status: ({ order }) => order.purchStatus,
  subtotal: ({ order }) => order.subtotal,
  discount_total: ({ order }) => order.discountTotal,
  tax_total: ({ order }) => order.taxTotal,
  total: ({ order }) => order.total,
  lines: ({ order }) => JSON.stringify(order.lines),
  allowed_actions: ({ order }) => JSON.stringify(order.allowedActions),
  external_id: ({ order }) => order.externalId,
};

const ONCE: Columns<WrittenOrder> = {
  provider: ({ order }) => order.provider,
  currency: ({ order }) => order.currency,
};

const TABLE = recordTable<PurchaseOrder, WrittenOrder>('purchase_orders', COLUMNS, ONCE, WITH_LINES);

const DELETE_LINES = statement(
  'purchase-orders.delete-lines',
  `delete from region.purchase_order_lines where company_id = $1 and order_id = $2 and id <> all($3::bigint[])`,
);
const UPSERT_LINES = statement(
  'purchase-orders.upsert-lines',
  `insert into region.purchase_order_lines as l (company_id, order_id, id, item_id, variant_id, tax_id, quantity, received, unit_cost)
   select $1, $2, id, item_id, variant_id, tax_id, quantity, received, unit_cost
   from unnest($3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::numeric[], $8::numeric[], $9::numeric[])
     as n (id, item_id, variant_id, tax_id, quantity, received, unit_cost)
   on conflict (company_id, order_id, id) do update set item_id = excluded.item_id, variant_id = excluded.variant_id,
     tax_id = excluded.tax_id, quantity = excluded.quantity, received = excluded.received, unit_cost = excluded.unit_cost`,
);

/** Renaming a supplier waits for transactions that have read its name. */
const SUPPLIER = statement(
  'purchase-orders.supplier',
  `select name from region.suppliers where company_id = $1 and id = $2 for share`,
);
const RATES = statement(
  'purchase-orders.rates',
  `select id, region.quantity_text(rate) as rate from region.taxes where company_id = $1 and id = any($2::bigint[])`,
);

const NUMBERED = holderOf('purchase_orders', 'order_no');
const externalIdTaken = takenExternalId('purchase_orders');

const refusalsOf = (tx: TenantTransaction, order: OrderFields): Refusals => ({
  purchase_orders_order_no: () => taken(tx, NUMBERED, [order.orderNo], '/orderNo'),
  purchase_orders_external_id: () => externalIdTaken(tx, order),
  purchase_orders_store: (): PartnerError => referenceNotFound('/storeId', 'store'),
});

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

export function insertOrder(tx: TenantTransaction, order: OrderFields, supplier: string) {
  const row = TABLE.insert(tx, order.id, { order, supplier });
  return refusing(refusalsOf(tx, order), inOrder(row, [writeLines(tx, order.id, order.lines)]));
}

/** Writes the order and its changed lines, or all lines if `replaced`. `supplier` is the name of a newly chosen one. */
export function updateOrder(
  tx: TenantTransaction,
  order: OrderFields,
  supplier: string | null,
  lines: { readonly changed: readonly PurchaseOrderLine[]; readonly replaced: boolean },
) {
  const row = TABLE.update(tx, order.id, { order, supplier });
  const ids = order.lines.map((line) => line.id);
  const writes = [
    ...(lines.replaced ? [tx.query(DELETE_LINES, [order.id, ids])] : []),
    ...(lines.changed.length > 0 ? [writeLines(tx, order.id, lines.changed)] : []),
  ];
  return refusing(refusalsOf(tx, order), inOrder(row, writes));
}

function writeLines(tx: TenantTransaction, orderId: number, lines: readonly PurchaseOrderLine[]) {
  const names = ['id', 'itemId', 'variantId', 'taxId', 'quantity', 'received', 'unitCost'] as const;
  return tx.query(UPSERT_LINES, [orderId, ...columnsOf(lines, ...names)]);
}
