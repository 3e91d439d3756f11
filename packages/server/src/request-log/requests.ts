import type { PoolClient } from 'pg';
import type { DatabasePool } from '../database/pool.ts';
import type { Regions } from '../database/regions.ts';
import { withConnection } from '../database/transaction.ts';
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
  type NumberedRequest,
  type RequestName,
  toLogged,
} from './logged-request.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Consecutive requests of one app that are counted together. */
type Run = [NumberedRequest, ...NumberedRequest[]];

/** Groups consecutive similar requests. Looking up the counts of each would cost more than everything else. */
function runsOf(requests: readonly NumberedRequest[]): Run[] {
  const runs: Run[] = [];
  for (const ofApp of Map.groupBy(requests, ({ appId }) => appId).values()) {
    let run: Run | undefined;
    for (const request of ofApp) {
      if (run && isAlike(run[0], request)) run.push(request);
      else {
        run = [request];
        runs.push(run);
      }
    }
  }
  return runs;
}

const isAlike = (one: NumberedRequest, other: NumberedRequest): boolean =>
  one.operation === other.operation &&
  one.status === other.status &&
  one.code === other.code &&
  one.merchant?.companyId === other.merchant?.companyId &&
  Math.floor(one.at / MINUTE) === Math.floor(other.at / MINUTE);

/** Rows of `request_batches`, one for an app. Its requests without proof have a separate row. */
function batchesOf(requests: readonly NumberedRequest[]): object[] {
  // Ids are positive, so a negative one marks an app's requests without proof.
  const byApp = Map.groupBy(requests, ({ appId, unproved }) => (unproved ? -appId : appId));
  const timestampOf = timestamps();
  return [...byApp].map(([key, all]) => {
    const unproved = key < 0;
    const kept = all
      .slice(unproved ? -MOST_UNPROVED : -MOST_LOGGED)
      .map((request) => toLogged(request, timestampOf(request.at)));
    const last = kept.at(-1) as LoggedRequest;
    return { appId: Math.abs(key), unproved, lastId: last.id, lastAt: last.at, size: kept.length, requests: kept };
  });
}

/** A faster `toTimestamp` for instants close together. Formats each second only once. */
function timestamps(): (at: number) => string {
  let [second, prefix] = [Number.NaN, ''];
  return (at) => {
    const rest = at % 1000;
    if (at - rest !== second) [second, prefix] = [at - rest, toTimestamp(at).slice(0, -4)];
    return `${prefix}${String(rest).padStart(3, '0')}Z`;
  };
}

/** Rows of `usage_minutes`. */
function minutesOf(runs: readonly Run[]): object[] {
  const counts = new Map<string, { requests: number; counted: number; milliseconds: number }>();
  for (const run of runs) {
    const { appId, at, merchant, operation, status, code } = run[0];
    const minute = Math.floor(at / MINUTE);
    const merchantId = merchant?.companyId ?? 0;
    const key = `${appId} ${minute} ${merchantId} ${operation} ${status} ${code}`;
    let count = counts.get(key);
    if (!count) {
      const columns = { appId, merchantId, minute: toTimestamp(minute * MINUTE), operation, status, code: code ?? '' };
      count = { ...columns, requests: 0, counted: 0, milliseconds: 0 };
      counts.set(key, count);
    }
    for (const { counted, milliseconds } of run) {
      count.requests += 1;
      count.counted += Number(counted);
      count.milliseconds += milliseconds;
    }
  }
  return inOrderOfKeys(counts);
}

/** Pseudo-name that counts the successful requests whose names are known. */
export const NAMES_KNOWN: RequestName = { in: 'request', name: '' };

/** Rows of `usage_names`: counts of parameters and properties. */
function namesOf(runs: readonly Run[]): object[] {
  const counts = new Map<string, { requests: number; readonly [column: string]: unknown }>();
  for (const run of runs) {
    const { appId, at, operation } = run[0];
    const day = Math.floor(at / DAY);
    // Counts by object first. Names from a gateway are new objects in every request.
    const ofRun = new Map<RequestName, number>();
    const add = (name: RequestName) => ofRun.set(name, (ofRun.get(name) ?? 0) + 1);
    for (const { names, status } of run) {
      if (names && status < 400) add(NAMES_KNOWN);
      for (const name of names ?? []) add(name);
    }
    for (const [{ in: part, name }, requests] of ofRun) {
      const key = `${appId} ${day} ${operation} ${part} ${name}`;
      const count = counts.get(key);
      if (count) count.requests += requests;
      else counts.set(key, { appId, day: toTimestamp(day * DAY).slice(0, 10), operation, part, name, requests });
    }
  }
  return inOrderOfKeys(counts);
}

/** All processes write rows in the same order, and therefore lock them in the same order. */
const inOrderOfKeys = (counts: ReadonlyMap<string, object>): object[] =>
  [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, count]) => count);

/** A single statement takes one round trip and one transaction. */
const WRITE = `
  with written as (
    insert into region.request_batches (app_id, unproved, last_id, last_at, size, requests)
    select "appId", unproved, "lastId", "lastAt", size, requests
    from json_to_recordset($1) as r ("appId" bigint, unproved boolean, "lastId" bigint, "lastAt" timestamptz,
      size integer, requests json)),
  named as (
    insert into region.usage_names as n (app_id, day, operation, part, name, requests)
    select "appId", day, operation, part, name, requests
    from json_to_recordset($3) as r ("appId" bigint, day date, operation text, part text, name text, requests bigint)
    on conflict (app_id, day, operation, part, name) do update set requests = n.requests + excluded.requests)
  insert into region.usage_minutes as u
    (app_id, merchant_id, minute, operation, status, code, requests, counted, milliseconds)
  select "appId", "merchantId", minute, operation, status, code, requests, counted, milliseconds
  from json_to_recordset($2) as r ("appId" bigint, "merchantId" bigint, minute timestamptz, operation text,
    status smallint, code text, requests integer, counted integer, milliseconds double precision)
  on conflict (app_id, minute, merchant_id, operation, status, code) do update set
    requests = u.requests + excluded.requests, counted = u.counted + excluded.counted,
    milliseconds = u.milliseconds + excluded.milliseconds`;

/** Writes requests of one region and their counts, on a connection that, like any write, requires free disk space. */
export const writeRequests = (
  pool: DatabasePool,
  region: Region,
  requests: readonly NumberedRequest[],
): Promise<unknown> =>
  withConnection(pool, async (client) => {
    const runs = runsOf(requests);
    await client.query({
      name: `request-log.write@${region}`,
      text: inSchemaOf(region, WRITE),
      values: [batchesOf(requests), minutesOf(runs), namesOf(runs)].map((rows) => JSON.stringify(rows)),
    });
    await writeBodies(client, region, requests);
  });

/** Number of an app's requests whose bodies are kept in a cell. */
const MOST_BODIES = 200;

const WRITE_BODIES = `
  insert into region.request_bodies (app_id, merchant_id, request_id, correlation_id, at, request, response)
  select "appId", "merchantId", "requestId", "correlationId", at, request, response
  from json_to_recordset($1) as r ("appId" bigint, "merchantId" bigint, "requestId" bigint, "correlationId" text,
    at timestamptz, request text, response text)`;

const TRIM_BODIES = `
  delete from region.request_bodies where id in (
    select id from (
      select id, row_number() over (partition by app_id order by request_id desc, id desc) as place
      from region.request_bodies where app_id = any($1)) b
    where place > ${MOST_BODIES})`;

/** Writes the bodies of requests whose apps asked for it. Sends no statement if there are none. */
async function writeBodies(client: PoolClient, region: Region, requests: readonly NumberedRequest[]): Promise<void> {
  const withBodies = requests.filter(({ bodies }) => bodies);
  if (withBodies.length === 0) return;
  const byApp = Map.groupBy(withBodies, ({ appId }) => appId);
  const rows = [...byApp.values()]
    .flatMap((some) => some.slice(-MOST_BODIES))
    .map(({ id, appId, merchant, correlationId, at, bodies }) => {
      return { appId, merchantId: merchant?.companyId, requestId: id, correlationId, at: toTimestamp(at), ...bodies };
    });
  await client.query(inSchemaOf(region, WRITE_BODIES), [JSON.stringify(rows)]);
  await client.query(inSchemaOf(region, TRIM_BODIES), [[...byApp.keys()]]);
}

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

/** Sums minutes up into days, in one statement, so that each is moved once even if several processes run it at once. */
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

/** Rolls past minutes up into days, and deletes rows that are too old or too many. */
export async function sweepRequests(pool: DatabasePool, region: Region, now: number): Promise<void> {
  const run = (sql: string, ...values: unknown[]) => pool.query(inSchemaOf(region, sql), values);
  const end = toTimestamp(now - LOG_LIFETIME_DAYS * DAY);
  const endDay = end.slice(0, 10);
  // Minutes are kept for the hour that is shown, plus a margin.
  await run(ROLL_UP, toTimestamp(now - 120 * MINUTE));
  await run('delete from region.usage_days where day < $1', endDay);
  await run('delete from region.usage_names where day < $1', endDay);
  await run('delete from region.request_bodies where at <= $1', toTimestamp(now - BODIES_LIFETIME));
  await run('delete from region.traffic_findings where day < $1', endDay);
  await run('delete from region.traffic_kept where day < $1', endDay);
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
