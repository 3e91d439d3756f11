import type { Store, StoreList } from '../../http/generated/types.gen.ts';
import type { Lists } from '../../storage/listing.ts';
import { ok, type TenantHandlers } from '../handlers.ts';
import { findRecord, recordKind } from '../record.ts';
import { REFERENCE_SORTS } from '../reference.ts';

const STORE = recordKind<Store>('store', 'stores');
const STORES = { table: 'stores', sorts: REFERENCE_SORTS };

export function storeHandlers(lists: Lists): TenantHandlers<'listStores' | 'getStore'> {
  return {
    async listStores({ query, tenant }) {
      return ok(await lists.read<StoreList>(tenant, STORES, query));
    },
    async getStore({ path, tenant }) {
      const { doc, version } = await findRecord(tenant, STORE, path.id);
      return ok(doc, version);
    },
  };
}
