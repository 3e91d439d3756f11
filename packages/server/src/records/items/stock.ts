import type { ItemStock } from '../../contract/generated/types.gen.ts';
import type { TenantStore } from '../../database/tenant.ts';
import { notFound } from '../../errors.ts';
import { atOrBefore } from '../../lists/instant-range.ts';
import type { ListPlan } from '../../lists/list-plan.ts';
import type { Lists } from '../../lists/lists.ts';
import { pageReply, type ReplyOf } from '../handlers.ts';
import { MOVEMENT } from '../movement.ts';
import { type Asked, levelsIn } from './levels.ts';

/** Movements of an item at a store, and the level that they add up to. */
export const ITEM_STOCK: ListPlan = {
  table: 'stock_movements',
  doc: MOVEMENT,
  isCounted: true,
  sorts: { at: ['at', 'timestamptz'] },
  filters: {
    itemId: (id, place) => `r.item_id = ${place(id)}`,
    storeId: (id, place) => `r.store_id = ${place(id)}`,
    at: (instant, place) => `r.at <= ${place(instant)}::timestamptz`,
    knownAt: (instant, place) => `r.recorded_at <= ${place(instant)}::timestamptz`,
  },
  beside: ({ itemId, storeId, at, knownAt }, place) => levelsIn({ itemId, storeId, at, knownAt } as Asked, place),
};

interface Query {
  readonly storeId: string;
  readonly at?: string;
  readonly knownAt?: string;
  readonly page: number;
  readonly limit: number;
  readonly cursor?: string;
}

/** Reads the stock of an item at one store and its movements, latest first. */
export async function findItemStock(
  lists: Lists,
  tenant: TenantStore,
  id: number,
  { at, knownAt, ...query }: Query,
): Promise<ReplyOf<200, ItemStock>> {
  const instants = { ...(at && { at: atOrBefore(at) }), ...(knownAt && { knownAt: atOrBefore(knownAt) }) };
  const list = { ...query, ...instants, itemId: id, sort: 'at', order: 'desc' } as const;
  const page = await lists.read(tenant, ITEM_STOCK, list);
  if (page.beside === 'item') throw notFound('item', id);
  if (page.beside === 'store') throw notFound('store', query.storeId);
  const asked = { itemId: id, storeId: Number(query.storeId), at: null, knownAt: null, ...instants };
  return pageReply<ItemStock>(page, `${JSON.stringify(asked).slice(1, -1)},${page.beside?.slice(1, -1)},`);
}
