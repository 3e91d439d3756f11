import { type Clock, toSeconds } from '../clock.ts';
import { networkOf } from '../credentials/source-address.ts';
import { type Counters, WINDOW, windowOf } from './counters.ts';

/** State of a budget after one more request. */
export interface Budget {
  /** What is limited: `app`, `mint` or `source`. */
  readonly policy: string;
  readonly limit: number;
  readonly remaining: number;
  /** Unix seconds at which the window rolls over. */
  readonly reset: number;
  readonly exceeded: boolean;
  /** Seconds until then, at least one. */
  readonly retryAfter: number;
}

/** Takes one request from the budget of `key`, which begins with its policy, in this minute. */
export async function spend(counters: Counters, clock: Clock, key: string, limit: number): Promise<Budget> {
  const count = await counters.hit(key);
  if (count > limit) counters.refuse(key);
  const now = clock();
  const rollover = (windowOf(now) + 1) * WINDOW;
  return {
    policy: key.slice(0, key.indexOf(':')),
    limit,
    remaining: Math.max(0, limit - count),
    reset: toSeconds(rollover),
    exceeded: count > limit,
    retryAfter: Math.max(1, Math.ceil((rollover - now) / 1000)),
  };
}

/** Purposes for which source addresses are counted, each with its own budget. */
export type SourcePurpose = 'authorize' | 'mint' | 'password-link' | 'sandbox-data' | 'sign-in' | 'sign-up' | 'source';

const sourceKey = (purpose: SourcePurpose, address: string): string => `${purpose}:${networkOf(address)}`;

/** Takes one from the budget that a source address has for something. */
export const spendAtSource = (
  counters: Counters,
  clock: Clock,
  purpose: SourcePurpose,
  address: string,
  limit: number,
): Promise<Budget> => spend(counters, clock, sourceKey(purpose, address), limit);

/** True if such a budget is exhausted; takes nothing from it. */
export const isSpentAtSource = async (
  counters: Counters,
  purpose: SourcePurpose,
  address: string,
  limit: number,
): Promise<boolean> => (await counters.count(sourceKey(purpose, address))) >= limit;

/** The headers that state a budget: the service's own, and those of draft-ietf-httpapi-ratelimit-headers-10. */
export const budgetHeaders = ({ policy, limit, remaining, reset, retryAfter }: Budget): Record<string, string> => ({
  'X-RateLimit-Limit': String(limit),
  'X-RateLimit-Remaining': String(remaining),
  'X-RateLimit-Reset': String(reset),
  RateLimit: `"${policy}";r=${remaining};t=${retryAfter}`,
  'RateLimit-Policy': `"${policy}";q=${limit};w=${WINDOW / 1000}`,
});
