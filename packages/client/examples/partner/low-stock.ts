import { type Api, batchItems, type Resources } from '@tillgate/client';
import { dateBefore } from './sales.ts';

const WEEK = 7;

/** Sets the low-stock level of each item to what was sold in the last week. Returns how many items have changed. */
export async function setLowStockLevels(tillgate: Resources): Promise<number> {
  let changed = 0;
  for await (const { error, operation } of batchItems(tillgate.items, await newLevels(tillgate))) {
    // Someone else may have changed an item since it was read; the next run looks at it again.
    if (error) console.error(`item ${operation.id}: ${error.message}`);
    else changed += 1;
  }
  return changed;
}

async function newLevels(tillgate: Resources) {
  const sold = await soldQuantities(tillgate);
  const items = await tillgate.items.stream({ status: 1, resume: true });
  const operations = [];
  for await (const { id, version, trackStock, lowStockLevel: current } of items) {
    const lowStockLevel = sold.get(id);
    if (!trackStock || lowStockLevel === undefined || Number(lowStockLevel) === Number(current)) continue;
    operations.push({ op: 'update' as const, id, version, item: { lowStockLevel } });
  }
  return operations;
}

/** Quantities sold in the last week, by item. Items with variants are left out. */
async function soldQuantities(tillgate: Resources): Promise<ReadonlyMap<number, Api.ItemSales['quantity']>> {
  const sold = new Map<number, Api.ItemSales['quantity']>();
  const rows = await tillgate.reports.streamSalesByItem({ from: dateBefore(WEEK), to: dateBefore(1) });
  for await (const { itemId, variantId, quantity } of rows) if (variantId === null) sold.set(itemId, quantity);
  return sold;
}
