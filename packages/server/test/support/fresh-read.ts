import type { Answer, Caller } from './api-caller.ts';
import { type Change, readRecord } from './change-records.ts';

/** Records by resource, id, store and day, as JSON text. */
export type Records = Map<string, string>;

/** Identifies a record: stock also by its store, a daily report by its day. */
export interface Named {
  readonly resource: string;
  readonly id: number;
  readonly storeIds: readonly number[] | null;
  readonly businessDay: string | null;
}

const ROWS = ['items', 'taxes', 'brands', 'categories', 'stores', 'suppliers'];

const BY_ID: Readonly<Record<string, string>> = {
  menus: '/menus?',
  modifiers: '/modifiers?',
  purchaseOrders: '/purchase-orders?includeVoided=true&',
  stockTransfers: '/stock-transfers?includeVoided=true&',
  stockAdjustments: '/stock-adjustments?',
};

const DAYS = 'from=2026-02-01&to=2026-02-28';

export const keyOf = ({ resource, id, storeIds, businessDay }: Named): string =>
  `${resource} ${id} ${resource === 'stock' ? storeIds?.[0] : ''} ${businessDay ?? ''}`;

/** JSON text of a record, without what menus and modifiers show of items: that is a change of the item alone. */
export function textOf({ resource }: Named, record: unknown): string {
  const isShown = resource === 'menus' || resource === 'modifiers';
  return JSON.stringify(record, (key, value) => (isShown && key === 'items' ? value.map(withoutShown) : value));
}

const withoutShown = ({ name, effectivePrice, ...own }: Record<string, unknown>): object => own;

const named = (resource: string, id: number, storeId?: number, businessDay: string | null = null): Change =>
  ({ resource, id, storeIds: storeId === undefined ? null : [storeId], businessDay }) as Change;

/** The response of a successful read. */
async function read(caller: Caller, path: string): Promise<Answer> {
  const answer = await caller.get(path);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer;
}

async function listOf<Row>(caller: Caller, list: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (let cursor = ''; ; ) {
    const { body } = await read(caller, `${list}limit=100${cursor && `&cursor=${cursor}`}`);
    rows.push(...body.data);
    if (!body.pagination.hasMore) return rows;
    cursor = body.pagination.nextCursor;
  }
}

/** Reads all records of a merchant. */
export async function readAll(caller: Caller): Promise<Records> {
  const records: Records = new Map();
  const set = (change: Change, record: unknown) => records.set(keyOf(change), textOf(change, record));
  const setRead = async (change: Change) => set(change, await readRecord(caller, change));
  for (const resource of ROWS)
    for (const row of await listOf<{ id: number }>(caller, `/${resource}?`)) set(named(resource, row.id), row);
  for (const [resource, list] of Object.entries(BY_ID))
    for (const { id } of await listOf<{ id: number }>(caller, list)) await setRead(named(resource, id));
  const movements = await listOf<{ itemId: number; storeId: number }>(caller, '/stock-movements?');
  for (const level of new Set(movements.map(({ itemId, storeId }) => `${itemId} ${storeId}`))) {
    const [itemId, storeId] = level.split(' ').map(Number) as [number, number];
    await setRead(named('stock', itemId, storeId));
  }
  for (const { id } of await listOf<{ id: number }>(caller, '/stores?')) {
    for (const order of await listOf<{ id: number }>(caller, `/stores/${id}/open-orders?`))
      set(named('openOrders', order.id), order);
    const { body } = await read(caller, `/reports/daily-sales?${DAYS}&storeId=${id}`);
    for (const day of new Set<string>(body.data.map((row: { date: string }) => row.date)))
      await setRead(named('dailySales', id, id, day));
  }
  return records;
}
