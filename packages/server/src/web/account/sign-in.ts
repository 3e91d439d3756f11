import { changeControl } from '../../directory/control.ts';
import { secondFactorOf } from '../../directory/people/second-factors.ts';
import { type AuthenticatedUser, authenticateUser, holdsPassword } from '../../directory/people/users.ts';
import { queryOf as databaseQueryOf, findClient } from '../../oauth/consent/client.ts';
import { findRequest } from '../../oauth/consent/pending-requests.ts';
import { goOn, originOf, queryOf, type WebContext, type WebStage } from '../kit/context.ts';
import type { WebDependencies } from '../kit/dependencies.ts';
import { sendPage } from '../kit/page/send-page.ts';
import { viewOf } from '../kit/page/view.ts';
import { destinationOf } from '../kit/session/destination.ts';
import { openSecondStep, openSession } from '../kit/session/open-session.ts';
import { accountOf, isThrottled } from '../kit/session/throttle.ts';
import { type SignIn, signInPage } from './account-pages.ts';

/** What has just been done by a link. */
const DONE: ReadonlyMap<string, NonNullable<SignIn['done']>> = new Map([
  ['password', 'passwordSet'],
  ['address', 'addressConfirmed'],
]);

/** `GET /sign-in` */
export function showSignIn(deps: WebDependencies): WebStage {
  return async function showSignInPage(ctx) {
    if (ctx.state.session) return goOn(ctx, destinationOf(queryOf(ctx)).path);
    const done = DONE.get(queryOf(ctx).get('done') ?? '');
    await sendSignIn(ctx, deps, 200, done ? { done } : {});
  };
}

/** `POST /sign-in`: a throttled attempt is rejected even if its password is right. */
export function signIn(deps: WebDependencies): WebStage {
  return async function signUserIn(ctx) {
    const email = ctx.state.form?.get('email') ?? '';
    if (await isThrottled(ctx, deps, email)) return sendSignIn(ctx, deps, 429, { email, problem: 'throttled' });
    const { pool } = deps.control;
    const user = await authenticateUser(pool, email, ctx.state.form?.get('password') ?? '');
    const next = user && (await enter(ctx, deps, user));
    if (next) return goOn(ctx, next);
    await noteFailure(ctx, deps, email);
    return sendSignIn(ctx, deps, 400, { email, problem: 'wrong' });
  };
}

/** Signs a person in, or asks for the code of their second factor; gives where that is, unless the password has just changed. */
async function enter(ctx: WebContext, deps: WebDependencies, user: AuthenticatedUser): Promise<string | undefined> {
  const { path, query } = destinationOf(queryOf(ctx));
  const { state } = await secondFactorOf(deps.control.pool, user.id);
  if (state === 'on') return (await openSecondStep(ctx, deps, user)) ? `/sign-in/code${query}` : undefined;
  return (await openSession(ctx, deps, user, (tx) => holdsPassword(tx, user))) ? path : undefined;
}

function noteFailure(ctx: WebContext, { control }: WebDependencies, email: string): Promise<void> {
  return changeControl(control, originOf(ctx), (tx) =>
    tx.audit('user.sign_in_failed', { details: { account: accountOf(email) } }),
  );
}

async function sendSignIn(
  ctx: WebContext,
  deps: WebDependencies,
  status: number,
  page: Omit<SignIn, 'query'>,
): Promise<void> {
  const request = await askingOf(ctx, deps);
  const { query: asked, requestId } = destinationOf(queryOf(ctx));
  // Another browser's request is nothing to return to.
  const query = requestId && !request ? '' : asked;
  sendPage(ctx, deps, status, signInPage(viewOf(ctx, deps), { ...page, request, query }));
}

async function askingOf(ctx: WebContext, { control }: WebDependencies): Promise<SignIn['request']> {
  const claim = { id: destinationOf(queryOf(ctx)).requestId ?? '', visit: ctx.state.visit };
  const request = await findRequest(control.pool, claim, control.clock());
  const client = request && (await findClient(databaseQueryOf(control.pool), request.clientId));
  return request && client && { id: request.id, appName: client.appName, redirectUri: request.redirectUri };
}
