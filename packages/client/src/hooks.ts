import type { MerchantDisconnected } from './errors.ts';

/** One request; a call that is retried sends several. */
export interface RequestEvent {
  /** Name of the call, such as `items.list`; `oauth.token` and similar for requests made on its behalf. */
  readonly operation: string;
  readonly method: string;
  readonly url: string;
  readonly merchantId: number | undefined;
  /** Starts at 1. */
  readonly attempt: number;
  readonly correlationId: string;
}

export interface ResponseEvent extends RequestEvent {
  readonly status: number;
  /** Milliseconds until the answer was there whole. */
  readonly duration: number;
  readonly headers: Headers;
}

/** A request that got no response, or one that is too large. */
export interface FailureEvent extends RequestEvent {
  /** `aborted` by the caller's signal. */
  readonly reason: 'network' | 'timeout' | 'aborted' | 'too large';
  /** Milliseconds until it was given up. */
  readonly duration: number;
  readonly cause: unknown;
}

export interface RetryEvent extends RequestEvent {
  /** The status that was answered, or why nothing was. */
  readonly reason: number | 'network' | 'timeout';
  /** Milliseconds until the next attempt. */
  readonly delay: number;
}

/**
 * Observers for logs, metrics and traces. No event contains a token, a secret or a body; errors thrown by a hook are
 * ignored. Each `onRequest` is followed by one `onResponse` or `onFailure` of the same `correlationId` and `attempt`.
 */
export interface Hooks {
  /** May return headers to send along, such as `traceparent`. They replace none of the client's own. */
  // biome-ignore lint/suspicious/noConfusingVoidType: most hooks return nothing
  onRequest?(event: RequestEvent): Readonly<Record<string, string>> | void;
  onResponse?(event: ResponseEvent): void;
  onFailure?(event: FailureEvent): void;
  onRetry?(event: RetryEvent): void;
  /** A connection has ended: mark it, and have the merchant connect again. Called once for each. */
  onDisconnected?(error: MerchantDisconnected): void | Promise<void>;
}

/** Calls a hook. A logger's fault, now or later, must not undo what has been done. */
export function notify<Event, Result>(hook: ((event: Event) => Result) | undefined, event: Event): Result | undefined {
  try {
    const result = hook?.(event);
    Promise.resolve(result).catch(() => {});
    return result;
  } catch {
    return undefined;
  }
}
