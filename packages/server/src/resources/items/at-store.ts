import type { ItemAtStore } from '../../contract/generated/types.gen.ts';
import { notFound } from '../../errors.ts';
import { statement } from '../../storage/statement.ts';
import type { TenantStore, TenantTransaction } from '../../storage/tenant.ts';
import { extended, type WholeReply } from '../whole.ts';

/** One read: the item, its stock over all stores, and what holds at one store with its overrides applied. */
const FIND_AT_STORE = statement(
  'items.find-at-store',
  `select i.doc, i.version, s.id as store_id,
     (select row_to_json(stock)::text from (
       select case when i.track_stock then region.quantity_text(t.on_hand) end as "onHand", t.stock_status as "stockStatus"
     ) stock) as stock,
     (select row_to_json(at_store)::text from (
       select s.id as "storeId", least(i.status, coalesce(o.status, 1)) as status, region.money_text(coalesce(o.price, i.price), i.currency) as price,
         region.quantity_text(coalesce(o.low_stock_level, i.low_stock_level)) as "lowStockLevel",
         case when i.track_stock then region.quantity_text(coalesce(l.on_hand, 0)) end as "onHand",
         region.stock_status(i.track_stock, coalesce(l.on_hand, 0), coalesce(o.low_stock_level, i.low_stock_level)) as "stockStatus",
         case when i.type <> 1 then '[]'::json else (
           select coalesce(json_agg(state order by "variantId"), '[]') from (
             select v.id as "variantId", region.money_text(coalesce(v.price, o.price, i.price), i.currency) as price,
               case when i.track_stock then region.quantity_text(coalesce(vl.on_hand, 0)) end as "onHand"
             from region.item_variants v
             left join region.stock_levels vl on vl.company_id = $1 and vl.item_id = i.id and vl.store_id = s.id and vl.variant_id = v.id
             where v.company_id = $1 and v.item_id = i.id
           ) state
         ) end as variants
     ) at_store) as at_store
   from region.items i
   join region.item_stock t on t.company_id = $1 and t.item_id = i.id
   left join region.stores s on s.company_id = $1 and s.id = $3
   left join region.item_stores o on o.company_id = $1 and o.item_id = i.id and o.store_id = $3
   left join lateral (
     select sum(on_hand) as on_hand from region.stock_levels l
     where l.company_id = $1 and l.item_id = i.id and l.store_id = $3
   ) l on true
   where i.company_id = $1 and i.id = $2`,
);

interface Row {
  doc: string;
  version: number;
  store_id: number | null;
  stock: string;
  at_store: string;
}

/** An item as it stands at one store. The ETag covers stock and overrides too; its first part is the item's version. */
export async function findItemAtStore(
  tenant: TenantStore,
  id: number,
  storeId: string,
): Promise<WholeReply<ItemAtStore>> {
  const [row] = await tenant.read<Row>(FIND_AT_STORE, [id, storeId]);
  if (!row) throw notFound('item', id);
  if (row.store_id === null) throw notFound('store', storeId);
  return extended(row.doc, row.version, { stock: row.stock, atStore: row.at_store });
}

/** Reads what `getItem` answers beside the item itself; without a store, `atStore` is empty. */
export async function stockAtStore(
  tx: TenantTransaction,
  id: number,
  storeId: number | null,
): Promise<Pick<ItemAtStore, 'stock' | 'atStore'>> {
  const [row] = await tx.query<Row>(FIND_AT_STORE, [id, storeId]);
  if (!row) throw notFound('item', id);
  return { stock: JSON.parse(row.stock), atStore: JSON.parse(row.at_store) };
}
