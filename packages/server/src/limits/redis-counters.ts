import { Redis } from 'ioredis';
import type { Clock } from '../clock.ts';
import { StartError } from '../errors.ts';
import { type Counters, MemoryCounters, WINDOW, windowOf } from './counters.ts';

/**
 * Counters that several instances share. While Redis is away each instance counts for itself, so that a request is
 * still bounded and still answered.
 */
export class RedisCounters implements Counters {
  readonly #redis: Redis;
  readonly #clock: Clock;
  readonly #local: MemoryCounters;
  readonly #onFailure: (error: unknown) => void;

  private constructor(redis: Redis, clock: Clock, onFailure: (error: unknown) => void) {
    this.#redis = redis;
    this.#clock = clock;
    this.#local = new MemoryCounters(clock);
    this.#onFailure = onFailure;
  }

  static async connect(url: string, clock: Clock, onFailure: (error: unknown) => void): Promise<RedisCounters> {
    const redis = new Redis(url, {
      lazyConnect: true,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 1,
      commandTimeout: 1_000,
      enableAutoPipelining: true,
    });
    redis.on('error', onFailure);
    try {
      await redis.connect();
    } catch (error) {
      redis.disconnect();
      throw new StartError(`Cannot reach REDIS_URL: ${error instanceof Error ? error.message : error}`);
    }
    return new RedisCounters(redis, clock, onFailure);
  }

  async hit(key: string): Promise<number> {
    const name = `tillgate:${windowOf(this.#clock())}:${key}`;
    try {
      const [count] = await Promise.all([this.#redis.incr(name), this.#redis.pexpire(name, 2 * WINDOW)]);
      return count;
    } catch (error) {
      this.#onFailure(error);
      return this.#local.hit(key);
    }
  }

  async close(): Promise<void> {
    this.#redis.disconnect();
  }
}
