import type { Item, MenuFull, ModifierGroup, Store } from '../../contract/generated/types.gen.ts';
import { DirectoryError } from '../../control/directory-error.ts';
import { statement } from '../../database/statement.ts';
import type { TenantTransaction } from '../../database/tenant.ts';
import { WHOLE_MENU } from '../../records/menus/store.ts';
import { toLocal } from '../demo/local-time.ts';
import { isOffered, type Offer } from './price-order.ts';

const STORE = statement('till.store', 'select doc from region.stores where company_id = $1 and id = $2');

const ITEMS = statement(
  'till.items',
  `select i.doc, t.rate::text as rate from region.items i
   left join region.taxes t on t.company_id = $1 and t.id = i.tax_id
   where i.company_id = $1 and i.id = any($2::bigint[])`,
);

const GROUPS = statement(
  'till.groups',
  `select g.doc from region.modifier_groups g where g.company_id = $1 and g.status = 1 and g.id in (
     select m.modifier_id from region.item_modifiers m where m.company_id = $1 and m.item_id = any($2::bigint[]))`,
);

export async function readStore(tx: TenantTransaction, id: number): Promise<Store> {
  const [row] = await tx.query<{ doc: string }>(STORE, [id]);
  if (!row) throw new DirectoryError(`No such store: ${id}.`);
  const store = JSON.parse(row.doc) as Store;
  if (store.status !== 1) throw new DirectoryError(`The store ${store.name} is not active.`);
  return store;
}

interface Selection {
  readonly itemIds: readonly number[];
  readonly menuId: number | undefined;
  readonly at: number;
}

/** Reads what the store sells of the items. Throws a DirectoryError if the menu is not offered there at the instant. */
export async function readOffer(tx: TenantTransaction, store: Store, selection: Selection): Promise<Offer> {
  const { itemIds, menuId, at } = selection;
  const [rows, groups, menu] = await Promise.all([
    tx.query<{ doc: string; rate: string | null }>(ITEMS, [itemIds]),
    tx.query<{ doc: string }>(GROUPS, [itemIds]),
    menuId === undefined ? undefined : readMenu(tx, menuId),
  ]);
  if (menu && !isOffered(menu, store, toLocal(store.timezone, at)))
    throw new DirectoryError(`The menu ${menu.name} is not offered at ${store.name} at that time.`);
  const items = rows.map(({ doc, rate }) => ({ item: JSON.parse(doc) as Item, rate }));
  const active = groups.map(({ doc }) => JSON.parse(doc) as ModifierGroup);
  return {
    store,
    items: new Map(items.map(({ item }) => [item.id, item])),
    groups: new Map(active.map((group) => [group.id, group])),
    rates: new Map(items.map(({ item, rate }) => [item.taxId ?? 0, rate ?? '0'])),
    menu: menu && new Map(menu.items.map((entry) => [entry.itemId, entry])),
  };
}

interface MenuRow {
  readonly doc: string;
  readonly items: string;
}

async function readMenu(tx: TenantTransaction, id: number): Promise<Omit<MenuFull, 'stores'>> {
  const [row] = await tx.query<MenuRow>(WHOLE_MENU.find, [id]);
  if (!row) throw new DirectoryError(`No such menu: ${id}.`);
  return { ...JSON.parse(row.doc), items: JSON.parse(row.items) };
}
