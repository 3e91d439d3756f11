import type { ItemFields } from '../resources/items/rules.ts';
import type { Sale } from '../resources/sales/rules.ts';
import type { OpeningStock } from './plan-stock.ts';

const ONE = 1000;

const inThousandths = (quantity: string): number => Math.round(Number(quantity) * ONE);

type Place = Pick<OpeningStock, 'storeId' | 'itemId' | 'variantId'>;

const keyOf = ({ storeId, itemId, variantId }: Place): string => `${storeId} ${itemId} ${variantId}`;

/** Adds what is sold to the opening stock, so that the planned quantities remain. */
export function addConsumed(
  stock: readonly OpeningStock[],
  items: readonly ItemFields[],
  sales: readonly Sale[],
): OpeningStock[] {
  const consumed = new Map<string, number>();
  const byId = new Map(items.map((item) => [item.id, item]));
  for (const { kind, storeId, lines } of sales) {
    for (const line of lines) {
      const sign = kind === 'sale' ? 1 : -1;
      const { components = [] } = byId.get(line.itemId) ?? {};
      for (const part of [{ ...line, quantity: '1' }, ...components]) {
        const key = keyOf({ storeId, itemId: part.itemId, variantId: part.variantId ?? null });
        const moved = (sign * inThousandths(line.quantity) * inThousandths(part.quantity)) / ONE;
        consumed.set(key, (consumed.get(key) ?? 0) + moved);
      }
    }
  }
  return stock.map((entry) => {
    const decimals = entry.quantity.split('.')[1]?.length ?? 0;
    const quantity = inThousandths(entry.quantity) + (consumed.get(keyOf(entry)) ?? 0);
    return { ...entry, quantity: (quantity / ONE).toFixed(decimals) };
  });
}
