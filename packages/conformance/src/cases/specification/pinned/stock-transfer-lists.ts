import type { Case } from '../../../engine/case.ts';
import type { Rec } from '../../../engine/record.ts';
import { pinned } from './pinned.ts';
import { BOUNDS, linesIn, readPairs } from './stock.ts';
import { openRoom, PATH } from './transfer-room.ts';

export const PINNED_STOCK_TRANSFER_LISTS: readonly Case[] = [
  pinned(
    'stock-transfers.listed',
    'transfers are filtered, searched, sorted and paged as the specification says',
    async (s) => {
      const { transfer, stores } = await openRoom(s);
      const mark = s.name();
      const made: Rec[] = [];
      for (const [n, fromStoreId] of [...stores, ...stores].entries())
        made.push(
          await transfer(
            {
              fromStoreId,
              toStoreId: stores[(n + 1) % stores.length],
              date: `2001-05-0${1 + (n % 4)}`,
              transferNo: `${n % 2 ? 'b' : 'B'}${n} ${mark}`,
              narration: n % 3 ? null : `n${n}`,
            },
            n % 4 === 1 ? 'receive=true' : 'receive=false',
          ),
        );
      await s.patch(`${PATH}/${made[2]?.id}`, { status: 0 });
      await s.patch(`${PATH}/${made[3]?.id}/receive`, {
        lines: [{ lineId: linesIn(made[3] as Rec)[0]?.id, quantity: '1' }],
      });
      const found = `search=${encodeURIComponent(mark)}`;
      for (const query of [
        ...['includeVoided=1', 'status=0', 'status=1&includeVoided=true', 'includeLines=false', 'limit=100'],
        ...[0, 1, 2].map((state) => `transferStatus=${state}&${found}`),
        ...['date', 'transferNo', 'updatedAt', 'entryDate'].flatMap((sort) =>
          ['asc', 'desc'].map((way) => `sort=${sort}&order=${way}&limit=3&page=2&${found}`),
        ),
        `fromStoreId=${stores[0]},${stores[1]}&${found}`,
        `toStoreId=${stores[2]}&toStoreId=${stores[0]}`,
        `fromStoreId=${stores[0]}&toStoreId=${stores[1]}`,
        ...['n0', 'CONF', `b1 ${mark.toUpperCase()}`].map((text) => `search=${encodeURIComponent(text)}`),
        ...['fromDate=2001-05-02&toDate=2001-05-03', 'fromDate=2001-05-03&toDate=2001-05-02'],
        ...BOUNDS.map((bound) => `${bound}&${found}`),
        `transferStatus=0&status=0&fromDate=2001-05-01&${found}`,
        'limit=2&page=99999999',
      ])
        await s.get(`${PATH}?${query}`);
      const filters = [
        ...['includeVoided=true', 'status=0', 'transferStatus=0', 'transferStatus=1', 'fromDate=2001-05-02'],
        ...['toDate=2001-05-03', found, `fromStoreId=${stores[0]},${stores[1]}`, `toStoreId=${stores[2]},${stores[1]}`],
      ];
      await readPairs(s, `${PATH}?`, filters, ['', '&sort=date', '&sort=transferNo&order=asc']);
      const [{ id }] = made as [Rec];
      const names = new Map(((await s.get('/stores?limit=100')).data as Rec[]).map((store) => [store.id, store.name]));
      const searched = async () => {
        for (const word of ['alder', 'birch', 'n0', ...names.values()])
          await s.get(`${PATH}?search=${encodeURIComponent(`${mark} ${word}`)}`);
      };
      await s.patch(`${PATH}/${id}`, { transferNo: `alder ${mark}`, fromStoreId: stores[2], toStoreId: stores[0] });
      await searched();
      await s.patch(`${PATH}/${id}`, { transferNo: `${mark} 1`, narration: 'birch' });
      await searched();
      const { pagination } = await s.get(`${PATH}?limit=1&sort=transferNo`);
      const { nextCursor } = pagination as { nextCursor: string };
      for (const query of ['status=1', 'includeLines=false', 'includeVoided=true'])
        await s.get(`${PATH}?limit=2&sort=transferNo&${query}&cursor=${nextCursor}`);
    },
  ),
];
