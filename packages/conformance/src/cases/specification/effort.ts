import type { CaseContext } from '../../engine/case-context.ts';

/** Requests per minute from which a run need not save them. */
const MANY = 10_000;

/** True if the target's limits are raised. */
export const isPlenty = ({ session }: CaseContext): boolean => session.target.limits.requestsPerMinute >= MANY;

/** The number of requests of one kind: that of `--runs` for a target with raised limits, else a fraction. */
export const mostOf = (t: CaseContext): number => (isPlenty(t) ? t.runs : Math.ceil(t.runs / 6));
