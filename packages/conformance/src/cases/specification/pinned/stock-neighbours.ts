import { Caller } from '../../../engine/caller.ts';
import type { Case } from '../../../engine/case.ts';
import type { Rec } from '../../../engine/record.ts';
import { pinned } from './pinned.ts';
import { DAY, openStockroom, UNKNOWN } from './stock.ts';

const ADJUSTMENTS = '/stock-adjustments';
const LARGEST = Number.MAX_SAFE_INTEGER;

export const PINNED_STOCK_NEIGHBOURS: readonly Case[] = [
  pinned(
    'stock.neighbours',
    'an adjustment shows in the items and reports that it moves, and nowhere else, as the specification says',
    async (s) => {
      const { stores, plain, sized, small, large } = await openStockroom(s);
      const [here = 0, there = 0] = stores;
      await s.patch(`/items/${plain}`, { trackStock: true, lowStockLevel: '2' });
      const urls = [
        ...[here, there].flatMap((store) => [
          `/items/${plain}?storeId=${store}`,
          `/items/${plain}/stock?storeId=${store}`,
        ]),
        `/reports/stock-on-hand?itemId=${plain}`,
        ...['out', 'low', 'inStock'].map((state) => `/items?stockStatus=${state}&limit=100`),
      ];
      const tags = new Map<string, string>();
      const look = async () => {
        for (const url of urls) {
          const { headers } = await s.send('GET', url, undefined, { 'If-None-Match': tags.get(url) ?? '"none"' });
          tags.set(url, headers.etag ?? '');
        }
      };
      const lines = (quantity: string) => [{ itemId: plain, quantity }];
      const adjust = (type: number, quantity: string, query = 'post=true') =>
        s.post(`${ADJUSTMENTS}?${query}`, { storeId: here, date: DAY, type, lines: lines(quantity) });
      await look();
      await adjust(1, '2.001');
      await look();
      await adjust(2, '1', 'post=true&dryRun=true');
      await adjust(2, '1', 'post=false');
      await look();
      const removed = await adjust(2, '0.001');
      await look();
      await s.patch(`${ADJUSTMENTS}/${removed.id}?dryRun=true`, { status: 2 });
      await adjust(0, '0');
      await look();
      await s.patch(`${ADJUSTMENTS}/${removed.id}`, { status: 2 });
      await look();
      // A variant that a draft names stays, as does one that a voided adjustment names.
      const [first, second] = (await s.get(`/items/${sized}?storeId=${here}`)).variants as [Rec, Rec];
      const draft = { storeId: here, date: DAY, type: 1, lines: [{ itemId: sized, variantId: small, quantity: '1' }] };
      const { id } = await s.post(`${ADJUSTMENTS}?post=false`, draft);
      await s.patch(`/items/${sized}`, { variants: [second] });
      await s.patch(`${ADJUSTMENTS}/${id}`, { status: 2 });
      await s.patch(`/items/${sized}`, { variants: [second] });
      await s.post(`${ADJUSTMENTS}?post=1`, {
        ...draft,
        type: 0,
        lines: [{ itemId: sized, variantId: large, quantity: '0' }],
      });
      await s.patch(`/items/${sized}`, { variants: [first] });
    },
  ),
  pinned(
    'stock.documents',
    'rows of orders, transfers and adjustments of one item follow each other in the ledger as the specification says',
    async (s, t) => {
      const { stores, suppliers, plain, sized, small } = await openStockroom(s);
      const [here = 0, there = 0] = stores;
      const places = [{ itemId: plain }, { itemId: sized, variantId: small }, { itemId: plain }];
      const lines = (quantity: string, more: object = {}) => places.map((place) => ({ ...place, quantity, ...more }));
      const order = {
        supplierId: suppliers[0],
        storeId: here,
        orderDate: DAY,
        lines: lines('5', { unitCost: '1.125' }),
      };
      await s.post('/purchase-orders?receive=true', order);
      await s.post('/purchase-orders?receive=true', { ...order, lines: lines('0.5', { unitCost: '2' }) });
      const move = { fromStoreId: here, toStoreId: there, date: DAY, lines: lines('1.5') };
      await s.post('/stock-transfers?receive=true', move);
      const other = await s.as(t.as('other'));
      await other.post(`${ADJUSTMENTS}?post=true`, { storeId: here, date: DAY, type: 0, lines: lines('2').slice(1) });
      for (const store of [here, there])
        for (const item of [plain, sized]) {
          await s.get(`/items/${item}/stock?storeId=${store}`);
          await other.get(`/items/${item}/stock?storeId=${store}&limit=1&page=2`);
        }
      await s.get(`/reports/stock-on-hand?itemId=${plain},${sized}`);
    },
  ),
  pinned(
    'stock.extremes',
    'the largest pages, ids and quantities, and quantities in other spellings, are as the specification says',
    async (s) => {
      const { stores, plain } = await openStockroom(s);
      const [here = 0] = stores;
      for (const page of [LARGEST, '99999999999999999999999', '92233720368547758'])
        for (const url of [`/items/${plain}/stock?storeId=${here}&`, '/reports/stock-on-hand?', `${ADJUSTMENTS}?`])
          await s.get(`${url}limit=100&page=${page}`);
      for (const id of [0, LARGEST, '9007199254740992', `0${plain}`])
        for (const url of [`/items/${id}/stock?storeId=${here}`, `${ADJUSTMENTS}/${id}`]) await s.get(url);
      for (const store of [`0${here}`, `${here},${here}`, '9999999999999999', '-1', '', '1e3'])
        await s.get(`/items/${plain}/stock?storeId=${store}`);
      const body = { storeId: here, date: DAY, type: 2, narration: '', reason: null };
      const quantities = ['999999999999.999', '0012.500', '0.001', '1.', '.5', '1e3', '-1', '1000000000000', '0.0001'];
      for (const quantity of quantities)
        await s.post(`${ADJUSTMENTS}?post=TRUE`, { ...body, lines: [{ itemId: plain, quantity }] });
      const { id } = await s.post(`${ADJUSTMENTS}?post=0`, { ...body, lines: [{ itemId: plain, quantity: '1.0' }] });
      for (const narration of ['   ', 'a\tb\nc', '\u00a0x\u200b', 'A\u030a', '\u202e', 'x'.repeat(5001)])
        await s.patch(`${ADJUSTMENTS}/${id}`, { narration });
      for (const adjustmentNo of ['', ' ', 'x'.repeat(65), `${s.name()}é`, `${s.name()}\n`])
        await s.patch(`${ADJUSTMENTS}/${id}`, { adjustmentNo });
      await s.get(`/items/${plain}/stock?storeId=${here}`);
      await s.get(`/items/${UNKNOWN}/stock?storeId=${here}`);
    },
  ),
  pinned(
    'stock.abroad',
    'another merchant has its own stock, in its own currency, as the specification says',
    async (s, t) => {
      const { stores, plain } = await openStockroom(s);
      for (const role of ['other', 'abroad'] as const) {
        const other = await s.as(new Caller(t, t.session.app('main', 'FULL'), t.session.merchant(role)));
        const own = await openStockroom(other);
        const [here = 0] = own.stores;
        await other.patch(`/items/${own.plain}`, { cost: '1.2345' });
        const lines = [{ itemId: own.plain, quantity: '1.5' }];
        await other.post(`${ADJUSTMENTS}?post=true`, { storeId: here, date: DAY, type: 1, lines });
        await other.post(`${ADJUSTMENTS}?post=true`, { storeId: stores[0], date: DAY, type: 1, lines });
        await other.post(`${ADJUSTMENTS}?post=true`, {
          storeId: here,
          date: DAY,
          type: 1,
          lines: [{ itemId: plain, quantity: '1' }],
        });
        for (const query of ['', `itemId=${own.plain},${plain}`, `storeId=${here},${stores[0]}`])
          await other.get(`/reports/stock-on-hand?${query}`);
        await other.get(`/items/${own.plain}/stock?storeId=${here}`);
        await other.get(`/items/${own.plain}/stock?storeId=${stores[0]}`);
        await other.get(`/items/${plain}/stock?storeId=${here}`);
        await other.get(`${ADJUSTMENTS}?storeId=${stores[0]}`);
      }
    },
  ),
];
