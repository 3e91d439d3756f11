import type { Merchant } from '../../control/merchants.ts';
import { emptyTenant } from '../../database/merchant-tables.ts';
import type { Regions } from '../../database/regions.ts';
import { BACK_OFFICE } from '../../database/statement.ts';
import { type LevelKey, lockLevels } from '../../records/ledger.ts';
import type { Line } from '../import/lines.ts';
import { References } from '../import/references.ts';
import { writeLines } from '../import/write-lines.ts';
import { DAY, HOUR } from '../local-time.ts';
import { documentSteps, type Step } from './documents.ts';
import { coinOf, planOpenOrders, planSales, Random, type SoldItem } from './sales.ts';
import {
  byDate,
  type Catalogue,
  type DatedItem,
  dateChanges,
  dateItems,
  readCatalogue,
  type Shop,
  sandboxShop,
} from './shops.ts';
import { openingStockOf, type PlannedStock, planStock, runOut } from './stock.ts';

export type History = Awaited<ReturnType<typeof historyOf>>;

/** Days from the opening of the demo's merchants to the day of the demo. */
const OPENING_DAY = 170;

export const openedAt = (base: number): number => base - OPENING_DAY * DAY;

/** Milliseconds between the creation of one category or brand and the next. */
const PAUSE = HOUR / 12;

/** Plans a merchant's history: import lines with the times of their writing. All business days are before `base`. */
export async function historyOf(shop: Shop, base: number) {
  const catalogue = await readCatalogue(shop.files);
  const { stores, suppliers, taxes, modifiers, categories, brands, menus } = catalogue;
  const items = dateItems(catalogue.items, base, new Random(shop.seed));
  const stockRandom = new Random(shop.stockSeed);
  const changes = dateChanges(catalogue.itemChanges, items, base, stockRandom);
  const stock = planStock(items, stores, stockRandom);
  const { openingStock, never, salesBatches, refunds, openOrders } = planTrade(shop, catalogue, items, stock, base);

  const references = new References(undefined, (externalId) => externalId.startsWith(shop.externalPrefix));
  const lines = (at: number, ...written: readonly Line[]): Step => {
    const entries = written.map((line, i) => ({ number: i + 1, line }));
    return { at, write: (tx) => writeLines(tx, entries, references) };
  };
  const levelOf = (line: Line<'openingStock'>): LevelKey => {
    return { storeId: references.id('store', line.store), ...references.itemIds(line) };
  };
  const opened = openedAt(base);
  const steps: Step[] = [
    lines(opened, ...stores),
    lines(opened + HOUR, ...suppliers),
    lines(opened + 2 * HOUR, ...taxes),
    lines(opened + 3 * HOUR, ...modifiers),
    ...categories.map((line, i) => lines(opened + DAY + i * PAUSE, line)),
    ...brands.map((line, i) => lines(opened + 2 * DAY + i * PAUSE, line)),
    ...[...items, ...changes].sort(byDate).map(({ at, line }) => lines(at, line)),
    // Menus come after all item changes.
    lines(base - HOUR, ...menus),
    lines(base, ...openingStock),
    { at: base, write: (tx) => lockLevels(tx, never.map(levelOf)) },
    ...salesBatches.map((sales) => lines(base, ...sales)),
    lines(base, ...refunds),
    lines(base, ...openOrders),
    ...documentSteps({ shop, catalogue, items, runOut: runOut(stock), base, references }),
  ];
  /** Ids of the stores; known once the steps have run. */
  const storeIds = () => stores.map(({ externalId }) => references.id('store', externalId));
  return { shop, steps, storeIds };
}

/** Number of transactions for the sales of a merchant. */
const SALES_BATCHES = 4;

/** Added to a merchant's seed, so that sales draw random numbers from a separate stream. */
const SALES_SEEDS = 100;

/** Plans receipts, open orders, and the opening stock that leaves the planned stock after them. */
function planTrade(
  { seed, currency, salesDays: days }: Shop,
  catalogue: Catalogue,
  items: readonly DatedItem[],
  stock: readonly PlannedStock[],
  base: number,
) {
  const random = new Random(seed + SALES_SEEDS);
  const coin = coinOf(currency);
  const stores = catalogue.stores.map(({ externalId, code, timezone }) => ({
    store: externalId,
    code,
    timezone,
    coin,
  }));
  const sold = soldItems(catalogue, items);
  const { sales, refunds } = planSales(stores, sold, { base, days }, random);
  const openOrders = planOpenOrders(stores, sold, base, random);
  const opening = openingStockOf(stock, items, { sales, refunds });
  const isNone = ({ quantity }: Line<'openingStock'>) => Number(quantity) === 0;
  const size = Math.ceil(sales.length / SALES_BATCHES);
  return {
    openingStock: opening.filter((line) => !isNone(line)),
    /** Places that never had stock. */
    never: opening.filter(isNone),
    salesBatches: Array.from({ length: SALES_BATCHES }, (_, i) => sales.slice(i * size, (i + 1) * size)),
    refunds,
    openOrders,
  };
}

/** Items that are active from the beginning and never deactivated, as they were created. */
function soldItems({ taxes, itemChanges }: Catalogue, items: readonly DatedItem[]): SoldItem[] {
  const rates = new Map(taxes.map(({ externalId, rate }) => [externalId, Number(rate)]));
  const retired = new Set(itemChanges.filter(({ status }) => status === 0).map(({ externalId }) => externalId));
  const sold = items.filter(({ line }) => line.status !== 0 && !retired.has(line.externalId));
  return sold.map(({ at, line }) => ({
    item: line.externalId,
    variants: (line.variants ?? []).map(({ name, price = null }) => ({ variant: name, price })),
    price: line.price ?? '0',
    isWeighed: line.weighingScale === 1,
    taxRate: rates.get(`${line.tax}`) ?? 0,
    since: at,
    notAt: (line.stores ?? []).filter(({ status }) => status === 0).map(({ store }) => store),
  }));
}

/** Replaces all records of a sandbox merchant with demo data, in one transaction. Returns the ids of its stores. */
export async function fillSandbox(
  regions: Regions,
  { companyId, name, region, cell, moving, currency }: Merchant,
  correlationId: string,
): Promise<number[]> {
  const tenant = regions.tenant({ companyId, region, cell, moving, currency, ...BACK_OFFICE, correlationId });
  const base = Math.floor(tenant.now() / DAY) * DAY;
  return tenant.write(async (tx) => {
    const { steps, storeIds } = await historyOf(sandboxShop(name, region, currency), base);
    await emptyTenant(tx);
    for (const { write } of steps) await write(tx);
    return storeIds();
  });
}
