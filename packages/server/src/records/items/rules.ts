import type {
  Component,
  Item,
  ItemCreate,
  ItemUpdate,
  StoreOverride,
  StoreOverrideInput,
  Variant,
  VariantInput,
} from '../../contract/generated/types.gen.ts';
import { referenceNotFound, refuseInvalid, stateConflict } from '../../errors.ts';
import { type Amount, canonicalMoney, canonicalQuantity } from '../decimal.ts';
import { entriesBefore, type NextId, repetitions } from '../entries.ts';
import type { FieldsOf } from '../record.ts';

export type ItemFields = FieldsOf<Item>;

export const STANDARD = 0;
const WITH_VARIANTS = 1;
export const COMBO = 2;

/** Generated codes of items and variants that are sent without one, by id. */
interface Codes {
  of(id: number): string;
}

export function newItem(input: ItemCreate, currency: string, nextId: NextId, codes: Codes): ItemFields {
  const id = nextId();
  const type = input.type ?? STANDARD;
  const item: ItemFields = {
    description: null,
    groupId: null,
    brandId: null,
    taxId: null,
    unit: null,
    weighingScale: 0,
    trackStock: type !== COMBO,
    imageUrl: null,
    externalId: null,
    status: 1,
    barcodes: [],
    modifierIds: [],
    ...input,
    itemCode: input.itemCode ?? codes.of(id),
    id,
    type,
    currency,
    ...amountsOf({ price: '0', cost: null, lowStockLevel: null, ...input }, currency),
    variants: variantsOf(input.variants ?? [], [], { currency, nextId, codes }),
    components: componentsOf(input.components ?? []),
    stores: overridesOf(input.stores ?? [], currency),
  };
  checkItem(item);
  return item;
}

const amountsOf = (
  { price, cost, lowStockLevel }: Pick<ItemFields, 'price' | 'cost' | 'lowStockLevel'>,
  currency: string,
) => ({
  price: canonicalMoney(price, currency),
  cost: canonicalMoney(cost, currency),
  lowStockLevel: canonicalQuantity(lowStockLevel),
});

/** Applies a merge patch: absent means unchanged, null clears, nested lists are replaced whole. */
export function changedItem(item: Item, patch: ItemUpdate, nextId: NextId, codes: Codes): ItemFields {
  refuseForeignParts(item, patch);
  const { variants, components, stores, ...plain } = patch;
  const { currency } = item;
  const changed: ItemFields = {
    ...item,
    ...plain,
    ...amountsOf({ ...item, ...plain }, currency),
    ...(variants && { variants: variantsOf(variants, item.variants, { currency, nextId, codes }) }),
    ...(components && { components: componentsOf(components) }),
    ...(stores && { stores: overridesOf(stores, currency) }),
  };
  checkItem(changed);
  return changed;
}

/** An item's type never changes and determines which parts it can have. */
function refuseForeignParts(item: Item, patch: ItemUpdate): void {
  const { variants, components, trackStock } = patch;
  if (variants && item.type !== WITH_VARIANTS && variants.length > 0) {
    throw stateConflict('/variants', `only an item of type 1 can have variants; this one is of type ${item.type}`);
  }
  if (variants?.length === 0 && item.type === WITH_VARIANTS) {
    throw stateConflict('/variants', 'an item of type 1 must keep at least one variant');
  }
  if (components && item.type !== COMBO && components.length > 0) {
    throw stateConflict('/components', `only a combo (type 2) can have components; this item is of type ${item.type}`);
  }
  if (components?.length === 0 && item.type === COMBO) {
    throw stateConflict('/components', 'a combo must keep at least one component');
  }
  if (trackStock && item.type === COMBO) {
    throw stateConflict('/trackStock', 'a combo cannot track stock: its components do');
  }
}

export const pricesOf = ({ price, variants = [], stores = [] }: ItemCreate | ItemUpdate): Amount[] => [
  { path: '/price', amount: price },
  ...variants.map((variant, i) => ({ path: `/variants/${i}/price`, amount: variant.price })),
  ...stores.map((store, i) => ({ path: `/stores/${i}/price`, amount: store.price })),
];

function variantsOf(
  inputs: readonly VariantInput[],
  current: readonly Variant[],
  { currency, nextId, codes }: { readonly currency: string; readonly nextId: NextId; readonly codes: Codes },
): Variant[] {
  const valuesOf = (input: VariantInput, before?: Variant) => ({
    name: input.name,
    barcodes: input.barcodes ?? before?.barcodes ?? [],
    price: canonicalMoney(input.price === undefined ? (before?.price ?? null) : input.price, currency),
    cost: canonicalMoney(input.cost === undefined ? (before?.cost ?? null) : input.cost, currency),
  });
  const asNew = ({ itemCode, ...input }: VariantInput) => ({ ...valuesOf(input), ...(itemCode && { itemCode }) });
  const existing = entriesBefore({ name: 'variants', kind: 'variant of this item', asNew }, inputs, current);
  return inputs.map((input, index) => {
    const before = existing[index];
    const id = before?.id ?? nextId();
    const { name, ...values } = valuesOf(input, before);
    return { id, name, itemCode: input.itemCode ?? before?.itemCode ?? codes.of(id), ...values };
  });
}

const componentsOf = (inputs: readonly Component[]): Component[] =>
  inputs.map(({ itemId, variantId, quantity }) => ({
    itemId,
    variantId: variantId ?? null,
    quantity: canonicalQuantity(quantity),
  }));

const overridesOf = (inputs: readonly StoreOverrideInput[], currency: string): StoreOverride[] =>
  inputs.map(({ storeId, price, lowStockLevel, status }) => ({
    storeId,
    price: canonicalMoney(price ?? null, currency),
    lowStockLevel: canonicalQuantity(lowStockLevel ?? null),
    status: status ?? 1,
  }));

/** Checks rules across an item's parts, which the schema cannot express. */
function checkItem(item: ItemFields): void {
  const codes = [
    { path: '/itemCode', value: item.itemCode },
    ...item.variants.map((variant, i) => ({ path: `/variants/${i}/itemCode`, value: variant.itemCode })),
  ];
  const barcodes = [
    ...item.barcodes.map((value, i) => ({ path: `/barcodes/${i}`, value })),
    ...item.variants.flatMap((variant, i) =>
      variant.barcodes.map((value, j) => ({ path: `/variants/${i}/barcodes/${j}`, value })),
    ),
  ];
  const variantIds = item.variants.map((variant, i) => ({ path: `/variants/${i}/id`, value: String(variant.id) }));
  const storeIds = item.stores.map((store, i) => ({ path: `/stores/${i}/storeId`, value: String(store.storeId) }));
  refuseInvalid([codes, barcodes, variantIds, storeIds].flatMap(repetitions));
}

export function identifiersOf(item: ItemFields): { kind: 'itemCode' | 'barcode'; value: string }[] {
  return [item, ...item.variants].flatMap(({ itemCode, barcodes }) => [
    { kind: 'itemCode' as const, value: itemCode },
    ...barcodes.map((value) => ({ kind: 'barcode' as const, value })),
  ]);
}

export function pathOfIdentifier(item: ItemFields, kind: string, value: string): string {
  const list = kind === 'itemCode' ? 'itemCode' : 'barcodes';
  const has = (entry: { itemCode: string; barcodes: readonly string[] }) =>
    kind === 'itemCode' ? entry.itemCode === value : entry.barcodes.includes(value);
  const variant = item.variants.findIndex(has);
  const owner = has(item) ? item : item.variants[variant];
  const prefix = has(item) || variant < 0 ? '' : `/variants/${variant}`;
  const index = kind === 'itemCode' ? '' : `/${owner?.barcodes.indexOf(value) ?? 0}`;
  return `${prefix}/${list}${index}`;
}

/** Text that searches match: names, codes and barcodes of the item and its variants. */
export const searchText = (item: ItemFields): string =>
  [item, ...item.variants].flatMap(({ name, itemCode, barcodes }) => [name, itemCode, ...barcodes]).join('\n');

export function checkComponents(item: ItemFields, types: ReadonlyMap<number, number>): void {
  item.components.forEach(({ itemId, variantId }, index) => {
    const type = types.get(itemId);
    if (type === undefined) throw referenceNotFound(`/components/${index}/itemId`, 'item');
    if (type === COMBO) throw stateConflict(`/components/${index}/itemId`, 'must not be a combo itself');
    if (type === WITH_VARIANTS && (variantId ?? null) === null) {
      throw stateConflict(`/components/${index}/variantId`, 'must name a variant of the item');
    }
  });
}
