import { catalogueSteps } from './catalogue-steps.ts';
import { adjustmentSteps, orderSteps, transferSteps } from './document-steps.ts';
import { DAY, HOUR, REFERENCE_DAY } from './plan-dates.ts';
import { byDate, type PlannedItem, planChanges, planItems } from './plan-items.ts';
import { planPurchasing } from './plan-purchasing.ts';
import { planAdjustments, planTransfers } from './plan-stock-documents.ts';
import { Random } from './random.ts';
import { type Catalogue, readCatalogue } from './read-catalogue.ts';
import type { Shop } from './shops.ts';
import { type Step, Written } from './step.ts';
import { tradeSteps } from './trade-steps.ts';

/** All that a merchant of the demo has done, in order. */
export interface History {
  readonly shop: Shop;
  readonly opened: number;
  readonly steps: readonly Step[];
  /** Ids of the stores, once the steps have been taken. */
  readonly storeIds: () => number[];
}

/** Documents have their own random numbers, so that they leave those of everything else as they were. */
const ORDER_SEEDS = 1000;
const TRANSFER_SEEDS = 2000;
const ADJUSTMENT_SEEDS = 3000;

/** Time at which a merchant of the demo opened. */
export const openedAt = (base: number): number => base - REFERENCE_DAY * DAY;

/** Plans the history of a shop. `base` is the instant that all its dates are before. */
export async function historyOf(shop: Shop, base: number): Promise<History> {
  const catalogue = await readCatalogue(shop.files);
  const written = new Written();
  const items = planItems(catalogue.items, base, new Random(shop.seed));
  const random = new Random(shop.stockSeed);
  const changes = planChanges(catalogue.itemChanges, items, base, random);
  // The menus are written last, when all items are as they stay.
  const times = { opened: openedAt(base), menusAt: base - HOUR };
  const { externalPrefix } = shop;
  const steps = [
    ...catalogueSteps({ catalogue, items, changes, externalPrefix, ...times }, written),
    ...tradeSteps({ shop, catalogue, items, base, random, opened: times.opened }, written),
    ...documentSteps(shop, catalogue, items, base, written),
  ];
  const storeIds = () => catalogue.stores.map(({ externalId }) => written.references.id('store', externalId));
  return { shop, opened: times.opened, steps, storeIds };
}

/** Documents and what becomes of them, by their dates. They are written after the sales of all days. */
function documentSteps(
  { seed, homemade }: Shop,
  catalogue: Catalogue,
  items: readonly PlannedItem[],
  base: number,
  written: Written,
): Step[] {
  const bought = items.filter(({ line }) => homemade === undefined || line.groupId !== homemade);
  const orders = planPurchasing(catalogue, bought, base, new Random(seed + ORDER_SEEDS));
  const transfers = planTransfers(catalogue, items, base, new Random(seed + TRANSFER_SEEDS));
  const adjustments = planAdjustments(catalogue, items, base, new Random(seed + ADJUSTMENT_SEEDS));
  return [
    ...orders.flatMap((order) => orderSteps(order, written)),
    ...transfers.flatMap((transfer) => transferSteps(transfer, written)),
    ...adjustments.flatMap((adjustment) => adjustmentSteps(adjustment, written)),
  ].sort(byDate);
}
