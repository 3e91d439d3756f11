import type { DatabasePool } from '../database/pool.ts';
import { withConnection } from '../database/transaction.ts';
import { inSchemaOf, type Region } from '../process/region.ts';
import { toTimestamp } from '../process/time.ts';
import {
  type LoggedRequest,
  MOST_LOGGED,
  MOST_UNPROVED,
  type NumberedRequest,
  type RequestName,
} from './logged-request.ts';
import { writeBodies } from './requests.ts';

/** Consecutive requests of one app that are counted together. */
type Run = readonly [NumberedRequest, ...NumberedRequest[]];

/** Groups consecutive similar requests. Looking up the counts of each would cost more than everything else. */
const runsOf = (requests: readonly NumberedRequest[]): Run[] =>
  [...Map.groupBy(requests, ({ appId }) => appId).values()].flatMap(runsOfApp);

function runsOfApp(requests: readonly NumberedRequest[]): Run[] {
  const runs: [NumberedRequest, ...NumberedRequest[]][] = [];
  for (const request of requests) {
    const run = runs.at(-1);
    if (run && isAlike(run[0], request)) run.push(request);
    else runs.push([request]);
  }
  return runs;
}

const isAlike = (one: NumberedRequest, other: NumberedRequest): boolean =>
  one.operation === other.operation &&
  one.status === other.status &&
  one.code === other.code &&
  one.merchant?.companyId === other.merchant?.companyId &&
  minuteOf(one) === minuteOf(other);

const MINUTE = 60_000;

/** Minutes since 1970. */
const minuteOf = ({ at }: NumberedRequest): number => Math.floor(at / MINUTE);

/** Requests of one app as one row of `request_batches`. Requests without proof have a separate row. */
interface RequestBatch {
  readonly appId: number;
  readonly unproved: boolean;
  readonly lastId: number;
  readonly lastAt: string;
  readonly size: number;
  readonly requests: readonly LoggedRequest[];
}

interface MinuteCount {
  readonly appId: number;
  readonly merchantId: number;
  readonly minute: string;
  readonly operation: string;
  readonly status: number;
  readonly code: string;
  requests: number;
  counted: number;
  milliseconds: number;
}

interface NameCount {
  readonly appId: number;
  readonly day: string;
  readonly operation: string;
  readonly part: string;
  readonly name: string;
  requests: number;
}

function batchesOf(requests: readonly NumberedRequest[]): RequestBatch[] {
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

/** Lists every property by name: a rest pattern takes several times as long, and this runs for every request. */
export const toLogged = (request: Omit<LoggedRequest, 'at'>, at: string): LoggedRequest => ({
  id: request.id,
  at,
  correlationId: request.correlationId,
  method: request.method,
  path: request.path,
  query: request.query,
  operation: request.operation,
  companyId: request.companyId,
  status: request.status,
  code: request.code,
  milliseconds: request.milliseconds,
  problems: request.problems,
});

/** A faster `toTimestamp` for instants close together. Formats each second only once. */
function timestamps(): (at: number) => string {
  let [second, prefix] = [Number.NaN, ''];
  return (at) => {
    const rest = at % 1000;
    if (at - rest !== second) [second, prefix] = [at - rest, toTimestamp(at).slice(0, -4)];
    return `${prefix}${String(rest).padStart(3, '0')}Z`;
  };
}

const DAY = 24 * 60 * MINUTE;

/** Counts by minute, ordered alike in all processes, so that rows are always locked in the same order. */
function minutesOf(runs: readonly Run[]): MinuteCount[] {
  const counts = new Map<string, MinuteCount>();
  for (const run of runs) {
    const [first] = run;
    const { appId, merchant, operation, status, code } = first;
    const minute = minuteOf(first);
    const key = `${appId} ${minute} ${merchant?.companyId ?? 0} ${operation} ${status} ${code}`;
    const count = counts.get(key) ?? emptyCount(first, minute);
    for (const { counted, milliseconds } of run) {
      count.requests += 1;
      count.counted += Number(counted);
      count.milliseconds += milliseconds;
    }
    counts.set(key, count);
  }
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, count]) => count);
}

const emptyCount = ({ appId, merchant, operation, status, code }: NumberedRequest, minute: number): MinuteCount => ({
  appId,
  merchantId: merchant?.companyId ?? 0,
  minute: toTimestamp(minute * MINUTE),
  operation,
  status,
  code: code ?? '',
  requests: 0,
  counted: 0,
  milliseconds: 0,
});

/** Stands for all names: counts successful requests whose names are known. */
export const NAMES_KNOWN: RequestName = { in: 'request', name: '' };

/** Counts of parameters and properties, ordered alike in all processes. */
function namesOf(runs: readonly Run[]): NameCount[] {
  const counts = new Map<string, NameCount>();
  for (const run of runs) {
    const { appId, at, operation } = run[0];
    const day = Math.floor(at / DAY);
    for (const [{ in: part, name }, requests] of tally(run)) {
      const key = `${appId} ${day} ${operation} ${part} ${name}`;
      const count = counts.get(key);
      if (count) count.requests += requests;
      else counts.set(key, { appId, day: toTimestamp(day * DAY).slice(0, 10), operation, part, name, requests });
    }
  }
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, count]) => count);
}

/** Counts the requests for each name. Names from a gateway are new objects in every request. */
function tally(run: Run): Map<RequestName, number> {
  const counts = new Map<RequestName, number>();
  const add = (name: RequestName) => counts.set(name, (counts.get(name) ?? 0) + 1);
  for (const { names, status } of run) {
    if (names && status < 400) add(NAMES_KNOWN);
    for (const name of names ?? []) add(name);
  }
  return counts;
}

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

/**
 * Writes requests of one region and their counts. Checks out a connection like any write, which
 * requires free disk space.
 */
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
