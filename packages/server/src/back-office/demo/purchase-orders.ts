import type { TenantTransaction } from '../../database/tenant.ts';
import { fromUnits, toUnits } from '../../records/decimal.ts';
import { netCosts } from '../../records/purchase-orders/amounts.ts';
import { changeOrder, createOrder, receiveOrder } from '../../records/purchase-orders/handlers.ts';
import type { OrderFields } from '../../records/purchase-orders/rules.ts';
import { writePurchaseReturn } from '../../records/purchase-returns/write.ts';
import type { Reference } from '../import/line.ts';
import { DAY, HOUR } from './dates.ts';
import { chooseItems, dayOf, documentSteps, type PlannedLine, partOf, stockLines } from './document.ts';
import { Random } from './random.ts';
import type { ItemLine } from './read-catalogue.ts';
import type { Plan, Step } from './step.ts';

type Outcome = 'draft' | 'voided' | 'partial' | 'received' | 'atOnce';

/** Added to a shop's seed, so that orders draw random numbers from a separate stream and affect nothing else. */
const SEEDS = 1000;

const ORDERS = 28;
/** Days from the first order to the day of the demo, and days between orders. */
const FIRST = 117;
const APART = 4;

/** Outcomes of the latest orders. Nearly all earlier ones are received. */
const LATEST: readonly Outcome[] = ['partial', 'received', 'voided', 'partial', 'draft', 'partial', 'draft', 'draft'];
const VOIDED_EVERY = 9;
const AT_ONCE_EVERY = 4;
const RETURNED_EVERY = 6;
const BY_APP_EVERY = 3;

const NARRATIONS = ['Weekly delivery', 'Top-up before the weekend', 'Deliver to the back door', null, null];

/** Steps that create and complete purchase orders, with the rules and the SQL of the operations. */
export function purchaseOrders(plan: Plan): Step[] {
  const random = new Random(plan.shop.seed + SEEDS);
  return Array.from({ length: ORDERS }, (_, i) => orderSteps(plan, i, random)).flat();
}

function orderSteps(plan: Plan, i: number, random: Random): Step[] {
  const at = plan.base - (FIRST - i * APART) * DAY + 8 * HOUR + random.below(8 * HOUR);
  const outcome = outcomeOf(i);
  const endedAt = at + HOUR + random.below(DAY);
  const isReceived = outcome === 'received' || outcome === 'atOnce';
  const bodyOf = planBody(plan, at, isReceived, random);
  const returnedAt = isReceived && i % RETURNED_EVERY < 2 ? endedAt + HOUR + random.below(DAY) : undefined;
  return documentSteps(
    {
      at,
      byApp: i % BY_APP_EVERY === 0,
      write: async (tx) => (await createOrder(tx, bodyOf(), outcome === 'atOnce')).order,
    },
    [
      ...(outcome === 'draft' || outcome === 'atOnce' ? [] : [{ at: endedAt, write: endOf(outcome) }]),
      ...(returnedAt === undefined ? [] : [{ at: returnedAt, write: returnAt(returnedAt) }]),
    ],
  );
}

function outcomeOf(i: number): Outcome {
  const latest = LATEST[i - (ORDERS - LATEST.length)];
  if (latest) return latest;
  if (i % VOIDED_EVERY === VOIDED_EVERY - 1) return 'voided';
  return i % AT_ONCE_EVERY === 1 ? 'atOnce' : 'received';
}

/** Plans an order. Its body can only be built once the records it refers to are written. */
function planBody(plan: Plan, at: number, isReceived: boolean, random: Random) {
  const { references } = plan.written;
  const supplier = random.pick(plan.catalogue.suppliers).externalId;
  const store = random.pick(plan.catalogue.stores).externalId;
  const invoice = isReceived ? `INV-${20_000 + random.below(9_999)}` : null;
  const narration = random.pick(NARRATIONS);
  const lines = planLines(plan, at, random);
  return () => ({
    supplierId: references.id('supplier', supplier),
    storeId: references.id('store', store),
    orderDate: dayOf(at),
    expectedDate: dayOf(at + 2 * DAY),
    invoice,
    narration,
    lines: stockLines(lines, plan.written).map(({ tax, ...line }) => ({ ...line, taxId: references.id('tax', tax) })),
  });
}

interface PlannedOrderLine extends PlannedLine {
  readonly tax: Reference | null;
  readonly unitCost: string;
  readonly discount: string;
}

function planLines({ shop, items }: Plan, at: number, random: Random): PlannedOrderLine[] {
  const bought = items.filter(({ line }) => shop.homemade === undefined || line.groupId !== shop.homemade);
  return chooseItems({ items: bought }, at, random.between(2, 6), random).map((line) => planLine(line, random));
}

function planLine({ externalId, cost, tax = null, variants = [], weighingScale }: ItemLine, random: Random) {
  const variant = variants.length > 0 ? random.pick(variants) : undefined;
  const percent = BigInt(random.between(95, 106));
  const unitCost = fromUnits((toUnits(variant?.cost ?? cost ?? '0', 2) * percent) / 100n, 2);
  return {
    item: externalId,
    variant: variant?.name ?? null,
    tax,
    quantity: weighingScale
      ? `${random.between(2, 20)}.${random.chance(50) ? '500' : '250'}`
      : String(6 * random.between(1, 8)),
    unitCost,
    discount: random.chance(20) && toUnits(unitCost, 2) > 50n ? '0.50' : '0',
  };
}

/** Voids an order, or receives part or all of it. */
const endOf =
  (outcome: Outcome) =>
  (tx: TenantTransaction, { id, lines }: OrderFields): Promise<unknown> =>
    outcome === 'voided'
      ? changeOrder(tx, id, { status: 0 })
      : receiveOrder(tx, id, outcome === 'partial' ? partOf(lines, '2') : {});

/** Returns one piece or kilogram of the first line. */
const returnAt =
  (at: number) =>
  (tx: TenantTransaction, { supplierId, storeId, currency, lines }: OrderFields): Promise<unknown> => {
    const returned = lines.slice(0, 1).map((line) => ({ line, quantity: '1' }));
    const costs = netCosts(returned, currency);
    return writePurchaseReturn(tx, {
      returnNo: null,
      supplierId,
      storeId,
      date: dayOf(at),
      narration: 'Damaged in transit',
      externalId: null,
      lines: returned.map(({ line: { itemId, variantId }, quantity }, i) => ({
        ...{ itemId, variantId, quantity },
        unitCost: costs[i] as string,
      })),
    });
  };
