import type { QueryResultRow } from 'pg';
import { schemaOf } from '../region.ts';
import type { Asked, Regions } from '../regions.ts';
import { LOG_LIFETIME_DAYS } from './logged-request.ts';
import { NAME_COUNTS, type NameCount, type NamesUsed, namesUsed } from './name-usage.ts';

interface OperationCount {
  readonly operation: string;
  readonly appId: number;
  readonly requests: number;
  readonly succeeded: number;
  /** Merchants that the requests were for; 0 for an operation without a merchant. */
  readonly merchants: number;
  /** The latest day of such a request, in UTC. */
  readonly lastDay: string;
}

/** How an app used an operation, and which of its parameters and properties. */
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

/** The first day that usage goes back to. */
export const firstDayOfUsage = (now: number): string =>
  new Date(now - (LOG_LIFETIME_DAYS - 1) * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);

/** What all apps used in the last 30 days, by operation and app. */
export async function usageOfOperations(
  regions: Regions,
  now: number,
): Promise<{ usage: OperationUsage[]; unavailable: Asked<unknown>['unavailable'] }> {
  const { answers, unavailable } = await regions.ask(async (pool, region) => {
    const read = async <Row extends QueryResultRow>(sql: string): Promise<Row[]> =>
      (await pool.query<Row>(sql.replaceAll('region.', `${schemaOf(region)}.`), [firstDayOfUsage(now)])).rows;
    return { counts: await read<OperationCount>(OPERATION_COUNTS), names: await read<NameCount>(NAME_COUNTS) };
  });
  const counts = Map.groupBy(
    answers.flatMap((answer) => answer.counts),
    keyOf,
  );
  const names = Map.groupBy(
    answers.flatMap((answer) => answer.names),
    keyOf,
  );
  const usage = [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, rows]) => ({ ...rows.reduce(added), ...namesUsed(names.get(key) ?? []) }));
  return { usage, unavailable };
}

const keyOf = ({ operation, appId }: { operation: string; appId: number }): string => `${operation} ${appId}`;

/** Of two cells: a merchant is in one of them. */
const added = (one: OperationCount, other: OperationCount): OperationCount => ({
  ...one,
  requests: one.requests + other.requests,
  succeeded: one.succeeded + other.succeeded,
  merchants: one.merchants + other.merchants,
  lastDay: [one.lastDay, other.lastDay].sort().at(-1) ?? '',
});
