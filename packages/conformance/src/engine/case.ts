import type { CaseContext } from './case-context.ts';
import type { Variant } from './variants.ts';

/** What a case belongs to; `access` runs in every variant, the others in the main one. */
export type Plan = 'access' | 'examples' | 'generated' | 'stateful' | 'time' | 'limits';

export const PLANS: readonly Plan[] = ['access', 'examples', 'generated', 'stateful', 'limits', 'time'];

/** One thing a deployment must do. */
export interface Case {
  /** Names it in reports, deviations and `--only`. */
  readonly id: string;
  readonly plan: Plan;
  readonly title: string;
  /** Ids of requirements.yaml. */
  readonly proves: readonly string[];
  /** It moves the time, so that it needs a test clock. */
  readonly clock?: boolean;
  /** Variants that it has something to say on; all of its plan's by default. */
  readonly applies?: (variant: Variant) => boolean;
  readonly run: (t: CaseContext) => Promise<void>;
}

type Run = Case['run'];

/** Makes the cases of one file: ids begin with its subject. */
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
