import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { requireAccess, withoutLimits } from '../../src/storage/access.ts';
import type { Databases } from '../../src/storage/database.ts';
import { LAST_BEFORE_BASELINE } from '../../src/storage/known-migrations.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

/** True if the repository contains the migrations before the baseline. A shallow clone lacks them. */
export const hasMigrationsBeforeBaseline = (): boolean =>
  spawnSync('git', ['cat-file', '-e', `${LAST_BEFORE_BASELINE}^{commit}`], { cwd: ROOT }).status === 0;

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 26, stdio: ['ignore', 'pipe', 'inherit'] });

/** Recreates a schema from the migrations before the baseline, up to number `last`, with rows from that time. */
export async function goBeforeBaseline(
  databases: Databases,
  schema: string,
  { last = Number.POSITIVE_INFINITY, rows = '' } = {},
): Promise<void> {
  const folder = `packages/server/src/storage/migrations/${schema === 'control' ? 'control' : 'region'}/`;
  const files = git('ls-tree', '--name-only', LAST_BEFORE_BASELINE, folder).trim().split('\n').sort();
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
      const sql = git('show', `${LAST_BEFORE_BASELINE}:${file}`);
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
