import type { NumberedRequest, TrafficFacts } from '../logged-request.ts';

/** A request as the rules of traffic see it. It is not copied: thousands are judged in a second. */
export type SeenRequest = NumberedRequest & { readonly facts: TrafficFacts };

/** What a rule makes of a request that it is about. */
export interface Verdict<State> {
  /** What the rule remembers until the next request; undefined to forget. */
  readonly state?: State | undefined;
  /** Requests that show that the rule is broken. */
  readonly broken?: readonly SeenRequest[] | undefined;
}

/** A rule for clients that an app's own traffic can break. */
export interface TrafficRule<State = unknown> {
  /** The rule, in a sentence. */
  readonly rule: string;
  readonly fix: string;
  /** The guide that explains it, with the section. */
  readonly guide: string;
  /** False for a request that matters only to what the rule remembers. */
  begins?(request: SeenRequest): boolean;
  /**
   * Names the requests that are judged together; undefined for a request that the rule is not about. `latestDay` is the latest
   * that has begun at a store of the merchant, if the request asks for the day that it is in UTC.
   */
  about(request: SeenRequest, latestDay: string | undefined): string | undefined;
  judge(request: SeenRequest, state: State | undefined, latestDay: string | undefined): Verdict<State>;
}

export const rule = <State>(definition: TrafficRule<State>): TrafficRule => definition as TrafficRule;

/** True for a request that presented proof of its app. */
export const isSeen = (request: NumberedRequest): request is SeenRequest =>
  request.facts !== undefined && !request.unproved;

/** When the response was ready, in milliseconds since 1970. */
export const endOf = ({ facts, milliseconds }: SeenRequest): number => facts.began + milliseconds;

/** Milliseconds from one response to the next request; also right where a test clock moves on without anyone waiting. */
export const pauseAfter = (before: SeenRequest, request: SeenRequest): number =>
  Math.max(request.facts.began - endOf(before), request.at - before.at - before.milliseconds);

export const overlaps = (one: SeenRequest, other: SeenRequest): boolean =>
  one.facts.began < endOf(other) && other.facts.began < endOf(one);

export const isDone = ({ status }: SeenRequest): boolean => status < 300 || status === 304;

/** True for a request to an operation on a merchant's records. */
export const isResource = ({ companyId, operation }: SeenRequest): boolean =>
  companyId !== null && operation !== 'unknown';

export const parameter = ({ query }: SeenRequest, name: string): string | undefined =>
  query.includes(name) ? (new URLSearchParams(query).get(name) ?? undefined) : undefined;
