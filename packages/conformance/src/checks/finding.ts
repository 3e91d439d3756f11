import type { Answer } from '../http/send.ts';
import type { Severity } from '../requirements/requirement.ts';

/** A violation of requirements. */
export interface Finding {
  readonly requirements: readonly string[];
  readonly severity: Severity;
  readonly message: string;
  readonly answer?: Answer | undefined;
  /** Set when the case ended with an error of its own before it could compare anything. */
  readonly brokeOff?: true;
}
