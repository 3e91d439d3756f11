import type { Api, Resources } from '@tillgate/client';

const MOST_LINES = 20;

/** Latest orders, without their lines. */
export async function latestOrders(tillgate: Resources): Promise<Api.PurchaseOrderSummary[]> {
  const newestFirst = { sort: 'entryDate', order: 'desc', limit: 8 } as const;
  return (await tillgate.purchaseOrders.list({ ...newestFirst, includeLines: false })).data;
}

/**
 * Orders items that are low on stock from the first supplier, for the first store. Returns undefined if none are low.
 */
export async function orderWhatIsLow(
  tillgate: Resources,
  idempotencyKey: string,
): Promise<Api.PurchaseOrder | undefined> {
  const [suppliers, stores] = await Promise.all([
    tillgate.suppliers.list({ limit: 1, status: 1 }),
    tillgate.stores.list({ limit: 1, status: 1 }),
  ]);
  const [supplier, store] = [suppliers.data[0], stores.data[0]];
  if (!supplier || !store) return undefined;
  const lines = await linesFor(tillgate);
  if (lines.length === 0) return undefined;
  const body = { supplierId: supplier.id, storeId: store.id, orderDate: todayAt(store), lines };
  return tillgate.purchaseOrders.create(body, { receive: false, idempotencyKey });
}

/** Receives everything outstanding, unless the order has changed since the page was shown. */
export function receive(tillgate: Resources, orderId: number, version: number): Promise<Api.PurchaseOrder> {
  return tillgate.purchaseOrders.receive(orderId, {}, { ifVersion: version });
}

async function linesFor(tillgate: Resources): Promise<Api.NewPurchaseOrderLine[]> {
  const lines: Api.NewPurchaseOrderLine[] = [];
  for await (const { id, type, cost, lowStockLevel } of tillgate.items.iterate({ status: 1, stockStatus: 'low' })) {
    if (type === 0 && cost && lowStockLevel) lines.push({ itemId: id, quantity: lowStockLevel, unitCost: cost });
    if (lines.length === MOST_LINES) break;
  }
  return lines;
}

/** Documents are dated in the store's timezone. */
export const todayAt = ({ timezone }: Pick<Api.Store, 'timezone'>): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: timezone }).format();
