import { LOCK_LOG } from '../database/change-log.ts';
import { Unavailable } from '../database/failures.ts';
import type { DatabasePool } from '../database/pool.ts';
import { statement } from '../database/statement.ts';
import type { TenantStore } from '../database/tenant.ts';
import { transaction } from '../database/transaction.ts';
import { inSchemaOf, type Region } from '../process/region.ts';
import { toTimestamp } from '../process/time.ts';

const GONE = {
  expired: 'is older than the changes that are kept',
  restored: "is from before the merchant's data was restored to an earlier state",
  view_grown: 'was issued when the credential or the parameters selected less than now',
};

export type GoneReason = keyof typeof GONE;

/** A cursor after which changes are missing. */
export class ChangesGone extends Error {
  override name = 'ChangesGone';
  readonly reason: GoneReason;

  constructor(reason: GoneReason) {
    super(`${GONE[reason]}; read the lists again and follow from there`);
    this.reason = reason;
  }
}

export interface LogPosition {
  readonly position: number;
  /** Mark of the row at the position: after a restore, the position may have another row. */
  readonly mark: number;
  /** Number of the row's entries before the place; null for all of them. */
  readonly entries: number | null;
}

/** Position and mark of the last row, or of the floor, as a JSON array; null for a log that never had a row. */
export const LATEST = `coalesce(
    (select json_build_array(position, mark) from region.changes where company_id = $1 order by position desc limit 1),
    (select json_build_array(position, mark) from region.change_floors where company_id = $1))`;

/** True if the merchant has changes that its log lacks (schema/triggers/unlogged_writes.sql). */
export const IS_INCOMPLETE = 'exists (select from region.unlogged_writes where company_id = $1)';

const READ_LATEST = statement('changes.latest', `select ${LATEST} as latest, ${IS_INCOMPLETE} as incomplete`);

export type Mark = readonly [position: number, mark: number];

/** The place after a row; without a row, the start of the log. A log that lacks earlier changes has a floor. */
export function endOf(latest: Mark | null): LogPosition {
  const [position, mark] = latest ?? [0, 0];
  return { position, mark, entries: null };
}

const FIND_MARK = statement(
  'changes.mark',
  `select (select mark from region.changes where company_id = $1 and position = $2::bigint) as mark,
     (select json_build_array(position, mark) from region.change_floors where company_id = $1) as floor`,
);

/** True if a restore has removed a row that was read earlier. `after` is a place in the log. */
export async function isCutOff(tenant: TenantStore, read: Mark, after: LogPosition): Promise<boolean> {
  const [position, mark] = read;
  if (position === after.position) return mark !== after.mark;
  const row = await tenant.find<{ mark: number | null; floor: Mark | null }>(FIND_MARK, [position]);
  const [floor, markOfFloor] = row?.floor ?? [0, 0];
  // Reading after the place reports the deleted rows.
  if (position < floor) return false;
  return mark !== (position === floor ? markOfFloor : row?.mark);
}

/** The current end of the log. Throws an Unavailable if the log lacks changes. */
export async function readEnd(tenant: TenantStore): Promise<LogPosition> {
  const row = await tenant.find<{ latest: Mark | null; incomplete: boolean }>(READ_LATEST, []);
  if (row?.incomplete) throw new Unavailable('upgrading');
  return endOf(row?.latest ?? null);
}

export const CHANGES_LIFETIME = 30 * 24 * 60 * 60 * 1000;

/** Most rows deleted at a time, since the merchant's writes wait for its lock. */
const BATCH = 500;

/** Merchants whose first row is old, found with one index lookup each. */
const EXPIRED = `
  with recursive firsts as (
    (select company_id, at from region.changes order by company_id, position limit 1)
    union all
    select next.* from firsts f cross join lateral (
      select company_id, at from region.changes c where c.company_id > f.company_id order by company_id, position limit 1) next
  )
  select company_id as "companyId" from firsts where at <= $1
    and not exists (select from region.residences where merchant_id = company_id)`;

/** Takes the role of the merchant's own writes. */
const OPEN = `
  select set_config('role', 'tillgate_tenant', true), set_config('tillgate.company_id', $1::bigint::text, true),
    exists (select from region.residences where merchant_id = $1) as moves`;

/** Deletes old rows up to the first young one, so that the rest has no gap. */
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

const sweepBatch = (pool: DatabasePool, region: Region, companyId: number, before: string): Promise<number> =>
  transaction(pool, async (client) => {
    const { rows } = await client.query<{ moves: boolean }>(inSchemaOf(region, OPEN), [companyId]);
    if (rows[0]?.moves) return 0;
    await client.query(LOCK_LOG.text, [companyId]);
    const swept = await client.query<{ gone: number }>(inSchemaOf(region, SWEEP), [companyId, before]);
    return swept.rows[0]?.gone ?? 0;
  });
