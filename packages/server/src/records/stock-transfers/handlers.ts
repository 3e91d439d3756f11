import type {
  StockTransfer,
  StockTransferCreate,
  StockTransferList,
  StockTransferReceipt,
  StockTransferSummaryList,
  StockTransferUpdate,
} from '../../contract/generated/types.gen.ts';
import type { ChangeKind } from '../../database/change-log.ts';
import type { TenantTransaction } from '../../database/tenant.ts';
import type { Lists } from '../../lists/lists.ts';
import { arrivalOf, refuseFarAhead, refuseImpossibleArrival, refuseReversed } from '../documents/dates.ts';
import { listedLines } from '../documents/table.ts';
import { countNew, takeIds } from '../entries.ts';
import { created, type HandlerRequest, type Handlers, listReply, ok } from '../handlers.ts';
import { move, requireStockable } from '../ledger.ts';
import { type Basis, changedProperties, findRecord, inOrder, lockRecord, type Stored, writeChange } from '../record.ts';
import {
  type Arrival,
  changedTransfer,
  movementsOf,
  newTransfer,
  receivedTransfer,
  type TransferFields,
  VOIDED,
} from './rules.ts';
import { STOCK_TRANSFER, STOCK_TRANSFERS, TRANSFER_TABLE } from './store.ts';

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
        const { transfer, ...record } = await createTransfer(tx, body, query.receive, query.receivedAt);
        return created(record, `/stock-transfers/${transfer.id}`);
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

interface Written extends Stored<StockTransfer> {
  readonly transfer: TransferFields;
}

/** With `receive`, everything is received at once: now, or when it arrived. */
export async function createTransfer(
  tx: TenantTransaction,
  input: StockTransferCreate,
  receive: boolean,
  arrivedAt?: string,
): Promise<Written> {
  const receivedAt = arrivalOf(receive, arrivedAt);
  const nextId = await takeIds(tx, 1 + input.lines.length);
  const draft = newTransfer(input, nextId(), nextId);
  refuseFarAhead(MOST_DAYS_AHEAD, draft, undefined, tx.now);
  await requireStockable(tx, draft.lines);
  const { transfer, arrivals } = receive ? receivedTransfer(draft, {}) : { transfer: draft, arrivals: [] };
  await refuseImpossibleArrival(tx, receivedAt, datedSource(draft), { in: 'query', path: 'receivedAt' });
  const written = await inOrder(TRANSFER_TABLE.insert(tx, transfer), [arrive(tx, transfer, arrivals, receivedAt)]);
  const { id, fromStoreId, toStoreId } = transfer;
  const storeIds = [fromStoreId, toStoreId];
  tx.changed({ resource: 'stockTransfers', id, kind: 'created', version: written.version, storeIds });
  return { transfer, ...written };
}

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
  const kind = transfer.status === VOIDED ? 'voided' : 'updated';
  const change = changeOf(current, transfer, kind);
  return { transfer, ...(await writeChange(tx, STOCK_TRANSFER, change, () => TRANSFER_TABLE.update(tx, transfer))) };
}

export async function receiveTransfer(
  tx: TenantTransaction,
  id: number,
  receipt: StockTransferReceipt,
  basis: Basis = {},
): Promise<Written> {
  const current = await lockRecord(tx, STOCK_TRANSFER, id, basis);
  const { transfer, arrivals } = receivedTransfer(current, receipt);
  const { receivedAt } = receipt;
  await refuseImpossibleArrival(tx, receivedAt, datedSource(current), { in: 'body', path: '/receivedAt' });
  const written = await writeChange(tx, STOCK_TRANSFER, changeOf(current, transfer, 'received'), () =>
    inOrder(TRANSFER_TABLE.update(tx, transfer), [arrive(tx, transfer, arrivals, receivedAt)]),
  );
  return { transfer, ...written };
}

const changeOf = (current: StockTransfer, transfer: TransferFields, kind: ChangeKind) => ({
  resource: 'stockTransfers' as const,
  id: transfer.id,
  kind,
  properties: changedProperties(current, transfer),
  storeIds: [...new Set([current, transfer].flatMap(({ fromStoreId, toStoreId }) => [fromStoreId, toStoreId]))],
});

const datedSource = ({ fromStoreId, date }: TransferFields) => ({ storeId: fromStoreId, date });

const arrive = (tx: TenantTransaction, transfer: TransferFields, arrivals: readonly Arrival[], at = tx.timestamp) =>
  move(tx, { kind: 'stockTransfer', id: transfer.id }, movementsOf(transfer, arrivals, at));
