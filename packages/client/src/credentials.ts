import type { Clock, Interest } from './clock.ts';
import type { Hooks } from './hooks.ts';
import type { RateLimiter } from './rate-limiter.ts';
import type { Access, Sender } from './sender.ts';

/** Shared by all kinds of credentials: the sender, and the rate limit window of the app's requests. */
export interface Wires {
  readonly sender: Sender;
  readonly limiter: RateLimiter;
  readonly clock: Clock;
  readonly hooks: Hooks;
  /** Without a trailing slash. */
  readonly baseUrl: string;
}

/** Credentials in use. `Extra` has the methods added by the kind of credential. */
export interface Opened<Extra extends object> {
  readonly extra: Extra;
  /**
   * Returns the current access for a merchant; undefined if there is none better than `refused`,
   * the access just rejected with 401.
   */
  access(merchantId: number, interest: Interest, refused: Access | undefined): Promise<Access | undefined>;
}

/** A kind of credential: `oauth(…)`, `sandbox(…)` or `apiKey(…)`. Its secrets stay private. */
export interface Credentials<Extra extends object = object> {
  open(wires: Wires): Opened<Extra>;
}
