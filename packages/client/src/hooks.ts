import type { MerchantDisconnected } from './errors.ts';

/** One request. A retried call sends several. */
export interface RequestEvent {
  /**
   * Name of the call, such as `items.list`, or of a token request made for it, such as
   * `oauth.token`.
   */
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
  /** Milliseconds until the response was fully read. */
  readonly duration: number;
  readonly headers: Headers;
}

/** A request that got no response, or one that was too large. */
export interface FailureEvent extends RequestEvent {
  /** `aborted` means by the caller's signal. */
  readonly reason: 'network' | 'timeout' | 'aborted' | 'too large';
  /** Milliseconds until the failure. */
  readonly duration: number;
  readonly cause: unknown;
}

export interface RetryEvent extends RequestEvent {
  /** Status of the response, or why there was none. */
  readonly reason: number | 'network' | 'timeout';
  /** Milliseconds until the next attempt. */
  readonly delay: number;
}

/**
 * Observers for logs, metrics and traces. Events never contain a token, a secret or a body. Errors thrown by a hook are
 * ignored. Each `onRequest` is followed by one `onResponse` or `onFailure` with the same `correlationId` and `attempt`.
 */
export interface Hooks {
  /** May return additional headers, such as `traceparent`. They never replace the client's own. */
  // biome-ignore lint/suspicious/noConfusingVoidType: most hooks return nothing
  onRequest?(event: RequestEvent): Readonly<Record<string, string>> | void;
  onResponse?(event: ResponseEvent): void;
  onFailure?(event: FailureEvent): void;
  onRetry?(event: RetryEvent): void;
  /** A connection has ended: mark it, and ask the merchant to connect again. Called once per connection. */
  onDisconnected?(error: MerchantDisconnected): void | Promise<void>;
}

/** Calls a hook. Errors of the hook, sync or async, never affect the call. */
export function notify<Event, Result>(hook: ((event: Event) => Result) | undefined, event: Event): Result | undefined {
  try {
    const result = hook?.(event);
    Promise.resolve(result).catch(() => {});
    return result;
  } catch {
    return undefined;
  }
}
