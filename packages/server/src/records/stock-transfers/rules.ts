import type {
  AllowedAction,
  StockTransfer,
  StockTransferCreate,
  StockTransferLine,
  StockTransferLineInput,
  StockTransferReceipt,
  StockTransferUpdate,
} from '../../contract/generated/types.gen.ts';
import { overReceipt, referencesNotFound, validationFailed } from '../../errors.ts';
import { canonicalQuantity, isMore, isZero, minus, plus } from '../decimal.ts';
import { actionsFrom, notAllowed, requireAction } from '../documents/rules.ts';
import {
  linesBefore,
  lineValues,
  type NextId,
  refuseRepeated,
  refuseRepeatedIds,
  refuseUnknownLines,
} from '../entries.ts';
import type { Movement } from '../ledger.ts';

const DRAFT = 0;
const PARTIAL = 1;
const DONE = 2;

export const VOIDED = 0;
const ACTIVE = 1;

/** The fields to write. The store adds the rest, including a number if there is none. */
export type TransferFields = Omit<StockTransfer, 'version' | 'entryDate' | 'updatedAt' | 'transferNo'> & {
  readonly transferNo: string | null;
};

export interface Arrival {
  readonly line: StockTransferLine;
  readonly quantity: string;
}

export function newTransfer(input: StockTransferCreate, id: number, nextId: NextId): TransferFields {
  refuseSameStore(input, 'toStoreId');
  return stated({
    transferNo: null,
    narration: null,
    externalId: null,
    ...input,
    id,
    status: ACTIVE,
    lines: linesOf(input.lines, [], nextId),
  });
}

/** Applies a merge patch: absent means unchanged, null clears, the lines are replaced whole. */
export function changedTransfer(transfer: StockTransfer, patch: StockTransferUpdate, nextId: NextId): TransferFields {
  requireAction(transfer.allowedActions, 'update');
  if (patch.status === VOIDED) requireAction(transfer.allowedActions, 'void', '/status');
  refuseRepeatedIds('lines', patch.lines);
  const lines = patch.lines ? linesOf(patch.lines, transfer.lines, nextId) : transfer.lines;
  refuseFixed(transfer, patch);
  if (patch.lines) refuseFixedLines(transfer, lines);
  const changed = { ...transfer, ...patch, lines };
  refuseSameStore(changed, patch.toStoreId === undefined ? 'fromStoreId' : 'toStoreId');
  return stated(changed);
}

/** The transfer after a receipt, and the received quantities. */
export function receivedTransfer(
  transfer: StockTransfer | TransferFields,
  receipt: StockTransferReceipt,
): { transfer: TransferFields; arrivals: Arrival[] } {
  requireAction(transfer.allowedActions, 'receive');
  refuseRepeated((receipt.lines ?? []).map(({ lineId }, i) => ({ path: `/lines/${i}/lineId`, value: String(lineId) })));
  const arrivals = arrivalsOf(transfer.lines, receipt);
  const arrived = new Map(arrivals.map(({ line, quantity }) => [line.id, quantity]));
  const lines = transfer.lines.map((line) => {
    const quantity = arrived.get(line.id);
    return quantity === undefined ? line : withReceived(line, plus(line.received, quantity));
  });
  return { transfer: stated({ ...transfer, lines }), arrivals };
}

/** A receipt takes stock from one store and adds it to the other. */
export const movementsOf = (
  { fromStoreId, toStoreId }: TransferFields,
  arrivals: readonly Arrival[],
  at: string,
): Movement[] =>
  arrivals.flatMap(({ line, quantity }) => {
    const { itemId, variantId } = line;
    const moved = { itemId, variantId, lineId: line.id, unitCost: null, at };
    return [
      { ...moved, storeId: fromStoreId, change: minus('0', quantity) },
      { ...moved, storeId: toStoreId, change: quantity },
    ];
  });

/** Derives state and allowed actions from the lines and the status. */
function stated(transfer: Omit<TransferFields, 'transferStatus' | 'allowedActions'>): TransferFields {
  const transferStatus = stateOf(transfer.lines);
  return { ...transfer, transferStatus, allowedActions: actionsOf(transfer.status, transferStatus) };
}

function stateOf(lines: readonly StockTransferLine[]): StockTransfer['transferStatus'] {
  if (lines.every((line) => isZero(line.outstanding))) return DONE;
  return lines.some((line) => !isZero(line.received)) ? PARTIAL : DRAFT;
}

function actionsOf(status: StockTransfer['status'], transferStatus: StockTransfer['transferStatus']): AllowedAction[] {
  const voided = status === VOIDED ? 'It has been voided.' : null;
  return actionsFrom({
    update: voided,
    receive: voided ?? (transferStatus === DONE ? 'Everything has been received.' : null),
    void: voided ?? (transferStatus === DRAFT ? null : 'Stock has been received.'),
  });
}

function refuseSameStore(stores: { fromStoreId: number; toStoreId: number }, sent: 'fromStoreId' | 'toStoreId'): void {
  if (stores.fromStoreId !== stores.toStoreId) return;
  const other = sent === 'toStoreId' ? 'fromStoreId' : 'toStoreId';
  throw validationFailed([{ in: 'body', path: `/${sent}`, rule: 'unique', message: `must differ from /${other}` }]);
}

/** Fields that a receipt fixes: the stores and, once everything is received, all except the narration. */
const FIXED = {
  [DRAFT]: [],
  [PARTIAL]: ['fromStoreId', 'toStoreId'],
  [DONE]: ['fromStoreId', 'toStoreId', 'transferNo', 'date', 'externalId'],
} as const;

function refuseFixed(transfer: StockTransfer, patch: StockTransferUpdate): void {
  const { transferStatus, allowedActions } = transfer;
  for (const name of FIXED[transferStatus]) {
    if (patch[name] !== undefined && patch[name] !== transfer[name]) {
      throw notAllowed(allowedActions, `/${name}`, 'cannot be changed once stock has been received');
    }
  }
}

function refuseFixedLines(transfer: StockTransfer, lines: readonly StockTransferLine[]): void {
  if (transfer.transferStatus === DONE && JSON.stringify(lines) !== JSON.stringify(transfer.lines)) {
    throw notAllowed(transfer.allowedActions, '/lines', 'cannot be changed once everything has been received');
  }
  for (const before of transfer.lines) if (!isZero(before.received)) refuseLoss(transfer, before, lines);
}

/** A partly received line keeps its item and at least the quantity received. */
function refuseLoss(transfer: StockTransfer, before: StockTransferLine, lines: readonly StockTransferLine[]): void {
  const refusal = (path: string, message: string) => notAllowed(transfer.allowedActions, path, message);
  const index = lines.findIndex(({ id }) => id === before.id);
  const line = lines[index];
  if (!line) throw refusal('/lines', `must keep line ${before.id}, because stock has been received on it`);
  for (const name of ['itemId', 'variantId'] as const) {
    if (line[name] !== before[name])
      throw refusal(`/lines/${index}/${name}`, 'cannot be changed once stock has been received');
  }
  if (isMore(before.received, line.quantity)) {
    throw refusal(`/lines/${index}/quantity`, `cannot be less than the ${before.received} already received`);
  }
}

/** A line that keeps its id also keeps its received quantity. */
function linesOf(
  inputs: readonly StockTransferLineInput[],
  current: readonly StockTransferLine[],
  nextId: NextId,
): StockTransferLine[] {
  refuseUnknownLines(inputs, current, 'line of this transfer');
  const existing = linesBefore(inputs, current, 'line of this transfer');
  return inputs.map((input, index) => {
    const before = existing[index];
    const line = { id: before?.id ?? nextId(), ...lineValues(input, before) };
    return withReceived(line, before?.received ?? '0');
  });
}

const withReceived = (
  line: Pick<StockTransferLine, 'id' | 'itemId' | 'variantId' | 'quantity'>,
  received: string,
): StockTransferLine => {
  const { id, itemId, variantId, quantity } = line;
  return { id, itemId, variantId, quantity, received, outstanding: minus(quantity, received) };
};

function arrivalsOf(lines: readonly StockTransferLine[], receipt: StockTransferReceipt): Arrival[] {
  if (!receipt.lines) {
    return lines.flatMap((line) => (isZero(line.outstanding) ? [] : [{ line, quantity: line.outstanding }]));
  }
  const byId = new Map(lines.map((line) => [line.id, line]));
  const unknown = receipt.lines.flatMap(({ lineId }, index) => (byId.has(lineId) ? [] : [`/lines/${index}/lineId`]));
  if (unknown.length > 0) throw referencesNotFound(unknown, 'line of this transfer');
  const tooMuch = receipt.lines.flatMap(({ lineId, quantity }, index) => {
    const outstanding = byId.get(lineId)?.outstanding ?? '0';
    return isMore(quantity, outstanding) ? [{ path: `/lines/${index}/quantity`, lineId, outstanding }] : [];
  });
  if (tooMuch.length > 0) throw overReceipt(tooMuch);
  const received = new Map(receipt.lines.map(({ lineId, quantity }) => [lineId, canonicalQuantity(quantity)]));
  return lines.flatMap((line) => {
    const quantity = received.get(line.id);
    return quantity === undefined ? [] : [{ line, quantity }];
  });
}
