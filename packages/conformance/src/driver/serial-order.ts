import type { State } from '../specification/state.ts';
import type { Difference } from './compare/difference.ts';
import type { EarlierChoices } from './observed.ts';

/** Concurrent requests: some serial order has to explain all their responses. */

export interface Judged {
  readonly found: readonly Difference[];
  /** The state after the request, if nothing was found. */
  readonly next: State;
  readonly rule: string;
  /** The rules that the response keeps, if nothing was found. */
  readonly kept: () => ReadonlySet<string>;
}

/** Compares the response to one of the requests with the specification, in a state. */
export type Judge = (request: number, state: State, seen: EarlierChoices) => Judged;

export interface Explained {
  /** What differs in the order that explains the most responses, and in which of them; nothing if all are explained. */
  readonly found: readonly Difference[];
  readonly request: number;
  readonly next: State;
  readonly seen: EarlierChoices;
}

/** Tries the orders of the requests until one explains all responses. */
export function serialOrder(judge: Judge, requests: readonly number[], state: State, seen: EarlierChoices): Explained {
  const [explained] = explanations(judge, requests, state, seen, 0);
  return explained ?? { found: [], request: 0, next: state, seen };
}

interface Attempt extends Explained {
  /** Number of requests that are explained. */
  readonly depth: number;
}

/** The best explanation, as a list of at most one. */
function explanations(
  judge: Judge,
  left: readonly number[],
  state: State,
  seen: EarlierChoices,
  depth: number,
): Attempt[] {
  if (left.length === 0) return [{ found: [], request: 0, next: state, seen, depth }];
  let best: Attempt | undefined;
  for (const request of left) {
    const own = seen.fork();
    const { found, next } = judge(request, state, own);
    const others = left.filter((one) => one !== request);
    const [attempt = { found, request, next: state, seen, depth }] =
      found.length === 0 ? explanations(judge, others, next, own, depth + 1) : [];
    if (attempt.found.length === 0) return [attempt];
    if (!best || attempt.depth > best.depth) best = attempt;
  }
  return best ? [best] : [];
}
