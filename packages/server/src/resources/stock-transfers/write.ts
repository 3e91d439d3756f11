import type {
  StockTransfer,
  StockTransferCreate,
  StockTransferReceipt,
  StockTransferUpdate,
} from '../../contract/generated/types.gen.ts';
import type { TenantTransaction } from '../../storage/tenant.ts';
import { refuseFarAhead } from '../document-dates.ts';
import { move } from '../ledger.ts';
import { type Basis, inOrder, lockRecord, type Stored } from '../record.ts';
import { requireStockable } from '../stockable.ts';
import {
  type Arrival,
  changedTransfer,
  movementsOf,
  newLineCount,
  newTransfer,
  receivedTransfer,
  type TransferFields,
} from './rules.ts';
import { insertTransfer, STOCK_TRANSFER, updateTransfer } from './store.ts';

/** A transfer may be planned for a year ahead. */
const MOST_DAYS_AHEAD = 366;

/** A transfer as written, and the record that the API answers. */
interface Written extends Stored<StockTransfer> {
  readonly transfer: TransferFields;
}

/** Writes a new transfer, and with `receive` moves everything on it. */
export async function createTransfer(
  tx: TenantTransaction,
  input: StockTransferCreate,
  receive: boolean,
): Promise<Written> {
  refuseFarAhead(MOST_DAYS_AHEAD, input, undefined, tx.now);
  const [id = 0, ...ids] = await tx.newIds(1 + input.lines.length);
  const draft = newTransfer(input, id, () => ids.shift() as number);
  await requireStockable(tx, draft.lines);
  const { transfer, arrivals } = receive ? receivedTransfer(draft, {}) : { transfer: draft, arrivals: [] };
  const written = await inOrder(insertTransfer(tx, transfer), [arrive(tx, transfer, arrivals)]);
  return { transfer, ...written };
}

/** Writes a change of a transfer by all of its rules. */
export async function changeTransfer(
  tx: TenantTransaction,
  id: number,
  patch: StockTransferUpdate,
  basis: Basis = {},
): Promise<Written> {
  const current = await lockRecord(tx, STOCK_TRANSFER, id, basis);
  const ids = await tx.newIds(newLineCount(patch.lines));
  const transfer = changedTransfer(current, patch, () => ids.shift() as number);
  refuseFarAhead(MOST_DAYS_AHEAD, transfer, current, tx.now);
  if (patch.lines) await requireStockable(tx, transfer.lines);
  return { transfer, ...(await updateTransfer(tx, transfer)) };
}

/** Moves what arrives of a transfer. */
export async function receiveTransfer(
  tx: TenantTransaction,
  id: number,
  receipt: StockTransferReceipt,
  basis: Basis = {},
): Promise<Written> {
  const current = await lockRecord(tx, STOCK_TRANSFER, id, basis);
  const { transfer, arrivals } = receivedTransfer(current, receipt);
  const written = await inOrder(updateTransfer(tx, transfer), [arrive(tx, transfer, arrivals)]);
  return { transfer, ...written };
}

const arrive = (tx: TenantTransaction, transfer: TransferFields, arrivals: readonly Arrival[]) =>
  move(tx, { kind: 'stockTransfer', id: transfer.id }, movementsOf(transfer, arrivals));
