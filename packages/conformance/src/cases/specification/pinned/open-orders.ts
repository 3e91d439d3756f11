import type { Script } from '../../../driver/script.ts';
import type { Case } from '../../../engine/case.ts';
import type { Rec } from '../../../engine/record.ts';
import { type Row, rowsOf } from '../../../specification/state.ts';
import { deltaValues, updatedRanges } from './list-delta.ts';
import { pinned } from './pinned.ts';

const urlsOf = ({ merchant }: Script): string[] =>
  rowsOf(merchant, 'stores').map(({ id }) => `/stores/${id}/open-orders`);

const nextCursor = ({ pagination }: Rec): string => String((pagination as { nextCursor: unknown }).nextCursor);

export const PINNED_OPEN_ORDERS: readonly Case[] = [
  pinned(
    'open-orders',
    'open orders of each store are filtered, sorted and paged as the specification says',
    async (s, t) => {
      t.session.backOffice('main');
      const other = await s.as(t.as('main', 'other'));
      for (const script of [s, other])
        for (const url of urlsOf(script)) {
          await script.get(`${url}?limit=100`);
          for (const channel of ['counter', 'dineIn', 'takeaway', 'delivery', 'online'])
            for (const query of [
              'order=asc',
              'sort=updatedAt',
              'limit=1&page=2',
              'limit=1&page=2&sort=updatedAt&order=asc',
            ])
              await script.get(`${url}?channel=${channel}&${query}`);
          for (const sort of ['openedAt', 'updatedAt'])
            for (const order of ['asc', 'desc'])
              for (const page of [1, 2, 9]) await script.get(`${url}?limit=2&sort=${sort}&order=${order}&page=${page}`);
        }
    },
  ),
  pinned(
    'open-orders-delta',
    'open orders are selected by ids, external id and change as the specification says',
    async (s) => {
      for (const url of urlsOf(s)) {
        const { data } = await s.get(`${url}?limit=3`);
        const rows = data as readonly Row[];
        const [row] = rows;
        if (!row) continue;
        await s.get(`${url}?ids=${rows.map(({ id }) => id)},999999999`);
        await s.get(`${url}?ids=999999999&channel=counter`);
        for (const name of ['externalId', 'updatedFrom', 'updatedTo'])
          for (const value of deltaValues(name, row) ?? [])
            await s.get(`${url}?${name}=${encodeURIComponent(String(value))}`);
        for (const [from, to] of updatedRanges(row))
          await s.get(`${url}?updatedFrom=${encodeURIComponent(from)}&updatedTo=${encodeURIComponent(to)}`);
      }
      await s.get('/stores/999999999/open-orders?updatedFrom=2026-01-02T00:00:00Z&updatedTo=2026-01-01T00:00:00Z');
    },
  ),
  pinned(
    'open-orders-cursor',
    "a cursor of open orders belongs to its store, filter and order, and another merchant's store is not found",
    async (s, t) => {
      const elsewhere = urlsOf(await s.as(t.as('main', 'other')));
      const [url = '', second = ''] = urlsOf(s);
      const cursor = nextCursor(await s.get(`${url}?limit=1&channel=counter`));
      await s.get(`${url}?limit=1&channel=counter&cursor=${cursor}`);
      await s.get(`${url}?limit=9&channel=counter&sort=openedAt&order=desc&cursor=${cursor}`);
      await (await s.as(t.as('other'))).get(`${url}?limit=9&channel=counter&cursor=${cursor}`);
      for (const query of ['', '&channel=online', '&channel=counter&order=asc', '&channel=counter&page=1'])
        await s.get(`${url}?limit=1&cursor=${cursor}${query}`);
      await s.get(`${second}?limit=1&channel=counter&cursor=${cursor}`);
      for (const strange of [
        ...elsewhere,
        '/stores/999999999/open-orders',
        '/stores/0/open-orders',
        '/stores/x/open-orders',
      ])
        await s.get(`${strange}?channel=pigeon`);
      for (const strange of [...elsewhere, '/stores/999999999/open-orders']) await s.get(strange);
      const tag = (await s.send('GET', url)).headers.etag ?? '';
      await s.get(url, { 'If-None-Match': tag });
      await s.get(url, { 'If-None-Match': '"x"' });
    },
  ),
];
