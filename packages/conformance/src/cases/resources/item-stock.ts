import { exact } from '../../decimals.ts';
import { type Case, subject } from '../../engine/case.ts';
import type { CaseContext } from '../../engine/case-context.ts';
import type { Rec } from '../../engine/record.ts';
import { referencesOf } from '../../engine/references.ts';
import { expectRejectedAt } from '../expect/rejections.ts';
import { storesOf } from '../fixtures/directory.ts';
import { UNKNOWN_ID } from '../fixtures/records.ts';
import { addStock, countedItem, DAY } from '../fixtures/stock.ts';

/** An item at one store: its stock and its movements. */

const example = subject('examples', 'items');

interface AtStore {
  readonly storeId: number;
  readonly status: number;
  readonly price: string;
  readonly lowStockLevel: string | null;
  readonly onHand: string | null;
  readonly stockStatus: string;
  readonly variants: readonly { variantId: number; price: string; onHand: string | null }[];
}

interface Whole extends Rec {
  readonly stock: { onHand: string | null; stockStatus: string };
  readonly atStore: AtStore;
}

const create = (t: CaseContext, fields: object = {}): Promise<Rec> =>
  t.as().create('/items', { name: t.name('item'), ...fields });

const read = async (t: CaseContext, id: number, storeId: unknown): Promise<Whole> =>
  (await t.as().read(`/items/${id}?storeId=${storeId}`)) as Whole;

export const ITEM_STOCK_CASES: readonly Case[] = [
  example(
    'at-store',
    ['items.at_store', 'op.getItem.param.storeId', 'op.getItem.status.404', 'op.getItem.status.400'],
    'getItem shows the price, level and status at the store, from its override where there is one',
    async (t) => {
      const [here = 0, there = 0, third = 0] = await storesOf(t, 3);
      const own = { storeId: here, price: '4.25', lowStockLevel: '2.5', status: 0 };
      const item = await create(t, { price: '5', lowStockLevel: '7', stores: [own, { storeId: third }] });
      const at = async (store: number) => {
        const { storeId, status, price, lowStockLevel } = (await read(t, item.id, store)).atStore;
        return [storeId, status, exact(price), exact(lowStockLevel)];
      };
      t.equal(await at(here), [here, 0, '4.25', '2.5'], 'at the store with an override');
      t.equal(await at(there), [there, 1, '5', '7'], 'at another store');
      t.equal(await at(third), [third, 1, '5', '7'], 'at a store with an empty override');
      const { stores } = await read(t, item.id, there);
      const entries = (stores as Record<string, unknown>[]).map(
        (one) => `${one.storeId}: ${exact(one.price)}, ${one.status}`,
      );
      t.equal(entries.toSorted(), [`${here}: 4.25, 0`, `${third}: null, 1`].toSorted(), 'stores');
      t.requireStatus(await t.as().patch(`/items/${item.id}`, { stores: [{ storeId: there, price: '6' }] }), 200);
      t.equal(await at(here), [here, 1, '5', '7'], 'at a store whose override was removed');
      t.equal(await at(there), [there, 1, '6', '7'], 'at the store with the new override');
      t.expectStatus(await t.as().get(`/items/${item.id}?storeId=${UNKNOWN_ID}`), 404, 'partner.not_found');
      const [foreign] = (await referencesOf(t, t.as('main', 'other'))).storeId ?? [];
      t.expectStatus(await t.as().get(`/items/${item.id}?storeId=${foreign}`), 404, 'partner.not_found');
      expectRejectedAt(t, await t.as().get(`/items/${item.id}`), 400, 'partner.validation_failed', 'storeId');
    },
  ),
  example(
    'at-store-variants',
    ['items.variant_at_store'],
    'getItem shows price and stock of each variant at the store; without a price of its own it has the item’s there',
    async (t) => {
      const [here = 0, there = 0] = await storesOf(t, 2);
      const variants = [{ name: 'S' }, { name: 'L', price: '9.5' }];
      const item = await countedItem(t, { type: 1, price: '5', variants, stores: [{ storeId: here, price: '4' }] });
      const [small, large] = (item.variants as { id: number }[]).map(({ id }) => id);
      await addStock(t, there, item.id, '2.5', small ?? null);
      await addStock(t, there, item.id, '1', large ?? null);
      const { atStore, stock } = await read(t, item.id, there);
      const shown = atStore.variants.map((one) => `${one.variantId}: ${exact(one.price)}, ${exact(one.onHand)}`);
      t.equal(shown.toSorted(), [`${small}: 5, 2.5`, `${large}: 9.5, 1`].toSorted(), 'variants');
      t.equal([exact(atStore.onHand), exact(stock.onHand)], ['3.5', '3.5'], 'stock of all variants');
      const priced = (await read(t, item.id, here)).atStore.variants.find(({ variantId }) => variantId === small);
      t.equal([exact(priced?.price), exact(priced?.onHand)], ['4', '0'], 'at a store with its own price');
    },
  ),
  example(
    'stock',
    ['items.stock_states', 'items.at_store', 'stock.ledger'],
    'getItem shows the stock at the store and over all stores, and its state by the level that applies there',
    async (t) => {
      const [here = 0, there = 0, third = 0] = await storesOf(t, 3);
      const item = await countedItem(t, { lowStockLevel: '5', stores: [{ storeId: there, lowStockLevel: '1.5' }] });
      const states = async () => {
        const seen: string[] = [];
        for (const store of [here, there, third]) {
          const { atStore } = await read(t, item.id, store);
          seen.push(`${exact(atStore.onHand)} ${atStore.stockStatus}`);
        }
        const { stock } = await read(t, item.id, here);
        return [...seen, `${exact(stock.onHand)} ${stock.stockStatus}`];
      };
      t.equal(await states(), ['0 out', '0 out', '0 out', '0 out'], 'with nothing');
      await addStock(t, here, item.id, '5');
      await addStock(t, there, item.id, '1.501');
      t.equal(await states(), ['5 low', '1.501 inStock', '0 out', '6.501 inStock'], 'with 5 and 1.501');
      const lines = [{ itemId: item.id, quantity: '1.502' }];
      const body = { storeId: here, date: DAY, type: 2, lines };
      await t.as().create('/stock-adjustments?post=true', body);
      t.equal((await states()).at(-1), '4.999 low', 'over all stores with 4.999');
    },
  ),
  example('untracked', ['items.untracked'], 'untracked stock is null and always in stock', async (t) => {
    const [here = 0] = await storesOf(t, 1);
    const plain = await create(t, { trackStock: false, lowStockLevel: '5' });
    const combo = await create(t, { type: 2, components: [{ itemId: plain.id, quantity: '1' }] });
    for (const { id } of [plain, combo]) {
      const { stock, atStore } = await read(t, id, here);
      t.equal([stock.onHand, stock.stockStatus], [null, 'inStock'], 'over all stores');
      t.equal([atStore.onHand, atStore.stockStatus], [null, 'inStock'], 'at a store');
    }
  }),
  example(
    'etag',
    ['items.etag_covers_stock', 'op.getItem.param.If-None-Match', 'op.getItem.status.304', 'http.if_match'],
    'the ETag of an item covers its stock, yet a change based on it succeeds',
    async (t) => {
      const [here = 0] = await storesOf(t, 1);
      const { id } = await countedItem(t);
      const url = `/items/${id}?storeId=${here}`;
      const { etag = '' } = t.requireStatus(await t.as().get(url), 200).headers;
      t.expectStatus(await t.as().get(url, { 'If-None-Match': etag }), 304);
      await addStock(t, here, id, '1');
      t.expectStatus(await t.as().get(url, { 'If-None-Match': etag }), 200);
      t.expectStatus(await t.as().patch(`/items/${id}`, { unit: 'kg' }, { 'If-Match': etag }), 200);
      t.expectStatus(await t.as().patch(`/items/${id}`, { unit: 'g' }, { 'If-Match': etag }), 412);
    },
  ),
];
