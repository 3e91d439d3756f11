import type { StockTransfer } from '../../contract/generated/types.gen.ts';
import { referenceNotFound } from '../../errors.ts';
import { anyOf, isState, type ListPlan, searchedIn } from '../../lists/plan.ts';
import { dayBounds } from '../documents/dates.ts';
import { DOCUMENTS, documentKind, typed } from '../documents/table.ts';
import type { TransferFields } from './rules.ts';

const LISTED = `company_id, id, status, transfer_status, from_store_id, to_store_id, date, entry_date, updated_at, transfer_no,
  external_id`;

export const STOCK_TRANSFERS: ListPlan = {
  table: 'stock_transfers',
  ...DOCUMENTS,
  searched: searchedIn('stock_transfers', LISTED),
  sorts: {
    entryDate: ['entry_date', 'timestamptz'],
    updatedAt: ['updated_at', 'timestamptz'],
    date: ['date', 'date'],
    transferNo: ['transfer_no', 'text'],
  },
  filters: {
    ...dayBounds('date', 'from_store_id'),
    fromStoreId: anyOf('from_store_id', 'bigint'),
    toStoreId: anyOf('to_store_id', 'bigint'),
    transferStatus: (state) => isState('transfer_status', state),
  },
  keptFilter: 'transferStatus',
  range: { column: 'date', from: 'fromDate', to: 'toDate', ordered: 'entry_date' },
};

export const STOCK_TRANSFER = documentKind<StockTransfer, StockTransfer['lines'][number], TransferFields>({
  kind: 'stock transfer',
  table: 'stock_transfers',
  resource: 'stockTransfers',
  storesOf: ({ fromStoreId, toStoreId }) => [fromStoreId, toStoreId],
  number: ['transfer_no', 'ST-', 'transferNo'],
  columns: {
    from_store_id: typed('bigint', (transfer) => transfer.fromStoreId),
    to_store_id: typed('bigint', (transfer) => transfer.toStoreId),
    date: typed('date', (transfer) => transfer.date),
    narration: typed('text', (transfer) => transfer.narration),
    status: typed('smallint', (transfer) => transfer.status),
    external_id: typed('text', (transfer) => transfer.externalId),
    transfer_status: typed('smallint', (transfer) => transfer.transferStatus),
  },
  lineTable: 'stock_transfer_lines',
  parent: 'transfer_id',
  lineColumns: {
    item_id: ['bigint', 'itemId'],
    variant_id: ['bigint', 'variantId'],
    quantity: ['numeric', 'quantity'],
    received: ['numeric', 'received'],
  },
  searchText: (number) => `region.stock_transfer_search_text($1, ${number}, $7::text, $4::bigint, $5::bigint)`,
  refusals: {
    stock_transfers_from_store: () => referenceNotFound('/fromStoreId', 'store'),
    stock_transfers_to_store: () => referenceNotFound('/toStoreId', 'store'),
  },
});
