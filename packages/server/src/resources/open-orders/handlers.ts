import type { OpenOrderList, Store } from '../../contract/generated/types.gen.ts';
import type { Lists } from '../../storage/lists/lists.ts';
import { type Handlers, listReply } from '../handlers.ts';
import { findRecord, recordKind } from '../record.ts';
import { OPEN_ORDERS } from './store.ts';

const STORE = recordKind<Store>('store', 'stores');
const OPEN = 1;

export function openOrderHandlers(lists: Lists): Handlers<'listOpenOrders'> {
  return {
    async listOpenOrders({ path, query, tenant }) {
      const page = await lists.read(tenant, OPEN_ORDERS, { ...query, storeId: path.id, status: OPEN });
      // If the list is empty, checks that the store exists.
      if (page.rows === '') await findRecord(tenant, STORE, path.id);
      return listReply<OpenOrderList>(page);
    },
  };
}
