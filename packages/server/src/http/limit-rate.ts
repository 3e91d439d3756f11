import type { Clock } from '../clock.ts';
import type { Directory } from '../directory/merchants/merchants.ts';
import { PartnerError } from '../errors.ts';
import { type Budget, budgetHeaders, isSpentAtSource, spend, spendAtSource } from '../limits/budget.ts';
import type { Counters } from '../limits/counters.ts';
import type { Context, Stage } from './context.ts';
import { setHeader } from './set-header.ts';

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
    const { counters, clock, defaultLimit } = rate;
    answerBudget(ctx, await spend(counters, clock, `app:${appId}`, app.rateLimit ?? defaultLimit));
    ctx.state.app = app;
    ctx.state.counted = true;
    await next();
  };
}

/**
 * A request that no app answers for is counted against its source address, in the same kind of window, so that guessing
 * is bounded and never touches an app's budget.
 */
export async function limitSource(ctx: Context, { counters, clock, defaultLimit }: RateLimit): Promise<void> {
  answerBudget(ctx, await spendAtSource(counters, clock, 'source', ctx.state.source, defaultLimit));
}

/** Rejects a source address over its limit before anything of the request is read. */
export async function refuseSpentSource(ctx: Context, rate: RateLimit): Promise<void> {
  if (await isSpentAtSource(rate.counters, 'source', ctx.state.source, rate.defaultLimit)) await limitSource(ctx, rate);
}

/** Counts a request against a limit and returns what is left; throws partner.rate_limited if nothing was. */
function answerBudget(ctx: Context, budget: Budget): void {
  for (const [name, value] of Object.entries(budgetHeaders(budget))) setHeader(ctx, name, value);
  if (!budget.exceeded) return;
  throw new PartnerError(
    'partner.rate_limited',
    `The rate limit of ${budget.limit} requests per minute has been exceeded.`,
    { headers: { 'Retry-After': String(budget.retryAfter) } },
  );
}

/** Limits requests for public documents, which need no credential. */
export function limitPublic(rate: RateLimit): Stage {
  return async function limitPublicRate(ctx, next) {
    await limitSource(ctx, rate);
    await next();
  };
}
