import type { PoolClient } from 'pg';
import { type Db, withoutLimits } from '../access.ts';
import type { DatabasePool } from '../pool.ts';

/** A table in a backup, without generated columns, which the database computes again. */
export interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  readonly isForced: boolean;
}

/** Tables of a schema, except the lists of applied migrations and files. */
export async function tablesOf(db: Db, schema: string): Promise<Table[]> {
  const { rows } = await db.query<{ name: string; columns: string[]; isForced: boolean }>(
    `select format('%I.%I', $1::text, c.relname) as name, c.relforcerowsecurity as "isForced",
       array(select format('%I', a.attname) from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns
     from pg_class c
     where c.relnamespace = to_regnamespace($1) and c.relkind = 'r' and c.relname not in ('migrations', 'schema_files') order by c.relname`,
    [schema],
  );
  return rows;
}

export async function sequencesOf(db: Db, schema: string): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    `select format('%I.%I', $1::text, relname) as name from pg_class
     where relnamespace = to_regnamespace($1) and relkind = 'S' order by relname`,
    [schema],
  );
  return rows.map(({ name }) => name);
}

const ROWS = 500;

/** Databases as of one moment, each read in one transaction. */
export class Snapshots {
  readonly #clients = new Map<DatabasePool, PoolClient>();

  private constructor() {}

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
    // The snapshot is taken by the first statement that reads.
    await client.query('select count(*) from pg_class');
    return client;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** Rows of a table, all or for one merchant, each as a line of JSON written by the database. */
export async function* rowsOf(db: Db, { name, columns }: Table, companyId?: number): AsyncGenerator<string> {
  const only = companyId === undefined ? '' : ` where company_id = ${BigInt(companyId)}`;
  await db.query(
    `declare backup_rows no scroll cursor for
     select row_to_json(r)::text as text from (select ${columns.join(', ')} from ${name}${only}) r`,
  );
  for (;;) {
    const { rows } = await db.query<{ text: string }>(`fetch ${ROWS} from backup_rows`);
    // Stored documents may contain line breaks between values; inside strings they are escaped.
    for (const { text } of rows) yield text.replaceAll('\n', ' ');
    if (rows.length < ROWS) break;
  }
  await db.query('close backup_rows');
}
