import type {
  StockTransfer,
  StockTransferCreate,
  StockTransferLine,
  StockTransferList,
  StockTransferReceipt,
  StockTransferSummaryList,
  StockTransferUpdate,
} from '../../contract/generated/types.gen.ts';
import type { TenantTransaction } from '../../database/tenant.ts';
import type { Lists } from '../../lists/lists.ts';
import { arrivalOf, refuseFarAhead, refuseImpossibleArrival, refuseReversed } from '../documents/dates.ts';
import { type Received, VOIDED } from '../documents/receipts.ts';
import { listedLines, type Written } from '../documents/table.ts';
import { countNew, takeIds } from '../entries.ts';
import { created, type HandlerRequest, type Handlers, listReply, ok } from '../handlers.ts';
import { move, requireStockable } from '../ledger.ts';
import { type Basis, findRecord, lockRecord } from '../record.ts';
import { changedTransfer, movementsOf, newTransfer, receivedTransfer, type TransferFields } from './rules.ts';
import { STOCK_TRANSFER, STOCK_TRANSFERS } from './store.ts';

type StockTransferOperations =
  | 'listStockTransfers'
  | 'createStockTransfer'
  | 'getStockTransfer'
  | 'updateStockTransfer'
  | 'receiveStockTransfer';

export function stockTransferHandlers(lists: Lists): Handlers<StockTransferOperations> {
  return {
    async listStockTransfers(request) {
      const { includeLines, ...query } = request.query;
      refuseReversed(query);
      const plan = listedLines(STOCK_TRANSFERS, includeLines);
      return listReply<StockTransferList | StockTransferSummaryList>(lists, request, plan, withoutVoided(query));
    },
    async createStockTransfer({ query, body, write }) {
      return write(async (tx) => {
        const transfer = await createTransfer(tx, body, query.receive, query.receivedAt);
        return created(transfer, `/stock-transfers/${transfer.fields.id}`);
      });
    },
    async getStockTransfer({ path, tenant }) {
      return ok(await findRecord(tenant, STOCK_TRANSFER, path.id));
    },
    async updateStockTransfer({ path, body, conditions, claims, write }) {
      return write(async (tx) => ok(await changeTransfer(tx, path.id, body, { conditions, claims })));
    },
    async receiveStockTransfer({ path, body, conditions, write }) {
      return write(async (tx) => ok(await receiveTransfer(tx, path.id, body, { conditions })));
    },
  };
}

/** Hides voided transfers unless `includeVoided` or the status filter includes them. */
function withoutVoided({
  includeVoided,
  ...query
}: Omit<HandlerRequest<'listStockTransfers'>['query'], 'includeLines'>) {
  return includeVoided || query.status !== undefined ? query : { ...query, status: 1 };
}

/** A transfer can be planned up to a year ahead. */
const MOST_DAYS_AHEAD = 366;

type WrittenTransfer = Written<StockTransfer, TransferFields>;

/** With `receive`, everything is received at once: now, or when it arrived. */
export async function createTransfer(
  tx: TenantTransaction,
  input: StockTransferCreate,
  receive: boolean,
  arrivedAt?: string,
): Promise<WrittenTransfer> {
  const receivedAt = arrivalOf(receive, arrivedAt);
  const nextId = await takeIds(tx, 1 + input.lines.length);
  const draft = newTransfer(input, nextId(), nextId);
  refuseFarAhead(MOST_DAYS_AHEAD, draft, undefined, tx.now);
  await requireStockable(tx, draft.lines);
  const { transfer, received } = receive ? receivedTransfer(draft, {}) : { transfer: draft, received: [] };
  await refuseImpossibleArrival(tx, receivedAt, datedSource(draft), { in: 'query', path: 'receivedAt' });
  return STOCK_TRANSFER.create(tx, transfer, () => arrive(tx, transfer, received, receivedAt));
}

export async function changeTransfer(
  tx: TenantTransaction,
  id: number,
  patch: StockTransferUpdate,
  basis: Basis = {},
): Promise<WrittenTransfer> {
  const current = await lockRecord(tx, STOCK_TRANSFER, id, basis);
  const transfer = changedTransfer(current, patch, await takeIds(tx, countNew(patch.lines)));
  refuseFarAhead(MOST_DAYS_AHEAD, transfer, current, tx.now);
  if (patch.lines) await requireStockable(tx, transfer.lines);
  return STOCK_TRANSFER.change(tx, transfer.status === VOIDED ? 'voided' : 'updated', current, transfer);
}

export async function receiveTransfer(
  tx: TenantTransaction,
  id: number,
  receipt: StockTransferReceipt,
  basis: Basis = {},
): Promise<WrittenTransfer> {
  const current = await lockRecord(tx, STOCK_TRANSFER, id, basis);
  const { transfer, received } = receivedTransfer(current, receipt);
  const { receivedAt } = receipt;
  await refuseImpossibleArrival(tx, receivedAt, datedSource(current), { in: 'body', path: '/receivedAt' });
  return STOCK_TRANSFER.change(tx, 'received', current, transfer, () => arrive(tx, transfer, received, receivedAt));
}

const datedSource = ({ fromStoreId, date }: TransferFields) => ({ storeId: fromStoreId, date });

const arrive = (
  tx: TenantTransaction,
  transfer: TransferFields,
  received: readonly Received<StockTransferLine>[],
  at = tx.timestamp,
) => move(tx, { kind: 'stockTransfer', id: transfer.id }, movementsOf(transfer, received, at));
