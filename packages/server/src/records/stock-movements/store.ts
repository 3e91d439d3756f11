import { instantRange } from '../../lists/instant-range.ts';
import { anyOf, isNamed, type ListPlan } from '../../lists/list-plan.ts';
import { MOVEMENT } from '../movement.ts';

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
