import type { StockAdjustmentList, StockAdjustmentSummaryList } from '../../contract/generated/types.gen.ts';
import type { Lists } from '../../storage/listing.ts';
import { refuseReversed } from '../day-bounds.ts';
import { created, type Handlers, ok } from '../handlers.ts';
import { listedLines } from '../lines.ts';
import { listOf } from '../list.ts';
import { findRecord } from '../record.ts';
import { STOCK_ADJUSTMENT, STOCK_ADJUSTMENTS } from './store.ts';
import { changeAdjustment, createAdjustment } from './write.ts';

type StockAdjustmentOperations =
  | 'listStockAdjustments'
  | 'createStockAdjustment'
  | 'getStockAdjustment'
  | 'updateStockAdjustment';

/** A higher limit is reduced to this one instead of being rejected as elsewhere (adjustments.limit_clamped). */
const LARGEST_PAGE = 100;

export function stockAdjustmentHandlers(lists: Lists): Handlers<StockAdjustmentOperations> {
  return {
    async listStockAdjustments({ query: { includeLines, ...query }, tenant }) {
      refuseReversed(query);
      const plan = listedLines(STOCK_ADJUSTMENTS, includeLines);
      const page = { ...query, sort: 'date', limit: Math.min(query.limit, LARGEST_PAGE) };
      return ok(listOf<StockAdjustmentList | StockAdjustmentSummaryList>(await lists.read(tenant, plan, page)));
    },
    async createStockAdjustment({ query, body, write }) {
      return write(async (tx) => {
        const { adjustment, doc } = await createAdjustment(tx, body, query.post);
        return created(doc, `/stock-adjustments/${adjustment.id}`);
      });
    },
    async getStockAdjustment({ path, tenant }) {
      const { doc, version } = await findRecord(tenant, STOCK_ADJUSTMENT, path.id);
      return ok(doc, version);
    },
    async updateStockAdjustment({ path, body, ifMatch, claims, write }) {
      return write(async (tx) => {
        const { doc, version } = await changeAdjustment(tx, path.id, body, { ifMatch, claims });
        return ok(doc, version);
      });
    },
  };
}
