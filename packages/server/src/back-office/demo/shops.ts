import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { ItemCreate } from '../../contract/generated/types.gen.ts';
import type { Region } from '../../process/region.ts';
import { COMBO } from '../../records/items/rules.ts';
import { parseLine } from '../import/format.ts';
import { describe, type Line, type LineType, readLines } from '../import/lines.ts';
import { DAY, HOUR } from '../local-time.ts';
import type { Random } from './sales.ts';

/** A merchant of the demo, and the settings of its history. */
export interface Shop {
  readonly name: string;
  readonly region: Region;
  readonly currency: string;
  /** True for a sandbox merchant rather than a live one. */
  readonly demo: boolean;
  /** Names of files in `shops/`, without `.ndjson`: its records in the format of `tillgate import`. */
  readonly files: readonly string[];
  /** Prefix of the external ids that are stored. Other external ids only connect lines of the files. */
  readonly externalPrefix: string;
  /** Category of items that the merchant makes rather than orders. */
  readonly homemade?: string;
  /** Number of days with sales, ending with the last. */
  readonly salesDays: number;
  /** Seed of dates, documents and sales. */
  readonly seed: number;
  /** Seed of change dates and opening stock. */
  readonly stockSeed: number;
}

export const SHOPS: readonly Shop[] = [
  {
    name: 'Harbour Coffee & Deli',
    ...{ region: 'UK', currency: 'GBP', demo: true },
    files: ['harbour-coffee'],
    ...{ externalPrefix: 'HCD-', homemade: 'pastries', salesDays: 90 },
    ...{ seed: 20, stockSeed: 1_334_274_151 },
  },
  {
    name: 'Desert Rose Market',
    ...{ region: 'AE', currency: 'AED', demo: true },
    files: ['desert-rose'],
    ...{ externalPrefix: 'DRM/', salesDays: 90 },
    ...{ seed: 21, stockSeed: 785_777_782 },
  },
  {
    name: 'Monsoon Kitchens',
    ...{ region: 'IN', currency: 'INR', demo: false },
    files: ['monsoon-kitchens'],
    ...{ externalPrefix: 'MK.', salesDays: 90 },
    ...{ seed: 22, stockSeed: -534_258_454 },
  },
];

/** A small café with enough records to try every operation. New sandbox merchants start with it. */
export const sandboxShop = (name: string, region: Region, currency: string): Shop => ({
  ...{ name, region, currency, demo: true },
  files: [`sandbox-${region.toLowerCase()}`, 'sandbox'],
  ...{ externalPrefix: 'SBX/', salesDays: 14 },
  ...{ seed: 29, stockSeed: -511_529_547 },
});

export type ItemLine = Line<'item'> &
  Pick<ItemCreate, 'cost' | 'lowStockLevel' | 'price' | 'trackStock' | 'weighingScale'>;

/** A merchant's records, read from its files. */
export type Catalogue = Awaited<ReturnType<typeof readCatalogue>>;

/** True if an item has stock. Combos only have the stock of their components. */
export const isCounted = ({ itemType, trackStock = true }: ItemLine): boolean => trackStock && itemType !== COMBO;

const fileOf = (name: string): URL => new URL(`shops/${name}.ndjson`, import.meta.url);

export async function readCatalogue(files: readonly string[]) {
  const lines: Line[] = [];
  for (const file of files) {
    for await (const text of readLines(createReadStream(fileOf(file)))) {
      const parsed = parseLine(text, 0);
      if (!('line' in parsed)) throw new Error(`${file}.ndjson: ${parsed.problems.map(describe).join('; ')}`);
      lines.push(parsed.line);
    }
  }
  const of = <Type extends LineType>(type: Type) =>
    lines.filter((line) => line.type === type) as unknown as Line<Type>[];
  const [stores, items, modifiers] = [of('store'), of('item') as ItemLine[], of('modifier')];
  const overrides = await readOverrides();
  const introduced = new Set<string>();
  const isNew = items.map(({ externalId }) => !introduced.has(externalId) && introduced.add(externalId));
  const withModifiersAndStores = (line: ItemLine): ItemLine => ({
    ...line,
    modifiers: modifiers.filter((group) => group.items?.includes(line.externalId)).map((group) => group.externalId),
    stores: overrides
      .filter(({ store, item }) => item === line.externalId && stores.some(({ externalId }) => externalId === store))
      .map(({ item: _, ...override }) => override),
  });
  return {
    stores,
    suppliers: of('supplier'),
    taxes: of('tax'),
    categories: of('category'),
    brands: of('brand'),
    // Items name their groups, so that no group is changed after its creation.
    modifiers: modifiers.map(({ items: _, ...group }) => group),
    items: items.filter((_, i) => isNew[i]).map(withModifiersAndStores),
    /** Later lines that change the same items. */
    itemChanges: items.filter((_, i) => !isNew[i]),
    menus: of('menu'),
  };
}

/** Price, low-stock level or status of an item at one store. The import format has no such lines. */
type StoreOverride = NonNullable<Line<'item'>['stores']>[number] & { readonly item: string };

export async function readOverrides(): Promise<StoreOverride[]> {
  const text = await readFile(fileOf('store-overrides'), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

export interface DatedItem {
  readonly at: number;
  readonly line: ItemLine;
}

export const byDate = (a: { readonly at: number }, b: { readonly at: number }): number => a.at - b.at;

/** Days before the day of the demo on which items are created: most in the first week, the others one by one. */
const FIRST_UPLOAD = { from: 143, to: 150 };
const LATER = { from: 2, to: 142 };

/** Longest time between a combo's last component and the combo. */
const COMBO_DELAY = 20 * DAY;

/** Dates the items, and sorts them by date. In `items`, components precede their combos. */
export function dateItems(items: readonly ItemLine[], base: number, random: Random): DatedItem[] {
  const dates = new Map<unknown, number>();
  for (const { externalId, components = [] } of items) {
    const latest = Math.max(...components.map(({ item }) => dates.get(item) as number));
    if (components.length > 0) dates.set(externalId, dateAfter(latest, base, random, COMBO_DELAY));
    else {
      // In the opening hours of a random day.
      const { from, to } = random.chance(55) ? FIRST_UPLOAD : LATER;
      dates.set(externalId, base - random.between(from, to) * DAY + 7 * HOUR + random.below(12 * HOUR));
    }
  }
  return items.map((line) => ({ at: dates.get(line.externalId) as number, line })).sort(byDate);
}

/** Dates the changes, each after its item was created, and sorts them by date. */
export function dateChanges(
  changes: readonly ItemLine[],
  items: readonly DatedItem[],
  base: number,
  random: Random,
): DatedItem[] {
  const dates = new Map(items.map(({ at, line }) => [line.externalId, at]));
  return changes
    .map((line) => ({ at: dateAfter(dates.get(line.externalId) as number, base, random), line }))
    .sort(byDate);
}

/** A random time between an earlier event and the day of the demo. */
function dateAfter(earlier: number, base: number, random: Random, within = Infinity): number {
  const room = Math.min(within, base - earlier - 2 * HOUR);
  return earlier + HOUR + random.below(room);
}
