import type { Product } from '../../../control/credentials/products.ts';

/** A request for the first call. */
export interface SampleCall {
  readonly id: string;
  readonly label: string;
  /** Path below the base URL, with its query. */
  readonly path: string;
  /** The same with `@tillgate/client`, after `app.merchant(…)`. */
  readonly client: string;
}

const ITEMS: SampleCall = {
  id: 'items',
  label: 'List items',
  path: '/items?limit=3',
  client: 'items.list({ limit: 3 })',
};
const STORES: SampleCall = { id: 'stores', label: 'List stores', path: '/stores', client: 'stores.list()' };
const MENUS: SampleCall = {
  id: 'menus',
  label: 'List menus',
  path: '/menus?limit=3',
  client: 'menus.list({ limit: 3 })',
};
const ORDERS: SampleCall = {
  id: 'orders',
  label: 'List purchase orders',
  path: '/purchase-orders?limit=3',
  client: 'purchaseOrders.list({ limit: 3 })',
};

/** Reads the sales of the week before an instant. */
function salesBefore(now: number): SampleCall {
  const day = (ago: number) => new Date(now - ago * 86_400_000).toISOString().slice(0, 10);
  const [from, to] = [day(7), day(1)];
  return {
    id: 'sales',
    label: 'Sales of the last week',
    path: `/reports/daily-sales?from=${from}&to=${to}`,
    client: `reports.dailySales({ from: '${from}', to: '${to}' })`,
  };
}

/** Requests that an app of the product can make; the first is the default. */
export function sampleCalls(product: Product, now: number): readonly [SampleCall, ...SampleCall[]] {
  if (product === 'ADSR') return [salesBefore(now), STORES];
  if (product === 'ONLINE_ORDER') return [ITEMS, MENUS, STORES];
  return [ITEMS, STORES, ORDERS, salesBefore(now)];
}
