import type { PurchaseOrderList, PurchaseOrderSummaryList } from '../../contract/generated/types.gen.ts';
import type { Lists } from '../../storage/listing.ts';
import { created, type Handlers, ok } from '../handlers.ts';
import { listOf } from '../list.ts';
import { findRecord } from '../record.ts';
import { listRequest } from './list-request.ts';
import { PURCHASE_ORDER } from './store.ts';
import { changeOrder, createOrder, receiveOrder } from './write.ts';

type PurchaseOrderOperations =
  | 'listPurchaseOrders'
  | 'createPurchaseOrder'
  | 'getPurchaseOrder'
  | 'updatePurchaseOrder'
  | 'receivePurchaseOrder';

export function purchaseOrderHandlers(lists: Lists): Handlers<PurchaseOrderOperations> {
  return {
    async listPurchaseOrders({ query, tenant }) {
      const { plan, listed } = listRequest(query);
      return ok(listOf<PurchaseOrderList | PurchaseOrderSummaryList>(await lists.read(tenant, plan, listed)));
    },
    async createPurchaseOrder({ query, body, write }) {
      return write(async (tx) => {
        const { order, doc } = await createOrder(tx, body, query.receive);
        return created(doc, `/purchase-orders/${order.id}`);
      });
    },
    async getPurchaseOrder({ path, tenant }) {
      const { doc, version } = await findRecord(tenant, PURCHASE_ORDER, path.id);
      return ok(doc, version);
    },
    async updatePurchaseOrder({ path, body, ifMatch, claims, write }) {
      return write(async (tx) => {
        const { doc, version } = await changeOrder(tx, path.id, body, { ifMatch, claims });
        return ok(doc, version);
      });
    },
    async receivePurchaseOrder({ path, body, ifMatch, write }) {
      return write(async (tx) => {
        const { doc, version } = await receiveOrder(tx, path.id, body, { ifMatch });
        return ok(doc, version);
      });
    },
  };
}
