import type { Case } from '../../../engine/case.ts';
import type { Rec } from '../../../engine/record.ts';
import { pinned } from './pinned.ts';
import { openStockroom } from './stock.ts';

const MISSING = 999_999_999;
const ADJUSTMENTS = '/stock-adjustments?post=true';
const DAY = '2026-03-02';

export const PINNED_STOCK: readonly Case[] = [
  pinned(
    'stock.ledger',
    'the ledger of every item and store, from before the run too, adds up and is paged as the specification says',
    async (s) => {
      const { data: stores } = await s.get('/stores?limit=100');
      const { data: items } = await s.get('/items?limit=100&order=asc');
      // The oldest are those of the back office.
      const oldest = (items as Rec[]).slice(0, 15);
      await s.get(`/reports/stock-on-hand?itemId=${oldest.map(({ id }) => id)}&limit=100`);
      for (const { id } of oldest)
        for (const store of (stores as Rec[]).slice(0, 3)) {
          await s.get(`/items/${id}?storeId=${store.id}`);
          await s.get(`/items/${id}/stock?storeId=${store.id}&limit=100`);
        }
      const [{ id: item }, { id: store }] = [(items as [Rec])[0], (stores as [Rec])[0]];
      for (const query of ['', '&page=2', '&limit=1&page=2', '&limit=3&page=99', '&limit=101', '&page=0', '&sort=at'])
        await s.get(`/items/${item}/stock?storeId=${store}${query}`);
      for (const query of ['', '?storeId=0', `?storeId=${MISSING}`, '?storeId=x', `?storeId=${store}&cursor=x`])
        await s.get(`/items/${item}/stock${query}`);
      await s.get(`/items/${MISSING}/stock?storeId=${MISSING}`);
      await s.get(`/items/x/stock?storeId=${store}`);
    },
  ),
  pinned(
    'stock.levels',
    'stock on hand is shown with its value at the present cost, filtered and paged as the specification says',
    async (s) => {
      const { stores, plain: itemId, sized, small, large, combo } = await openStockroom(s);
      const [here = 0, there = 0] = stores;
      await s.patch(`/items/${itemId}`, { cost: '1.125', trackStock: false });
      const [first, second] = (await s.get(`/items/${sized}?storeId=${here}`)).variants as [Rec, Rec];
      await s.patch(`/items/${sized}`, { cost: '3', variants: [first, { ...second, cost: '7.1' }] });
      const all = `itemId=${itemId},${sized}&itemId=${combo}`;
      const move = (storeId: number, type: number, quantity: string) => {
        const places = [{ itemId }, { itemId: sized, variantId: large }, { itemId: sized, variantId: small }];
        const lines = places.map((place) => ({ ...place, quantity }));
        return s.post(ADJUSTMENTS, { storeId, date: DAY, type, lines });
      };
      const look = () => s.get(`/reports/stock-on-hand?${all}&limit=100`);
      await move(there, 2, '1');
      await move(here, 1, '1');
      await look();
      for (const cost of ['0.005', '0.0049', '999999999999.9999', '0', null, '2.5']) {
        await s.patch(`/items/${itemId}`, { cost });
        await look();
      }
      await move(here, 0, '0.999');
      await s.patch(`/items/${itemId}`, { name: s.name('renamed'), itemCode: s.name(), status: 0, trackStock: true });
      await look();
      for (const query of [
        `storeId=${here}`,
        `storeId=${there},${here}`,
        `storeId=${MISSING}`,
        `storeId=${here}&${all}`,
      ])
        await s.get(`/reports/stock-on-hand?${query}&limit=100`);
      for (const query of [
        '',
        'limit=2&page=2',
        `storeId=${here}&limit=1&page=2`,
        `storeId=${there},${here}&${all}&limit=2&page=2`,
        'page=900',
        'limit=101',
        'order=asc',
        'itemId=0',
        'storeId=',
        'cursor=x',
      ])
        await s.get(`/reports/stock-on-hand?${query}`);
      for (const query of [`${all}&limit=1`, 'limit=7']) {
        let { pagination } = await s.get(`/reports/stock-on-hand?${query}`);
        for (let page = 1; page <= 6; page += 1) {
          const { nextCursor } = pagination as { nextCursor: string | null };
          if (nextCursor === null) break;
          ({ pagination } = await s.get(`/reports/stock-on-hand?${query}&cursor=${nextCursor}`));
        }
      }
    },
  ),
  pinned('stock.many', 'movements are counted up to a thousand as the specification says', async (s) => {
    const {
      stores: [here = 0, there = 0],
      plain: itemId,
    } = await openStockroom(s);
    const many = (count: number) => Array.from({ length: count }, () => ({ itemId, quantity: '999999999999.999' }));
    for (const [storeId, count] of [
      [here, 1000],
      [here, 1],
      [there, 999],
    ])
      await s.post(ADJUSTMENTS, { storeId, date: DAY, type: 1, lines: many(Number(count)) });
    for (const query of ['limit=1', 'limit=100&page=10', 'limit=100&page=11', 'limit=100&page=12'])
      for (const storeId of [here, there]) await s.get(`/items/${itemId}/stock?storeId=${storeId}&${query}`);
  }),
];
