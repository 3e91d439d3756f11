import type { PoolClient } from 'pg';
import { type Db, withoutLimits } from '../access.ts';
import { type Databases, poolsOf } from '../database.ts';
import { KNOWN_MIGRATIONS, type Schema, schemasOf } from '../migrate.ts';
import type { DatabasePool } from '../pool.ts';
import { sequencesOf, type Table, tablesOf } from './tables.ts';

/** Name of the format, the first value of its first line. */
export const FORMAT = 'tillgate backup 1';

/** Rows that are read at a time. */
const ROWS = 500;

/**
 * Lines of a backup of all databases. A line in brackets is a heading: the format with the versions of the schemas, a table
 * with its columns, a sequence with its value, the end with the number of rows. Every other line is a row, as JSON that the
 * database wrote. Each database is read in one snapshot; the snapshots are taken at one moment.
 */
export async function* dump(databases: Databases, program: string): AsyncGenerator<string> {
  const snapshots = new Map<DatabasePool, PoolClient>();
  try {
    for (const pool of poolsOf(databases)) snapshots.set(pool, await openSnapshot(pool));
    yield heading(FORMAT, program, KNOWN_MIGRATIONS);
    let rows = 0;
    for (const schema of schemasOf(databases)) {
      const client = snapshots.get(schema.pool);
      if (!client) continue;
      for await (const line of dumpSchema(withoutLimits(client), schema)) {
        if (!line.startsWith('[')) rows += 1;
        yield line;
      }
    }
    yield heading('end', rows);
  } finally {
    for (const client of snapshots.values()) client.release(true);
  }
}

const heading = (...values: readonly unknown[]): string => JSON.stringify(values);

async function openSnapshot(pool: DatabasePool): Promise<PoolClient> {
  const client = await pool.connect();
  await client.query('begin isolation level repeatable read, read only');
  await client.query('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0');
  // The first statement that reads takes the snapshot.
  await client.query('select count(*) from pg_class');
  return client;
}

async function* dumpSchema(db: Db, { name }: Schema): AsyncGenerator<string> {
  for (const table of await tablesOf(db, name)) {
    yield heading('table', table.name, table.columns);
    yield* rowsOf(db, table);
  }
  for (const sequence of await sequencesOf(db, name)) {
    const { rows } = await db.query<{ value: string; called: boolean }>(
      `select last_value::text as value, is_called as called from ${sequence}`,
    );
    yield heading('sequence', sequence, rows[0]?.value, rows[0]?.called);
  }
}

async function* rowsOf(db: Db, { name, columns }: Table): AsyncGenerator<string> {
  await db.query(
    `declare backup_rows no scroll cursor for
     select row_to_json(r)::text as text from (select ${columns.join(', ')} from ${name}) r`,
  );
  for (;;) {
    const { rows } = await db.query<{ text: string }>(`fetch ${ROWS} from backup_rows`);
    // Documents may have been written with line breaks between their values; in strings they are escaped.
    for (const { text } of rows) yield text.replaceAll('\n', ' ');
    if (rows.length < ROWS) break;
  }
  await db.query('close backup_rows');
}
