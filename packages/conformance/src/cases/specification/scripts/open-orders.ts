import type { Script } from '../../../driver/script.ts';
import type { Case } from '../../../run/case.ts';
import type { Rec } from '../../../run/record.ts';
import { rowsOf } from '../../../specification/state.ts';
import { scripted } from './script.ts';

const urlsOf = ({ merchant }: Script): string[] =>
  rowsOf(merchant, 'stores').map(({ id }) => `/stores/${id}/open-orders`);

const nextCursor = ({ pagination }: Rec): string => String((pagination as { nextCursor: unknown }).nextCursor);

export const SCRIPTS_OPEN_ORDERS: readonly Case[] = [
  scripted(
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
