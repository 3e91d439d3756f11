import type {
  AvailabilityWindow,
  Menu,
  MenuCreate,
  MenuFull,
  MenuItemInput,
  MenuStoreInput,
  MenuUpdate,
} from '../contract/generated/types.gen.ts';
import { statement } from '../database/statement.ts';
import type { TenantTransaction } from '../database/tenant.ts';
import { type FieldError, refuseInvalid } from '../errors.ts';
import { isState, type ListPlan } from '../lists/plan.ts';
import { type Amount, canonicalMoney, tooFine } from './decimal.ts';
import { hasValues, repetitions } from './entries.ts';
import { changing, creating, type Handlers, listReply, ok } from './handlers.ts';
import {
  type Basis,
  changedProperties,
  type FieldsOf,
  findWhole,
  inOrder,
  lockRecord,
  membersOf,
  recordKind,
  refusing,
  type Stored,
  wholeRecord,
  writeChange,
  writtenWhole,
} from './record.ts';
import { missingFrom, RECORD_SORTS, recordTable, rowInsert, takenExternalId } from './record-table.ts';

function newMenu(input: MenuCreate, id: number): FieldsOf<Menu> {
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
function changedMenu(menu: Menu, patch: MenuUpdate): FieldsOf<Menu> {
  checkLists(patch);
  const { items, stores, ...plain } = patch;
  return {
    ...menu,
    ...plain,
    ...(items && { itemCount: items.length }),
    ...(stores && { storeIds: stores.map(({ storeId }) => storeId) }),
  };
}

const pricesOf = ({ items = [] }: SentLists): Amount[] =>
  items.map(({ price }, i) => ({ path: `/items/${i}/price`, amount: price }));

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
    // Times of the form `HH:MM` can be compared as text.
    ...availability.flatMap(({ from, to }, i): FieldError[] => {
      const message = 'must be later than from; send a window past midnight as two windows';
      return from < to ? [] : [{ in: 'body', path: `/availability/${i}/to`, rule: 'range', message }];
    }),
    ...overlaps(availability),
  ];
  refuseInvalid(errors);
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

const TABLE = recordTable<Menu, FieldsOf<Menu>>('menus', {
  status: 'smallint',
  name: 'text',
  description: 'text',
  delivery: 'smallint',
  takeaway: 'smallint',
  online: 'smallint',
  availability: 'json',
  itemCount: 'integer',
  storeIds: 'json',
  externalId: 'text',
});

const DELETE_ITEMS = statement(
  'menus.delete-items',
  `delete from region.menu_items where company_id = $1 and menu_id = $2`,
);
const DELETE_STORES = statement(
  'menus.delete-stores',
  `delete from region.menu_stores where company_id = $1 and menu_id = $2`,
);
const insertItems = rowInsert(
  'menus.insert-items',
  'menu_items',
  { itemId: 'bigint', price: 'numeric', sortOrder: 'integer', status: 'smallint', position: 'integer' },
  { parent: 'menu_id' },
);
const insertStores = rowInsert(
  'menus.insert-stores',
  'menu_stores',
  { storeId: 'bigint', position: 'integer' },
  { parent: 'menu_id' },
);

const missingItem = missingFrom('items', 'item');
const missingStore = missingFrom('stores', 'store');

const externalIdTaken = takenExternalId('menus');

function writeMenu(
  tx: TenantTransaction,
  menu: FieldsOf<Menu>,
  { items, stores }: SentLists,
  kind: 'insert' | 'update',
): Promise<Stored<Menu>> {
  const itemIds = items?.map(({ itemId }) => itemId) ?? [];
  const storeIds = stores?.map(({ storeId }) => storeId) ?? [];
  const refusals = {
    menus_external_id: () => externalIdTaken(tx, menu),
    menu_items_item: () => missingItem(tx, itemIds, (i) => `/items/${i}/itemId`),
    menu_stores_store: () => missingStore(tx, storeIds, (i) => `/stores/${i}/storeId`),
  };
  const row = TABLE[kind](tx, menu.id, menu);
  const lists = [
    ...(items && kind === 'update' ? [tx.query(DELETE_ITEMS, [menu.id])] : []),
    ...(stores && kind === 'update' ? [tx.query(DELETE_STORES, [menu.id])] : []),
    ...insertItems(tx, items?.map(listedItem) ?? [], menu.id),
    ...insertStores(tx, stores?.map(({ storeId }, i) => ({ storeId, position: i + 1 })) ?? [], menu.id),
  ];
  return refusing(refusals, inOrder(row, lists));
}

const listedItem = ({ itemId, price = null, sortOrder = 0, status = 1 }: MenuItemInput, i: number) => ({
  itemId,
  price,
  sortOrder,
  status,
  position: i + 1,
});

export async function createMenu(tx: TenantTransaction, input: MenuCreate) {
  refuseInvalid(tooFine(pricesOf(input), tx.scope.currency));
  const id = await tx.newId();
  const { version } = await writeMenu(tx, newMenu(input, id), input, 'insert');
  tx.changed({ resource: 'menus', id, kind: 'created', version });
  return { id, ...(await writtenWhole(tx, WHOLE_MENU, id)) };
}

export async function changeMenu(tx: TenantTransaction, id: number, patch: MenuUpdate, basis: Basis) {
  const { currency } = tx.scope;
  refuseInvalid(tooFine(pricesOf(patch), currency));
  const current = await lockRecord(tx, MENU, id, basis, () => membersOf(tx, WHOLE_MENU, id));
  const menu = changedMenu(current, patch);
  const stored = patch.items && ((await membersOf(tx, WHOLE_MENU, id)) as Pick<MenuFull, 'items'>).items;
  const hasOtherItems =
    stored?.length !== patch.items?.length ||
    patch.items?.some((item, i) => {
      const { position: _, price, ...values } = listedItem(item, i);
      return !hasValues(stored?.[i] ?? {}, { ...values, price: canonicalMoney(price, currency) });
    });
  const changed = changedProperties(current, menu);
  const properties = [
    ...changed,
    ...(changed.includes('storeIds') ? ['stores'] : []),
    ...(hasOtherItems ? ['items'] : []),
  ];
  await writeChange(tx, MENU, { resource: 'menus', id, kind: 'updated', properties }, () =>
    writeMenu(tx, menu, patch, 'update'),
  );
  return writtenWhole(tx, WHOLE_MENU, id);
}

export const menuHandlers = {
  async listMenus(request) {
    // A channel parameter of 2 matches every channel.
    const channels = ['delivery', 'takeaway', 'online'];
    const query = Object.entries(request.query).filter(([name, value]) => !(channels.includes(name) && value === 2));
    return listReply({ ...request, query: Object.fromEntries(query) as typeof request.query }, MENUS);
  },
  createMenuWithItems: creating(
    (tx, { body }) => createMenu(tx, body),
    ({ id }) => `/menus/${id}/full`,
  ),
  getMenuFull: async ({ path, tenant }) => ok(await findWhole(tenant, WHOLE_MENU, path.id)),
  updateMenuWithItems: changing(changeMenu),
} satisfies Partial<Handlers>;
