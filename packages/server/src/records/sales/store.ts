import { statement } from '../../database/statement.ts';
import type { TenantTransaction } from '../../database/tenant.ts';
import { columnsOf } from '../columns.ts';
import { inOrder } from '../record.ts';
import { addToDays } from './days.ts';
import { TakenStock } from './returned-stock.ts';
import { PAYMENT_KINDS, paidBy, type Sale, totalsOf } from './rules.ts';
import { moveInBulk, movementsOf, partsOf, readStockParts } from './stock.ts';

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
