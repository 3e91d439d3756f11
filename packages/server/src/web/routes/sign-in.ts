import { createHash } from 'node:crypto';
import { changeControl } from '../../directory/control.ts';
import { authenticateUser, normalEmail, type User } from '../../directory/users.ts';
import { spend, spendAtSource } from '../../limits/budget.ts';
import { queryOf as databaseQueryOf, findClient } from '../../oauth/authorize/client.ts';
import { findRequest, isRequestId, moveRequests } from '../../oauth/authorize/pending-requests.ts';
import { goOn, originOf, queryOf, type WebContext, type WebStage } from '../context.ts';
import type { WebDependencies } from '../dependencies.ts';
import { type SignIn, signInPage } from '../pages/account-pages.ts';
import { sendPage } from '../send-page.ts';
import { Cookies } from '../sessions/cookies.ts';
import { endSession, startSession } from '../sessions/sessions.ts';
import { newVisit, Visits } from '../sessions/visits.ts';
import { viewOf } from '../view.ts';

/** `GET /sign-in` */
export function showSignIn(deps: WebDependencies): WebStage {
  return async function showSignInPage(ctx) {
    if (ctx.state.session) return goOn(ctx, nextOf(ctx));
    await sendSignIn(ctx, deps, 200, {});
  };
}

/** `POST /sign-in`: a throttled attempt is rejected even if its password is right. */
export function signIn(deps: WebDependencies): WebStage {
  const cookies = new Cookies(deps.webUrl);
  const visits = new Visits(deps.webUrl);
  return async function signUserIn(ctx) {
    const email = ctx.state.form?.get('email') ?? '';
    const retryAfter = await throttle(ctx, deps, email);
    if (retryAfter !== undefined) {
      ctx.set('Retry-After', String(retryAfter));
      return sendSignIn(ctx, deps, 429, { email, problem: 'throttled' });
    }
    const user = await authenticate(deps, email, ctx.state.form?.get('password') ?? '');
    if (!user) {
      await noteFailure(ctx, deps, email);
      return sendSignIn(ctx, deps, 400, { email, problem: 'wrong' });
    }
    const next = await openSession(ctx, deps, user);
    cookies.set(ctx, 'session', next.session);
    if (next.visit) visits.keep(ctx, next.visit);
    goOn(ctx, nextOf(ctx));
  };
}

/**
 * Counts the attempt; gives how many seconds to wait when there were too many. What a throttled address sends no longer
 * counts against the account, so that it cannot keep its owner out.
 */
async function throttle(ctx: WebContext, deps: WebDependencies, email: string): Promise<number | undefined> {
  const { counters, clock, limits } = deps;
  const source = await spendAtSource(counters, clock, 'sign-in', ctx.state.source, limits.signInSource);
  if (source.exceeded) return source.retryAfter;
  const account = await spend(counters, clock, `sign-in:account:${accountOf(email)}`, limits.signInAccount);
  return account.exceeded ? account.retryAfter : undefined;
}

/** Stands for an account without telling whose; people type passwords into the wrong field. */
const accountOf = (email: string): string => createHash('sha256').update(normalEmail(email)).digest('hex').slice(0, 32);

/** Looks up an impossible address as the empty one, so that it takes the same time. */
function authenticate({ control }: WebDependencies, email: string, password: string): Promise<User | undefined> {
  const possible = email.length <= 320 && !/\p{Cc}/u.test(email);
  return authenticateUser(control.pool, possible ? email : '', password);
}

function noteFailure(ctx: WebContext, { control }: WebDependencies, email: string): Promise<void> {
  return changeControl(control, originOf(ctx), (tx) =>
    tx.audit('user.sign_in_failed', { details: { account: accountOf(email) } }),
  );
}

interface NewSession {
  readonly session: string;
  readonly visit: string | undefined;
}

/** Ends the browser's earlier session, whoever's it was; requests that it opened continue in the new one. */
function openSession(ctx: WebContext, { control }: WebDependencies, user: User): Promise<NewSession> {
  const { session: former, visit: formerVisit } = ctx.state;
  const visit = formerVisit && newVisit();
  return changeControl(control, originOf(ctx), async (tx) => {
    if (former) await endSession(tx, former.id);
    if (formerVisit && visit) await moveRequests(tx, formerVisit, visit);
    await tx.audit('user.signed_in', { userId: user.id });
    return { session: await startSession(tx, user), visit };
  });
}

const requestIdOf = (ctx: WebContext): string | undefined => {
  const id = queryOf(ctx).get('request') ?? '';
  return isRequestId(id) ? id : undefined;
};

/** Destination after sign-in: a request that this server keeps, or the start page, which leads on. */
function nextOf(ctx: WebContext): string {
  const id = requestIdOf(ctx);
  return id ? `/oauth/consent/${id}` : '/';
}

async function sendSignIn(ctx: WebContext, deps: WebDependencies, status: number, page: SignIn): Promise<void> {
  const request = await askingOf(ctx, deps);
  sendPage(ctx, deps, status, signInPage(viewOf(ctx, deps), { ...page, request }));
}

async function askingOf(ctx: WebContext, { control }: WebDependencies): Promise<SignIn['request']> {
  const claim = { id: requestIdOf(ctx) ?? '', visit: ctx.state.visit };
  const request = await findRequest(control.pool, claim, control.clock());
  const client = request && (await findClient(databaseQueryOf(control.pool), request.clientId));
  return request && client && { id: request.id, appName: client.appName, redirectUri: request.redirectUri };
}
