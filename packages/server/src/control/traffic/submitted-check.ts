import type { TrafficRuleName } from '../../request-log/client-checks/rules.ts';
import type { TrafficCheck } from './check-traffic.ts';

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
