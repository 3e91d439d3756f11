// Copied from packages/conformance/src/specification: change that, then run `pnpm generate`.

import type { Handlers } from '../call.ts';
import { requireInstants, UPDATED } from '../instants.ts';
import { type ListKind, listed } from '../lists.ts';
import { found } from '../records.ts';
import { rowsOf } from '../state.ts';

/** Open orders of a store, as the merchant's back office wrote them. open_orders.fields, open_orders.closed */

const OPEN_ORDERS: ListKind = {
  // open_orders.store, open_orders.tenancy
  rows: (merchant, { id }) => rowsOf(merchant, 'openOrders').filter(({ storeId }) => storeId === id),
  filters: { channel: (row, channel) => row.channel === channel },
  sorts: { openedAt: ({ openedAt }) => String(openedAt), updatedAt: ({ updatedAt }) => updatedAt },
  show: ({ app: _, ...row }) => row,
};

export const OPEN_ORDER_HANDLERS: Handlers = {
  listOpenOrders: (call, merchant) => {
    requireInstants(UPDATED, call);
    found(merchant, 'stores', call.id, 'open_orders.tenancy');
    return { ...listed(OPEN_ORDERS, call, merchant), rule: 'open_orders.store' };
  },
};
