import type { Clock } from './time.ts';

/** Length of a window in milliseconds. Windows start on the minute (limits.window). */
export const WINDOW = 60_000;

/** Counts hits in fixed windows, across all instances that share the store. */
export interface Counters {
  /** Counts one hit and returns the number of hits in the current window. */
  hit(key: string): Promise<number> | number;
  /** Counts all hits if the window then has at most `limit`, otherwise none. Returns the count with all of them. */
  take(key: string, hits: number, limit: number): Promise<number> | number;
  /** Returns the number of hits in the current window without adding one. */
  count(key: string): Promise<number> | number;
  refuse(key: string): void;
  /** Refusals in this process by policy, the part of the key before `:`. */
  readonly refusals: ReadonlyMap<string, number>;
  readonly sharing?: Sharing;
  close(): Promise<void>;
}

export interface Sharing {
  readonly up: boolean;
  /** Hits counted only in this process while the store was unavailable. */
  readonly fallbacks: number;
}

export const windowOf = (now: number): number => Math.floor(now / WINDOW);

export class MemoryCounters implements Counters {
  readonly refusals = new Map<string, number>();
  readonly #clock: Clock;
  #window = -1;
  #counts = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  hit(key: string): number {
    const count = this.count(key) + 1;
    this.#counts.set(key, count);
    return count;
  }

  take(key: string, hits: number, limit: number): number {
    const count = this.count(key) + hits;
    if (count <= limit) this.#counts.set(key, count);
    return count;
  }

  /** Raises the count to at least `count`. */
  raise(key: string, count: number): void {
    if (count > this.count(key)) this.#counts.set(key, count);
  }

  count(key: string): number {
    const window = windowOf(this.#clock());
    if (window !== this.#window) {
      this.#window = window;
      this.#counts = new Map();
    }
    return this.#counts.get(key) ?? 0;
  }

  refuse(key: string): void {
    const [budget = key] = key.split(':', 1);
    this.refusals.set(budget, (this.refusals.get(budget) ?? 0) + 1);
  }

  async close(): Promise<void> {}
}

type Question = { readonly key: string } & (
  | { readonly act: 'hit' | 'count' }
  | { readonly act: 'take'; readonly hits: number; readonly limit: number }
);

/**
 * Questions from one turn of a worker's event loop share a message, because messages are expensive. Counts come back in
 * the same order, as do messages.
 */
type Message =
  | { readonly type: 'tillgate:count'; readonly questions: readonly Question[] }
  | { readonly type: 'tillgate:counted'; readonly counts: readonly number[] };

export interface Channel {
  send(message: object): unknown;
  on(event: 'message', listener: (message: Message) => void): unknown;
}

export function countFor(worker: Channel, counters: MemoryCounters): void {
  worker.on('message', (message) => {
    if (message.type !== 'tillgate:count') return;
    const counts = message.questions.map((question) =>
      question.act === 'take'
        ? counters.take(question.key, question.hits, question.limit)
        : counters[question.act](question.key),
    );
    worker.send({ type: 'tillgate:counted', counts });
  });
}

interface Asked {
  readonly question: Question;
  readonly resolve: (count: number) => void;
}

/** Counters of a worker. The primary process does the counting, so limits are exact across workers. */
export class PrimaryCounters implements Counters {
  readonly #primary: Channel;
  readonly #refused = new MemoryCounters(() => 0);
  #asked: Asked[] = [];
  /** Messages without a reply so far. */
  readonly #sent: Asked[][] = [];

  constructor(primary: Channel) {
    this.#primary = primary;
    primary.on('message', (message) => {
      if (message.type !== 'tillgate:counted') return;
      const { counts } = message;
      for (const [place, { resolve }] of (this.#sent.shift() ?? []).entries()) resolve(counts[place] as number);
    });
  }

  hit(key: string): Promise<number> {
    return this.#ask({ key, act: 'hit' });
  }

  take(key: string, hits: number, limit: number): Promise<number> {
    return this.#ask({ key, act: 'take', hits, limit });
  }

  count(key: string): Promise<number> {
    return this.#ask({ key, act: 'count' });
  }

  refuse(key: string): void {
    this.#refused.refuse(key);
  }

  get refusals(): ReadonlyMap<string, number> {
    return this.#refused.refusals;
  }

  async close(): Promise<void> {}

  #ask(question: Question): Promise<number> {
    return new Promise((resolve) => {
      if (this.#asked.push({ question, resolve }) === 1) setImmediate(() => this.#send());
    });
  }

  #send(): void {
    const asked = this.#asked.splice(0);
    this.#sent.push(asked);
    const questions = asked.map(({ question }) => question);
    this.#primary.send({ type: 'tillgate:count', questions });
  }
}
