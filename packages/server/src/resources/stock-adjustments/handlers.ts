import type {
  StockAdjustment,
  StockAdjustmentCreate,
  StockAdjustmentList,
  StockAdjustmentSummaryList,
  StockAdjustmentUpdate,
} from '../../contract/generated/types.gen.ts';
import type { Lists } from '../../storage/lists/lists.ts';
import type { TenantTransaction } from '../../storage/tenant.ts';
import { changedProperties } from '../changed-properties.ts';
import { refuseFarAhead, refuseReversed } from '../dates.ts';
import { countNew, takeIds } from '../entries.ts';
import { created, type Handlers, listReply, ok } from '../handlers.ts';
import { lockLevels, type Movement, move } from '../ledger.ts';
import { listedLines } from '../list.ts';
import { allInOrder, type Basis, findRecord, lockRecord, type Stored, writeChange } from '../record.ts';
import { requireStockable } from '../stockable.ts';
import {
  type AdjustmentFields,
  changedDraft,
  isCount,
  keysOf,
  kindOf,
  movementsOf,
  movementsOfCount,
  newAdjustment,
  posted,
  postedCount,
  reversalOf,
  stepOf,
  voided,
} from './rules.ts';
import { ADJUSTMENT_TABLE, requireStore, STOCK_ADJUSTMENT, STOCK_ADJUSTMENTS } from './store.ts';

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
        const { adjustment, ...record } = await createAdjustment(tx, body, query.post);
        return created(record, `/stock-adjustments/${adjustment.id}`);
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

interface Written extends Stored<StockAdjustment> {
  readonly adjustment: AdjustmentFields;
}

/** With `post`, the adjustment changes stock at once. */
export async function createAdjustment(
  tx: TenantTransaction,
  input: StockAdjustmentCreate,
  post: boolean,
): Promise<Written> {
  refuseFarAhead(MOST_DAYS_AHEAD, input, undefined, tx.now);
  const nextId = await takeIds(tx, 1 + input.lines.length);
  const draft = newAdjustment(input, nextId(), nextId);
  // Sent together. Results and rejections come in this order.
  const checks = [requireStore(tx, draft), requireStockable(tx, draft.lines)] as const;
  const [, , adjustment] = await allInOrder([...checks, post ? postDraft(tx, draft) : Promise.resolve(draft)]);
  const written = await ADJUSTMENT_TABLE.insert(tx, adjustment);
  const { id, storeId } = adjustment;
  tx.changed({ resource: 'stockAdjustments', id, kind: 'created', version: written.version, storeIds: [storeId] });
  return { adjustment, ...written };
}

/** Changes a draft, its state, or both. */
export async function changeAdjustment(
  tx: TenantTransaction,
  id: number,
  patch: StockAdjustmentUpdate,
  basis: Basis = {},
): Promise<Written> {
  const current = await lockRecord(tx, STOCK_ADJUSTMENT, id, basis);
  const step = stepOf(current, patch);
  const adjustment = step === 'reverse' ? await reverse(tx, current) : await changeDraft(tx, current, patch, step);
  const change = {
    resource: 'stockAdjustments',
    id,
    kind: kindOf(adjustment),
    properties: changedProperties(current, adjustment),
    storeIds: [...new Set([current.storeId, adjustment.storeId])],
  } as const;
  const written = await writeChange(tx, STOCK_ADJUSTMENT, change, () => ADJUSTMENT_TABLE.update(tx, adjustment));
  return { adjustment, ...written };
}

async function changeDraft(
  tx: TenantTransaction,
  current: StockAdjustment,
  patch: StockAdjustmentUpdate,
  step: 'post' | 'none',
): Promise<AdjustmentFields> {
  refuseFarAhead(MOST_DAYS_AHEAD, { date: patch.date ?? current.date }, current, tx.now);
  const draft = changedDraft(current, patch, await takeIds(tx, countNew(patch.lines)));
  if (patch.storeId !== undefined) await requireStore(tx, draft);
  if (patch.lines) await requireStockable(tx, draft.lines);
  if (step === 'post') return postDraft(tx, draft);
  return patch.status === 2 ? voided(draft) : draft;
}

async function postDraft(tx: TenantTransaction, draft: AdjustmentFields): Promise<AdjustmentFields> {
  if (!isCount(draft)) return posted(draft, await moveBy(tx, draft, movementsOf(draft)));
  // Locked, so that counted stock does not move between reading and changing it.
  const onHand = await lockLevels(tx, keysOf(draft));
  await moveBy(tx, draft, movementsOfCount(draft, onHand));
  return postedCount(draft, onHand);
}

async function reverse(tx: TenantTransaction, current: StockAdjustment): Promise<AdjustmentFields> {
  await moveBy(tx, current, reversalOf(current));
  return voided(current);
}

const moveBy = (tx: TenantTransaction, { id }: AdjustmentFields, movements: readonly Movement[]) =>
  move(tx, { kind: 'stockAdjustment', id }, movements);
