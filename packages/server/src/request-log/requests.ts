import type { PoolClient } from 'pg';
import type { DatabasePool } from '../database/pool.ts';
import type { Asked, Regions } from '../database/regions.ts';
import { inSchemaOf, type Region } from '../process/region.ts';
import { toTimestamp } from '../process/time.ts';
import {
  type KeptBodies,
  LOG_LIFETIME_DAYS,
  type LoggedRequest,
  MOST_LOGGED,
  MOST_OF_KIND,
  MOST_UNPROVED,
  type NumberedRequest,
} from './logged-request.ts';

const LATEST = `
  select requests, unproved from (
    select requests, unproved, sum(size) over (partition by unproved order by last_id desc, id desc) - size as newer
    from region.request_batches where app_id = $1 and last_at > $2) b
  where newer < ${MOST_OF_KIND}`;

export async function latestRequests(
  regions: Regions,
  appId: number,
  now: number,
): Promise<{ requests: LoggedRequest[]; unavailable: Asked<unknown>['unavailable'] }> {
  const since = toTimestamp(now - LOG_LIFETIME_DAYS * 24 * 60 * 60 * 1000);
  const { answers, unavailable } = await regions.ask((pool, region) => latestOf(pool, region, [appId, since]));
  const batches = answers.flat();
  const own = batches.filter(({ unproved }) => !unproved);
  const others = batches.filter(({ unproved }) => unproved);
  const requests = newest([...newest(requestsOf(own), MOST_LOGGED), ...newest(requestsOf(others), MOST_UNPROVED)]);
  return { requests, unavailable };
}

interface Batch {
  readonly requests: readonly LoggedRequest[];
  readonly unproved: boolean;
}

const requestsOf = (batches: readonly Batch[]): LoggedRequest[] => batches.flatMap(({ requests }) => requests);

const newest = (requests: readonly LoggedRequest[], most?: number): LoggedRequest[] =>
  requests.toSorted((a, b) => b.id - a.id).slice(0, most);

async function latestOf(pool: DatabasePool, region: Region, values: unknown[]): Promise<Batch[]> {
  const { rows } = await pool.query<Batch>(inSchemaOf(region, LATEST), values);
  return rows;
}

/** Milliseconds for which the bodies of a request are kept. */
const LIFETIME = 60 * 60 * 1000;

/** Number of an app's requests whose bodies are kept in a cell. */
const MOST = 200;

const WRITE = `
  insert into region.request_bodies (app_id, merchant_id, request_id, correlation_id, at, request, response)
  select "appId", "merchantId", "requestId", "correlationId", at, request, response
  from json_to_recordset($1) as r ("appId" bigint, "merchantId" bigint, "requestId" bigint, "correlationId" text,
    at timestamptz, request text, response text)`;

const TRIM = `
  delete from region.request_bodies where id in (
    select id from (
      select id, row_number() over (partition by app_id order by request_id desc, id desc) as place
      from region.request_bodies where app_id = any($1)) b
    where place > ${MOST})`;

/** Writes the bodies of requests whose apps asked for it. Without any, there is no statement. */
export async function writeBodies(
  client: PoolClient,
  region: Region,
  requests: readonly NumberedRequest[],
): Promise<void> {
  const byApp = Map.groupBy(
    requests.filter(({ bodies }) => bodies),
    ({ appId }) => appId,
  );
  if (byApp.size === 0) return;
  const rows = [...byApp.values()].flatMap((some) => some.slice(-MOST)).map(rowOf);
  await client.query(inSchemaOf(region, WRITE), [JSON.stringify(rows)]);
  await client.query(inSchemaOf(region, TRIM), [[...byApp.keys()]]);
}

const rowOf = ({ id, appId, merchant, correlationId, at, bodies }: NumberedRequest) => ({
  appId,
  merchantId: merchant?.companyId,
  requestId: id,
  correlationId,
  at: toTimestamp(at),
  ...bodies,
});

/** The bodies of a request in the log. */
export interface LoggedBodies extends KeptBodies {
  readonly requestId: number;
}

const READ = `
  select request_id as "requestId", request, response from region.request_bodies
  where app_id = $1 and correlation_id = $2 and at > $3 order by request_id desc`;

export async function bodiesOf(
  regions: Regions,
  appId: number,
  correlationId: string,
  now: number,
): Promise<{ readonly data: readonly LoggedBodies[]; readonly unavailable: Asked<unknown>['unavailable'] }> {
  const values = [appId, correlationId, toTimestamp(now - LIFETIME)];
  const { answers, unavailable } = await regions.ask(
    async (pool, region) => (await pool.query<LoggedBodies>(inSchemaOf(region, READ), values)).rows,
  );
  return { data: answers.flat(), unavailable };
}

export const sweepBodies = (pool: DatabasePool, region: Region, now: number): Promise<unknown> =>
  pool.query(inSchemaOf(region, 'delete from region.request_bodies where at <= $1'), [toTimestamp(now - LIFETIME)]);

export const forgetBodies = (pool: DatabasePool, schema: string, companyId: number): Promise<unknown> =>
  pool.query(`delete from ${schema}.request_bodies where merchant_id = $1`, [companyId]);
