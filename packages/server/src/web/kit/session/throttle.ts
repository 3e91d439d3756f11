import { createHash } from 'node:crypto';
import { normalEmail } from '../../../directory/people/users.ts';
import { type Budget, spend, spendAtSource } from '../../../http/rate-limit.ts';
import type { WebContext } from '../context.ts';
import type { WebDependencies } from '../dependencies.ts';

/** Stands for an account without telling whose; people type passwords into the wrong field. */
export const accountOf = (email: string): string =>
  createHash('sha256').update(normalEmail(email)).digest('hex').slice(0, 32);

/**
 * Counts an attempt at a password. True if there were too many. What a throttled address sends no longer counts against
 * the account, so that it cannot keep its owner out.
 */
export async function isThrottled(ctx: WebContext, deps: WebDependencies, email: string): Promise<boolean> {
  const { counters, clock, limits } = deps;
  const source = await spendAtSource(counters, clock, 'sign-in', ctx.state.source, limits.signInSource);
  if (isExceeded(ctx, source)) return true;
  return isExceeded(ctx, await spend(counters, clock, `sign-in:account:${accountOf(email)}`, limits.signInAccount));
}

/** True if a budget is exceeded; the response then says when to try again. */
export function isExceeded(ctx: WebContext, { exceeded, retryAfter }: Budget): boolean {
  if (exceeded) ctx.set('Retry-After', String(retryAfter));
  return exceeded;
}
