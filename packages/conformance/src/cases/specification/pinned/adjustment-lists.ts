import type { Case } from '../../../engine/case.ts';
import { pinned } from './pinned.ts';
import { openStockroom, readPairs } from './stock.ts';

const PATH = '/stock-adjustments';
const MISSING = 999_999_999;

export const PINNED_ADJUSTMENT_LISTS: readonly Case[] = [
  pinned(
    'adjustments.listed',
    'adjustments are filtered, searched, ordered and paged as the specification says',
    async (s) => {
      const {
        stores: [here = 0, there = 0],
        plain: itemId,
      } = await openStockroom(s);
      const name = s.name();
      const lines = [{ itemId, quantity: '1' }];
      const make = (storeId: number, date: string, type: number, status: number, fields: object = {}) =>
        s.post(`${PATH}?post=${status === 1}`, { storeId, date, type, lines, ...fields });
      await make(here, '2001-05-02', 0, 1, { adjustmentNo: `${name}-no`, reason: 'theft' });
      await make(there, '2001-05-01', 1, 0, { narration: `${name} told ÄRGER 50%` });
      await make(here, '2001-05-03', 2, 1, { narration: name, reason: 'waste' });
      await make(there, '2001-05-02', 2, 0, { narration: `${name} aerger` });
      await make(there, '2001-05-01', 2, 0, { narration: 'beside' });
      const voided = await make(there, '2001-05-02', 1, 1, { narration: name });
      await s.patch(`${PATH}/${voided.id}`, { status: 2 });
      const { name: store } = await s.get(`/stores/${here}`);
      const words = [
        name,
        `${name}-NO`,
        `told ${name}`,
        'ärger',
        `THEFT ${name}`,
        'waste',
        '50%',
        '_',
        `${name} ${store}`,
      ];
      for (const word of words) await s.get(`${PATH}?search=${encodeURIComponent(word)}`);
      const queries = [
        ...[
          'status=0',
          'status=1',
          'status=2',
          'type=0',
          'type=1',
          'type=2',
          `storeId=${here}`,
          `storeId=${there},${here}`,
        ],
        ...[
          `storeId=${there}&storeId=${MISSING}`,
          'status=1&type=2',
          `storeId=${there}&status=2&type=1&search=${name}`,
        ],
        ...['fromDate=2001-05-02', 'toDate=2001-05-02', 'fromDate=2001-05-02&toDate=2001-05-02&order=asc'],
        ...['fromDate=2001-05-03&toDate=2001-05-01', 'fromDate=2001-05-02T00:00:00Z', 'toDate=2001-02-30', 'storeId='],
        ...['order=asc', 'order=desc', 'order=up', 'sort=date', 'status=3', 'status=1&status=2', 'includeLines=false'],
        ...['limit=0', 'limit=100', 'limit=101', 'limit=99999999999999999999999', 'limit=2&page=2', 'limit=3&page=900'],
        ...[
          'page=0',
          'page=99999999999999999999999',
          'cursor=x',
          'search=%20',
          'search=%C2%B4',
          'limit=2&includeLines=0',
        ],
      ];
      for (const query of queries) await s.get(`${PATH}?${query}`);
      const filters = [
        ...['status=0', 'status=1', 'type=1', 'type=2', 'fromDate=2001-05-02', 'toDate=2001-05-02'],
        ...[`search=${name}`, `storeId=${here}`],
      ];
      await readPairs(s, `${PATH}?`, filters, ['', '&order=asc']);
      for (const query of ['limit=2', `limit=1&search=${name}&order=asc`, 'limit=1&status=0&includeLines=false']) {
        const { pagination } = await s.get(`${PATH}?${query}`);
        const { nextCursor } = pagination as { nextCursor: string };
        await s.get(`${PATH}?${query}&cursor=${nextCursor}`);
        await s.get(`${PATH}?${query.replace('&includeLines=false', '')}&cursor=${nextCursor}&includeLines=0`);
        await s.get(`${PATH}?${query}&cursor=${nextCursor}&page=1`);
        await s.get(`${PATH}?${query}&cursor=${nextCursor}&type=1`);
      }
    },
  ),
];
