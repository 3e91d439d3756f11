import type { OpenOrderList, Store } from '../../contract/generated/types.gen.ts';
import type { Lists } from '../../lists/lists.ts';
import { type Handlers, pageReply, streamReply } from '../handlers.ts';
import { findRecord, recordKind } from '../record.ts';
import { OPEN_ORDERS } from './store.ts';

const STORE = recordKind<Store>('store', 'stores');
const OPEN = 1;

export function openOrderHandlers(lists: Lists): Handlers<'listOpenOrders'> {
  return {
    async listOpenOrders(request) {
      const { path, query, streamed, tenant } = request;
      const listed = { ...query, storeId: path.id, status: OPEN };
      const requireStore = () => findRecord(tenant, STORE, path.id);
      if (streamed) return streamReply(await lists.stream(tenant, OPEN_ORDERS, listed, requireStore));
      const page = await lists.read(tenant, OPEN_ORDERS, listed);
      // Any order shows that the store exists.
      if (page.rows === '') await requireStore();
      return pageReply<OpenOrderList>(page);
    },
  };
}
