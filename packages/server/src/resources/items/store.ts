import type { Item } from '../../contract/generated/types.gen.ts';
import { anyOf, isState, type ListPlan, searchedIn } from '../../storage/lists/list-plan.ts';
import { type Statement, statement } from '../../storage/statement.ts';
import type { TenantTransaction } from '../../storage/tenant.ts';
import { type Columns, columnsOf, insertedFrom, updatedFrom, valuesOf } from '../columns.ts';
import { inOrder, recordKind, refusing, writeRow } from '../record.ts';
import { refusalsOf } from './refusals.ts';
import { type ItemFields, identifiersOf, searchText } from './rules.ts';

export const ITEM = recordKind<Item>('item', 'items');

const LISTED = `company_id, id, status, type, group_id, brand_id, tax_id, weighing_scale, entry_date, updated_at, price,
  item_code, name, external_id`;

const withStock = (join: string, externalId = 'i.external_id'): string =>
  `(select s.company_id, s.item_id as id, s.stock_status, s.entry_date, i.updated_at, i.name, i.item_code, i.price, i.status,
      i.type, i.group_id, i.brand_id, i.tax_id, i.weighing_scale, ${externalId}, i.search_text
    from region.item_stock s ${join} on i.company_id = s.company_id and i.id = s.item_id)`;

/** Only the record has the external id. Its join is dropped too where no filter compares that. */
const SEARCHED_WITH_STOCK = withStock(
  `left join region.items e on e.company_id = s.company_id and e.id = s.item_id join region.items_search i`,
  'e.external_id',
);

export const ITEMS: ListPlan = {
  table: 'items',
  searched: searchedIn('items', LISTED),
  joined: {
    filter: 'stockStatus',
    walked: withStock('join region.items i'),
    // PostgreSQL drops a left join without used columns, so this reads only the stock.
    found: withStock('left join region.items i'),
    searched: SEARCHED_WITH_STOCK,
  },
  sorts: {
    entryDate: ['entry_date', 'timestamptz'],
    updatedAt: ['updated_at', 'timestamptz'],
    name: ['name', 'text', 'root_order'],
    itemCode: ['item_code', 'text'],
    price: ['price', 'numeric'],
  },
  filters: {
    groupId: anyOf('group_id', 'bigint'),
    brandId: (id, place) => `r.brand_id = ${place(id)}`,
    taxId: (id, place) => `r.tax_id = ${place(id)}`,
    type: (type) => isState('type', type),
    weighingScale: (flag) => `r.weighing_scale = ${flag === 1 ? 1 : 0}`,
    stockStatus: (status, place) => `r.stock_status = ${place(status)}`,
  },
};

/** The database folds the text as it folds the words of a search. */
const folded = (place: string): string => `region.fold(${place})`;

const COLUMNS: Columns<ItemFields> = {
  status: (item) => item.status,
  name: (item) => item.name,
  item_code: (item) => item.itemCode,
  barcodes: (item) => JSON.stringify(item.barcodes),
  description: (item) => item.description,
  group_id: (item) => item.groupId,
  brand_id: (item) => item.brandId,
  tax_id: (item) => item.taxId,
  unit: (item) => item.unit,
  price: (item) => item.price,
  cost: (item) => item.cost,
  weighing_scale: (item) => item.weighingScale,
  track_stock: (item) => item.trackStock,
  low_stock_level: (item) => item.lowStockLevel,
  image_url: (item) => item.imageUrl,
  modifier_ids: (item) => JSON.stringify(item.modifierIds),
  variants: (item) => JSON.stringify(item.variants),
  components: (item) => JSON.stringify(item.components),
  stores: (item) => JSON.stringify(item.stores),
  external_id: (item) => item.externalId,
  search_text: { value: searchText, inserted: folded, updated: folded },
};

const FIRST_COLUMN = 4;
const AFTER = FIRST_COLUMN + Object.keys(COLUMNS).length;
const INSERTED = insertedFrom(FIRST_COLUMN, COLUMNS);

/** Inserts the item and its codes in one statement. Returns the store for the Location header. */
const INSERT = statement(
  'items.insert',
  `with item as (
     insert into region.items (company_id, id, type, ${INSERTED.names}, currency, app_id, entry_date, updated_at)
     values ($1, $2, $3, ${INSERTED.values}, $${AFTER}, $${AFTER + 1}, $${AFTER + 2}, $${AFTER + 2})
     returning id, doc, version
   ), identifiers as (
     insert into region.item_identifiers (company_id, kind, value, item_id)
     select $1, kind, value, item.id from item, unnest($${AFTER + 3}::text[], $${AFTER + 4}::text[]) as i (kind, value)
   ) select doc, version, (select min(id) from region.stores where company_id = $1) as first_store_id from item`,
);

const UPDATE = statement(
  'items.update',
  `update region.items set ${updatedFrom(FIRST_COLUMN, COLUMNS)},
     version = version + 1, updated_at = $3
   where company_id = $1 and id = $2 returning doc, version`,
);

const TYPES = statement(
  'items.types',
  `select id, type from region.items where company_id = $1 and id = any($2::bigint[])`,
);

const deleteFrom = (list: string): Statement =>
  statement(`items.delete-${list}`, `delete from region.item_${list} where company_id = $1 and item_id = $2`);

const DELETE_IDENTIFIERS = deleteFrom('identifiers');
const INSERT_IDENTIFIERS = statement(
  'items.insert-identifiers',
  `insert into region.item_identifiers (company_id, item_id, kind, value)
   select $1, $2, kind, value from unnest($3::text[], $4::text[]) as i (kind, value)`,
);
const DELETE_VARIANTS = statement(
  'items.delete-variants',
  `delete from region.item_variants where company_id = $1 and item_id = $2 and id <> all($3::bigint[])`,
);
const UPSERT_VARIANTS = statement(
  'items.upsert-variants',
  `insert into region.item_variants (company_id, item_id, id, price)
   select $1, $2, id, price from unnest($3::bigint[], $4::numeric[]) as v (id, price)
   on conflict (company_id, item_id, id) do update set price = excluded.price`,
);
const DELETE_COMPONENTS = deleteFrom('components');
const INSERT_COMPONENTS = statement(
  'items.insert-components',
  `insert into region.item_components (company_id, item_id, position, component_id, variant_id)
   select $1, $2, position, component_id, variant_id
   from unnest($3::bigint[], $4::bigint[]) with ordinality as c (component_id, variant_id, position)`,
);
const DELETE_STORES = deleteFrom('stores');
const INSERT_STORES = statement(
  'items.insert-stores',
  `insert into region.item_stores (company_id, item_id, store_id, status, price, low_stock_level)
   select $1, $2, store_id, status, price, low_stock_level
   from unnest($3::bigint[], $4::smallint[], $5::numeric[], $6::numeric[]) as s (store_id, status, price, low_stock_level)`,
);
const DELETE_MODIFIERS = deleteFrom('modifiers');
const INSERT_MODIFIERS = statement(
  'items.insert-modifiers',
  `insert into region.item_modifiers (company_id, item_id, modifier_id)
   select $1, $2, modifier_id from unnest($3::bigint[]) as m (modifier_id)`,
);

export async function typesOf(tx: TenantTransaction, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.query<{ id: number; type: number }>(TYPES, [ids]);
  return new Map(rows.map(({ id, type }) => [id, type]));
}

export function insertItem(tx: TenantTransaction, item: ItemFields) {
  const values = [item.id, item.type, ...valuesOf(COLUMNS, item), item.currency, tx.scope.appId, tx.timestamp];
  const codes = columnsOf(identifiersOf(item), 'kind', 'value');
  const row = writeRow<Item, { readonly first_store_id: number | null }>(tx, INSERT, [...values, ...codes]);
  return refusing(refusalsOf(tx, item), inOrder(row, insertParts(tx, item)));
}

export function updateItem(tx: TenantTransaction, item: ItemFields, changed: ReadonlySet<string>) {
  const row = writeRow<Item>(tx, UPDATE, [item.id, tx.timestamp, ...valuesOf(COLUMNS, item)]);
  return refusing(refusalsOf(tx, item), inOrder(row, replaceParts(tx, item, changed)));
}

/** Writes an item's lists. Most items have none, which takes no statements. */
function insertParts(tx: TenantTransaction, item: ItemFields): Promise<unknown>[] {
  const { id, variants, components, stores, modifierIds } = item;
  const writes: Promise<unknown>[] = [];
  if (variants.length > 0) {
    writes.push(tx.query(UPSERT_VARIANTS, [id, ...columnsOf(variants, 'id', 'price')]));
  }
  if (components.length > 0) {
    writes.push(tx.query(INSERT_COMPONENTS, [id, ...columnsOf(components, 'itemId', 'variantId')]));
  }
  if (stores.length > 0) {
    const values = columnsOf(stores, 'storeId', 'status', 'price', 'lowStockLevel');
    writes.push(tx.query(INSERT_STORES, [id, ...values]));
  }
  if (modifierIds.length > 0) writes.push(tx.query(INSERT_MODIFIERS, [id, modifierIds]));
  return writes;
}

/** Replaces the lists present in the change. The order of the statements matters. */
function replaceParts(tx: TenantTransaction, item: ItemFields, changed: ReadonlySet<string>): Promise<unknown>[] {
  const writes: Promise<unknown>[] = [];
  if (changed.has('components')) writes.push(tx.query(DELETE_COMPONENTS, [item.id]));
  if (changed.has('stores')) writes.push(tx.query(DELETE_STORES, [item.id]));
  if (changed.has('modifierIds')) writes.push(tx.query(DELETE_MODIFIERS, [item.id]));
  const only = <T>(name: string, list: T[]): T[] => (changed.has(name) ? list : []);
  const parts = {
    ...item,
    variants: only('variants', item.variants),
    components: only('components', item.components),
    stores: only('stores', item.stores),
    modifierIds: only('modifierIds', item.modifierIds),
  };
  writes.push(...insertParts(tx, parts));
  if (changed.has('variants')) writes.push(tx.query(DELETE_VARIANTS, [item.id, item.variants.map((v) => v.id)]));
  if (['itemCode', 'barcodes', 'variants'].some((name) => changed.has(name))) {
    writes.push(tx.query(DELETE_IDENTIFIERS, [item.id]));
    writes.push(tx.query(INSERT_IDENTIFIERS, [item.id, ...columnsOf(identifiersOf(item), 'kind', 'value')]));
  }
  return writes;
}
