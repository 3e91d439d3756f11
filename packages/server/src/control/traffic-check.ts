import sql, { raw } from 'sql-template-tag';
import type { Asked, Regions } from '../database/regions.ts';
import { toTimestamp } from '../process/time.ts';
import { TRAFFIC_RULES, type TrafficRuleName } from '../request-log/client-rules.ts';
import { brokenRules } from '../request-log/findings.ts';
import type { LoggedRequest } from '../request-log/logged-request.ts';
import { usageOf } from '../request-log/usage.ts';
import type { Control } from './control.ts';
import { instant } from './page.ts';

const DAY = 24 * 60 * 60 * 1000;

/** A rule for clients, and the findings that break it. */
export interface RuleOutcome {
  readonly name: TrafficRuleName;
  readonly rule: string;
  readonly fix: string;
  /** Name of the guide, with the section. */
  readonly guide: string;
  readonly times: number;
  readonly lastAt: string | null;
  /** The latest requests that show it, in the order in which they began. */
  readonly requests: readonly LoggedRequest[];
  /** For a rule that only a trial can show: when the developer last started one. */
  readonly triedAt?: string | null;
}

export interface TrafficCheck {
  readonly appId: number;
  /** First day, in UTC. */
  readonly since: string;
  /** Last day, in UTC. */
  readonly until: string;
  readonly days: number;
  readonly requests: number;
  /** True if requests were made and none of them broke a rule. */
  readonly passed: boolean;
  /** Broken rules first. */
  readonly rules: readonly RuleOutcome[];
  readonly unavailable: Asked<unknown>['unavailable'];
}

/** Rules that ordinary traffic cannot show, with the audit event of their trial. */
const TRIALS: { readonly [Name in TrafficRuleName]?: string } = {
  'state-not-checked': 'app.callback_forged',
  'base-url-ignored': 'app.rehearsal_started',
};

export async function checkTraffic(
  { control, regions }: { readonly control: Control; readonly regions: Regions },
  appId: number,
  days: number,
): Promise<TrafficCheck> {
  const now = control.clock();
  const since = (Math.floor(now / DAY) - days + 1) * DAY;
  const { broken, unavailable } = await brokenRules(regions, appId, since);
  const usage = await usageOf(regions, appId, now);
  const { rows: trials } = await control.pool.query<{ event: string; at: string }>(sql`
    select event, ${raw(instant('max(at)'))} as at from control.audit_log
    where app_id = ${appId}
    and (event = 'app.callback_forged' or event = 'app.rehearsal_started' and details->>'kind' = 'alias')
    group by event`);
  const tried = new Map(trials.map(({ event, at }) => [event, at]));
  const byName = new Map(broken.map((found) => [found.rule, found]));
  const rules = (Object.keys(TRAFFIC_RULES) as TrafficRuleName[]).map((name): RuleOutcome => {
    const { rule, fix, guide } = TRAFFIC_RULES[name];
    const { times = 0, lastAt = null, requests = [] } = byName.get(name) ?? {};
    const trial = TRIALS[name];
    return { name, rule, fix, guide, times, lastAt, requests, ...(trial && { triedAt: tried.get(trial) ?? null }) };
  });
  const requests = usage.month.steps.slice(-days).reduce((sum, step) => sum + step.requests, 0);
  return {
    appId,
    since: toTimestamp(since).slice(0, 10),
    until: toTimestamp(now).slice(0, 10),
    days,
    requests,
    passed: requests > 0 && broken.length === 0,
    rules: rules.sort((a, b) => Number(b.times > 0) - Number(a.times > 0)),
    unavailable: [...new Set([...unavailable, ...usage.unavailable])],
  };
}

/** Outcome of a traffic check as it is kept: without requests, which belong to merchants too. */
export interface KeptCheck {
  /** First and last day, in UTC. */
  readonly since: string;
  readonly until: string;
  readonly days: number;
  readonly requests: number;
  /** Rules that the traffic could show broken. Those that need a trial count once it was made. */
  readonly rules: readonly TrafficRuleName[];
  readonly broken: readonly { readonly name: TrafficRuleName; readonly rule: string; readonly times: number }[];
}

export const keptCheck = ({ since, until, days, requests, rules }: TrafficCheck): KeptCheck => ({
  since,
  until,
  days,
  requests,
  rules: rules
    .filter(({ triedAt }) => triedAt !== null)
    .map(({ name }) => name)
    .sort(),
  broken: rules.filter(({ times }) => times > 0).map(({ name, rule, times }) => ({ name, rule, times })),
});
