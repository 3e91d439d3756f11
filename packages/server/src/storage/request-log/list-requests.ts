import { toTimestamp } from '../../clock.ts';
import type { DatabasePool } from '../pool.ts';
import { type Region, schemaOf } from '../region.ts';
import type { Asked, Regions } from '../regions.ts';
import { LOG_LIFETIME_DAYS, type LoggedRequest, MOST_LOGGED } from './logged-request.ts';

const LATEST = `
  select requests from (
    select requests, last_id, sum(size) over (order by last_id desc, id desc) - size as newer
    from region.request_batches where app_id = $1 and last_at > $2) b
  where newer < ${MOST_LOGGED}`;

/** The latest requests of an app, newest first, with the cells that could not be asked. */
export async function latestRequests(
  regions: Regions,
  appId: number,
  now: number,
): Promise<{ requests: LoggedRequest[]; unavailable: Asked<unknown>['unavailable'] }> {
  const since = toTimestamp(now - LOG_LIFETIME_DAYS * 24 * 60 * 60 * 1000);
  const { answers, unavailable } = await regions.ask((pool, region) => latestOf(pool, region, [appId, since]));
  const requests = answers.flat().sort((a, b) => b.id - a.id);
  return { requests: requests.slice(0, MOST_LOGGED), unavailable };
}

async function latestOf(pool: DatabasePool, region: Region, values: unknown[]): Promise<LoggedRequest[]> {
  const { rows } = await pool.query<{ requests: LoggedRequest[] }>(
    LATEST.replaceAll('region.', `${schemaOf(region)}.`),
    values,
  );
  return rows.flatMap(({ requests }) => requests);
}
