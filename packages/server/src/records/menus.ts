import type {
  AvailabilityWindow,
  Menu,
  MenuCreate,
  MenuFull,
  MenuItem,
  MenuItemInput,
  MenuList,
  MenuStoreInput,
  MenuUpdate,
} from '../contract/generated/types.gen.ts';
import { statement } from '../database/statement.ts';
import type { TenantTransaction } from '../database/tenant.ts';
import { type FieldError, validationFailed } from '../errors.ts';
import type { Lists } from '../lists/lists.ts';
import { isState, type ListPlan } from '../lists/plan.ts';
import { type Amount, canonicalMoney, refuseTooFine } from './decimal.ts';
import { hasValues, repetitions } from './entries.ts';
import { created, type Handlers, listReply, ok } from './handlers.ts';
import {
  type Basis,
  changedProperties,
  inOrder,
  lockRecord,
  type Refusals,
  recordKind,
  refusing,
  writeChange,
} from './record.ts';
import { missingFrom, missingReference, RECORD_SORTS, recordTable, takenExternalId } from './record-table.ts';
import { findWhole, membersOf, type WholeReply, wholeRecord, writtenWhole } from './whole.ts';

/** The fields of the menu's row to write. The store adds the rest. */
type MenuFields = Omit<Menu, 'version' | 'entryDate' | 'updatedAt'>;

function newMenu(input: MenuCreate, id: number): MenuFields {
  checkLists(input);
  const { items = [], stores = [], ...plain } = input;
  return {
    status: 1,
    description: null,
    delivery: 0,
    takeaway: 0,
    online: 0,
    availability: [],
    externalId: null,
    ...plain,
    id,
    itemCount: items.length,
    storeIds: stores.map(({ storeId }) => storeId),
  };
}

/** Applies a merge patch: absent means unchanged, null clears, nested lists are replaced whole. */
function changedMenu(menu: Menu, patch: MenuUpdate): MenuFields {
  checkLists(patch);
  const { items, stores, ...plain } = patch;
  return {
    ...menu,
    ...plain,
    ...(items && { itemCount: items.length }),
    ...(stores && { storeIds: stores.map(({ storeId }) => storeId) }),
  };
}

/** True if a menu's items are those that are sent, in their order. */
const hasItems = (stored: readonly MenuItem[], { items = [] }: SentLists, currency: string): boolean =>
  items.length === stored.length &&
  items.every(({ itemId, price = null, sortOrder = 0, status = 1 }, i) =>
    hasValues(stored[i] as MenuItem, { itemId, price: canonicalMoney(price, currency), sortOrder, status }),
  );

const pricesOf = ({ items = [] }: SentLists): Amount[] =>
  items.map(({ price }, i) => ({ path: `/items/${i}/price`, amount: price }));

/** Drops channel parameters that match every channel. */
function channelsAskedFor<Query extends { delivery?: number; takeaway?: number; online?: number }>(
  query: Query,
): Query {
  const asked = { ...query };
  for (const channel of ['delivery', 'takeaway', 'online'] as const) if (asked[channel] === ANY) delete asked[channel];
  return asked;
}

const ANY = 2;

interface SentLists {
  readonly availability?: readonly AvailabilityWindow[];
  readonly items?: readonly MenuItemInput[];
  readonly stores?: readonly MenuStoreInput[];
}

/** Checks rules across the entries of a list, which the schema cannot express. */
function checkLists({ availability = [], items = [], stores = [] }: SentLists): void {
  const errors = [
    ...repetitions(items.map(({ itemId }, i) => ({ path: `/items/${i}/itemId`, value: itemId }))),
    ...repetitions(stores.map(({ storeId }, i) => ({ path: `/stores/${i}/storeId`, value: storeId }))),
    ...availability.flatMap(windowErrors),
    ...overlaps(availability),
  ];
  if (errors.length > 0) throw validationFailed(errors);
}

/** Times of the form `HH:MM` can be compared as text. */
function windowErrors({ from, to }: AvailabilityWindow, index: number): FieldError[] {
  if (from < to) return [];
  const message = 'must be later than from; send a window past midnight as two windows';
  return [{ in: 'body', path: `/availability/${index}/to`, rule: 'range', message }];
}

/** Finds windows that overlap an earlier one on the same day. Adjacent windows are allowed. */
function overlaps(windows: readonly AvailabilityWindow[]): FieldError[] {
  const sorted = windows
    .map((window, index) => ({ ...window, index }))
    .sort((a, b) => a.day - b.day || (a.from < b.from ? -1 : Number(a.from > b.from)) || a.index - b.index);
  let last = sorted[0];
  return sorted.slice(1).flatMap((window) => {
    const earlier = last;
    if (!earlier || earlier.day !== window.day || earlier.to <= window.from) {
      last = window;
      return [];
    }
    if (window.to > earlier.to) last = window;
    const path = `/availability/${window.index}`;
    return [{ in: 'body' as const, path, rule: 'overlap', message: `overlaps /availability/${earlier.index}` }];
  });
}

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

interface MenuLists {
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

function insertMenu(tx: TenantTransaction, menu: MenuFields, lists: MenuLists) {
  const row = TABLE.insert(tx, menu.id, menu);
  return refusing(refusalsOf(tx, menu, lists), inOrder(row, insertLists(tx, menu.id, lists)));
}

/** Replaces the lists present in the request. */
function updateMenu(tx: TenantTransaction, menu: MenuFields, lists: MenuLists) {
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

type MenuOperations = 'listMenus' | 'getMenuFull' | 'createMenuWithItems' | 'updateMenuWithItems';

export function menuHandlers(lists: Lists): Handlers<MenuOperations> {
  return {
    async listMenus(request) {
      return listReply<MenuList>(lists, request, MENUS, channelsAskedFor(request.query));
    },
    async getMenuFull({ path, tenant }) {
      return ok(await findWhole(tenant, WHOLE_MENU, path.id));
    },
    async createMenuWithItems({ body, write }) {
      return write(async (tx) => {
        const { id, ...record } = await createMenu(tx, body);
        return created(record, `/menus/${id}/full`);
      });
    },
    async updateMenuWithItems({ path, body, conditions, claims, write }) {
      return write(async (tx) => ok(await changeMenu(tx, path.id, body, { conditions, claims })));
    },
  };
}

export async function createMenu(
  tx: TenantTransaction,
  input: MenuCreate,
): Promise<WholeReply<MenuFull> & { readonly id: number }> {
  refuseTooFine(pricesOf(input), tx.scope.currency);
  const id = await tx.newId();
  const { version } = await insertMenu(tx, newMenu(input, id), input);
  tx.changed({ resource: 'menus', id, kind: 'created', version });
  return { id, ...(await writtenWhole(tx, WHOLE_MENU, id)) };
}

export async function changeMenu(
  tx: TenantTransaction,
  id: number,
  patch: MenuUpdate,
  basis: Basis,
): Promise<WholeReply<MenuFull>> {
  refuseTooFine(pricesOf(patch), tx.scope.currency);
  const current = await lockRecord(tx, MENU, id, basis, () => membersOf(tx, WHOLE_MENU, id));
  const menu = changedMenu(current, patch);
  const stored = patch.items && ((await membersOf(tx, WHOLE_MENU, id)) as Pick<MenuFull, 'items'>).items;
  const hasOtherItems = stored !== undefined && !hasItems(stored, patch, tx.scope.currency);
  const changed = changedProperties(current, menu);
  const properties = [
    ...changed,
    ...(changed.includes('storeIds') ? ['stores'] : []),
    ...(hasOtherItems ? ['items'] : []),
  ];
  await writeChange(tx, MENU, { resource: 'menus', id, kind: 'updated', properties }, () =>
    updateMenu(tx, menu, patch),
  );
  return writtenWhole(tx, WHOLE_MENU, id);
}
