import type { StockTransferList, StockTransferSummaryList } from '../../contract/generated/types.gen.ts';
import type { Lists } from '../../storage/listing.ts';
import { refuseReversed } from '../day-bounds.ts';
import { created, type HandlerRequest, type Handlers, ok } from '../handlers.ts';
import { listedLines } from '../lines.ts';
import { listOf } from '../list.ts';
import { findRecord } from '../record.ts';
import { STOCK_TRANSFER, STOCK_TRANSFERS } from './store.ts';
import { changeTransfer, createTransfer, receiveTransfer } from './write.ts';

type StockTransferOperations =
  | 'listStockTransfers'
  | 'createStockTransfer'
  | 'getStockTransfer'
  | 'updateStockTransfer'
  | 'receiveStockTransfer';

export function stockTransferHandlers(lists: Lists): Handlers<StockTransferOperations> {
  return {
    async listStockTransfers({ query: { includeLines, ...query }, tenant }) {
      refuseReversed(query);
      const plan = listedLines(STOCK_TRANSFERS, includeLines);
      const page = await lists.read(tenant, plan, withoutVoided(query));
      return ok(listOf<StockTransferList | StockTransferSummaryList>(page));
    },
    async createStockTransfer({ query, body, write }) {
      return write(async (tx) => {
        const { transfer, doc } = await createTransfer(tx, body, query.receive);
        return created(doc, `/stock-transfers/${transfer.id}`);
      });
    },
    async getStockTransfer({ path, tenant }) {
      const { doc, version } = await findRecord(tenant, STOCK_TRANSFER, path.id);
      return ok(doc, version);
    },
    async updateStockTransfer({ path, body, ifMatch, claims, write }) {
      return write(async (tx) => {
        const { doc, version } = await changeTransfer(tx, path.id, body, { ifMatch, claims });
        return ok(doc, version);
      });
    },
    async receiveStockTransfer({ path, body, ifMatch, write }) {
      return write(async (tx) => {
        const { doc, version } = await receiveTransfer(tx, path.id, body, { ifMatch });
        return ok(doc, version);
      });
    },
  };
}

/** Voided transfers are hidden unless they are asked for, by `includeVoided` or by their status. */
function withoutVoided({
  includeVoided,
  ...query
}: Omit<HandlerRequest<'listStockTransfers'>['query'], 'includeLines'>) {
  return includeVoided || query.status !== undefined ? query : { ...query, status: 1 };
}
