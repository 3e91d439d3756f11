import { LRUCache } from 'lru-cache';
import { isUnavailable } from '../database/failures.ts';
import type { Clock } from '../process/clock.ts';

/** Milliseconds after which an entry is read again (keys.approval_taken_back). */
const FRESH_FOR = 30_000;

/** Milliseconds for which an entry is used while the control plane is unavailable. */
export const USABLE_FOR = 60_000;

const MAX_ENTRIES = 50_000;

interface Entry<T> {
  readonly value: T;
  readonly readAt: number;
  /** The same instant on the monotonic clock. */
  readonly tick: number;
}

/** Lookups in a cache: hits, reads from the control plane, and stale hits while it was unavailable. */
export interface Lookups {
  hits: number;
  misses: number;
  stale: number;
}

/** Bounded cache of control plane records by key. Bridges a short outage. */
export class RecordCache<Key extends number | string, T extends object> {
  readonly lookups: Lookups = { hits: 0, misses: 0, stale: 0 };
  readonly #clock: Clock;
  readonly #read: (key: Key) => Promise<T | undefined>;
  readonly #entries = new LRUCache<Key, Entry<T>>({ max: MAX_ENTRIES });

  constructor(clock: Clock, read: (key: Key) => Promise<T | undefined>) {
    this.#clock = clock;
    this.#read = read;
  }

  async get(key: Key): Promise<T | undefined> {
    const known = this.#entries.get(key);
    if (known && this.#ageOf(known) <= FRESH_FOR) {
      this.lookups.hits += 1;
      return known.value;
    }
    try {
      return await this.readAgain(key);
    } catch (error) {
      if (!known || this.#ageOf(known) >= USABLE_FOR || !isUnavailable(error)) throw error;
      this.lookups.stale += 1;
      return known.value;
    }
  }

  /** Reads a record whatever the age of its entry, which it replaces. */
  async readAgain(key: Key): Promise<T | undefined> {
    this.lookups.misses += 1;
    const [readAt, tick] = [this.#clock(), performance.now()];
    const value = await this.#read(key);
    if (value) this.#entries.set(key, { value, readAt, tick });
    else this.#entries.delete(key);
    return value;
  }

  /** Setting the clock back does not make entries younger. */
  #ageOf({ readAt, tick }: Entry<T>): number {
    return Math.max(this.#clock() - readAt, performance.now() - tick);
  }
}
