import type { Finding } from '../engine/outcome.ts';
import type { Request } from '../engine/request.ts';
import type { Answer } from '../http/send.ts';
import type { Target } from '../target/target.ts';
import type { Memory } from './memory.ts';

/** An answer with what is known about it. */
export interface Seen {
  readonly answer: Answer;
  readonly request: Request;
  /** Below {base_url}. */
  readonly path: string;
  readonly target: Target;
  readonly memory: Memory;
  /** Milliseconds since 1970, as the target counts. */
  readonly now: number;
}

export type Check = (seen: Seen) => Finding[];

export const finding = (requirement: string, message: string, answer: Answer): Finding => ({
  requirements: [requirement],
  severity: 'must',
  message,
  answer,
});
