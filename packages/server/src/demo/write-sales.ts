import { toTimestamp } from '../clock.ts';
import { type OrderFields, writeOpenOrders } from '../resources/open-orders/store.ts';
import { totalsOf } from '../resources/sales/rules.ts';
import { findSales, writeSales } from '../resources/sales/store.ts';
import type { DatedWriter } from './backdated-store.ts';
import { HOUR } from './plan-dates.ts';
import { linesOf, type PlannedSales, type SellingStore, type SoldItem } from './plan-sales.ts';
import type { Random } from './random.ts';

/** Number of transactions that a merchant's sales take; each refund and open order adds one. */
const SALES_BATCHES = 4;
export const TRADE_BATCHES = SALES_BATCHES + 2;

/** Writes sales as an import does. */
export async function writeTrade(
  store: DatedWriter,
  { sales, refunds }: PlannedSales,
  orders: readonly OrderFields[],
  base: number,
): Promise<void> {
  const size = Math.ceil(sales.length / SALES_BATCHES);
  for (let batch = 0; batch < SALES_BATCHES; batch += 1) {
    await store.write(base, (tx) => writeSales(tx, sales.slice(batch * size, (batch + 1) * size)));
  }
  await store.write(base, async (tx) => {
    const ids = await findSales(
      tx,
      refunds.map(({ sale }) => sale),
    );
    return writeSales(
      tx,
      refunds.map(({ sale, refund }) => ({ ...refund, refundOf: ids.get(sale) ?? null })),
    );
  });
  await store.write(base, (tx) => writeOpenOrders(tx, orders));
}

const ORDERS_A_STORE = 3;

/** Orders that are still open when the demo's last day ends. */
export function planOpenOrders(
  stores: readonly SellingStore[],
  items: readonly SoldItem[],
  base: number,
  random: Random,
): OrderFields[] {
  return stores.flatMap((store) =>
    Array.from({ length: ORDERS_A_STORE }, (_, i): OrderFields => {
      const lines = linesOf(
        items.filter(({ item }) => item.status === 1),
        random,
      );
      const named = lines.map((line) => ({ ...line, name: nameOf(items, line) }));
      return {
        storeId: store.id,
        status: 1,
        orderNo: `T${i + 1}`,
        externalId: `${store.code}-open-${i + 1}`,
        channel: (['dineIn', 'online', 'takeaway'] as const)[i % 3] ?? 'counter',
        openedAt: toTimestamp(base - HOUR - random.below(3 * HOUR)),
        lines: named,
        ...totalsOf(lines),
      };
    }),
  );
}

function nameOf(items: readonly SoldItem[], line: { itemId: number; variantId: number | null }): string {
  const sold = items.find(({ item }) => item.id === line.itemId)?.item;
  const variant = sold?.variants.find(({ id }) => id === line.variantId);
  return [sold?.name, variant?.name].filter(Boolean).join(', ');
}
