import type { CaseContext } from '../../run/case-context.ts';

/** The number of requests of one kind: that of `--runs` for a target with raised limits, else a fraction. */
export const mostOf = ({ session, runs }: CaseContext): number => (session.isPlenty ? runs : Math.ceil(runs / 6));
