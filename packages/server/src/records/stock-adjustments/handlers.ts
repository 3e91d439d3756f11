import type {
  StockAdjustment,
  StockAdjustmentCreate,
  StockAdjustmentList,
  StockAdjustmentSummaryList,
  StockAdjustmentUpdate,
} from '../../contract/generated/types.gen.ts';
import type { TenantTransaction } from '../../database/tenant.ts';
import type { Lists } from '../../lists/lists.ts';
import { refuseBeforeDate, refuseFarAhead, refuseReversed } from '../documents/dates.ts';
import { listedLines, type Written } from '../documents/table.ts';
import { countNew, takeIds } from '../entries.ts';
import { created, type Handlers, listReply, ok } from '../handlers.ts';
import { lockLevels, lockLevelsAt, type Movement, move, requireStockable } from '../ledger.ts';
import { allInOrder, type Basis, findRecord, lockRecord } from '../record.ts';
import {
  type AdjustmentFields,
  changedDraft,
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
import { readDrafted, requireStore, reversalOf, STOCK_ADJUSTMENT, STOCK_ADJUSTMENTS } from './store.ts';

type StockAdjustmentOperations =
  | 'listStockAdjustments'
  | 'createStockAdjustment'
  | 'getStockAdjustment'
  | 'updateStockAdjustment';

/** Higher limits are reduced to this one; other lists reject them (adjustments.limit_clamped). */
const LARGEST_PAGE = 100;

export function stockAdjustmentHandlers(lists: Lists): Handlers<StockAdjustmentOperations> {
  return {
    async listStockAdjustments(request) {
      const { includeLines, ...query } = request.query;
      refuseReversed(query);
      const plan = listedLines(STOCK_ADJUSTMENTS, includeLines);
      const page = { ...query, sort: 'date', limit: Math.min(query.limit, LARGEST_PAGE) };
      return listReply<StockAdjustmentList | StockAdjustmentSummaryList>(lists, request, plan, page);
    },
    async createStockAdjustment({ query, body, write }) {
      return write(async (tx) => {
        const adjustment = await createAdjustment(tx, body, query.post);
        return created(adjustment, `/stock-adjustments/${adjustment.fields.id}`);
      });
    },
    async getStockAdjustment({ path, tenant }) {
      return ok(await findRecord(tenant, STOCK_ADJUSTMENT, path.id));
    },
    async updateStockAdjustment({ path, body, conditions, claims, write }) {
      return write(async (tx) => ok(await changeAdjustment(tx, path.id, body, { conditions, claims })));
    },
  };
}

const MOST_DAYS_AHEAD = 31;

type WrittenAdjustment = Written<StockAdjustment, AdjustmentFields>;

/** With `post`, the adjustment changes stock at once. */
export async function createAdjustment(
  tx: TenantTransaction,
  input: StockAdjustmentCreate,
  post: boolean,
): Promise<WrittenAdjustment> {
  refuseFarAhead(MOST_DAYS_AHEAD, input, undefined, tx.now);
  const nextId = await takeIds(tx, 1 + input.lines.length);
  const draft = newAdjustment(input, nextId(), { nextId, at: tx.timestamp });
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

/** Changes a draft, its state, or both. */
export async function changeAdjustment(
  tx: TenantTransaction,
  id: number,
  patch: StockAdjustmentUpdate,
  basis: Basis = {},
): Promise<WrittenAdjustment> {
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
  refuseFarAhead(MOST_DAYS_AHEAD, { date: patch.date ?? current.date }, current, tx.now);
  const making = { nextId: await takeIds(tx, countNew(patch.lines)), at: tx.timestamp };
  const draft = changedDraft(current, patch, await readDrafted(tx, current.id), making);
  refuseInstants(draft, patch, tx.now);
  if (patch.storeId !== undefined) await requireStore(tx, draft);
  const name = (['occurredAt', 'date', 'storeId'] as const).find((sent) => patch[sent] !== undefined);
  if (name) await refuseBeforeDate(tx, draft.occurredAt, draft, { in: 'body', path: `/${name}` });
  if (patch.lines) await requireStockable(tx, draft.lines);
  if (step === 'post') return postDraft(tx, draft);
  return patch.status === 2 ? voided(draft) : draft;
}

async function postDraft(tx: TenantTransaction, draft: AdjustmentFields): Promise<AdjustmentFields> {
  if (isCount(draft)) return postCount(tx, draft, draft.countedAt ?? tx.timestamp);
  const { occurredAt } = draft;
  // Read first, since the movements may be followed by corrections.
  const then = occurredAt === null ? undefined : await lockLevelsAt(tx, keysOf(draft), occurredAt);
  const at = occurredAt ?? tx.timestamp;
  const changes = await moveBy(tx, draft, movementsOf(draft, at));
  return posted({ ...draft, occurredAt: at }, then ? levelsBy(draft, then) : changes);
}

async function postCount(tx: TenantTransaction, draft: AdjustmentFields, at: string): Promise<AdjustmentFields> {
  // Locked, so that counted stock does not move between reading and changing it.
  const levels = levelsBy(draft, await lockLevelsAt(tx, keysOf(draft), at));
  await moveBy(tx, draft, movementsOfCount(draft, levels, at));
  return posted({ ...draft, countedAt: at }, levels);
}

/** Locks the levels before it reads the movements: a late movement may be about to correct the count. */
async function reverse(tx: TenantTransaction, current: StockAdjustment): Promise<AdjustmentFields> {
  const adjustment = { ...current, sentAt: current.countedAt, linesAt: null };
  const [, movements] = await allInOrder([lockLevels(tx, keysOf(adjustment)), reversalOf(tx, adjustment)]);
  await moveBy(tx, adjustment, movements);
  return voided(adjustment);
}

const moveBy = (tx: TenantTransaction, { id }: AdjustmentFields, movements: readonly Movement[]) =>
  move(tx, { kind: 'stockAdjustment', id }, movements);
