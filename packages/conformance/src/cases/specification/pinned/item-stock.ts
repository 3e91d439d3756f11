import type { Script } from '../../../driver/script.ts';
import type { Case } from '../../../engine/case.ts';
import type { Rec } from '../../../engine/record.ts';
import { pinned } from './pinned.ts';
import { DAY } from './stock.ts';

const idsOf = (rows: unknown): number[] => (rows as Rec[]).map(({ id }) => id);

const firstOf = async (s: Script, path: string): Promise<number[]> =>
  idsOf((await s.get(`${path}?limit=2&order=asc`)).data);

export const PINNED_ITEM_STOCK: readonly Case[] = [
  pinned(
    'items.moved',
    'movements change the stock of an item at each store, and its ETag, as the specification says',
    async (s) => {
      const [one = 0, two = 0] = await firstOf(s, '/stores');
      const variants = [{ name: 'a', price: '9.5' }, { name: 'b' }];
      const { id, ...item } = await s.post('/items', {
        name: s.name(),
        type: 1,
        price: '5',
        lowStockLevel: '3',
        variants,
      });
      const [a] = idsOf(item.variants);
      const path = `/items/${id}`;
      const move = (storeId: number, quantity: string, type: number) =>
        s.post('/stock-adjustments?post=true', {
          storeId,
          type,
          date: DAY,
          lines: [{ itemId: id, variantId: a, quantity }],
        });
      let tag = '';
      const readAll = async () => {
        for (const storeId of [one, two]) await s.get(`${path}?storeId=${storeId}`);
        const { headers } = await s.send('GET', `${path}?storeId=${one}`, undefined, { 'If-None-Match': tag });
        tag = headers.etag ?? tag;
        await s.get(`${path}?storeId=${one}`, { 'If-None-Match': `W/${tag}` });
        for (const status of ['out', 'low', 'inStock']) await s.get(`/items?stockStatus=${status}&sort=name&limit=100`);
      };
      await readAll();
      await move(one, '3', 1);
      await readAll();
      await s.patch(`${path}?dryRun=true`, { status: 0 }, { 'If-Match': tag });
      await move(two, '0.001', 1);
      await readAll();
      await s.patch(
        path,
        { stores: [{ storeId: one, price: '4', lowStockLevel: '2.999', status: 0 }] },
        { 'If-Match': `"0", ${tag}` },
      );
      await readAll();
      await s.patch(path, { unit: 'kg' }, { 'If-Match': tag.replace(/^"\d+/, '"1') });
      await move(one, '7', 2);
      await readAll();
      await s.patch(path, { trackStock: false });
      await readAll();
      await move(two, '2', 1);
      await s.patch(path, { trackStock: true });
      await readAll();
    },
  ),
  pinned(
    'items.variant-on-document',
    'a variant on a document, or one that stock has moved, stays as the specification says',
    async (s) => {
      const [one, two] = await firstOf(s, '/stores');
      const [supplier] = await firstOf(s, '/suppliers');
      const names = ['adjusted', 'ordered', 'transferred', 'counted', 'kept'];
      const item = await s.post('/items', { name: s.name(), type: 1, variants: names.map((name) => ({ name })) });
      const ids = idsOf(item.variants);
      const [adjusted, ordered, transferred, counted, kept = 0] = ids;
      const remove = (variant: number | undefined) =>
        s.patch(`/items/${item.id}?dryRun=true`, {
          variants: ids.filter((id) => id !== variant).map((id) => ({ id, name: `${id}` })),
        });
      const line = (variantId: number | undefined) => ({ lines: [{ itemId: item.id, variantId, quantity: '1' }] });
      const adjustment = { storeId: one, type: 1, date: DAY };
      const draft = await s.post('/stock-adjustments?post=false', { ...adjustment, ...line(adjusted) });
      await remove(adjusted);
      await s.patch(`/stock-adjustments/${draft.id}`, line(kept));
      for (const variant of [adjusted, kept]) await remove(variant);
      await s.patch(`/stock-adjustments/${draft.id}`, { status: 2 });
      await remove(kept);
      const order = { supplierId: supplier, storeId: one, orderDate: DAY };
      await s.post('/purchase-orders?receive=false', {
        ...order,
        lines: [{ itemId: item.id, variantId: ordered, quantity: '1', unitCost: '1' }],
      });
      await remove(ordered);
      const transfer = { fromStoreId: one, toStoreId: two, date: DAY };
      await s.post('/stock-transfers?receive=false', { ...transfer, ...line(transferred) });
      await remove(transferred);
      await remove(counted);
      const zero = [{ itemId: item.id, variantId: counted, quantity: '0' }];
      await s.post('/stock-adjustments?post=true', { ...adjustment, type: 0, lines: zero });
      await remove(counted);
      await s.patch(`/items/${item.id}`, { status: 0, trackStock: false });
      await remove(counted);
    },
  ),
];
