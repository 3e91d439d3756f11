import type { ItemFields } from '../resources/items/rules.ts';
import type { Random } from './random.ts';

/** Opening stock of an item, or of one of its variants, at one store. */
export interface OpeningStock {
  readonly itemId: number;
  readonly variantId: number | null;
  readonly storeId: number;
  readonly at: number;
  readonly quantity: string;
  readonly unitCost: string | null;
}

/** Quantities are in thousandths here, so that they are whole numbers. */
const ONE = 1000;

/** The smallest step of a weighed quantity: 5 g. */
const GRAMS = 5;

/** Low-stock level of an item that has none. */
const USUAL = 12 * ONE;

/** Per cent of the items that are out of stock, and that are low. */
const OUT = 8;
const LOW = 14;

/** Per cent of the places without stock of an item that others have plenty of. */
const OUT_AT_STORE = 5;

/** Draws the state of an item over all stores, and from it the opening stock at each. */
export function planStock(item: ItemFields, at: number, storeIds: readonly number[], random: Random): OpeningStock[] {
  const { id: itemId, cost, variants, weighingScale } = item;
  const counted = variants.length > 0 ? variants.map(({ id, cost }) => ({ id, cost })) : [{ id: null, cost }];
  const places = storeIds.flatMap((storeId) => counted.map((one) => ({ ...one, storeId })));
  const quantities = quantitiesOf(item, places.length, random);
  return places.map(({ id: variantId, cost: unitCost, storeId }, i) => {
    const quantity = ((quantities[i] ?? 0) / ONE).toFixed(weighingScale ? 3 : 0);
    return { itemId, variantId, storeId, at, quantity, unitCost };
  });
}

function quantitiesOf({ weighingScale, lowStockLevel }: ItemFields, places: number, random: Random): number[] {
  const step = weighingScale ? GRAMS : ONE;
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
