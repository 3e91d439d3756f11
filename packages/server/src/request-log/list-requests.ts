import type { DatabasePool } from '../database/pool.ts';
import type { Asked, Regions } from '../database/regions.ts';
import { toTimestamp } from '../process/clock.ts';
import { inSchemaOf, type Region } from '../process/region.ts';
import { LOG_LIFETIME_DAYS, type LoggedRequest, MOST_LOGGED, MOST_OF_KIND, MOST_UNPROVED } from './logged-request.ts';

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
