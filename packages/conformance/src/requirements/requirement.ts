export type Severity = 'must' | 'should' | 'extension';

/** A requirement of the API. */
export interface Requirement {
  readonly id: string;
  readonly subject: string;
  readonly text: string;
  readonly severity: Severity;
}
