import { statement } from '../../database/statement.ts';
import type { TenantTransaction } from '../../database/tenant.ts';
import { toTimestamp } from '../../process/time.ts';
import type { ItemFields } from '../../records/items/rules.ts';
import { noteMoved } from '../../records/ledger.ts';
import { type OrderFields, writeOpenOrders } from '../../records/open-orders.ts';
import type { Sale } from '../../records/sales/rules.ts';
import { findSales, writeSales } from '../../records/sales/store.ts';
import { HOUR, openedAt } from '../local-time.ts';
import { isCounted, type Plan, type Step } from './plan.ts';
import { type PlannedSales, planOpenOrders, planSales, Random, type SoldItem } from './sales.ts';

/** Opening stock of an item, or of one of its variants, at one store. */
interface OpeningStock {
  readonly itemId: number;
  readonly variantId: number | null;
  readonly storeId: number;
  readonly at: number;
  readonly quantity: string;
  readonly unitCost: string | null;
}

/** Quantities here are thousandths, so that they are whole numbers. */
const ONE = 1000;

/** Smallest step of a weighed quantity: 5 g. */
const GRAMS = 5;

/** Low-stock level of items that have none set. */
const USUAL = 12 * ONE;

/** Percentage of items out of stock, and percentage low on stock. */
const OUT = 8;
const LOW = 14;

/** Percentage of stores that lack an item of which others have plenty. */
const OUT_AT_STORE = 5;

/** Draws an item's state over all stores, then its opening stock at each. */
function planStock(item: ItemFields, at: number, storeIds: readonly number[], random: Random): OpeningStock[] {
  const { id: itemId, cost, variants, weighingScale } = item;
  const counted = variants.length > 0 ? variants.map(({ id, cost }) => ({ id, cost })) : [{ id: null, cost }];
  const places = storeIds.flatMap((storeId) => counted.map((one) => ({ ...one, storeId })));
  const quantities = quantitiesOf(item, places.length, random);
  return places.map(({ id: variantId, cost: unitCost, storeId }, i) => {
    const quantity = ((quantities[i] ?? 0) / ONE).toFixed(weighingScale ? 3 : 0);
    return { itemId, variantId, storeId, at, quantity, unitCost };
  });
}

function quantitiesOf({ weighingScale, lowStockLevel }: ItemFields, places: number, random: Random): number[] {
  const step = weighingScale ? GRAMS : ONE;
  const low = lowStockLevel === null ? USUAL : Math.round(Number(lowStockLevel) * ONE);
  const roll = random.below(100);
  if (roll < OUT) return Array.from({ length: places }, () => 0);
  if (roll < OUT + LOW && lowStockLevel !== null) return scattered(low, step, places, random);
  return plenty(low, step, places, random);
}

/** Quantity between zero and the low-stock level, in one place or across several. */
function scattered(low: number, step: number, places: number, random: Random): number[] {
  const quantities = Array.from({ length: places }, () => 0);
  let rest = random.between(1, low / step);
  while (rest > 0) {
    const part = random.between(1, rest);
    const place = random.below(places);
    quantities[place] = (quantities[place] ?? 0) + part * step;
    rest -= part;
  }
  return quantities;
}

/** More than the low-stock level at the first place, and about as much at most of the others. */
function plenty(low: number, step: number, places: number, random: Random): number[] {
  const steps = Math.ceil(low / step);
  return Array.from({ length: places }, (_, i) => {
    if (i > 0 && random.chance(OUT_AT_STORE)) return 0;
    return random.between(steps + 1, 4 * steps) * step;
  });
}

const inThousandths = (quantity: string): number => Math.round(Number(quantity) * ONE);

type Place = Pick<OpeningStock, 'storeId' | 'itemId' | 'variantId'>;

const keyOf = ({ storeId, itemId, variantId }: Place): string => `${storeId} ${itemId} ${variantId}`;

/** Adds what will be sold to the opening stock, so that the planned quantities are left. */
function addSold(stock: readonly OpeningStock[], items: readonly ItemFields[], sales: readonly Sale[]): OpeningStock[] {
  const sold = new Map<string, number>();
  const byId = new Map(items.map((item) => [item.id, item]));
  for (const { kind, storeId, lines } of sales) {
    for (const line of lines) {
      const sign = kind === 'sale' ? 1 : -1;
      const { components = [] } = byId.get(line.itemId) ?? {};
      for (const part of [{ ...line, quantity: '1' }, ...components]) {
        const key = keyOf({ storeId, itemId: part.itemId, variantId: part.variantId ?? null });
        const moved = (sign * inThousandths(line.quantity) * inThousandths(part.quantity)) / ONE;
        sold.set(key, (sold.get(key) ?? 0) + moved);
      }
    }
  }
  return stock.map((entry) => {
    const decimals = entry.quantity.split('.')[1]?.length ?? 0;
    const quantity = inThousandths(entry.quantity) + (sold.get(keyOf(entry)) ?? 0);
    return { ...entry, quantity: (quantity / ONE).toFixed(decimals) };
  });
}

const INSERT_MOVEMENTS = statement(
  undefined,
  `insert into region.stock_movements (company_id, id, store_id, item_id, variant_id, change, unit_cost, document_kind, at,
     recorded_at)
   select $1, id, store_id, item_id, variant_id, change, unit_cost, 'opening', at, at
   from unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::numeric[], $7::numeric[], $8::timestamptz[])
     as m (id, store_id, item_id, variant_id, change, unit_cost, at)`,
);
const INSERT_LEVELS = statement(
  undefined,
  `insert into region.stock_levels (company_id, store_id, item_id, variant_id, on_hand)
   select $1, store_id, item_id, variant_id, on_hand
   from unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::numeric[]) as l (store_id, item_id, variant_id, on_hand)`,
);

/** Writes the first rows of the stock ledger and their levels. A place without stock gets a level of 0 and no row. */
async function writeStock(tx: TenantTransaction, stock: readonly OpeningStock[]): Promise<void> {
  const moved = stock.filter(({ quantity }) => Number(quantity) > 0);
  const ids = await tx.newIds(moved.length);
  const costs = moved.map((entry) => entry.unitCost);
  const instants = moved.map((entry) => toTimestamp(entry.at));
  await Promise.all([
    tx.query(INSERT_MOVEMENTS, [ids, ...columnsOf(moved), costs, instants]),
    tx.query(INSERT_LEVELS, columnsOf(stock)),
  ]);
  noteMoved(tx, moved);
}

const columnsOf = (stock: readonly OpeningStock[]): unknown[] => [
  stock.map((entry) => entry.storeId),
  stock.map((entry) => entry.itemId),
  stock.map((entry) => entry.variantId),
  stock.map((entry) => entry.quantity),
];

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
