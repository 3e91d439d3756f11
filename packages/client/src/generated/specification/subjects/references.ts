// Copied from packages/conformance/src/specification: change that, then run `pnpm generate`.

import type { Handlers } from '../call.ts';
import { requireInstants, UPDATED } from '../ranges.ts';
import { found, list, type RecordKind, read } from '../records.ts';
import { rowsOf } from '../state.ts';

/** Stores, suppliers, taxes and open orders, which the merchant's back office maintains. references.read_only */

const BY_CODE: RecordKind['list'] = { searches: { search: ({ name, code }) => [name, code] } };

const STORES: RecordKind = { table: 'stores', list: BY_CODE };
const SUPPLIERS: RecordKind = { table: 'suppliers', list: BY_CODE };
const TAXES: RecordKind = { table: 'taxes' };

/** open_orders.fields, open_orders.closed, open_orders.store, open_orders.tenancy */
const OPEN_ORDERS: RecordKind = {
  table: 'openOrders',
  list: {
    rows: (merchant, { id }) => rowsOf(merchant, 'openOrders').filter(({ storeId }) => storeId === id),
    filters: { channel: 'equal' },
  },
};

export const REFERENCE_HANDLERS: Handlers = {
  listStores: list(STORES),
  getStore: read(STORES),
  listSuppliers: list(SUPPLIERS),
  getSupplier: read(SUPPLIERS),
  listTaxes: list(TAXES),
  listOpenOrders: (call, merchant) => {
    requireInstants(UPDATED, call);
    found(merchant, 'stores', call.id, 'open_orders.tenancy');
    return { ...list(OPEN_ORDERS)(call, merchant), rule: 'open_orders.store' };
  },
};
