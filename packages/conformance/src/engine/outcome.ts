import type { Answer } from '../http/send.ts';

export type Severity = 'must' | 'should' | 'extension';

/** A violation of requirements. */
export interface Finding {
  readonly requirements: readonly string[];
  readonly severity: Severity;
  readonly message: string;
  readonly answer?: Answer | undefined;
  /** Set when the case ended with an error of its own before it could compare anything. */
  readonly brokeOff?: true;
}

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

/** Exit codes: a run that proves nothing never looks like one that passed. */
export const EXIT = { passed: 0, failed: 1, couldNotRun: 2 } as const;

/** The target could not be tested at all, as opposed to failing a test. */
export class CannotRun extends Error {
  override name = 'CannotRun';
}
