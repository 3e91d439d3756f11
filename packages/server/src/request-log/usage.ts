import type { QueryResultRow } from 'pg';
import { type CellId, cellName } from '../database/cells.ts';
import { Unavailable } from '../database/failures.ts';
import type { Regions } from '../database/regions.ts';
import { instant } from '../database/statement.ts';
import { inSchemaOf } from '../process/region.ts';
import { toTimestamp } from '../process/time.ts';
import { LOG_LIFETIME_DAYS, type RequestName } from './logged-request.ts';
import { NAMES_KNOWN } from './requests.ts';

interface Count {
  readonly at: string;
  readonly operation: string;
  readonly status: number;
  readonly code: string;
  readonly requests: number;
  readonly counted: number;
  readonly milliseconds: number;
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const SUMS = `sum(requests)::bigint as requests, sum(counted)::bigint as counted, sum(milliseconds) as milliseconds`;

const MINUTES = `
  select ${instant('minute')} as at, operation, status, code, ${SUMS}
  from region.usage_minutes where app_id = $1 and minute >= $2 group by 1, 2, 3, 4`;

const DAYS = `
  select at, operation, status, code, ${SUMS} from (
    select day::text as at, operation, status, code, requests, counted, milliseconds
    from region.usage_days where app_id = $1 and day >= $2
    union all
    select (minute at time zone 'UTC')::date::text, operation, status, code, requests, counted, milliseconds
    from region.usage_minutes where app_id = $1 and minute >= $2::date::timestamp at time zone 'UTC') c
  group by 1, 2, 3, 4`;

export type Usage = Awaited<ReturnType<typeof usageOf>>;

/** Requests of an app in the last 60 minutes by minute, and in the last 30 days by day. */
export async function usageOf(regions: Regions, appId: number, now: number) {
  const minutes = stepsTo(now, MINUTE, 60).map(toTimestamp);
  const days = stepsTo(now, DAY, LOG_LIFETIME_DAYS).map((day) => toTimestamp(day).slice(0, 10));
  const { answers, unavailable } = await regions.ask(async (pool, region) => {
    const read = async (sql: string, [first]: readonly string[]) =>
      (await pool.query<Count>(inSchemaOf(region, sql), [appId, first])).rows;
    return [await read(MINUTES, minutes), await read(DAYS, days)] as const;
  });
  const ofMinutes = answers.flatMap(([counts]) => counts);
  const ofDays = answers.flatMap(([, counts]) => counts);
  return { hour: spanOf(ofMinutes, minutes), month: spanOf(ofDays, days), unavailable };
}

/** The starts of the last `count` steps, including the current one. */
const stepsTo = (now: number, step: number, count: number): number[] =>
  Array.from({ length: count }, (_, i) => (Math.floor(now / step) - count + 1 + i) * step);

export type UsageSpan = ReturnType<typeof spanOf>;

/** Requests over a period: in total, by step (`steps` are their starts), by operation and by error code. */
function spanOf(counts: readonly Count[], steps: readonly string[]) {
  const byStep = Map.groupBy(counts, ({ at }) => at);
  const byOperation = Map.groupBy(counts, ({ operation }) => operation);
  const failed = counts.filter(({ code }) => code !== '');
  const byCode = Map.groupBy(failed, ({ code, status }) => `${status} ${code}`);
  const operations = [...byOperation].map(([operation, some]) => {
    const sums = tally(some);
    const averageMilliseconds = Math.round((10 * sum(some, 'milliseconds')) / sums.requests) / 10;
    return { operation, ...sums, averageMilliseconds };
  });
  const codes = [...byCode].map(([key, some]) => {
    const [status = '', code = ''] = key.split(' ');
    return { code, status: Number(status), requests: sum(some, 'requests') };
  });
  return {
    total: tally(counts),
    steps: steps.map((at) => ({ at, ...tally(byStep.get(at) ?? []) })),
    operations: operations.sort((a, b) => b.requests - a.requests),
    codes: codes.sort((a, b) => b.requests - a.requests),
  };
}

const sum = <Field extends 'requests' | 'counted' | 'milliseconds'>(
  counts: readonly Pick<Count, Field>[],
  field: Field,
): number => counts.reduce((total, count) => total + count[field], 0);

export type Tally = Readonly<ReturnType<typeof tally>>;

export function tally(counts: readonly Pick<Count, 'status' | 'requests' | 'counted'>[]) {
  const where = (holds: (status: number) => boolean) =>
    counts.reduce((total, { status, requests }) => (holds(status) ? total + requests : total), 0);
  return {
    requests: sum(counts, 'requests'),
    /** Requests counted against the app's rate limit. */
    counted: sum(counts, 'counted'),
    succeeded: where((status) => status < 400),
    /** Rejected with a 4xx status, except by the rate limit. */
    rejected: where((status) => status >= 400 && status < 500 && status !== 429),
    limited: where((status) => status === 429),
    failed: where((status) => status >= 500),
  };
}

interface OperationCount {
  readonly operation: string;
  readonly appId: number;
  readonly requests: number;
  readonly succeeded: number;
  /** Merchants in these requests; 0 for an operation without a merchant. */
  readonly merchants: number;
  readonly lastDay: string;
}

type NameUsage = RequestName & Pick<OperationCount, 'requests' | 'lastDay'>;
type NameCount = NameUsage & Pick<OperationCount, 'operation' | 'appId'>;

export type OperationUsage = OperationCount & ReturnType<typeof namesUsed>;

const OPERATION_COUNTS = `
  select operation, app_id as "appId", sum(requests)::bigint as requests,
    coalesce(sum(requests) filter (where status < 400), 0)::bigint as succeeded,
    (count(distinct merchant_id) filter (where merchant_id > 0))::int as merchants, max(day)::text as "lastDay"
  from (
    select app_id, operation, merchant_id, status, requests, day from region.usage_days where day >= $1
    union all
    select app_id, operation, merchant_id, status, requests, (minute at time zone 'UTC')::date
    from region.usage_minutes where minute >= $1::date::timestamp at time zone 'UTC') c
  group by 1, 2`;

const NAME_COUNTS = `
  select operation, app_id as "appId", part as "in", name, sum(requests)::bigint as requests, max(day)::text as "lastDay"
  from region.usage_names where day >= $1 group by 1, 2, 3, 4 order by part desc, name collate "C"`;

export const firstDayOfUsage = (now: number): string => toTimestamp(now - (LOG_LIFETIME_DAYS - 1) * DAY).slice(0, 10);

/** Usage of all apps in the last 30 days, by operation and app. */
export async function usageOfOperations(regions: Regions, now: number) {
  const { answers, unavailable } = await regions.ask(async (pool, region) => {
    const read = async <Row extends QueryResultRow>(sql: string): Promise<Row[]> =>
      (await pool.query<Row>(inSchemaOf(region, sql), [firstDayOfUsage(now)])).rows;
    return [await read<OperationCount>(OPERATION_COUNTS), await read<NameCount>(NAME_COUNTS)] as const;
  });
  const keyOf = ({ operation, appId }: OperationCount | NameCount): string => `${operation} ${appId}`;
  const [ofOperations, ofNames] = [answers.flatMap(([counts]) => counts), answers.flatMap(([, counts]) => counts)];
  const names = Map.groupBy(ofNames, keyOf);
  const usage = [...Map.groupBy(ofOperations, keyOf)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, rows]): OperationUsage => ({ ...rows.reduce(addedCount), ...namesUsed(names.get(key) ?? []) }));
  return { usage, unavailable };
}

/** Adds the counts of two cells. Each merchant is in only one of them. */
const addedCount = (one: OperationCount, other: OperationCount): OperationCount => ({
  ...one,
  requests: one.requests + other.requests,
  succeeded: one.succeeded + other.succeeded,
  merchants: one.merchants + other.merchants,
  lastDay: laterOf(one.lastDay, other.lastDay),
});

const laterOf = (one: string, other: string): string => (one > other ? one : other);

/**
 * Adds up the counts of one operation and app over all cells. `known` counts the successful requests whose names are
 * known; if more succeeded, `names` may be incomplete.
 */
function namesUsed(counts: readonly NameCount[]) {
  const names = new Map<string, NameUsage>();
  let known = 0;
  for (const { in: part, name, requests, lastDay } of counts) {
    if (part === NAMES_KNOWN.in) {
      known += requests;
      continue;
    }
    const key = `${part} ${name}`;
    const before = names.get(key) ?? { requests: 0, lastDay };
    const sums = { requests: before.requests + requests, lastDay: laterOf(before.lastDay, lastDay) };
    names.set(key, { in: part, name, ...sums });
  }
  return { known, names: [...names.values()] };
}

export interface MerchantUsage {
  readonly appId: number;
  readonly operation: string;
  readonly succeeded: number;
  readonly rejected: number;
  /** Latest day of such a request, in UTC. */
  readonly lastDay: string;
}

const USAGE = `
  select app_id as "appId", operation, coalesce(sum(requests) filter (where status < 400), 0)::bigint as succeeded,
    coalesce(sum(requests) filter (where status >= 400), 0)::bigint as rejected, max(day)::text as "lastDay"
  from (
    select app_id, operation, status, requests, day from region.usage_days where merchant_id = $1 and day >= $2
    union all
    select app_id, operation, status, requests, (minute at time zone 'UTC')::date
    from region.usage_minutes where merchant_id = $1) c
  group by 1, 2 order by 1, 2`;

/**
 * Requests of apps for a merchant in the last 30 days, including counts left in a cell it moved from. Throws an
 * Unavailable if the merchant's own cell is unavailable; skips other unavailable cells.
 */
export async function usageOfMerchant(
  regions: Regions,
  merchant: CellId & { readonly companyId: number },
  now: number,
): Promise<MerchantUsage[]> {
  const since = toTimestamp(now - LOG_LIFETIME_DAYS * DAY).slice(0, 10);
  const values = [merchant.companyId, since];
  const { rows, unavailable } = await regions.query<MerchantUsage>(USAGE, values, merchant.region);
  if (unavailable.includes(cellName(merchant))) throw new Unavailable('unavailable');
  return rows;
}
