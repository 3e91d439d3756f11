import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { ItemCreate, StoreOverrideInput } from '../../contract/generated/types.gen.ts';
import { COMBO } from '../../records/items/rules.ts';
import type { Line, LineType } from '../import/line.ts';
import { parseLine } from '../import/parse-line.ts';
import { describe } from '../import/problem.ts';
import { readLines } from '../import/read-lines.ts';

export type ItemLine = Line<'item'> & Pick<ItemCreate, 'cost' | 'trackStock' | 'weighingScale'>;

/** Price, low-stock level or status of an item at one store, with external ids as references. */
export interface StoreOverride extends Omit<StoreOverrideInput, 'storeId'> {
  readonly store: string;
  readonly item: string;
}

/** A shop's records as its files state them. */
export interface Catalogue {
  readonly stores: readonly Line<'store'>[];
  readonly suppliers: readonly Line<'supplier'>[];
  readonly taxes: readonly Line<'tax'>[];
  readonly categories: readonly Line<'category'>[];
  readonly brands: readonly Line<'brand'>[];
  readonly items: readonly ItemLine[];
  /** Later lines that change the same items. */
  readonly itemChanges: readonly ItemLine[];
  readonly modifiers: readonly Line<'modifier'>[];
  readonly menus: readonly Line<'menu'>[];
  readonly overrides: readonly StoreOverride[];
}

/** True if an item has stock. Combos only have the stock of their components. */
export const isCounted = ({ itemType, trackStock = true }: ItemLine): boolean => trackStock && itemType !== COMBO;

const fileOf = (name: string): URL => new URL(`shops/${name}.ndjson`, import.meta.url);

export async function readCatalogue(files: readonly string[]): Promise<Catalogue> {
  const lines: Line[] = [];
  for (const file of files) lines.push(...(await readShopLines(file)));
  const of = <Type extends LineType>(type: Type) => lines.filter((line): line is Line<Type> => line.type === type);
  const items = of('item') as ItemLine[];
  const introduced = new Set<string>();
  const isNew = items.map(({ externalId }) => !introduced.has(externalId) && introduced.add(externalId));
  return {
    stores: of('store'),
    suppliers: of('supplier'),
    taxes: of('tax'),
    categories: of('category'),
    brands: of('brand'),
    items: items.filter((_, i) => isNew[i]),
    itemChanges: items.filter((_, i) => !isNew[i]),
    modifiers: of('modifier'),
    menus: of('menu'),
    overrides: await readOverrides(),
  };
}

async function readShopLines(file: string): Promise<Line[]> {
  const lines: Line[] = [];
  for await (const text of readLines(createReadStream(fileOf(file)))) {
    const parsed = parseLine(text, 0);
    if (!('line' in parsed)) throw new Error(`${file}.ndjson: ${parsed.problems.map(describe).join('; ')}`);
    lines.push(parsed.line);
  }
  return lines;
}

/** Reads the overrides of all shops. The import format has none. */
async function readOverrides(): Promise<StoreOverride[]> {
  const text = await readFile(fileOf('store-overrides'), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}
