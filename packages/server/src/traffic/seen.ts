import type { NumberedRequest, TrafficFacts } from '../storage/request-log/logged-request.ts';

/** A request as the rules of traffic see it. */
export interface SeenRequest extends Omit<NumberedRequest, 'facts' | 'names'>, TrafficFacts {
  /** The latest day that has begun at a store of the merchant, if the request asks for the day that it is in UTC. */
  readonly latestDay?: string | undefined;
}

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
  /** Names the requests that are judged together; undefined for a request that the rule is not about. */
  about(request: SeenRequest): string | undefined;
  judge(request: SeenRequest, state: State | undefined): Verdict<State>;
}

export const rule = <State>(definition: TrafficRule<State>): TrafficRule => definition as TrafficRule;

/** The request as the rules see it; undefined if it presented no proof of its app. */
export const seen = ({ facts, names: _, ...request }: NumberedRequest, latestDay?: string): SeenRequest | undefined =>
  facts && !request.unproved ? { ...request, ...facts, latestDay } : undefined;

/** When the response was ready, in milliseconds since 1970. */
export const endOf = ({ began, milliseconds }: SeenRequest): number => began + milliseconds;

/** Milliseconds from one response to the next request; also right where a test clock moves on without anyone waiting. */
export const pauseAfter = (before: SeenRequest, request: SeenRequest): number =>
  Math.max(request.began - endOf(before), request.at - before.at - before.milliseconds);

export const overlaps = (one: SeenRequest, other: SeenRequest): boolean =>
  one.began < endOf(other) && other.began < endOf(one);

export const isDone = ({ status }: SeenRequest): boolean => status < 300 || status === 304;

/** True for a request to an operation on a merchant's records. */
export const isResource = ({ companyId, operation }: SeenRequest): boolean =>
  companyId !== null && operation !== 'unknown';

export const parameter = ({ query }: SeenRequest, name: string): string | undefined =>
  new URLSearchParams(query).get(name) ?? undefined;
