import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Db } from '../access.ts';
import { deleteMerchant, type MoveId } from '../merchant-tables.ts';
import type { DatabasePool } from '../pool.ts';
import { EARLIER_READS_AND_WRITES, EARLIER_WRITES, END_SNAPSHOTS, HOLD, NOWHERE } from '../residence.ts';
import { transaction } from '../transaction.ts';
import {
  type Cells,
  type Compared,
  type Copies,
  compareAgain,
  compareCopies,
  withSession,
  withSessions,
} from './compare.ts';
import { nameOf } from './replication.ts';

/** Longest waits, in milliseconds, for running writes to end, and for the copy to catch up while writes are held. */
const DRAIN = 300;
const FOLLOW = 400;

/** Milliseconds of silence after which a mover's hold on writes ends. */
const GIVEN_UP = 2_000;

/** Milliseconds for comparing tables again while writes are held. */
const SECOND_LOOK = 200;

/** Milliseconds between checks of a copy that is catching up. */
const PAUSE = 5;

/** A step that took too long. Nothing has changed, so it can be retried. */
export class NotInTime extends Error {
  override name = 'NotInTime';
}

export class MoveEnded extends Error {
  override name = 'MoveEnded';

  constructor() {
    super('The move was aborted by another command.');
  }
}

/**
 * Switches the merchant to the other cell at a single moment, a commit in the cell it leaves. Before that, both copies
 * are compared as of one moment while writes continue; then writes are held until the copy has caught up.
 */
export const switchCells = (cells: Cells, move: MoveId, to: number) =>
  withSession(cells.source, (held) =>
    withSessions(cells, async (source, target) => {
      const copies: Copies = { ...move, source, target };
      await olderTransactions(source, move, EARLIER_WRITES);
      const compared = await compareAtOneMoment(cells.target, held, copies, move);
      const start = performance.now();
      const again = await holding(held, move, async () => {
        await follow(source, target, move);
        const tables = await compareAgain(copies, compared, SECOND_LOOK);
        const { rowCount } = await held.query(
          `update ${move.schema}.residences set lives_in = $3 where merchant_id = $1 and move_id = $2`,
          [move.companyId, move.moveId, to],
        );
        if (rowCount === 0) throw new MoveEnded();
        return tables;
      });
      return {
        tables: compared.length,
        rows: compared.reduce((sum, table) => sum + table.rows, 0),
        /** Number of tables compared again while writes were held. */
        again,
        /** How long writes were held, in milliseconds. */
        held: Math.round(performance.now() - start),
      };
    }),
  );

async function holding<T>(db: Db, { companyId }: MoveId, work: () => Promise<T>): Promise<T> {
  await db.query('begin');
  try {
    await db.query(`set local lock_timeout = ${DRAIN}; set local idle_in_transaction_session_timeout = ${GIVEN_UP}`);
    await db.query(HOLD, [companyId]).catch((error) => {
      throw new NotInTime('Writes of the merchant took too long to end.', { cause: error });
    });
    const result = await work();
    await db.query('commit');
    return result;
  } catch (error) {
    await db.query('rollback').catch(() => {});
    throw error;
  }
}

/** Writes a mark to the stream of changes. Once it arrives, everything before it has arrived too. */
async function mark(db: Db, { companyId, schema }: MoveId): Promise<string> {
  const id = randomUUID();
  await db.query(`insert into ${schema}.move_marks (merchant_id, mark) values ($1, $2)`, [companyId, id]);
  return id;
}

async function follow(source: Db, target: Db, move: MoveId): Promise<void> {
  const id = await mark(source, move);
  const text = `select from ${move.schema}.move_marks where merchant_id = $1 and mark = $2`;
  await until(FOLLOW, async () => (await target.query(text, [move.companyId, id])).rows.length > 0);
}

async function until(within: number, isSo: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + within;
  while (!(await isSo())) {
    if (performance.now() > end) throw new NotInTime('The copy did not follow in time.');
    await delay(PAUSE);
  }
}

/** Longest wait for transactions that began before the merchant's row existed, in milliseconds. */
const OLDER = 10_000;

/** Waits until the merchant's transactions that are running now have ended. Later ones see the merchant's row. */
async function olderTransactions(db: Db, { companyId, schema }: Omit<MoveId, 'moveId'>, which: string): Promise<void> {
  const ids = async (): Promise<string[]> => {
    const { rows } = await db.query<{ id: string }>(which, [`${schema}.residences`, companyId]);
    return rows.map(({ id }) => id);
  };
  let left = await ids();
  const end = performance.now() + OLDER;
  while (left.length > 0) {
    if (performance.now() > end) throw new NotInTime('Transactions that began earlier still run, such as a backup.');
    await delay(PAUSE);
    const now = new Set(await ids());
    left = left.filter((id) => now.has(id));
  }
}

/** Longest wait, in milliseconds, for the copy to reach the mark while writes continue. */
const ARRIVE = 30_000;

/**
 * Compares both copies as of one moment. Writes are held only for a mark and a snapshot of the
 * current cell. The copy stops at a lock after that mark until its snapshot is taken too.
 */
function compareAtOneMoment(gated: DatabasePool, held: Db, copies: Copies, move: MoveId): Promise<Compared[]> {
  const { source, target } = copies;
  return withSession(gated, async (gate) => {
    await follow(source, target, move);
    await gate.query(`begin; set local idle_in_transaction_session_timeout = ${ARRIVE + GIVEN_UP}`);
    await gate.query(`lock table ${move.schema}.move_marks in share mode`);
    await holding(held, move, async () => {
      await mark(source, move);
      await snapshot(source);
    });
    await until(ARRIVE, async () => {
      const { rows } = await target.query(
        `select from pg_locks l join pg_stat_subscription s on s.pid = l.pid
         where s.subname = $1 and l.relation = $2::regclass and not l.granted`,
        [nameOf(move), `${move.schema}.move_marks`],
      );
      return rows.length > 0;
    });
    await snapshot(target);
    await gate.query('commit');
    const compared = await compareCopies(copies);
    await Promise.all([source, target].map((db) => db.query('commit')));
    return compared;
  });
}

async function snapshot(db: Db): Promise<void> {
  await db.query('begin isolation level repeatable read, read only');
  // The snapshot is taken by the first statement that reads.
  await db.query('select count(*) from pg_class');
}

/** Cell of the merchant according to this move's row; undefined if there is none. */
export async function livesIn(pool: DatabasePool, { companyId, moveId, schema }: MoveId): Promise<number | undefined> {
  const { rows } = await pool.query<{ livesIn: number }>(
    `select lives_in as "livesIn" from ${schema}.residences where merchant_id = $1 and move_id = $2`,
    [companyId, moveId],
  );
  return rows[0]?.livesIn;
}

export async function settle(pool: DatabasePool, { companyId, moveId, schema }: MoveId, cell: number): Promise<void> {
  await pool.query(
    `insert into ${schema}.residences (merchant_id, lives_in, move_id) values ($1, $2, $3)
     on conflict (merchant_id) do update set lives_in = excluded.lives_in, move_id = excluded.move_id`,
    [companyId, cell, moveId],
  );
}

/**
 * Removes a merchant's row if it names this cell, waiting for a switch that is still committing,
 * and removes the marks of its moves.
 */
export const forget = (pool: DatabasePool, { companyId, schema }: MoveId, cell: number): Promise<void> =>
  transaction(pool, async (client) => {
    await client.query(`delete from ${schema}.residences where merchant_id = $1 and lives_in = $2`, [companyId, cell]);
    await client.query(`delete from ${schema}.move_marks where merchant_id = $1`, [companyId]);
  });

/** Deletes a cell's copy of a merchant that, by the control plane, lives in another cell and is not moving. */
export const removeLeftCopy = (pool: DatabasePool, merchant: Omit<MoveId, 'moveId'>): Promise<void> =>
  transaction(pool, async (client) => {
    await client.query('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0');
    await deleteMerchant(client, merchant);
  });

/** Deletes a cell's copy of a merchant that lives in another cell. Throws if it lives here. */
export const removeCopy = (pool: DatabasePool, move: MoveId, cell: number): Promise<void> =>
  transaction(pool, async (client) => {
    await client.query('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0');
    await client.query(HOLD, [move.companyId]);
    const { rows } = await client.query<{ elsewhere: boolean }>(
      `select lives_in <> $2 as elsewhere from ${move.schema}.residences where merchant_id = $1`,
      [move.companyId, cell],
    );
    if (!rows[0]?.elsewhere) throw new Error(`The merchant ${move.companyId} lives in this cell.`);
    await deleteMerchant(client, move);
  });

/** Waits for reads that began in the old cell before the switch, and ends snapshots of it. */
export async function endReads(db: Db, { companyId, schema }: MoveId): Promise<void> {
  await db.query(END_SNAPSHOTS, [`${schema}.residences`, companyId]);
  await olderTransactions(db, { companyId, schema }, EARLIER_READS_AND_WRITES);
}

/**
 * Rejects all later writes of an erased merchant and waits for running ones, because a transaction
 * that began earlier may not have seen the row. Throws NotInTime if one takes too long. Ends streams of its records.
 */
export async function endWrites(pool: DatabasePool, { companyId, schema }: Omit<MoveId, 'moveId'>): Promise<void> {
  await settle(pool, { companyId, schema, moveId: 0 }, NOWHERE);
  await pool.query(END_SNAPSHOTS, [`${schema}.residences`, companyId]);
  const db: Db = { query: (text, values) => pool.query(text, values && [...values]) };
  await olderTransactions(db, { companyId, schema }, EARLIER_WRITES);
}
