import { toTimestamp } from '../clock.ts';
import { changeAdjustment, createAdjustment } from '../resources/stock-adjustments/handlers.ts';
import type { AdjustmentFields } from '../resources/stock-adjustments/rules.ts';
import { changeTransfer, createTransfer, receiveTransfer } from '../resources/stock-transfers/handlers.ts';
import type { TransferFields } from '../resources/stock-transfers/rules.ts';
import { named } from './named.ts';
import { HOUR } from './plan-dates.ts';
import type { PlannedAdjustment, PlannedStockLine, PlannedTransfer } from './plan-stock-documents.ts';
import type { WrittenItems } from './write-items.ts';
import type { Event, Writers } from './write-purchasing.ts';
import type { Ids } from './write-references.ts';

/** Records that transfers and adjustments refer to. */
interface StockReferences {
  readonly stores: Ids;
  readonly items: WrittenItems;
  /** Items that are not moved, so that some have run out. */
  readonly runOut: ReadonlySet<number>;
}

const dayOf = (at: number): string => toTimestamp(at).slice(0, 10);

/** A transfer and what becomes of it, by the rules and the SQL of the operations. */
export function transferEvents({ backOffice, app }: Writers, plan: PlannedTransfer, ids: StockReferences): Event[] {
  let transfer: TransferFields;
  const { at, endedAt, fate, narration } = plan;
  const create = async () => {
    const stores = { fromStoreId: named(ids.stores, plan.from), toStoreId: named(ids.stores, plan.to) };
    const body = { ...stores, date: dayOf(at), narration, lines: linesOf(plan.lines, ids) };
    const writer = plan.byApp ? app : backOffice;
    ({ transfer } = await writer.write(at, (tx) => createTransfer(tx, body, fate === 'atOnce')));
  };
  const end = () =>
    backOffice.write(endedAt, async (tx) => {
      await (fate === 'voided'
        ? changeTransfer(tx, transfer.id, { status: 0 })
        : receiveTransfer(tx, transfer.id, receiptOf(plan, transfer)));
    });
  return fate === 'draft' || fate === 'atOnce'
    ? [{ at, write: create }]
    : [
        { at, write: create },
        { at: endedAt, write: end },
      ];
}

/** One piece or kilogram of the first line of a partially received transfer. */
const receiptOf = ({ fate }: PlannedTransfer, { lines: [first] }: TransferFields) =>
  fate === 'partial' && first ? { lines: [{ lineId: first.id, quantity: '1' }] } : {};

/** An adjustment and what becomes of it: a draft is posted or dropped, what is posted may be taken back. */
export function adjustmentEvents({ backOffice, app }: Writers, plan: PlannedAdjustment, ids: StockReferences): Event[] {
  let adjustment: AdjustmentFields;
  const { at, endedAt, fate, type, reason, narration } = plan;
  const create = async () => {
    const lines = linesOf(plan.lines, ids);
    const body = { storeId: named(ids.stores, plan.store), date: dayOf(at), type, reason, narration, lines };
    const writer = plan.byApp ? app : backOffice;
    ({ adjustment } = await writer.write(at, (tx) => createAdjustment(tx, body, fate === 'atOnce')));
  };
  const change = (when: number, status: 1 | 2): Event => ({
    at: when,
    write: () =>
      backOffice.write(when, async (tx) => {
        await changeAdjustment(tx, adjustment.id, { status });
      }),
  });
  const later = {
    draft: [],
    atOnce: [],
    dropped: [change(endedAt, 2)],
    posted: [change(endedAt, 1)],
    takenBack: [change(endedAt, 1), change(endedAt + HOUR, 2)],
  }[fate];
  return [{ at, write: create }, ...later];
}

function linesOf(lines: readonly PlannedStockLine[], { items, runOut }: StockReferences) {
  return lines
    .map(({ product, size, quantity }) => {
      const item = named(items, product);
      const variant = item.variants.find(({ name }) => name === size);
      return { itemId: item.id, variantId: variant?.id ?? null, quantity };
    })
    .filter(({ itemId }) => !runOut.has(itemId));
}
