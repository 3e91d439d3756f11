import type { StockOnHandReport } from '../../contract/generated/types.gen.ts';
import type { Lists } from '../../storage/lists/lists.ts';
import type { TenantStore } from '../../storage/tenant.ts';
import { type Handlers, listReply, ok } from '../handlers.ts';
import { checkPeriod, visibleStores } from './rules.ts';
import { readDailySales, readSalesByItem, STOCK_ON_HAND } from './store.ts';

type ReportOperations = 'getDailySales' | 'listSalesByItem' | 'listStockOnHand';

export function reportHandlers(lists: Lists): Handlers<ReportOperations> {
  return {
    async getDailySales({ query, tenant }) {
      checkPeriod(query);
      return ok(await readDailySales(tenant, query, storesOf(tenant, query)));
    },
    async listSalesByItem({ query, tenant }) {
      checkPeriod(query);
      return ok(await readSalesByItem(tenant, query, storesOf(tenant, query)));
    },
    async listStockOnHand({ query, tenant }) {
      const { storeId: _, ...page } = query;
      const stores = storesOf(tenant, query);
      const list = { ...page, ...(stores && { storeId: stores }), sort: 'itemId', order: 'asc' } as const;
      return listReply<StockOnHandReport>(await lists.read(tenant, STOCK_ON_HAND, list));
    },
  };
}

const storesOf = ({ scope }: TenantStore, { storeId }: { readonly storeId?: readonly number[] | undefined }) =>
  visibleStores(storeId, scope.storeIds);
