import type { Clock } from './clock.ts';
import { TransportError } from './errors.ts';
import { type Answer, exchange, type Fetch, type Outgoing } from './exchange.ts';
import { type Hooks, notify, type RequestEvent } from './hooks.ts';
import type { RateLimiter } from './rate-limiter.ts';

/** Permission to send, which a request waits for. */
export interface Access {
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
}

export interface Sending {
  readonly operation: string;
  readonly method: string;
  /** Below the base URL, with the query. */
  readonly path: string;
  readonly body?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly merchantId?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds for one attempt. */
  readonly timeout?: number | undefined;
  readonly limiter: RateLimiter;
  readonly urgent?: boolean;
  /** Number of retries after a rejection by the rate limit, of which nothing was carried out. */
  readonly retries: number;
  /** Milliseconds after its first attempt in which a failed request may be sent again. */
  readonly patience?: number;
  /** Asked before each attempt; `refused` is the access that was answered with 401. */
  access(refused?: Access): Promise<Access> | Access;
}

export interface SenderSettings {
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly hooks: Hooks;
  readonly timeout: number;
  /** Number of retries after a rejection by the rate limit, of which nothing was carried out. */
  readonly retries: number;
  /** Milliseconds after its start during which a call can wait to be sent or retried; two minutes by default. */
  readonly maxWait: number;
}

const UNAVAILABLE = [502, 503, 504];
const FIRST_DELAY = 250;
const LONGEST_DELAY = 8_000;

/** Sends requests until they are answered: one at a time within the rate limit, and again where that is safe. */
export class Sender {
  readonly #settings: SenderSettings;

  constructor(settings: SenderSettings) {
    this.#settings = settings;
  }

  async send(sending: Sending): Promise<Answer> {
    const { clock, maxWait } = this.#settings;
    const deadline = clock.now() + maxWait;
    const correlationId = crypto.randomUUID();
    let refused: Access | undefined;
    let failures = 0;
    let sent: number | undefined;
    for (let attempt = 1; ; attempt += 1) {
      const access = await sending.access(refused);
      await sending.limiter.admit({ signal: sending.signal, deadline, urgent: sending.urgent ?? false });
      sent ??= clock.now();
      const outgoing = this.#outgoing(sending, access, { attempt, correlationId });
      const outcome = await this.#attempt(outgoing, sending.limiter);
      if (!(outcome instanceof TransportError)) {
        if (outcome.status === 429) {
          failures += 1;
          if (failures > this.#settings.retries) return outcome;
          continue;
        }
        // A token can be rejected early, as when this clock is slow.
        if (!refused && codeOf(outcome)?.startsWith('partner.token_')) {
          refused = access;
          continue;
        }
      }
      const delay = this.#delay(outcome, failures);
      failures += 1;
      const until = Math.min(deadline, sent + (sending.patience ?? maxWait));
      if (delay === undefined || failures > sending.retries || clock.now() + delay > until) {
        if (outcome instanceof TransportError) throw outcome;
        return outcome;
      }
      const reason = outcome instanceof TransportError ? reasonOf(outcome) : outcome.status;
      void notify(this.#settings.hooks.onRetry, { ...outgoing.event, reason, delay });
      await clock.sleep(delay, sending.signal);
    }
  }

  #outgoing(sending: Sending, access: Access, event: Pick<RequestEvent, 'attempt' | 'correlationId'>): Outgoing {
    const { operation, method, merchantId, body, signal, timeout = this.#settings.timeout } = sending;
    const url = withQuery(access.baseUrl.replace(/\/$/, '') + sending.path, access.query);
    const headers: Record<string, string> = { Accept: 'application/json', 'X-Correlation-Id': event.correlationId };
    if (body !== undefined) headers['Content-Type'] = 'application/json';
    return {
      event: { operation, method, url, merchantId, ...event },
      headers: { ...headers, ...sending.headers, ...access.headers },
      body,
      signal,
      timeout,
    };
  }

  async #attempt(outgoing: Outgoing, limiter: RateLimiter): Promise<Answer | TransportError> {
    try {
      const answer = await exchange(outgoing, this.#settings);
      limiter.observe(answer);
      return answer;
    } catch (error) {
      if (error instanceof TransportError) return error;
      throw error;
    }
  }

  /** Milliseconds after which the request is worth another attempt; undefined where it is not. */
  #delay(outcome: Answer | TransportError, failures: number): number | undefined {
    const backoff = this.#settings.clock.random() * Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** failures);
    if (outcome instanceof TransportError) return backoff;
    const again = UNAVAILABLE.includes(outcome.status) || codeOf(outcome) === 'partner.idempotency_in_progress';
    return again ? Math.max(backoff, (retryAfterOf(outcome) ?? 0) * 1000) : undefined;
  }
}

const reasonOf = ({ code }: TransportError) => (code === 'client.timeout' ? 'timeout' : 'network');

function withQuery(url: string, query: Access['query']): string {
  if (!query) return url;
  return `${url}${url.includes('?') ? '&' : '?'}${new URLSearchParams(query)}`;
}

export const codeOf = ({ body }: Answer): string | undefined => (body as { code?: string } | undefined)?.code;

export function retryAfterOf({ headers }: Answer): number | undefined {
  const seconds = Number(headers.get('Retry-After') ?? Number.NaN);
  return seconds >= 0 ? seconds : undefined;
}
