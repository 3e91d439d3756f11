import { createHash } from 'node:crypto';
import { requireAccess, withoutLimits } from '../../../src/database/access.ts';
import type { Databases } from '../../../src/database/database.ts';
import { LAST_BEFORE_BASELINE } from '../../../src/database/known-migrations.ts';
import { git } from '../../support/releases.ts';

/** Recreates a schema from the migrations before the baseline, up to number `last`, with rows from that time. */
export async function goBeforeBaseline(
  databases: Databases,
  schema: string,
  { last = Number.POSITIVE_INFINITY, rows = '' } = {},
): Promise<void> {
  const folder = `packages/server/src/storage/migrations/${schema === 'control' ? 'control' : 'region'}/`;
  const files = git('ls-tree', '--name-only', LAST_BEFORE_BASELINE, folder).toString().trim().split('\n').sort();
  const client = await databases.control.connect();
  try {
    await client.query(`begin; drop schema ${schema} cascade; create schema ${schema};
      set local search_path to ${schema}, public;
      create table migrations (
        version integer primary key, name text not null, checksum text not null, applied_at timestamptz not null default now()
      )`);
    for (const file of files) {
      const [, version = '', name] = /(\d{4})_(\w+)\.sql$/.exec(file) ?? [];
      if (Number(version) > last) break;
      const sql = git('show', `${LAST_BEFORE_BASELINE}:${file}`).toString();
      await client.query(sql);
      const checksum = createHash('sha256').update(sql).digest('hex');
      await client.query('insert into migrations (version, name, checksum) values ($1, $2, $3)', [
        Number(version),
        name,
        checksum,
      ]);
    }
    if (schema !== 'control') await requireAccess(withoutLimits(client), databases.control, schema);
    if (rows) await client.query(rows);
    await client.query('commit');
  } finally {
    client.release();
  }
}
