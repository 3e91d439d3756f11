import { inBody, Rejection } from '../answer.ts';
import type { Handlers } from '../call.ts';
import { dateBounds, requireRange } from '../date-bounds.ts';
import {
  countedBy,
  farAhead,
  isListed,
  keptLines,
  numbered,
  rejectEach,
  stockableLines,
  withLines,
  withStatus,
} from '../documents.ts';
import { byStatus, type ListKind } from '../lists.ts';
import {
  caused,
  changeable,
  completed,
  keepsReceived,
  possibleArrival,
  type Receivable,
  receive,
  requireReceived,
  withReceipts,
} from '../receipts.ts';
import {
  change,
  create,
  list,
  type RecordKind,
  type Rule,
  read,
  refersTo,
  SORTS,
  shown,
  unique,
  uniqueExternalId,
} from '../records.ts';
import { type Merchant, rowsOf } from '../state.ts';
import { characters } from '../text.ts';

const RECEIVABLE: Receivable = {
  family: 'transfers',
  state: 'transferStatus',
  mover: 'stockTransfer',
  date: 'date',
  store: 'fromStoreId',
  fixedAtPartial: ['fromStoreId', 'toStoreId'],
  fixedOfLines: ['itemId', 'variantId'],
  fixedAtReceived: ['transferNo', 'date', 'externalId'],
  lineDefaults: () => ({}),
  // Out of one store and into the other. transfers.receive
  moves: ({ fromStoreId, toStoreId }, lines) =>
    lines.flatMap(({ line: { id, itemId, variantId }, received }) => [
      { storeId: Number(fromStoreId), itemId, variantId, lineId: id, change: -received, unitCost: null },
      { storeId: Number(toStoreId), itemId, variantId, lineId: id, change: received, unitCost: null },
    ]),
};

/** transfers.two_stores */
const twoStores: Rule = ({ row, sent }) => {
  if (row.fromStoreId !== row.toStoreId) return;
  const path = 'toStoreId' in sent ? '/toStoreId' : '/fromStoreId';
  throw new Rejection('partner.validation_failed', 'transfers.two_stores', [inBody(path, 'unique')]);
};

const possibleDate: Rule = (draft, _merchant, call) =>
  rejectEach('partner.validation_failed', 'dates.bounds', farAhead({ date: 366 }, draft, call));

const storeName = (id: unknown, { tables }: Merchant): string => String(tables.stores.get(Number(id))?.name);

const isOneOf = (id: unknown, ids: unknown): boolean => (ids as readonly string[]).includes(String(id));

const LIST: ListKind = {
  rows: (merchant) => rowsOf(merchant, 'stockTransfers'),
  isListed,
  filters: {
    status: byStatus,
    fromStoreId: ({ fromStoreId }, ids) => isOneOf(fromStoreId, ids),
    toStoreId: ({ toStoreId }, ids) => isOneOf(toStoreId, ids),
    transferStatus: ({ transferStatus }, state) => transferStatus === state,
    ...dateBounds('date', 'fromStoreId'),
  },
  searches: {
    search: ({ transferNo, narration, fromStoreId, toStoreId }, merchant) => [
      String(transferNo),
      narration as string | null,
      storeName(fromStoreId, merchant),
      storeName(toStoreId, merchant),
    ],
  },
  sorts: {
    entryDate: SORTS.entryDate,
    updatedAt: SORTS.updatedAt,
    date: ({ date }) => String(date),
    transferNo: ({ transferNo }) => characters(transferNo),
  },
  rules: {
    status: ['transfers.status_filter', 'lists.status', 'transfers.voided_hidden'],
    includeVoided: 'transfers.voided_hidden',
    fromDate: ['transfers.dates', 'transfers.date_instants'],
    toDate: ['transfers.dates', 'transfers.date_instants'],
    search: 'transfers.search',
    fromStoreId: 'transfers.filter.stores',
    toStoreId: 'transfers.filter.stores',
    transferStatus: 'transfers.filter.transferStatus',
    together: 'documents.filters_together',
  },
  parts: { lines: ['lists.include_lines', 'transfers.lines_replaced'], '*': 'documents.neighbours' },
  isCounted: countedBy('transferStatus'),
  bound: withStatus,
  show: (row, merchant, call) => withLines(shown(row), merchant, call),
};

const transferNo = numbered('stockTransfers', 'transferNo', 'transfers.number');

const TRANSFERS: RecordKind = {
  table: 'stockTransfers',
  defaultsRule: 'transfers.defaults',
  // transfers.number
  defaults: (...creation) => ({ status: 1, narration: null, ...transferNo(...creation) }),
  complete: (draft, call, merchant) => completed(RECEIVABLE, draft, call, merchant),
  firstError: 'documents.first_error',
  rules: [
    changeable(RECEIVABLE),
    keptLines('transfers.lines_replaced'),
    keepsReceived(RECEIVABLE),
    twoStores,
    possibleDate,
    stockableLines('transfers.stockable'),
    possibleArrival(RECEIVABLE),
    unique('stockTransfers', '/transferNo', 'transfers.number', ({ transferNo }) => transferNo),
    uniqueExternalId('stockTransfers'),
    refersTo('fromStoreId', 'stores'),
    refersTo('toStoreId', 'stores'),
  ],
  settle: withReceipts(RECEIVABLE),
  together: 'documents.changes_together',
  list: LIST,
  parts: {
    transferNo: 'transfers.number',
    status: 'transfers.void',
    transferStatus: 'transfers.state_from_lines',
    allowedActions: 'transfers.allowed_actions',
    received: 'transfers.receive',
    outstanding: 'transfers.receive',
    lines: 'transfers.lines_replaced',
  },
};

export const STOCK_TRANSFER_HANDLERS: Handlers = {
  listStockTransfers: (call, merchant) => {
    requireRange(call);
    return list(TRANSFERS)(call, merchant);
  },
  getStockTransfer: read(TRANSFERS),
  createStockTransfer: caused(RECEIVABLE, TRANSFERS, (call, merchant) => {
    requireReceived(RECEIVABLE, call);
    return create(TRANSFERS)(call, merchant);
  }),
  updateStockTransfer: caused(RECEIVABLE, TRANSFERS, change(TRANSFERS)),
  receiveStockTransfer: caused(RECEIVABLE, TRANSFERS, receive(RECEIVABLE, TRANSFERS)),
};
