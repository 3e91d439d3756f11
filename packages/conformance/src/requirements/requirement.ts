import type { Severity } from '../engine/outcome.ts';

/** A normative sentence. */
export interface Requirement {
  readonly id: string;
  readonly text: string;
  readonly source: string;
  readonly severity: Severity;
}
