import { catalogueSteps } from './catalogue-steps.ts';
import { byDate } from './dates.ts';
import { planChanges, planItems } from './plan-items.ts';
import { purchaseOrders } from './purchase-orders.ts';
import { Random } from './random.ts';
import { readCatalogue } from './read-catalogue.ts';
import type { Shop } from './shops.ts';
import { type Step, Written } from './step.ts';
import { adjustments, transfers } from './stock-documents.ts';
import { tradeSteps } from './trade-steps.ts';

/** Everything a demo merchant has done, in the order of writing. */
export interface History {
  readonly shop: Shop;
  readonly steps: readonly Step[];
  /** Ids of the stores; known once the steps have run. */
  readonly storeIds: () => number[];
}

/** Plans the history of a shop. All its dates are before `base`. */
export async function historyOf(shop: Shop, base: number): Promise<History> {
  const catalogue = await readCatalogue(shop.files);
  const items = planItems(catalogue.items, base, new Random(shop.seed));
  const random = new Random(shop.stockSeed);
  const changes = planChanges(catalogue.itemChanges, items, base, random);
  const written = new Written();
  const plan = { shop, catalogue, items, changes, base, written };
  // Documents are written after all sales, ordered by date.
  const documents = [...purchaseOrders(plan), ...transfers(plan), ...adjustments(plan)].sort(byDate);
  const steps = [...catalogueSteps(plan), ...tradeSteps(plan, random), ...documents];
  const storeIds = () => catalogue.stores.map(({ externalId }) => written.references.id('store', externalId));
  return { shop, steps, storeIds };
}
