import type { DatabasePool } from '../../database/pool.ts';
import { toTimestamp } from '../../process/clock.ts';
import { inSchemaOf, type Region } from '../../process/region.ts';
import { dueBy } from './cursors.ts';

/** How far an endpoint has come with a merchant, as seen in its cell. Instants are milliseconds since 1970. */
export interface Progress {
  readonly endpointId: number;
  readonly companyId: number;
  /** Position of the last transaction that the endpoint has accepted. */
  readonly position: number;
  /** Transactions of the log after those that the endpoint has accepted. The app may not see all of them. */
  readonly behind: number;
  /** Instant of the first of them. */
  readonly behindSince: number | null;
  readonly resync: string | null;
  readonly failures: number;
  readonly failingSince: number | null;
  readonly failedAt: number | null;
  readonly dueAt: number | null;
  readonly isLeased: boolean;
}

const milliseconds = (column: string): string => `(extract(epoch from ${column}) * 1000)::bigint`;

const PROGRESS = `
  select c.endpoint_id as "endpointId", c.company_id as "companyId", c.position,
    coalesce(last.position - c.position + case when c.entries is null then 0 else 1 end, 0) as behind,
    ${milliseconds(`(select at from region.changes n where n.company_id = c.company_id and
      n.position >= c.position + case when c.entries is null then 1 else 0 end order by position limit 1)`)} as "behindSince",
    c.resync, c.failures, ${milliseconds('c.failing_since')} as "failingSince", ${milliseconds('c.failed_at')} as "failedAt",
    ${milliseconds('c.due_at')} as "dueAt", c.lease is not null as "isLeased"
  from unnest($1::bigint[], $2::bigint[]) asked (endpoint_id, company_id) join region.webhook_cursors c using (endpoint_id, company_id)
  cross join lateral (select coalesce(
    (select position from region.changes n where n.company_id = c.company_id order by position desc limit 1),
    (select position from region.change_floors f where f.company_id = c.company_id)) as position) last`;

/** An endpoint and one of its merchants. */
export interface Pair {
  readonly endpointId: number;
  readonly companyId: number;
}

/** Progress of the pairs that have begun, of merchants in one cell. */
export async function progressOf(pool: DatabasePool, region: Region, pairs: readonly Pair[]): Promise<Progress[]> {
  const { rows } = await pool.query<Progress>(inSchemaOf(region, PROGRESS), [
    pairs.map(({ endpointId }) => endpointId),
    pairs.map(({ companyId }) => companyId),
  ]);
  return rows;
}

/** Deletes what a cell stores of an endpoint. Leaves merchants that move, because their copies are compared. */
export async function forgetEndpoint(pool: DatabasePool, region: Region, endpointId: number): Promise<void> {
  for (const table of ['webhook_attempts', 'webhook_cursors']) {
    await pool.query(
      inSchemaOf(
        region,
        `delete from region.${table} where endpoint_id = $1
         and not exists (select from region.residences where merchant_id = company_id)`,
      ),
      [endpointId],
    );
  }
}

/** Most cursors that one look takes. */
const MOST_DUE = 500;

const DUE = `
  select endpoint_id as "endpointId", company_id as "companyId" from region.webhook_cursors
  where ${dueBy('$1')} and endpoint_id <> all($2::bigint[]) order by due_at limit ${MOST_DUE}`;

/** Cursors of a cell whose next attempt is due, but for endpoints whose turn is still to come: they may be many. */
export async function duePairs(
  pool: DatabasePool,
  region: Region,
  { now, except }: { readonly now: number; readonly except: readonly number[] },
): Promise<Pair[]> {
  const { rows } = await pool.query<Pair>(inSchemaOf(region, DUE), [toTimestamp(now), except]);
  return rows;
}
