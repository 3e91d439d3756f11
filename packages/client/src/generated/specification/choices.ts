// Copied from packages/conformance/src/specification: change that, then run `pnpm generate`.

import { ANY, type Fields, type Rejection } from './answer.ts';

/**
 * Values that the service chooses freely. Each is identified by its place in the response (a JSON Pointer), so that a test
 * can read it from a deployment's response and check it.
 */
export interface Choices {
  /** An identifier that no record has had. */
  id(at: string): number;
  /** The time of this request, RFC 3339 in UTC with milliseconds. */
  instant(at: string): string;
  /** A code or number that no record of the merchant has, by the requirement that says so. */
  code(at: string, isTaken: (code: string) => boolean, rule: string): string;
  /** The name of an app, which is the same in every response. */
  appName(app: string, at: string): string;
  correlationId(): string;
  /** The position of a write in the merchant's log. */
  position(at: string): number;
  /** The opaque position after a page. */
  cursor(at: string): string;
  /** The cursor of the changes since the first page of a list was read, which a header has. */
  changesAfter(): string;
  /** A report of days whose sales are unknown. */
  reading(): Fields;
  /** Which of several rules that a write breaks is the response. */
  rejection(broken: readonly [Rejection, ...Rejection[]]): Rejection;
  /** The ETag of a resource in this state: equal states have equal tags, different states different ones. */
  tag(resource: string, state: unknown): string;
}

/** The choices of a part of a response. */
export const within = (choices: Choices, part: string): Choices => ({
  id: (at) => choices.id(part + at),
  instant: (at) => choices.instant(part + at),
  code: (at, isTaken, rule) => choices.code(part + at, isTaken, rule),
  appName: (app, at) => choices.appName(app, part + at),
  correlationId: () => choices.correlationId(),
  position: (at) => choices.position(part + at),
  cursor: (at) => choices.cursor(part + at),
  changesAfter: () => choices.changesAfter(),
  reading: () => choices.reading(),
  rejection: (broken) => choices.rejection(broken),
  tag: (resource, state) => choices.tag(resource, state),
});

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
