import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';
import { isUnavailable } from '../storage/failures.ts';

/** Age at which an entry is read again, in milliseconds (keys.approval_taken_back). */
const FRESH = 30_000;

/** Age to which entries are used while the control plane is unavailable, in milliseconds. */
export const KEPT = 60_000;

const MOST = 50_000;

interface Entry<T> {
  readonly value: T;
  readonly readAt: number;
  /** The same instant by a clock that nobody sets. */
  readonly tick: number;
}

/** Lookups in a cache: answered from it, read from the control plane, and answered from it because that failed. */
export interface Lookups {
  hits: number;
  misses: number;
  stale: number;
}

/** Bounded cache of records of the control plane by key, which bridges a short outage of it. */
export class Known<Key extends number | string, T extends object> {
  readonly lookups: Lookups = { hits: 0, misses: 0, stale: 0 };
  readonly #clock: Clock;
  readonly #read: (key: Key) => Promise<T | undefined>;
  readonly #entries = new LRUCache<Key, Entry<T>>({ max: MOST });

  constructor(clock: Clock, read: (key: Key) => Promise<T | undefined>) {
    this.#clock = clock;
    this.#read = read;
  }

  async get(key: Key): Promise<T | undefined> {
    const known = this.#entries.get(key);
    if (known && this.#ageOf(known) <= FRESH) {
      this.lookups.hits += 1;
      return known.value;
    }
    try {
      return await this.#readAgain(key);
    } catch (error) {
      if (!known || this.#ageOf(known) >= KEPT || !isUnavailable(error)) throw error;
      this.lookups.stale += 1;
      return known.value;
    }
  }

  async #readAgain(key: Key): Promise<T | undefined> {
    this.lookups.misses += 1;
    const [readAt, tick] = [this.#clock(), performance.now()];
    const value = await this.#read(key);
    if (value) this.#entries.set(key, { value, readAt, tick });
    else this.#entries.delete(key);
    return value;
  }

  /** A clock that is set back makes no entry younger. */
  #ageOf({ readAt, tick }: Entry<T>): number {
    return Math.max(this.#clock() - readAt, performance.now() - tick);
  }
}
