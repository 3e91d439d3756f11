// Copied from packages/conformance/src/specification: change that, then run `pnpm generate`.

import { QUANTITY, units } from '../../decimals.ts';
import type { Fields } from '../../answer.ts';
import { entriesIn } from '../../entries.ts';
import { levelAt, quantity } from '../../ledger.ts';
import { type Merchant, type Row, rowsOf } from '../../state.ts';
import { variantsOf } from './codes.ts';

/** An item's stock, across all stores and at one. */

const sum = (levels: readonly bigint[]): bigint => levels.reduce((total, level) => total + level, 0n);

/** Stock of an item and its variants at a store, in thousandths. */
const levelIn = (merchant: Merchant, item: Row, storeId: number): bigint =>
  sum(
    [null, ...variantsOf(item).map(({ id }) => Number(id))].map((variantId) =>
      levelAt(merchant, { storeId, itemId: item.id, variantId }),
    ),
  );

/** items.stock_states, items.untracked */
function stateOf({ trackStock }: Row, level: bigint, lowStockLevel: unknown): Fields {
  if (trackStock !== true) return { onHand: null, stockStatus: 'inStock' };
  const isLow = typeof lowStockLevel === 'string' && level <= units(lowStockLevel, QUANTITY);
  return { onHand: quantity(level), stockStatus: level <= 0n ? 'out' : isLow ? 'low' : 'inStock' };
}

/** Stock across all stores. */
export const stockOf = (item: Row, merchant: Merchant): Fields =>
  stateOf(item, sum(rowsOf(merchant, 'stores').map(({ id }) => levelIn(merchant, item, id))), item.lowStockLevel);

/** The item at a store, whose overrides apply. A null price means the item's own. items.at_store, items.variant_at_store */
export function atStore(item: Row, storeId: number, merchant: Merchant): Fields {
  const override = entriesIn(item, 'stores').find((one) => one.storeId === storeId);
  const price = override?.price ?? item.price;
  const lowStockLevel = override?.lowStockLevel ?? item.lowStockLevel;
  const { onHand, stockStatus } = stateOf(item, levelIn(merchant, item, storeId), lowStockLevel);
  const inOrder = variantsOf(item).toSorted((one, other) => Number(one.id) - Number(other.id));
  const variants = inOrder.map((variant) => ({
    variantId: variant.id,
    price: variant.price ?? price,
    onHand:
      onHand === null ? null : quantity(levelAt(merchant, { storeId, itemId: item.id, variantId: Number(variant.id) })),
  }));
  const status = override?.status === 0 ? 0 : item.status;
  return { storeId, status, price, lowStockLevel, onHand, stockStatus, variants };
}
