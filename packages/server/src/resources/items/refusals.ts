import { duplicate, type PartnerError, referenceNotFound, stateConflict } from '../../errors.ts';
import { type Statement, statement } from '../../storage/statement.ts';
import type { TenantTransaction } from '../../storage/tenant.ts';
import { columnsOf } from '../columns.ts';
import type { Refusals } from '../record.ts';
import { missingFrom, missingReference, takenExternalId } from '../refusals.ts';
import { type ItemFields, identifiersOf, pathOfIdentifier } from './rules.ts';

const TAKEN = statement(
  'items.taken-identifier',
  `select kind, value, t.item_id as "itemId" from unnest($3::text[], $4::text[]) with ordinality as i (kind, value, n)
   join region.item_identifiers t using (kind, value)
   where t.company_id = $1 and t.item_id <> $2 order by n limit 1`,
);

const externalIdTaken = takenExternalId('items');

const MISSING_STORE = missingFrom('stores');
const MISSING_MODIFIER_GROUP = missingFrom('modifier_groups');
const MISSING_VARIANT = statement(
  'items.missing-variant',
  `select n::integer - 1 as index
   from unnest($2::bigint[], $3::bigint[]) with ordinality as c (item_id, variant_id, n)
   where variant_id is not null and not exists (
     select 1 from region.item_variants v where v.company_id = $1 and v.item_id = c.item_id and v.id = c.variant_id
   ) order by n limit 1`,
);

const inUse = () =>
  stateConflict(
    '/variants',
    'a variant that has stock, is on a document or is part of a combo cannot be removed: send it with its id',
  );

export function refusalsOf(tx: TenantTransaction, item: ItemFields): Refusals {
  const { stores, modifierIds, components } = item;

  const missing = (sql: Statement, values: unknown[][], path: (index: number) => string, kind: string) =>
    missingReference(tx, sql, values, path, kind);

  async function codeTaken(): Promise<PartnerError> {
    const columns = columnsOf(identifiersOf(item), 'kind', 'value');
    const [row] = await tx.readAfterFailure<{ kind: string; value: string; itemId: number }>(TAKEN, [
      item.id,
      ...columns,
    ]);
    return row ? duplicate(pathOfIdentifier(item, row.kind, row.value), row.itemId) : duplicate('/itemCode');
  }

  return {
    items_external_id: () => externalIdTaken(tx, item),
    items_group: () => referenceNotFound('/groupId', 'category'),
    items_brand: () => referenceNotFound('/brandId', 'brand'),
    items_tax: () => referenceNotFound('/taxId', 'tax'),
    item_identifiers_value: codeTaken,
    item_stores_store: () =>
      missing(MISSING_STORE, [stores.map((s) => s.storeId)], (i) => `/stores/${i}/storeId`, 'store'),
    item_modifiers_modifier: () =>
      missing(MISSING_MODIFIER_GROUP, [modifierIds], (i) => `/modifierIds/${i}`, 'modifier group'),
    // Violated by a combo with an unknown variant, or by removing a variant that a combo uses.
    item_components_variant: (detail) => {
      if (!detail.includes('is not present')) return inUse();
      const pairs = columnsOf(components, 'itemId', 'variantId');
      return missing(MISSING_VARIANT, pairs, (i) => `/components/${i}/variantId`, 'variant of this item');
    },
    stock_levels_variant: inUse,
    stock_movements_variant: inUse,
    purchase_order_lines_variant: inUse,
    stock_transfer_lines_variant: inUse,
    stock_adjustment_lines_variant: inUse,
  };
}
