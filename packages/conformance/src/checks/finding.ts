import type { Request } from '../http/request.ts';
import type { Answer } from '../http/send.ts';
import type { Severity } from '../requirements/requirement.ts';
import type { Target } from '../target/target.ts';
import type { Memory } from './memory.ts';

/** A violation of requirements. The first of them is the rule that it is about. */
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

export const finding = (requirement: string, message: string, answer: Answer): Finding => ({
  requirements: [requirement],
  severity: 'must',
  message,
  answer,
});

/** A response with its request and the state before it. */
export interface CheckedAnswer {
  readonly answer: Answer;
  readonly request: Request;
  /** Path below {base_url}. */
  readonly path: string;
  readonly target: Target;
  readonly memory: Memory;
  /** Milliseconds since 1970 by the target's clock. */
  readonly now: number;
}

export type Check = (checked: CheckedAnswer) => Finding[];
