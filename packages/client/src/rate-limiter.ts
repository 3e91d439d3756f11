import type { Clock } from './clock.ts';
import { ApiError } from './errors.ts';
import type { Answer } from './exchange.ts';
import { serviceTime } from './quota.ts';

/** Share of a window that resource calls leave for token requests, whose lost responses cannot wait a minute. */
const SPARE = 0.01;

const LONGEST_WINDOW = 60_000;

const SHORTEST_WAIT = 1_000;

export interface Admission {
  readonly signal: AbortSignal | undefined;
  /** Latest time at which the caller still waits. */
  readonly deadline: number;
  /** True if the request may use the reserved share of a window. */
  readonly urgent: boolean;
}

/** Keeps an app within its rate limit: the requests remaining in the last response, minus those sent since. */
export class RateLimiter {
  readonly #clock: Clock;
  #limit = Number.POSITIVE_INFINITY;
  #left = Number.POSITIVE_INFINITY;
  /** Window that `#left` counts, as the second in which it ends on the server. */
  #window = 0;
  /** Start of the next window on this machine's clock. */
  #opens = 0;
  /** True if a new window has begun that no response has reported yet. */
  #untold = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Resolves when a request may be sent. */
  async admit({ signal, deadline, urgent }: Admission): Promise<void> {
    for (;;) {
      signal?.throwIfAborted();
      const now = this.#clock.now();
      if (this.#opens > 0 && now >= this.#opens) this.#turn();
      const spare = urgent || this.#limit === Number.POSITIVE_INFINITY ? 0 : Math.floor(this.#limit * SPARE);
      if (this.#left > spare) break;
      if (this.#opens > deadline) throw rateLimited(this.#opens - now);
      await this.#clock.sleep(this.#opens - now, signal);
    }
    this.#left -= 1;
  }

  /** Milliseconds until the next window. Used after a rejection. */
  get wait(): number {
    return Math.max(0, this.#opens - this.#clock.now());
  }

  /**
   * Updates the window from a response. Ignores 401 and 403, which count against the source address instead of the app.
   */
  observe({ status, headers, retryAfter, quota }: Answer): void {
    if (status === 401 || status === 403) return;
    const { limit, remaining, reset } = quota;
    if (limit > 0) this.#limit = limit;
    if (status === 429) this.#close(this.#opening(this.#localTime(headers, reset), retryAfter), reset);
    else if (remaining >= 0 && reset > this.#window) {
      this.#left = this.#untold ? Math.min(this.#left, remaining) : remaining;
      this.#begin(reset, this.#localTime(headers, reset));
    } else if (reset === this.#window && !this.#untold) this.#left = Math.min(this.#left, remaining);
  }

  #begin(window: number, opens: number): void {
    this.#window = window;
    this.#opens = opens;
    this.#untold = false;
  }

  #turn(): void {
    this.#opens = this.#clock.now() + LONGEST_WINDOW;
    this.#left = this.#limit;
    this.#untold = true;
  }

  #close(opens: number, reset: number): void {
    this.#left = 0;
    this.#begin(reset > 0 ? Math.max(reset, this.#window) : this.#window, opens);
  }

  /** Earliest time to retry a rejected request. Never immediate, even if the response names no time or a past one. */
  #opening(reset: number, retryAfter = Number.NaN): number {
    const now = this.#clock.now();
    return [now + retryAfter * 1000, reset].find((time) => time > now) ?? now + SHORTEST_WAIT;
  }

  /** Converts the service's second to this machine's clock, which may differ. */
  #localTime(headers: Headers, second: number): number {
    const now = this.#clock.now();
    return second * 1000 + now - serviceTime(headers, now);
  }
}

function rateLimited(wait: number): ApiError<'partner.rate_limited'> {
  const retryAfter = Math.ceil(wait / 1000);
  const message = `The rate limit is exceeded for another ${retryAfter} seconds, which is longer than this call can wait.`;
  return new ApiError('partner.rate_limited', message, { status: 429, retryAfter });
}
