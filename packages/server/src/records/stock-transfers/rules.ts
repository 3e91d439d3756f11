import type {
  StockTransfer,
  StockTransferCreate,
  StockTransferLine,
  StockTransferUpdate,
} from '../../contract/generated/types.gen.ts';
import { validationFailed } from '../../errors.ts';
import { minus } from '../decimal.ts';
import {
  type DocumentFields,
  type FixedByReceipt,
  linesOf,
  lineValues,
  PARTIAL,
  RECEIVED,
  type Receipt,
  type Received,
  receiptState,
  receivableActions,
  receivableRest,
  receive,
  refuseFixed,
  requireAction,
  VOIDED,
} from '../documents/rules.ts';
import type { NextId } from '../entries.ts';
import type { Movement } from '../ledger.ts';

export type TransferFields = DocumentFields<StockTransfer, 'transferNo'>;

type Unstated = Omit<TransferFields, 'transferStatus' | 'allowedActions'>;

const LINE = { kind: 'line of this transfer', valuesOf: lineValues, restOf: receivableRest };

const STORES = ['fromStoreId', 'toStoreId'] as const;

const FIXED: FixedByReceipt<Unstated, StockTransferLine> = {
  [PARTIAL]: { document: STORES, line: ['itemId', 'variantId'], once: 'stock' },
  [RECEIVED]: {
    document: [...STORES, 'transferNo', 'date', 'externalId'],
    line: ['itemId', 'variantId', 'quantity'],
    once: 'stock',
  },
};

export function newTransfer(input: StockTransferCreate, id: number, nextId: NextId): TransferFields {
  refuseSameStore(input, 'toStoreId');
  return stated({
    transferNo: null,
    narration: null,
    externalId: null,
    ...input,
    id,
    status: 1,
    lines: linesOf(input.lines, [] as StockTransferLine[], nextId, LINE),
  });
}

/** Applies a merge patch: absent means unchanged, null clears, the lines are replaced whole. */
export function changedTransfer(transfer: StockTransfer, patch: StockTransferUpdate, nextId: NextId): TransferFields {
  requireAction(transfer.allowedActions, 'update');
  if (patch.status === VOIDED) requireAction(transfer.allowedActions, 'void', '/status');
  const lines = patch.lines ? linesOf(patch.lines, transfer.lines, nextId, LINE) : transfer.lines;
  const changed = { ...transfer, ...patch, lines };
  refuseFixed<StockTransferLine, Unstated>(transfer, changed, FIXED, transfer.allowedActions);
  refuseSameStore(changed, patch.toStoreId === undefined ? 'fromStoreId' : 'toStoreId');
  return stated(changed);
}

export function receivedTransfer(transfer: TransferFields, receipt: Receipt) {
  requireAction(transfer.allowedActions, 'receive');
  const { lines, received } = receive(transfer.lines, receipt, LINE.kind);
  return { document: stated({ ...transfer, lines }), received };
}

/** A receipt takes stock from one store and adds it to the other. */
export const movementsOf = (
  { fromStoreId, toStoreId }: TransferFields,
  received: readonly Received<StockTransferLine>[],
  at: string,
): Movement[] =>
  received.flatMap(({ line: { id: lineId, itemId, variantId }, quantity }) => {
    const moved = { itemId, variantId, lineId, unitCost: null, at };
    return [
      { ...moved, storeId: fromStoreId, change: minus('0', quantity) },
      { ...moved, storeId: toStoreId, change: quantity },
    ];
  });

function stated(transfer: Unstated): TransferFields {
  const transferStatus = receiptState(transfer.lines);
  return { ...transfer, transferStatus, allowedActions: receivableActions(transfer.status, transferStatus) };
}

function refuseSameStore(stores: { fromStoreId: number; toStoreId: number }, sent: 'fromStoreId' | 'toStoreId'): void {
  if (stores.fromStoreId !== stores.toStoreId) return;
  const other = sent === 'toStoreId' ? 'fromStoreId' : 'toStoreId';
  throw validationFailed([{ in: 'body', path: `/${sent}`, rule: 'unique', message: `must differ from /${other}` }]);
}
