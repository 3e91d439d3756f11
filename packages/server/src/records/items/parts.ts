import { type Statement, statement } from '../../database/statement.ts';
import type { TenantTransaction } from '../../database/tenant.ts';
import { columnsOf } from '../columns.ts';
import { type ItemFields, identifiersOf } from './rules.ts';

const deleteFrom = (list: string): Statement =>
  statement(
    `items.delete-${list}`,
    `delete from region.item_${list} where company_id = $1 and item_id = any($2::bigint[])`,
  );

const DELETE_IDENTIFIERS = deleteFrom('identifiers');
const INSERT_IDENTIFIERS = statement(
  'items.insert-identifiers',
  `insert into region.item_identifiers (company_id, item_id, kind, value)
   select $1, item_id, kind, value from unnest($2::bigint[], $3::text[], $4::text[]) as i (item_id, kind, value)`,
);
const DELETE_VARIANTS = statement(
  'items.delete-variants',
  `delete from region.item_variants v where company_id = $1 and item_id = any($2::bigint[]) and id <> all($3::bigint[])`,
);
const UPSERT_VARIANTS = statement(
  'items.upsert-variants',
  `insert into region.item_variants (company_id, item_id, id, price)
   select $1, item_id, id, price from unnest($2::bigint[], $3::bigint[], $4::numeric[]) as v (item_id, id, price)
   on conflict (company_id, item_id, id) do update set price = excluded.price`,
);
const DELETE_COMPONENTS = deleteFrom('components');
const INSERT_COMPONENTS = statement(
  'items.insert-components',
  `insert into region.item_components (company_id, item_id, position, component_id, variant_id)
   select $1, item_id, position, component_id, variant_id
   from unnest($2::bigint[], $3::integer[], $4::bigint[], $5::bigint[]) as c (item_id, position, component_id, variant_id)`,
);
const DELETE_STORES = deleteFrom('stores');
const INSERT_STORES = statement(
  'items.insert-stores',
  `insert into region.item_stores (company_id, item_id, store_id, status, price, low_stock_level)
   select $1, item_id, store_id, status, price, low_stock_level
   from unnest($2::bigint[], $3::bigint[], $4::smallint[], $5::numeric[], $6::numeric[])
     as s (item_id, store_id, status, price, low_stock_level)`,
);
const DELETE_MODIFIERS = deleteFrom('modifiers');
const INSERT_MODIFIERS = statement(
  'items.insert-modifiers',
  `insert into region.item_modifiers (company_id, item_id, modifier_id)
   select $1, item_id, modifier_id from unnest($2::bigint[], $3::bigint[]) as m (item_id, modifier_id)`,
);

interface IdentifierRow {
  readonly itemId: number;
  readonly kind: string;
  readonly value: string;
}

/** An item to update, and the names of the properties that change. */
export interface Update {
  readonly item: ItemFields;
  readonly changed: ReadonlySet<string>;
}

/** Codes and barcodes of items, in one order, so that concurrent batches do not wait for each other both ways. */
export const identifierRows = (items: readonly ItemFields[]): IdentifierRow[] =>
  rowsIn(items, identifiersOf).sort((a, b) => (a.value < b.value ? -1 : 1));

/** The entries of a list of all items, each with its item. */
const rowsIn = <Entry extends object>(
  items: readonly ItemFields[],
  entriesOf: (item: ItemFields) => readonly Entry[],
) => items.flatMap((item) => entriesOf(item).map((entry) => ({ ...entry, itemId: item.id })));

/** Writes the lists of items. Most items have none, which takes no statements. */
export function insertParts(tx: TenantTransaction, items: readonly ItemFields[]): Promise<unknown>[] {
  const variants = rowsIn(items, (item) => item.variants);
  const components = rowsIn(items, (item) =>
    item.components.map(({ itemId: componentId, variantId = null }, i) => ({
      componentId,
      variantId,
      position: i + 1,
    })),
  );
  const stores = rowsIn(items, (item) => item.stores);
  const modifiers = rowsIn(items, (item) => item.modifierIds.map((modifierId) => ({ modifierId })));
  const insert = (sql: Statement, [first]: readonly object[], columns: unknown[][]): Promise<unknown>[] =>
    first ? [tx.query(sql, columns)] : [];
  return [
    ...insert(UPSERT_VARIANTS, variants, columnsOf(variants, 'itemId', 'id', 'price')),
    ...insert(INSERT_COMPONENTS, components, columnsOf(components, 'itemId', 'position', 'componentId', 'variantId')),
    ...insert(INSERT_STORES, stores, columnsOf(stores, 'itemId', 'storeId', 'status', 'price', 'lowStockLevel')),
    ...insert(INSERT_MODIFIERS, modifiers, columnsOf(modifiers, 'itemId', 'modifierId')),
  ];
}

/** Replaces the lists that change. The order of the statements matters. */
export function replaceParts(tx: TenantTransaction, updates: readonly Update[]): Promise<unknown>[] {
  const changing = (...names: string[]): ItemFields[] =>
    updates.filter(({ changed }) => names.some((name) => changed.has(name))).map(({ item }) => item);
  const remove = (sql: Statement, items: readonly ItemFields[], ...more: unknown[]): Promise<unknown>[] =>
    items.length > 0 ? [tx.query(sql, [items.map(({ id }) => id), ...more])] : [];
  const coded = changing('itemCode', 'barcodes', 'variants');
  const varied = changing('variants');
  return [
    ...remove(DELETE_COMPONENTS, changing('components')),
    ...remove(DELETE_STORES, changing('stores')),
    ...remove(DELETE_MODIFIERS, changing('modifierIds')),
    ...insertParts(tx, updates.map(withChangedParts)),
    ...remove(
      DELETE_VARIANTS,
      varied,
      varied.flatMap(({ variants }) => variants.map(({ id }) => id)),
    ),
    ...remove(DELETE_IDENTIFIERS, coded),
    ...(coded.length > 0
      ? [tx.query(INSERT_IDENTIFIERS, columnsOf(identifierRows(coded), 'itemId', 'kind', 'value'))]
      : []),
  ];
}

function withChangedParts({ item, changed }: Update): ItemFields {
  const only = <T>(name: string, list: T[]): T[] => (changed.has(name) ? list : []);
  return {
    ...item,
    variants: only('variants', item.variants),
    components: only('components', item.components),
    stores: only('stores', item.stores),
    modifierIds: only('modifierIds', item.modifierIds),
  };
}
