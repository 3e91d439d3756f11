import { changeControl } from '../../directory/control.ts';
import { type CodeOutcome, verifySecondFactor } from '../../directory/people/second-factors.ts';
import type { User } from '../../directory/people/users.ts';
import { spend } from '../../http/rate-limit.ts';
import { goOn, originOf, queryOf, type WebContext, type WebStage } from '../kit/context.ts';
import type { WebDependencies } from '../kit/dependencies.ts';
import { sendPage } from '../kit/page/send-page.ts';
import { viewOf } from '../kit/page/view.ts';
import { Cookies } from '../kit/session/cookies.ts';
import { destinationOf } from '../kit/session/destination.ts';
import { openSession } from '../kit/session/open-session.ts';
import { findAwaiting, holdsAwaiting } from '../kit/session/sessions.ts';
import { isExceeded } from '../kit/session/throttle.ts';
import { type CodeProblem, codePage } from './two-step-pages.ts';

/** `GET /sign-in/code`: the second step of a sign-in. */
export function showSignInCode(deps: WebDependencies): WebStage {
  return async function showSignInCodePage(ctx) {
    if (await awaitingOf(ctx, deps)) return sendCode(ctx, deps, 200);
    goOn(ctx, signInOf(ctx));
  };
}

/** `POST /sign-in/code` */
export function signInWithCode(deps: WebDependencies): WebStage {
  return async function signUserInWithCode(ctx) {
    const user = await awaitingOf(ctx, deps);
    if (!user) return goOn(ctx, signInOf(ctx));
    const { counters, clock, limits, sealing } = deps;
    const budget = await spend(counters, clock, `sign-in:code:${user.id}`, limits.signInCode);
    if (isExceeded(ctx, budget)) return sendCode(ctx, deps, 429, 'throttled');
    const attempt: { outcome?: CodeOutcome } = {};
    const isOpen = await openSession(ctx, deps, user, async (tx) => {
      if (!(await holdsAwaiting(tx, cookieOf(ctx, deps) ?? ''))) return false;
      attempt.outcome = await verifySecondFactor(tx, sealing, user.id, ctx.state.form?.get('code') ?? '');
      return attempt.outcome === 'accepted';
    });
    if (isOpen) return goOn(ctx, destinationOf(queryOf(ctx)).path);
    await noteFailure(ctx, deps, user.id);
    sendCode(ctx, deps, 400, attempt.outcome === 'locked' ? 'locked' : 'wrong');
  };
}

const cookieOf = (ctx: WebContext, { webUrl }: WebDependencies): string | undefined =>
  new Cookies(webUrl).get(ctx, 'session');

const awaitingOf = (ctx: WebContext, deps: WebDependencies): Promise<User | undefined> =>
  findAwaiting(deps.control.pool, cookieOf(ctx, deps), deps.control.clock());

const noteFailure = (ctx: WebContext, { control }: WebDependencies, userId: number): Promise<void> =>
  changeControl(control, originOf(ctx), (tx) => tx.audit('user.sign_in_failed', { userId, details: { step: 'code' } }));

const signInOf = (ctx: WebContext): string => `/sign-in${destinationOf(queryOf(ctx)).query}`;

function sendCode(ctx: WebContext, deps: WebDependencies, status: number, problem?: CodeProblem): void {
  const links = { action: `/sign-in/code${destinationOf(queryOf(ctx)).query}`, restart: signInOf(ctx) };
  sendPage(ctx, deps, status, codePage(viewOf(ctx, deps), links, problem));
}
