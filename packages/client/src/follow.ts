import { type CallOptions, callOf } from './call.ts';
import type { ChangeOf, ChangePage, ChangeWithRecord } from './changes.ts';
import type { Clock } from './clock.ts';
import {
  ConfigurationError,
  CursorGone,
  type GoneReason,
  isTillgateError,
  type TillgateError,
  TransportError,
} from './errors.ts';
import { resources } from './generated/resources.gen.ts';
import type * as Api from './generated/types.gen.ts';
import type { Source } from './results.ts';

/** Keeps a place in the change feed. `save` must not resolve before the cursor would survive a crash. */
export interface CursorStore {
  load(): Promise<string | null | undefined> | string | null | undefined;
  save(cursor: string): Promise<void> | void;
}

/** Why everything has to be read: there is no cursor yet, or the service cannot continue from it. */
export type ResyncReason = 'start' | GoneReason;

export interface FollowOptions<Resource extends Api.ChangedResource = Api.ChangedResource> extends CallOptions {
  /** Cursor to begin after if the store has none. */
  readonly after?: string | null | undefined;
  /** Loads the place, and saves it when the loop asks for the page after the one just processed. */
  readonly store?: CursorStore;
  /**
   * Seconds that a request at the end of the log waits for a change, 30 by default, which is the maximum. With 0 the
   * loop ends there.
   */
  readonly wait?: number;
  /** Only changes of these resources. */
  readonly resources?: readonly Resource[];
  /** Only changes that concern one of these stores or all stores. */
  readonly storeId?: readonly (number | string)[];
  /** Maximum number of changes on a page. */
  readonly limit?: number;
  /** Adds to each change the record as it is now. */
  readonly include?: 'record' | undefined;
  /**
   * Reads everything, and resolves with `changesAfter` of the first page that it read. Called if there is no cursor,
   * and if the service cannot continue from the cursor. Without it the loop begins at the present, and fails with
   * `CursorGone`.
   */
  resynchronize?(reason: ResyncReason): Promise<string | undefined>;
}

/** The changes one by one. The loop ends if its signal aborts, or at the end of the log with `wait: 0`. */
export interface Following<Change = ChangeOf> extends AsyncIterable<Change> {
  /**
   * The changes page by page, also pages without any: one with `hasMore` false is the end of the log at that time. To
   * process each change exactly once, save the outcome of a page and its `nextCursor` in one transaction.
   */
  pages(): AsyncGenerator<ChangePage<Change>, void, void>;
}

/** Changes of the merchant in the order in which they were committed, past and future. */
export interface Follow {
  <Resource extends Api.ChangedResource = Api.ChangedResource>(
    options: FollowOptions<Resource> & { readonly include: 'record' },
  ): Following<ChangeWithRecord<Resource>>;
  <Resource extends Api.ChangedResource = Api.ChangedResource>(
    options?: FollowOptions<Resource>,
  ): Following<ChangeOf<Resource>>;
}

/** Sends the requests of a follower. */
interface Feed extends Pick<Source, 'read'> {
  readonly clock: Clock;
  /** Milliseconds before a request that does not wait times out. */
  readonly timeout: number;
}

export function following(options: FollowOptions, feed: Feed): Following {
  const pages = () => untilAborted(new Follower(options, feed).pages(), options.signal);
  return {
    pages,
    async *[Symbol.asyncIterator]() {
      for await (const { data } of pages()) yield* data;
    },
  };
}

/** Ends where the abort of the signal would be an error. */
async function* untilAborted<T>(values: AsyncIterable<T>, signal: AbortSignal | undefined) {
  try {
    yield* values;
  } catch (error) {
    if (!signal?.aborted || error !== signal.reason) throw error;
  }
}

const SECOND = 1_000;

/** Seconds. */
const LONGEST_WAIT = 30;

/** Longest pause between failed requests, unless the service asks for a longer one. */
const LONGEST_PAUSE = 60 * SECOND;

class Follower {
  readonly #options: FollowOptions;
  readonly #feed: Feed;
  readonly #wait: number;
  #place: string | undefined;
  #reason: ResyncReason | undefined;
  /** Seconds that the next request waits: none until the end of the log has been reached. */
  #patience = 0;
  /** Requests in a row that failed, or found nothing though they did not wait. */
  #vain = 0;
  /** Earliest time of the next request. */
  #due = 0;

  constructor(options: FollowOptions, feed: Feed) {
    this.#options = options;
    this.#feed = feed;
    this.#wait = options.wait ?? LONGEST_WAIT;
  }

  async *pages(): AsyncGenerator<ChangePage, void, void> {
    const { store, after, signal } = this.#options;
    this.#place = (await store?.load()) ?? after ?? undefined;
    if (!this.#place) this.#reason = 'start';
    while (!signal?.aborted) {
      const page = await this.#next();
      if (!page) continue;
      yield page;
      if (page.nextCursor !== this.#place) await this.#move(page.nextCursor);
      if (!page.hasMore && this.#wait === 0) return;
    }
  }

  /** The next page; undefined after a failure that may pass. */
  async #next(): Promise<ChangePage | undefined> {
    const { clock } = this.#feed;
    const rest = this.#due - clock.now();
    if (rest > 0) await clock.sleep(rest, this.#options.signal);
    const started = clock.now();
    try {
      const page = await this.#read();
      const found = page.data.length > 0 || clock.now() - started >= (this.#patience * SECOND) / 2;
      this.#vain = found ? 0 : this.#vain + 1;
      // Changes within a second become one page, so that a busy merchant leaves the rate limit to other calls.
      this.#due = this.#patience > 0 ? started + Math.max(SECOND, this.#backoff()) : 0;
      this.#patience = page.hasMore ? 0 : this.#wait;
      return page;
    } catch (error) {
      const retryAfter = this.#waitAfter(error);
      this.#vain += 1;
      this.#patience = 0;
      this.#due = clock.now() + Math.max(this.#backoff(), retryAfter * SECOND);
      return undefined;
    }
  }

  async #read(): Promise<ChangePage> {
    const { resynchronize, store: _, wait: __, after: ___, ...options } = this.#options;
    if (this.#reason && resynchronize) await this.#move(cursorOf(await resynchronize(this.#reason)));
    this.#reason = undefined;
    const wait = this.#patience;
    const timeout = (options.timeout ?? this.#feed.timeout) + wait * SECOND;
    const query = { ...options, timeout, after: this.#place, ...(wait > 0 && { wait }) };
    const { data } = await this.#feed.read(callOf(resources.changes.list, [query]));
    return pageOf(data, this.#place);
  }

  async #move(cursor: string): Promise<void> {
    await this.#options.store?.save(cursor);
    this.#place = cursor;
  }

  /** Seconds that the service asks to wait. Throws the error if neither time nor reading everything helps. */
  #waitAfter(error: unknown): number {
    if (error instanceof CursorGone && this.#options.resynchronize) this.#reason = error.reason;
    else if (!isPassing(error)) throw error;
    return error.retryAfter ?? 0;
  }

  #backoff(): number {
    const most = this.#vain && Math.min(LONGEST_PAUSE, SECOND * 2 ** this.#vain);
    return (most * (1 + this.#feed.clock.random())) / 2;
  }
}

const isPassing = (error: unknown): error is TillgateError =>
  isTillgateError(error) &&
  (error.code === 'client.network' ||
    error.code === 'client.timeout' ||
    error.status === 429 ||
    Number(error.status) >= 500);

function cursorOf(cursor: string | undefined): string {
  if (cursor) return cursor;
  const message = 'resynchronize must resolve with changesAfter of the first page that it read.';
  throw new ConfigurationError('client.option_invalid', message);
}

function pageOf(body: unknown, place: string | undefined): ChangePage {
  const page = body as ChangePage;
  const { data, nextCursor, hasMore } = page;
  const isNew = nextCursor !== place;
  if (Array.isArray(data) && nextCursor && (isNew || !(hasMore || data.length))) return page;
  throw new TransportError(
    'client.unexpected_answer',
    'changes.follow got a page without its changes or without a new cursor.',
  );
}
