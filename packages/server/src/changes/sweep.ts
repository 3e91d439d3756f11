import { LOCK_LOG } from '../database/changes/append.ts';
import type { DatabasePool } from '../database/pool.ts';
import { transaction } from '../database/transaction.ts';
import { toTimestamp } from '../process/clock.ts';
import { inSchemaOf, type Region } from '../process/region.ts';

/** Milliseconds for which changes are kept. */
export const CHANGES_LIFETIME = 30 * 24 * 60 * 60 * 1000;

/** Most rows deleted while the merchant's lock is held, for which its writes wait. */
const BATCH = 500;

/** Merchants whose first row is old, found with one look at the index for each. */
const EXPIRED = `
  with recursive firsts as (
    (select company_id, at from region.changes order by company_id, position limit 1)
    union all
    select next.* from firsts f cross join lateral (
      select company_id, at from region.changes c where c.company_id > f.company_id order by company_id, position limit 1) next
  )
  select company_id as "companyId" from firsts where at <= $1
    and not exists (select from region.residences where merchant_id = company_id)`;

/** Acts as the merchant's own writes do. */
const OPEN = `
  select set_config('role', 'tillgate_tenant', true), set_config('tillgate.company_id', $1::bigint::text, true),
    exists (select from region.residences where merchant_id = $1) as moves`;

/** Deletes up to the first row that is young, so that what is left has no gap. */
const SWEEP = `
  with oldest as (
    select position, at from region.changes where company_id = $1 order by position limit ${BATCH}
  ), gone as (
    delete from region.changes where company_id = $1 and position in (
      select position from (select position, bool_and(at <= $2) over (order by position) as old from oldest) o where old)
    returning position, mark
  ), floor as (
    insert into region.change_floors (company_id, position, mark)
    select $1, position, mark from gone order by position desc limit 1
    on conflict (company_id) do update set position = excluded.position, mark = excluded.mark
  ) select count(*) as gone from gone`;

/** Deletes changes older than 30 days. Keeps those of a moving merchant, because its copies are compared. */
export async function sweepChanges(pool: DatabasePool, region: Region, now: number): Promise<void> {
  const before = toTimestamp(now - CHANGES_LIFETIME);
  const { rows } = await pool.query<{ companyId: number }>(inSchemaOf(region, EXPIRED), [before]);
  for (const { companyId } of rows) while ((await sweepBatch(pool, region, companyId, before)) === BATCH);
}

/** Returns how many rows it deleted. */
const sweepBatch = (pool: DatabasePool, region: Region, companyId: number, before: string): Promise<number> =>
  transaction(pool, async (client) => {
    const { rows } = await client.query<{ moves: boolean }>(inSchemaOf(region, OPEN), [companyId]);
    if (rows[0]?.moves) return 0;
    await client.query(LOCK_LOG.text, [companyId]);
    const swept = await client.query<{ gone: number }>(inSchemaOf(region, SWEEP), [companyId, before]);
    return swept.rows[0]?.gone ?? 0;
  });
