import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { type Counters, MemoryCounters, type Sharing, WINDOW, windowOf } from './counters.ts';
import { StartError } from './start-error.ts';
import type { Clock } from './time.ts';

/** Counts hits in one step if they fit, starting from at least the count that the process knows. */
const TAKE = `local count = math.max(tonumber(redis.call('get', KEYS[1]) or 0), tonumber(ARGV[4])) + ARGV[1]
if count <= tonumber(ARGV[2]) then
  redis.call('set', KEYS[1], count, 'px', ARGV[3])
end
return count`;

const RAISE = `if tonumber(redis.call('get', KEYS[1]) or 0) < tonumber(ARGV[1]) then
  redis.call('set', KEYS[1], ARGV[1], 'px', ARGV[2])
end`;

interface RedisListener {
  onAway(error: unknown): void;
  onBack(): void;
}

/** Longest wait for Redis in milliseconds, also at start. */
const ANSWER_WITHIN = 1_000;

const PROBE_PAUSE = 500;

/** Error messages with which Redis rejects the credentials in REDIS_URL. */
const REFUSED = /^(WRONGPASS|NOAUTH|NOPERM)/;

/**
 * Counters shared by several instances. While Redis is unavailable, each instance counts alone, starting from the last
 * count it knows, so requests are still limited. If Redis returns without its data, the instances restore the counts
 * they know. The first failure opens a circuit breaker and a background probe closes it, so no other request waits.
 */
export class RedisCounters implements Counters {
  readonly #redis: Redis;
  readonly #clock: Clock;
  readonly #local: MemoryCounters;
  readonly #listener: RedisListener;
  #away = true;
  #closed = false;
  #fallbacks = 0;

  private constructor(redis: Redis, clock: Clock, listener: RedisListener) {
    this.#redis = redis;
    this.#clock = clock;
    this.#local = new MemoryCounters(clock);
    this.#listener = listener;
  }

  /** Waits briefly for Redis, then continues without it until it is available. */
  static async connect(url: string, clock: Clock, listener: RedisListener): Promise<RedisCounters> {
    const redis = new Redis(url, {
      lazyConnect: true,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 1,
      connectTimeout: ANSWER_WITHIN,
      commandTimeout: ANSWER_WITHIN,
      disconnectTimeout: ANSWER_WITHIN,
      enableAutoPipelining: true,
      retryStrategy: () => PROBE_PAUSE,
    });
    const counters = new RedisCounters(redis, clock, listener);
    try {
      await counters.#start();
    } catch (error) {
      await counters.close();
      throw error;
    }
    return counters;
  }

  hit(key: string): Promise<number> {
    const here = () => {
      this.#fallbacks += 1;
      return this.#local.hit(key);
    };
    return this.#ask(key, here, async (name, window) => {
      const [count] = await Promise.all([this.#redis.incr(name), this.#redis.pexpire(name, 2 * WINDOW)]);
      if (!this.#isNow(window)) return count;
      if (count > this.#local.count(key)) this.#local.raise(key, count);
      else this.#restore(name, this.#local.hit(key));
      return this.#local.count(key);
    });
  }

  take(key: string, hits: number, limit: number): Promise<number> {
    const here = () => this.#local.take(key, hits, limit);
    return this.#ask(key, here, async (name, window) => {
      const known = this.#local.count(key);
      const count = Number(await this.#redis.eval(TAKE, 1, name, hits, limit, 2 * WINDOW, known));
      if (this.#isNow(window)) this.#local.raise(key, count <= limit ? count : count - hits);
      return count;
    });
  }

  count(key: string): Promise<number> {
    const here = () => this.#local.count(key);
    return this.#ask(key, here, async (name, window) => {
      const count = Number((await this.#redis.get(name)) ?? 0);
      return this.#isNow(window) ? Math.max(count, here()) : count;
    });
  }

  /** Asks Redis for a count in the current window, or counts here while it is unavailable. */
  async #ask(key: string, here: () => number, ask: (name: string, window: number) => Promise<number>): Promise<number> {
    if (this.#away) return here();
    const window = windowOf(this.#clock());
    try {
      return await ask(`tillgate:${window}:${key}`, window);
    } catch (error) {
      this.#trip(error);
      return here();
    }
  }

  refuse(key: string): void {
    this.#local.refuse(key);
  }

  get refusals(): ReadonlyMap<string, number> {
    return this.#local.refusals;
  }

  get sharing(): Sharing {
    return { up: !this.#away, fallbacks: this.#fallbacks };
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#redis.disconnect();
  }

  #isNow(window: number): boolean {
    return windowOf(this.#clock()) === window;
  }

  #restore(name: string, count: number): void {
    this.#redis.eval(RAISE, 1, name, count, 2 * WINDOW).catch((error) => this.#trip(error));
  }

  async #start(): Promise<void> {
    let failure: unknown = new Error(`no answer within ${ANSWER_WITHIN / 1000} s`);
    this.#redis.on('error', (error) => {
      failure = error;
    });
    const connecting = this.#redis.connect().catch(() => {});
    await Promise.race([connecting, delay(ANSWER_WITHIN, undefined, { ref: false })]);
    if (REFUSED.test((failure as Error).message))
      throw new StartError(`REDIS_URL: Redis refuses the credentials: ${(failure as Error).message}`);
    if (await this.#answers()) this.#away = false;
    else this.#openBreaker(failure);
  }

  #trip(error: unknown): void {
    if (this.#away || this.#closed) return;
    this.#away = true;
    this.#openBreaker(error);
  }

  #openBreaker(error: unknown): void {
    this.#listener.onAway(error);
    void this.#closeWhenAnswered();
  }

  async #closeWhenAnswered(): Promise<void> {
    while (!(await this.#answers())) {
      if (this.#closed) return;
      await delay(PROBE_PAUSE, undefined, { ref: false });
    }
    this.#away = false;
    this.#listener.onBack();
  }

  /** Replaces a silent connection, which may be dead without either end noticing. */
  async #answers(): Promise<boolean> {
    try {
      await this.#redis.ping();
      return true;
    } catch (error) {
      const silent = error instanceof Error && error.message === 'Command timed out';
      if (silent && !this.#closed) this.#redis.disconnect(true);
      return false;
    }
  }
}
