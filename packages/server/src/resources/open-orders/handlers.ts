import type { OpenOrderList, Store } from '../../contract/generated/types.gen.ts';
import type { Lists } from '../../storage/lists/lists.ts';
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
      if (streamed) {
        await findRecord(tenant, STORE, path.id);
        return streamReply(await lists.stream(tenant, OPEN_ORDERS, listed));
      }
      const page = await lists.read(tenant, OPEN_ORDERS, listed);
      // If the list is empty, checks that the store exists.
      if (page.rows === '') await findRecord(tenant, STORE, path.id);
      return pageReply<OpenOrderList>(page);
    },
  };
}
