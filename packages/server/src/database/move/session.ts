import type { PoolClient } from 'pg';
import { type Db, withoutLimits } from '../access.ts';
import { noteDatabase } from '../failures.ts';
import type { DatabasePool } from '../pool.ts';

/** Makes values print the same on all servers. */
const SETTINGS = `set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set timezone = 'UTC';
  set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set bytea_output = 'hex'; set extra_float_digits = 1`;

export interface Cells {
  readonly source: DatabasePool;
  readonly target: DatabasePool;
}

export const withSessions = <T>({ source, target }: Cells, work: (source: Db, target: Db) => Promise<T>): Promise<T> =>
  withSession(source, (from) => withSession(target, (to) => work(from, to)));

/**
 * Runs work on a connection without statement time limits, then closes the connection, which
 * releases everything it holds.
 */
export async function withSession<T>(pool: DatabasePool, work: (db: Db) => Promise<T>): Promise<T> {
  const client: PoolClient = await pool.connect();
  try {
    const { query } = withoutLimits(client);
    // The driver's error for a lost connection does not name its server.
    const db: Db = {
      query: (text, values) => query<never>(text, values).catch((error) => Promise.reject(noteDatabase(error, pool))),
    };
    await db.query(SETTINGS);
    return await work(db);
  } finally {
    client.release(true);
  }
}
