import type { Random } from './random.ts';

/** An item, or one variant of it, that is counted. */
export interface Counted {
  readonly variantId: number | null;
  readonly unitCost: string | null;
}

export interface StockedItem {
  readonly itemId: number;
  readonly at: number;
  readonly weighed: boolean;
  readonly lowStockLevel: string | null;
  readonly counted: readonly Counted[];
}

/** Opening stock of one item or variant at one store. */
export interface OpeningStock extends Counted {
  readonly itemId: number;
  readonly storeId: number;
  readonly at: number;
  readonly quantity: string;
}

/** Quantities are counted in thousandths here, so that they stay whole numbers. */
const ONE = 1000;

/** The smallest step of a weighed quantity: 5 g. */
const GRAMS = 5;

/** Stands for the low-stock level of an item that has none. */
const USUAL = 12 * ONE;

/** Per cent of the items that have run out, and that are about to. */
const OUT = 8;
const LOW = 14;

/** Per cent of the stores that have none of an item of which others have plenty. */
const OUT_AT_STORE = 5;

/** Opening stock of an item at each store. Its state over all stores comes first; the quantities follow from it. */
export function planStock(item: StockedItem, storeIds: readonly number[], random: Random): OpeningStock[] {
  const places = storeIds.flatMap((storeId) => item.counted.map((counted) => ({ ...counted, storeId })));
  const quantities = quantitiesOf(item, places.length, random);
  return places.map((place, i) => {
    const quantity = ((quantities[i] ?? 0) / ONE).toFixed(item.weighed ? 3 : 0);
    return { ...place, itemId: item.itemId, at: item.at, quantity };
  });
}

function quantitiesOf({ weighed, lowStockLevel }: StockedItem, places: number, random: Random): number[] {
  const step = weighed ? GRAMS : ONE;
  const low = lowStockLevel === null ? USUAL : Math.round(Number(lowStockLevel) * ONE);
  const roll = random.below(100);
  if (roll < OUT) return Array.from({ length: places }, () => 0);
  if (roll < OUT + LOW && lowStockLevel !== null) return scattered(low, step, places, random);
  return plenty(low, step, places, random);
}

/** Quantity between zero and the low-stock level, in one place or across several. */
function scattered(low: number, step: number, places: number, random: Random): number[] {
  const quantities = Array.from({ length: places }, () => 0);
  let rest = random.between(1, low / step);
  while (rest > 0) {
    const part = random.between(1, rest);
    const place = random.below(places);
    quantities[place] = (quantities[place] ?? 0) + part * step;
    rest -= part;
  }
  return quantities;
}

/** More than the low-stock level in the first place, and much the same in most of the others. */
function plenty(low: number, step: number, places: number, random: Random): number[] {
  const steps = Math.ceil(low / step);
  return Array.from({ length: places }, (_, i) => {
    if (i > 0 && random.chance(OUT_AT_STORE)) return 0;
    return random.between(steps + 1, 4 * steps) * step;
  });
}
