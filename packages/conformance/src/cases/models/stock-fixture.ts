import { minorUnits } from '../../decimals.ts';
import type { Caller } from '../../engine/caller.ts';
import type { CaseContext } from '../../engine/case-context.ts';
import type { Rec } from '../../engine/record.ts';
import { referencesOf } from '../../engine/references.ts';
import { Unavailable } from '../../engine/unavailable.ts';
import { DAY } from '../fixtures/stock.ts';
import { Levels, type Product } from './levels.ts';

/** Fixture of one sequence of stock documents. No other case moves its items. */
export interface StockFixture {
  readonly caller: Caller;
  /** A caller for reads; any app can make them. */
  readonly reader: () => Caller;
  /** Part of every narration, so that a search finds this sequence's documents. */
  readonly mark: string;
  readonly stores: readonly [number, number];
  readonly suppliers: readonly number[];
  /** Percentage rates by tax id. */
  readonly rates: ReadonlyMap<number, string>;
  readonly products: readonly Product[];
  /** Items of the products, as created. */
  readonly items: ReadonlyMap<number, Rec>;
  /** Decimal places of the merchant's currency. */
  readonly decimals: number;
  readonly levels: Levels;
}

/** Opening stock, small enough to be exceeded soon. The last product has none. */
const OPENING = '3';

/** Creates two items and one with two variants, with a little stock at two stores. */
export async function newStockFixture(t: CaseContext, caller: Caller): Promise<StockFixture> {
  const references = await referencesOf(t, caller);
  const [here, there] = (references['/stores'] ?? []).map(Number);
  const suppliers = (references['/suppliers'] ?? []).map(Number);
  if (!here || !there || suppliers.length === 0) throw new Unavailable('fewer than two stores, or no supplier');
  const taxes = (await caller.page('/taxes?limit=3')).data;
  const { products, items, currency } = await newProducts(t, caller);
  const levels = new Levels();
  for (const storeId of [here, there]) {
    const lines = products.slice(0, -1).map((product) => ({ ...product, quantity: OPENING }));
    const made = await caller.create('/stock-adjustments?post=true', { storeId, date: DAY, type: 1, lines });
    for (const [i, line] of (made.lines as Rec[]).entries())
      levels.move({ ...(products[i] as Product), storeId, change: OPENING, document: made.id, lineId: line.id });
  }
  const rates = new Map(taxes.map(({ id, rate }) => [id, String(rate)]));
  const stores = [here, there] as const;
  return {
    caller,
    reader: () => t.asAny(),
    mark: `${t.name('stock')}q`,
    stores,
    suppliers,
    rates,
    products,
    items,
    decimals: minorUnits(currency),
    levels,
  };
}

interface Made {
  readonly products: Product[];
  readonly items: ReadonlyMap<number, Rec>;
  readonly currency: unknown;
}

async function newProducts(t: CaseContext, caller: Caller): Promise<Made> {
  const make = (fields: object) =>
    caller.create('/items', { name: t.name('item'), trackStock: true, price: '7.5', unit: 'box', ...fields });
  const single = [await make({ barcodes: [t.name('bar')] }), await make({ description: 'conf' })];
  const variants = [
    { name: t.name('small'), price: '6.5' },
    { name: t.name('large'), barcodes: [t.name('bar')] },
  ];
  const varied = await make({ type: 1, variants });
  const sized = (varied.variants as Rec[]).map(({ id }) => ({ itemId: varied.id, variantId: id }));
  const products = [...single.map(({ id }) => ({ itemId: id, variantId: null })), ...sized];
  return { products, items: new Map([...single, varied].map((item) => [item.id, item])), currency: varied.currency };
}
