import { setImmediate as nextTurn } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { CellId } from '../database/cells.ts';
import type { DatabasePool } from '../database/pool.ts';
import type { Regions } from '../database/regions.ts';
import { inSchemaOf, type Region } from '../process/region.ts';
import { toTimestamp } from '../process/time.ts';
import { isSeen, TRAFFIC_RULES, type TrafficRule } from './client-rules.ts';
import { type LoggedRequest, type NumberedRequest, toLogged } from './logged-request.ts';

export interface TrafficFinding {
  readonly appId: number;
  readonly rule: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The merchant of the last request, and its cell. */
  readonly merchant: (CellId & { readonly companyId: number }) | undefined;
  /** Requests that show it, in the order in which they began. */
  readonly requests: readonly (Omit<LoggedRequest, 'at'> & { readonly at: number })[];
}

/**
 * Judges apps' requests as they are logged. Its memory is limited and covers only its own process, so a mistake can go
 * unnoticed. A finding always cites requests that were made.
 */
export class TrafficWatch {
  /** The rules and their states, one for each group of an app's similar requests. */
  readonly #rules = Object.entries(TRAFFIC_RULES).map(([name, rule]) => {
    return { name, rule: rule as TrafficRule, states: new LRUCache<string, object>({ max: 3_000 }) };
  });

  /**
   * Judges requests in the order in which they began, and yields to other work between slices. `latestDays` has the
   * latest day that has begun at a store of the merchant, by request.
   */
  async observe(
    requests: readonly NumberedRequest[],
    latestDays: ReadonlyMap<number, string>,
  ): Promise<TrafficFinding[]> {
    const all = requests.filter(isSeen).sort((a, b) => a.facts.began - b.facts.began);
    const findings: TrafficFinding[] = [];
    for (const [i, request] of all.entries()) {
      if (i > 0 && i % 256 === 0) await nextTurn();
      const latestDay = latestDays.get(request.id);
      const { appId, at, merchant } = request;
      for (const { name, rule, states } of this.#rules) {
        if (states.size === 0 && rule.begins?.(request) === false) continue;
        const about = rule.about(request, latestDay);
        if (about === undefined) continue;
        const key = `${appId} ${about}`;
        const before = states.get(key);
        const { state, broken } = rule.judge(request, before, latestDay);
        if (state !== undefined) states.set(key, state as object);
        else if (before !== undefined) states.delete(key);
        if (broken) findings.push({ appId, rule: name, at, merchant, requests: broken });
      }
    }
    return findings;
  }
}

const WRITE = `
  insert into region.traffic_findings as f (app_id, rule, day, times, last_at, requests)
  select "appId", rule, day, times, "lastAt", requests
  from json_to_recordset($1) as r ("appId" bigint, rule text, day date, times bigint, "lastAt" timestamptz, requests json)
  on conflict (app_id, rule, day) do update set
    times = f.times + excluded.times, last_at = excluded.last_at, requests = excluded.requests`;

export async function writeFindings(
  pool: DatabasePool,
  region: Region,
  findings: readonly TrafficFinding[],
): Promise<void> {
  if (findings.length === 0) return;
  const byRow = Map.groupBy(findings, ({ appId, rule, at }) => `${appId} ${rule} ${toTimestamp(at).slice(0, 10)}`);
  // Ordered alike in all processes, so that rows are always locked in the same order.
  const rows = [...byRow]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, some]) => {
      const { appId, rule, at, requests } = some.at(-1) as TrafficFinding;
      const lastAt = toTimestamp(at);
      const shown = requests.map((request) => toLogged(request, toTimestamp(request.at)));
      return { appId, rule, day: lastAt.slice(0, 10), times: some.length, lastAt, requests: shown };
    });
  await pool.query(inSchemaOf(region, WRITE), [JSON.stringify(rows)]);
}

/** How often an app broke a rule, and the latest requests that show it. */
export interface BrokenRule {
  readonly rule: string;
  readonly times: number;
  readonly lastAt: string;
  /** In the order in which they began. */
  readonly requests: readonly LoggedRequest[];
}

const READ = `
  select distinct on (rule) rule, sum(times) over (partition by rule)::bigint as times,
    to_char(last_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "lastAt", requests
  from region.traffic_findings where app_id = $1 and last_at >= $2 order by rule, last_at desc`;

export async function brokenRules(regions: Regions, appId: number, since: number) {
  const { rows, unavailable } = await regions.query<BrokenRule>(READ, [appId, toTimestamp(since)]);
  const broken = [...Map.groupBy(rows, ({ rule }) => rule).values()].map((some): BrokenRule => {
    const latest = some.toSorted((a, b) => (a.lastAt < b.lastAt ? 1 : -1))[0] as BrokenRule;
    return { ...latest, times: some.reduce((sum, { times }) => sum + times, 0) };
  });
  return { broken, unavailable };
}

const LATEST_DAYS = `
  select r.id, max((r.at at time zone s.timezone)::date)::text as day
  from json_to_recordset($1) as r (id bigint, at timestamptz, "companyId" bigint)
  join region.stores s on s.company_id = r."companyId" group by 1`;

/** The latest day that has begun at one of a merchant's stores, by request. */
export async function latestDays(
  pool: DatabasePool,
  region: Region,
  requests: readonly NumberedRequest[],
): Promise<[number, string][]> {
  const asked = requests.map(({ id, at, merchant }) => ({ id, at: toTimestamp(at), companyId: merchant?.companyId }));
  const { rows } = await pool.query<{ id: number; day: string }>(inSchemaOf(region, LATEST_DAYS), [
    JSON.stringify(asked),
  ]);
  return rows.map(({ id, day }) => [id, day]);
}
