import type { Page, PageRequest } from '../control/page.ts';
import { isUnavailable } from '../database/failures.ts';
import type { DatabasePool } from '../database/pool.ts';
import type { Regions } from '../database/regions.ts';
import { inSchemaOf, type Region } from '../process/region.ts';
import { toTimestamp } from '../process/time.ts';
import type { Runtime } from '../runtime.ts';
import { dueBy, milliseconds, QUEUED, type Queued } from './cursors.ts';
import { merchantsOf, type Reached } from './targets.ts';

/** Progress of an endpoint with a merchant, as stored in the merchant's cell. */
interface Progress extends Pair, Queued {
  /** Position of the last transaction that the endpoint has accepted. */
  readonly position: number;
  /** Number of transactions in the log that the endpoint has not accepted. The app may not see all of them. */
  readonly behind: number;
  /** Instant of the first such transaction, in milliseconds since 1970. */
  readonly behindSince: number | null;
}

const PROGRESS = `
  select c.endpoint_id as "endpointId", c.company_id as "companyId", c.position,
    coalesce(last.position - c.position + case when c.entries is null then 0 else 1 end, 0) as behind,
    ${milliseconds(`(select at from region.changes n where n.company_id = c.company_id and
      n.position >= c.position + case when c.entries is null then 1 else 0 end order by position limit 1)`)} as "behindSince",
    ${QUEUED}
  from unnest($1::bigint[], $2::bigint[]) asked (endpoint_id, company_id) join region.webhook_cursors c using (endpoint_id, company_id)
  cross join lateral (select coalesce(
    (select position from region.changes n where n.company_id = c.company_id order by position desc limit 1),
    (select position from region.change_floors f where f.company_id = c.company_id)) as position) last`;

export interface Pair {
  readonly endpointId: number;
  readonly companyId: number;
}

interface Found {
  readonly reached: Reached;
  /** Undefined before the first page. */
  readonly progress: Progress | undefined;
  /** False while the merchant's cell is unavailable. */
  readonly isKnown: boolean;
}

/** Finds the progress of endpoints with merchants, cell by cell. */
export async function* progressOf(regions: Regions, merchants: readonly Reached[]): AsyncGenerator<Found> {
  for (const ofCell of Map.groupBy(merchants, ({ region, cell }) => `${region} ${cell}`).values()) {
    const [first] = ofCell as [Reached];
    const pairs = [ofCell.map(({ endpointId }) => endpointId), ofCell.map(({ companyId }) => companyId)];
    const read = async () => regions.poolOf(first).query<Progress>(inSchemaOf(first.region, PROGRESS), pairs);
    const found = await read().catch((error) => {
      if (!isUnavailable(error)) throw error;
    });
    const begun = new Map(found?.rows.map((row) => [row.companyId, row]));
    for (const reached of ofCell)
      yield { reached, progress: begun.get(reached.companyId), isKnown: found !== undefined };
  }
}

/** Deletes an endpoint's cursors and attempts in a cell, except for moving merchants, whose copies are compared. */
export async function forgetEndpoint(pool: DatabasePool, region: Region, endpointId: number): Promise<void> {
  for (const table of ['webhook_attempts', 'webhook_cursors']) {
    const deletion = `delete from region.${table} where endpoint_id = $1
      and not exists (select from region.residences where merchant_id = company_id)`;
    await pool.query(inSchemaOf(region, deletion), [endpointId]);
  }
}

/** Maximum number of due cursors read at once. */
const MOST_DUE = 500;

const DUE = `
  select endpoint_id as "endpointId", company_id as "companyId" from region.webhook_cursors
  where ${dueBy('$1')} and endpoint_id <> all($2::bigint[]) order by due_at limit ${MOST_DUE}`;

/** Due cursors of all cells. Leaves out endpoints that have queued attempts already, as their cursors may be many. */
export const duePairs = async (regions: Regions, now: number, except: readonly number[]): Promise<Pair[]> =>
  (await regions.query<Pair>(DUE, [toTimestamp(now), except])).rows;

/** A merchant whose changes are sent to an endpoint. */
export interface EndpointMerchant extends Pick<Progress, 'companyId' | 'behind' | 'failures'> {
  readonly merchant: string;
  /** `unknown` while the merchant's region is unavailable. */
  readonly state: 'current' | 'waiting' | 'failing' | 'unknown';
  readonly behindSince: string | null;
  /** True if the endpoint must be told to read everything again. */
  readonly resync: boolean;
  readonly failingSince: string | null;
  readonly nextAttemptAt: string | null;
}

/** Merchants of an endpoint, in the order of their ids. */
export async function listMerchants(
  runtime: Runtime,
  endpointId: number,
  { limit, after }: PageRequest,
): Promise<Page<EndpointMerchant>> {
  const { control, regions } = runtime;
  const found = await merchantsOf(control.pool, endpointId, { after, limit: limit + 1 }, control.clock());
  const page = found.slice(0, limit);
  const merchants: EndpointMerchant[] = [];
  for await (const each of progressOf(regions, page)) merchants.push(merchantIn(each));
  return {
    data: merchants.sort((a, b) => a.companyId - b.companyId),
    next: found.length > limit ? (page.at(-1)?.companyId ?? null) : null,
  };
}

const NOTHING = { behind: 0, behindSince: null, resync: false, failures: 0, failingSince: null, nextAttemptAt: null };

function merchantIn({ reached: { companyId, merchant }, progress, isKnown }: Found): EndpointMerchant {
  if (!progress) return { companyId, merchant, state: isKnown ? 'current' : 'unknown', ...NOTHING };
  const { behind, behindSince, resync, failures, failingSince, dueAt } = progress;
  const textOf = (instant: number | null) => (instant === null ? null : toTimestamp(instant));
  return {
    ...{ companyId, merchant, behind, failures, resync: resync !== null },
    state: failures > 0 ? 'failing' : behind > 0 || resync ? 'waiting' : 'current',
    behindSince: textOf(behindSince),
    failingSince: textOf(failingSince),
    nextAttemptAt: textOf(dueAt),
  };
}
