import type { CaseContext } from './case-context.ts';
import type { Variant } from './variants.ts';

/** Group of the case; `access` runs in every variant, the others only in the main one. */
export type Plan = 'access' | 'examples' | 'generated' | 'stateful' | 'time' | 'limits';

export const PLANS: readonly Plan[] = ['access', 'examples', 'generated', 'stateful', 'limits', 'time'];

/** One behaviour that a deployment has to show. */
export interface Case {
  /** Name in reports, deviations and `--only`. */
  readonly id: string;
  readonly plan: Plan;
  readonly title: string;
  /** Ids of requirements. */
  readonly proves: readonly string[];
  /** True for a case that moves the clock and therefore needs a test clock. */
  readonly clock?: boolean;
  /** True if the case applies to the variant; by default it applies to every variant of its plan. */
  readonly applies?: (variant: Variant) => boolean;
  readonly run: (t: CaseContext) => Promise<void>;
}

type Run = Case['run'];

/** Creates the cases of one file, whose ids begin with its subject. */
export const subject =
  (plan: Plan, name: string, options: Pick<Case, 'clock' | 'applies'> = {}) =>
  (id: string, proves: readonly string[], title: string, run: Run): Case => ({
    id: `${name}.${id}`,
    plan,
    title,
    proves,
    run,
    ...options,
  });
