import type { Store, Supplier, Tax } from '../contract/generated/types.gen.ts';
import { notFound } from '../errors.ts';
import type { Handlers } from './handlers.ts';
import { readRecords } from './simple-records.ts';

/** Records that only the back office writes and other records refer to. */

export const STORES = readRecords<Store>({
  noun: 'store',
  table: 'stores',
  list: { filters: { storeIds: (ids, place) => `r.id = any(${place(ids)}::bigint[])` } },
});

export const SUPPLIERS = readRecords<Supplier>({ noun: 'supplier', table: 'suppliers' });

export const TAXES = readRecords<Tax>({ noun: 'tax', table: 'taxes' });

export const referenceHandlers = {
  // An API key sees the stores of its approval. Other stores are reported as absent.
  listStores(request) {
    const { storeIds } = request.tenant.scope;
    const query = { ...request.query, ...(storeIds && { storeIds }) };
    return STORES.list({ ...request, query });
  },
  async getStore(request) {
    const { path, tenant } = request;
    if (tenant.scope.storeIds?.includes(path.id) === false) throw notFound('store', path.id);
    return STORES.get(request);
  },
  listSuppliers: SUPPLIERS.list,
  getSupplier: SUPPLIERS.get,
  listTaxes: TAXES.list,
} satisfies Partial<Handlers>;
