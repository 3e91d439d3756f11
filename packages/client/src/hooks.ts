import type { MerchantDisconnected } from './errors.ts';

/** One request as it is sent; a call that is tried again sends several. */
export interface RequestEvent {
  /** As it is called: `items.list`; `oauth.token` and the like for requests that are made on the way. */
  readonly operation: string;
  readonly method: string;
  readonly url: string;
  readonly merchantId: number | undefined;
  /** From 1. */
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

/** For logs and metrics. No event has a token, a secret or a body; what a hook throws is ignored. */
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
