import type { StockAdjustment } from '../../contract/generated/types.gen.ts';
import type { TenantTransaction } from '../../database/tenant.ts';
import { toTimestamp } from '../../process/time.ts';
import { fromUnits, toUnits } from '../../records/decimal.ts';
import { netCosts } from '../../records/purchase-orders/amounts.ts';
import { changeOrder, createOrder, receiveOrder } from '../../records/purchase-orders/handlers.ts';
import type { OrderFields } from '../../records/purchase-orders/rules.ts';
import { writePurchaseReturn } from '../../records/purchase-returns.ts';
import { changeAdjustment, createAdjustment } from '../../records/stock-adjustments/handlers.ts';
import type { AdjustmentFields } from '../../records/stock-adjustments/rules.ts';
import { changeTransfer, createTransfer, receiveTransfer } from '../../records/stock-transfers/handlers.ts';
import type { TransferFields } from '../../records/stock-transfers/rules.ts';
import type { Reference } from '../import/lines.ts';
import { DAY, HOUR } from '../local-time.ts';
import { type ItemLine, isCounted, type Plan, type Step, type Written } from './plan.ts';
import { Random } from './sales.ts';

/** A line with the external id of an item and the name of its variant. */
interface PlannedLine {
  readonly item: string;
  readonly variant: string | null;
  readonly quantity: string;
}

interface DocumentStep<Work> {
  readonly at: number;
  readonly write: Work;
}

/** Steps that create a document and then change it. */
function documentSteps<Document>(
  create: DocumentStep<(tx: TenantTransaction) => Promise<Document>> & { readonly byApp: boolean },
  changes: readonly DocumentStep<(tx: TenantTransaction, document: Document) => Promise<unknown>>[],
): Step[] {
  let document: Document;
  return [
    {
      ...create,
      async write(tx) {
        document = await create.write(tx);
      },
    },
    ...changes.map(({ at, write }) => ({ at, write: (tx: TenantTransaction) => write(tx, document) })),
  ];
}

const dayOf = (at: number): string => toTimestamp(at).slice(0, 10);

/** Picks up to that many items with stock, created at least an hour earlier. */
function chooseItems({ items }: Pick<Plan, 'items'>, at: number, most: number, random: Random): ItemLine[] {
  const range = items.filter((item) => item.at + HOUR < at && isCounted(item.line));
  return [...new Set(Array.from({ length: most }, () => random.pick(range).line))];
}

/** Resolves the lines, leaving out items that have run out. */
const stockLines = <Line extends PlannedLine>(lines: readonly Line[], { references, runOut }: Written) =>
  lines
    .map(({ item, variant, ...line }) => ({
      itemId: references.id('item', item),
      variantId: references.variantId(item, variant),
      ...line,
    }))
    .filter(({ itemId }) => !runOut.has(itemId));

/** Receives part of a document's first line. */
const partOf = ([first]: readonly { readonly id: number }[], quantity: string) =>
  first ? { lines: [{ lineId: first.id, quantity }] } : {};

type Outcome = 'draft' | 'voided' | 'partial' | 'received' | 'atOnce';

/** Added to a shop's seed, so that orders draw random numbers from a separate stream and affect nothing else. */
const SEEDS = 1000;

const ORDERS = 28;
/** Days from the first order to the day of the demo, and days between orders. */
const FIRST_ORDER = 117;
const ORDERS_APART = 4;

/** Outcomes of the latest orders. Nearly all earlier ones are received. */
const LATEST: readonly Outcome[] = ['partial', 'received', 'voided', 'partial', 'draft', 'partial', 'draft', 'draft'];
const VOIDED_EVERY = 9;
const AT_ONCE_EVERY = 4;
const RETURNED_EVERY = 6;
const ORDER_BY_APP_EVERY = 3;

const ORDER_NARRATIONS = ['Weekly delivery', 'Top-up before the weekend', 'Deliver to the back door', null, null];

/** Steps that create and complete purchase orders, with the rules and the SQL of the operations. */
export function purchaseOrders(plan: Plan): Step[] {
  const random = new Random(plan.shop.seed + SEEDS);
  return Array.from({ length: ORDERS }, (_, i) => orderSteps(plan, i, random)).flat();
}

function orderSteps(plan: Plan, i: number, random: Random): Step[] {
  const at = plan.base - (FIRST_ORDER - i * ORDERS_APART) * DAY + 8 * HOUR + random.below(8 * HOUR);
  const outcome = outcomeOf(i);
  const endedAt = at + HOUR + random.below(DAY);
  const isReceived = outcome === 'received' || outcome === 'atOnce';
  const bodyOf = planBody(plan, at, isReceived, random);
  const returnedAt = isReceived && i % RETURNED_EVERY < 2 ? endedAt + HOUR + random.below(DAY) : undefined;
  return documentSteps(
    {
      at,
      byApp: i % ORDER_BY_APP_EVERY === 0,
      write: async (tx) => (await createOrder(tx, bodyOf(), outcome === 'atOnce')).fields,
    },
    [
      ...(outcome === 'draft' || outcome === 'atOnce' ? [] : [{ at: endedAt, write: endOfOrder(outcome) }]),
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
  const narration = random.pick(ORDER_NARRATIONS);
  const lines = planOrderLines(plan, at, random);
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

function planOrderLines({ shop, items }: Plan, at: number, random: Random): PlannedOrderLine[] {
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
const endOfOrder =
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

/**
 * Added to a shop's seed, so that transfers and adjustments draw random numbers from a separate stream
 * and affect nothing else.
 */
const TRANSFER_SEEDS = 2000;
const ADJUSTMENT_SEEDS = 3000;

type TransferOutcome = 'draft' | 'voided' | 'partial' | 'done' | 'atOnce';

/** Outcomes of a merchant's transfers, oldest first. */
const TRANSFERS: readonly TransferOutcome[] = [
  ...(['done', 'atOnce', 'done', 'voided', 'done', 'atOnce', 'done', 'partial'] as const),
  ...(['atOnce', 'voided', 'done', 'partial', 'draft', 'draft'] as const),
];

type AdjustmentOutcome = 'draft' | 'voided' | 'posted' | 'atOnce' | 'postedAndVoided';

const [COUNT, ADD, REMOVE] = [0, 1, 2] as const;
const [POSTED, VOIDED] = [1, 2] as const;

/** A merchant's adjustments and their outcomes, oldest first. */
const ADJUSTMENTS: readonly (readonly [
  AdjustmentOutcome,
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

const NARRATIONS = ['Shelves were empty', 'For the weekend', null];

/** Days from the first document of either kind to the day of the demo, and days between documents. */
const FIRST = 108;
const APART = 8;

const BY_APP_EVERY = 4;

/** Steps that create and complete transfers, with the rules and the SQL of the operations. */
export function transfers(plan: Plan): Step[] {
  const random = new Random(plan.shop.seed + TRANSFER_SEEDS);
  const { stores } = plan.catalogue;
  return TRANSFERS.flatMap((outcome, i) => {
    const from = random.below(stores.length);
    const to = (from + random.between(1, stores.length - 1)) % stores.length;
    const narration = random.pick(NARRATIONS);
    const { at, byApp, endedAt, lines } = planDocument(plan, i, random);
    const write = async (tx: TenantTransaction) => {
      const ids = { fromStoreId: storeIdOf(plan, from), toStoreId: storeIdOf(plan, to) };
      const body = { ...ids, date: dayOf(at), narration, lines: stockLines(lines, plan.written) };
      return (await createTransfer(tx, body, outcome === 'atOnce')).fields;
    };
    const ends = outcome === 'draft' || outcome === 'atOnce' ? [] : [{ at: endedAt, write: endOf(outcome) }];
    return documentSteps({ at, byApp, write }, ends);
  });
}

/** Voids a transfer, or receives part or all of it. */
const endOf =
  (outcome: TransferOutcome) =>
  (tx: TenantTransaction, { id, lines }: TransferFields): Promise<unknown> =>
    outcome === 'voided'
      ? changeTransfer(tx, id, { status: 0 })
      : receiveTransfer(tx, id, outcome === 'partial' ? partOf(lines, '1') : {});

/** Steps that create, post and void adjustments, with the rules and the SQL of the operations. */
export function adjustments(plan: Plan): Step[] {
  const random = new Random(plan.shop.seed + ADJUSTMENT_SEEDS);
  return ADJUSTMENTS.flatMap(([outcome, type, reason, narration], i) => {
    const store = random.below(plan.catalogue.stores.length);
    const { at, byApp, endedAt, lines } = planDocument(plan, i, random);
    const write = async (tx: TenantTransaction) => {
      const body = { storeId: storeIdOf(plan, store), date: dayOf(at), type, reason, narration };
      const withLines = { ...body, lines: stockLines(lines, plan.written) };
      return (await createAdjustment(tx, withLines, outcome === 'atOnce')).fields;
    };
    const post = { at: endedAt, write: changeTo(POSTED) };
    const changes = {
      draft: [],
      atOnce: [],
      voided: [{ at: endedAt, write: changeTo(VOIDED) }],
      posted: [post],
      postedAndVoided: [post, { at: endedAt + HOUR, write: changeTo(VOIDED) }],
    };
    return documentSteps({ at, byApp, write }, changes[outcome]);
  });
}

const changeTo =
  (status: typeof POSTED | typeof VOIDED) =>
  (tx: TenantTransaction, { id }: AdjustmentFields): Promise<unknown> =>
    changeAdjustment(tx, id, { status });

const storeIdOf = ({ catalogue, written }: Plan, index: number): number =>
  written.references.id('store', catalogue.stores[index]?.externalId as string);

/** Times and lines of the document at this index. */
function planDocument(plan: Plan, i: number, random: Random) {
  const at = plan.base - (FIRST - i * APART) * DAY + 9 * HOUR + random.below(6 * HOUR);
  const endedAt = at + HOUR + random.below(DAY);
  return { at, endedAt, byApp: i % BY_APP_EVERY === 0, lines: planLines(plan, at, random) };
}

function planLines(plan: Plan, at: number, random: Random): PlannedLine[] {
  return chooseItems(plan, at, random.between(3, 6), random).map(({ externalId, variants = [], weighingScale }) => ({
    item: externalId,
    variant: variants.length > 0 ? random.pick(variants).name : null,
    quantity: weighingScale
      ? `${random.between(1, 3)}.${random.chance(50) ? '500' : '250'}`
      : `${random.between(2, 6)}`,
  }));
}
