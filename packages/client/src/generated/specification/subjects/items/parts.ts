// Copied from packages/conformance/src/specification: change that, then run `pnpm generate`.

import { type Fields, referenceNotFound, rejectEach, stateConflict } from '../../answer.ts';
import type { Call } from '../../call.ts';
import { entriesIn, repeated, unknownEntries } from '../../entries.ts';
import type { Draft, Rule } from '../../records.ts';
import { type Merchant, type Row, rowsOf, type Table } from '../../state.ts';
import { isCodeTaken, keptVariants, NEW_VARIANT, repeatedCodes, variantsOf } from './codes.ts';

/** Nested lists of an item: its variants, components, stores and modifier groups. */

const NEW_OVERRIDE = { price: null, lowStockLevel: null, status: 1 };
const NEW_COMPONENT = { variantId: null };

/** Variants sent with their id keep what they leave out. lines.keep_ids, items.variants, items.code_generated */
function variantsIn({ row, before, sent }: Draft, { choices }: Call, merchant: Merchant): Fields[] {
  const keeping = keptVariants(before, sent);
  const isTaken = isCodeTaken(merchant, { itemCode: row.itemCode, variants: sent.variants });
  return entriesIn(sent, 'variants').map((variant, index) => {
    const stored = keeping[index];
    if (stored) return { ...stored, ...variant };
    const at = `/variants/${index}`;
    const itemCode = variant.itemCode ?? choices.code(`${at}/itemCode`, isTaken, 'items.code_generated');
    return { ...NEW_VARIANT, ...variant, itemCode, id: variant.id ?? choices.id(`${at}/id`) };
  });
}

/** An item with the defaults of its lists' entries. records.optional_null */
export function withEntries(draft: Draft, call: Call, merchant: Merchant): Row {
  const { row, sent } = draft;
  const { variants, stores, components } = sent;
  return {
    ...row,
    ...(variants ? { variants: variantsIn(draft, call, merchant) } : {}),
    ...(stores ? { stores: entriesIn(sent, 'stores').map((one) => ({ ...NEW_OVERRIDE, ...one })) } : {}),
    ...(components ? { components: entriesIn(sent, 'components').map((one) => ({ ...NEW_COMPONENT, ...one })) } : {}),
  };
}

/** Items with variants need `variants`, combos need `components`, and no other item has either. items.type_parts */
export const partsOfType: Rule = ({ row, before }) => {
  if (!before) return;
  for (const [type, name] of [
    [1, 'variants'],
    [2, 'components'],
  ] as const)
    if ((row.type === type) !== entriesIn(row, name).length > 0) throw stateConflict('items.type_parts', `/${name}`);
  if (row.type === 2 && row.trackStock === true) throw stateConflict('items.combo', '/trackStock');
};

/** Rejects repeated values. items.code_of_variants, items.stores_once */
export const noRepetition: Rule = (draft) => {
  const { row, sent } = draft;
  const details = [...repeatedCodes(draft), ...repeated(sent, 'variants', 'id'), ...repeated(row, 'stores', 'storeId')];
  const isOfStore = details[0]?.path.startsWith('/stores');
  const rule = isOfStore ? 'items.stores_once' : 'items.code_of_variants';
  rejectEach('partner.validation_failed', rule, details);
};

/** items.combo: a component is an item that is no combo, and a variant where the item has variants. */
export const stockableComponents: Rule = ({ sent }, { tables }) => {
  for (const [index, { itemId, variantId }] of entriesIn(sent, 'components').entries()) {
    const at = `/components/${index}`;
    const item = tables.items.get(Number(itemId));
    if (!item) throw referenceNotFound(`${at}/itemId`);
    if (item.type === 2) throw stateConflict('items.combo', `${at}/itemId`);
    if (item.type === 1 && (variantId ?? null) === null) throw stateConflict('items.combo', `${at}/variantId`);
  }
};

/** A variant of its item, such as of a component. records.reference_named */
export const variantsOfComponents: Rule = ({ sent }, { tables }) => {
  for (const [index, { itemId, variantId }] of entriesIn(sent, 'components').entries()) {
    const variants = variantsOf(tables.items.get(Number(itemId)) ?? {});
    if ((variantId ?? null) !== null && !variants.some(({ id }) => id === variantId))
      throw referenceNotFound(`/components/${index}/variantId`);
  }
};

/** Variants in a change are the item's. items.variants */
export const variantsOfItem: Rule = ({ before, sent }) => {
  const [unknown] = unknownEntries(before, sent, 'variants');
  if (before && unknown) throw referenceNotFound(unknown.path);
};

/** Where lines or components name a variant. Voided documents count, and combos that are inactive. */
const NAMED: readonly (readonly [table: Table, list: string])[] = [
  ['items', 'components'],
  ['purchaseOrders', 'lines'],
  ['stockTransfers', 'lines'],
  ['stockAdjustments', 'lines'],
];

const isNamed = (merchant: Merchant, variant: unknown): boolean =>
  NAMED.some(([table, list]) =>
    rowsOf(merchant, table).some((row) => entriesIn(row, list).some(({ variantId }) => variantId === variant)),
  );

/** True if a variant has, or has had, stock at any store. */
const hasStock = ({ levels }: Merchant, item: number, variant: unknown): boolean =>
  [...levels.keys()].some((place) => place.endsWith(` ${item} ${variant}`));

/** items.variant_in_use */
export const variantsInUse: Rule = ({ row, before, sent }, merchant) => {
  if (!before || !sent.variants) return;
  const kept = variantsOf(row).map(({ id }) => id);
  const removed = variantsOf(before).filter(({ id }) => !kept.includes(id));
  if (removed.some(({ id }) => isNamed(merchant, id) || hasStock(merchant, row.id, id)))
    throw stateConflict('items.variant_in_use', '/variants');
};
