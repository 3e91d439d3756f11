import { type Clock, LONGEST_TIMER } from './clock.ts';
import { type TransportCode, TransportError } from './errors.ts';
import { type FailureEvent, type Hooks, notify, type RequestEvent } from './hooks.ts';
import { type Quota, quotaOf, serviceTime } from './quota.ts';

/** Media type of records as lines of JSON. */
export const LINES = 'application/x-ndjson';

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export type HeaderFields = Readonly<Record<string, string>>;

export interface Outgoing {
  readonly event: RequestEvent;
  readonly headers: HeaderFields;
  readonly body: string | undefined;
  /** Milliseconds before the request times out. */
  readonly timeout: number;
  readonly signal: AbortSignal | undefined;
}

/** A response whose body has been read. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Parts of the body of a stream, which has no `text`. */
  readonly texts?: AsyncIterable<string> | undefined;
  /** The parsed JSON; undefined if the body is not JSON. */
  readonly body: unknown;
  readonly correlationId: string;
  readonly quota: Quota;
  /** Seconds to wait before trying again, if the response says so. */
  readonly retryAfter: number | undefined;
}

interface Means {
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly hooks: Hooks;
  /** Maximum size of a response in bytes; larger ones are cancelled. */
  readonly maxResponseSize: number;
}

/** Sends a request and reads the response. Rejects with a TransportError or the caller's abort reason. */
export async function exchange(outgoing: Outgoing, means: Means): Promise<Answer> {
  const { event, body, signal } = outgoing;
  const { fetch, clock, hooks, maxResponseSize } = means;
  const { method, url, correlationId } = event;
  const headers = merged(notify(hooks.onRequest, event) || undefined, outgoing.headers);
  const started = clock.now();
  const limit = timeLimit(outgoing);
  let texts: AsyncIterable<string> | undefined;
  try {
    const init = { method, headers, signal: limit.signal, redirect: 'manual' } as const;
    const response = await fetch(url, body === undefined ? init : { ...init, body });
    if (isStream(response)) texts = textsOf(response, limit, outgoing);
    const text = texts ? '' : await textOf(response, maxResponseSize);
    const { status } = response;
    notify(hooks.onResponse, { ...event, status, duration: clock.now() - started, headers: response.headers });
    return {
      status,
      headers: response.headers,
      quota: quotaOf(response.headers, clock.now()),
      text,
      texts,
      body: jsonIn(text),
      correlationId: response.headers.get('X-Correlation-Id') ?? correlationId,
      retryAfter: secondsToWait(response.headers, clock.now()),
    };
  } catch (cause) {
    const large = cause === TOO_LARGE && 'too large';
    const reason = signal?.aborted ? 'aborted' : large || (limit.expired() ? 'timeout' : 'network');
    notify(hooks.onFailure, { ...event, reason, duration: clock.now() - started, cause });
    if (signal?.aborted) throw signal.reason;
    throw failureOf(outgoing, reason, large ? undefined : cause, maxResponseSize);
  } finally {
    if (!texts) limit.stop();
  }
}

const isStream = ({ ok, headers, body }: Response): boolean =>
  ok && body !== null && headers.get('Content-Type')?.startsWith(LINES) === true;

/** Reads the body of a stream. Waits for each part as long as for a response. */
async function* textsOf(
  response: Response,
  limit: ReturnType<typeof timeLimit>,
  { event, signal }: Outgoing,
): AsyncGenerator<string, void, void> {
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  try {
    for (;;) {
      limit.restart();
      const { value, done } = await reader.read();
      limit.stop();
      if (done) return;
      yield decoder.decode(value, { stream: true });
    }
  } catch (cause) {
    if (signal?.aborted) throw signal.reason;
    const { operation, correlationId } = event;
    throw new TransportError('client.stream_cut', `The stream of ${operation} was cut.`, { correlationId, cause });
  } finally {
    limit.stop();
    reader.cancel().catch(() => {});
  }
}

function failureOf(
  { event, timeout }: Outgoing,
  reason: FailureEvent['reason'],
  cause: unknown,
  maxResponseSize: number,
): TransportError {
  const { operation, correlationId } = event;
  const failed = (code: TransportCode, what: string) =>
    new TransportError(code, `${operation} got ${what}.`, { correlationId, cause });
  if (reason === 'timeout') return failed('client.timeout', `no response within ${timeout} ms`);
  if (reason === 'network') return failed('client.network', 'no response');
  return failed(
    'client.response_too_large',
    `a response of more than ${maxResponseSize} bytes, which is maxResponseSize`,
  );
}

/** Stops reading a body that is too large. The caller, who knows the request, creates the final error. */
const TOO_LARGE = new RangeError('too large');

/** Reads a body as text; cancels it as soon as it exceeds the maximum. */
async function textOf(response: Response, most: number): Promise<string> {
  // Platforms without streams load the body into memory before it can be measured.
  if (!response.body?.getReader) {
    const text = await response.text();
    if (text.length > most) throw TOO_LARGE;
    return text;
  }
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  const parts: string[] = [];
  for (let size = 0; ; ) {
    const { value, done } = await reader.read();
    if (done) return parts.join('') + decoder.decode();
    size += value.length;
    if (size > most) {
      reader.cancel().catch(() => {});
      throw TOO_LARGE;
    }
    parts.push(decoder.decode(value, { stream: true }));
  }
}

/** Merges header fields regardless of case. Later fields win, and names keep their last spelling. */
export function merged(...all: readonly (HeaderFields | undefined)[]): Record<string, string> {
  const fields = new Map<string, [string, string]>();
  for (const headers of all)
    for (const [name, value] of Object.entries(headers ?? {})) fields.set(name.toLowerCase(), [name, value]);
  return Object.fromEntries(fields.values());
}

/** Retry-After in seconds. The header may also contain a date (RFC 9110 §10.2.3). */
function secondsToWait(headers: Headers, now: number): number | undefined {
  const value = headers.get('Retry-After');
  if (!value) return undefined;
  const seconds = /^\d+$/.test(value)
    ? Number(value)
    : Math.ceil((Date.parse(value) - serviceTime(headers, now)) / 1000);
  return seconds >= 0 ? seconds : undefined;
}

/** Combines the caller's signal with a timeout that can be stopped and started again. */
function timeLimit({ timeout, signal }: Outgoing) {
  const limit = new AbortController();
  const start = () => setTimeout(() => limit.abort(), Math.min(timeout, LONGEST_TIMER));
  let timer = start();
  const stop = () => clearTimeout(timer);
  return {
    signal: signal ? AbortSignal.any([signal, limit.signal]) : limit.signal,
    expired: () => limit.signal.aborted,
    stop,
    restart() {
      stop();
      timer = start();
    },
  };
}

/** Parsed JSON; undefined if the text is none. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
