import type { Clock } from './time.ts';

/** Length of a window in milliseconds. Windows start on the minute (limits.window). */
export const WINDOW = 60_000;

/** Counts hits in fixed windows, across all instances that share the store. */
export interface Counters {
  /** Counts one hit and returns the number of hits in the current window. */
  hit(key: string): Promise<number> | number;
  /**
   * Counts `hits` at once if the window then has at most `limit`, otherwise none. Returns the number of hits as it would be
   * with them.
   */
  take(key: string, hits: number, limit: number): Promise<number> | number;
  /** Returns the number of hits in the current window without adding one. */
  count(key: string): Promise<number> | number;
  refuse(key: string): void;
  /** Refusals in this process by policy, which is the start of the key. */
  readonly refusals: ReadonlyMap<string, number>;
  readonly sharing?: Sharing;
  close(): Promise<void>;
}

/** State of the store that shares counters. */
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

  /** Knows of at least as many hits from now on. */
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
