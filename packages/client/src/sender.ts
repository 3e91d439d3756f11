import type { Clock, Interest } from './clock.ts';
import { TransportError } from './errors.ts';
import { type Answer, exchange, type Fetch, type HeaderFields, merged, type Outgoing } from './exchange.ts';
import { type Hooks, notify } from './hooks.ts';
import type { Admission, RateLimiter } from './rate-limiter.ts';
import { codeOf } from './results.ts';
import { type Patience, patienceOf } from './settings.ts';

/** Credentials of one request. */
export interface Access {
  readonly baseUrl: string;
  readonly headers: HeaderFields;
  readonly query?: Readonly<Record<string, string>>;
  /**
   * Reports once whether the service accepted the credentials; undefined if unknown, for example
   * because nothing was sent.
   */
  readonly report?: (accepted: boolean | undefined) => void;
}

export interface Sending extends Admission {
  readonly operation: string;
  readonly method: string;
  /** Path and query, relative to the base URL. */
  readonly path: string;
  readonly body?: string | undefined;
  readonly headers?: HeaderFields;
  readonly merchantId?: number | undefined;
  /** Milliseconds before an attempt times out. */
  readonly timeout?: number | undefined;
  /** Number of retries. */
  readonly retries?: number | undefined;
  /** Number of retries after a failure, if different: the request may already have been carried out. */
  readonly retriesOfFailure?: number;
  /** Milliseconds the request may spend waiting, counted from its start. */
  readonly maxWait?: number | undefined;
  /** Milliseconds after the first attempt during which a failed request may be retried. */
  readonly retryWithin?: number;
  readonly limiter: RateLimiter;
  /**
   * Called before each attempt. `refused` is the access just rejected with 401. Returns undefined
   * if there is none better.
   */
  access(interest: Interest, refused?: Access): Promise<Access | undefined> | Access;
}

export interface SenderSettings {
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly hooks: Hooks;
  readonly patience: Patience;
  readonly maxResponseSize: number;
}

/** State of a request across its attempts. */
interface Course {
  readonly patience: Patience;
  readonly correlationId: string;
  /** Latest time at which the request still waits. */
  readonly deadline: number;
  /** Time of its first attempt. */
  sent?: number;
  attempts: number;
  retries: number;
  /** Access that was rejected with 401, and the response. */
  refusal?: { readonly access: Access; readonly answer: Answer };
}

const UNAVAILABLE = [500, 502, 503, 504];
const FIRST_DELAY = 250;
const LONGEST_DELAY = 8_000;

/** Sends requests within the rate limit and retries them where that is safe. */
export class Sender {
  readonly #settings: SenderSettings;

  constructor(settings: SenderSettings) {
    this.#settings = settings;
  }

  async send(sending: Sending): Promise<Answer> {
    const { clock, hooks } = this.#settings;
    const course = this.#begin(sending);
    for (;;) {
      const access = await this.#access(sending, course);
      if (!access) return course.refusal?.answer as Answer;
      const outgoing = this.#outgoing(sending, course, access);
      const outcome = await this.#attempt(outgoing, sending.limiter);
      if (isTokenRejection(outcome) && !course.refusal) {
        course.refusal = { access, answer: outcome };
        continue;
      }
      const delay = this.#delay(outcome, sending, course);
      if (delay === undefined) {
        if (outcome instanceof TransportError) throw outcome;
        return outcome;
      }
      course.retries += 1;
      notify(hooks.onRetry, { ...outgoing.event, reason: reasonOf(outcome), delay });
      // After a 429, the limiter delays all calls.
      if (!isRejection(outcome)) await clock.sleep(delay, sending.signal);
    }
  }

  #begin(sending: Sending): Course {
    const { clock } = this.#settings;
    const patience = patienceOf(sending, this.#settings.patience);
    const correlationId = new Headers(sending.headers).get('X-Correlation-Id') ?? crypto.randomUUID();
    return { patience, correlationId, deadline: clock.now() + patience.maxWait, attempts: 0, retries: 0 };
  }

  /** Waits for a token and for the rate limit. */
  async #access(sending: Sending, course: Course): Promise<Access | undefined> {
    const { limiter, signal, operation, access } = sending;
    const { clock } = this.#settings;
    const { deadline, patience, correlationId, refusal } = course;
    // Even a call that may not wait needs a request to get its token.
    const limit = Math.max(0, deadline - clock.now()) + patience.timeout;
    const expired = () =>
      new TransportError('client.timeout', `${operation} got no access token within ${limit} ms.`, { correlationId });
    const given = await access({ signal, limit, expired }, refusal?.access);
    if (!given) return undefined;
    try {
      await limiter.admit(sending, deadline);
    } catch (error) {
      given.report?.(undefined);
      throw error;
    }
    course.sent ??= clock.now();
    course.attempts += 1;
    return given;
  }

  #outgoing(sending: Sending, course: Course, access: Access): Outgoing & { readonly access: Access } {
    const { operation, method, merchantId, body, signal, headers, path } = sending;
    const { attempts: attempt, correlationId, patience } = course;
    const url = withQuery(access.baseUrl.replace(/\/$/, '') + path, access.query);
    const own: Record<string, string> = { Accept: 'application/json', 'X-Correlation-Id': correlationId };
    if (body !== undefined) own['Content-Type'] = 'application/json';
    return {
      access,
      event: { operation, method, url, merchantId, attempt, correlationId },
      headers: merged(own, headers, access.headers),
      body,
      signal,
      timeout: patience.timeout,
    };
  }

  async #attempt(
    outgoing: Outgoing & { readonly access: Access },
    limiter: RateLimiter,
  ): Promise<Answer | TransportError> {
    let accepted: boolean | undefined;
    try {
      const answer = await exchange(outgoing, this.#settings);
      accepted = !isTokenRejection(answer);
      limiter.observe(answer);
      return isRejection(answer) ? { ...answer, retryAfter: Math.ceil(limiter.wait / 1000) } : answer;
    } catch (error) {
      if (error instanceof TransportError) return error;
      throw error;
    } finally {
      outgoing.access.report?.(accepted);
    }
  }

  /** Milliseconds until the next attempt; undefined if the request is not retried. */
  #delay(outcome: Answer | TransportError, sending: Sending, course: Course): number | undefined {
    const { clock } = this.#settings;
    const { patience, retries, deadline, sent = 0 } = course;
    const rejected = isRejection(outcome);
    const most = rejected ? patience.retries : (sending.retriesOfFailure ?? patience.retries);
    if (retries >= most || !(rejected || isPassing(outcome))) return undefined;
    const backoff = clock.random() * Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** retries);
    const delay = rejected ? sending.limiter.wait : Math.max(backoff, (outcome.retryAfter ?? 0) * 1000);
    const until = rejected ? deadline : Math.min(deadline, sent + (sending.retryWithin ?? patience.maxWait));
    return clock.now() + delay > until ? undefined : delay;
  }
}

const isRejection = (outcome: Answer | TransportError): outcome is Answer => outcome.status === 429;

/** True for failures that a retry may resolve. */
const isPassing = (outcome: Answer | TransportError): boolean =>
  (outcome instanceof TransportError && outcome.code !== 'client.response_too_large') ||
  UNAVAILABLE.includes(outcome.status as number) ||
  (!(outcome instanceof TransportError) && codeOf(outcome.body) === 'partner.idempotency_in_progress');

/** True if the access token was rejected. That can happen early, for example if this clock is slow. */
const isTokenRejection = (outcome: Answer | TransportError): outcome is Answer =>
  !(outcome instanceof TransportError) && codeOf(outcome.body)?.startsWith('partner.token_') === true;

const reasonOf = (outcome: Answer | TransportError) => {
  if (!(outcome instanceof TransportError)) return outcome.status;
  return outcome.code === 'client.timeout' ? 'timeout' : 'network';
};

function withQuery(url: string, query: Access['query']): string {
  if (!query) return url;
  return `${url}${url.includes('?') ? '&' : '?'}${new URLSearchParams(query)}`;
}
