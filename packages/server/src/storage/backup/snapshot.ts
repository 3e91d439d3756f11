import type { PoolClient } from 'pg';
import { type Db, withoutLimits } from '../access.ts';
import type { DatabasePool } from '../pool.ts';
import type { Table } from './tables.ts';

/** Rows that are read at a time. */
const ROWS = 500;

/** Databases as they are at one moment, each read in one transaction. */
export class Snapshots {
  readonly #clients = new Map<DatabasePool, PoolClient>();

  private constructor() {}

  /** Takes the snapshots of all databases before any is read. */
  static async take(pools: Iterable<DatabasePool>): Promise<Snapshots> {
    const snapshots = new Snapshots();
    try {
      for (const pool of new Set(pools)) snapshots.#clients.set(pool, await openSnapshot(pool));
      return snapshots;
    } catch (error) {
      snapshots.release();
      throw error;
    }
  }

  /** The connection on which a database is read. */
  of(pool: DatabasePool): Db {
    const client = this.#clients.get(pool);
    if (!client) throw new Error('No snapshot was taken of this database.');
    return withoutLimits(client);
  }

  release(): void {
    for (const client of this.#clients.values()) client.release(true);
  }
}

async function openSnapshot(pool: DatabasePool): Promise<PoolClient> {
  const client = await pool.connect();
  try {
    await client.query('begin isolation level repeatable read, read only');
    await client.query('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0');
    // The first statement that reads takes the snapshot.
    await client.query('select count(*) from pg_class');
    return client;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** The rows of a table, or those of one merchant, each as the JSON that the database writes, on one line. */
export async function* rowsOf(db: Db, { name, columns }: Table, companyId?: number): AsyncGenerator<string> {
  const only = companyId === undefined ? '' : ` where company_id = ${BigInt(companyId)}`;
  await db.query(
    `declare backup_rows no scroll cursor for
     select row_to_json(r)::text as text from (select ${columns.join(', ')} from ${name}${only}) r`,
  );
  for (;;) {
    const { rows } = await db.query<{ text: string }>(`fetch ${ROWS} from backup_rows`);
    // Documents may have been written with line breaks between their values; in strings they are escaped.
    for (const { text } of rows) yield text.replaceAll('\n', ' ');
    if (rows.length < ROWS) break;
  }
  await db.query('close backup_rows');
}
