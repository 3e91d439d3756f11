import type { Fields } from './compare.ts';

/** Stock of an item without movements, in total and at one store. */
export function atStore(record: Fields, storeId: number): Fields {
  const override = (record.stores as Fields[]).find((one) => one.storeId === storeId);
  const stock = record.trackStock ? { onHand: '0', stockStatus: 'out' } : { onHand: null, stockStatus: 'inStock' };
  return {
    stock,
    atStore: {
      storeId,
      status: Math.min(Number(record.status), Number(override?.status ?? 1)),
      price: override?.price ?? record.price,
      lowStockLevel: override?.lowStockLevel ?? record.lowStockLevel,
      ...stock,
      variants: variantsAt(record, override?.price),
    },
  };
}

/** Variants have their own price, or else the item's price at the store. */
function variantsAt(record: Fields, overridden: unknown): unknown[] {
  return (record.variants as Fields[])
    .map(({ id, price }) => ({
      variantId: id,
      price: price ?? overridden ?? record.price,
      onHand: record.trackStock ? '0' : null,
    }))
    .toSorted((a, b) => Number(a.variantId) - Number(b.variantId));
}
