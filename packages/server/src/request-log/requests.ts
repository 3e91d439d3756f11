import type { DatabasePool } from '../database/pool.ts';
import type { Regions } from '../database/regions.ts';
import { inSchemaOf, type Region } from '../process/region.ts';
import { toTimestamp } from '../process/time.ts';
import {
  BODIES_LIFETIME,
  type KeptBodies,
  LOG_LIFETIME_DAYS,
  type LoggedRequest,
  MOST_LOGGED,
  MOST_OF_KIND,
  MOST_UNPROVED,
} from './logged-request.ts';

const DAY = 24 * 60 * 60 * 1000;

const LATEST = `
  select requests, unproved from (
    select requests, unproved, sum(size) over (partition by unproved order by last_id desc, id desc) - size as newer
    from region.request_batches where app_id = $1 and last_at > $2) b
  where newer < ${MOST_OF_KIND}`;

/** The latest requests of an app in all regions, newest first. */
export async function latestRequests(regions: Regions, appId: number, now: number) {
  const since = toTimestamp(now - LOG_LIFETIME_DAYS * DAY);
  const { rows, unavailable } = await regions.query<{
    readonly requests: readonly LoggedRequest[];
    readonly unproved: boolean;
  }>(LATEST, [appId, since]);
  const newest = (isUnproved: boolean, most: number): LoggedRequest[] =>
    rows
      .filter(({ unproved }) => unproved === isUnproved)
      .flatMap(({ requests }) => requests)
      .sort((a, b) => b.id - a.id)
      .slice(0, most);
  const requests = [...newest(false, MOST_LOGGED), ...newest(true, MOST_UNPROVED)].sort((a, b) => b.id - a.id);
  return { requests, unavailable };
}

/** The bodies of a request in the log. */
export interface LoggedBodies extends KeptBodies {
  readonly requestId: number;
}

const BODIES = `
  select request_id as "requestId", request, response from region.request_bodies
  where app_id = $1 and correlation_id = $2 and at > $3 order by request_id desc`;

export async function bodiesOf(regions: Regions, appId: number, correlationId: string, now: number) {
  const values = [appId, correlationId, toTimestamp(now - BODIES_LIFETIME)];
  const { rows, unavailable } = await regions.query<LoggedBodies>(BODIES, values);
  return { data: rows, unavailable };
}

/** Milliseconds before minutes are summed up into days: the hour that is shown, plus a margin. */
const MINUTES_KEPT = 2 * 60 * 60 * 1000;

/** A single statement, so that each minute is moved once even if several processes run it at the same time. */
const ROLL_UP = `
  with over as (delete from region.usage_minutes where minute < $1 returning *)
  insert into region.usage_days as u (app_id, merchant_id, day, operation, status, code, requests, counted, milliseconds)
  select app_id, merchant_id, (minute at time zone 'UTC')::date, operation, status, code,
    sum(requests), sum(counted), sum(milliseconds)
  from over group by 1, 2, 3, 4, 5, 6 order by 1, 3, 2, 4, 5, 6
  on conflict (app_id, day, merchant_id, operation, status, code) do update set
    requests = u.requests + excluded.requests, counted = u.counted + excluded.counted,
    milliseconds = u.milliseconds + excluded.milliseconds`;

/** Deletes batches older than the requests to keep. */
const TRIM = `
  delete from region.request_batches where id in (
    select id from (
      select id, unproved,
        sum(size) over (partition by app_id, unproved order by last_id desc, id desc) - size as newer
      from region.request_batches) b
    where newer >= ${MOST_OF_KIND})`;

/** Turns past minutes into days, and deletes what is too old or too much. */
export async function sweepRequests(pool: DatabasePool, region: Region, now: number): Promise<void> {
  const run = (sql: string, ...values: unknown[]) => pool.query(inSchemaOf(region, sql), values);
  const end = toTimestamp(now - LOG_LIFETIME_DAYS * DAY);
  const endDay = end.slice(0, 10);
  await run(ROLL_UP, toTimestamp(now - MINUTES_KEPT));
  await run('delete from region.usage_days where day < $1', endDay);
  await run('delete from region.usage_names where day < $1', endDay);
  await run('delete from region.request_bodies where at <= $1', toTimestamp(now - BODIES_LIFETIME));
  await run('delete from region.traffic_findings where day < $1', endDay);
  await run('delete from region.request_batches where last_at <= $1', end);
  await run(TRIM);
}

/** Removes requests about one merchant from all apps' logs. Their counts stay, because they reveal nothing else. */
export async function forgetRequests(pool: DatabasePool, schema: string, companyId: number): Promise<void> {
  const ofMerchant = "(r->>'companyId')::bigint";
  await pool.query(
    `update ${schema}.request_batches b set requests = kept.requests, size = kept.size
     from (select id, coalesce(json_agg(r order by place) filter (where theirs), '[]') as requests,
         count(*) filter (where theirs) as size
       from (select id, r, place, ${ofMerchant} is distinct from $1 as theirs
         from ${schema}.request_batches, json_array_elements(requests) with ordinality as e (r, place)) each
       group by id having not bool_and(theirs)) kept
     where b.id = kept.id`,
    [companyId],
  );
  await pool.query(`delete from ${schema}.request_bodies where merchant_id = $1`, [companyId]);
  await pool.query(
    `update ${schema}.traffic_findings f set requests = (
       select coalesce(json_agg(r order by place) filter (where ${ofMerchant} is distinct from $1), '[]')
       from json_array_elements(f.requests) with ordinality as e (r, place))
     where exists (select from json_array_elements(f.requests) r where ${ofMerchant} = $1)`,
    [companyId],
  );
}
