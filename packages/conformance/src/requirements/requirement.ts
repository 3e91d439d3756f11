export type Severity = 'must' | 'should' | 'extension';

/** Something that the API has to do. */
export interface Requirement {
  readonly id: string;
  readonly subject: string;
  readonly text: string;
  readonly severity: Severity;
  /** Section of a public standard that requires it. */
  readonly source?: string;
}
