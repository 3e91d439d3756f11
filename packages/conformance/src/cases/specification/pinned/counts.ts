import type { Script } from '../../../driver/script.ts';
import type { Case } from '../../../engine/case.ts';
import type { Rec } from '../../../engine/record.ts';
import { pinned } from './pinned.ts';
import { DAY, openStockroom, UNKNOWN } from './stock.ts';

const ADJUSTMENTS = '/stock-adjustments';
const [COUNT, ADD, REMOVE] = [0, 1, 2];
const MINUTE = 60_000;

interface Shelf {
  readonly storeId: number;
  readonly itemId: number;
  /** The instant this many minutes before the case began. */
  readonly ago: (minutes: number) => string;
  /** Posts an adjustment of one line, which holds or happened that long ago. */
  readonly post: (type: number, quantity: string, minutes: number, query?: string) => Promise<Rec>;
  /** Reads the stock at present and around all these instants. */
  readonly look: (...minutes: readonly number[]) => Promise<void>;
}

/** An item without stock. */
async function openShelf(s: Script): Promise<Shelf> {
  const { id: itemId, entryDate } = await s.post('/items', { name: s.name() });
  const { data } = await s.get('/stores?limit=1');
  const [{ id: storeId = 0 } = {}] = data as Rec[];
  const ago = (minutes: number): string => new Date(Date.parse(String(entryDate)) - minutes * MINUTE).toISOString();
  const url = `/items/${itemId}/stock?storeId=${storeId}`;
  return {
    storeId,
    itemId,
    ago,
    post: (type, quantity, minutes, query = '') =>
      s.post(`${ADJUSTMENTS}?post=true${query}`, {
        ...{ storeId, date: DAY, type, lines: [{ itemId, quantity }] },
        [type === COUNT ? 'countedAt' : 'occurredAt']: ago(minutes),
      }),
    look: async (...minutes) => {
      await s.get(`${url}&limit=100`);
      for (const at of minutes.flatMap((minute) => [ago(minute), ago(minute - 1)])) await s.get(`${url}&at=${at}`);
    },
  };
}

export const PINNED_COUNTS: readonly Case[] = [
  pinned(
    'stock.late_movements',
    'counts stay right whatever happened before them and arrives later, as the specification says',
    async (s) => {
      const { post, look, storeId, itemId } = await openShelf(s);
      await post(ADD, '10', 90);
      const first = await post(COUNT, '8', 60);
      const last = await post(COUNT, '8', 20);
      await look(90, 60, 20);
      // A till was offline; one sale is of the count's own instant, and one of the instant before.
      await post(REMOVE, '2', 75, '&dryRun=true');
      await post(REMOVE, '2', 75);
      await look(90, 75, 60, 20);
      await post(REMOVE, '0.5', 60);
      await post(ADD, '3', 40);
      await look(60, 40, 20);
      const between = await post(COUNT, '7', 30);
      await post(REMOVE, '1', 35);
      await post(REMOVE, '1', 10);
      await look(40, 35, 30, 20, 10);
      for (const { id } of [first, between, last]) await s.get(`${ADJUSTMENTS}/${id}`);
      await s.get(`/stock-movements?itemId=${itemId}&documentKind=stockAdjustment&limit=100`);
      await s.get(`/reports/stock-on-hand?itemId=${itemId}&storeId=${storeId}`);
    },
  ),
  pinned(
    'stock.counts_voided',
    'voiding a count or an adjustment leaves the other counts right, as the specification says',
    async (s) => {
      const { post, look } = await openShelf(s);
      const added = await post(ADD, '10', 90);
      const counts = [await post(COUNT, '9', 60), await post(COUNT, '6', 30)];
      const removed = [await post(REMOVE, '2', 80), await post(REMOVE, '1', 40), await post(REMOVE, '1', 10)];
      for (const { id } of [removed[1], counts[0], added, removed[0], counts[1], removed[2]] as Rec[]) {
        await s.patch(`${ADJUSTMENTS}/${id}?dryRun=true`, { status: 2 });
        await s.patch(`${ADJUSTMENTS}/${id}`, { status: 2 });
        await look(90, 80, 60, 40, 30, 10);
      }
      await post(REMOVE, '4', 70);
      await look(70, 60);
    },
  ),
  pinned(
    'adjustments.counted_at',
    'a draft holds when its lines were sent, or when a request says so, as the specification says',
    async (s) => {
      const { post, look, storeId, itemId, ago } = await openShelf(s);
      const draft = (type: number, fields: object = {}) =>
        s.post(`${ADJUSTMENTS}?post=false`, {
          storeId,
          date: DAY,
          type,
          lines: [{ itemId, quantity: '10' }],
          ...fields,
        });
      const change = ({ id }: Rec, fields: object) => s.patch(`${ADJUSTMENTS}/${id}`, fields);
      // Sold while the draft of the count waits.
      const waiting = await draft(COUNT);
      await s.post(`${ADJUSTMENTS}?post=true`, {
        storeId,
        date: DAY,
        type: REMOVE,
        lines: [{ itemId, quantity: '2' }],
      });
      await change(waiting, { status: 1 });
      await look(0);
      const stated = await draft(COUNT, { countedAt: ago(30) });
      await change(stated, stated);
      await change(stated, { lines: [{ itemId, quantity: '11' }] });
      await change(stated, { countedAt: null });
      await change(stated, { countedAt: ago(20).replace('Z', '000+00:00') });
      await change(stated, { narration: 'kept' });
      await post(REMOVE, '1', 25);
      await change(stated, { status: 1, lines: [{ itemId, quantity: '12' }] });
      await change(stated, { status: 2, countedAt: ago(19) });
      const unstated = await draft(COUNT);
      await change(unstated, { lines: [{ itemId, quantity: '5' }] });
      await change(unstated, { countedAt: null, status: 1, lines: [{ itemId, quantity: '4' }] });
      await look(25, 20, 0);
      const added = await draft(ADD, { occurredAt: ago(15) });
      for (const fields of [
        { countedAt: ago(5) },
        { occurredAt: '2999-01-01T00:00:00Z' },
        { occurredAt: '2026-03-01T00:00:00Z' },
        { date: '2026-03-03', occurredAt: '2026-03-02T00:00:00Z' },
        { type: COUNT, occurredAt: ago(5) },
        { type: COUNT, countedAt: '2999-01-01T00:00:00Z' },
        { type: COUNT },
        { countedAt: ago(5) },
        { type: REMOVE },
        { occurredAt: ago(4) },
        { date: '2999-01-01' },
        { occurredAt: null },
        { occurredAt: ago(3), status: 1 },
        { status: 2 },
      ])
        await change(added, fields);
      for (const fields of [
        { occurredAt: ago(1) },
        { countedAt: '2999-01-01T00:00:00Z' },
        { countedAt: '1999-12-31T23:00:00Z' },
        { countedAt: '2026-02-30T00:00:00Z' },
        { type: ADD, countedAt: ago(1), occurredAt: '2999-01-01T00:00:00Z' },
        { type: ADD, occurredAt: `${DAY}T00:00:00-12:00`, storeId: UNKNOWN },
        { type: ADD, date: '2026-03-04', occurredAt: `${DAY}T00:00:00Z`, lines: [{ itemId: UNKNOWN, quantity: '1' }] },
      ])
        await draft(COUNT, fields);
      const late = await draft(ADD, { occurredAt: `${DAY}T12:00:00Z` });
      await change(late, { date: '2026-03-04' });
      await change(late, { status: 1 });
    },
  ),
  pinned(
    'stock.received_at',
    'goods that were counted before their receipt was entered count once, as the specification says',
    async (s) => {
      const { suppliers, stores } = await openStockroom(s);
      const { post, look, storeId, itemId, ago } = await openShelf(s);
      const otherId = stores.find((id) => id !== storeId);
      const lines = [{ itemId, quantity: '12' }];
      const order = { supplierId: suppliers[0], storeId, orderDate: DAY };
      const bought = { ...order, lines: [{ itemId, quantity: '12', unitCost: '1.50' }] };
      const moved = { fromStoreId: storeId, toStoreId: otherId, date: DAY, lines };
      await post(COUNT, '12', 30);
      for (const at of [ago(40), ago(20).replace('Z', '999Z')])
        await s.post(`/purchase-orders?receive=true&receivedAt=${at}`, bought);
      await s.post(`/stock-transfers?receive=true&receivedAt=${ago(35)}`, moved);
      await look(40, 35, 30, 20);
      for (const [path, body] of [
        ['/purchase-orders', bought],
        ['/stock-transfers', moved],
      ] as const) {
        const made = await s.post(`${path}?receive=false`, body);
        const receipt = `${path}/${made.id}/receive`;
        for (const at of [ago(40), '2999-01-01T00:00:00Z', '2000-01-01T00:00:00Z', 'now']) {
          await s.post(`${path}?receive=false&receivedAt=${at}`, body);
          if (at !== ago(40)) await s.post(`${path}?receive=true&receivedAt=${at}`, body);
          if (at !== ago(40)) await s.patch(receipt, { receivedAt: at });
        }
        const [{ id: lineId = 0 } = {}] = made.lines as Rec[];
        await s.patch(receipt, { lines: [{ lineId, quantity: '5' }], receivedAt: ago(33) });
        await s.patch(receipt, {});
        await s.patch(receipt, { receivedAt: '2999-01-01T00:00:00Z' });
      }
      await look(40, 35, 33, 30, 20);
    },
  ),
];
