import type { Store } from '../contract/generated/types.gen.ts';
import { notFound } from '../errors.ts';
import type { Lists } from '../lists/lists.ts';
import type { Handlers } from './handlers.ts';
import { readRecords } from './simple-records.ts';

export const STORES = readRecords<Store>({
  noun: 'store',
  table: 'stores',
  list: { filters: { storeIds: (ids, place) => `r.id = any(${place(ids)}::bigint[])` } },
});

/** An API key sees the stores of its approval. Others are reported as absent, like unknown ones. */
export function storeHandlers(lists: Lists): Handlers<'listStores' | 'getStore'> {
  const list = STORES.list(lists);
  return {
    async listStores({ tenant, streamed, query }) {
      const { storeIds } = tenant.scope;
      return list({ tenant, streamed, query: { ...query, ...(storeIds && { storeIds }) } });
    },
    async getStore(request) {
      const { path, tenant } = request;
      if (tenant.scope.storeIds?.includes(path.id) === false) throw notFound('store', path.id);
      return STORES.get(request);
    },
  };
}
