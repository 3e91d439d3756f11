import type { StockTransfer } from '../../contract/generated/types.gen.ts';
import { referenceNotFound } from '../../errors.ts';
import { anyOf, isState, type ListPlan, searchedIn } from '../../lists/plan.ts';
import { dayBounds } from '../documents/dates.ts';
import { DOCUMENTS, documentTable, typed, WITH_LINES } from '../documents/table.ts';
import { recordKind } from '../record.ts';
import type { TransferFields } from './rules.ts';

export const STOCK_TRANSFER = recordKind<StockTransfer>('stock transfer', 'stock_transfers', WITH_LINES);

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

export const TRANSFER_TABLE = documentTable<StockTransfer, TransferFields['lines'][number], TransferFields>({
  table: 'stock_transfers',
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
    id: ['bigint', (line) => line.id],
    item_id: ['bigint', (line) => line.itemId],
    variant_id: ['bigint', (line) => line.variantId],
    quantity: ['numeric', (line) => line.quantity],
    received: ['numeric', (line) => line.received],
  },
  searchText: (number) => `region.stock_transfer_search_text($1, ${number}, $7::text, $4::bigint, $5::bigint)`,
  refusals: {
    stock_transfers_from_store: () => referenceNotFound('/fromStoreId', 'store'),
    stock_transfers_to_store: () => referenceNotFound('/toStoreId', 'store'),
  },
});
