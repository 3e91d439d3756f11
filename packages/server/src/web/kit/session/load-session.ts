import type { Next } from 'koa';
import { goOn, type WebContext } from '../context.ts';
import type { WebDependencies } from '../dependencies.ts';
import { Cookies } from './cookies.ts';
import { findSession, type Session } from './sessions.ts';
import { Visits } from './visits.ts';

/** Finds out who is signed in, and which requests are this browser's own. */
export function loadSession({ control, webUrl }: WebDependencies) {
  const cookies = new Cookies(webUrl);
  const visits = new Visits(webUrl);
  return async function loadSessionOfCookie(ctx: WebContext, next: Next): Promise<void> {
    const id = cookies.get(ctx, 'session');
    const session = id && (await findSession(control.pool, id, control.clock()));
    if (session) ctx.state.session = session;
    const visit = visits.find(ctx);
    if (visit) ctx.state.visit = visit;
    await next();
  };
}

/** The session of the request; sends who is signed out to sign in first, with a query that says where that leads. */
export function sessionOrSignIn(ctx: WebContext, query = ''): Session | undefined {
  if (!ctx.state.session) goOn(ctx, `/sign-in${query}`);
  return ctx.state.session;
}

/** The session of a page that requires one. */
export function sessionOf({ state }: WebContext): Session {
  if (!state.session) throw new Error('This page does not require a session.');
  return state.session;
}
