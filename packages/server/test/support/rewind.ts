import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { Databases } from '../../src/storage/database.ts';

/** Makes a schema anew as far as its migration number `last`, with rows of that time. */
export async function rewind(databases: Databases, schema: string, last: number, rows: string): Promise<void> {
  const client = await databases.control.connect();
  try {
    await client.query(`begin; drop schema ${schema} cascade; create schema ${schema};
      set local search_path to ${schema}, public;
      create table migrations (version integer primary key, name text, checksum text, applied_at timestamptz)`);
    const kind = schema === 'control' ? 'control' : 'region';
    const folder = new URL(`../../src/storage/migrations/${kind}/`, import.meta.url);
    for (const file of readdirSync(folder).sort()) {
      if (Number(file.slice(0, 4)) > last) break;
      const sql = readFileSync(new URL(file, folder), 'utf8');
      const checksum = createHash('sha256').update(sql).digest('hex');
      await client.query(sql);
      const version = Number(file.slice(0, 4));
      await client.query('insert into migrations (version, checksum) values ($1, $2)', [version, checksum]);
    }
    await client.query(rows);
    await client.query('commit');
  } finally {
    client.release();
  }
}
