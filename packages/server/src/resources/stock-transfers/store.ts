import type { StockTransfer } from '../../contract/generated/types.gen.ts';
import { duplicate, referenceNotFound } from '../../errors.ts';
import type { ListPlan } from '../../storage/list-statement.ts';
import { statement } from '../../storage/statement.ts';
import type { TenantTransaction } from '../../storage/tenant.ts';
import { dayBounds } from '../day-bounds.ts';
import { type Refusals, recordKind, refusing, writeRow } from '../record.ts';
import type { TransferFields } from './rules.ts';

export const STOCK_TRANSFER = recordKind<StockTransfer>('stock transfer', 'stock_transfers');

export const STOCK_TRANSFERS: ListPlan = {
  table: 'stock_transfers',
  sorts: {
    entryDate: ['entry_date', 'timestamptz'],
    updatedAt: ['updated_at', 'timestamptz'],
    date: ['date', 'date'],
    transferNo: ['transfer_no', 'text'],
  },
  filters: {
    ...dayBounds('date', 'from_store_id'),
    fromStoreId: (ids, place) => `r.from_store_id = any(${place(ids)}::bigint[])`,
    toStoreId: (ids, place) => `r.to_store_id = any(${place(ids)}::bigint[])`,
    transferStatus: (state, place) => `r.transfer_status = ${place(state)}`,
  },
  keptFilter: 'transferStatus',
  range: { column: 'date', filters: ['fromDate', 'toDate'] },
};

const NUMBER = `region.document_number($1, 'stock_transfers', 'transfer_no', 'ST-', $3::text)`;

const LINES = `unnest($11::bigint[], $12::bigint[], $13::bigint[], $14::numeric[], $15::numeric[])
  as l (id, item_id, variant_id, quantity, received)`;

/** The transfer and its lines, in one statement. */
const INSERT = statement(
  'stock_transfers.insert',
  `with transfer as (
     insert into region.stock_transfers (company_id, id, transfer_no, from_store_id, to_store_id, date, narration, status,
       external_id, transfer_status, lines, allowed_actions, app_id, entry_date, updated_at, search_text)
     select $1, $2::bigint, n.number, $4::bigint, $5::bigint, $6::date, $7::text, $8::smallint, $9::text, $10::smallint,
       $16::json, $17::json, $18::bigint, $19::timestamptz, $19::timestamptz,
       region.stock_transfer_search_text($1, n.number, $7::text, $4::bigint, $5::bigint)
     from ${NUMBER} as n (number)
     returning id, doc, version
   ), lines as (
     insert into region.stock_transfer_lines (company_id, transfer_id, id, item_id, variant_id, quantity, received)
     select $1, transfer.id, l.* from transfer, ${LINES}
   ) select doc, version from transfer`,
);

/** The transfer and those of its lines that differ, in one statement. */
const UPDATE = statement(
  'stock_transfers.update',
  `with removed as (
     delete from region.stock_transfer_lines
     where company_id = $1 and transfer_id = $2 and id <> all($11::bigint[])
   ), lines as (
     insert into region.stock_transfer_lines as t (company_id, transfer_id, id, item_id, variant_id, quantity, received)
     select $1, $2, l.* from ${LINES}
     on conflict (company_id, transfer_id, id) do update
     set item_id = excluded.item_id, variant_id = excluded.variant_id, quantity = excluded.quantity,
       received = excluded.received
     where (t.item_id, t.variant_id, t.quantity, t.received)
       is distinct from (excluded.item_id, excluded.variant_id, excluded.quantity, excluded.received)
   ) update region.stock_transfers
   set transfer_no = case transfer_no when $3::text then transfer_no else ${NUMBER} end,
     from_store_id = $4, to_store_id = $5, date = $6::date, narration = $7::text, status = $8, external_id = $9,
     transfer_status = $10, lines = $16::json, allowed_actions = $17::json, version = version + 1, updated_at = $18,
     search_text = region.stock_transfer_search_text($1, $3::text, $7::text, $4, $5)
   where company_id = $1 and id = $2 returning doc, version`,
);

const REFUSALS: Refusals = {
  stock_transfers_transfer_no: () => duplicate('/transferNo'),
  stock_transfers_external_id: () => duplicate('/externalId'),
  stock_transfers_from_store: () => referenceNotFound('/fromStoreId', 'store'),
  stock_transfers_to_store: () => referenceNotFound('/toStoreId', 'store'),
  // The lines have been looked up: this variant was taken off its item a moment ago.
  stock_transfer_lines_variant: () => referenceNotFound('/lines', 'variant of its item'),
};

const valuesOf = (transfer: TransferFields): unknown[] => [
  transfer.id,
  transfer.transferNo,
  transfer.fromStoreId,
  transfer.toStoreId,
  transfer.date,
  transfer.narration,
  transfer.status,
  transfer.externalId,
  transfer.transferStatus,
  transfer.lines.map((line) => line.id),
  transfer.lines.map((line) => line.itemId),
  transfer.lines.map((line) => line.variantId),
  transfer.lines.map((line) => line.quantity),
  transfer.lines.map((line) => line.received),
  JSON.stringify(transfer.lines),
  JSON.stringify(transfer.allowedActions),
];

export const insertTransfer = (tx: TenantTransaction, transfer: TransferFields) =>
  refusing(REFUSALS, writeRow<StockTransfer>(tx, INSERT, [...valuesOf(transfer), tx.scope.appId, tx.timestamp]));

export const updateTransfer = (tx: TenantTransaction, transfer: TransferFields) =>
  refusing(REFUSALS, writeRow<StockTransfer>(tx, UPDATE, [...valuesOf(transfer), tx.timestamp]));
