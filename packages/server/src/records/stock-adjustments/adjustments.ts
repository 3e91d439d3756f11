import type {
  StockAdjustment,
  StockAdjustmentCreate,
  StockAdjustmentLine,
  StockAdjustmentUpdate,
} from '../../contract/generated/types.gen.ts';
import { statement } from '../../database/statement.ts';
import type { TenantTransaction } from '../../database/tenant.ts';
import { referenceNotFound, refuseInvalid } from '../../errors.ts';
import { anyOf, isState, type ListPlan, searchedIn } from '../../lists/plan.ts';
import { farAhead, refuseBeforeDate, refuseReversed } from '../documents/dates.ts';
import { DOCUMENTS, documentKind, listedLines } from '../documents/table.ts';
import { countNew, takeIds } from '../entries.ts';
import { changing, creating, type Handlers, listReply, ok } from '../handlers.ts';
import { lockLevels, lockLevelsAt, type Movement, move, requireStockable } from '../ledger.ts';
import { allInOrder, type Basis, findRecord, lockRecord } from '../record.ts';
import {
  type AdjustmentFields,
  changedDraft,
  type Drafted,
  heldAt,
  isCount,
  keysOf,
  kindOf,
  levelsBy,
  movementsOf,
  movementsOfCount,
  newAdjustment,
  posted,
  refuseInstants,
  stepOf,
  voided,
} from './rules.ts';

export const STOCK_ADJUSTMENTS: ListPlan = {
  table: 'stock_adjustments',
  ...DOCUMENTS,
  searched: searchedIn('stock_adjustments', 'company_id, id, status, type, store_id, date, updated_at, external_id'),
  sorts: { date: ['date', 'date'] },
  filters: {
    fromDate: (day, place) => `r.date >= ${place(day)}::date`,
    toDate: (day, place) => `r.date <= ${place(day)}::date`,
    storeId: anyOf('store_id', 'bigint'),
    type: (type) => isState('type', type),
  },
};

export const STOCK_ADJUSTMENT = documentKind<StockAdjustment, StockAdjustmentLine, AdjustmentFields>({
  kind: 'stock adjustment',
  table: 'stock_adjustments',
  resource: 'stockAdjustments',
  storesOf: ({ storeId }) => [storeId],
  number: ['adjustmentNo', 'SA-'],
  columns: {
    storeId: 'bigint',
    date: 'date',
    type: 'smallint',
    reason: 'text',
    narration: 'text',
    status: 'smallint',
    externalId: 'text',
    countedAt: { type: 'timestamptz', value: heldAt },
    occurredAt: 'timestamptz',
    linesAt: { type: 'timestamptz', updated: (place) => `coalesce(${place}, lines_at)` },
  },
  lineTable: 'stock_adjustment_lines',
  parent: 'adjustment_id',
  lineColumns: { itemId: 'bigint', variantId: 'bigint', quantity: 'numeric', before: 'numeric', after: 'numeric' },
  searchText: (number) => `region.stock_adjustment_search_text($1, ${number}, $8::text, $7::text, $4::bigint)`,
  refusals: { stock_adjustments_store: () => referenceNotFound('/storeId', 'store') },
});

/** Instants of a draft that its record does not distinguish. */
const DRAFTED = statement(
  'stock_adjustments.drafted',
  `select region.rfc3339(counted_at) as "sentAt", region.rfc3339(lines_at) as "linesAt" from region.stock_adjustments
   where company_id = $1 and id = $2`,
);

/** Movements that reverse a posted adjustment, in the order of its lines, each at the instant of the reversed row. */
const REVERSAL = statement(
  'stock_adjustments.moved',
  `select store_id as "storeId", item_id as "itemId", variant_id as "variantId", line_id as "lineId",
     (-change)::text as change, unit_cost as "unitCost", region.rfc3339(at) as at
   from region.stock_movements where company_id = $1 and document_id = $2 and document_kind = 'stockAdjustment'
   order by array_position($3::bigint[], line_id), recorded_at, id`,
);

const STORE = statement('stock_adjustments.store', 'select id from region.stores where company_id = $1 and id = $2');

/** Stock moves before the adjustment is written, so the store must already exist. */
async function requireStore(tx: TenantTransaction, { storeId }: AdjustmentFields): Promise<void> {
  const [store] = await tx.query<{ id: number }>(STORE, [storeId]);
  if (!store) throw referenceNotFound('/storeId', 'store');
}

const MOST_AHEAD = { date: 31 };

/** With `post`, the adjustment changes stock at once. */
export async function createAdjustment(tx: TenantTransaction, input: StockAdjustmentCreate, post: boolean) {
  refuseInvalid(farAhead(MOST_AHEAD, input, undefined, tx.now));
  const nextId = await takeIds(tx, 1 + input.lines.length);
  const draft = newAdjustment(input, nextId, tx.timestamp);
  refuseInstants(draft, input, tx.now);
  // Sent together. Results and rejections come in this order.
  const checks = [
    requireStore(tx, draft),
    refuseBeforeDate(tx, draft.occurredAt, draft, { in: 'body', path: '/occurredAt' }),
    requireStockable(tx, draft.lines),
  ] as const;
  const [, , , adjustment] = await allInOrder([...checks, post ? postDraft(tx, draft) : Promise.resolve(draft)]);
  return STOCK_ADJUSTMENT.create(tx, adjustment);
}

export async function changeAdjustment(
  tx: TenantTransaction,
  id: number,
  patch: StockAdjustmentUpdate,
  basis: Basis = {},
) {
  const current = await lockRecord(tx, STOCK_ADJUSTMENT, id, basis);
  const step = stepOf(current, patch);
  const adjustment = step === 'reverse' ? await reverse(tx, current) : await changeDraft(tx, current, patch, step);
  return STOCK_ADJUSTMENT.change(tx, kindOf(adjustment), current, adjustment);
}

async function changeDraft(
  tx: TenantTransaction,
  current: StockAdjustment,
  patch: StockAdjustmentUpdate,
  step: 'post' | 'none',
): Promise<AdjustmentFields> {
  refuseInvalid(farAhead(MOST_AHEAD, { date: patch.date ?? current.date }, current, tx.now));
  const nextId = await takeIds(tx, countNew(patch.lines));
  const [drafted] = await tx.query<Drafted>(DRAFTED, [current.id]);
  const draft = changedDraft(current, patch, drafted as Drafted, nextId, tx.timestamp);
  refuseInstants(draft, patch, tx.now);
  if (patch.storeId !== undefined) await requireStore(tx, draft);
  const name = (['occurredAt', 'date', 'storeId'] as const).find((sent) => patch[sent] !== undefined);
  if (name) await refuseBeforeDate(tx, draft.occurredAt, draft, { in: 'body', path: `/${name}` });
  if (patch.lines) await requireStockable(tx, draft.lines);
  if (step === 'post') return postDraft(tx, draft);
  return patch.status === 2 ? voided(draft) : draft;
}

async function postDraft(tx: TenantTransaction, draft: AdjustmentFields): Promise<AdjustmentFields> {
  if (isCount(draft)) {
    const at = draft.countedAt ?? tx.timestamp;
    // Locked, so that counted stock does not move between reading and changing it.
    const levels = levelsBy(draft, await lockLevelsAt(tx, keysOf(draft), at));
    await moveBy(tx, draft, movementsOfCount(draft, levels, at));
    return posted({ ...draft, countedAt: at }, levels);
  }
  const { occurredAt } = draft;
  // Read first, because corrections may follow the movements.
  const then = occurredAt === null ? undefined : await lockLevelsAt(tx, keysOf(draft), occurredAt);
  const at = occurredAt ?? tx.timestamp;
  const changes = await moveBy(tx, draft, movementsOf(draft, at));
  return posted({ ...draft, occurredAt: at }, then ? levelsBy(draft, then) : changes);
}

/** Locks the levels before reading the movements: a late movement may be about to correct the count. */
async function reverse(tx: TenantTransaction, current: StockAdjustment): Promise<AdjustmentFields> {
  const adjustment = { ...current, sentAt: current.countedAt, linesAt: null };
  const lines = current.lines.map(({ id }) => id);
  const [, movements] = await allInOrder([
    lockLevels(tx, keysOf(adjustment)),
    tx.query<Movement>(REVERSAL, [current.id, lines]),
  ]);
  await moveBy(tx, adjustment, movements);
  return voided(adjustment);
}

const moveBy = (tx: TenantTransaction, { id }: AdjustmentFields, movements: readonly Movement[]) =>
  move(tx, { kind: 'stockAdjustment', id }, movements);

/** Higher limits are reduced to this one; other lists reject them (adjustments.limit_clamped). */
const LARGEST_PAGE = 100;

export const stockAdjustmentHandlers = {
  async listStockAdjustments(request) {
    const { includeLines, ...query } = request.query;
    refuseReversed(query);
    const plan = listedLines(STOCK_ADJUSTMENTS, includeLines);
    const page = { ...query, sort: 'date', limit: Math.min(query.limit, LARGEST_PAGE) };
    return listReply({ ...request, query: page }, plan);
  },
  createStockAdjustment: creating(
    (tx, { body, query }) => createAdjustment(tx, body, query.post),
    ({ fields }) => `/stock-adjustments/${fields.id}`,
  ),
  getStockAdjustment: async ({ path, tenant }) => ok(await findRecord(tenant, STOCK_ADJUSTMENT, path.id)),
  updateStockAdjustment: changing(changeAdjustment),
} satisfies Partial<Handlers>;
