import { statement } from '../../database/statement.ts';
import type { TenantTransaction } from '../../database/tenant.ts';
import { inOrder } from '../record.ts';
import { columnsOf } from '../record-table.ts';
import { BEYOND_TOTAL, PAYMENT_KINDS, paidBy, type Sale, totalsOf } from './rules.ts';
import { type BulkMovement, moveInBulk, movementsOf, partsOf, readStockParts, TakenStock } from './stock.ts';

/** Refunds are subtracted from these. */
const PAID = [
  ...['paid_cash', 'paid_card', 'paid_online', 'paid_gift_card', 'paid_account', 'paid_other'],
  ...Object.values(BEYOND_TOTAL),
];

/** Adds the sales `$2`, multiplied by `$3`, to the sums of their days. All writers lock days in the same order. */
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

const addToDays = (tx: TenantTransaction, ids: readonly number[]): Promise<unknown>[] => [
  addTo(tx, ids, 1),
  tx.query(ADD_TO_ITEM_DAYS, [ids, 1]),
];

async function takeFromDays(tx: TenantTransaction, ids: readonly number[]): Promise<void> {
  await inOrder(addTo(tx, ids, -1), [
    tx.query(ADD_TO_ITEM_DAYS, [ids, -1]),
    tx.query(DROP_EMPTY_DAYS, [ids]),
    tx.query(DROP_EMPTY_ITEM_DAYS, [ids]),
  ]);
}

async function addTo(tx: TenantTransaction, ids: readonly number[], times: 1 | -1): Promise<void> {
  const days = await tx.query<{ storeId: number; day: string }>(ADD_TO_DAYS, [ids, times]);
  for (const { storeId, day } of days)
    tx.changed({ resource: 'dailySales', id: storeId, kind: 'updated', storeIds: [storeId], day });
}

const PAID_COLUMNS: Readonly<Record<(typeof PAYMENT_KINDS)[number], string>> = {
  cash: 'paid_cash',
  card: 'paid_card',
  online: 'paid_online',
  giftCard: 'paid_gift_card',
  account: 'paid_account',
  other: 'paid_other',
};

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
       when ${PAYMENT_KINDS.map((kind) => `s.${PAID_COLUMNS[kind]} <> n."${kind}"`).join(' or ')} then '/payments'
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

/** A known sale with different content, and the first field that differs. */
interface Differing {
  readonly sale: Sale;
  readonly path: string;
}

/** Finds known sales that differ from the stored ones. */
export async function findDiffering(tx: TenantTransaction, sales: readonly Sale[]): Promise<Differing[]> {
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

const INSERT_LINES = statement(
  'sales.insert-lines',
  `insert into region.sale_lines (company_id, sale_id, id, item_id, variant_id, quantity, gross, discount, tax, components)
   select $1, sale_id, id, item_id, variant_id, quantity, gross, discount, tax, components
   from unnest($2::bigint[], $3::smallint[], $4::bigint[], $5::bigint[], $6::numeric[], $7::numeric[], $8::numeric[],
     $9::numeric[], $10::jsonb[]) as l (sale_id, id, item_id, variant_id, quantity, gross, discount, tax, components)`,
);

const FIND_SALES = statement(
  'sales.find-by-external-id',
  `select id, external_id as "externalId" from region.sales
   where company_id = $1 and kind = 'sale' and external_id = any($2::text[])`,
);

export async function findSales(tx: TenantTransaction, externalIds: readonly string[]): Promise<Map<string, number>> {
  if (externalIds.length === 0) return new Map();
  const rows = await tx.query<{ id: number; externalId: string }>(FIND_SALES, [externalIds]);
  return new Map(rows.map(({ id, externalId }) => [externalId, id]));
}

interface WrittenSales {
  readonly written: number;
  /** Sales whose external id was known. They changed nothing. */
  readonly known: readonly Sale[];
}

/** Writes sales with their lines, their stock, and the sums of their days. */
export async function writeSales(tx: TenantTransaction, sales: readonly Sale[]): Promise<WrittenSales> {
  if (sales.length === 0) return { written: 0, known: [] };
  const ids = await tx.newIds(sales.length);
  const inserted = await insertSales(tx, sales, ids);
  const identified = sales.map((sale, i) => ({ sale, id: ids[i] as number }));
  const known = identified.filter(({ id }) => !inserted.has(id)).map(({ sale }) => sale);
  if (inserted.size > 0) {
    await writeConsequences(
      tx,
      identified.filter(({ id }) => inserted.has(id)),
    );
  }
  return { written: inserted.size, known };
}

async function writeConsequences(tx: TenantTransaction, sales: readonly { sale: Sale; id: number }[]): Promise<void> {
  const receipts = sales.map(({ sale }) => sale);
  const parts = await readStockParts(
    tx,
    receipts.filter(({ refundOf }) => refundOf === null),
  );
  const taken = await TakenStock.read(tx, receipts);
  const lines = sales.flatMap(({ sale, id }) => sale.lines.map((line, i) => ({ sale, id, line, lineId: i + 1 })));
  const movements = lines.flatMap(({ sale, id: documentId, line, lineId }) =>
    sale.refundOf === null
      ? movementsOf(sale, { documentId, lineId }, line.quantity, partsOf(line, parts))
      : movementsOf(sale, { documentId, lineId }, '1', taken.giveBack(sale.refundOf, line)),
  );
  const ids = sales.map(({ id }) => id);
  await inOrder(insertLines(tx, lines), [moveInBulk(tx, movements), ...addToDays(tx, ids)]);
}

async function insertSales(tx: TenantTransaction, sales: readonly Sale[], ids: number[]): Promise<Set<number>> {
  const totals = sales.map(({ lines }) => totalsOf(lines));
  const rows = await tx.query<{ id: number }>(INSERT_SALES, [
    tx.timestamp,
    ids,
    ...columnsOf(sales, 'kind', 'storeId', 'number', 'externalId', 'channel', 'soldAt', 'refundOf'),
    ...columnsOf(totals, 'gross', 'discounts', 'tax'),
    ...PAYMENT_KINDS.map((kind) => sales.map(({ payments }) => paidBy(kind, payments))),
    ...columnsOf(sales, 'rounding', 'changeGiven', 'tips'),
  ]);
  return new Set(rows.map(({ id }) => id));
}

function insertLines(
  tx: TenantTransaction,
  lines: readonly { id: number; lineId: number; line: Sale['lines'][number] }[],
): Promise<unknown> {
  const sold = lines.map(({ line }) => line);
  const values = columnsOf(sold, 'itemId', 'variantId', 'quantity', 'gross', 'discount', 'tax');
  const components = sold.map((line) => (line.components ? JSON.stringify(line.components) : null));
  return tx.query(INSERT_LINES, [...columnsOf(lines, 'id', 'lineId'), ...values, components]);
}

/** The voiding of a sale or refund. */
interface SaleVoid {
  readonly kind: Sale['kind'];
  readonly externalId: string;
  readonly at: string;
}

export interface Voidable {
  readonly id: number;
  readonly kind: Sale['kind'];
  readonly externalId: string;
  readonly voided: boolean;
  readonly soldAt: string;
}

const LOCK = statement(
  'sales.lock-to-void',
  `select s.id, s.kind, s.external_id as "externalId", s.voided_at is not null as voided,
     region.rfc3339(s.sold_at) as "soldAt"
   from region.sales s join unnest($2::text[], $3::text[]) as n (kind, external_id)
     on n.kind = s.kind and n.external_id = s.external_id
   where s.company_id = $1 order by s.id for no key update of s`,
);

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

/** Locks the sales and refunds to void, in the order that all writers use. Unknown ones are left out. */
export const lockVoidable = (
  tx: TenantTransaction,
  voids: readonly Pick<SaleVoid, 'kind' | 'externalId'>[],
): Promise<Voidable[]> =>
  tx.query<Voidable>(LOCK, [voids.map(({ kind }) => kind), voids.map(({ externalId }) => externalId)]);

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
  await takeFromDays(tx, ids);
  await tx.query(MARK, [ids, [...voided.values()]]);
}
