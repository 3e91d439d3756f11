import { createHash } from 'node:crypto';
import { normalEmail } from '../../../control/people/users.ts';
import { type Budget, spend, spendAtSource } from '../../../pipeline/rate-limit.ts';
import type { Html } from '../../languages/html.ts';
import type { WebContext } from '../context.ts';
import type { WebDependencies } from '../dependencies.ts';
import { type FilledForm, FormRejected } from '../form/filled-form.ts';
import { notice } from '../page/parts.ts';
import type { View } from '../page/view.ts';
import { WebProblem } from '../problems.ts';
import { knownBrowser } from './known-browsers.ts';

/**
 * Digest that identifies an account in logs and counters. It hides the address, since people
 * sometimes type their password there.
 */
export const accountOf = (email: string): string =>
  createHash('sha256').update(normalEmail(email)).digest('hex').slice(0, 32);

/**
 * Counts a password attempt; rejects the form after too many. Attempts from a throttled address do
 * not count against the account. Attempts from a browser that has signed in to the account before count against that browser,
 * so that attackers with many addresses cannot lock out its owner.
 */
export async function countPasswordAttempt(ctx: WebContext, deps: WebDependencies, email: string): Promise<void> {
  const { counters, clock, limits } = deps;
  rejectExceeded(ctx, await spendAtSource(counters, clock, 'sign-in', ctx.state.source, limits.signInSource));
  const account = accountOf(email);
  const browser = knownBrowser(ctx, deps, account);
  const key = browser ? `sign-in:browser:${account}:${browser}` : `sign-in:account:${account}`;
  rejectExceeded(ctx, await spend(counters, clock, key, limits.signInAccount));
}

/** Shows the form again if a limit is exceeded. */
export function rejectExceeded(ctx: WebContext, budget: Budget): void {
  if (isExceeded(ctx, budget)) throw new FormRejected([], 429);
}

/** Rejects the request if a budget is exceeded. */
export function requireBudget({ exceeded, retryAfter }: Budget): void {
  if (exceeded) throw new WebProblem('throttled', { 'Retry-After': String(retryAfter) });
}

/** True if a limit is exceeded; the response then says when to retry. */
export function isExceeded(ctx: WebContext, { exceeded, retryAfter }: Budget): boolean {
  if (exceeded) ctx.set('Retry-After', String(retryAfter));
  return exceeded;
}

/** Says that a form was sent too often. */
export const throttledNotice = ({ say }: View, { status }: FilledForm): Html | undefined =>
  status === 429 ? notice('error', say.signIn.throttled) : undefined;
