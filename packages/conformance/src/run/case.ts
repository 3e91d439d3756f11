import { CannotRun } from '../exit.ts';
import type { CaseContext } from './case-context.ts';
import type { Variant } from './variants.ts';

/** Plans, with the line that `--help` shows. `access` runs in every variant, the others only in the main one. */
export const PLANS = {
  access: 'who may do what, in every product, environment and place of the credentials',
  examples: 'rules of HTTP, of credentials and of each flow, including the consent pages',
  specification: 'requests whose whole answers the executable specification predicts',
  webhooks: 'changes that are sent to endpoints, which need a receiver and a developer',
  limits: 'rate limits, which take some minutes at the documented ones',
  time: 'lifetimes, which need a test clock',
} as const;

/** Group of a case. */
export type Plan = keyof typeof PLANS;

/** Reads a comma-separated list of plans. */
export function plansIn(names: string): Plan[] {
  const plans = names.split(',') as Plan[];
  const unknown = plans.find((name) => !Object.hasOwn(PLANS, name));
  if (unknown === undefined) return plans;
  throw new CannotRun(`There is no plan ${unknown}; the plans are ${Object.keys(PLANS).join(', ')}.`);
}

/** One behaviour that a deployment has to show. */
export interface Case {
  /** Name in reports, deviations and `--only`. */
  readonly id: string;
  readonly plan: Plan;
  readonly title: string;
  /** Ids of requirements: first the one that the case is about. Empty in the plan `specification`, whose responses a run observes. */
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
