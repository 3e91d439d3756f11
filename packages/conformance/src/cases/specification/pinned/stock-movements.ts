import type { Case } from '../../../engine/case.ts';
import type { Rec } from '../../../engine/record.ts';
import { LINES } from '../../../specification/streams.ts';
import { pinned } from './pinned.ts';
import { DAY, openStockroom } from './stock.ts';

const MISSING = 999_999_999;

const timeOf = (row: Rec | undefined): number => Date.parse(String(row?.at));

const instant = (time: number): string => new Date(time).toISOString();

/** Pages of one list, by cursor. */
const PAGES = 4;

export const PINNED_MOVEMENTS: readonly Case[] = [
  pinned(
    'stock.movements',
    'the ledger is listed, filtered and paged as the specification says, with what is from before the run',
    async (s, t) => {
      const { stores, suppliers, plain, sized, small } = await openStockroom(s);
      const [here = 0, there = 0] = stores;
      const lines = [
        { itemId: plain, quantity: '5' },
        { itemId: sized, variantId: small, quantity: '2' },
      ];
      const adjustment = { storeId: here, date: DAY, type: 2, lines };
      const order = await s.post('/purchase-orders?receive=true', {
        supplierId: suppliers[0],
        storeId: here,
        orderDate: DAY,
        lines: lines.map((line) => ({ ...line, unitCost: '1.125' })),
      });
      const damaged = await s.post('/stock-adjustments?post=true', { ...adjustment, reason: 'damage' });
      const transfer = await s.post('/stock-transfers?receive=true', {
        fromStoreId: here,
        toStoreId: there,
        date: DAY,
        lines,
      });
      await s.patch(`/stock-adjustments/${damaged.id}`, { status: 2 });
      const other = await s.as(t.as('other'));
      await other.post('/stock-adjustments?post=true', { ...adjustment, type: 0 });
      // Here a stream is the first to show the ids of the new rows.
      await s.get('/stock-movements', { Accept: LINES });
      const rows = (await s.get('/stock-movements?limit=100')).data as Rec[];
      const [first, , third, , fifth] = rows.map(timeOf);
      const filters = [
        '',
        `storeId=${there}`,
        `storeId=${there},${here}&itemId=${plain}`,
        `storeId=${MISSING}`,
        `itemId=${sized}`,
        ...['opening', 'purchaseOrder', 'purchaseReturn', 'refund', 'sale', 'stockAdjustment', 'stockTransfer'].map(
          (kind) => `documentKind=${kind}`,
        ),
        ...[order, damaged, transfer].map(({ id }) => `documentId=${id}`),
        `documentId=${damaged.id}&documentKind=stockTransfer`,
        `from=${instant(fifth ?? 0)}&to=${instant(third ?? 0)}`,
        `from=${instant(fifth ?? 0)}&itemId=${plain}`,
        `from=${instant(first ?? 0)}&to=${instant(first ?? 0)}`,
        `to=${instant(third ?? 0).replace('Z', '000001Z')}&storeId=${here}`,
      ];
      for (const filter of filters) {
        for (const query of ['', 'order=asc&limit=3', 'limit=2&page=2'])
          await s.get(`/stock-movements?${filter}&${query}`.replace('?&', '?'));
        let { pagination } = await s.get(`/stock-movements?limit=3${filter && `&${filter}`}`);
        for (let page = 1; page < PAGES; page += 1) {
          const { nextCursor } = pagination as { nextCursor: string | null };
          if (nextCursor === null) break;
          ({ pagination } = await s.get(`/stock-movements?limit=3${filter && `&${filter}`}&cursor=${nextCursor}`));
        }
      }
      // Sales happened before they were recorded.
      const [sale] = ((await s.get('/stock-movements?documentKind=sale&limit=1&page=9')).data as Rec[]) ?? [];
      for (const filter of ['documentKind=sale', `storeId=${sale?.storeId}`, `itemId=${sale?.itemId}`])
        for (const end of ['from', 'to'])
          if (sale) await s.get(`/stock-movements?${filter}&${end}=${instant(timeOf(sale))}&limit=3&order=asc`);
      for (const query of [
        `from=${instant(first ?? 0)}&to=${instant((first ?? 0) - 1)}`,
        `from=${DAY}`,
        'to=2026-03-02T12:00:00',
        'documentKind=menu',
        'documentId=0',
        `itemId=${plain},${sized}`,
        'storeId=',
        'sort=at',
        'page=900',
        'limit=101',
        'cursor=x',
      ])
        await s.get(`/stock-movements?${query}`);
    },
  ),
  pinned(
    'stock.at',
    'the stock of an item at each instant, and as it was known at each, is as the specification says',
    async (s) => {
      const { stores, plain, sized, small, large } = await openStockroom(s);
      const [here = 0, there = 0] = stores;
      const adjust = (type: number, lines: readonly object[]) =>
        s.post('/stock-adjustments?post=true', { storeId: here, date: DAY, type, lines });
      const one = await adjust(1, [
        { itemId: plain, quantity: '5' },
        { itemId: sized, variantId: small, quantity: '2' },
      ]);
      await adjust(0, [
        { itemId: plain, quantity: '1.5' },
        { itemId: sized, variantId: large, quantity: '0' },
      ]);
      await s.post('/stock-transfers?receive=true', {
        fromStoreId: here,
        toStoreId: there,
        date: DAY,
        lines: [{ itemId: plain, quantity: '4' }],
      });
      await s.patch(`/stock-adjustments/${one.id}`, { status: 2 });
      // An item that sales have moved, which were recorded after they happened.
      const { data: sales } = await s.get('/stock-movements?documentKind=sale&limit=1');
      const [sale] = sales as (Rec & { itemId: number; storeId: number; recordedAt: string })[];
      const places = [
        ...[plain, sized].flatMap((item) => [here, there].map((store) => [item, store] as const)),
        ...(sale ? [[sale.itemId, sale.storeId] as const] : []),
      ];
      for (const [item, store] of places) {
        const url = `/items/${item}/stock?storeId=${store}`;
        const rows = (await s.get(`${url}&limit=100`)).data as (Rec & { recordedAt: string })[];
        const times = rows.slice(0, 8).map(timeOf);
        const recorded = rows.slice(0, 8).map((row) => Date.parse(row.recordedAt));
        for (const time of new Set(times.flatMap((at) => [at - 1, at])))
          await s.get(`${url}&at=${instant(time)}&limit=2`);
        for (const time of new Set(recorded.flatMap((at) => [at - 1, at]))) {
          await s.get(`${url}&knownAt=${instant(time)}&limit=2`);
          await s.get(`${url}&at=${instant(times[0] ?? 0)}&knownAt=${instant(time)}&limit=1&page=2`);
        }
        const at = `at=${instant((times[0] ?? 0) + 1)}`;
        const { pagination } = await s.get(`${url}&${at}&limit=1`);
        const { nextCursor } = pagination as { nextCursor: string | null };
        if (nextCursor === null) continue;
        for (const query of [at, at.replace('Z', '000Z'), '', `at=${instant((times[0] ?? 0) + 2)}`, `${at}&page=1`])
          await s.get(`${url}&${query}&limit=2&cursor=${nextCursor}`.replace('&&', '&'));
      }
      const url = `/items/${plain}/stock?storeId=${here}`;
      for (const query of [
        'at=1999-12-31T23:59:59Z',
        'at=9999-12-31T23:59:59.999999999-23:59',
        'knownAt=1999-12-31T23:59:59.5%2B05:30',
        `at=${DAY}`,
        'knownAt=now',
        'at=',
        'cursor=x',
      ])
        await s.get(`${url}&${query}`);
      await s.get(`/items/${MISSING}/stock?storeId=${MISSING}&at=${DAY}T00:00:00Z`);
      await s.get(`/items/${plain}/stock?storeId=${MISSING}&knownAt=${DAY}T00:00:00Z`);
    },
  ),
];
