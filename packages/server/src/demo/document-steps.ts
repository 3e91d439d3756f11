import { toTimestamp } from '../clock.ts';
import { changeOrder, createOrder, receiveOrder } from '../resources/purchase-orders/handlers.ts';
import type { OrderFields } from '../resources/purchase-orders/rules.ts';
import { writePurchaseReturn } from '../resources/purchase-returns/write.ts';
import { changeAdjustment, createAdjustment } from '../resources/stock-adjustments/handlers.ts';
import type { AdjustmentFields } from '../resources/stock-adjustments/rules.ts';
import { changeTransfer, createTransfer, receiveTransfer } from '../resources/stock-transfers/handlers.ts';
import type { TransferFields } from '../resources/stock-transfers/rules.ts';
import { DAY, HOUR } from './plan-dates.ts';
import type { PlannedOrder } from './plan-purchasing.ts';
import type { PlannedAdjustment, PlannedStockLine, PlannedTransfer } from './plan-stock-documents.ts';
import type { Step, Written } from './step.ts';

const dayOf = (at: number): string => toTimestamp(at).slice(0, 10);

/** The lines with ids, except those of items that have run out. */
const stockLines = <Line extends PlannedStockLine>(lines: readonly Line[], { references, runOut }: Written) =>
  lines
    .map(({ item, variant, ...line }) => ({
      itemId: references.id('item', item),
      variantId: references.variantId(item, variant),
      ...line,
    }))
    .filter(({ itemId }) => !runOut.has(itemId));

/** Receipt of some of a document's first line where the document stays partial; otherwise of everything. */
const receiptOf = (fate: string, [first]: readonly { readonly id: number }[], quantity: string) =>
  fate === 'partial' && first ? { lines: [{ lineId: first.id, quantity }] } : {};

/** An order and what becomes of it, by the rules and the SQL of the operations. */
export function orderSteps(plan: PlannedOrder, written: Written): Step[] {
  let order: OrderFields;
  const { at, endedAt, returnedAt, fate, byApp } = plan;
  const create: Step = {
    at,
    byApp,
    async write(tx) {
      ({ order } = await createOrder(tx, orderOf(plan, written), fate === 'atOnce'));
    },
  };
  const end: Step = {
    at: endedAt,
    write: (tx) =>
      fate === 'voided'
        ? changeOrder(tx, order.id, { status: 0 })
        : receiveOrder(tx, order.id, receiptOf(fate, order.lines, '2')),
  };
  const ends = fate === 'draft' || fate === 'atOnce' ? [] : [end];
  if (returnedAt === undefined) return [create, ...ends];
  return [create, ...ends, { at: returnedAt, write: (tx) => writePurchaseReturn(tx, returnOf(order, returnedAt)) }];
}

function orderOf({ at, supplier, store, invoice, narration, lines }: PlannedOrder, written: Written) {
  const { references } = written;
  return {
    supplierId: references.id('supplier', supplier),
    storeId: references.id('store', store),
    orderDate: dayOf(at),
    expectedDate: dayOf(at + 2 * DAY),
    invoice,
    narration,
    lines: stockLines(lines, written).map(({ tax, ...line }) => ({ ...line, taxId: references.id('tax', tax) })),
  };
}

/** Return of one piece or kilogram of the first line. */
function returnOf({ supplierId, storeId, lines }: OrderFields, returnedAt: number) {
  return {
    returnNo: null,
    supplierId,
    storeId,
    date: dayOf(returnedAt),
    narration: 'Damaged in transit',
    externalId: null,
    lines: lines.slice(0, 1).map(({ itemId, variantId, unitCost }) => ({ itemId, variantId, quantity: '1', unitCost })),
  };
}

/** A transfer and what becomes of it, by the rules and the SQL of the operations. */
export function transferSteps({ at, endedAt, fate, byApp, ...plan }: PlannedTransfer, written: Written): Step[] {
  let transfer: TransferFields;
  const create: Step = {
    at,
    byApp,
    async write(tx) {
      const { references } = written;
      const body = {
        fromStoreId: references.id('store', plan.from),
        toStoreId: references.id('store', plan.to),
        date: dayOf(at),
        narration: plan.narration,
        lines: stockLines(plan.lines, written),
      };
      ({ transfer } = await createTransfer(tx, body, fate === 'atOnce'));
    },
  };
  const end: Step = {
    at: endedAt,
    write: (tx) =>
      fate === 'voided'
        ? changeTransfer(tx, transfer.id, { status: 0 })
        : receiveTransfer(tx, transfer.id, receiptOf(fate, transfer.lines, '1')),
  };
  return fate === 'draft' || fate === 'atOnce' ? [create] : [create, end];
}

/** An adjustment and what becomes of it: a draft is posted or voided, a posted one may be voided. */
export function adjustmentSteps({ at, endedAt, fate, byApp, ...plan }: PlannedAdjustment, written: Written): Step[] {
  let adjustment: AdjustmentFields;
  const create: Step = {
    at,
    byApp,
    async write(tx) {
      const { type, reason, narration } = plan;
      const storeId = written.references.id('store', plan.store);
      const body = { storeId, date: dayOf(at), type, reason, narration, lines: stockLines(plan.lines, written) };
      ({ adjustment } = await createAdjustment(tx, body, fate === 'atOnce'));
    },
  };
  const change = (when: number, status: 1 | 2): Step => ({
    at: when,
    write: (tx) => changeAdjustment(tx, adjustment.id, { status }),
  });
  const later = {
    draft: [],
    atOnce: [],
    dropped: [change(endedAt, 2)],
    posted: [change(endedAt, 1)],
    takenBack: [change(endedAt, 1), change(endedAt + HOUR, 2)],
  }[fate];
  return [create, ...later];
}
