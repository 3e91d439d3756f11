import type { Component, ItemCreate, StoreOverrideInput } from '../contract/generated/types.gen.ts';
import { changeItem } from '../resources/items/handlers.ts';
import { COMBO, type ItemFields, STANDARD, WITH_VARIANTS } from '../resources/items/rules.ts';
import type { TenantTransaction } from '../storage/tenant.ts';
import type { MerchantData } from './merchant-data.ts';
import { named } from './named.ts';
import { isCounted, type PlannedItem, type Product, type Revision } from './plan-items.ts';
import type { Ids } from './write-references.ts';

/** Ids of what an item refers to. */
export interface References {
  readonly stores: Ids;
  readonly taxes: Ids;
  readonly modifierGroups: Ids;
  readonly categories: Ids;
  readonly brands: Ids;
}

/** The items that have been written, by name. */
export type WrittenItems = Map<string, ItemFields>;

/** Changes an item by the rules and the SQL of `PATCH /items/{id}`. */
export async function reviseItem(
  tx: TenantTransaction,
  { item, patch }: Revision,
  written: WrittenItems,
): Promise<void> {
  await changeItem(tx, named(written, item).id, patch, undefined);
}

/** The create-item body of a planned item. */
export function bodyOf(plan: PlannedItem, data: MerchantData, ids: References, written: WrittenItems): ItemCreate {
  const { product, itemCode, barcodes, cost, externalId, variants } = plan;
  return {
    type: typeOf(product),
    name: product.name,
    ...(itemCode !== undefined && { itemCode }),
    barcodes,
    description: product.description ?? null,
    groupId: named(ids.categories, product.category),
    brandId: product.brand === undefined ? null : named(ids.brands, product.brand),
    taxId: product.tax === undefined ? null : named(ids.taxes, product.tax),
    unit: product.unit ?? null,
    price: product.price,
    cost,
    weighingScale: product.weighed ? 1 : 0,
    trackStock: isCounted(product),
    lowStockLevel: isCounted(product) ? (product.lowStock ?? null) : null,
    modifierIds: (product.modifiers ?? []).map((name) => named(ids.modifierGroups, name)),
    variants,
    components: componentsOf(product, written),
    stores: overridesOf(product, data, ids.stores),
    externalId,
  };
}

function typeOf({ parts, sizes }: Product): 0 | 1 | 2 {
  if (parts.length > 0) return COMBO;
  return sizes ? WITH_VARIANTS : STANDARD;
}

const componentsOf = ({ parts }: Product, written: WrittenItems): Component[] =>
  parts.map(({ product, size, quantity = '1' }) => {
    const item = named(written, product);
    const variants = new Map(item.variants.map((variant) => [variant.name, variant.id]));
    return { itemId: item.id, variantId: size === undefined ? null : named(variants, size), quantity };
  });

const overridesOf = ({ name }: Product, { overrides }: MerchantData, stores: Ids): StoreOverrideInput[] =>
  Object.entries(overrides).flatMap(([code, products]) => {
    const override = products[name];
    return override ? [{ storeId: named(stores, code), ...override }] : [];
  });
