import { toTimestamp } from '../clock.ts';
import type { PurchaseOrderCreate } from '../contract/generated/types.gen.ts';
import { changeOrder, createOrder, receiveOrder } from '../resources/purchase-orders/handlers.ts';
import type { OrderFields } from '../resources/purchase-orders/rules.ts';
import { writePurchaseReturn } from '../resources/purchase-returns/write.ts';
import type { DatedWriter } from './backdated-store.ts';
import { named } from './named.ts';
import { DAY } from './plan-dates.ts';
import type { PlannedLine, PlannedOrder } from './plan-purchasing.ts';
import type { WrittenItems } from './write-items.ts';
import type { Ids } from './write-references.ts';

/** Records that orders refer to. */
export interface PurchasingReferences {
  readonly suppliers: Ids;
  readonly stores: Ids;
  readonly taxes: Ids;
  readonly items: WrittenItems;
  /** Items that are not ordered, so that some have run out. */
  readonly runOut: ReadonlySet<number>;
}

/** Author of a write: the merchant's back office, or an app where one is connected. */
export interface Writers {
  readonly backOffice: DatedWriter;
  readonly app: DatedWriter;
}

/** Something that a merchant's people or apps did at an instant. */
export interface Event {
  readonly at: number;
  readonly write: () => Promise<void>;
}

/** An order and what becomes of it, by the rules and the SQL of the operations. */
export function orderEvents({ backOffice, app }: Writers, plan: PlannedOrder, ids: PurchasingReferences): Event[] {
  let order: OrderFields;
  const { at, endedAt, returnedAt, fate } = plan;
  const create = async () => {
    const body = bodyOf(plan, ids);
    const written = await (plan.byApp ? app : backOffice).write(at, (tx) => createOrder(tx, body, fate === 'atOnce'));
    order = written.order;
  };
  const end = () =>
    backOffice.write(endedAt, async (tx) => {
      await (fate === 'voided'
        ? changeOrder(tx, order.id, { status: 0 })
        : receiveOrder(tx, order.id, receiptOf(plan, order)));
    });
  const giveBack = async () => {
    await backOffice.write(returnedAt as number, (tx) => writePurchaseReturn(tx, returnOf(plan, order)));
  };
  const ends = fate !== 'draft' && fate !== 'atOnce';
  return [
    { at, write: create },
    ...(ends ? [{ at: endedAt, write: end }] : []),
    ...(returnedAt === undefined ? [] : [{ at: returnedAt, write: giveBack }]),
  ];
}

const dayOf = (at: number): string => toTimestamp(at).slice(0, 10);

function bodyOf(plan: PlannedOrder, ids: PurchasingReferences): PurchaseOrderCreate {
  return {
    supplierId: named(ids.suppliers, plan.supplier),
    storeId: named(ids.stores, plan.store),
    orderDate: dayOf(plan.at),
    expectedDate: dayOf(plan.at + 2 * DAY),
    invoice: plan.invoice,
    narration: plan.narration,
    lines: plan.lines.map((line) => lineOf(line, ids)).filter(({ itemId }) => !ids.runOut.has(itemId)),
  };
}

function lineOf({ product, size, tax, quantity, unitCost, discount }: PlannedLine, ids: PurchasingReferences) {
  const item = named(ids.items, product);
  const variant = item.variants.find(({ name }) => name === size);
  const taxId = tax === undefined ? null : named(ids.taxes, tax);
  return { itemId: item.id, variantId: variant?.id ?? null, quantity, unitCost, discount, taxId };
}

/** First line of a partially received order. */
const receiptOf = ({ fate }: PlannedOrder, { lines }: OrderFields) => {
  const [first] = lines;
  return fate === 'partial' && first ? { lines: [{ lineId: first.id, quantity: '2' }] } : {};
};

/** One piece or kilogram of the first line. */
function returnOf({ returnedAt }: PlannedOrder, { supplierId, storeId, lines }: OrderFields) {
  const returned = lines
    .slice(0, 1)
    .map(({ itemId, variantId, unitCost }) => ({ itemId, variantId, quantity: '1', unitCost }));
  const date = dayOf(returnedAt as number);
  return {
    returnNo: null,
    supplierId,
    storeId,
    date,
    narration: 'Damaged in transit',
    externalId: null,
    lines: returned,
  };
}
