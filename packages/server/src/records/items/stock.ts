import type { Item, ItemAtStore, ItemStock } from '../../contract/generated/types.gen.ts';
import { type JsonText, statement } from '../../database/statement.ts';
import type { TenantStore } from '../../database/tenant.ts';
import { notFound } from '../../errors.ts';
import type { Lists } from '../../lists/lists.ts';
import { atOrBefore, type ListPlan, type Place } from '../../lists/plan.ts';
import { isMore } from '../decimal.ts';
import type { Current } from '../feed.ts';
import { pageReply, type ReplyOf } from '../handlers.ts';
import { MOVEMENT } from '../ledger.ts';
import { extended, type WholeReply } from '../whole.ts';

/** An item at a store: at present, or at an instant, as it was known at one. */
interface Asked {
  readonly itemId: number;
  readonly storeId: string;
  readonly at?: string;
  readonly knownAt?: string;
}

/** Columns of the item's level and those of its variants. */
const SUMMED = `region.quantity_text(coalesce(sum(on_hand), 0)) as "onHand",
          coalesce(json_agg(json_build_object('variantId', variant_id, 'onHand', region.quantity_text(on_hand))
            order by variant_id) filter (where variant_id is not null), '[]') as variants`;

/** Text in SQL: the levels of the item and its variants as a JSON object, or which of `item` and `store` is missing. */
function levelsIn(asked: Asked, place: Place): string {
  const item = `${place(asked.itemId)}::bigint`;
  const store = `${place(asked.storeId)}::bigint`;
  return `case
    when not exists (select from region.items where company_id = $1 and id = ${item}) then 'item'
    when not exists (select from region.stores where company_id = $1 and id = ${store}) then 'store'
    else (
      select row_to_json(shown)::text from (
        select ${SUMMED} from (${levels(asked, `company_id = $1 and item_id = ${item} and store_id = ${store}`, place)}) levels
      ) shown
    ) end`;
}

/** Variants that were ever moved or counted, each with what was on hand then. */
function levels({ at, knownAt }: Asked, own: string, place: Place): string {
  const now = `(select variant_id, on_hand from region.stock_levels where ${own})`;
  const then = at && `${place(at)}::timestamptz`;
  if (!then && !knownAt) return now;
  if (!knownAt) return levelsAt(`${then}`, own, now);
  const known = `recorded_at <= ${place(knownAt)}::timestamptz`;
  return `select l.variant_id, coalesce(m.change, 0) as on_hand
    from ${now} l left join (${sumOf(own, then ? `at <= ${then} and ${known}` : known)}) m ${SAME}`;
}

/** Sums the movements since the instant if it is nearer to the last one than to the first, else those until the instant. */
function levelsAt(then: string, own: string, now: string): string {
  const end = (order: 'asc' | 'desc'): string =>
    `(select at from region.stock_movements where ${own} order by at ${order}, id ${order} limit 1)`;
  const isLate = '(select is_late from instant)';
  return `with instant as materialized (
      select coalesce(${then} - ${end('asc')} > ${end('desc')} - ${then}, false) as is_late
    )
    select l.variant_id, case when ${isLate} then l.on_hand - coalesce(m.change, 0) else coalesce(m.change, 0) end as on_hand
    from ${now} l left join (
      ${sumOf(own, `at > ${then} and ${isLate}`)} union all ${sumOf(own, `at <= ${then} and not ${isLate}`)}
    ) m ${SAME}`;
}

const sumOf = (own: string, condition: string): string =>
  `select variant_id, sum(change) as change from region.stock_movements where ${own} and ${condition} group by variant_id`;

const SAME = 'on m.variant_id is not distinct from l.variant_id';

const FIND_LEVELS = statement(
  'items.find-levels',
  `select item_id as "itemId", store_id as "storeId", row_to_json(shown)::text as doc
   from unnest($2::bigint[], $3::bigint[]) as asked (item_id, store_id)
   cross join lateral (
     select asked.item_id as "itemId", asked.store_id as "storeId", ${SUMMED} from region.stock_levels l
     where l.company_id = $1 and l.item_id = asked.item_id and l.store_id = asked.store_id
   ) shown`,
);

interface Level {
  readonly itemId: number;
  readonly storeId: number;
  readonly doc: string;
}

/** Stock changes at one store. */
export const currentStock: Current = async (tenant, changed) => {
  const stores = changed.map(({ storeIds }) => storeIds?.[0]);
  const rows = await tenant.read<Level>(FIND_LEVELS, [changed.map(({ id }) => id), stores]);
  const docs = new Map(rows.map(({ itemId, storeId, doc }) => [`${itemId} ${storeId}`, doc]));
  return ({ id, storeIds }) => docs.get(`${id} ${storeIds?.[0]}`);
};

/** One read for the item with its stock over all stores and at one store. With variants, stock is summed over them. */
const FIND_AT_STORE = statement(
  'items.find-at-store',
  `select i.doc, i.version, region.quantity_text(t.on_hand) as "onHand", t.stock_status as "stockStatus",
     exists (select from region.stores s where s.company_id = $1 and s.id = $3) as "storeExists",
     coalesce(region.quantity_text(l.on_hand), '0') as level,
     case when i.type = 1 then (
       select json_build_object('total', region.quantity_text(sum(v.on_hand)),
         'variants', json_object_agg(v.variant_id, region.quantity_text(v.on_hand)))
       from region.stock_levels v where v.company_id = $1 and v.item_id = $2 and v.store_id = $3 having count(*) > 0
     ) end as levels
   from region.items i
   join region.item_stock t on t.company_id = $1 and t.item_id = $2
   left join region.stock_levels l
     on l.company_id = $1 and l.item_id = $2 and l.store_id = $3 and l.variant_id is null
   where i.company_id = $1 and i.id = $2`,
);

interface Row {
  readonly doc: JsonText<Item>;
  readonly version: number;
  readonly onHand: string;
  readonly stockStatus: ItemAtStore['stock']['stockStatus'];
  readonly storeExists: boolean;
  readonly level: string;
  /** Levels of an item with variants; null if it has none. */
  readonly levels: { readonly total: string; readonly variants: Readonly<Record<string, string>> } | null;
}

export async function findItemAtStore(
  tenant: TenantStore,
  id: number,
  storeId: string,
): Promise<WholeReply<ItemAtStore>> {
  const row = await tenant.find<Row>(FIND_AT_STORE, [id, storeId]);
  if (!row) throw notFound('item', id);
  if (!row.storeExists) throw notFound('store', storeId);
  const { stock, atStore } = stocked(row, Number(storeId));
  return extended(row.doc, row.version, { stock: JSON.stringify(stock), atStore: JSON.stringify(atStore) });
}

/** The item at a store: its overrides, or else the item's own values. */
function stocked(row: Row, storeId: number): Pick<ItemAtStore, 'stock' | 'atStore'> {
  const item = JSON.parse(row.doc) as Item;
  const override = item.stores.find((store) => store.storeId === storeId);
  const price = override?.price ?? item.price;
  const lowStockLevel = override?.lowStockLevel ?? item.lowStockLevel;
  const onHand = row.levels?.total ?? row.level;
  const ifTracked = (quantity: string) => (item.trackStock ? quantity : null);
  return {
    stock: { onHand: ifTracked(row.onHand), stockStatus: row.stockStatus },
    atStore: {
      storeId,
      status: override?.status === 0 ? 0 : item.status,
      price,
      lowStockLevel,
      onHand: ifTracked(onHand),
      stockStatus: item.trackStock ? statusOf(onHand, lowStockLevel) : 'inStock',
      variants: item.variants
        .toSorted((a, b) => a.id - b.id)
        .map(({ id, price: own }) => ({
          variantId: id,
          price: own ?? price,
          onHand: ifTracked(row.levels?.variants[id] ?? '0'),
        })),
    },
  };
}

/** Status of tracked stock. The region's function `stock_status` applies the same rule over all stores. */
function statusOf(onHand: string, lowStockLevel: string | null): ItemAtStore['stock']['stockStatus'] {
  if (!isMore(onHand, '0')) return 'out';
  return lowStockLevel === null || isMore(onHand, lowStockLevel) ? 'inStock' : 'low';
}

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
