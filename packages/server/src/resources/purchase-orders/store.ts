import type { PurchaseOrder, PurchaseOrderLine } from '../../contract/generated/types.gen.ts';
import { duplicate, type PartnerError, referenceNotFound } from '../../errors.ts';
import type { ListPlan } from '../../storage/list-statement.ts';
import { statement } from '../../storage/statement.ts';
import type { TenantTransaction } from '../../storage/tenant.ts';
import { dayBounds } from '../day-bounds.ts';
import { inOrder, type Refusals, recordKind, refusing, writeRow } from '../record.ts';
import type { OrderFields, Rates } from './rules.ts';

export const PURCHASE_ORDER = recordKind<PurchaseOrder>('purchase order', 'purchase_orders');

/** An `any` of one value would keep the index of a filter in the default sort from being walked. */
const anyOf =
  (column: string, type: string): NonNullable<ListPlan['filters']>[string] =>
  (values, place) => {
    const [only, ...others] = values as string[];
    return others.length === 0
      ? `r.${column} = ${place(only)}::${type}`
      : `r.${column} = any(${place(values)}::${type}[])`;
  };

const COMMON_FILTERS: NonNullable<ListPlan['filters']> = {
  supplierId: anyOf('supplier_id', 'bigint'),
  storeId: anyOf('store_id', 'bigint'),
  ...dayBounds('order_date', 'store_id'),
};

export const PURCHASE_ORDERS: ListPlan = {
  table: 'purchase_orders',
  sorts: {
    entryDate: ['entry_date', 'timestamptz'],
    updatedAt: ['updated_at', 'timestamptz'],
    orderDate: ['order_date', 'date'],
    orderNo: ['order_no', 'text'],
    total: ['total', 'numeric'],
  },
  filters: {
    ...COMMON_FILTERS,
    purchStatus: (state, place) => `r.purch_status = ${place(state)}`,
    orderNos: anyOf('order_no', 'text'),
    provider: (name, place) => `r.provider = ${place(name)}`,
  },
  keptFilter: 'purchStatus',
  range: { column: 'order_date', filters: ['fromDate', 'toDate'] },
};

/** Purchases and purchase returns as one list, by the day of either. */
export const SUPPLIER_TRANSACTIONS: ListPlan = {
  table: 'supplier_transactions',
  source: {
    kinds: ['purchase_orders', 'purchase_returns'],
    rows: `(select company_id, id, status, supplier_id, store_id, order_date, search_text,
        left(doc, -1) || ',"Type":0,"date":"' || to_char(order_date, 'YYYY-MM-DD') || '"}' as doc
      from region.purchase_orders union all
      select company_id, id, status, supplier_id, store_id, return_date, search_text,
        left(doc, -1) || ',"Type":1,"date":"' || to_char(return_date, 'YYYY-MM-DD') || '"}'
      from region.purchase_returns)`,
  },
  sorts: { date: ['order_date', 'date'] },
  filters: COMMON_FILTERS,
};

const INSERT = statement(
  'purchase-orders.insert',
  `insert into region.purchase_orders (company_id, id, status, order_no, supplier_id, supplier_name, store_id, order_date,
     expected_date, invoice, narration, purch_status, subtotal, discount_total, tax_total, total, lines, allowed_actions,
     external_id, provider, currency, app_id, entry_date, updated_at)
   values ($1, $2, $3, region.document_number($1, 'purchase_orders', 'order_no', 'PO-', $4), $5, $6, $7, $8, $9, $10, $11,
     $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $23) returning doc, version`,
);

const UPDATE = statement(
  'purchase-orders.update',
  `update region.purchase_orders set status = $3, order_no = case when order_no = $4 then order_no
       else region.document_number($1, 'purchase_orders', 'order_no', 'PO-', $4) end,
     supplier_id = $5, supplier_name = coalesce($6, supplier_name), store_id = $7, order_date = $8, expected_date = $9, invoice = $10,
     narration = $11, purch_status = $12, subtotal = $13, discount_total = $14, tax_total = $15, total = $16, lines = $17,
     allowed_actions = $18, external_id = $19, version = version + 1, updated_at = $20
   where company_id = $1 and id = $2 returning doc, version`,
);

const valuesOf = (order: OrderFields, supplierName: string | null): unknown[] => [
  order.id,
  order.status,
  order.orderNo,
  order.supplierId,
  supplierName,
  order.storeId,
  order.orderDate,
  order.expectedDate,
  order.invoice,
  order.narration,
  order.purchStatus,
  order.subtotal,
  order.discountTotal,
  order.taxTotal,
  order.total,
  JSON.stringify(order.lines),
  JSON.stringify(order.allowedActions),
  order.externalId,
];

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

/** The rename of a supplier waits for those who have read its name. */
const SUPPLIER = statement(
  'purchase-orders.supplier',
  `select name from region.suppliers where company_id = $1 and id = $2 for share`,
);
const RATES = statement(
  'purchase-orders.rates',
  `select id, region.quantity_text(rate) as rate from region.taxes where company_id = $1 and id = any($2::bigint[])`,
);

const REFUSALS: Refusals = {
  purchase_orders_order_no: () => duplicate('/orderNo'),
  purchase_orders_external_id: () => duplicate('/externalId'),
  purchase_orders_store: (): PartnerError => referenceNotFound('/storeId', 'store'),
};

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
  const { currency, appId } = tx.scope;
  const values = [...valuesOf(order, supplier), order.provider, currency, appId, tx.timestamp];
  const row = writeRow<PurchaseOrder>(tx, INSERT, values);
  return refusing(REFUSALS, inOrder(row, [writeLines(tx, order.id, order.lines)]));
}

/** Writes the order; of its lines those that changed, unless `replaced` says that lines may be gone. `supplier` names a new one. */
export function updateOrder(
  tx: TenantTransaction,
  order: OrderFields,
  supplier: string | null,
  lines: { readonly changed: readonly PurchaseOrderLine[]; readonly replaced: boolean },
) {
  const row = writeRow<PurchaseOrder>(tx, UPDATE, [...valuesOf(order, supplier), tx.timestamp]);
  const ids = order.lines.map((line) => line.id);
  const writes = [
    ...(lines.replaced ? [tx.query(DELETE_LINES, [order.id, ids])] : []),
    ...(lines.changed.length > 0 ? [writeLines(tx, order.id, lines.changed)] : []),
  ];
  return refusing(REFUSALS, inOrder(row, writes));
}

function writeLines(tx: TenantTransaction, orderId: number, lines: readonly PurchaseOrderLine[]) {
  const column = <K extends keyof PurchaseOrderLine>(name: K) => lines.map((line) => line[name]);
  const items = [column('id'), column('itemId'), column('variantId'), column('taxId')];
  return tx.query(UPSERT_LINES, [orderId, ...items, column('quantity'), column('received'), column('unitCost')]);
}
