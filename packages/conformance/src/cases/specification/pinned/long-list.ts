import type { Case } from '../../../engine/case.ts';
import { isPlenty } from '../effort.ts';
import { pinned } from './pinned.ts';

/** Pages that skip this many records may be read otherwise than the first ones. */
const SKIPPED = 1000;

export const PINNED_LONG_LIST: readonly Case[] = [
  pinned(
    'long-list',
    ['lists.pages', 'lists.total', 'lists.beyond_the_end'],
    'pages behind the first thousand records have the rows that the specification says',
    async (s, t) => {
      if (!isPlenty(t)) return;
      const sizeOf = () => s.merchant.tables.brands.size;
      const lacking = Math.max(2 * SKIPPED - sizeOf(), sizeOf() % 2);
      for (let created = 0; created < lacking; created += 1) await s.post('/brands', { name: s.name() });
      const size = sizeOf();
      const middle = size / 2;
      for (const order of ['asc', 'desc'])
        for (const page of [SKIPPED, SKIPPED + 1, middle, middle + 1, middle + 2, size - 2, size - 1, size, size + 1])
          await s.get(`/brands?limit=1&page=${page}&order=${order}`);
      for (const page of [100, 101, 102]) await s.get(`/brands?limit=10&page=${page}&sort=name&order=asc`);
    },
  ),
];
