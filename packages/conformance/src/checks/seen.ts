import type { Request } from '../http/request.ts';
import type { Answer } from '../http/send.ts';
import type { Target } from '../target/target.ts';
import type { Finding } from './finding.ts';
import type { Memory } from './memory.ts';

/** A response with its request and the state before it. */
export interface Seen {
  readonly answer: Answer;
  readonly request: Request;
  /** Path below {base_url}. */
  readonly path: string;
  readonly target: Target;
  readonly memory: Memory;
  /** Milliseconds since 1970 by the target's clock. */
  readonly now: number;
}

export type Check = (seen: Seen) => Finding[];

export const finding = (requirement: string, message: string, answer: Answer): Finding => ({
  requirements: [requirement],
  severity: 'must',
  message,
  answer,
});
