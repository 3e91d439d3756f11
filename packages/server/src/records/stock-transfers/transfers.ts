import type {
  StockTransfer,
  StockTransferCreate,
  StockTransferLine,
  StockTransferUpdate,
} from '../../contract/generated/types.gen.ts';
import type { TenantTransaction } from '../../database/tenant.ts';
import { referenceNotFound, refuseInvalid } from '../../errors.ts';
import { anyOf, isState, type ListPlan, searchedIn, sortsBy } from '../../lists/plan.ts';
import { dayBounds, farAhead, refuseReversed } from '../documents/dates.ts';
import { VOIDED } from '../documents/rules.ts';
import { arrivalOf, DOCUMENTS, documentKind, listedLines, receivable } from '../documents/table.ts';
import { countNew, takeIds } from '../entries.ts';
import { changing, creating, type Handlers, listReply, ok } from '../handlers.ts';
import { move, requireStockable } from '../ledger.ts';
import { type Basis, findRecord, lockRecord } from '../record.ts';
import { changedTransfer, movementsOf, newTransfer, receivedTransfer, type TransferFields } from './rules.ts';

export const STOCK_TRANSFERS: ListPlan = {
  table: 'stock_transfers',
  ...DOCUMENTS,
  searched: searchedIn(
    'stock_transfers',
    `company_id, id, status, transfer_status, from_store_id, to_store_id, date, entry_date, updated_at, transfer_no,
  external_id`,
  ),
  sorts: sortsBy({ entryDate: 'timestamptz', updatedAt: 'timestamptz', date: 'date', transferNo: 'text' }),
  filters: {
    ...dayBounds('date', 'from_store_id'),
    fromStoreId: anyOf('from_store_id', 'bigint'),
    toStoreId: anyOf('to_store_id', 'bigint'),
    transferStatus: (state) => isState('transfer_status', state),
  },
  keptFilter: 'transferStatus',
  range: { column: 'date', from: 'fromDate', to: 'toDate', ordered: 'entry_date' },
};

export const STOCK_TRANSFER = documentKind<StockTransfer, StockTransferLine, TransferFields>({
  kind: 'stock transfer',
  table: 'stock_transfers',
  resource: 'stockTransfers',
  storesOf: ({ fromStoreId, toStoreId }) => [fromStoreId, toStoreId],
  number: ['transferNo', 'ST-'],
  columns: {
    fromStoreId: 'bigint',
    toStoreId: 'bigint',
    date: 'date',
    narration: 'text',
    status: 'smallint',
    externalId: 'text',
    transferStatus: 'smallint',
  },
  lineTable: 'stock_transfer_lines',
  parent: 'transfer_id',
  lineColumns: { itemId: 'bigint', variantId: 'bigint', quantity: 'numeric', received: 'numeric' },
  searchText: (number) => `region.stock_transfer_search_text($1, ${number}, $7::text, $4::bigint, $5::bigint)`,
  refusals: {
    stock_transfers_from_store: () => referenceNotFound('/fromStoreId', 'store'),
    stock_transfers_to_store: () => referenceNotFound('/toStoreId', 'store'),
  },
});

const RECEIVABLE = receivable<StockTransfer, TransferFields, StockTransferLine>({
  kind: STOCK_TRANSFER,
  receive: receivedTransfer,
  datedAt: ({ fromStoreId, date }) => ({ storeId: fromStoreId, date }),
  bringIn: (tx, { document, received }, at) =>
    move(tx, { kind: 'stockTransfer', id: document.id }, movementsOf(document, received, at)),
});

export const receiveTransfer = RECEIVABLE.receive;

/** A transfer can be planned up to a year ahead. */
const MOST_AHEAD = { date: 366 };

/** With `receive`, everything is received at once, at `arrivedAt` or now. */
export async function createTransfer(
  tx: TenantTransaction,
  input: StockTransferCreate,
  receive: boolean,
  arrivedAt?: string,
) {
  const receivedAt = arrivalOf(receive, arrivedAt);
  const nextId = await takeIds(tx, 1 + input.lines.length);
  const draft = newTransfer(input, nextId(), nextId);
  refuseInvalid(farAhead(MOST_AHEAD, draft, undefined, tx.now));
  await requireStockable(tx, draft.lines);
  return RECEIVABLE.create(tx, draft, receive, receivedAt);
}

export async function changeTransfer(tx: TenantTransaction, id: number, patch: StockTransferUpdate, basis: Basis = {}) {
  const current = await lockRecord(tx, STOCK_TRANSFER, id, basis);
  const transfer = changedTransfer(current, patch, await takeIds(tx, countNew(patch.lines)));
  refuseInvalid(farAhead(MOST_AHEAD, transfer, current, tx.now));
  if (patch.lines) await requireStockable(tx, transfer.lines);
  return STOCK_TRANSFER.change(tx, transfer.status === VOIDED ? 'voided' : 'updated', current, transfer);
}

export const stockTransferHandlers = {
  async listStockTransfers(request) {
    const { includeLines, includeVoided, ...query } = request.query;
    refuseReversed(query);
    const plan = listedLines(STOCK_TRANSFERS, includeLines);
    const listed = includeVoided || query.status !== undefined ? query : { ...query, status: 1 };
    return listReply({ ...request, query: listed }, plan);
  },
  createStockTransfer: creating(
    (tx, { body, query }) => createTransfer(tx, body, query.receive, query.receivedAt),
    ({ fields }) => `/stock-transfers/${fields.id}`,
  ),
  getStockTransfer: async ({ path, tenant }) => ok(await findRecord(tenant, STOCK_TRANSFER, path.id)),
  updateStockTransfer: changing(changeTransfer),
  receiveStockTransfer: changing(receiveTransfer),
} satisfies Partial<Handlers>;
