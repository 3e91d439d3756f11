import type { CaseContext } from '../../engine/case-context.ts';

/** Requests per minute from which a run need not save them. */
const MANY = 10_000;

/** The number of requests of one kind: that of `--runs` for a target with raised limits, else a fraction. */
export const mostOf = ({ runs, session }: CaseContext): number =>
  session.target.limits.requestsPerMinute >= MANY ? runs * 3 : Math.ceil(runs / 6);
