// Copied from packages/conformance/src/specification: change that, then run `pnpm generate`.

import { inBody, Rejection, rejectEach } from '../answer.ts';
import type { Handlers } from '../call.ts';
import { farAhead, stockableLines } from '../documents.ts';
import { changeOf, createOf, type Receivable, receive, recordsOf } from '../receipts.ts';
import { list, type Rule, read } from '../records.ts';
import { nameOfRow } from '../state.ts';

/** transfers.two_stores */
const twoStores: Rule = ({ row, sent }) => {
  if (row.fromStoreId !== row.toStoreId) return;
  const path = 'toStoreId' in sent ? '/toStoreId' : '/fromStoreId';
  throw new Rejection('partner.validation_failed', 'transfers.two_stores', [inBody(path, 'unique')]);
};

const possibleDate: Rule = (draft, _merchant, call) =>
  rejectEach('partner.validation_failed', 'dates.bounds', farAhead({ date: 366 }, draft, call));

const RECEIVABLE: Receivable = {
  table: 'stockTransfers',
  family: 'transfers',
  number: 'transferNo',
  state: 'transferStatus',
  mover: 'stockTransfer',
  date: 'date',
  store: 'fromStoreId',
  fixedAtPartial: ['fromStoreId', 'toStoreId'],
  fixedOfLines: ['itemId', 'variantId'],
  fixedAtReceived: ['transferNo', 'date', 'externalId'],
  defaults: () => ({ narration: null }),
  lineDefaults: () => ({}),
  // Out of one store and into the other. transfers.receive
  moves: ({ fromStoreId, toStoreId }, lines) =>
    lines.flatMap(({ line: { id, itemId, variantId }, received }) => [
      { storeId: Number(fromStoreId), itemId, variantId, lineId: id, change: -received, unitCost: null },
      { storeId: Number(toStoreId), itemId, variantId, lineId: id, change: received, unitCost: null },
    ]),
  rules: [twoStores, possibleDate, stockableLines('transfers.stockable')],
  references: { fromStoreId: 'stores', toStoreId: 'stores' },
  list: {
    filters: { fromStoreId: 'among', toStoreId: 'among' },
    searches: {
      search: ({ transferNo, narration, fromStoreId, toStoreId }, merchant) => [
        transferNo,
        narration,
        nameOfRow(merchant, 'stores', fromStoreId),
        nameOfRow(merchant, 'stores', toStoreId),
      ],
    },
  },
};

const TRANSFERS = recordsOf(RECEIVABLE);

export const STOCK_TRANSFER_HANDLERS: Handlers = {
  listStockTransfers: list(TRANSFERS),
  getStockTransfer: read(TRANSFERS),
  createStockTransfer: createOf(RECEIVABLE, TRANSFERS),
  updateStockTransfer: changeOf(RECEIVABLE, TRANSFERS),
  receiveStockTransfer: receive(RECEIVABLE, TRANSFERS),
};
