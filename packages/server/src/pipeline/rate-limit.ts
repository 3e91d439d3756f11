import { Readable } from 'node:stream';
import { LINES, type Operation } from '../contract/contract.ts';
import { countEntries } from '../contract/json-bounds.ts';
import type { Client } from '../control/app-authentication.ts';
import type { Directory } from '../control/directory.ts';
import { isRehearsing } from '../control/rehearsals.ts';
import { networkOf } from '../control/source-address.ts';
import { PartnerError } from '../errors.ts';
import { type Counters, WINDOW, windowOf } from '../process/counters.ts';
import { type Clock, toSeconds } from '../process/time.ts';
import { MAX_BODY_BYTES, readBytes } from './body.ts';
import { type Context, type Principal, type RouteContext, type Stage, setHeader } from './context.ts';

interface Counting {
  readonly counters: Counters;
  readonly clock: Clock;
}

/** State of a rate limit after this request. */
export type Budget = Readonly<ReturnType<typeof budgetOf>>;

/** Counts a request in the current minute. `key` starts with the policy. */
export async function spend({ counters, clock }: Counting, key: string, limit: number): Promise<Budget> {
  const count = await counters.hit(key);
  if (count > limit) counters.refuse(key);
  return budgetOf(clock, key, limit, count);
}

function budgetOf(clock: Clock, key: string, limit: number, count: number) {
  const now = clock();
  const rollover = (windowOf(now) + 1) * WINDOW;
  return {
    /** Name of the limit, such as `app`, `mint` or `source`. */
    policy: key.slice(0, key.indexOf(':')),
    limit,
    remaining: Math.max(0, limit - count),
    /** Unix seconds at which the window ends. */
    reset: toSeconds(rollover),
    exceeded: count > limit,
    /** Seconds until the window ends, at least one. */
    retryAfter: Math.max(1, Math.ceil((rollover - now) / 1000)),
  };
}

export const spendAtSource = (
  counting: Counting,
  purpose: 'authorize' | 'mint' | 'password-link' | 'sandbox-data' | 'sign-in' | 'sign-up' | 'source',
  address: string,
  limit: number,
): Promise<Budget> => spend(counting, `${purpose}:${networkOf(address)}`, limit);

/** Rate limit headers: the service's own, and those of draft-ietf-httpapi-ratelimit-headers-10. */
export const rateLimitHeaders = ({ policy, limit, remaining, reset, retryAfter }: Budget): Record<string, string> => ({
  'X-RateLimit-Limit': String(limit),
  'X-RateLimit-Remaining': String(remaining),
  'X-RateLimit-Reset': String(reset),
  RateLimit: `"${policy}";r=${remaining};t=${retryAfter}`,
  'RateLimit-Policy': `"${policy}";q=${limit};w=${WINDOW / 1000}`,
});

export interface RateLimit extends Counting {
  readonly directory: Directory;
  /** Requests per minute for apps without their own limit. */
  readonly defaultLimit: number;
}

const appKey = (appId: number): string => `app:${appId}`;

/** Counts the request against its app's limit, which covers all credentials, merchants and source addresses. */
export const limitApp = (rate: RateLimit): Stage =>
  async function limitAppRate(ctx, next) {
    const { appId, env } = (ctx.state.principal ?? ctx.state.client) as Principal | Client;
    const app = await rate.directory.app(appId).catch(async (error) => {
      await limitSource(ctx, rate);
      throw error;
    });
    // An app that rehearses the limit can send one request a minute, which is counted separately.
    const budget = isRehearsing(app, env, 'limit', rate.clock())
      ? spend(rate, `${appKey(appId)}:rehearsal`, 1)
      : spend(rate, appKey(appId), app.rateLimit ?? rate.defaultLimit);
    requireBudget(ctx, await budget);
    ctx.state.app = app;
    ctx.state.counted = true;
    return next();
  };

const TOTAL = 'Tillgate-Total';

/**
 * Counts a stream by its size once it is known: one request per 1,000 records or part of them, the first of which is
 * already counted. A stream that does not fit into the rest of the window is rejected and adds nothing.
 */
export const limitStream = (rate: RateLimit): Stage =>
  async function limitStreamRate(ctx, next) {
    await next();
    const { body } = ctx;
    if (!(body instanceof Readable) || !ctx.response.is(LINES) || !ctx.state.principal) return;
    const weight = Math.ceil(Number(ctx.response.get(TOTAL)) / 1_000);
    if (weight <= 1) return;
    await takeRest(ctx, rate, { what: 'The stream', weight }, () => {
      body.destroy();
      delete ctx.state.stream;
      ctx.body = null;
      // Headers of a stream that a rejection must not carry.
      for (const name of [TOTAL, 'Tillgate-Changes-After', 'Content-Encoding']) ctx.remove(name);
    });
  };

/** Counts a batch by its number of operations, for which it reads the body. The first request is already counted. */
export function limitBatch({ entriesPerHit, bodyBytes = MAX_BODY_BYTES }: Operation, rate: RateLimit): Stage[] {
  if (entriesPerHit === undefined) return [];
  return [
    async function limitBatchRate(ctx, next) {
      const bytes = await readBytes(ctx.req, bodyBytes, ctx.req.headers['content-length']);
      ctx.state.bytes = bytes;
      const entries = countEntries(bytes.toString('latin1'));
      // A longer batch is rejected before any of its operations starts.
      const weight = entries > 1_000 ? 1 : Math.ceil(entries / entriesPerHit);
      if (weight > 1) await takeRest(ctx, rate, { what: 'The batch', weight });
      return next();
    },
  ];
}

/**
 * Counts the rest of a request that counts as several. If the rest does not fit into the window, counts nothing and
 * throws partner.rate_limited. A weight above the limit counts as a whole window.
 */
async function takeRest(
  ctx: RouteContext,
  { counters, clock, defaultLimit }: RateLimit,
  { what, weight: whole }: { readonly what: string; readonly weight: number },
  onExceeded: () => void = () => {},
): Promise<void> {
  const { principal, app } = ctx.state;
  const limit = app?.rateLimit ?? defaultLimit;
  const weight = Math.min(whole, limit);
  const key = appKey(principal?.appId as number);
  const count = await counters.take(key, weight - 1, limit);
  const exceeded = count > limit;
  const budget = { ...budgetOf(clock, key, limit, exceeded ? count - weight + 1 : count), exceeded };
  if (exceeded) {
    counters.refuse(key);
    onExceeded();
  }
  const left = `of which ${budget.remaining} are left in this minute`;
  requireBudget(ctx, budget, `${what} counts as ${weight} of ${limit} requests per minute, ${left}.`);
}

/** Counts a request without a known app against its source address, so guessing never uses up an app's limit. */
export async function limitSource(ctx: Context, rate: RateLimit): Promise<void> {
  requireBudget(ctx, await spendAtSource(rate, 'source', ctx.state.source, rate.defaultLimit));
}

/** Sets the headers of a limit. Throws partner.rate_limited if it is exceeded. */
function requireBudget(
  ctx: Context,
  budget: Budget,
  message = `The rate limit of ${budget.limit} requests per minute has been exceeded.`,
): void {
  for (const [name, value] of Object.entries(rateLimitHeaders(budget))) setHeader(ctx, name, value);
  if (!budget.exceeded) return;
  throw new PartnerError('partner.rate_limited', message, { headers: { 'Retry-After': String(budget.retryAfter) } });
}

export const limitPublic = (rate: RateLimit): Stage =>
  async function limitPublicRate(ctx, next) {
    await limitSource(ctx, rate);
    return next();
  };
