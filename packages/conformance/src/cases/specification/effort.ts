import type { CaseContext } from '../../engine/case-context.ts';

/** True if the target's limits are raised. */
export const isPlenty = ({ session }: CaseContext): boolean => session.isPlenty;

/** The number of requests of one kind: that of `--runs` for a target with raised limits, else a fraction. */
export const mostOf = (t: CaseContext): number => (isPlenty(t) ? t.runs : Math.ceil(t.runs / 6));
