import type { PoolClient } from 'pg';
import type { Db } from '../access.ts';
import type { DatabasePool } from '../pool.ts';
import { EARLIER_READS_AND_WRITES, EARLIER_WRITES, END_SNAPSHOTS, HOLD, NOWHERE } from '../residence.ts';
import { transaction } from '../transaction.ts';
import { deleteMerchant, type MoveId } from './merchant-tables.ts';
import { olderTransactions } from './switch.ts';

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

/** Deletes a cell's copy of a merchant that, according to the directory, lives in another cell and is not moving. */
export const removeLeftCopy = (pool: DatabasePool, merchant: Omit<MoveId, 'moveId'>): Promise<void> =>
  transaction(pool, async (client) => {
    await client.query('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0');
    await deleteMerchant(client, merchant);
  });

/** Deletes a cell's copy of a merchant that lives in another cell. Throws if it lives here. */
export const removeCopy = (pool: DatabasePool, move: MoveId, cell: number): Promise<void> =>
  transaction(pool, async (client: PoolClient) => {
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
  await pool.query(
    `insert into ${schema}.residences (merchant_id, lives_in, move_id) values ($1, ${NOWHERE}, 0)
     on conflict (merchant_id) do update set lives_in = excluded.lives_in, move_id = excluded.move_id`,
    [companyId],
  );
  await pool.query(END_SNAPSHOTS, [`${schema}.residences`, companyId]);
  const db: Db = { query: (text, values) => pool.query(text, values && [...values]) };
  await olderTransactions(db, { companyId, schema }, EARLIER_WRITES);
}
