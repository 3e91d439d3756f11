import type { StockAdjustment } from '../../contract/generated/types.gen.ts';
import type { TenantTransaction } from '../../database/tenant.ts';
import { toTimestamp } from '../../process/time.ts';
import { fromUnits, toUnits } from '../../records/decimal.ts';
import { netCosts } from '../../records/purchase-orders/costs.ts';
import { changeOrder, createOrder, receiveOrder, writePurchaseReturn } from '../../records/purchase-orders/orders.ts';
import type { OrderFields } from '../../records/purchase-orders/rules.ts';
import { changeAdjustment, createAdjustment } from '../../records/stock-adjustments/adjustments.ts';
import type { AdjustmentFields } from '../../records/stock-adjustments/rules.ts';
import type { TransferFields } from '../../records/stock-transfers/rules.ts';
import { changeTransfer, createTransfer, receiveTransfer } from '../../records/stock-transfers/transfers.ts';
import type { References } from '../import/references.ts';
import { DAY, HOUR } from '../local-time.ts';
import { Random } from './sales.ts';
import { byDate, type Catalogue, type DatedItem, type ItemLine, isCounted, type Shop } from './shops.ts';

/** One transaction of a merchant's history. */
export interface Step {
  readonly at: number;
  /** True if a connected app writes it, false for the back office. */
  readonly byApp?: boolean;
  readonly write: (tx: TenantTransaction) => Promise<unknown>;
}

interface Plan {
  readonly shop: Shop;
  readonly catalogue: Catalogue;
  readonly items: readonly DatedItem[];
  readonly runOut: ReadonlySet<string>;
  /** All dates are before this instant. */
  readonly base: number;
  /** Holds the records of earlier steps. */
  readonly references: References;
}

/**
 * Steps that create and complete orders, transfers and adjustments by the rules of their operations, ordered by date.
 * The import format has no such documents.
 */
export const documentSteps = (plan: Plan): Step[] =>
  [...purchaseOrders(plan), ...transfers(plan), ...adjustments(plan)].sort(byDate);

/** Added to a merchant's seed, so that each kind of document draws random numbers from a separate stream. */
const ORDER_SEEDS = 1000;
const TRANSFER_SEEDS = 2000;
const ADJUSTMENT_SEEDS = 3000;

type Outcome = 'draft' | 'voided' | 'partial' | 'received' | 'atOnce';

const ORDERS = 28;

/** Outcomes of the latest orders. Nearly all earlier ones are received. */
const LATEST: readonly Outcome[] = ['partial', 'received', 'voided', 'partial', 'draft', 'partial', 'draft', 'draft'];

const ORDER_NARRATIONS = ['Weekly delivery', 'Top-up before the weekend', 'Deliver to the back door', null, null];

function purchaseOrders(plan: Plan): Step[] {
  const { shop, catalogue, references, base } = plan;
  const random = new Random(shop.seed + ORDER_SEEDS);
  const bought = plan.items.filter(({ line }) => shop.homemade === undefined || line.groupId !== shop.homemade);
  return Array.from({ length: ORDERS }, (_, i) => {
    const at = base - (117 - i * 4) * DAY + 8 * HOUR + random.below(8 * HOUR);
    const earlier = i % 4 === 1 ? 'atOnce' : 'received';
    const outcome = LATEST[i - (ORDERS - LATEST.length)] ?? (i % 9 === 8 ? 'voided' : earlier);
    const isReceived = outcome === 'received' || outcome === 'atOnce';
    const endedAt = at + HOUR + random.below(DAY);
    const supplier = random.pick(catalogue.suppliers).externalId;
    const store = random.pick(catalogue.stores).externalId;
    const invoice = isReceived ? `INV-${20_000 + random.below(9_999)}` : null;
    const narration = random.pick(ORDER_NARRATIONS);
    const chosen = chooseItems(bought, at, random.between(2, 6), random);
    const planned = chosen.map((line) => planOrderLine(line, random)).filter(({ item }) => !plan.runOut.has(item));
    const returnedAt = isReceived && i % 6 < 2 ? endedAt + HOUR + random.below(DAY) : undefined;

    const create = async (tx: TenantTransaction) => {
      const lines = planned.map(({ item, variant, tax, ...line }) => {
        return { ...references.itemIds({ item, variant }), ...line, taxId: references.id('tax', tax) };
      });
      const ids = { supplierId: references.id('supplier', supplier), storeId: references.id('store', store) };
      const dates = { orderDate: dayOf(at), expectedDate: dayOf(at + 2 * DAY) };
      return (await createOrder(tx, { ...ids, ...dates, invoice, narration, lines }, outcome === 'atOnce')).fields;
    };
    const changes: Change<OrderFields>[] = [];
    if (outcome === 'voided') changes.push({ at: endedAt, write: (tx, { id }) => changeOrder(tx, id, { status: 0 }) });
    if (outcome === 'partial' || outcome === 'received') {
      const received = outcome === 'partial' ? '2' : undefined;
      changes.push({ at: endedAt, write: (tx, { id, lines }) => receiveOrder(tx, id, receiptOf(lines, received)) });
    }
    if (returnedAt !== undefined)
      changes.push({ at: returnedAt, write: (tx, order) => returnFirst(tx, order, dayOf(returnedAt)) });
    return stepsOf({ at, byApp: i % 3 === 0 }, create, changes);
  }).flat();
}

function planOrderLine({ externalId, cost, tax = null, variants = [], weighingScale }: ItemLine, random: Random) {
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

/** Returns one piece or kilogram of the first line. */
function returnFirst(tx: TenantTransaction, { supplierId, storeId, currency, lines }: OrderFields, date: string) {
  const returned = lines.slice(0, 1).map((line) => ({ line, quantity: '1' }));
  const costs = netCosts(returned, currency);
  return writePurchaseReturn(tx, {
    ...{ returnNo: null, externalId: null, supplierId, storeId, date, narration: 'Damaged in transit' },
    lines: returned.map(({ line: { itemId, variantId }, quantity }, i) => {
      return { itemId, variantId, quantity, unitCost: costs[i] as string };
    }),
  });
}

/** Outcomes of a merchant's transfers, oldest first. */
const TRANSFERS: readonly Outcome[] = [
  ...(['received', 'atOnce', 'received', 'voided', 'received', 'atOnce', 'received', 'partial'] as const),
  ...(['atOnce', 'voided', 'received', 'partial', 'draft', 'draft'] as const),
];

const TRANSFER_NARRATIONS = ['Shelves were empty', 'For the weekend', null];

function transfers(plan: Plan): Step[] {
  const random = new Random(plan.shop.seed + TRANSFER_SEEDS);
  const { stores } = plan.catalogue;
  return TRANSFERS.flatMap((outcome, i) => {
    const from = random.below(stores.length);
    const to = (from + random.between(1, stores.length - 1)) % stores.length;
    const narration = random.pick(TRANSFER_NARRATIONS);
    const { created, endedAt, linesOf } = planStockDocument(plan, i, random);
    const create = async (tx: TenantTransaction) => {
      const ids = { fromStoreId: storeIdOf(plan, from), toStoreId: storeIdOf(plan, to) };
      const body = { ...ids, date: dayOf(created.at), narration, lines: linesOf() };
      return (await createTransfer(tx, body, outcome === 'atOnce')).fields;
    };
    const changes: Change<TransferFields>[] = [];
    if (outcome === 'voided')
      changes.push({ at: endedAt, write: (tx, { id }) => changeTransfer(tx, id, { status: 0 }) });
    if (outcome === 'partial' || outcome === 'received') {
      const received = outcome === 'partial' ? '1' : undefined;
      changes.push({ at: endedAt, write: (tx, { id, lines }) => receiveTransfer(tx, id, receiptOf(lines, received)) });
    }
    return stepsOf(created, create, changes);
  });
}

const [COUNT, ADD, REMOVE] = [0, 1, 2] as const;
const [POSTED, VOIDED] = [1, 2] as const;

/** States that an adjustment is changed to, an hour apart. */
const LATER_STATES = { draft: [], atOnce: [], voided: [VOIDED], posted: [POSTED], postedAndVoided: [POSTED, VOIDED] };

/** A merchant's adjustments and their outcomes, oldest first. */
const ADJUSTMENTS: readonly (readonly [
  keyof typeof LATER_STATES,
  StockAdjustment['type'],
  StockAdjustment['reason'],
  narration: string | null,
])[] = [
  ['posted', COUNT, null, 'Quarterly count'],
  ['atOnce', REMOVE, 'damage', 'Crate dropped at the back door'],
  ['atOnce', REMOVE, 'expiry', null],
  ['postedAndVoided', REMOVE, 'theft', 'Turned up on another shelf'],
  ['atOnce', ADD, 'correction', 'Delivery was counted short'],
  ['posted', COUNT, 'correction', null],
  ['atOnce', REMOVE, 'waste', null],
  ['voided', ADD, 'other', null],
  ['posted', ADD, 'opening', 'Opening stock of the new shelf'],
  ['atOnce', REMOVE, 'expiry', 'Past their date'],
  ['postedAndVoided', COUNT, null, 'Counted in the wrong store'],
  ['draft', REMOVE, 'damage', null],
  ['draft', COUNT, null, 'Count under way'],
];

function adjustments(plan: Plan): Step[] {
  const random = new Random(plan.shop.seed + ADJUSTMENT_SEEDS);
  return ADJUSTMENTS.flatMap(([outcome, type, reason, narration], i) => {
    const store = random.below(plan.catalogue.stores.length);
    const { created, endedAt, linesOf } = planStockDocument(plan, i, random);
    const create = async (tx: TenantTransaction) => {
      const body = { storeId: storeIdOf(plan, store), date: dayOf(created.at), type, reason, narration };
      return (await createAdjustment(tx, { ...body, lines: linesOf() }, outcome === 'atOnce')).fields;
    };
    const changes = LATER_STATES[outcome].map((status, n): Change<AdjustmentFields> => {
      return { at: endedAt + n * HOUR, write: (tx, { id }) => changeAdjustment(tx, id, { status }) };
    });
    return stepsOf(created, create, changes);
  });
}

/** Times and lines of the transfer or adjustment with this index. `linesOf` requires that the items are written. */
function planStockDocument({ items, base, runOut, references }: Plan, i: number, random: Random) {
  const at = base - (108 - i * 8) * DAY + 9 * HOUR + random.below(6 * HOUR);
  const endedAt = at + HOUR + random.below(DAY);
  const chosen = chooseItems(items, at, random.between(3, 6), random);
  const planned = chosen.map(({ externalId: item, variants = [], weighingScale }) => ({
    item,
    variant: variants.length > 0 ? random.pick(variants).name : null,
    quantity: weighingScale
      ? `${random.between(1, 3)}.${random.chance(50) ? '500' : '250'}`
      : `${random.between(2, 6)}`,
  }));
  const lines = planned.filter(({ item }) => !runOut.has(item));
  const linesOf = () => lines.map(({ quantity, ...of }) => ({ ...references.itemIds(of), quantity }));
  return { created: { at, byApp: i % 4 === 0 }, endedAt, linesOf };
}

const storeIdOf = ({ catalogue, references }: Plan, index: number): number =>
  references.id('store', catalogue.stores[index]?.externalId as string);

const dayOf = (at: number): string => toTimestamp(at).slice(0, 10);

/** Picks up to `most` items with stock, created at least an hour earlier. */
function chooseItems(items: readonly DatedItem[], at: number, most: number, random: Random): ItemLine[] {
  const range = items.filter((item) => item.at + HOUR < at && isCounted(item.line));
  return [...new Set(Array.from({ length: most }, () => random.pick(range).line))];
}

/** Receipt of a quantity of the first line, or of everything outstanding. */
const receiptOf = ([first]: readonly { readonly id: number }[], quantity: string | undefined) =>
  first && quantity !== undefined ? { lines: [{ lineId: first.id, quantity }] } : {};

interface Change<Document> {
  readonly at: number;
  readonly write: (tx: TenantTransaction, document: Document) => Promise<unknown>;
}

function stepsOf<Document>(
  created: Omit<Step, 'write'>,
  create: (tx: TenantTransaction) => Promise<Document>,
  changes: readonly Change<Document>[],
): Step[] {
  let document: Document;
  const write = async (tx: TenantTransaction) => {
    document = await create(tx);
  };
  return [{ ...created, write }, ...changes.map(({ at, write }): Step => ({ at, write: (tx) => write(tx, document) }))];
}
