import type { Case } from '../../../engine/case.ts';
import { pinned } from './pinned.ts';

export const PINNED_ITEMS: readonly Case[] = [
  pinned(
    'items.plain',
    ['items.defaults', 'items.code_generated', 'items.code_unique', 'items.price', 'items.at_store', 'items.search'],
    'a plain item is created, read at a store, listed and found as the specification says',
    async (s) => {
      const name = s.name();
      const { data } = await s.get('/stores');
      const [{ id: storeId }] = data as [{ id: number }];
      const plain = await s.post('/items', { name });
      const own = await s.post('/items', {
        name: s.name(),
        itemCode: ` ${name} 1 `,
        barcodes: [`${name}-a`.replace(/\W/g, ''), `${name}-b`.replace(/\W/g, '')],
        price: '007.1000',
        cost: '0.1250',
        lowStockLevel: '2.500',
        unit: 'kg',
        weighingScale: 1,
        externalId: name,
        stores: [{ storeId, price: '9', lowStockLevel: null }],
      });
      for (const { id } of [plain, own]) await s.get(`/items/${id}?storeId=${storeId}`);
      await s.get(`/items?search=${encodeURIComponent(`${name} 1`)}`);
      await s.get('/items?limit=100');
    },
  ),
];
