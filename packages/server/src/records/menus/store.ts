import type { Menu, MenuFull, MenuItemInput, MenuStoreInput } from '../../contract/generated/types.gen.ts';
import { statement } from '../../database/statement.ts';
import type { TenantTransaction } from '../../database/tenant.ts';
import { isState, type ListPlan } from '../../lists/list-plan.ts';
import { recordTable } from '../columns.ts';
import { RECORD_SORTS } from '../list.ts';
import { inOrder, type Refusals, recordKind, refusing } from '../record.ts';
import { missingFrom, missingReference, takenExternalId } from '../refusals.ts';
import { wholeRecord } from '../whole.ts';
import type { MenuFields } from './rules.ts';

export const MENU = recordKind<Menu>('menu', 'menus');

export const MENUS: ListPlan = {
  table: 'menus',
  sorts: RECORD_SORTS,
  filters: {
    delivery: (flag) => isState('delivery', flag),
    takeaway: (flag) => isState('takeaway', flag),
    online: (flag) => isState('online', flag),
  },
};

export const WHOLE_MENU = wholeRecord<MenuFull>(
  MENU.kind,
  ['items', 'stores'],
  'menus',
  (condition) => `select m.id, m.doc, m.version, (
       select '[' || coalesce(string_agg(row_to_json(item)::text, ',' order by position), '') || ']'
       from region.menu_items e
       join region.items i on i.company_id = $1 and i.id = e.item_id
       cross join lateral (
         select i.id as "itemId", region.money_text(e.price, i.currency) as price, e.sort_order as "sortOrder", e.status, i.name,
           i.item_code as "itemCode", i.type, i.status as "itemStatus", region.money_text(coalesce(e.price, i.price), i.currency) as "effectivePrice"
       ) item
       where e.company_id = $1 and e.menu_id = m.id
     ) as items, (
       select '[' || coalesce(string_agg(row_to_json(store)::text, ',' order by position), '') || ']'
       from region.menu_stores a
       join region.stores s on s.company_id = $1 and s.id = a.store_id
       cross join lateral (select s.id as "storeId", s.name) store
       where a.company_id = $1 and a.menu_id = m.id
     ) as stores
     from region.menus m where m.company_id = $1 and m.id ${condition}`,
);

const TABLE = recordTable<Menu, MenuFields>('menus', {
  status: (menu) => menu.status,
  name: (menu) => menu.name,
  description: (menu) => menu.description,
  delivery: (menu) => menu.delivery,
  takeaway: (menu) => menu.takeaway,
  online: (menu) => menu.online,
  availability: (menu) => JSON.stringify(menu.availability),
  item_count: (menu) => menu.itemCount,
  store_ids: (menu) => JSON.stringify(menu.storeIds),
  external_id: (menu) => menu.externalId,
});

const DELETE_ITEMS = statement(
  'menus.delete-items',
  `delete from region.menu_items where company_id = $1 and menu_id = $2`,
);
const INSERT_ITEMS = statement(
  'menus.insert-items',
  `insert into region.menu_items (company_id, menu_id, item_id, price, sort_order, status, position)
   select $1, $2, item_id, price, sort_order, status, position
   from unnest($3::bigint[], $4::numeric[], $5::integer[], $6::smallint[])
     with ordinality as i (item_id, price, sort_order, status, position)`,
);
const DELETE_STORES = statement(
  'menus.delete-stores',
  `delete from region.menu_stores where company_id = $1 and menu_id = $2`,
);
const INSERT_STORES = statement(
  'menus.insert-stores',
  `insert into region.menu_stores (company_id, menu_id, store_id, position)
   select $1, $2, store_id, position from unnest($3::bigint[]) with ordinality as s (store_id, position)`,
);

const MISSING_ITEM = missingFrom('items');
const MISSING_STORE = missingFrom('stores');

export interface MenuLists {
  readonly items?: readonly MenuItemInput[];
  readonly stores?: readonly MenuStoreInput[];
}

const externalIdTaken = takenExternalId('menus');

function refusalsOf(tx: TenantTransaction, menu: MenuFields, { items = [], stores = [] }: MenuLists): Refusals {
  const itemIds = items.map(({ itemId }) => itemId);
  const storeIds = stores.map(({ storeId }) => storeId);
  return {
    menus_external_id: () => externalIdTaken(tx, menu),
    menu_items_item: () => missingReference(tx, MISSING_ITEM, [itemIds], (i) => `/items/${i}/itemId`, 'item'),
    menu_stores_store: () => missingReference(tx, MISSING_STORE, [storeIds], (i) => `/stores/${i}/storeId`, 'store'),
  };
}

export function insertMenu(tx: TenantTransaction, menu: MenuFields, lists: MenuLists) {
  const row = TABLE.insert(tx, menu.id, menu);
  return refusing(refusalsOf(tx, menu, lists), inOrder(row, insertLists(tx, menu.id, lists)));
}

/** Replaces the lists present in the request. */
export function updateMenu(tx: TenantTransaction, menu: MenuFields, lists: MenuLists) {
  const row = TABLE.update(tx, menu.id, menu);
  const emptied = [
    ...(lists.items ? [tx.query(DELETE_ITEMS, [menu.id])] : []),
    ...(lists.stores ? [tx.query(DELETE_STORES, [menu.id])] : []),
  ];
  return refusing(refusalsOf(tx, menu, lists), inOrder(row, [...emptied, ...insertLists(tx, menu.id, lists)]));
}

function insertLists(tx: TenantTransaction, id: number, { items = [], stores = [] }: MenuLists): Promise<unknown>[] {
  const writes: Promise<unknown>[] = [];
  if (items.length > 0) {
    const values = [
      items.map((item) => item.itemId),
      items.map((item) => item.price ?? null),
      items.map((item) => item.sortOrder ?? 0),
      items.map((item) => item.status ?? 1),
    ];
    writes.push(tx.query(INSERT_ITEMS, [id, ...values]));
  }
  if (stores.length > 0) writes.push(tx.query(INSERT_STORES, [id, stores.map((store) => store.storeId)]));
  return writes;
}
