import type { ItemStock } from '../../contract/generated/types.gen.ts';
import { notFound } from '../../errors.ts';
import { COUNTED_AT_MOST, countedTotal } from '../../storage/lists/list-plan.ts';
import { type JsonText, statement } from '../../storage/statement.ts';
import type { TenantStore } from '../../storage/tenant.ts';

/** One read for an item's levels at a store and one page of their movements. */
const FIND_STOCK = statement(
  'items.find-stock',
  `select s.id as store_id, row_to_json(levels)::text as levels, page.data, page.more,
     (select count(*) from (select from region.stock_movements m
       where m.company_id = $1 and m.item_id = i.id and m.store_id = s.id limit ${COUNTED_AT_MOST + 1}) counted) as total
   from region.items i
   left join region.stores s on s.company_id = $1 and s.id = $3
   cross join lateral (
     select i.id as "itemId", s.id as "storeId", region.quantity_text(coalesce(sum(on_hand), 0)) as "onHand",
       coalesce(json_agg(json_build_object('variantId', variant_id, 'onHand', region.quantity_text(on_hand)) order by variant_id)
         filter (where variant_id is not null), '[]') as variants
     from region.stock_levels l where l.company_id = $1 and l.item_id = i.id and l.store_id = s.id
   ) levels
   cross join lateral (
     select coalesce(json_agg(row order by n) filter (where n <= $4::bigint), '[]')::text as data, count(*) > $4::bigint as more
     from (
       select row_number() over (order by m.at desc, m.id desc) as n, row_to_json(moved) as row
       from (
         select * from region.stock_movements m where m.company_id = $1 and m.item_id = i.id and m.store_id = s.id
         order by m.at desc, m.id desc limit $4::bigint + 1 offset $5::bigint
       ) m
       cross join lateral (
         select m.id, m.variant_id as "variantId", region.quantity_text(m.change) as change, region.money_text(m.unit_cost, i.currency) as "unitCost",
           m.document_kind as "documentKind", case when m.document_kind <> 'opening' then m.document_id end as "documentId",
           m.line_id as "lineId",
           nullif(m.app_id, 0) as "appId", case when m.app_id <> 0 then m.correlation_id end as "correlationId",
           region.rfc3339(m.at) as at
       ) moved
     ) numbered
   ) page
   where i.company_id = $1 and i.id = $2`,
);

interface Row {
  store_id: number | null;
  levels: string;
  data: string;
  more: boolean;
  total: number;
}

interface Page {
  readonly storeId: string;
  readonly page: number;
  readonly limit: number;
}

/** Reads the stock of an item at one store and its movements, newest first. */
export async function findItemStock(
  tenant: TenantStore,
  id: number,
  { storeId, page, limit }: Page,
): Promise<JsonText<ItemStock>> {
  const [row] = await tenant.read<Row>(FIND_STOCK, [id, storeId, limit, (page - 1) * limit]);
  if (!row) throw notFound('item', id);
  if (row.store_id === null) throw notFound('store', storeId);
  const pagination = { page, limit, ...countedTotal(row.total), hasMore: row.more, nextCursor: null };
  const body = `${row.levels.slice(0, -1)},"data":${row.data},"pagination":${JSON.stringify(pagination)}}`;
  return body as JsonText<ItemStock>;
}
