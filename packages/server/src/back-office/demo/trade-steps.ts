import type { TenantTransaction } from '../../database/tenant.ts';
import { type OrderFields, writeOpenOrders } from '../../records/open-orders/store.ts';
import { findSales, writeSales } from '../../records/sales/store.ts';
import { HOUR, openedAt } from './dates.ts';
import { addSold, type OpeningStock, planStock, writeStock } from './opening-stock.ts';
import { type PlannedSales, planOpenOrders, planSales, type SoldItem } from './plan-sales.ts';
import { Random } from './random.ts';
import { isCounted } from './read-catalogue.ts';
import type { Plan, Step } from './step.ts';

/** Number of transactions for the sales of a merchant. */
const SALES_BATCHES = 4;

/** Added to a shop's seed, so that sales draw random numbers from a separate stream and affect nothing else. */
const SALES_SEEDS = 100;

interface Trade extends PlannedSales {
  readonly stock: readonly OpeningStock[];
  readonly openOrders: readonly OrderFields[];
}

/** Steps that write a merchant's opening stock, its sales and its open orders. */
export function tradeSteps(plan: Plan, stockRandom: Random): Step[] {
  const { base } = plan;
  let planned: Trade | undefined;
  const trade = () => {
    planned ??= planTrade(plan, stockRandom);
    return planned;
  };
  return [
    { at: openedAt(base), write: (tx) => writeStock(tx, trade().stock) },
    ...Array.from({ length: SALES_BATCHES }, (_, batch) => ({
      at: base,
      write: (tx: TenantTransaction) => writeSales(tx, batchOf(trade().sales, batch)),
    })),
    { at: base, write: (tx) => writeRefunds(tx, trade().refunds) },
    { at: base, write: (tx) => writeOpenOrders(tx, trade().openOrders) },
  ];
}

function batchOf<T>(list: readonly T[], batch: number): readonly T[] {
  const size = Math.ceil(list.length / SALES_BATCHES);
  return list.slice(batch * size, (batch + 1) * size);
}

async function writeRefunds(tx: TenantTransaction, refunds: PlannedSales['refunds']): Promise<void> {
  const sales = refunds.map(({ sale }) => sale);
  const ids = await findSales(tx, sales);
  await writeSales(
    tx,
    refunds.map(({ sale, refund }) => ({ ...refund, refundOf: ids.get(sale) ?? null })),
  );
}

/** Plans opening stock and sales for the written items. Records which items run out. */
function planTrade(plan: Plan, stockRandom: Random): Trade {
  const { shop, catalogue, base, written } = plan;
  const opening = openingStock(plan, stockRandom);
  written.runOut = runOut(opening);
  const stores = catalogue.stores.map(({ externalId, code, timezone }) => {
    return { id: written.references.id('store', externalId), code, timezone, currency: shop.currency };
  });
  const items = soldItems(plan);
  const random = new Random(shop.seed + SALES_SEEDS);
  const { sales, refunds } = planSales(stores, items, { base, days: shop.salesDays }, random);
  const receipts = [...sales, ...refunds.map(({ refund }) => refund)];
  const openOrders = planOpenOrders(stores, items, base, random);
  return { stock: addSold(opening, [...written.items.values()], receipts), sales, refunds, openOrders };
}

/** Items that are never deactivated, as they were created. */
function soldItems({ catalogue, items, written }: Plan): SoldItem[] {
  const rates = new Map(catalogue.taxes.map(({ externalId, rate }) => [externalId, Number(rate)]));
  const retired = new Set(catalogue.itemChanges.filter(({ status }) => status === 0).map((line) => line.externalId));
  return items.flatMap(({ at, line: { externalId, tax } }) => {
    const item = written.items.get(externalId);
    return item && !retired.has(externalId) ? [{ item, at, taxRate: rates.get(`${tax}`) ?? 0 }] : [];
  });
}

function openingStock({ catalogue, items, written }: Plan, random: Random): OpeningStock[] {
  const storeIds = catalogue.stores.map(({ externalId }) => written.references.id('store', externalId));
  return items.flatMap(({ at, line }) => {
    const item = written.items.get(line.externalId);
    return item && isCounted(line) ? planStock(item, at + HOUR, storeIds, random) : [];
  });
}

/** Items that are out of stock everywhere. */
function runOut(stock: readonly OpeningStock[]): Set<number> {
  const inStock = new Set(stock.filter(({ quantity }) => Number(quantity) > 0).map(({ itemId }) => itemId));
  return new Set(stock.map(({ itemId }) => itemId).filter((itemId) => !inStock.has(itemId)));
}
