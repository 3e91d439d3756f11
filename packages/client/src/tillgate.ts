import { type Call, callOf, type Operation } from './call.ts';
import { type Clock, systemClock } from './clock.ts';
import type { Credentials } from './credentials.ts';
import { type ApiCode, ApiError, type FieldError, TransportError } from './errors.ts';
import type { Answer, Fetch } from './exchange.ts';
import { resources } from './generated/resources.gen.ts';
import type { Hooks } from './hooks.ts';
import type { Pages, Resources } from './methods.ts';
import { iterate, type Page } from './pages.ts';
import { RateLimiter } from './rate-limiter.ts';
import { retryAfterOf, Sender } from './sender.ts';

export interface TillgateOptions<Extra extends object> {
  /** {base_url}: the API's root with the version, such as `https://api.example.com/v1`. */
  readonly baseUrl: string;
  readonly credentials: Credentials<Extra>;
  /** Replaces the global `fetch`. */
  readonly fetch?: Fetch;
  /** Milliseconds for one attempt; 30 seconds by default. */
  readonly timeout?: number;
  /** Maximum number of retries of a failed or rate-limited request where that is safe; 4 by default. */
  readonly retries?: number;
  /** Milliseconds after its start during which a call can wait to be sent or retried; two minutes by default. */
  readonly maxWait?: number;
  readonly hooks?: Hooks;
  readonly clock?: Clock;
}

/** A partner app. */
export type Tillgate<Extra extends object = object> = Extra & {
  /** The API for one merchant. All merchants of an app share its rate limit, and so one `Tillgate`. */
  merchant(merchantId: number): Resources;
};

export function createTillgate<Extra extends object>(options: TillgateOptions<Extra>): Tillgate<Extra> {
  const {
    baseUrl,
    credentials,
    clock = systemClock,
    hooks = {},
    timeout = 30_000,
    retries = 4,
    maxWait = 120_000,
  } = options;
  // Called without a `this`: some runtimes reject a fetch that is called as a method.
  const fetch: Fetch = options.fetch ?? ((url, init) => globalThis.fetch(url, init));
  const limiter = new RateLimiter(clock);
  const sender = new Sender({ fetch, clock, hooks, timeout, retries, maxWait });
  const opened = credentials.open({ sender, limiter, clock, hooks, baseUrl });

  async function call(merchantId: number, operation: string, { options, ...request }: Call): Promise<unknown> {
    const answer = await sender.send({
      ...request,
      ...options,
      operation,
      merchantId,
      limiter,
      retries,
      access: (refused) => opened.access(merchantId, refused, options.signal),
    });
    return resultOf(answer, operation);
  }

  return { ...opened.extra, merchant: (merchantId) => bind((name, request) => call(merchantId, name, request)) };
}

type Caller = (operation: string, call: Call) => Promise<unknown>;

function bind(call: Caller): Resources {
  const bound = mapped(resources, (table, resource) =>
    mapped(table as Record<string, Operation | Pages<Operation>>, (entry, name) => {
      const operation = `${resource}.${name}`;
      if (typeof entry === 'function') return async (...args: unknown[]) => call(operation, callOf(entry, args));
      return (...args: unknown[]) => iterate(entry.pages, args, (page) => call(operation, page) as Promise<Page>);
    }),
  );
  // The table's own types say what each of these methods takes and gives.
  return bound as unknown as Resources;
}

const mapped = <V, R>(table: Readonly<Record<string, V>>, map: (value: V, key: string) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(table).map(([key, value]) => [key, map(value, key)]));

interface ErrorBody {
  readonly code?: string;
  readonly message: string;
  readonly correlationId: string;
  readonly details?: readonly FieldError[];
}

function resultOf(answer: Answer, operation: string): unknown {
  const { status, body } = answer;
  if (status >= 200 && status < 300 && body !== undefined) return body;
  const { code, message, correlationId, details } = (body ?? {}) as ErrorBody;
  const retryAfter = retryAfterOf(answer);
  if (code) throw new ApiError(code as ApiCode, message, { status, correlationId, details, retryAfter });
  const facts = { status, retryAfter, correlationId: answer.headers.get('X-Correlation-Id') ?? undefined };
  throw new TransportError(
    'client.unexpected_answer',
    `${operation} got an unexpected response with status ${status}.`,
    facts,
  );
}
