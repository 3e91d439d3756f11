import type {
  StockTransfer,
  StockTransferCreate,
  StockTransferList,
  StockTransferReceipt,
  StockTransferSummaryList,
  StockTransferUpdate,
} from '../../contract/generated/types.gen.ts';
import type { Lists } from '../../storage/lists/lists.ts';
import type { TenantTransaction } from '../../storage/tenant.ts';
import { refuseFarAhead, refuseReversed } from '../dates.ts';
import { countNew, takeIds } from '../entries.ts';
import { created, type HandlerRequest, type Handlers, ok } from '../handlers.ts';
import { move } from '../ledger.ts';
import { listedLines, listOf } from '../list.ts';
import { type Basis, findRecord, inOrder, lockRecord, type Stored } from '../record.ts';
import { requireStockable } from '../stockable.ts';
import {
  type Arrival,
  changedTransfer,
  movementsOf,
  newTransfer,
  receivedTransfer,
  type TransferFields,
} from './rules.ts';
import { insertTransfer, STOCK_TRANSFER, STOCK_TRANSFERS, updateTransfer } from './store.ts';

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
        const { transfer, ...record } = await createTransfer(tx, body, query.receive);
        return created(record, `/stock-transfers/${transfer.id}`);
      });
    },
    async getStockTransfer({ path, tenant }) {
      return ok(await findRecord(tenant, STOCK_TRANSFER, path.id));
    },
    async updateStockTransfer({ path, body, ifMatch, claims, write }) {
      return write(async (tx) => ok(await changeTransfer(tx, path.id, body, { ifMatch, claims })));
    },
    async receiveStockTransfer({ path, body, ifMatch, write }) {
      return write(async (tx) => ok(await receiveTransfer(tx, path.id, body, { ifMatch })));
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

/** A transfer may be planned for a year ahead. */
const MOST_DAYS_AHEAD = 366;

/** A transfer as written, and the record that the API answers. */
interface Written extends Stored<StockTransfer> {
  readonly transfer: TransferFields;
}

/** Writes a new transfer, and with `receive` moves everything on it. */
export async function createTransfer(
  tx: TenantTransaction,
  input: StockTransferCreate,
  receive: boolean,
): Promise<Written> {
  refuseFarAhead(MOST_DAYS_AHEAD, input, undefined, tx.now);
  const nextId = await takeIds(tx, 1 + input.lines.length);
  const draft = newTransfer(input, nextId(), nextId);
  await requireStockable(tx, draft.lines);
  const { transfer, arrivals } = receive ? receivedTransfer(draft, {}) : { transfer: draft, arrivals: [] };
  const written = await inOrder(insertTransfer(tx, transfer), [arrive(tx, transfer, arrivals)]);
  return { transfer, ...written };
}

/** Writes a change of a transfer by all of its rules. */
export async function changeTransfer(
  tx: TenantTransaction,
  id: number,
  patch: StockTransferUpdate,
  basis: Basis = {},
): Promise<Written> {
  const current = await lockRecord(tx, STOCK_TRANSFER, id, basis);
  const transfer = changedTransfer(current, patch, await takeIds(tx, countNew(patch.lines)));
  refuseFarAhead(MOST_DAYS_AHEAD, transfer, current, tx.now);
  if (patch.lines) await requireStockable(tx, transfer.lines);
  return { transfer, ...(await updateTransfer(tx, transfer)) };
}

/** Moves what arrives of a transfer. */
export async function receiveTransfer(
  tx: TenantTransaction,
  id: number,
  receipt: StockTransferReceipt,
  basis: Basis = {},
): Promise<Written> {
  const current = await lockRecord(tx, STOCK_TRANSFER, id, basis);
  const { transfer, arrivals } = receivedTransfer(current, receipt);
  const written = await inOrder(updateTransfer(tx, transfer), [arrive(tx, transfer, arrivals)]);
  return { transfer, ...written };
}

const arrive = (tx: TenantTransaction, transfer: TransferFields, arrivals: readonly Arrival[]) =>
  move(tx, { kind: 'stockTransfer', id: transfer.id }, movementsOf(transfer, arrivals));
