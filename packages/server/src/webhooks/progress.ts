import type { Page, PageRequest } from '../control/page.ts';
import { isUnavailable } from '../database/failures.ts';
import type { DatabasePool } from '../database/pool.ts';
import { inSchemaOf, type Region } from '../process/region.ts';
import { toTimestamp } from '../process/time.ts';
import type { Runtime } from '../runtime.ts';
import { dueBy } from './cursors.ts';
import { merchantsOf, type Reached } from './targets.ts';

/** How far an endpoint has come with a merchant, as seen in its cell. Instants are milliseconds since 1970. */
interface Progress {
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

/** A merchant whose changes are sent to an endpoint. */
export interface EndpointMerchant {
  readonly companyId: number;
  readonly merchant: string;
  /** `unknown` while the merchant's region is unavailable. */
  readonly state: 'current' | 'waiting' | 'failing' | 'unknown';
  /** Writes after those that the endpoint has accepted, including any that the app may not see. */
  readonly behind: number;
  /** Instant of the first of them. */
  readonly behindSince: string | null;
  /** True if the endpoint has to be told to read everything again. */
  readonly resync: boolean;
  readonly failures: number;
  readonly failingSince: string | null;
  readonly nextAttemptAt: string | null;
}

/** Merchants of an endpoint, in the order of their ids. */
export async function listMerchants(
  runtime: Runtime,
  endpointId: number,
  { limit, after }: PageRequest,
): Promise<Page<EndpointMerchant>> {
  const { control } = runtime;
  const found = await merchantsOf(control.pool, endpointId, { after, limit: limit + 1 }, control.clock());
  const page = found.slice(0, limit);
  const progress = await progressOfAll(runtime, page);
  return {
    data: page.map((reached) => merchantIn(reached, progress)),
    next: found.length > limit ? (page.at(-1)?.companyId ?? null) : null,
  };
}

type ProgressByCompany = ReadonlyMap<number, Progress | 'none' | 'unknown'>;

async function progressOfAll({ regions }: Runtime, page: readonly Reached[]): Promise<ProgressByCompany> {
  const progress = new Map<number, Progress | 'none' | 'unknown'>();
  const byCell = Map.groupBy(page, ({ region, cell }) => `${region} ${cell}`);
  for (const merchants of byCell.values()) {
    const [first] = merchants as [Reached];
    try {
      const found = await progressOf(regions.poolOf(first), first.region, merchants);
      for (const { companyId } of merchants) progress.set(companyId, 'none');
      for (const each of found) progress.set(each.companyId, each);
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      for (const { companyId } of merchants) progress.set(companyId, 'unknown');
    }
  }
  return progress;
}

const NOTHING = { behind: 0, behindSince: null, resync: false, failures: 0, failingSince: null, nextAttemptAt: null };

function merchantIn({ companyId, merchant }: Reached, progress: ProgressByCompany): EndpointMerchant {
  const found = progress.get(companyId) ?? 'unknown';
  if (found === 'unknown') return { companyId, merchant, state: 'unknown', ...NOTHING };
  if (found === 'none') return { companyId, merchant, state: 'current', ...NOTHING };
  const { behind, behindSince, resync, failures, failingSince, dueAt } = found;
  return {
    ...{ companyId, merchant, behind, failures, resync: resync !== null },
    state: failures > 0 ? 'failing' : behind > 0 || resync ? 'waiting' : 'current',
    behindSince: textOf(behindSince),
    failingSince: textOf(failingSince),
    nextAttemptAt: textOf(dueAt),
  };
}

const textOf = (instant: number | null): string | null => (instant === null ? null : toTimestamp(instant));
