import type { Handlers } from '../call.ts';
import { requireInstants, UPDATED } from '../instants.ts';
import { type ListKind, listed } from '../lists.ts';
import { found } from '../records.ts';
import { rowsOf } from '../state.ts';
import { narrowed } from './reports.ts';

/** Open orders of a store, as the merchant's back office wrote them. open_orders.fields, open_orders.closed */

const OPEN_ORDERS: ListKind = {
  // open_orders.store, open_orders.tenancy
  rows: (merchant, { id }) => rowsOf(merchant, 'openOrders').filter(({ storeId }) => storeId === id),
  filters: { channel: (row, channel) => row.channel === channel },
  rules: { channel: 'open_orders.channel' },
  sorts: { openedAt: ({ openedAt }) => String(openedAt), updatedAt: ({ updatedAt }) => updatedAt },
  show: ({ app: _, ...row }) => row,
};

const FIELDS = ['storeId', 'status', 'orderNo', 'channel', 'currency', 'openedAt', 'externalId'];

/** The rules that decide which orders a page has. */
const ROWS = ['open_orders.closed', 'open_orders.store', 'open_orders.pages', 'stores.open_orders'];

const PARTS = {
  ...Object.fromEntries(FIELDS.map((name) => [name, 'open_orders.fields'])),
  gross: 'open_orders.amounts',
  discounts: 'open_orders.amounts',
  tax: 'open_orders.amounts',
  total: 'open_orders.amounts',
  order: 'open_orders.order',
  lines: 'open_orders.lines',
};

export const OPEN_ORDER_HANDLERS: Handlers = {
  listOpenOrders: (call, merchant) => {
    requireInstants(UPDATED, call);
    found(merchant, 'stores', call.id, 'open_orders.tenancy');
    const outcome = listed(OPEN_ORDERS, call, merchant);
    const rule = [...[outcome.rule].flat(), ...ROWS, ...narrowed(call)];
    return { ...outcome, rule, parts: { ...outcome.parts, ...PARTS, order: [PARTS.order, ...narrowed(call)] } };
  },
};
