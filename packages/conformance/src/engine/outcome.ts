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
  /** Reason for not running, or of the expected deviation. */
  readonly reason?: string | undefined;
  readonly findings: readonly Finding[];
  /** Milliseconds. */
  readonly took: number;
}
