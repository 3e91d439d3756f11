import { toTimestamp } from '../../process/time.ts';
import type { Line, QuantityLine } from '../import/lines.ts';
import { HOUR } from '../local-time.ts';
import type { PlannedSales, Random } from './sales.ts';
import { type DatedItem, type ItemLine, isCounted } from './shops.ts';

/** Quantities in this file are whole numbers of thousandths. */
const ONE = 1000;

/** Smallest step of a weighed quantity: 5 g. */
const GRAMS = 5;

/** Low-stock level of items that have none set. */
const USUAL = 12 * ONE;

/** Percentage of items out of stock, and percentage low on stock. */
const OUT = 8;
const LOW = 14;

/** Percentage of stores that lack an item although others have plenty. */
const OUT_AT_STORE = 5;

export type PlannedStock = ReturnType<typeof planStock>[number];

/** Draws the stock left on the day of the demo. The opening stock of an item dates from an hour after its creation. */
export const planStock = (items: readonly DatedItem[], stores: readonly Line<'store'>[], random: Random) =>
  items
    .filter(({ line }) => isCounted(line))
    .flatMap(({ at, line }) => {
      const { externalId: item, cost = null, variants = [], weighingScale } = line;
      const byVariant = variants.map((one) => ({ variant: one.name, unitCost: one.cost ?? null }));
      const counted = byVariant.length > 0 ? byVariant : [{ variant: null, unitCost: cost }];
      const places = stores.flatMap(({ externalId: store }) => counted.map((one) => ({ ...one, store })));
      const quantities = quantitiesOf(line, places.length, random);
      const isWeighed = weighingScale === 1;
      return places.map((place, i) => ({ ...place, item, quantity: quantities[i] ?? 0, isWeighed, at: at + HOUR }));
    });

/** Draws an item's state over all stores, then its stock at each. */
function quantitiesOf({ weighingScale, lowStockLevel = null }: ItemLine, places: number, random: Random): number[] {
  const step = weighingScale ? GRAMS : ONE;
  const low = lowStockLevel === null ? USUAL : Math.round(Number(lowStockLevel) * ONE);
  const roll = random.below(100);
  const quantities = Array.from({ length: places }, () => 0);
  if (roll < OUT) return quantities;
  if (roll < OUT + LOW && lowStockLevel !== null) {
    // Between zero and the low-stock level, in one place or across several.
    let rest = random.between(1, low / step);
    while (rest > 0) {
      const part = random.between(1, rest);
      const place = random.below(places);
      quantities[place] = (quantities[place] ?? 0) + part * step;
      rest -= part;
    }
    return quantities;
  }
  // More than the low-stock level at the first place, and about as much at most of the others.
  const steps = Math.ceil(low / step);
  return quantities.map((_, i) => {
    if (i > 0 && random.chance(OUT_AT_STORE)) return 0;
    return random.between(steps + 1, 4 * steps) * step;
  });
}

/** Items that are out of stock everywhere. Documents leave them out. */
export function runOut(stock: readonly PlannedStock[]): ReadonlySet<string> {
  const inStock = new Set(stock.filter(({ quantity }) => quantity > 0).map(({ item }) => item));
  return new Set(stock.map(({ item }) => item).filter((item) => !inStock.has(item)));
}

const inThousandths = (quantity: string): number => Math.round(Number(quantity) * ONE);

/** Opening stock that leaves the planned quantities after the sales; zero at places that never had any. */
export function openingStockOf(
  stock: readonly PlannedStock[],
  items: readonly DatedItem[],
  { sales, refunds }: PlannedSales,
): Line<'openingStock'>[] {
  const keyOf = (store: unknown, { item, variant }: Omit<QuantityLine, 'quantity'>): string =>
    `${store} ${item} ${variant}`;
  const sold = new Map<string, number>();
  const components = new Map(items.map(({ line }) => [line.externalId as unknown, line.components ?? []]));
  for (const { type, store, lines } of [...sales, ...refunds]) {
    for (const line of lines) {
      const moved = type === 'sale' ? inThousandths(line.quantity) : -inThousandths(line.quantity);
      for (const part of [{ ...line, quantity: '1' }, ...(components.get(line.item) ?? [])]) {
        const key = keyOf(store, part);
        sold.set(key, (sold.get(key) ?? 0) + (moved * inThousandths(part.quantity)) / ONE);
      }
    }
  }
  return stock.map(({ store, item, variant, quantity: left, unitCost, isWeighed, at }) => {
    const key = keyOf(store, { item, variant });
    const quantity = ((left + (sold.get(key) ?? 0)) / ONE).toFixed(isWeighed ? 3 : 0);
    return { type: 'openingStock', externalId: key, store, item, variant, quantity, unitCost, at: toTimestamp(at) };
  });
}
