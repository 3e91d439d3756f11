// Copied from packages/conformance/src/specification: change that, then run `pnpm generate`.

import { ANY, type Answer } from './answer.ts';
import type { Choices } from './choices.ts';

/** HEAD: a read without its body. http.head */

export const withoutBody = (answer: Answer): Answer => ({ ...answer, body: undefined, rule: 'http.head' });

/** Choices for a body that is not sent: the values in it stay unknown, and so does its ETag. */
export function unseen(choices: Choices): Choices {
  let isKnown = true;
  const unknown = <Value>(value: Value): Value => {
    isKnown = false;
    return value;
  };
  return {
    id: () => unknown(0),
    instant: () => unknown(''),
    code: () => unknown(''),
    appName: () => unknown(''),
    correlationId: () => choices.correlationId(),
    position: () => unknown(0),
    cursor: () => unknown(''),
    changesAfter: () => choices.changesAfter(),
    reading: () => unknown({}),
    rejection: (broken) => choices.rejection(broken),
    tag: (resource, state) => (isKnown ? choices.tag(resource, state) : ANY),
  };
}
