import type { StockAdjustment } from '../../contract/generated/types.gen.ts';
import { duplicate, referenceNotFound } from '../../errors.ts';
import type { ListPlan } from '../../storage/list-statement.ts';
import { statement } from '../../storage/statement.ts';
import type { TenantTransaction } from '../../storage/tenant.ts';
import { type Refusals, recordKind, refusing, writeRow } from '../record.ts';
import type { AdjustmentFields } from './rules.ts';

export const STOCK_ADJUSTMENT = recordKind<StockAdjustment>('stock adjustment', 'stock_adjustments');

export const STOCK_ADJUSTMENTS: ListPlan = {
  table: 'stock_adjustments',
  sorts: { date: ['date', 'date'] },
  filters: {
    fromDate: (day, place) => `r.date >= ${place(day)}::date`,
    toDate: (day, place) => `r.date <= ${place(day)}::date`,
    storeId: (ids, place) => `r.store_id = any(${place(ids)}::bigint[])`,
    type: (type, place) => `r.type = ${place(type)}`,
  },
};

const NUMBER = `region.document_number($1, 'stock_adjustments', 'adjustment_no', 'SA-', $3::text)`;

const LINES = `unnest($11::bigint[], $12::bigint[], $13::bigint[], $14::numeric[], $15::numeric[], $16::numeric[])
  as l (id, item_id, variant_id, quantity, before, after)`;

/** The adjustment and its lines, in one statement. */
const INSERT = statement(
  'stock_adjustments.insert',
  `with adjustment as (
     insert into region.stock_adjustments (company_id, id, adjustment_no, store_id, date, type, reason, narration, status,
       external_id, lines, allowed_actions, app_id, entry_date, updated_at, search_text)
     select $1, $2::bigint, n.number, $4::bigint, $5::date, $6::smallint, $7::text, $8::text, $9::smallint, $10::text,
       $17::json, $18::json, $19::bigint, $20::timestamptz, $20::timestamptz,
       region.stock_adjustment_search_text($1, n.number, $8::text, $7::text, $4::bigint)
     from ${NUMBER} as n (number)
     returning id, doc, version
   ), lines as (
     insert into region.stock_adjustment_lines (company_id, adjustment_id, id, item_id, variant_id, quantity, before, after)
     select $1, adjustment.id, l.* from adjustment, ${LINES}
   ) select doc, version from adjustment`,
);

/** The adjustment and those of its lines that differ, in one statement. */
const UPDATE = statement(
  'stock_adjustments.update',
  `with removed as (
     delete from region.stock_adjustment_lines
     where company_id = $1 and adjustment_id = $2 and id <> all($11::bigint[])
   ), lines as (
     insert into region.stock_adjustment_lines as a
       (company_id, adjustment_id, id, item_id, variant_id, quantity, before, after)
     select $1, $2, l.* from ${LINES}
     on conflict (company_id, adjustment_id, id) do update
     set item_id = excluded.item_id, variant_id = excluded.variant_id, quantity = excluded.quantity,
       before = excluded.before, after = excluded.after
     where (a.item_id, a.variant_id, a.quantity, a.before, a.after)
       is distinct from (excluded.item_id, excluded.variant_id, excluded.quantity, excluded.before, excluded.after)
   ) update region.stock_adjustments
   set adjustment_no = case adjustment_no when $3::text then adjustment_no else ${NUMBER} end,
     store_id = $4, date = $5::date, type = $6, reason = $7::text, narration = $8::text, status = $9, external_id = $10,
     lines = $17::json, allowed_actions = $18::json, version = version + 1, updated_at = $19,
     search_text = region.stock_adjustment_search_text($1, $3::text, $8::text, $7::text, $4)
   where company_id = $1 and id = $2 returning doc, version`,
);

const STORE = statement('stock_adjustments.store', 'select id from region.stores where company_id = $1 and id = $2');

const REFUSALS: Refusals = {
  stock_adjustments_adjustment_no: () => duplicate('/adjustmentNo'),
  stock_adjustments_external_id: () => duplicate('/externalId'),
  stock_adjustments_store: () => referenceNotFound('/storeId', 'store'),
  // The lines have been looked up: this variant was taken off its item a moment ago.
  stock_adjustment_lines_variant: () => referenceNotFound('/lines', 'variant of its item'),
};

const valuesOf = (adjustment: AdjustmentFields): unknown[] => [
  adjustment.id,
  adjustment.adjustmentNo,
  adjustment.storeId,
  adjustment.date,
  adjustment.type,
  adjustment.reason,
  adjustment.narration,
  adjustment.status,
  adjustment.externalId,
  adjustment.lines.map((line) => line.id),
  adjustment.lines.map((line) => line.itemId),
  adjustment.lines.map((line) => line.variantId),
  adjustment.lines.map((line) => line.quantity),
  adjustment.lines.map((line) => line.before),
  adjustment.lines.map((line) => line.after),
  JSON.stringify(adjustment.lines),
  JSON.stringify(adjustment.allowedActions),
];

export const insertAdjustment = (tx: TenantTransaction, adjustment: AdjustmentFields) =>
  refusing(REFUSALS, writeRow<StockAdjustment>(tx, INSERT, [...valuesOf(adjustment), tx.scope.appId, tx.timestamp]));

export const updateAdjustment = (tx: TenantTransaction, adjustment: AdjustmentFields) =>
  refusing(REFUSALS, writeRow<StockAdjustment>(tx, UPDATE, [...valuesOf(adjustment), tx.timestamp]));

/** Stock moves before the adjustment is written, so that the store has to be there by then. */
export async function requireStore(tx: TenantTransaction, { storeId }: AdjustmentFields): Promise<void> {
  const [store] = await tx.query<{ id: number }>(STORE, [storeId]);
  if (!store) throw referenceNotFound('/storeId', 'store');
}
