import type { Item, ItemAtStore } from '../../contract/generated/types.gen.ts';
import { type JsonText, statement } from '../../database/statement.ts';
import type { TenantStore } from '../../database/tenant.ts';
import { notFound } from '../../errors.ts';
import { isMore } from '../decimal.ts';
import { extended, type WholeReply } from '../record.ts';

/** Reads the item with its stock over all stores and at one store, in both cases summed over its variants. */
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
  readonly stockStatus: StockStatus;
  readonly storeExists: boolean;
  readonly level: string;
  /** Levels of an item with variants; null if it has none. */
  readonly levels: { readonly total: string; readonly variants: Readonly<Record<string, string>> } | null;
}

type StockStatus = ItemAtStore['stock']['stockStatus'];

/** The item at a store: the store's overrides, or else the item's own values. */
export async function findItemAtStore(
  tenant: TenantStore,
  id: number,
  store: string,
): Promise<WholeReply<ItemAtStore>> {
  const row = await tenant.find<Row>(FIND_AT_STORE, [id, store]);
  if (!row) throw notFound('item', id);
  if (!row.storeExists) throw notFound('store', store);
  const item = JSON.parse(row.doc) as Item;
  const storeId = Number(store);
  const override = item.stores.find((one) => one.storeId === storeId);
  const price = override?.price ?? item.price;
  const lowStockLevel = override?.lowStockLevel ?? item.lowStockLevel;
  const onHand = row.levels?.total ?? row.level;
  const ifTracked = (quantity: string) => (item.trackStock ? quantity : null);
  const stock: ItemAtStore['stock'] = { onHand: ifTracked(row.onHand), stockStatus: row.stockStatus };
  const atStore: ItemAtStore['atStore'] = {
    storeId,
    status: override?.status === 0 ? 0 : item.status,
    price,
    lowStockLevel,
    onHand: ifTracked(onHand),
    stockStatus: item.trackStock ? statusOf(onHand, lowStockLevel) : 'inStock',
    variants: item.variants
      .toSorted((a, b) => a.id - b.id)
      .map(({ id: variantId, price: own }) => {
        return { variantId, price: own ?? price, onHand: ifTracked(row.levels?.variants[variantId] ?? '0') };
      }),
  };
  const members = { stock: JSON.stringify(stock), atStore: JSON.stringify(atStore) };
  return extended({ doc: row.doc, ...members }, row.version, Object.keys(members));
}

/** Status of tracked stock. The region's function `stock_status` applies the same rule over all stores. */
function statusOf(onHand: string, lowStockLevel: string | null): StockStatus {
  if (!isMore(onHand, '0')) return 'out';
  return lowStockLevel === null || isMore(onHand, lowStockLevel) ? 'inStock' : 'low';
}
