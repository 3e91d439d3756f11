import { visibleStores } from '../changes/cursor.ts';
import { statement } from '../database/statement.ts';
import { notFound } from '../errors.ts';
import { anyOf, atOrBefore, instantRange, isNamed, type ListPlan, type Place } from '../lists/plan.ts';
import type { Current } from './feed.ts';
import { type Handlers, listReply, pageReply } from './handlers.ts';

/** JSON text of a movement `r` in SQL. Reads the item only for a cost, the adjustment only for a reason. */
const MOVEMENT = `(select row_to_json(d)::text from (
    select r.id, r.store_id as "storeId", r.item_id as "itemId", r.variant_id as "variantId",
      region.quantity_text(r.change) as change,
      case when r.unit_cost is not null then (select region.money_text(r.unit_cost, i.currency) from region.items i
        where i.company_id = r.company_id and i.id = r.item_id) end as "unitCost",
      r.document_kind as "documentKind", case when r.document_kind <> 'opening' then r.document_id end as "documentId",
      r.line_id as "lineId",
      case when r.document_kind = 'stockAdjustment' then (select a.reason from region.stock_adjustments a
        where a.company_id = r.company_id and a.id = r.document_id) end as reason,
      nullif(r.app_id, 0) as "appId", case when r.app_id <> 0 then r.correlation_id end as "correlationId",
      region.rfc3339(r.at) as at, region.rfc3339(r.recorded_at) as "recordedAt") d)`;

const MOVEMENTS = {
  table: 'stock_movements',
  doc: MOVEMENT,
  isCounted: true,
  sorts: { at: ['at', 'timestamptz'] },
} satisfies ListPlan;

const HAPPENED = instantRange('from', 'to', 'at');

export const STOCK_MOVEMENTS: ListPlan = {
  ...MOVEMENTS,
  instants: HAPPENED,
  filters: {
    storeId: anyOf('store_id', 'bigint'),
    itemId: (id, place) => `r.item_id = ${place(id)}`,
    documentKind: (kind) => isNamed('document_kind', kind),
    // Opening stock names no document.
    documentId: (id, place) => `(r.document_id = ${place(id)} and r.document_kind <> 'opening')`,
    ...HAPPENED.filters,
  },
};

/** Stock of an item at a store: now or `at` an instant, as known now or at `knownAt`. */
interface Asked {
  readonly itemId: number;
  readonly storeId: string;
  readonly at?: string;
  readonly knownAt?: string;
}

/** Columns of the item's level and its variants' levels. */
const SUMMED = `region.quantity_text(coalesce(sum(on_hand), 0)) as "onHand",
          coalesce(json_agg(json_build_object('variantId', variant_id, 'onHand', region.quantity_text(on_hand))
            order by variant_id) filter (where variant_id is not null), '[]') as variants`;

/** SQL: the levels of the item and its variants as JSON text, or `item` or `store` if that one is missing. */
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

/** Every variant that was ever moved or counted, with its stock at the instant. */
function levels({ at, knownAt }: Asked, own: string, place: Place): string {
  const now = `(select variant_id, on_hand from region.stock_levels where ${own})`;
  const then = at && `${place(at)}::timestamptz`;
  const sumOf = (condition: string): string =>
    `select variant_id, sum(change) as change from region.stock_movements where ${own} and ${condition} group by variant_id`;
  const same = 'on m.variant_id is not distinct from l.variant_id';
  if (knownAt) {
    const known = `recorded_at <= ${place(knownAt)}::timestamptz`;
    return `select l.variant_id, coalesce(m.change, 0) as on_hand
    from ${now} l left join (${sumOf(then ? `at <= ${then} and ${known}` : known)}) m ${same}`;
  }
  if (!then) return now;
  // Sums the movements after the instant if the last movement is nearer than the first, else the ones until it.
  const end = (order: 'asc' | 'desc'): string =>
    `(select at from region.stock_movements where ${own} order by at ${order}, id ${order} limit 1)`;
  const isLate = '(select is_late from instant)';
  return `with instant as materialized (
      select coalesce(${then} - ${end('asc')} > ${end('desc')} - ${then}, false) as is_late
    )
    select l.variant_id, case when ${isLate} then l.on_hand - coalesce(m.change, 0) else coalesce(m.change, 0) end as on_hand
    from ${now} l left join (
      ${sumOf(`at > ${then} and ${isLate}`)} union all ${sumOf(`at <= ${then} and not ${isLate}`)}
    ) m ${same}`;
}

const FIND_LEVELS = statement(
  'items.find-levels',
  `select item_id as "itemId", store_id as "storeId", row_to_json(shown)::text as doc
   from unnest($2::bigint[], $3::bigint[]) as asked (item_id, store_id)
   cross join lateral (
     select asked.item_id as "itemId", asked.store_id as "storeId", ${SUMMED} from region.stock_levels l
     where l.company_id = $1 and l.item_id = asked.item_id and l.store_id = asked.store_id
   ) shown`,
);

/** A stock change concerns one store. */
export const currentStock: Current = async (tenant, changed) => {
  const stores = changed.map(({ storeIds }) => storeIds?.[0]);
  const rows = await tenant.read<{ itemId: number; storeId: number; doc: string }>(FIND_LEVELS, [
    changed.map(({ id }) => id),
    stores,
  ]);
  const docs = new Map(rows.map(({ itemId, storeId, doc }) => [`${itemId} ${storeId}`, doc]));
  return ({ id, storeIds }) => docs.get(`${id} ${storeIds?.[0]}`);
};

/** Movements of an item at a store, and the level that they add up to. */
export const ITEM_STOCK: ListPlan = {
  ...MOVEMENTS,
  filters: {
    itemId: (id, place) => `r.item_id = ${place(id)}`,
    storeId: (id, place) => `r.store_id = ${place(id)}`,
    at: (instant, place) => `r.at <= ${place(instant)}::timestamptz`,
    knownAt: (instant, place) => `r.recorded_at <= ${place(instant)}::timestamptz`,
  },
  beside: ({ itemId, storeId, at, knownAt }, place) => levelsIn({ itemId, storeId, at, knownAt } as Asked, place),
};

/** A level with the item's names and cost. A variant without a cost has the item's. */
const LEVEL = `(select row_to_json(d)::text from (
    select r.store_id as "storeId", r.item_id as "itemId", r.variant_id as "variantId", i.item_code as "itemCode", i.name,
      v.name as "variantName", region.quantity_text(r.on_hand) as "onHand", i.currency, region.money_text(c.cost, i.currency) as "unitCost",
      region.money_text(round(r.on_hand * c.cost, region.minor_units(i.currency)), i.currency) as value
    from region.items i
    left join lateral (select e->>'name' as name, (e->>'cost')::numeric as cost from json_array_elements(i.variants) e
      where (e->>'id')::bigint = r.variant_id) v on true
    cross join lateral (select coalesce(v.cost, i.cost) as cost) c
    where i.company_id = r.company_id and i.id = r.item_id) d)`;

export const STOCK_ON_HAND: ListPlan = {
  table: 'stock_levels',
  doc: LEVEL,
  sorts: { itemId: ['item_id', 'bigint'] },
  filters: { storeId: anyOf('store_id', 'bigint'), itemId: anyOf('item_id', 'bigint') },
};

export const stockHandlers = {
  async getItemStock({ path, query: { at, knownAt, ...query }, lists, tenant }) {
    const instants = { ...(at && { at: atOrBefore(at) }), ...(knownAt && { knownAt: atOrBefore(knownAt) }) };
    const list = { ...query, ...instants, itemId: path.id, sort: 'at', order: 'desc' } as const;
    const page = await lists.read(tenant, ITEM_STOCK, list);
    if (page.beside === 'item') throw notFound('item', path.id);
    if (page.beside === 'store') throw notFound('store', query.storeId);
    const asked = { itemId: path.id, storeId: Number(query.storeId), at: null, knownAt: null, ...instants };
    return pageReply(page, `${JSON.stringify(asked).slice(1, -1)},${page.beside?.slice(1, -1)},`);
  },
  listStockMovements: (request) => listReply({ ...request, query: { ...request.query, sort: 'at' } }, STOCK_MOVEMENTS),
  listStockOnHand(request) {
    const { storeId, ...page } = request.query;
    const stores = visibleStores(request.tenant.scope, storeId);
    const list = { ...page, ...(stores && { storeId: stores }), sort: 'itemId', order: 'asc' } as const;
    return listReply({ ...request, query: list }, STOCK_ON_HAND);
  },
} satisfies Partial<Handlers>;
