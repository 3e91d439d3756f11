import type { StockMovementList } from '../../contract/generated/types.gen.ts';
import type { Lists } from '../../lists/lists.ts';
import { type Handlers, listReply } from '../handlers.ts';
import { STOCK_MOVEMENTS } from './store.ts';

export function stockMovementHandlers(lists: Lists): Handlers<'listStockMovements'> {
  return {
    async listStockMovements(request) {
      return listReply<StockMovementList>(lists, request, STOCK_MOVEMENTS, { ...request.query, sort: 'at' });
    },
  };
}
