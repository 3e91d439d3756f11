import type { Clock } from '../clock.ts';
import type { Directory } from '../directory/merchants.ts';
import { PartnerError } from '../errors.ts';
import { budgetHeaders, spend } from '../limits/budget.ts';
import type { Counters } from '../limits/counters.ts';
import type { Context, Stage } from './context.ts';

export interface RateLimit {
  readonly counters: Counters;
  readonly clock: Clock;
  readonly directory: Directory;
  /** Requests a minute of an app that has no limit of its own. */
  readonly defaultLimit: number;
}

/** Takes the request from the app's budget, whatever its credential, merchant or source address. */
export function limitApp(rate: RateLimit): Stage {
  return async function limitAppRate(ctx, next) {
    const appId = (ctx.state.principal ?? ctx.state.client)?.appId as number;
    const app = await rate.directory.app(appId).catch(async (error) => {
      await limitSource(ctx, rate);
      throw error;
    });
    await take(ctx, rate, `app:${appId}`, app.rateLimit ?? rate.defaultLimit);
    ctx.state.app = app;
    await next();
  };
}

/**
 * A request that no app answers for is counted against its source address, in the same kind of window, so that guessing
 * is bounded and never touches an app's budget.
 */
export const limitSource = (ctx: Context, rate: RateLimit): Promise<void> =>
  take(ctx, rate, `source:${ctx.state.source}`, rate.defaultLimit);

async function take(ctx: Context, { counters, clock }: RateLimit, key: string, limit: number): Promise<void> {
  const budget = await spend(counters, clock, key, limit);
  ctx.set(budgetHeaders(budget));
  if (!budget.exceeded) return;
  throw new PartnerError('partner.rate_limited', `The rate limit of ${limit} requests a minute is used up.`, {
    headers: { 'Retry-After': String(budget.retryAfter) },
  });
}

/** For public documents, which need no credential. */
export function limitPublic(rate: RateLimit): Stage {
  return async function limitPublicRate(ctx, next) {
    await limitSource(ctx, rate);
    await next();
  };
}
