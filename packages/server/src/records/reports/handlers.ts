import type { StockOnHandReport } from '../../contract/generated/types.gen.ts';
import type { TenantStore } from '../../database/tenant.ts';
import type { Lists } from '../../lists/lists.ts';
import { type Handlers, listReply, ok, streamReply } from '../handlers.ts';
import { checkPeriod, visibleStores } from './rules.ts';
import { readDailySales, readSalesByItem, STOCK_ON_HAND, streamSalesByItem } from './store.ts';

type ReportOperations = 'getDailySales' | 'listSalesByItem' | 'listStockOnHand';

export function reportHandlers(lists: Lists): Handlers<ReportOperations> {
  return {
    async getDailySales({ query, tenant }) {
      checkPeriod(query);
      return readDailySales(tenant, query, storesOf(tenant, query));
    },
    async listSalesByItem({ query, tenant, streamed }) {
      checkPeriod(query);
      const stores = storesOf(tenant, query);
      if (streamed) return streamReply(await streamSalesByItem(tenant, query, stores));
      return ok(await readSalesByItem(tenant, query, stores));
    },
    async listStockOnHand(request) {
      const { query, tenant } = request;
      const { storeId: _, ...page } = query;
      const stores = storesOf(tenant, query);
      const list = { ...page, ...(stores && { storeId: stores }), sort: 'itemId', order: 'asc' } as const;
      return listReply<StockOnHandReport>(lists, request, STOCK_ON_HAND, list);
    },
  };
}

const storesOf = ({ scope }: TenantStore, { storeId }: { readonly storeId?: readonly number[] | undefined }) =>
  visibleStores(storeId, scope.storeIds);
