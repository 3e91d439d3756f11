import type { StockAdjustment } from '../../contract/generated/types.gen.ts';
import { referenceNotFound } from '../../errors.ts';
import { anyOf, isState, type ListPlan, searchedIn } from '../../storage/lists/list-plan.ts';
import { statement } from '../../storage/statement.ts';
import type { TenantTransaction } from '../../storage/tenant.ts';
import { documentTable, typed } from '../document-table.ts';
import { DOCUMENTS, WITH_LINES } from '../list.ts';
import { recordKind } from '../record.ts';
import type { AdjustmentFields } from './rules.ts';

export const STOCK_ADJUSTMENT = recordKind<StockAdjustment>('stock adjustment', 'stock_adjustments', WITH_LINES);

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

export const ADJUSTMENT_TABLE = documentTable<StockAdjustment, AdjustmentFields['lines'][number], AdjustmentFields>({
  table: 'stock_adjustments',
  number: ['adjustment_no', 'SA-', 'adjustmentNo'],
  columns: {
    store_id: typed('bigint', (adjustment) => adjustment.storeId),
    date: typed('date', (adjustment) => adjustment.date),
    type: typed('smallint', (adjustment) => adjustment.type),
    reason: typed('text', (adjustment) => adjustment.reason),
    narration: typed('text', (adjustment) => adjustment.narration),
    status: typed('smallint', (adjustment) => adjustment.status),
    external_id: typed('text', (adjustment) => adjustment.externalId),
  },
  lineTable: 'stock_adjustment_lines',
  parent: 'adjustment_id',
  lineColumns: {
    id: ['bigint', (line) => line.id],
    item_id: ['bigint', (line) => line.itemId],
    variant_id: ['bigint', (line) => line.variantId],
    quantity: ['numeric', (line) => line.quantity],
    before: ['numeric', (line) => line.before],
    after: ['numeric', (line) => line.after],
  },
  searchText: (number) => `region.stock_adjustment_search_text($1, ${number}, $8::text, $7::text, $4::bigint)`,
  refusals: { stock_adjustments_store: () => referenceNotFound('/storeId', 'store') },
});

const STORE = statement('stock_adjustments.store', 'select id from region.stores where company_id = $1 and id = $2');

/** Stock moves before the adjustment is written, so the store must already exist. */
export async function requireStore(tx: TenantTransaction, { storeId }: AdjustmentFields): Promise<void> {
  const [store] = await tx.query<{ id: number }>(STORE, [storeId]);
  if (!store) throw referenceNotFound('/storeId', 'store');
}
