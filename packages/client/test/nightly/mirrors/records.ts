import { keyOf, type Named, type Records, textOf } from '../../../../server/test/support/fresh-read.ts';
import type { Api, Resources } from '../../../src/index.ts';

type Read = (shop: Resources, named: Named) => Promise<unknown>;

const DAYS = { from: '2026-02-01', to: '2026-02-28' };

/** Reads one record; undefined if there is none any more. */
const READS: Readonly<Record<Api.ChangedResource, Read>> = {
  items: (shop, { id }) => first(shop.items.iterate({ ids: [id] })),
  taxes: (shop, { id }) => first(shop.taxes.iterate({ ids: [id] })),
  categories: (shop, { id }) => shop.categories.get(id),
  brands: (shop, { id }) => shop.brands.get(id),
  menus: (shop, { id }) => shop.menus.get(id),
  modifiers: (shop, { id }) => shop.modifiers.get(id),
  purchaseOrders: (shop, { id }) => shop.purchaseOrders.get(id),
  stockTransfers: (shop, { id }) => shop.stockTransfers.get(id),
  stockAdjustments: (shop, { id }) => shop.stockAdjustments.get(id),
  stores: (shop, { id }) => shop.stores.get(id),
  suppliers: (shop, { id }) => shop.suppliers.get(id),
  async stock(shop, { id, storeIds }) {
    const { data, pagination, at, knownAt, ...level } = await shop.items.stock(id, { storeId: storeIds?.[0] ?? 0 });
    return level;
  },
  async openOrders(shop, { id }) {
    // The order may be at another store by now.
    for await (const store of shop.stores.iterate()) {
      const order = await first(shop.stores.iterateOpenOrders(store.id, { ids: [id] }));
      if (order) return order;
    }
    return undefined;
  },
  async dailySales(shop, { id, businessDay: day }) {
    const { data } = await shop.reports.dailySales({ from: String(day), to: String(day), storeId: [id] });
    return data.length > 0 ? data : undefined;
  },
};

async function first<T>(rows: AsyncIterable<T>): Promise<T | undefined> {
  for await (const row of rows) return row;
  return undefined;
}

/** Puts a record into a copy, or removes one that is no more. */
export function put(records: Records, named: Named, record: unknown): void {
  if (record) records.set(keyOf(named), textOf(named, record));
  else records.delete(keyOf(named));
}

export const readRecord = (shop: Resources, named: Named): Promise<unknown> =>
  READS[named.resource as Api.ChangedResource](shop, named);

/** Reads everything. Returns the copy, and the place in the change feed from before the reading. */
export async function readAll(shop: Resources): Promise<{ readonly records: Records; readonly after: string }> {
  const records: Records = new Map();
  const name = (resource: Api.ChangedResource, id: number, storeId?: number, businessDay: string | null = null) => ({
    ...{ resource, id, businessDay },
    storeIds: storeId === undefined ? null : [storeId],
  });
  const read = async (named: Named) => put(records, named, await readRecord(shop, named));
  const { changesAfter = '' } = (await shop.items.iterate().pages().next()).value ?? {};
  for (const resource of ['items', 'taxes', 'categories', 'brands', 'stores', 'suppliers'] as const)
    for await (const row of shop[resource].iterate()) put(records, name(resource, row.id), row);
  for (const resource of ['menus', 'modifiers', 'stockAdjustments'] as const)
    for await (const { id } of shop[resource].iterate()) await read(name(resource, id));
  const voided = { includeVoided: true };
  for await (const { id } of shop.purchaseOrders.iterate(voided)) await read(name('purchaseOrders', id));
  for await (const { id } of shop.stockTransfers.iterate(voided)) await read(name('stockTransfers', id));
  const levels = new Map<string, Named>();
  for await (const { itemId, storeId } of shop.stockMovements.iterate())
    levels.set(`${itemId} ${storeId}`, name('stock', itemId, storeId));
  for (const level of levels.values()) await read(level);
  for await (const { id } of shop.stores.iterate()) {
    for await (const order of shop.stores.iterateOpenOrders(id)) put(records, name('openOrders', order.id), order);
    const { data } = await shop.reports.dailySales({ ...DAYS, storeId: [id] });
    for (const day of new Set(data.map(({ date }) => date))) await read(name('dailySales', id, id, day));
  }
  return { records, after: changesAfter };
}
