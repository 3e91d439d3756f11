import { changeControl } from '../control/control.ts';
import { USABLE_FOR } from '../control/directory.ts';
import { DirectoryError } from '../control/errors.ts';
import { beginMove, endMove, type MerchantMove, noteSwitch, openMove } from '../control/merchant-moves.ts';
import { findMerchant, type Merchant } from '../control/merchants.ts';
import { cellName, cellOf } from '../database/cells.ts';
import { databaseOf, isUnavailable, Unreachable } from '../database/failures.ts';
import type { MoveId } from '../database/merchant-tables.ts';
import { type Cells, CopyDiffers, withSession, withSessions } from '../database/move/compare.ts';
import {
  abandonReplication,
  isReplicating,
  noteSlots,
  obstacles,
  progressOf,
  publish,
  stopReplication,
  subscribe,
} from '../database/move/replication.ts';
import {
  endReads,
  forget,
  livesIn,
  MoveEnded,
  NotInTime,
  removeCopy,
  settle,
  switchCells,
} from '../database/move/switch.ts';
import type { DatabasePool } from '../database/pool.ts';
import { schemaOf } from '../process/region.ts';
import type { Call } from './operation.ts';

export interface MoveProgress {
  readonly companyId: number;
  readonly from: string;
  readonly to: string;
  readonly state: MerchantMove['state'];
  readonly done: string;
  /** Seconds until the next step; null if there is no next step. */
  readonly next: number | null;
}

interface CellMove extends Cells {
  readonly merchant: Merchant;
  readonly move: MerchantMove;
  readonly id: MoveId;
}

type MovingMerchant = Pick<CellMove, 'merchant' | 'move'>;

/** Seconds until every instance knows that a merchant is moving, with a margin for requests in flight. */
const NOTICED_AFTER = USABLE_FOR / 1000 + 10;

/** Performs the next step of a move that is still copying. */
async function takeStep({ control, origin }: Call, cellMove: CellMove): Promise<MoveProgress> {
  const { move, id, source, target } = cellMove;
  if (await hasSwitched(cellMove)) {
    await forget(target, id, move.fromCell);
    await changeControl(control, origin, (tx) => noteSwitch(tx, move));
    return endReplication({ ...cellMove, move: { ...move, state: 'switched' } });
  }
  if ((await livesIn(source, id)) === undefined || (await livesIn(target, id)) === undefined) {
    await settle(target, id, move.fromCell);
    await settle(source, id, move.fromCell);
    return progress(cellMove, 'Both cells know of the move.', 0);
  }
  if (!(await withSessions(cellMove, (from, to) => isReplicating(from, to, id)))) {
    await withSessions(cellMove, async (from, to) => {
      // Cleans up after an earlier attempt.
      await stopReplication(from, to, id);
      await removeCopy(target, id, move.toCell);
      await publish(from, id);
      await subscribe(to, id, String(source.options.connectionString));
      await noteSlots(from, to, id);
    });
    return progress(cellMove, 'The copy has begun.', 1);
  }
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

async function endReplication(cellMove: CellMove): Promise<MoveProgress> {
  await withSessions(cellMove, (from, to) => stopReplication(from, to, cellMove.id));
  return progress(cellMove, 'The merchant has moved. Its old copy is kept until the move is finished.', null);
}

const hasSwitched = async ({ source, id, move }: Omit<CellMove, 'target'>): Promise<boolean> =>
  (await livesIn(source, id)) === move.toCell;

/**
 * Removes the copy in the new cell. Returns a sentence if the cell is unavailable or missing from
 * the settings; the copy then remains.
 */
async function undoCopy(
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

function leftCopySentence(cellMove: MovingMerchant): string {
  const { companyId } = cellMove.merchant;
  return `A move of the merchant ${companyId} to ${names(cellMove).to} was aborted, and its copy is still there.`;
}

const progress = (cellMove: MovingMerchant, done: string, next: number | null): MoveProgress => ({
  companyId: cellMove.merchant.companyId,
  ...names(cellMove),
  state: cellMove.move.state,
  done,
  next,
});

/** Exactly one of `to`, `finish` and `abort` is set. */
export function moveMerchant(
  call: Call,
  {
    companyId,
    to,
    finish = false,
    abort = false,
  }: { companyId: number; to?: string | undefined; finish?: boolean | undefined; abort?: boolean | undefined },
): Promise<MoveProgress> {
  if (Number(to !== undefined) + Number(finish) + Number(abort) !== 1) {
    throw new DirectoryError('Give one of these: the cell to move to, finish, or abort.');
  }
  if (finish) return finishMove(call, companyId);
  return to === undefined ? abortMove(call, companyId) : stepMove(call, companyId, to);
}

/**
 * Performs the next step of a move; the first step begins it. Every step can be repeated, so an
 * interrupted move resumes. Until the switch, which is a single commit in the old cell, the
 * merchant is served there; afterwards in the new one.
 */
const stepMove = (call: Call, companyId: number, to: string): Promise<MoveProgress> =>
  withMoveLock(call, companyId, async () => {
    const merchant = await merchantOf(call, companyId);
    const id = cellOf(to);
    if (id?.region !== merchant.region) {
      throw new DirectoryError(`The merchant ${companyId} is of region ${merchant.region}; name one of its cells.`);
    }
    const open = await openMove(call.control.pool, companyId);
    if (!open) return begin(call, merchant, id.cell);
    const cellMove = cellMoveOf(call, merchant, open);
    if (open.state === 'aborting') throw new DirectoryError(`${leftCopySentence(cellMove)} Run it with --abort first.`);
    if (open.toCell !== id.cell) {
      const { from, to: aim } = names(cellMove);
      const moving = `The merchant ${companyId} is moving from ${from} to ${aim}.`;
      throw new DirectoryError(`${moving} Finish or abort that move first.`);
    }
    return open.state === 'switched' ? endReplication(cellMove) : takeStep(call, cellMove);
  });

/** Ends a move by removing the copy in the old cell. */
const finishMove = (call: Call, companyId: number): Promise<MoveProgress> =>
  withMoveLock(call, companyId, async () => {
    const cellMove = cellMoveOf(call, await merchantOf(call, companyId), await openMoveOf(call, companyId));
    const { move, id, source } = cellMove;
    if (move.state === 'aborting')
      throw new DirectoryError(`${leftCopySentence(cellMove)} Run it with --abort instead.`);
    if (move.state !== 'switched')
      throw new DirectoryError('The merchant has not moved yet; go on with the move, or abort it.');
    await endReplication(cellMove);
    await withSession(source, (db) => endReads(db, id)).catch((error) => {
      if (!(error instanceof NotInTime)) throw error;
      throw new DirectoryError(`${error.message} Nothing has changed; run this again.`, { cause: error });
    });
    await removeCopy(source, id, move.fromCell);
    return end(call, cellMove, 'finished', 'The old copy is removed.');
  });

/** Undoes a move before its switch. While the new cell is unreachable, the move is `aborting`. */
const abortMove = (call: Call, companyId: number): Promise<MoveProgress> =>
  withMoveLock(call, companyId, async () => {
    const merchant = await merchantOf(call, companyId);
    const move = await openMoveOf(call, companyId);
    const cellMove = { merchant, move, id: moveId(merchant, move), source: poolOf(call, merchant, move.fromCell) };
    const { id, source } = cellMove;
    // Comes first, so that a command that lost its connection, and thus its lock, can no longer switch.
    if (move.state === 'copying') await forget(source, id, move.fromCell);
    if (move.state === 'switched' || (await hasSwitched(cellMove))) {
      throw new DirectoryError('The merchant has moved: finish the move, and move it back.');
    }
    const failure = await undoCopy(cellMove, () => poolOf(call, merchant, move.toCell));
    if (!failure) return end(call, cellMove, 'aborted', 'The copy in the new cell is removed.');
    const done = `The merchant stays. ${failure} Its copy is still in the new cell: run this again when that answers.`;
    return move.state === 'aborting' ? progress(cellMove, done, null) : end(call, cellMove, 'aborting', done);
  });

async function begin(call: Call, merchant: Merchant, cell: number): Promise<MoveProgress> {
  const cells = cellsOf(call, merchant, merchant.cell, cell);
  const { source, target } = cells;
  const found = await withSessions(cells, (from, to) =>
    obstacles([from, source.setting], [to, target.setting], schemaOf(merchant.region)),
  );
  if (found.length > 0) throw new DirectoryError(`The merchant cannot be moved. ${found.join(' ')}`);
  const move = await changeControl(call.control, call.origin, (tx) => beginMove(tx, merchant.companyId, cell));
  return progress(cellMoveOf(call, merchant, move), 'The move has begun.', 0);
}

async function end(
  call: Call,
  cellMove: MovingMerchant,
  state: 'finished' | 'aborted' | 'aborting',
  done: string,
): Promise<MoveProgress> {
  await changeControl(call.control, call.origin, (tx) => endMove(tx, cellMove.move, state));
  return progress({ ...cellMove, move: { ...cellMove.move, state } }, done, null);
}

const MOVE_LOCK = `hashtextextended('move merchant', $1)`;

/** Longest wait, in milliseconds, for another command. A killed command holds its lock for a moment longer. */
const LOCK_TIMEOUT = 3_000;

async function withMoveLock<T>({ control, databases }: Call, companyId: number, work: () => Promise<T>): Promise<T> {
  if (databases.kind === 'embedded') {
    throw new DirectoryError(
      'Moving a merchant requires PostgreSQL: an embedded database is the one cell of every region.',
    );
  }
  return withSession(control.pool, async (db) => {
    await db.query(`set lock_timeout = ${LOCK_TIMEOUT}`);
    await db.query(`select pg_advisory_lock(${MOVE_LOCK})`, [companyId]).catch((error) => {
      throw isUnavailable(error)
        ? error
        : new DirectoryError(`Another command is moving the merchant ${companyId}.`, { cause: error });
    });
    try {
      return await work();
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      const { message } = new Unreachable(databaseOf(error) ?? control.pool, error);
      throw new DirectoryError(`${message}. Nothing is lost; run the command again when it answers.`, { cause: error });
    }
  });
}

async function merchantOf({ control }: Call, companyId: number): Promise<Merchant> {
  const merchant = await findMerchant(control.pool, companyId);
  if (!merchant) throw new DirectoryError(`No such merchant: ${companyId}.`);
  return merchant;
}

async function openMoveOf({ control }: Call, companyId: number): Promise<MerchantMove> {
  const move = await openMove(control.pool, companyId);
  if (!move) throw new DirectoryError(`The merchant ${companyId} is not moving.`);
  return move;
}

const moveId = ({ companyId, region }: Merchant, { id }: MerchantMove): MoveId => ({
  moveId: id,
  companyId,
  schema: schemaOf(region),
});

const cellMoveOf = (call: Call, merchant: Merchant, move: MerchantMove): CellMove => ({
  ...cellsOf(call, merchant, move.fromCell, move.toCell),
  merchant,
  move,
  id: moveId(merchant, move),
});

const cellsOf = (call: Call, merchant: Merchant, from: number, to: number): Cells => ({
  source: poolOf(call, merchant, from),
  target: poolOf(call, merchant, to),
});

/** Throws an Unavailable if the cell is down. */
function poolOf({ regions }: Call, { region }: Merchant, cell: number): DatabasePool {
  const id = { region, cell };
  if (regions.has(id)) return regions.poolOf(id);
  throw new DirectoryError(`There is no cell ${cellName(id)}: set DATABASE_URL_${cellName(id)}.`);
}
