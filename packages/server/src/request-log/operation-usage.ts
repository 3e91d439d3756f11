import type { QueryResultRow } from 'pg';
import type { Asked, Regions } from '../database/regions.ts';
import { inSchemaOf } from '../process/region.ts';
import { LOG_LIFETIME_DAYS, type RequestName } from './logged-request.ts';
import { NAMES_KNOWN } from './write.ts';

interface OperationCount {
  readonly operation: string;
  readonly appId: number;
  readonly requests: number;
  readonly succeeded: number;
  /** Merchants in these requests; 0 for an operation without a merchant. */
  readonly merchants: number;
  readonly lastDay: string;
}

interface NameUsage extends RequestName {
  readonly requests: number;
  readonly lastDay: string;
}

interface NamesUsed {
  /** Successful requests whose names are known. If more succeeded, `names` may be incomplete. */
  readonly known: number;
  readonly names: readonly NameUsage[];
}

export interface OperationUsage extends OperationCount, NamesUsed {}

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

type NameCount = NameUsage & { readonly operation: string; readonly appId: number };

/** The first day that usage covers. */
export const firstDayOfUsage = (now: number): string =>
  new Date(now - (LOG_LIFETIME_DAYS - 1) * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);

/** Usage of all apps in the last 30 days, by operation and app. */
export async function usageOfOperations(
  regions: Regions,
  now: number,
): Promise<{ usage: OperationUsage[]; unavailable: Asked<unknown>['unavailable'] }> {
  const { answers, unavailable } = await regions.ask(async (pool, region) => {
    const read = async <Row extends QueryResultRow>(sql: string): Promise<Row[]> =>
      (await pool.query<Row>(inSchemaOf(region, sql), [firstDayOfUsage(now)])).rows;
    return [await read<OperationCount>(OPERATION_COUNTS), await read<NameCount>(NAME_COUNTS)] as const;
  });
  const allCounts = answers.flatMap(([counts]) => counts);
  const allNames = answers.flatMap(([, names]) => names);
  const names = Map.groupBy(allNames, keyOf);
  const usage = [...Map.groupBy(allCounts, keyOf)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, rows]) => ({ ...rows.reduce(addedCount), ...namesUsed(names.get(key) ?? []) }));
  return { usage, unavailable };
}

const keyOf = ({ operation, appId }: { operation: string; appId: number }): string => `${operation} ${appId}`;

/** Adds the counts of two cells. Each merchant is in only one of them. */
const addedCount = (one: OperationCount, other: OperationCount): OperationCount => ({
  ...one,
  requests: one.requests + other.requests,
  succeeded: one.succeeded + other.succeeded,
  merchants: one.merchants + other.merchants,
  lastDay: laterOf(one.lastDay, other.lastDay),
});

const laterOf = (one: string, other: string): string => (one > other ? one : other);

/** Adds up the counts of one operation and app over all cells. */
function namesUsed(counts: readonly NameCount[]): NamesUsed {
  const names = new Map<string, NameUsage>();
  let known = 0;
  for (const { in: part, name, requests, lastDay } of counts) {
    const key = `${part} ${name}`;
    const before = names.get(key) ?? { requests: 0, lastDay };
    if (part === NAMES_KNOWN.in) known += requests;
    else
      names.set(key, {
        in: part,
        name,
        requests: before.requests + requests,
        lastDay: laterOf(before.lastDay, lastDay),
      });
  }
  return { known, names: [...names.values()] };
}
