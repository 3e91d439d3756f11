import type { Caller, Rec } from '../../run/caller.ts';
import type { CaseContext } from '../../run/case-context.ts';
import { knownOf } from '../../run/known.ts';
import { Unavailable } from '../../run/session.ts';
import { DAY } from '../stock/stock.ts';
import { Levels } from './levels.ts';

/** What can be bought, moved and counted: an item, or one variant of it. */
export interface Product {
  readonly itemId: number;
  readonly variantId: number | null;
}

/** What the documents of one sequence are about. Nobody else moves its items. */
export interface Scene {
  readonly caller: Caller;
  /** In every narration, so that a search finds the documents of this sequence. */
  readonly mark: string;
  readonly stores: readonly [number, number];
  readonly suppliers: readonly number[];
  /** Rates in per cent by tax id. */
  readonly rates: ReadonlyMap<number, string>;
  readonly products: readonly Product[];
  readonly levels: Levels;
}

/** So much of each that nothing falls below zero, which a merchant may forbid. */
const OPENING = '1000';

/** Two items and one of two variants, with stock at two stores. */
export async function openScene(t: CaseContext, caller: Caller): Promise<Scene> {
  const known = await knownOf(t, caller);
  const [here, there] = (known['/stores'] ?? []).map(Number);
  const suppliers = (known['/suppliers'] ?? []).map(Number);
  if (!here || !there || suppliers.length === 0) throw new Unavailable('fewer than two stores, or no supplier');
  const taxes = (await caller.page('/taxes?limit=3')).data;
  const products = await newProducts(t, caller);
  const levels = new Levels();
  for (const storeId of [here, there]) {
    const lines = products.map((product) => ({ ...product, quantity: OPENING }));
    const made = await caller.create('/stock-adjustments?post=true', { storeId, date: DAY, type: 1, lines });
    for (const [i, line] of (made.lines as Rec[]).entries())
      levels.move({ ...(products[i] as Product), storeId, change: OPENING, document: made.id, lineId: line.id });
  }
  const rates = new Map(taxes.map(({ id, rate }) => [id, String(rate)]));
  return { caller, mark: `${t.name('stock')}q`, stores: [here, there], suppliers, rates, products, levels };
}

async function newProducts(t: CaseContext, caller: Caller): Promise<Product[]> {
  const plain = async () => (await caller.create('/items', { name: t.name('item'), trackStock: true })).id;
  const single = [await plain(), await plain()].map((itemId) => ({ itemId, variantId: null }));
  const variants = [{ name: t.name('small') }, { name: t.name('large') }];
  const varied = await caller.create('/items', { name: t.name('item'), type: 1, trackStock: true, variants });
  return [...single, ...(varied.variants as Rec[]).map(({ id }) => ({ itemId: varied.id, variantId: id }))];
}
