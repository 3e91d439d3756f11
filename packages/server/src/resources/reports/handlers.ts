import type { StockOnHandReport } from '../../contract/generated/types.gen.ts';
import type { Lists } from '../../storage/listing.ts';
import { ok, type TenantHandlers } from '../handlers.ts';
import { listOf } from '../list.ts';
import { checkPeriod, visibleStores } from './rules.ts';
import { readDailySales, readSalesByItem, STOCK_ON_HAND } from './store.ts';

type ReportOperations = 'getDailySales' | 'listSalesByItem' | 'listStockOnHand';

export function reportHandlers(lists: Lists): TenantHandlers<ReportOperations> {
  return {
    async getDailySales({ query, tenant }) {
      checkPeriod(query);
      return ok(await readDailySales(tenant, query, visibleStores(query.storeId, tenant.scope.storeIds)));
    },
    async listSalesByItem({ query, tenant }) {
      checkPeriod(query);
      return ok(await readSalesByItem(tenant, query, visibleStores(query.storeId, tenant.scope.storeIds)));
    },
    async listStockOnHand({ query, tenant }) {
      const { storeId, ...page } = query;
      const stores = visibleStores(storeId, tenant.scope.storeIds);
      const list = { ...page, ...(stores && { storeId: stores }), sort: 'itemId', order: 'asc' } as const;
      return ok(listOf<StockOnHandReport>(await lists.read(tenant, STOCK_ON_HAND, list)));
    },
  };
}
