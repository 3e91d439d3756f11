import type { Api, Resources } from '@tillgate/client';

/** Orders what is low, from the first supplier to the first store, and receives it when it has come. */
export async function restock(tillgate: Resources, today: string): Promise<Api.PurchaseOrder | undefined> {
  const [[supplier], [store]] = await Promise.all([
    tillgate.suppliers.list({ limit: 1, status: 1 }).then(({ data }) => data),
    tillgate.stores.list({ limit: 1 }).then(({ data }) => data),
  ]);
  const lines = await linesFor(tillgate);
  if (!supplier || !store || lines.length === 0) return undefined;
  const body = { supplierId: supplier.id, storeId: store.id, orderDate: today, lines };
  const order = await tillgate.purchaseOrders.create(body, { receive: false });
  // Without lines, everything that is outstanding.
  return tillgate.purchaseOrders.receive(order.id, {}, { ifVersion: order.version });
}

const MOST_LINES = 20;

async function linesFor(tillgate: Resources): Promise<Api.NewPurchaseOrderLine[]> {
  const lines: Api.NewPurchaseOrderLine[] = [];
  for await (const { id, type, cost, lowStockLevel } of tillgate.items.iterate({ status: 1, stockStatus: 'low' })) {
    if (type === 0 && cost && lowStockLevel) lines.push({ itemId: id, quantity: lowStockLevel, unitCost: cost });
    if (lines.length === MOST_LINES) break;
  }
  return lines;
}
