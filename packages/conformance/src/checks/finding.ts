import type { Answer } from '../http/send.ts';
import type { Severity } from '../requirements/requirement.ts';

/** A violation of requirements. */
export interface Finding {
  readonly requirements: readonly string[];
  readonly severity: Severity;
  readonly message: string;
  readonly answer?: Answer | undefined;
  /** The last writes of the case that succeeded before the request. */
  readonly before?: readonly string[] | undefined;
  /** True if an error ended the case before it compared anything. */
  readonly brokeOff?: true;
}
