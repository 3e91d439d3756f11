import type { Item } from '../../contract/generated/types.gen.ts';
import { nextVersion, type Statement, statement } from '../../database/statement.ts';
import type { TenantTransaction } from '../../database/tenant.ts';
import { anyOf, columnOf, everyWordOfItem, isState, type ListPlan, searchedIn, sortsBy } from '../../lists/plan.ts';
import { inOrder, recordKind, type Stored } from '../record.ts';
import { type Columns, columnsOf, placed, RECORD_SORTS, rowInsert, valuesOf } from '../record-table.ts';
import { type ItemFields, identifiersOf, searchText } from './rules.ts';

/** Identifies a record. An external id refers to the record that the app itself created. */
export type ItemKey = { readonly id: number } | { readonly externalId: string } | { readonly itemCode: string };

export type LockedItem = Pick<WrittenRow, 'id' | 'doc'>;

/** Locks by id, as every other write does. Foreign keys to the locked rows can still be checked. */
const lockBy = (column: string, condition: string): Statement =>
  statement(
    `items.lock-by-${column.replace('_', '-')}`,
    `select id, ${column} as name, doc from region.items where company_id = $1 and ${condition}
     order by id for no key update`,
  );

const LOCK_BY = {
  id: lockBy('id', 'id = any($2::bigint[])'),
  externalId: lockBy('external_id', 'external_id = any($2::text[]) and app_id = $3'),
  itemCode: lockBy('item_code', 'item_code = any($2::text[])'),
};

/** Locks the records that writes name, all by the same kind of key. Returns the record of each write that has one. */
export async function lockItems(
  tx: TenantTransaction,
  writes: readonly { readonly key?: ItemKey }[],
): Promise<(LockedItem | undefined)[]> {
  const names = writes.map(
    ({ key = {} }) => Object.entries(key)[0] as [keyof typeof LOCK_BY, number | string] | undefined,
  );
  const [kind] = names.find((name) => name !== undefined) ?? [];
  if (!kind) return writes.map(() => undefined);
  const values = names.flatMap((name) => (name ? [name[1]] : []));
  const rows = await tx.query<LockedItem & { readonly name: number | string }>(
    LOCK_BY[kind],
    kind === 'externalId' ? [values, tx.scope.appId] : [values],
  );
  const found = new Map(rows.map((row) => [row.name, row]));
  return names.map((name) => name && found.get(name[1]));
}

/** Codes and barcodes of items, sorted so that concurrent batches cannot deadlock. */
export const identifierRows = (items: readonly ItemFields[]) =>
  rowsIn(items, identifiersOf).sort((a, b) => (a.value < b.value ? -1 : 1));

const rowsIn = <Entry extends object>(
  items: readonly ItemFields[],
  entriesOf: (item: ItemFields) => readonly Entry[],
) => items.flatMap((item) => entriesOf(item).map((entry) => ({ ...entry, itemId: item.id })));

const insertInto = <Name extends string>(list: string, types: Readonly<Record<Name, string>>) =>
  rowInsert(`items.insert-${list}`, `item_${list}`, { itemId: 'bigint', ...types });

const deleteFrom = (list: string): Statement =>
  statement(
    `items.delete-${list}`,
    `delete from region.item_${list} where company_id = $1 and item_id = any($2::bigint[])`,
  );

const insertIdentifiers = insertInto('identifiers', { kind: 'text', value: 'text' });
const DELETE_IDENTIFIERS = deleteFrom('identifiers');

/** Upserted, because documents refer to the variants that stay. */
const upsertVariants = rowInsert(
  'items.upsert-variants',
  'item_variants',
  { itemId: 'bigint', id: 'bigint', price: 'numeric' },
  { onConflict: 'on conflict (company_id, item_id, id) do update set price = excluded.price' },
);
const DELETE_VARIANTS = statement(
  'items.delete-variants',
  `delete from region.item_variants v where company_id = $1 and item_id = any($2::bigint[]) and id <> all($3::bigint[])`,
);

/** A list of an item that has its own table and is replaced whole. */
const part = <Name extends string>(
  property: keyof ItemFields,
  list: string,
  types: Readonly<Record<Name, string>>,
  rowsOf: (item: ItemFields) => readonly Readonly<Record<Name, unknown>>[],
) => {
  const insert = insertInto(list, types);
  return {
    property,
    remove: deleteFrom(list),
    insert: (tx: TenantTransaction, items: readonly ItemFields[]) => insert(tx, rowsIn(items, rowsOf)),
  };
};

const PARTS = [
  part(
    'components',
    'components',
    { position: 'integer', componentId: 'bigint', variantId: 'bigint' },
    ({ components }) =>
      components.map(({ itemId: componentId, variantId = null }, i) => ({ position: i + 1, componentId, variantId })),
  ),
  part(
    'stores',
    'stores',
    { storeId: 'bigint', status: 'smallint', price: 'numeric', lowStockLevel: 'numeric' },
    ({ stores }) => stores,
  ),
  part('modifierIds', 'modifiers', { modifierId: 'bigint' }, ({ modifierIds }) =>
    modifierIds.map((modifierId) => ({ modifierId })),
  ),
];

/** Inserts the lists of items. An empty list takes no statement. */
const insertParts = (
  tx: TenantTransaction,
  itemsWith: (property: keyof ItemFields) => readonly ItemFields[],
): Promise<unknown>[] => [
  ...upsertVariants(
    tx,
    rowsIn(itemsWith('variants'), ({ variants }) => variants),
  ),
  ...PARTS.flatMap(({ property, insert }) => insert(tx, itemsWith(property))),
];

interface Update {
  readonly item: ItemFields;
  readonly changed: ReadonlySet<string>;
}

/** Replaces the lists that change. The order of the statements matters. */
function replaceParts(tx: TenantTransaction, updates: readonly Update[]): Promise<unknown>[] {
  const changing = (...names: (keyof ItemFields)[]): ItemFields[] =>
    updates.filter(({ changed }) => names.some((name) => changed.has(name))).map(({ item }) => item);
  const remove = (sql: Statement, items: readonly ItemFields[], ...more: unknown[]): Promise<unknown>[] =>
    items.length > 0 ? [tx.query(sql, [items.map(({ id }) => id), ...more])] : [];
  const coded = changing('itemCode', 'barcodes', 'variants');
  const varied = changing('variants');
  const variantIds = varied.flatMap(({ variants }) => variants.map(({ id }) => id));
  return [
    ...PARTS.flatMap((list) => remove(list.remove, changing(list.property))),
    ...insertParts(tx, changing),
    ...remove(DELETE_VARIANTS, varied, variantIds),
    ...remove(DELETE_IDENTIFIERS, coded),
    ...insertIdentifiers(tx, identifierRows(coded)),
  ];
}

export const ITEM = recordKind<Item>('item', 'items');

const withStock = (join: string, externalId = 'i.external_id'): string =>
  `(select s.company_id, s.item_id as id, s.stock_status, s.entry_date, i.updated_at, i.name, i.item_code, i.price, i.status,
      i.type, i.group_id, i.brand_id, i.tax_id, i.weighing_scale, ${externalId}, i.search_text
    from region.item_stock s ${join} on i.company_id = s.company_id and i.id = s.item_id)`;

export const ITEMS: ListPlan = {
  table: 'items',
  words: everyWordOfItem,
  searched: searchedIn(
    'items',
    `company_id, id, status, type, group_id, brand_id, tax_id, weighing_scale, entry_date, updated_at, price,
  item_code, name, external_id`,
  ),
  joined: {
    filter: 'stockStatus',
    walked: withStock('join region.items i'),
    // PostgreSQL drops a left join without used columns, so this reads only the stock.
    found: withStock('left join region.items i'),
    // Only the record has the external id. This join is dropped too, unless a filter compares the external id.
    searched: withStock(
      'left join region.items e on e.company_id = s.company_id and e.id = s.item_id join region.items_search i',
      'e.external_id',
    ),
  },
  sorts: { ...RECORD_SORTS, ...sortsBy({ itemCode: 'text', price: 'numeric' }) },
  filters: {
    groupId: anyOf('group_id', 'bigint'),
    brandId: (id, place) => `r.brand_id = ${place(id)}`,
    taxId: (id, place) => `r.tax_id = ${place(id)}`,
    type: (type) => isState('type', type),
    weighingScale: (flag) => `r.weighing_scale = ${flag === 1 ? 1 : 0}`,
    stockStatus: (status, place) => `r.stock_status = ${place(status)}`,
    itemCode: (code, place) => `r.item_code = ${place(code)}`,
  },
};

const COLUMNS: Columns<ItemFields> = {
  status: 'smallint',
  name: 'text',
  itemCode: 'text',
  description: 'text',
  groupId: 'bigint',
  brandId: 'bigint',
  taxId: 'bigint',
  unit: 'text',
  price: 'numeric',
  cost: 'numeric',
  weighingScale: 'smallint',
  trackStock: 'boolean',
  lowStockLevel: 'numeric',
  imageUrl: 'text',
  externalId: 'text',
  // The database folds the text as it folds the words of a search.
  searchText: {
    type: 'text',
    value: searchText,
    inserted: (place) => `region.fold(${place})`,
    updated: (place) => `region.fold(${place})`,
  },
  barcodes: 'json',
  modifierIds: 'json',
  variants: 'json',
  components: 'json',
  stores: 'json',
};

/** Table rows as JSON, for `json_populate_recordset`. */
function rowsOf(items: readonly ItemFields[]): string {
  const columns = Object.keys(COLUMNS).map((name) => [columnOf(name), name] as const);
  const rows = items.map((item) => {
    const values: Readonly<Record<string, unknown>> = { ...item, searchText: searchText(item) };
    const row = columns.map(([column, name]) => [column, values[name]]);
    return { id: item.id, type: item.type, currency: item.currency, ...Object.fromEntries(row) };
  });
  return JSON.stringify(rows);
}

const valuesIn = valuesOf(COLUMNS);

const FIRST_COLUMN = 4;
const AFTER = FIRST_COLUMN + Object.keys(COLUMNS).length;
const ONE = placed(COLUMNS, (i) => `$${FIRST_COLUMN + i}`);
const MANY = placed(COLUMNS, (_, __, column) => `r.${column}`);

/** Inserts items and their codes in one statement. Returns the store for the Location header. */
const inserting = (items: string, place: number): string =>
  `with item as (${items} returning id, doc, version),
   identifiers as (
     insert into region.item_identifiers (company_id, item_id, kind, value)
     select $1, item_id, kind, value
     from unnest($${place}::bigint[], $${place + 1}::text[], $${place + 2}::text[]) as i (item_id, kind, value)
   ) select id, doc, version, (select min(id) from region.stores where company_id = $1) as "firstStoreId" from item`;

const INSERT = statement(
  'items.insert',
  inserting(
    `insert into region.items (company_id, id, type, ${ONE.names}, currency, app_id, entry_date, updated_at)
     values ($1, $2, $3, ${ONE.inserted}, $${AFTER}, $${AFTER + 1}, $${AFTER + 2}, $${AFTER + 2})`,
    AFTER + 3,
  ),
);

/** Inserts in the order of external ids, so that two batches with the same ones cannot deadlock. */
const INSERT_ALL = statement(
  'items.insert-all',
  inserting(
    `insert into region.items (company_id, id, type, ${MANY.names}, currency, app_id, entry_date, updated_at)
     select $1, r.id, r.type, ${MANY.inserted}, r.currency, $3, $4, $4
     from json_populate_recordset(null::region.items, $2::json) r order by r.external_id, r.id`,
    5,
  ),
);

const UPDATE = statement(
  'items.update',
  `update region.items set ${ONE.updated},
     version = ${nextVersion()}, updated_at = $3
   where company_id = $1 and id = $2 returning id, doc, version`,
);

const UPDATE_ALL = statement(
  'items.update-all',
  `update region.items i set ${MANY.updated}, version = ${nextVersion('i.version')}, updated_at = $3
   from json_populate_recordset(null::region.items, $2::json) r
   where i.company_id = $1 and i.id = r.id returning i.id, i.doc, i.version`,
);

const TYPES = statement(
  'items.types',
  `select id, type from region.items where company_id = $1 and id = any($2::bigint[])`,
);

export async function typesOf(tx: TenantTransaction, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.query<{ id: number; type: number }>(TYPES, [ids]);
  return new Map(rows.map(({ id, type }) => [id, type]));
}

/** A stored item. Only a new item has `firstStoreId`. */
export interface WrittenRow extends Stored<Item> {
  readonly id: number;
  readonly firstStoreId?: number | null;
}

/** Inserts items with their lists. One item is bound value by value, which costs the database less. */
export function insertItems(tx: TenantTransaction, items: readonly ItemFields[]): Promise<WrittenRow[]> {
  const codes = columnsOf(identifierRows(items), 'itemId', 'kind', 'value');
  const [item] = items;
  if (!item) return Promise.resolve([]);
  const rows =
    items.length === 1
      ? tx.query<WrittenRow>(INSERT, [
          ...[item.id, item.type, ...valuesIn(item), item.currency, tx.scope.appId, tx.timestamp],
          ...codes,
        ])
      : tx.query<WrittenRow>(INSERT_ALL, [rowsOf(items), tx.scope.appId, tx.timestamp, ...codes]);
  return inOrder(
    rows,
    insertParts(tx, () => items),
  );
}

export function updateItems(tx: TenantTransaction, updates: readonly Update[]): Promise<WrittenRow[]> {
  const items = updates.map(({ item }) => item);
  const [item] = items;
  if (!item) return Promise.resolve([]);
  const rows =
    items.length === 1
      ? tx.query<WrittenRow>(UPDATE, [item.id, tx.timestamp, ...valuesIn(item)])
      : tx.query<WrittenRow>(UPDATE_ALL, [rowsOf(items), tx.timestamp]);
  return inOrder(rows, replaceParts(tx, updates));
}
