import type { StockAdjustment } from '../../contract/generated/types.gen.ts';
import { statement } from '../../database/statement.ts';
import type { TenantTransaction } from '../../database/tenant.ts';
import { referenceNotFound } from '../../errors.ts';
import { anyOf, isState, type ListPlan, searchedIn } from '../../lists/plan.ts';
import { DOCUMENTS, documentKind, typed } from '../documents/table.ts';
import type { Movement } from '../ledger.ts';
import { type AdjustmentFields, type Drafted, heldAt } from './rules.ts';

const LISTED = 'company_id, id, status, type, store_id, date, updated_at, external_id';

export const STOCK_ADJUSTMENTS: ListPlan = {
  table: 'stock_adjustments',
  ...DOCUMENTS,
  searched: searchedIn('stock_adjustments', LISTED),
  sorts: { date: ['date', 'date'] },
  filters: {
    fromDate: (day, place) => `r.date >= ${place(day)}::date`,
    toDate: (day, place) => `r.date <= ${place(day)}::date`,
    storeId: anyOf('store_id', 'bigint'),
    type: (type) => isState('type', type),
  },
};

export const STOCK_ADJUSTMENT = documentKind<StockAdjustment, StockAdjustment['lines'][number], AdjustmentFields>({
  kind: 'stock adjustment',
  table: 'stock_adjustments',
  resource: 'stockAdjustments',
  storesOf: ({ storeId }) => [storeId],
  number: ['adjustment_no', 'SA-', 'adjustmentNo'],
  columns: {
    store_id: typed('bigint', (adjustment) => adjustment.storeId),
    date: typed('date', (adjustment) => adjustment.date),
    type: typed('smallint', (adjustment) => adjustment.type),
    reason: typed('text', (adjustment) => adjustment.reason),
    narration: typed('text', (adjustment) => adjustment.narration),
    status: typed('smallint', (adjustment) => adjustment.status),
    external_id: typed('text', (adjustment) => adjustment.externalId),
    counted_at: typed('timestamptz', heldAt),
    occurred_at: typed('timestamptz', (adjustment) => adjustment.occurredAt),
    lines_at: {
      value: ({ linesAt }) => linesAt,
      inserted: (place) => `${place}::timestamptz`,
      updated: (place) => `coalesce(${place}::timestamptz, lines_at)`,
    },
  },
  lineTable: 'stock_adjustment_lines',
  parent: 'adjustment_id',
  lineColumns: {
    item_id: ['bigint', 'itemId'],
    variant_id: ['bigint', 'variantId'],
    quantity: ['numeric', 'quantity'],
    before: ['numeric', 'before'],
    after: ['numeric', 'after'],
  },
  searchText: (number) => `region.stock_adjustment_search_text($1, ${number}, $8::text, $7::text, $4::bigint)`,
  refusals: { stock_adjustments_store: () => referenceNotFound('/storeId', 'store') },
});

const DRAFTED = statement(
  'stock_adjustments.drafted',
  `select region.rfc3339(counted_at) as "sentAt", region.rfc3339(lines_at) as "linesAt" from region.stock_adjustments
   where company_id = $1 and id = $2`,
);

/** Instants of a draft that its record does not tell apart. */
export async function readDrafted(tx: TenantTransaction, id: number): Promise<Drafted> {
  const [drafted] = await tx.query<Drafted>(DRAFTED, [id]);
  return drafted ?? { sentAt: null, linesAt: null };
}

const MOVED = statement(
  'stock_adjustments.moved',
  `select store_id as "storeId", item_id as "itemId", variant_id as "variantId", line_id as "lineId",
     (-change)::text as change, unit_cost as "unitCost", region.rfc3339(at) as at
   from region.stock_movements where company_id = $1 and document_id = $2 and document_kind = 'stockAdjustment'
   order by array_position($3::bigint[], line_id), recorded_at, id`,
);

/** Movements that reverse a posted adjustment, in the order of its lines: each at the instant of the row that it reverses. */
export const reversalOf = (tx: TenantTransaction, { id, lines }: AdjustmentFields): Promise<Movement[]> =>
  tx.query<Movement>(MOVED, [id, lines.map((line) => line.id)]);

const STORE = statement('stock_adjustments.store', 'select id from region.stores where company_id = $1 and id = $2');

/** Stock moves before the adjustment is written, so the store must already exist. */
export async function requireStore(tx: TenantTransaction, { storeId }: AdjustmentFields): Promise<void> {
  const [store] = await tx.query<{ id: number }>(STORE, [storeId]);
  if (!store) throw referenceNotFound('/storeId', 'store');
}
