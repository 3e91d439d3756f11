import { statement } from '../../database/statement.ts';
import type { TenantTransaction } from '../../database/tenant.ts';
import { allInOrder, inOrder } from '../record.ts';
import { columnsOf, knownExternalIds, rowInsert } from '../record-table.ts';
import { BEYOND_TOTAL, PAYMENT_KINDS, PAYMENTS, paidBy, type RemainingLine, type Sale, totalsOf } from './rules.ts';
import { type BulkMovement, moveInBulk, movementsOf, partsOf, readStockParts, TakenStock } from './stock.ts';

/** Columns from which refunds are subtracted. */
const PAID = [...Object.values(PAYMENTS), ...Object.values(BEYOND_TOTAL)];

/** Adds (`$3` = 1) or subtracts (−1) the sales `$2` from their daily totals. All writers lock days in one order. */
const ADD_TO_DAYS = statement(
  'sales.add-to-days',
  `insert into region.daily_sales as d (company_id, day, store_id, currency, orders, refund_orders, gross, discounts, tax,
     refunds, ${PAID})
   select $1, business_date, store_id, currency, $3::integer * count(*) filter (where sign > 0),
     $3::integer * count(*) filter (where sign < 0), $3::integer * coalesce(sum(gross) filter (where sign > 0), 0),
     $3::integer * coalesce(sum(discounts) filter (where sign > 0), 0), $3::integer * sum(sign * tax),
     $3::integer * coalesce(sum(gross - discounts) filter (where sign < 0), 0),
     ${PAID.map((column) => `$3::integer * sum(sign * ${column})`)}
   from (select *, case kind when 'sale' then 1 else -1 end as sign from region.sales
     where company_id = $1 and id = any($2::bigint[])) s
   group by business_date, store_id, currency order by business_date, store_id, currency
   on conflict (company_id, day, store_id, currency) do update set orders = d.orders + excluded.orders,
     ${['refund_orders', 'gross', 'discounts', 'tax', 'refunds', ...PAID].map((c) => `${c} = d.${c} + excluded.${c}`)}
   returning store_id as "storeId", day`,
);

const ADD_TO_ITEM_DAYS = statement(
  'sales.add-to-item-days',
  `insert into region.daily_item_sales as d (company_id, day, store_id, item_id, variant_id, currency, quantity,
     refunded_quantity, gross, discounts, tax, refunds)
   select $1, s.business_date, s.store_id, l.item_id, l.variant_id, s.currency,
     $3::integer * coalesce(sum(l.quantity) filter (where s.kind = 'sale'), 0),
     $3::integer * coalesce(sum(l.quantity) filter (where s.kind = 'refund'), 0),
     $3::integer * coalesce(sum(l.gross) filter (where s.kind = 'sale'), 0),
     $3::integer * coalesce(sum(l.discount) filter (where s.kind = 'sale'), 0),
     $3::integer * sum(case s.kind when 'sale' then l.tax else -l.tax end),
     $3::integer * coalesce(sum(l.gross - l.discount) filter (where s.kind = 'refund'), 0)
   from region.sales s join region.sale_lines l on l.company_id = $1 and l.sale_id = s.id
   where s.company_id = $1 and s.id = any($2::bigint[])
   group by s.business_date, s.store_id, l.item_id, l.variant_id, s.currency
   order by s.business_date, s.store_id, l.item_id, l.variant_id, s.currency
   on conflict (company_id, day, store_id, item_id, variant_id, currency) do update set
     ${['quantity', 'refunded_quantity', 'gross', 'discounts', 'tax', 'refunds'].map((c) => `${c} = d.${c} + excluded.${c}`)}`,
);

/** Days without sales have no row in a report. */
const DROP_EMPTY_DAYS = statement(
  'sales.drop-empty-days',
  `delete from region.daily_sales d where d.company_id = $1 and d.orders = 0 and d.refund_orders = 0
     and (d.day, d.store_id) in (select business_date, store_id from region.sales
       where company_id = $1 and id = any($2::bigint[]))`,
);

const DROP_EMPTY_ITEM_DAYS = statement(
  'sales.drop-empty-item-days',
  `delete from region.daily_item_sales d where d.company_id = $1 and d.quantity = 0 and d.refunded_quantity = 0
     and (d.day, d.store_id, d.item_id) in (select s.business_date, s.store_id, l.item_id
       from region.sales s join region.sale_lines l on l.company_id = $1 and l.sale_id = s.id
       where s.company_id = $1 and s.id = any($2::bigint[]))`,
);

async function addTo(tx: TenantTransaction, ids: readonly number[], times: 1 | -1): Promise<void> {
  const days = await tx.query<{ storeId: number; day: string }>(ADD_TO_DAYS, [ids, times]);
  for (const { storeId, day } of days)
    tx.changed({ resource: 'dailySales', id: storeId, kind: 'updated', storeIds: [storeId], day });
}

/** First field in which a sale differs from the stored one, as a JSON Pointer. */
const DIFFERING = statement(
  'sales.differing',
  `select index, path from (
     select n.index, case
       when s.store_id <> n."storeId" then '/store'
       when s.number <> n.number then '/number'
       when s.sold_at <> n."soldAt" then '/at'
       when s.channel <> n.channel then '/channel'
       when s.refund_of is distinct from n."refundOf" then '/sale'
       when was.lines is distinct from now.lines then '/lines'
       when ${PAYMENT_KINDS.map((kind) => `s.${PAYMENTS[kind]} <> n."${kind}"`).join(' or ')} then '/payments'
       ${Object.entries(BEYOND_TOTAL)
         .map(([name, column]) => `when s.${column} <> n."${name}" then '/${name}'`)
         .join(' ')}
     end as path
     from json_to_recordset($2::json) as n (index integer, kind text, "externalId" text, "storeId" bigint, number text,
       "soldAt" timestamptz, channel text, "refundOf" bigint, lines json, ${[...PAYMENT_KINDS, ...Object.keys(BEYOND_TOTAL)].map((name) => `"${name}" numeric`)})
     join region.sales s on s.company_id = $1 and s.kind = n.kind and s.external_id = n."externalId"
     cross join lateral (select array_agg(row(item_id, variant_id, quantity, gross, discount, tax, components) order by id) as lines
       from region.sale_lines where company_id = $1 and sale_id = s.id) was
     cross join lateral (select array_agg(row("itemId", "variantId", quantity, gross, discount, tax, components) order by
         ordinality) as lines
       from rows from (json_to_recordset(n.lines) as ("itemId" bigint, "variantId" bigint, quantity numeric, gross numeric,
         discount numeric, tax numeric, components jsonb)) with ordinality as l) now
   ) compared where path is not null order by index`,
);

export async function findDiffering(tx: TenantTransaction, sales: readonly Sale[]) {
  if (sales.length === 0) return [];
  const sent = sales.map((sale, index) => ({
    ...sale,
    index,
    ...Object.fromEntries(PAYMENT_KINDS.map((kind) => [kind, paidBy(kind, sale.payments)])),
  }));
  const rows = await tx.query<{ index: number; path: string }>(DIFFERING, [JSON.stringify(sent)]);
  return rows.map(({ index, path }) => ({ sale: sales[index] as Sale, path }));
}

/** Skips sales whose external id is known. Returns the ids of the others. */
const INSERT_SALES = statement(
  'sales.insert',
  `insert into region.sales (company_id, id, kind, store_id, number, external_id, channel, sold_at, business_date, currency,
     gross, discounts, tax, paid_cash, paid_card, paid_online, paid_gift_card, paid_account, paid_other, rounding,
     change_given, tips, refund_of, entry_date)
   select $1, n.id, n.kind, n.store_id, n.number, n.external_id, n.channel, n.sold_at,
     (n.sold_at at time zone s.timezone)::date, s.currency, n.gross, n.discounts, n.tax, n.paid_cash, n.paid_card,
     n.paid_online, n.paid_gift_card, n.paid_account, n.paid_other, n.rounding, n.change_given, n.tips, n.refund_of, $2
   from unnest($3::bigint[], $4::text[], $5::bigint[], $6::text[], $7::text[], $8::text[], $9::timestamptz[], $10::bigint[],
       $11::numeric[], $12::numeric[], $13::numeric[], $14::numeric[], $15::numeric[], $16::numeric[], $17::numeric[],
       $18::numeric[], $19::numeric[], $20::numeric[], $21::numeric[], $22::numeric[])
     as n (id, kind, store_id, number, external_id, channel, sold_at, refund_of, gross, discounts, tax, paid_cash, paid_card,
       paid_online, paid_gift_card, paid_account, paid_other, rounding, change_given, tips)
   join region.stores s on s.company_id = $1 and s.id = n.store_id
   order by n.kind, n.external_id
   on conflict (company_id, kind, external_id) do nothing returning id`,
);

const insertLines = rowInsert('sales.insert-lines', 'sale_lines', {
  saleId: 'bigint',
  id: 'smallint',
  itemId: 'bigint',
  variantId: 'bigint',
  quantity: 'numeric',
  gross: 'numeric',
  discount: 'numeric',
  tax: 'numeric',
  components: 'jsonb',
});

/** Writes sales with their lines, stock and daily totals. Known sales change nothing. */
export async function writeSales(
  tx: TenantTransaction,
  sales: readonly Sale[],
): Promise<{ written: number; known: Sale[] }> {
  if (sales.length === 0) return { written: 0, known: [] };
  const ids = await tx.newIds(sales.length);
  const totals = sales.map(({ lines }) => totalsOf(lines));
  const rows = await tx.query<{ id: number }>(INSERT_SALES, [
    tx.timestamp,
    ids,
    ...columnsOf(sales, 'kind', 'storeId', 'number', 'externalId', 'channel', 'soldAt', 'refundOf'),
    ...columnsOf(totals, 'gross', 'discounts', 'tax'),
    ...PAYMENT_KINDS.map((kind) => sales.map(({ payments }) => paidBy(kind, payments))),
    ...columnsOf(sales, 'rounding', 'changeGiven', 'tips'),
  ]);
  const inserted = new Set(rows.map(({ id }) => id));
  const identified = sales.map((sale, i) => ({ sale, id: ids[i] as number }));
  const isNew = ({ id }: { readonly id: number }) => inserted.has(id);
  const known = identified.filter((one) => !isNew(one)).map(({ sale }) => sale);
  if (inserted.size > 0) await writeConsequences(tx, identified.filter(isNew));
  return { written: inserted.size, known };
}

async function writeConsequences(tx: TenantTransaction, sales: readonly { sale: Sale; id: number }[]): Promise<void> {
  const receipts = sales.map(({ sale }) => sale);
  const parts = await readStockParts(
    tx,
    receipts.filter(({ refundOf }) => refundOf === null),
  );
  const taken = await TakenStock.read(tx, receipts);
  const lines = sales.flatMap(({ sale, id }) => sale.lines.map((line, i) => ({ sale, saleId: id, line, id: i + 1 })));
  const movements = lines.flatMap(({ sale, saleId: documentId, line, id: lineId }) =>
    sale.refundOf === null
      ? movementsOf(sale, { documentId, lineId }, line.quantity, partsOf(line, parts))
      : movementsOf(sale, { documentId, lineId }, '1', taken.giveBack(sale.refundOf, line)),
  );
  const rows = lines.map(({ saleId, id, line }) => {
    return { ...line, saleId, id, components: line.components ? JSON.stringify(line.components) : null };
  });
  const ids = sales.map(({ id }) => id);
  await allInOrder([
    ...insertLines(tx, rows),
    moveInBulk(tx, movements),
    addTo(tx, ids, 1),
    tx.query(ADD_TO_ITEM_DAYS, [ids, 1]),
  ]);
}

/** Locked until the transaction ends, so that no other writer can refund or void the same sale. */
const LOCK = statement(
  'sales.lock',
  `select s.id, s.kind, s.external_id as "externalId", s.voided_at is not null as voided,
     region.rfc3339(s.sold_at) as "soldAt", s.currency
   from region.sales s join unnest($2::text[], $3::text[]) as n (kind, external_id)
     on n.kind = s.kind and n.external_id = s.external_id
   where s.company_id = $1 order by s.id for no key update of s`,
);

export interface LockedSale extends Pick<Sale, 'kind' | 'externalId' | 'soldAt'> {
  readonly id: number;
  readonly voided: boolean;
  readonly currency: string;
}

/** Locks sales and refunds in the order that all writers use. Unknown ones are left out. */
export async function lockSales(
  tx: TenantTransaction,
  sales: readonly Pick<Sale, 'kind' | 'externalId'>[],
): Promise<LockedSale[]> {
  return sales.length === 0 ? [] : tx.query<LockedSale>(LOCK, columnsOf(sales, 'kind', 'externalId'));
}

export const knownRefunds = knownExternalIds('sales', "kind = 'refund'");

const REMAINING = statement(
  'sales.remaining',
  `select sale_id as "saleId", item_id as "itemId", variant_id as "variantId", sum(quantity)::text as quantity,
     sum(amount)::text as amount from (
     select sale_id, item_id, variant_id, quantity, gross - discount as amount from region.sale_lines
     where company_id = $1 and sale_id = any($2::bigint[])
     union all
     select r.refund_of, l.item_id, l.variant_id, -l.quantity, l.discount - l.gross from region.sales r
     join region.sale_lines l on l.company_id = $1 and l.sale_id = r.id
     where r.company_id = $1 and r.refund_of = any($2::bigint[]) and r.voided_at is null
   ) moved group by sale_id, item_id, variant_id`,
);

export const readRemaining = (tx: TenantTransaction, saleIds: readonly number[]): Promise<RemainingLine[]> =>
  tx.query<RemainingLine>(REMAINING, [saleIds]);

const REFUNDED = statement(
  'sales.refunded',
  `select distinct refund_of as id from region.sales
   where company_id = $1 and refund_of = any($2::bigint[]) and voided_at is null and id <> all($2::bigint[])`,
);

const MARK = statement(
  'sales.void',
  `update region.sales s set voided_at = n.at from unnest($2::bigint[], $3::timestamptz[]) as n (id, at)
   where s.company_id = $1 and s.id = n.id`,
);

const MOVED = statement(
  'sales.moved',
  `select document_kind as kind, document_id as "documentId", line_id as "lineId", store_id as "storeId",
     item_id as "itemId", variant_id as "variantId", (-change)::text as quantity
   from region.stock_movements
   where company_id = $1 and document_id = any($2::bigint[]) and document_kind in ('sale', 'refund') order by id`,
);

/** Finds locked sales whose refunds are not voided together with them. */
export async function findRefunded(tx: TenantTransaction, ids: readonly number[]): Promise<Set<number>> {
  const rows = await tx.query<{ id: number }>(REFUNDED, [ids]);
  return new Set(rows.map(({ id }) => id));
}

/** Voids locked sales and refunds: subtracts them from their days and reverses their stock. */
export async function voidSales(tx: TenantTransaction, voided: ReadonlyMap<number, string>): Promise<void> {
  if (voided.size === 0) return;
  const ids = [...voided.keys()];
  const moved = await tx.query<Omit<BulkMovement, 'times' | 'unitCost' | 'at'>>(MOVED, [ids]);
  await moveInBulk(
    tx,
    moved.map((row) => ({ ...row, times: '1', unitCost: null, at: voided.get(row.documentId) as string })),
  );
  await inOrder(addTo(tx, ids, -1), [
    tx.query(ADD_TO_ITEM_DAYS, [ids, -1]),
    tx.query(DROP_EMPTY_DAYS, [ids]),
    tx.query(DROP_EMPTY_ITEM_DAYS, [ids]),
  ]);
  await tx.query(MARK, [ids, [...voided.values()]]);
}
