import type { StockMovementList } from '../contract/generated/types.gen.ts';
import type { Lists } from '../lists/lists.ts';
import { anyOf, instantRange, isNamed, type ListPlan } from '../lists/plan.ts';
import { type Handlers, listReply } from './handlers.ts';
import { MOVEMENT } from './ledger.ts';

const HAPPENED = instantRange('from', 'to', 'at');

export const STOCK_MOVEMENTS: ListPlan = {
  table: 'stock_movements',
  doc: MOVEMENT,
  isCounted: true,
  instants: HAPPENED,
  sorts: { at: ['at', 'timestamptz'] },
  filters: {
    storeId: anyOf('store_id', 'bigint'),
    itemId: (id, place) => `r.item_id = ${place(id)}`,
    documentKind: (kind) => isNamed('document_kind', kind),
    // Opening stock names no document.
    documentId: (id, place) => `(r.document_id = ${place(id)} and r.document_kind <> 'opening')`,
    ...HAPPENED.filters,
  },
};

export function stockMovementHandlers(lists: Lists): Handlers<'listStockMovements'> {
  return {
    async listStockMovements(request) {
      return listReply<StockMovementList>(lists, request, STOCK_MOVEMENTS, { ...request.query, sort: 'at' });
    },
  };
}
