import type { Script } from '../../../driver/script.ts';
import type { Case } from '../../../engine/case.ts';
import type { Rec } from '../../../engine/record.ts';
import { LINES } from '../../../specification/streams.ts';
import { isPlenty } from '../effort.ts';
import { openRoom } from './order-room.ts';
import { pinned } from './pinned.ts';

/** Pages that skip this many records may be read otherwise than the first ones. */
const SKIPPED = 1000;

/** Reads pages by number, the first page, and the one after its cursor. */
async function readPages(s: Script, url: string, pages: readonly number[]): Promise<void> {
  for (const page of pages) await s.get(`${url}&page=${page}`);
  const { pagination } = await s.get(url);
  await s.get(`${url}&cursor=${(pagination as Rec).nextCursor}`);
}

export const PINNED_LONG_LIST: readonly Case[] = [
  pinned(
    'long-list',
    ['lists.pages', 'lists.total', 'lists.total_counted', 'lists.beyond_the_end'],
    'pages and streams of more than a thousand records have the rows that the specification says',
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
      // With more matches than are counted, a service may find the page by reading in order.
      for (const query of ['search=conf', 'status=1&search=conf', 'updatedFrom=2026-01-01T00:00:00Z'])
        for (const order of ['sort=name&order=asc', 'sort=updatedAt&order=desc', 'order=desc']) {
          await readPages(s, `/brands?${query}&${order}&limit=3`, [2, 334, 335]);
        }
      for (const query of ['', '?sort=name&order=asc', '?search=conf&order=asc'])
        await s.get(`/brands${query}`, { Accept: LINES });
    },
  ),
  pinned(
    'long-range',
    ['lists.total_counted', 'lists.ties', 'purchases.dates', 'lists.sort', 'lists.pages'],
    'a range of more than a thousand purchase orders has the rows that the specification says, in every order',
    async (s, t) => {
      if (!isPlenty(t)) return;
      const { order, suppliers } = await openRoom(s);
      const ofSupplier = `fromDate=2002-01-01&toDate=2002-12-31&supplierId=${suppliers[0]}`;
      for (let n = 0; n <= SKIPPED; n += 1) await order({ orderDate: `2002-0${1 + (n % 9)}-1${n % 7}` });
      const sorts = ['entryDate', 'updatedAt', 'orderDate', 'orderNo', 'total'].map((name) => `sort=${name}`);
      for (const range of [
        'fromDate=2002-01-01',
        'toDate=2002-12-31',
        'fromDate=2002-02-11&toDate=2002-09-15',
        ofSupplier,
      ])
        for (const list of [...sorts, 'transactions=true'])
          for (const order of ['asc', 'desc'])
            await readPages(s, `/purchase-orders?${list}&${range}&order=${order}&limit=3`, [2, 40, 334]);
    },
  ),
];
