import type { StockAdjustment } from '../contract/generated/types.gen.ts';
import type { MerchantData } from './merchant-data.ts';
import { DAY, HOUR } from './plan-dates.ts';
import { isCounted, type PlannedItem } from './plan-items.ts';
import type { Random } from './random.ts';

/** One line of a document: a product by its name, and which of its sizes. */
export interface PlannedStockLine {
  readonly product: string;
  readonly size: string | null;
  readonly quantity: string;
}

interface PlannedDocument {
  readonly at: number;
  /** Time of the remaining steps. */
  readonly endedAt: number;
  readonly narration: string | null;
  /** Written through an app rather than in the back office. */
  readonly byApp: boolean;
  readonly lines: readonly PlannedStockLine[];
}

/** A transfer, with names for what it refers to. */
export interface PlannedTransfer extends PlannedDocument {
  readonly fate: 'draft' | 'voided' | 'partial' | 'done' | 'atOnce';
  readonly from: string;
  readonly to: string;
}

/** An adjustment, with names for what it refers to. */
export interface PlannedAdjustment extends PlannedDocument {
  readonly fate: 'draft' | 'dropped' | 'posted' | 'atOnce' | 'takenBack';
  readonly store: string;
  readonly type: StockAdjustment['type'];
  readonly reason: StockAdjustment['reason'];
}

/** Fates of the merchant's documents, oldest first. */
const TRANSFERS: readonly PlannedTransfer['fate'][] = [
  ...(['done', 'atOnce', 'done', 'voided', 'done', 'atOnce', 'done', 'partial'] as const),
  ...(['atOnce', 'voided', 'done', 'partial', 'draft', 'draft'] as const),
];

const [COUNT, ADD, REMOVE] = [0, 1, 2] as const;

type Adjusted = readonly [PlannedAdjustment['fate'], StockAdjustment['type'], StockAdjustment['reason'], string | null];
const ADJUSTMENTS: readonly Adjusted[] = [
  ['posted', COUNT, null, 'Quarterly count'],
  ['atOnce', REMOVE, 'damage', 'Crate dropped at the back door'],
  ['atOnce', REMOVE, 'expiry', null],
  ['takenBack', REMOVE, 'theft', 'Turned up on another shelf'],
  ['atOnce', ADD, 'correction', 'Delivery was counted short'],
  ['posted', COUNT, 'correction', null],
  ['atOnce', REMOVE, 'waste', null],
  ['dropped', ADD, 'other', null],
  ['posted', ADD, 'opening', 'Opening stock of the new shelf'],
  ['atOnce', REMOVE, 'expiry', 'Past their date'],
  ['takenBack', COUNT, null, 'Counted in the wrong store'],
  ['draft', REMOVE, 'damage', null],
  ['draft', COUNT, null, 'Count under way'],
];

const NARRATIONS = ['Shelves were empty', 'For the weekend', null];

/** Days before the demo's own day: the first of either, and from one to the next. */
const FIRST = 108;
const APART = 8;

const BY_APP_EVERY = 4;

export function planTransfers(
  { stores }: MerchantData,
  items: readonly PlannedItem[],
  base: number,
  random: Random,
): PlannedTransfer[] {
  return TRANSFERS.map((fate, i) => {
    const from = random.below(stores.length);
    const to = (from + random.between(1, stores.length - 1)) % stores.length;
    const narration = pick(NARRATIONS, random);
    return {
      ...documentAt(i, items, base, random),
      fate,
      narration,
      from: codeOf(stores, from),
      to: codeOf(stores, to),
    };
  });
}

export function planAdjustments(
  { stores }: MerchantData,
  items: readonly PlannedItem[],
  base: number,
  random: Random,
): PlannedAdjustment[] {
  return ADJUSTMENTS.map(([fate, type, reason, narration], i) => {
    const store = codeOf(stores, random.below(stores.length));
    return { ...documentAt(i, items, base, random), fate, type, reason, narration, store };
  });
}

/** Number of transactions that a document takes: some are finished in the call that creates them. */
export function stepsOf({ fate }: PlannedTransfer | PlannedAdjustment): number {
  return fate === 'draft' || fate === 'atOnce' ? 1 : fate === 'takenBack' ? 3 : 2;
}

const codeOf = (stores: MerchantData['stores'], index: number): string => stores[index]?.code as string;

function documentAt(i: number, items: readonly PlannedItem[], base: number, random: Random) {
  const at = base - (FIRST - i * APART) * DAY + 9 * HOUR + random.below(6 * HOUR);
  const endedAt = at + HOUR + random.below(DAY);
  return { at, endedAt, byApp: i % BY_APP_EVERY === 0, lines: linesOf(items, at, random) };
}

/** Counted products that were in the range by then, each once. */
function linesOf(items: readonly PlannedItem[], at: number, random: Random): PlannedStockLine[] {
  const range = items.filter((item) => item.at + HOUR < at && isCounted(item.product));
  const chosen = new Set(Array.from({ length: random.between(3, 6) }, () => pick(range, random)));
  return [...chosen].map(({ product, variants }) => ({
    product: product.name,
    size: variants.length > 0 ? pick(variants, random).name : null,
    quantity: product.weighed
      ? `${random.between(1, 3)}.${random.chance(50) ? '500' : '250'}`
      : `${random.between(2, 6)}`,
  }));
}

const pick = <T>(list: readonly T[], random: Random): T => list[random.below(list.length)] as T;
