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

export interface RetryEvent extends RequestEvent {
  /** The status that was answered, or why nothing was. */
  readonly reason: number | 'network' | 'timeout';
  /** Milliseconds until the next attempt. */
  readonly delay: number;
}

/**
 * Observers for logs and metrics. No event contains a token, a secret or a body; errors thrown by a hook are ignored.
 */
export interface Hooks {
  onRequest?(event: RequestEvent): void;
  onResponse?(event: ResponseEvent): void;
  onRetry?(event: RetryEvent): void;
  /** A connection has ended: mark it, and have the merchant connect again. Called once for each. */
  onDisconnected?(error: MerchantDisconnected): void | Promise<void>;
}

export async function notify<Event>(hook: ((event: Event) => unknown) | undefined, event: Event): Promise<void> {
  try {
    await hook?.(event);
  } catch {
    // A logger's fault must not undo what has been done.
  }
}
