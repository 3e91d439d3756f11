import type { Next } from 'koa';
import { redirect, type WebContext } from '../context.ts';
import type { WebDependencies } from '../dependencies.ts';
import { Cookies } from './cookies.ts';
import { findSession, type Session } from './sessions.ts';
import { Visits } from './visits.ts';

/** Loads the session and the secret of the browser's authorization requests. */
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

/** Returns the session. Without one, redirects to sign in; the query names the page to return to. */
export function sessionOrSignIn(ctx: WebContext, query = ''): Session | undefined {
  if (!ctx.state.session) redirect(ctx, `/sign-in${query}`);
  return ctx.state.session;
}

/** The session of a page that requires one. */
export function sessionOf({ state }: WebContext): Session {
  if (!state.session) throw new Error('This page does not require a session.');
  return state.session;
}
