import type { Clock } from './clock.ts';
import { ApiError } from './errors.ts';
import type { Answer } from './exchange.ts';
import { serviceTime } from './quota.ts';

/** Share of a window that resource calls leave for token requests, whose lost responses cannot wait a minute. */
const SPARE = 0.01;

const LONGEST_WINDOW = 60_000;

const SHORTEST_WAIT = 1_000;

export interface Admission {
  readonly signal?: AbortSignal | undefined;
  /** True if the request may use the reserved share of a window. */
  readonly urgent?: boolean;
  /** Requests that it counts as, 1 by default. */
  readonly weight?: number;
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

  /** Resolves when a request may be sent. Rejects if that is after the deadline. */
  async admit({ signal, urgent, weight = 1 }: Admission, deadline: number): Promise<void> {
    for (;;) {
      signal?.throwIfAborted();
      const now = this.#clock.now();
      if (this.#opens > 0 && now >= this.#opens) this.#turn();
      // An unknown limit is infinite, of which `| 0` leaves nothing.
      const spare = urgent ? 0 : (this.#limit * SPARE) | 0;
      // A request that is larger than the limit takes a whole window.
      if (this.#left >= Math.min(spare + weight, this.#limit)) break;
      if (this.#opens > deadline) throw rateLimited(this.#opens - now);
      await this.#clock.sleep(this.#opens - now, signal);
    }
    this.#left -= weight;
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
    if (status === 429) {
      this.#left = 0;
      this.#begin(Math.max(reset || 0, this.#window), this.#opening(this.#localTime(headers, reset), retryAfter));
    } else if (remaining >= 0 && reset > this.#window) {
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
