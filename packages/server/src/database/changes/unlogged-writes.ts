import { otherInstances } from '../instances.ts';
import type { DatabasePool } from '../pool.ts';
import { transaction } from '../transaction.ts';
import { LOCK_LOG, newMark, RESTART } from './append.ts';
import { EVERY_RESOURCE } from './signals.ts';

/**
 * First region migration whose processes list in the log all that they write. A release that lists more raises it, here and in
 * `schema/triggers/unlogged_writes.sql`: what older processes write is then noted in `unlogged_writes`.
 */
export const LOGS_SINCE = 120;

/** Schemas of the database that have a log. */
const SCHEMAS = `select relnamespace::regnamespace::text as schema from pg_class where relname = 'unlogged_writes' and relkind = 'r'`;

/** A merchant that moves, or has moved, has its log elsewhere. */
const incompleteLogs = (schema: string): string => `
  select distinct company_id as "companyId" from ${schema}.unlogged_writes
  where not exists (select from ${schema}.residences where merchant_id = company_id)`;

/**
 * Starts the logs anew that lack changes, so that their cursors are gone. Waits until the last process that does not write them
 * has left: before, the readers would begin again and again.
 */
export async function restartIncompleteLogs(pool: DatabasePool): Promise<void> {
  const { rows } = await pool.query<{ schema: string }>(SCHEMAS);
  for (const { schema } of rows) {
    const noted = await pool.query(`select from ${schema}.unlogged_writes limit 1`);
    if (noted.rows.length === 0) continue;
    if ((await otherInstances(pool)).some(({ knows }) => (knows?.region ?? 0) < LOGS_SINCE)) return;
    const incomplete = await pool.query<{ companyId: number }>(incompleteLogs(schema));
    for (const { companyId } of incomplete.rows) await restartLog(pool, schema, companyId);
  }
}

async function restartLog(pool: DatabasePool, schema: string, companyId: number): Promise<void> {
  const isRestarted = await transaction(pool, async (client) => {
    await client.query(
      `select set_config('role', 'tillgate_tenant', true), set_config('tillgate.company_id', $1::bigint::text, true)`,
      [companyId],
    );
    await client.query(LOCK_LOG.text, [companyId]);
    const noted = await client.query(`delete from ${schema}.unlogged_writes where company_id = $1`, [companyId]);
    if (noted.rowCount === 0) return false;
    await client.query(RESTART.text.replaceAll('region.', `${schema}.`), [companyId, newMark()]);
    return true;
  });
  if (isRestarted) pool.changes.committed({ companyId, resources: EVERY_RESOURCE });
}
