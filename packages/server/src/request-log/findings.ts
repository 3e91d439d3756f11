import { setImmediate as nextTurn } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { CellId } from '../database/cells.ts';
import type { DatabasePool } from '../database/pool.ts';
import type { Regions } from '../database/regions.ts';
import { instant } from '../database/statement.ts';
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

/** A request that shows that its app keeps a rule. */
export type KeptRule = Pick<TrafficFinding, 'appId' | 'rule' | 'at' | 'merchant'>;

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
  ): Promise<{ findings: TrafficFinding[]; kept: KeptRule[] }> {
    const all = requests.filter(isSeen).sort((a, b) => a.facts.began - b.facts.began);
    const findings: TrafficFinding[] = [];
    const kept: KeptRule[] = [];
    for (const [i, request] of all.entries()) {
      if (i > 0 && i % 256 === 0) await nextTurn();
      const latestDay = latestDays.get(request.id);
      const { appId, at, merchant } = request;
      for (const { name, rule, states } of this.#rules) {
        if (rule.shows?.(request, latestDay)) kept.push({ appId, rule: name, at, merchant });
        if (states.size === 0 && rule.begins?.(request) === false) continue;
        const about = rule.about(request, latestDay);
        if (about === undefined) continue;
        const key = `${appId} ${about}`;
        const before = states.get(key);
        const { state, broken, kept: isKept } = rule.judge(request, before, latestDay);
        if (state !== undefined) states.set(key, state as object);
        else if (before !== undefined) states.delete(key);
        if (isKept) kept.push({ appId, rule: name, at, merchant });
        if (broken) findings.push({ appId, rule: name, at, merchant, requests: broken });
      }
    }
    return { findings, kept };
  }
}

const WRITE = `
  insert into region.traffic_findings as f (app_id, rule, day, times, first_at, last_at, requests)
  select "appId", rule, day, times, "firstAt", "lastAt", requests
  from json_to_recordset($1) as r ("appId" bigint, rule text, day date, times bigint, "firstAt" timestamptz,
    "lastAt" timestamptz, requests json)
  on conflict (app_id, rule, day) do update set
    times = f.times + excluded.times, first_at = least(f.first_at, excluded.first_at), last_at = excluded.last_at, requests = excluded.requests`;

export async function writeFindings(
  pool: DatabasePool,
  region: Region,
  findings: readonly TrafficFinding[],
): Promise<void> {
  if (findings.length === 0) return;
  const rows = byDay(findings).map((some) => {
    const { appId, rule, at, requests } = some.at(-1) as TrafficFinding;
    const lastAt = toTimestamp(at);
    const firstAt = toTimestamp(Math.min(...some.map((finding) => finding.at)));
    const shown = requests.map((request) => toLogged(request, toTimestamp(request.at)));
    return { appId, rule, day: lastAt.slice(0, 10), times: some.length, firstAt, lastAt, requests: shown };
  });
  await pool.query(inSchemaOf(region, WRITE), [JSON.stringify(rows)]);
}

/** Groups by app, rule and day. All processes write rows in the same order, and therefore lock them in the same order. */
const byDay = <Each extends KeptRule>(all: readonly Each[]): Each[][] =>
  [...Map.groupBy(all, ({ appId, rule, at }) => `${appId} ${rule} ${toTimestamp(at).slice(0, 10)}`)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, some]) => some);

const WRITE_KEPT = `
  insert into region.traffic_kept as k (app_id, rule, day, requests)
  select "appId", rule, day, requests
  from json_to_recordset($1) as r ("appId" bigint, rule text, day date, requests bigint)
  on conflict (app_id, rule, day) do update set requests = k.requests + excluded.requests`;

export async function writeKept(pool: DatabasePool, region: Region, kept: readonly KeptRule[]): Promise<void> {
  if (kept.length === 0) return;
  const rows = byDay(kept).map((some) => {
    const { appId, rule, at } = some[0] as KeptRule;
    return { appId, rule, day: toTimestamp(at).slice(0, 10), requests: some.length };
  });
  await pool.query(inSchemaOf(region, WRITE_KEPT), [JSON.stringify(rows)]);
}

/** How often an app broke a rule, and the latest requests that show it. */
export interface BrokenRule {
  readonly rule: string;
  readonly times: number;
  readonly firstAt: string;
  readonly lastAt: string;
  /** In the order in which they began. */
  readonly requests: readonly LoggedRequest[];
}

const READ = `
  select distinct on (rule) rule, sum(times) over (partition by rule)::bigint as times,
    ${instant('min(coalesce(first_at, last_at)) over (partition by rule)')} as "firstAt",
    ${instant('last_at')} as "lastAt", requests
  from region.traffic_findings where app_id = $1 and last_at >= $2 order by rule, last_at desc`;

export async function brokenRules(regions: Regions, appId: number, since: number) {
  const { rows, unavailable } = await regions.query<BrokenRule>(READ, [appId, toTimestamp(since)]);
  const broken = [...Map.groupBy(rows, ({ rule }) => rule).values()].map((some): BrokenRule => {
    const latest = some.toSorted((a, b) => (a.lastAt < b.lastAt ? 1 : -1))[0] as BrokenRule;
    const firstAt = some.map((row) => row.firstAt).sort()[0] as string;
    return { ...latest, firstAt, times: some.reduce((sum, { times }) => sum + times, 0) };
  });
  return { broken, unavailable };
}

const READ_KEPT = `
  select rule, sum(requests)::bigint as requests from region.traffic_kept where app_id = $1 and day >= $2 group by 1`;

/** Number of requests that show that an app keeps a rule, by rule. */
export async function keptRules(regions: Regions, appId: number, since: number): Promise<Map<string, number>> {
  const day = toTimestamp(since).slice(0, 10);
  const { rows } = await regions.query<{ rule: string; requests: number }>(READ_KEPT, [appId, day]);
  const kept = new Map<string, number>();
  for (const { rule, requests } of rows) kept.set(rule, (kept.get(rule) ?? 0) + requests);
  return kept;
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
