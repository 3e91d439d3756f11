import type { Clock, Interest } from './clock.ts';
import type { Hooks } from './hooks.ts';
import type { RateLimiter } from './rate-limiter.ts';
import type { Access, Sender } from './sender.ts';

/**
 * Shared parts that a kind of credential uses: the same sender and rate-limit window as every other request of the app.
 */
export interface Wires {
  readonly sender: Sender;
  readonly limiter: RateLimiter;
  readonly clock: Clock;
  readonly hooks: Hooks;
  /** Without a slash at its end. */
  readonly baseUrl: string;
}

/** A credential at work. `Extra` is what an app can do with it beside calling operations. */
export interface Opened<Extra extends object> {
  readonly extra: Extra;
  /**
   * Returns the current access for a merchant. `refused` is an access that was just rejected with 401; undefined if there is
   * no better one.
   */
  access(merchantId: number, interest: Interest, refused: Access | undefined): Promise<Access | undefined>;
}

/** A kind of credential: `oauth(…)`, `sandbox(…)` or `apiKey(…)`. Keeps its secrets to itself. */
export interface Credentials<Extra extends object = object> {
  open(wires: Wires): Opened<Extra>;
}
