import { changeControl } from '../../control/control.ts';
import { DirectoryError } from '../../control/directory-error.ts';
import { type MerchantMove, noteSwitch } from '../../control/merchants/merchant-moves.ts';
import type { Merchant } from '../../control/merchants/merchants.ts';
import { USABLE_FOR } from '../../control/record-cache.ts';
import { cellName } from '../../database/cells.ts';
import { databaseOf, isUnavailable, Unreachable } from '../../database/failures.ts';
import { CopyDiffers } from '../../database/move/compare.ts';
import type { MoveId } from '../../database/move/merchant-tables.ts';
import {
  abandonReplication,
  isReplicating,
  noteSlots,
  progressOf,
  publish,
  stopReplication,
  subscribe,
} from '../../database/move/replication.ts';
import { forget, livesIn, removeCopy, settle } from '../../database/move/residences.ts';
import { type Cells, withSession, withSessions } from '../../database/move/session.ts';
import { MoveEnded, NotInTime, switchCells } from '../../database/move/switch.ts';
import type { DatabasePool } from '../../database/pool.ts';
import type { Call } from '../operation.ts';

/** Progress of a move. */
export interface MoveProgress {
  readonly companyId: number;
  readonly from: string;
  readonly to: string;
  readonly state: MerchantMove['state'];
  readonly done: string;
  /** Seconds until the next step; null if there is no next step. */
  readonly next: number | null;
}

export interface MovingMerchant {
  readonly merchant: Merchant;
  readonly move: MerchantMove;
}

/** A move with its two cells. */
export interface CellMove extends MovingMerchant, Cells {
  readonly id: MoveId;
}

/**
 * Seconds after which every instance knows that a merchant is being moved, including a margin for requests in flight.
 */
const NOTICED_AFTER = USABLE_FOR / 1000 + 10;

/** Performs the next step of a move that is still copying. */
export async function takeStep(call: Call, cellMove: CellMove): Promise<MoveProgress> {
  const { move, id, source, target } = cellMove;
  if (await hasSwitched(cellMove)) return completeMove(call, cellMove);
  if ((await livesIn(source, id)) === undefined || (await livesIn(target, id)) === undefined) {
    await settle(target, id, move.fromCell);
    await settle(source, id, move.fromCell);
    return progress(cellMove, 'Both cells know of the move.', 0);
  }
  if (!(await withSessions(cellMove, (from, to) => isReplicating(from, to, id)))) return copy(cellMove);
  const { copied, tables, failures } = await progressOf(target, id);
  if (copied < tables) {
    const trouble = failures > 0 ? `, after ${failures} failures, of which the log of ${target.setting} tells` : '';
    return progress(cellMove, `Copied ${copied} of ${tables} tables${trouble}.`, 1);
  }
  const wait = Math.ceil(NOTICED_AFTER - move.age);
  if (wait > 0)
    return progress(cellMove, `Waiting ${wait} s until every instance knows of the move.`, Math.min(wait, 5));
  return switchOver(cellMove);
}

/** Removes what an earlier attempt left, then starts the copy. */
async function copy(cellMove: CellMove): Promise<MoveProgress> {
  const { move, id, source, target } = cellMove;
  await withSessions(cellMove, async (from, to) => {
    await stopReplication(from, to, id);
    await removeCopy(target, id, move.toCell);
    await publish(from, id);
    await subscribe(to, id, String(source.options.connectionString));
    await noteSlots(from, to, id);
  });
  return progress(cellMove, 'The copy has begun.', 1);
}

async function switchOver(cellMove: CellMove): Promise<MoveProgress> {
  const { move, id } = cellMove;
  try {
    const { tables, rows, again, held } = await switchCells(cellMove, id, move.toCell);
    const seen = `Both copies are equal: ${rows} rows in ${tables} tables, ${again} of them compared again at the switch.`;
    return progress(cellMove, `${seen} Writes waited ${held} ms.`, 0);
  } catch (error) {
    if (error instanceof NotInTime) return progress(cellMove, `${error.message} Nothing has changed; trying again.`, 1);
    if (error instanceof MoveEnded) throw new DirectoryError(error.message);
    if (error instanceof CopyDiffers)
      throw new DirectoryError(`The copies differ, so the merchant stays. ${error.message}`);
    throw error;
  }
}

/**
 * Completes a move after the switch: clears the residence in the new cell, records it in the directory, and stops the
 * replication.
 */
async function completeMove(call: Call, cellMove: CellMove): Promise<MoveProgress> {
  await forget(cellMove.target, cellMove.id, cellMove.move.fromCell);
  await changeControl(call.control, call.origin, (tx) => noteSwitch(tx, cellMove.move));
  return endReplication({ ...cellMove, move: { ...cellMove.move, state: 'switched' } });
}

/** Stops the replication of a merchant that has moved. */
export async function endReplication(cellMove: CellMove): Promise<MoveProgress> {
  await withSessions(cellMove, (from, to) => stopReplication(from, to, cellMove.id));
  return progress(cellMove, 'The merchant has moved. Its old copy is kept until the move is finished.', null);
}

export const hasSwitched = async ({ source, id, move }: Omit<CellMove, 'target'>): Promise<boolean> =>
  (await livesIn(source, id)) === move.toCell;

/**
 * Removes the copy in the new cell. Returns a sentence if the cell is unavailable or missing from
 * the settings; the copy then remains.
 */
export async function undoCopy(
  { move, id, source }: Omit<CellMove, 'target'>,
  findTarget: () => DatabasePool,
): Promise<string | undefined> {
  try {
    const target = findTarget();
    await withSessions({ source, target }, (from, to) => stopReplication(from, to, id));
    await settle(target, id, move.fromCell);
    await removeCopy(target, id, move.toCell);
    return undefined;
  } catch (error) {
    if (!isUnavailable(error) && !(error instanceof DirectoryError)) throw error;
    await withSession(source, (from) => abandonReplication(from, id));
    return error instanceof DirectoryError
      ? error.message
      : `${new Unreachable(databaseOf(error) ?? source, error).message}.`;
  }
}

const names = ({ merchant: { region }, move }: MovingMerchant) => ({
  from: cellName({ region, cell: move.fromCell }),
  to: cellName({ region, cell: move.toCell }),
});

export function movingSentence(cellMove: MovingMerchant): string {
  const { from, to } = names(cellMove);
  return `The merchant ${cellMove.merchant.companyId} is moving from ${from} to ${to}.`;
}

export function leftCopySentence(cellMove: MovingMerchant): string {
  const { companyId } = cellMove.merchant;
  return `A move of the merchant ${companyId} to ${names(cellMove).to} was aborted, and its copy is still there.`;
}

/** Reports the progress of a move. */
export const progress = (cellMove: MovingMerchant, done: string, next: number | null): MoveProgress => ({
  companyId: cellMove.merchant.companyId,
  ...names(cellMove),
  state: cellMove.move.state,
  done,
  next,
});
