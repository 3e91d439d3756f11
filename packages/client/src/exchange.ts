import type { Clock } from './clock.ts';
import { TransportError } from './errors.ts';
import { type Hooks, notify, type RequestEvent } from './hooks.ts';

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** A request as it goes out. */
export interface Outgoing {
  readonly event: RequestEvent;
  readonly headers: Record<string, string>;
  readonly body: string | undefined;
  /** Milliseconds until it is given up. */
  readonly timeout: number;
  readonly signal: AbortSignal | undefined;
}

/** An answer that is there whole. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed JSON; undefined where it is none. */
  readonly body: unknown;
}

/** Sends one request and reads its answer. Rejects with a TransportError, or with the reason of the caller's signal. */
export async function exchange(
  outgoing: Outgoing,
  { fetch, clock, hooks }: { readonly fetch: Fetch; readonly clock: Clock; readonly hooks: Hooks },
): Promise<Answer> {
  const { event, headers, body, signal } = outgoing;
  void notify(hooks.onRequest, event);
  const started = clock.now();
  const limit = timeLimit(outgoing);
  try {
    const init = { method: event.method, headers, signal: limit.signal, redirect: 'manual' } as const;
    const response = await fetch(event.url, body === undefined ? init : { ...init, body });
    const text = await response.text();
    const { status } = response;
    void notify(hooks.onResponse, { ...event, status, duration: clock.now() - started, headers: response.headers });
    return { status, headers: response.headers, body: parse(text) };
  } catch (cause) {
    if (signal?.aborted) throw signal.reason;
    const { correlationId } = event;
    if (limit.expired()) {
      const message = `${event.operation} got no response within ${outgoing.timeout} ms.`;
      throw new TransportError('client.timeout', message, { correlationId, cause });
    }
    throw new TransportError('client.network', `${event.operation} got no response.`, { correlationId, cause });
  } finally {
    limit.clear();
  }
}

/** One signal for the caller's and the time limit. (AbortSignal.any would be it, which Node 20.0 lacks.) */
function timeLimit({ timeout, signal }: Outgoing) {
  const controller = new AbortController();
  let expired = false;
  const timer = setTimeout(() => {
    expired = true;
    controller.abort();
  }, timeout);
  const abort = () => controller.abort(signal?.reason);
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort);
  return {
    signal: controller.signal,
    expired: () => expired,
    clear() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    },
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
