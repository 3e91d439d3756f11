import sql, { raw } from 'sql-template-tag';
import { type Advice, adviceOn } from '../contract/guides.ts';
import type { DatabasePool } from '../database/pool.ts';
import type { Asked, Regions } from '../database/regions.ts';
import { instant } from '../database/statement.ts';
import { toTimestamp } from '../process/time.ts';
import { TRAFFIC_RULES, type TrafficRule, type TrafficRuleName } from '../request-log/client-rules.ts';
import { brokenRules, keptRules } from '../request-log/findings.ts';
import { type LoggedRequest, MOST_LOGGED } from '../request-log/logged-request.ts';
import { latestRequests } from '../request-log/requests.ts';
import {
  firstDayOfUsage,
  type MerchantUsage,
  tally,
  usageOf,
  usageOfMerchant,
  usageOfOperations,
} from '../request-log/usage.ts';
import { LISTED_NAME } from './apps.ts';
import type { Control } from './control.ts';
import { describeMerchant } from './merchants.ts';
import { type Page, type PageRequest, rowsOf } from './page.ts';
import { OPERATION_SCOPES, type Product } from './products.ts';

/** Use of the API by operation and app in the last 30 days, counted in UTC days. */
export async function deploymentUsage(pool: DatabasePool, regions: Regions, now: number) {
  const { usage, unavailable } = await usageOfOperations(regions, now);
  const rows = await rowsOf<{ id: number; app: string; organization: string }>(
    pool,
    sql`select a.id, a.name as app, o.name as organization
      from control.apps a join control.organizations o on o.id = a.organization_id
      where a.id = any(${[...new Set(usage.map(({ appId }) => appId))]})`,
  );
  const names = new Map(rows.map(({ id, ...app }) => [id, app]));
  const data = usage.map((row) => ({ ...row, ...(names.get(row.appId) ?? { app: '', organization: '' }) }));
  return { since: firstDayOfUsage(now), data, unavailable };
}

/** Each app's use of a merchant's data in the last 30 days, by area, latest first. */
export async function activityAt(pool: DatabasePool, regions: Regions, companyId: number, now: number) {
  const merchant = await describeMerchant(pool, companyId);
  const usage = await usageOfMerchant(regions, merchant, now);
  const byApp = Map.groupBy(usage, ({ appId }) => appId);
  const rows = await rowsOf<{ id: number; name: string }>(
    pool,
    sql`select a.id, ${raw(LISTED_NAME)} as name from control.apps a where a.id = any(${[...byApp.keys()]})`,
  );
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  const apps = [...byApp].map(([appId, some]) => ({ appId, app: names.get(appId) ?? '', areas: areasOf(some) }));
  const latest = ({ areas }: (typeof apps)[number]): string => areas[0]?.lastDay ?? '';
  return apps.sort((a, b) => (latest(a) < latest(b) ? 1 : -1));
}

export type AppActivity = Awaited<ReturnType<typeof activityAt>>[number];
export type AreaActivity = ReturnType<typeof areasOf>[number];

/** Use by area, which is the part of a scope before the dot, such as `items`. Days are in UTC. */
function areasOf(usage: readonly MerchantUsage[]) {
  // Operations without a scope do not concern a merchant.
  const scopeOf = (operation: string): string => OPERATION_SCOPES.get(operation) ?? '';
  const byArea = Map.groupBy(usage, ({ operation }) => scopeOf(operation).split('.')[0] ?? '');
  const areas = [...byArea].map(([area, rows]) => {
    const sum = (field: 'succeeded' | 'rejected', some = rows) => some.reduce((total, row) => total + row[field], 0);
    const writing = rows.filter(({ operation }) => scopeOf(operation).endsWith('.write'));
    const writes = sum('succeeded', writing);
    const days = rows.map(({ lastDay }) => lastDay).sort();
    const lastDay = days.at(-1) ?? '';
    return { area, reads: sum('succeeded') - writes, writes, rejected: sum('rejected'), lastDay };
  });
  return areas.sort((a, b) => (a.lastDay < b.lastDay ? 1 : -1));
}

interface RequestFilter {
  /** A status, such as 404, or a status class, such as 4xx. */
  readonly status?: string | undefined;
  /** An error code or a part of it: `rate` finds partner.rate_limited. */
  readonly code?: string | undefined;
  /** An operation or a part of its name: `items` finds listItems. */
  readonly operation?: string | undefined;
  /** A correlation id or its beginning. */
  readonly correlationId?: string | undefined;
  readonly companyId?: number | undefined;
  readonly sender?: 'app' | 'console' | undefined;
  /** Inclusive RFC 3339 instant in UTC. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

/** A request, with advice if it was rejected. */
export type ListedRequest = LoggedRequest & { readonly advice: Advice | null };

export type RequestPage = Page<ListedRequest> &
  Pick<Asked<unknown>, 'unavailable'> & {
    /** The error codes in the whole log. */
    readonly codes: readonly string[];
  };

/** Latest requests of an app that match the filter, newest first. */
export async function listRequests(
  regions: Regions,
  appId: number,
  filter: RequestFilter,
  { limit, after = Number.POSITIVE_INFINITY }: PageRequest,
  now: number,
): Promise<RequestPage> {
  const { requests, unavailable } = await latestRequests(regions, appId, now);
  const found = requests.filter((request) => request.id < after && fulfils(request, filter));
  const data = found.slice(0, limit).map((request) => ({ ...request, advice: adviceOn(request.code) ?? null }));
  const codes = [...new Set(requests.flatMap(({ code }) => code ?? []))].sort();
  return { data, next: found.length > limit ? (data.at(-1)?.id ?? null) : null, unavailable, codes };
}

function fulfils(request: LoggedRequest, filter: RequestFilter): boolean {
  const { status, code, operation, correlationId, companyId, sender, since, until } = filter;
  const isPart = (part: string | undefined, text: string) =>
    part === undefined || text.toLowerCase().includes(part.toLowerCase());
  return (
    (status === undefined || new RegExp(`^${status.replace('xx', '\\d\\d')}$`).test(String(request.status))) &&
    isPart(code, request.code ?? '') &&
    isPart(operation, request.operation) &&
    (sender === undefined || (request.isConsole === true) === (sender === 'console')) &&
    (companyId === undefined || request.companyId === companyId) &&
    (since === undefined || request.at >= since) &&
    (until === undefined || request.at < until) &&
    (correlationId === undefined || request.correlationId.startsWith(correlationId))
  );
}

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

export type LastDay = Awaited<ReturnType<typeof lastDay>>;

/** The logged requests of an app in the last 24 hours, by hour. A busy app's log does not reach as far back. */
export async function lastDay(regions: Regions, appId: number, now: number) {
  const { requests } = await latestRequests(regions, appId, now);
  const hours = Array.from({ length: 24 }, (_, i) => toTimestamp((Math.floor(now / HOUR) - 23 + i) * HOUR));
  const byHour = Map.groupBy(requests, ({ at }) => at.slice(0, 13));
  const oldest = requests.length >= MOST_LOGGED ? (requests.at(-1)?.at ?? null) : null;
  const steps = hours.map((at) => {
    const some = byHour.get(at.slice(0, 13)) ?? [];
    return { at, ...tally(some.map(({ status }) => ({ status, requests: 1, counted: 0 }))), ...latencyOf(some) };
  });
  const all = requests.filter(({ at }) => at >= (hours[0] as string));
  // Instant at which the log begins, if that is within the day.
  return { steps, ...latencyOf(all), since: oldest !== null && oldest > (hours[0] as string) ? oldest : null };
}

/** Milliseconds within which half and 95 % of the requests were answered; null without any. */
function latencyOf(requests: readonly LoggedRequest[]) {
  const sorted = requests.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null;
  return { median: at(0.5), slow: at(0.95) };
}

/** A rule for clients, and what the traffic of an app shows about it. */
export interface RuleOutcome {
  readonly name: TrafficRuleName;
  readonly rule: string;
  readonly fix: string;
  /** Name of the guide, with the section. */
  readonly guide: string;
  /** The requests that show that the rule is kept, in words. */
  readonly shownBy: string;
  /** `unseen` if no request shows whether the app keeps the rule. */
  readonly state: 'broken' | 'unseen' | 'kept';
  /** Number of requests that show that it is kept. */
  readonly kept: number;
  /** How often it was broken, and when first and last. */
  readonly times: number;
  readonly brokenSince: string | null;
  readonly lastAt: string | null;
  /** Latest requests that broke the rule, in the order in which they began. */
  readonly requests: readonly LoggedRequest[];
  /** Only for a rule that needs a trial: when the developer last started one. */
  readonly triedAt?: string | null;
}

export type TrafficCheck = Awaited<ReturnType<typeof checkTraffic>>;

/** Rules that ordinary traffic cannot show, with the audit event of their trial. */
const TRIALS: { readonly [Name in TrafficRuleName]?: string } = {
  'state-not-checked': 'app.callback_forged',
  'base-url-ignored': 'app.rehearsal_started',
};

const ORDER: readonly RuleOutcome['state'][] = ['broken', 'unseen', 'kept'];

export async function checkTraffic(
  { control, regions }: { readonly control: Control; readonly regions: Regions },
  { id: appId, product }: { readonly id: number; readonly product: Product },
  days: number,
) {
  const now = control.clock();
  const since = (Math.floor(now / DAY) - days + 1) * DAY;
  const { broken, unavailable } = await brokenRules(regions, appId, since);
  const kept = await keptRules(regions, appId, since);
  const usage = await usageOf(regions, appId, now);
  const { rows: trials } = await control.pool.query<{ event: string; at: string }>(sql`
    select event, ${raw(instant('max(at)'))} as at from control.audit_log
    where app_id = ${appId}
    and (event = 'app.callback_forged' or event = 'app.rehearsal_started' and details->>'kind' = 'alias')
    group by event`);
  const tried = new Map(trials.map(({ event, at }) => [event, at]));
  const byName = new Map(broken.map((found) => [found.rule, found]));
  const outcomeOf = (name: TrafficRuleName): RuleOutcome => {
    const { rule, fix, guide, shownBy } = TRAFFIC_RULES[name];
    const { times = 0, firstAt = null, lastAt = null, requests = [] } = byName.get(name) ?? {};
    const shown = kept.get(name) ?? 0;
    const trial = TRIALS[name];
    const triedAt = trial && (tried.get(trial) ?? null);
    // An app that rejects a forged callback sends no request that could show it.
    const isShown = shown > 0 || (name === 'state-not-checked' && (triedAt ?? '') >= toTimestamp(since));
    const state = times > 0 ? 'broken' : isShown ? 'kept' : 'unseen';
    const found = { times, brokenSince: firstAt, lastAt, requests };
    return { name, rule, fix, guide, shownBy, state, kept: shown, ...found, ...(triedAt !== undefined && { triedAt }) };
  };
  const concerns = (name: TrafficRuleName) => product !== 'ADSR' || !(TRAFFIC_RULES[name] as TrafficRule).isOfOAuth;
  const rules = (Object.keys(TRAFFIC_RULES) as TrafficRuleName[]).filter(concerns).map(outcomeOf);
  const requests = usage.month.steps.slice(-days).reduce((sum, step) => sum + step.requests, 0);
  return {
    appId,
    // First and last day, in UTC.
    since: toTimestamp(since).slice(0, 10),
    until: toTimestamp(now).slice(0, 10),
    at: toTimestamp(now),
    days,
    requests,
    rules: rules.sort((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state)),
    unavailable: [...new Set([...unavailable, ...usage.unavailable])],
  };
}

/** Stored outcome of a traffic check. It leaves out the requests, which also belong to merchants. */
export interface SubmittedCheck extends Pick<TrafficCheck, 'since' | 'until' | 'days' | 'requests'> {
  readonly broken: readonly (Pick<RuleOutcome, 'name' | 'rule' | 'times'> & { readonly brokenSince?: string | null })[];
  /** Instant of the check, and the rules kept. Absent in checks of earlier releases. */
  readonly at?: string;
  readonly kept?: readonly Pick<RuleOutcome, 'name' | 'kept'>[];
}

export const submittedCheckOf = ({ since, until, at, days, requests, rules }: TrafficCheck): SubmittedCheck => ({
  since,
  until,
  at,
  days,
  requests,
  kept: rules.filter(({ state }) => state === 'kept').map(({ name, kept }) => ({ name, kept })),
  broken: rules
    .filter(({ state }) => state === 'broken')
    .map(({ name, rule, times, brokenSince }) => ({ name, rule, times, brokenSince })),
});
