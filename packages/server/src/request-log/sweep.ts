import type { DatabasePool } from '../database/pool.ts';
import { inSchemaOf, type Region } from '../process/region.ts';
import { toTimestamp } from '../process/time.ts';
import { forgetInFindings, sweepFindings } from './findings.ts';
import { LOG_LIFETIME_DAYS, MOST_OF_KIND } from './logged-request.ts';
import { forgetBodies, sweepBodies } from './requests.ts';

/** Milliseconds before minutes are summed up into days: the hour that is shown, plus a margin. */
const MINUTES_KEPT = 2 * 60 * 60 * 1000;

const DAY = 24 * 60 * 60 * 1000;

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
  await run(ROLL_UP, toTimestamp(now - MINUTES_KEPT));
  await run('delete from region.usage_days where day < $1', end.slice(0, 10));
  await run('delete from region.usage_names where day < $1', end.slice(0, 10));
  await sweepBodies(pool, region, now);
  await sweepFindings(pool, region, end);
  await run('delete from region.request_batches where last_at <= $1', end);
  await run(TRIM);
}

/** Removes requests about one merchant from all apps' logs. Their counts stay, because they reveal nothing else. */
export async function forgetRequests(pool: DatabasePool, schema: string, companyId: number): Promise<void> {
  await pool.query(
    `update ${schema}.request_batches b set requests = kept.requests, size = kept.size
     from (select id, coalesce(json_agg(r order by place) filter (where theirs), '[]') as requests,
         count(*) filter (where theirs) as size
       from (select id, r, place, (r->>'companyId')::bigint is distinct from $1 as theirs
         from ${schema}.request_batches, json_array_elements(requests) with ordinality as e (r, place)) each
       group by id having not bool_and(theirs)) kept
     where b.id = kept.id`,
    [companyId],
  );
  await forgetBodies(pool, schema, companyId);
  await forgetInFindings(pool, schema, companyId);
}
