import { cellName } from '../../storage/cells.ts';
import { databaseOf, isUnavailable, Unreachable } from '../../storage/failures.ts';
import { CopyDiffers } from '../../storage/move/compare.ts';
import type { MoveId } from '../../storage/move/merchant-tables.ts';
import {
  abandonReplication,
  isReplicating,
  noteSlots,
  progressOf,
  publish,
  stopReplication,
  subscribe,
} from '../../storage/move/replication.ts';
import { forget, livesIn, removeCopy, settle } from '../../storage/move/residences.ts';
import { type Cells, withSession, withSessions } from '../../storage/move/session.ts';
import { MoveEnded, NotInTime, switchCells } from '../../storage/move/switch.ts';
import type { DatabasePool } from '../../storage/pool.ts';
import { changeControl } from '../control.ts';
import { DirectoryError } from '../directory-error.ts';
import type { Call } from '../operation.ts';
import { USABLE_FOR } from '../record-cache.ts';
import { type MerchantMove, noteSwitch } from './merchant-moves.ts';
import type { Merchant } from './merchants.ts';

/** Where a move stands. */
export interface MoveProgress {
  readonly companyId: number;
  readonly from: string;
  readonly to: string;
  readonly state: MerchantMove['state'];
  /** A sentence for people. */
  readonly done: string;
  /** Seconds to wait before the next step; null where there is none. */
  readonly next: number | null;
}

/** A move of a merchant. */
export interface Travel {
  readonly merchant: Merchant;
  readonly move: MerchantMove;
}

/** A move with the cells that it is between. */
export interface Journey extends Travel, Cells {
  readonly id: MoveId;
}

/** Time in seconds after which every instance knows that a merchant moves, with a margin for requests under way. */
const NOTICED_AFTER = USABLE_FOR / 1000 + 10;

/** Does what comes next of a move that has begun and not been concluded. */
export async function takeStep(call: Call, journey: Journey): Promise<MoveProgress> {
  const { move, id, source, target } = journey;
  if (await hasSwitched(journey)) return conclude(call, journey);
  if ((await livesIn(source, id)) === undefined || (await livesIn(target, id)) === undefined) {
    await settle(target, id, move.fromCell);
    await settle(source, id, move.fromCell);
    return progress(journey, 'Both cells know of the move.', 0);
  }
  if (!(await withSessions(journey, (from, to) => isReplicating(from, to, id)))) return copy(journey);
  const { copied, tables, failures } = await progressOf(target, id);
  if (copied < tables) {
    const trouble = failures > 0 ? `, after ${failures} failures, of which the log of ${target.setting} tells` : '';
    return progress(journey, `Copied ${copied} of ${tables} tables${trouble}.`, 1);
  }
  const wait = Math.ceil(NOTICED_AFTER - move.age);
  if (wait > 0)
    return progress(journey, `Waiting ${wait} s until every instance knows of the move.`, Math.min(wait, 5));
  return switchOver(journey);
}

/** Begins the copy, in place of what an earlier attempt has left. */
async function copy(journey: Journey): Promise<MoveProgress> {
  const { move, id, source, target } = journey;
  await withSessions(journey, async (from, to) => {
    await stopReplication(from, to, id);
    await removeCopy(target, id, move.toCell);
    await publish(from, id);
    await subscribe(to, id, String(source.options.connectionString));
    await noteSlots(from, to, id);
  });
  return progress(journey, 'The copy has begun.', 1);
}

async function switchOver(journey: Journey): Promise<MoveProgress> {
  const { move, id } = journey;
  try {
    const { tables, rows, again, held } = await switchCells(journey, id, move.toCell);
    const seen = `Both copies are equal: ${rows} rows in ${tables} tables, ${again} of them compared again at the switch.`;
    return progress(journey, `${seen} Writes waited ${held} ms.`, 0);
  } catch (error) {
    if (error instanceof NotInTime) return progress(journey, `${error.message} Nothing has changed; trying again.`, 1);
    if (error instanceof MoveEnded) throw new DirectoryError(error.message);
    if (error instanceof CopyDiffers)
      throw new DirectoryError(`The copies differ, so the merchant stays. ${error.message}`);
    throw error;
  }
}

/** What follows the switch: the new cell forgets that the merchant came, the directory names it, the replication ends. */
async function conclude(call: Call, journey: Journey): Promise<MoveProgress> {
  await forget(journey.target, journey.id, journey.move.fromCell);
  await changeControl(call.control, call.origin, (tx) => noteSwitch(tx, journey.move));
  return tidy({ ...journey, move: { ...journey.move, state: 'switched' } });
}

/** Ends the replication of a merchant that has moved. */
export async function tidy(journey: Journey): Promise<MoveProgress> {
  await withSessions(journey, (from, to) => stopReplication(from, to, journey.id));
  return progress(journey, 'The merchant has moved. Its old copy is kept until the move is finished.', null);
}

/** Tells whether the merchant lives in the new cell. */
export const hasSwitched = async ({ source, id, move }: Omit<Journey, 'target'>): Promise<boolean> =>
  (await livesIn(source, id)) === move.toCell;

/**
 * Removes what the new cell has. Returns a sentence where it cannot: a cell that does not answer, or that no setting names
 * any more, keeps it.
 */
export async function undoCopy(
  { move, id, source }: Omit<Journey, 'target'>,
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

/** The names of both cells. */
const names = ({ merchant: { region }, move }: Travel) => ({
  from: cellName({ region, cell: move.fromCell }),
  to: cellName({ region, cell: move.toCell }),
});

/** The move as a sentence. */
export function sayJourney(journey: Travel): string {
  const { from, to } = names(journey);
  return `The merchant ${journey.merchant.companyId} is moving from ${from} to ${to}.`;
}

/** An aborted move whose copy is left. */
export function sayLeft(journey: Travel): string {
  const { companyId } = journey.merchant;
  return `A move of the merchant ${companyId} to ${names(journey).to} was aborted, and its copy is still there.`;
}

/** A move as its caller sees it. */
export const progress = (journey: Travel, done: string, next: number | null): MoveProgress => ({
  companyId: journey.merchant.companyId,
  ...names(journey),
  state: journey.move.state,
  done,
  next,
});
