import { statement } from '../../database/statement.ts';
import type { Place } from '../../lists/list-plan.ts';
import type { Current } from '../current.ts';

/** An item at a store: at present, or at an instant, as it was known at one. */
export interface Asked {
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
export function levelsIn(asked: Asked, place: Place): string {
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
