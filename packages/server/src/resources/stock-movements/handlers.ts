import type { StockMovementList } from '../../contract/generated/types.gen.ts';
import type { Lists } from '../../storage/lists/lists.ts';
import { type Handlers, listReply } from '../handlers.ts';
import { STOCK_MOVEMENTS } from './store.ts';

export function stockMovementHandlers(lists: Lists): Handlers<'listStockMovements'> {
  return {
    async listStockMovements({ query, tenant }) {
      return listReply<StockMovementList>(await lists.read(tenant, STOCK_MOVEMENTS, { ...query, sort: 'at' }));
    },
  };
}
