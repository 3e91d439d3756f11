import type { Store, StoreList } from '../contract/generated/types.gen.ts';
import { notFound } from '../errors.ts';
import type { Lists } from '../lists/lists.ts';
import type { ListPlan } from '../lists/plan.ts';
import { RECORD_SORTS } from './documents/table.ts';
import { byId } from './feed.ts';
import { type Handlers, listReply, ok } from './handlers.ts';
import { findRecord, recordKind } from './record.ts';

const STORE = recordKind<Store>('store', 'stores');
export const currentStores = byId(STORE.findAll);

const STORES: ListPlan = {
  table: 'stores',
  sorts: RECORD_SORTS,
  filters: { storeIds: (ids, place) => `r.id = any(${place(ids)}::bigint[])` },
};

export function storeHandlers(lists: Lists): Handlers<'listStores' | 'getStore'> {
  return {
    async listStores(request) {
      const { storeIds } = request.tenant.scope;
      return listReply<StoreList>(lists, request, STORES, { ...request.query, ...(storeIds && { storeIds }) });
    },
    async getStore({ path, tenant }) {
      // A store outside an API key's approval is reported as absent, like an unknown one.
      if (tenant.scope.storeIds?.includes(path.id) === false) throw notFound('store', path.id);
      return ok(await findRecord(tenant, STORE, path.id));
    },
  };
}
