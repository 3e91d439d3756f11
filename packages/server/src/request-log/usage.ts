import type { Asked, Regions } from '../database/regions.ts';
import { toTimestamp } from '../process/clock.ts';
import { inSchemaOf } from '../process/region.ts';
import { LOG_LIFETIME_DAYS } from './logged-request.ts';

export interface Tally {
  readonly requests: number;
  /** Requests counted against the app's rate limit. */
  readonly counted: number;
  readonly succeeded: number;
  /** Rejected with a 4xx status, except by the rate limit. */
  readonly rejected: number;
  readonly limited: number;
  readonly failed: number;
}

/** Requests of an app over a period: by step, by operation, and by error code. */
export interface UsageSpan {
  readonly total: Tally;
  readonly steps: readonly (Tally & { readonly at: string })[];
  readonly operations: readonly (Tally & { readonly operation: string; readonly averageMilliseconds: number })[];
  readonly codes: readonly { readonly code: string; readonly status: number; readonly requests: number }[];
}

export interface Usage {
  /** The last 60 minutes; each step is the start of a minute. */
  readonly hour: UsageSpan;
  readonly month: UsageSpan;
  readonly unavailable: Asked<unknown>['unavailable'];
}

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
const MINUTES_SHOWN = 60;

const SUMS = `sum(requests)::bigint as requests, sum(counted)::bigint as counted, sum(milliseconds) as milliseconds`;

const MINUTES = `
  select to_char(minute at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, operation, status, code, ${SUMS}
  from region.usage_minutes where app_id = $1 and minute >= $2 group by 1, 2, 3, 4`;

const DAYS = `
  select at, operation, status, code, ${SUMS} from (
    select day::text as at, operation, status, code, requests, counted, milliseconds
    from region.usage_days where app_id = $1 and day >= $2
    union all
    select (minute at time zone 'UTC')::date::text, operation, status, code, requests, counted, milliseconds
    from region.usage_minutes where app_id = $1 and minute >= $2::date::timestamp at time zone 'UTC') c
  group by 1, 2, 3, 4`;

export async function usageOf(regions: Regions, appId: number, now: number): Promise<Usage> {
  const minutes = stepsTo(now, MINUTE, MINUTES_SHOWN).map(toTimestamp);
  const days = stepsTo(now, DAY, LOG_LIFETIME_DAYS).map((day) => toTimestamp(day).slice(0, 10));
  const { answers, unavailable } = await regions.ask(async (pool, region) => {
    const read = async (sql: string, [first]: readonly string[]) =>
      (await pool.query<Count>(inSchemaOf(region, sql), [appId, first])).rows;
    return [await read(MINUTES, minutes), await read(DAYS, days)] as const;
  });
  return {
    hour: spanOf(
      answers.flatMap(([ofMinutes]) => ofMinutes),
      minutes,
    ),
    month: spanOf(
      answers.flatMap(([, ofDays]) => ofDays),
      days,
    ),
    unavailable,
  };
}

/** The starts of the last `count` steps, including the current one. */
const stepsTo = (now: number, step: number, count: number): number[] =>
  Array.from({ length: count }, (_, i) => (Math.floor(now / step) - count + 1 + i) * step);

function spanOf(counts: readonly Count[], steps: readonly string[]): UsageSpan {
  const byStep = Map.groupBy(counts, ({ at }) => at);
  const byOperation = Map.groupBy(counts, ({ operation }) => operation);
  const byCode = Map.groupBy(
    counts.filter(({ code }) => code !== ''),
    ({ code, status }) => `${status} ${code}`,
  );
  return {
    total: tally(counts),
    steps: steps.map((at) => ({ at, ...tally(byStep.get(at) ?? []) })),
    operations: byRequests([...byOperation].map(([operation, some]) => ({ operation, ...averaged(some) }))),
    codes: byRequests(
      [...byCode].map(([key, some]) => {
        const [status = '', code = ''] = key.split(' ');
        return { code, status: Number(status), requests: tally(some).requests };
      }),
    ),
  };
}

const byRequests = <T extends { readonly requests: number }>(rows: T[]): T[] =>
  rows.sort((a, b) => b.requests - a.requests);

function averaged(counts: readonly Count[]) {
  const sums = tally(counts);
  return { ...sums, averageMilliseconds: Math.round((10 * sum(counts, 'milliseconds')) / sums.requests) / 10 };
}

const sum = (counts: readonly Count[], field: 'requests' | 'counted' | 'milliseconds'): number =>
  counts.reduce((total, count) => total + count[field], 0);

const TOO_MANY_REQUESTS = 429;

function tally(counts: readonly Count[]): Tally {
  const where = (holds: (status: number) => boolean) =>
    sum(
      counts.filter(({ status }) => holds(status)),
      'requests',
    );
  return {
    requests: sum(counts, 'requests'),
    counted: sum(counts, 'counted'),
    succeeded: where((status) => status < 400),
    rejected: where((status) => status >= 400 && status < 500 && status !== TOO_MANY_REQUESTS),
    limited: where((status) => status === TOO_MANY_REQUESTS),
    failed: where((status) => status >= 500),
  };
}
