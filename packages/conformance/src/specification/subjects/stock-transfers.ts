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
  changeable,
  changeOf,
  completed,
  createOf,
  keepsReceived,
  possibleArrival,
  type Receivable,
  receive,
  withReceipts,
} from '../receipts.ts';
import {
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
  isCounted: countedBy('transferStatus'),
  bound: withStatus,
  show: (row, merchant, call) => withLines(shown(row), merchant, call),
};

const transferNo = numbered('stockTransfers', 'transferNo', 'transfers.number');

const TRANSFERS: RecordKind = {
  table: 'stockTransfers',
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
  list: LIST,
};

export const STOCK_TRANSFER_HANDLERS: Handlers = {
  listStockTransfers: (call, merchant) => {
    requireRange(call);
    return list(TRANSFERS)(call, merchant);
  },
  getStockTransfer: read(TRANSFERS),
  createStockTransfer: createOf(RECEIVABLE, TRANSFERS),
  updateStockTransfer: changeOf(RECEIVABLE, TRANSFERS),
  receiveStockTransfer: receive(RECEIVABLE, TRANSFERS),
};
