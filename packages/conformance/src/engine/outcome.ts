import type { Finding } from '../checks/finding.ts';

export type OutcomeKind = 'passed' | 'failed' | 'could-not-run' | 'not-applicable' | 'expected-failure';

/** Result of a case in one variant. */
export interface Outcome {
  readonly caseId: string;
  readonly title: string;
  readonly plan: string;
  readonly variant: string;
  readonly proves: readonly string[];
  readonly kind: OutcomeKind;
  /** Why the case did not run, or why the deviation is expected. */
  readonly reason?: string | undefined;
  readonly findings: readonly Finding[];
  /** In milliseconds. */
  readonly took: number;
}
