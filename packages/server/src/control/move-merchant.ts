import { changeControl } from '../directory/control.ts';
import { DirectoryError } from '../directory/directory-error.ts';
import { beginMove, endMove, type MerchantMove, openMove } from '../directory/merchant-moves.ts';
import { findMerchant, type Merchant } from '../directory/merchants.ts';
import { cellName, cellOf } from '../storage/cells.ts';
import { isUnavailable } from '../storage/failures.ts';
import { obstacles } from '../storage/move/replication.ts';
import { forget, removeCopy } from '../storage/move/residences.ts';
import { type Cells, withSession, withSessions } from '../storage/move/session.ts';
import { olderTransactions } from '../storage/move/switch.ts';
import { schemaOf } from '../storage/region.ts';
import {
  hasSwitched,
  type Journey,
  type MoveProgress,
  progress,
  sayJourney,
  takeStep,
  tidy,
  undoCopy,
} from './move-steps.ts';
import type { Call } from './operation.ts';

/** One of three: the next step to a cell, the end of a move that has switched, or of one that has not. */
export interface MoveWish {
  readonly companyId: number;
  readonly to?: string | undefined;
  readonly finish?: boolean | undefined;
  readonly abort?: boolean | undefined;
}

export function moveMerchant(
  call: Call,
  { companyId, to, finish = false, abort = false }: MoveWish,
): Promise<MoveProgress> {
  if (Number(to !== undefined) + Number(finish) + Number(abort) !== 1) {
    throw new DirectoryError('Give one of these: the cell to move to, finish, or abort.');
  }
  if (finish) return finishMove(call, companyId);
  return to === undefined ? abortMove(call, companyId) : stepMove(call, companyId, to);
}

/**
 * Does the next step of a move, and begins it first. Each step can be done again, so that a move that was interrupted
 * anywhere goes on. Until the switch, one commit in the old cell, the merchant is served there, then in the new one.
 */
const stepMove = (call: Call, companyId: number, to: string): Promise<MoveProgress> =>
  alone(call, companyId, async () => {
    const merchant = await merchantOf(call, companyId);
    const id = cellOf(to);
    if (id?.region !== merchant.region) {
      throw new DirectoryError(`The merchant ${companyId} is of region ${merchant.region}; name one of its cells.`);
    }
    const open = await openMove(call.control.pool, companyId);
    if (!open) return begin(call, merchant, id.cell);
    const journey = journeyOf(call, merchant, open);
    if (open.toCell !== id.cell) throw new DirectoryError(`${sayJourney(journey)} Finish or abort that move first.`);
    return open.state === 'switched' ? tidy(journey) : takeStep(call, journey);
  });

/** Removes the copy in the old cell. */
const finishMove = (call: Call, companyId: number): Promise<MoveProgress> =>
  alone(call, companyId, async () => {
    const journey = await openJourney(call, companyId);
    const { move, id, source } = journey;
    if (move.state !== 'switched')
      throw new DirectoryError('The merchant has not moved yet; go on with the move, or abort it.');
    await tidy(journey);
    // Reads that began in the old cell before the switch.
    await withSession(source, olderTransactions);
    await removeCopy(source, id, move.fromCell);
    return end(call, journey, 'finished', 'The old copy is removed.');
  });

/** Undoes a move before its switch. */
const abortMove = (call: Call, companyId: number): Promise<MoveProgress> =>
  alone(call, companyId, async () => {
    const journey = await openJourney(call, companyId);
    const { move, id, source } = journey;
    // First of all, so that no command that lost its turn with its connection switches any more.
    if (move.state === 'copying') await forget(source, id, move.fromCell);
    if (move.state === 'switched' || (await hasSwitched(journey))) {
      throw new DirectoryError('The merchant has moved: finish the move, and move it back.');
    }
    const done = await undoCopy(journey);
    return end(call, journey, 'aborted', done);
  });

async function begin(call: Call, merchant: Merchant, cell: number): Promise<MoveProgress> {
  const cells = cellsOf(call, merchant, merchant.cell, cell);
  const { source, target } = cells;
  const found = await withSessions(cells, (from, to) =>
    obstacles([from, source.setting], [to, target.setting], schemaOf(merchant.region)),
  );
  if (found.length > 0) throw new DirectoryError(`The merchant cannot be moved. ${found.join(' ')}`);
  const move = await changeControl(call.control, call.origin, (tx) => beginMove(tx, merchant.companyId, cell));
  return progress(journeyOf(call, merchant, move), 'The move has begun.', 0);
}

async function end(call: Call, journey: Journey, state: 'finished' | 'aborted', done: string): Promise<MoveProgress> {
  await changeControl(call.control, call.origin, (tx) => endMove(tx, journey.move, state));
  return progress({ ...journey, move: { ...journey.move, state } }, done, null);
}

const MOVE_LOCK = `hashtextextended('move merchant', $1)`;

/** Longest wait for another command, in milliseconds: one that was killed holds its lock for a moment. */
const TURN = 3_000;

/** Runs `work` while no other command works on the same merchant's move. */
async function alone<T>({ control, databases }: Call, companyId: number, work: () => Promise<T>): Promise<T> {
  if (databases.kind === 'embedded') {
    throw new DirectoryError(
      'Moving a merchant requires PostgreSQL: an embedded database is the one cell of every region.',
    );
  }
  return withSession(control.pool, async (db) => {
    await db.query(`set lock_timeout = ${TURN}`);
    await db.query(`select pg_advisory_lock(${MOVE_LOCK})`, [companyId]).catch((error) => {
      throw isUnavailable(error)
        ? error
        : new DirectoryError(`Another command is moving the merchant ${companyId}.`, { cause: error });
    });
    try {
      return await work();
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      const { message } = error as Error;
      throw new DirectoryError(
        `A cell does not answer: ${message}. Nothing is lost; run the command again when it does.`,
      );
    }
  });
}

async function merchantOf({ control }: Call, companyId: number): Promise<Merchant> {
  const merchant = await findMerchant(control.pool, companyId);
  if (!merchant) throw new DirectoryError(`No such merchant: ${companyId}.`);
  return merchant;
}

async function openJourney(call: Call, companyId: number): Promise<Journey> {
  const merchant = await merchantOf(call, companyId);
  const move = await openMove(call.control.pool, companyId);
  if (!move) throw new DirectoryError(`The merchant ${companyId} is not moving.`);
  return journeyOf(call, merchant, move);
}

function journeyOf(call: Call, merchant: Merchant, move: MerchantMove): Journey {
  const id = { moveId: move.id, companyId: merchant.companyId, schema: schemaOf(merchant.region) };
  return { ...cellsOf(call, merchant, move.fromCell, move.toCell), merchant, move, id };
}

function cellsOf({ regions }: Call, { region }: Merchant, from: number, to: number): Cells {
  const poolOf = (cell: number) => {
    if (regions.cellsIn(region).includes(cell)) return regions.poolOf({ region, cell });
    throw new DirectoryError(
      `There is no cell ${cellName({ region, cell })}: set DATABASE_URL_${cellName({ region, cell })}.`,
    );
  };
  return { source: poolOf(from), target: poolOf(to) };
}
