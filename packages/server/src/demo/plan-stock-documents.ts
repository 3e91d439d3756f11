import type { StockAdjustment } from '../contract/generated/types.gen.ts';
import { DAY, HOUR } from './plan-dates.ts';
import type { PlannedItem } from './plan-items.ts';
import type { Random } from './random.ts';
import { type Catalogue, isCounted } from './read-catalogue.ts';

/** A line of a document: an item by its external id, and one of its variants by its name. */
export interface PlannedStockLine {
  readonly item: string;
  readonly variant: string | null;
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

/** A transfer. Its references are external ids. */
export interface PlannedTransfer extends PlannedDocument {
  readonly fate: 'draft' | 'voided' | 'partial' | 'done' | 'atOnce';
  readonly from: string;
  readonly to: string;
}

/** An adjustment. Its references are external ids. */
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
  { stores }: Catalogue,
  items: readonly PlannedItem[],
  base: number,
  random: Random,
): PlannedTransfer[] {
  return TRANSFERS.map((fate, i) => {
    const from = random.below(stores.length);
    const to = (from + random.between(1, stores.length - 1)) % stores.length;
    const narration = random.pick(NARRATIONS);
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
  { stores }: Catalogue,
  items: readonly PlannedItem[],
  base: number,
  random: Random,
): PlannedAdjustment[] {
  return ADJUSTMENTS.map(([fate, type, reason, narration], i) => {
    const store = codeOf(stores, random.below(stores.length));
    return { ...documentAt(i, items, base, random), fate, type, reason, narration, store };
  });
}

const codeOf = (stores: Catalogue['stores'], index: number): string => stores[index]?.externalId as string;

function documentAt(i: number, items: readonly PlannedItem[], base: number, random: Random) {
  const at = base - (FIRST - i * APART) * DAY + 9 * HOUR + random.below(6 * HOUR);
  const endedAt = at + HOUR + random.below(DAY);
  return { at, endedAt, byApp: i % BY_APP_EVERY === 0, lines: linesOf(items, at, random) };
}

/** Counted items that were in the range by then, each once. */
function linesOf(items: readonly PlannedItem[], at: number, random: Random): PlannedStockLine[] {
  const range = itemsInRange(items, at);
  const chosen = new Set(Array.from({ length: random.between(3, 6) }, () => random.pick(range)));
  return [...chosen].map(({ line: { externalId, variants = [], weighingScale } }) => ({
    item: externalId,
    variant: variants.length > 0 ? random.pick(variants).name : null,
    quantity: weighingScale
      ? `${random.between(1, 3)}.${random.chance(50) ? '500' : '250'}`
      : `${random.between(2, 6)}`,
  }));
}

/** Counted items that had been in the range for an hour. */
export const itemsInRange = (items: readonly PlannedItem[], at: number): PlannedItem[] =>
  items.filter((item) => item.at + HOUR < at && isCounted(item.line));
