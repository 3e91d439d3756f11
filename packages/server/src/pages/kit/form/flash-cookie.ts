import type { Next } from 'koa';
import type { WebContext } from '../context.ts';
import type { WebDependencies } from '../dependencies.ts';
import { Cookies } from '../session/cookies.ts';
import { sessionOf } from '../session/load-session.ts';
import { type Flash, openFlash, sealFlash } from './flash.ts';
import { sessionMark } from './form-token.ts';

/** Seconds within which the browser has to open the page. */
const LIFETIME = 60;

/**
 * Leaves a message, and secrets that are shown only once, for the session's next page. They travel
 * in an encrypted cookie, so that the server stores nothing.
 */
export async function leaveFlash(
  ctx: WebContext,
  { formKey, webUrl }: WebDependencies,
  message: string,
  secrets: Flash['secrets'] = [],
): Promise<void> {
  const sealed = await sealFlash(formKey, sessionMark(formKey, sessionOf(ctx)), { message, secrets });
  new Cookies(webUrl).set(ctx, 'flash', sealed, LIFETIME);
}

/** Reads the flash left by the last form. The page that shows it clears the cookie. */
export function loadFlash({ formKey, webUrl }: WebDependencies) {
  const cookies = new Cookies(webUrl);
  return async function loadFlashOfCookie(ctx: WebContext, next: Next): Promise<void> {
    const sealed = cookies.get(ctx, 'flash');
    const { session } = ctx.state;
    const flash = sealed && session && (await openFlash(formKey, sessionMark(formKey, session), sealed));
    if (flash) ctx.state.flash = flash;
    await next();
  };
}
