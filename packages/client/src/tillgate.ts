import { type Call, callOf, type Operation, type RawOptions, rawCallOf } from './call.ts';
import { type Clock, systemClock } from './clock.ts';
import type { Credentials } from './credentials.ts';
import type { Fetch } from './exchange.ts';
import { type FollowOptions, following } from './follow.ts';
import { resources } from './generated/resources.gen.ts';
import type { Hooks } from './hooks.ts';
import type { Pages, Resources, Stream } from './methods.ts';
import { listing } from './pages.ts';
import { RateLimiter } from './rate-limiter.ts';
import { type ResultKind, replyOf, resultOf, type WithResponse } from './results.ts';
import { Sender, type Sending } from './sender.ts';
import { baseUrlOf, patienceOf, responseSizeOf } from './settings.ts';
import { openStream } from './streams.ts';

export interface TillgateOptions<Extra extends object> {
  /** Root URL of the API including its version, such as `https://api.example.com/v1`. */
  readonly baseUrl: string;
  readonly credentials: Credentials<Extra>;
  /** Replaces the global `fetch`. */
  readonly fetch?: Fetch;
  /** Milliseconds before an attempt times out; 30 seconds by default. */
  readonly timeout?: number;
  /** Maximum number of retries of a failed or rate-limited request, where retrying is safe; 4 by default. */
  readonly retries?: number;
  /**
   * Milliseconds a call may spend waiting for the rate limit and between attempts, counted from its
   * start; waiting for an access token may take one `timeout` longer. Two minutes by default.
   */
  readonly maxWait?: number;
  /** Maximum size of a response in bytes; the call fails if it is larger. 64 MiB by default. */
  readonly maxResponseSize?: number;
  readonly hooks?: Hooks;
  readonly clock?: Clock;
}

/** A partner app. */
export type Tillgate<Extra extends object = object> = Extra & {
  /** The API for one merchant. An app's merchants share its rate limit, so create one `Tillgate` per app. */
  merchant(merchantId: number): Resources;
};

const PATIENCE = { timeout: 30_000, retries: 4, maxWait: 120_000 };

/** Throws a ConfigurationError if an option is invalid. */
export function createTillgate<Extra extends object>(options: TillgateOptions<Extra>): Tillgate<Extra> {
  const { credentials, clock = systemClock, hooks = {} } = options;
  const baseUrl = baseUrlOf(options.baseUrl);
  // Called without `this`: some runtimes reject a fetch that is called as a method.
  const fetch: Fetch = options.fetch ?? ((url, init) => globalThis.fetch(url, init));
  const limiter = new RateLimiter(clock);
  const maxResponseSize = responseSizeOf(options.maxResponseSize);
  const patience = patienceOf(options, PATIENCE);
  const sender = new Sender({ fetch, clock, hooks, maxResponseSize, patience });
  const opened = credentials.open({ sender, limiter, clock, hooks, baseUrl });
  const merchant = (merchantId: number) => {
    const call: Caller = async (operation, { options, ...request }, kind) => {
      const access: Sending['access'] = (interest, refused) => opened.access(merchantId, interest, refused);
      const answer = await sender.send({ ...request, ...options, operation, merchantId, limiter, access });
      return resultOf(answer, operation, kind);
    };
    const follow = (follows: FollowOptions = {}) =>
      following(follows, { clock, timeout: patience.timeout, read: (page) => call('changes.follow', page, 'record') });
    return bind(call, follow);
  };
  return { ...opened.extra, merchant };
}

/** Calls an operation whose success has a body of this kind. */
type Caller = (operation: string, call: Call, kind: ResultKind) => Promise<WithResponse<unknown>>;

function bind(call: Caller, follow: unknown): Resources {
  const { changes, ...bound } = mapped(resources, (table, resource): object => {
    const entries = table as Record<string, Operation | Pages<Operation> | Stream<Operation>>;
    const lists = Object.values(entries).map((entry) => 'pages' in entry && entry.pages);
    return mapped(entries, (entry, name) => {
      const operation = `${resource}.${name}`;
      if ('path' in entry) {
        const kind = lists.includes(entry) ? 'list' : 'record';
        // Async, so that an invalid argument rejects the call instead of throwing.
        return (...args: unknown[]) => replyOf((async () => call(operation, callOf(entry, args), kind))());
      }
      const source = (kind: ResultKind) => ({ operation, read: (request: Call) => call(operation, request, kind) });
      if ('stream' in entry) return (...args: unknown[]) => openStream(entry.stream, args, source('stream'));
      return (...args: unknown[]) => listing(entry.pages, args, source('list'));
    });
  });
  const request = (method: string, path: string, options: RawOptions = {}) =>
    replyOf((async () => call(`${method} ${path}`, rawCallOf(method, path, options), 'anything'))());
  // The table's type describes each method's arguments and result.
  return { ...bound, changes: { ...changes, follow }, request } as unknown as Resources;
}

const mapped = <V, R>(table: Readonly<Record<string, V>>, map: (value: V, key: string) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(table).map(([key, value]) => [key, map(value, key)]));
