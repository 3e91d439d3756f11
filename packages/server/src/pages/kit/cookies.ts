import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type Koa from 'koa';
import { redirect, type WebContext } from './context.ts';
import type { WebDependencies } from './dependencies.ts';
import { findSession, type Session } from './sessions.ts';

type Cookie = 'session' | 'visit' | 'language' | 'flash' | 'browser';

/** The __Host- prefix prevents other hosts of the domain from setting a cookie. Browsers accept it over HTTPS only. */
const NAMES: Readonly<Record<Cookie, { secure: string; plain: string }>> = {
  session: { secure: '__Host-tillgate', plain: 'tillgate-session' },
  visit: { secure: '__Host-tillgate-visit', plain: 'tillgate-visit' },
  language: { secure: '__Host-tillgate-language', plain: 'tillgate-language' },
  flash: { secure: '__Host-tillgate-flash', plain: 'tillgate-flash' },
  browser: { secure: '__Host-tillgate-browser', plain: 'tillgate-browser' },
};

/** Cookies of the pages. Scripts cannot read them. */
export class Cookies {
  readonly #secure: boolean;

  constructor(webUrl: string) {
    this.#secure = webUrl.startsWith('https:');
  }

  get(ctx: Pick<Koa.Context, 'cookies'>, cookie: Cookie): string | undefined {
    return ctx.cookies.get(this.#name(cookie), { signed: false });
  }

  /** Without an age, the cookie lasts until the browser is closed. */
  set(ctx: Pick<Koa.Context, 'append'>, cookie: Cookie, value: string, maxAge?: number): void {
    const age = maxAge === undefined ? '' : `; Max-Age=${maxAge}`;
    const secure = this.#secure ? '; Secure' : '';
    ctx.append('Set-Cookie', `${this.#name(cookie)}=${value}; Path=/; HttpOnly; SameSite=Lax${secure}${age}`);
  }

  clear(ctx: Pick<Koa.Context, 'append'>, cookie: Cookie): void {
    this.set(ctx, cookie, '', 0);
  }

  #name(cookie: Cookie): string {
    return NAMES[cookie][this.#secure ? 'secure' : 'plain'];
  }
}

/** Message authentication code of a text, which only this deployment can compute. */
export const macOf = (key: Uint8Array, text: string): string =>
  createHmac('sha256', key).update(text).digest('base64url');

export function isMac(key: Uint8Array, text: string, given: string): boolean {
  const [expected, actual] = [Buffer.from(macOf(key, text)), Buffer.from(given)];
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

/** Secret that binds authorization requests to a browser. New at each sign-in and sign-out, so planted ones fail. */
export const newVisit = (): string => randomBytes(32).toString('base64url');

/**
 * The visit that replaces the browser's, if it has one, at sign-in or sign-out. Derived from the form's token, so that
 * a second click gets the same one, whichever response the browser shows.
 */
export function renewedVisit(ctx: WebContext, { formKey }: WebDependencies): string | undefined {
  const { visit, form } = ctx.state;
  const token = form?.get('token');
  if (!visit || !token) return visit && newVisit();
  return macOf(formKey, `visit ${token} ${visit}`);
}

/** Seconds for which a browser is remembered after a sign-in. */
const LIFETIME = 180 * 24 * 60 * 60;

type Keys = Pick<WebDependencies, 'formKey' | 'webUrl'>;

/** Marks the browser as one that has signed in to the account. */
export function keepBrowser(ctx: WebContext, keys: Keys, account: string): void {
  const known = knownBrowser(ctx, keys, account) ?? randomBytes(16).toString('base64url');
  new Cookies(keys.webUrl).set(
    ctx,
    'browser',
    `${known}.${macOf(keys.formKey, `browser ${known} ${account}`)}`,
    LIFETIME,
  );
}

/** Returns the id of a browser that has signed in to the account before. */
export function knownBrowser(ctx: WebContext, keys: Keys, account: string): string | undefined {
  const [browser = '', mac = ''] = (new Cookies(keys.webUrl).get(ctx, 'browser') ?? '').split('.');
  return isMac(keys.formKey, `browser ${browser} ${account}`, mac) ? browser : undefined;
}

/** Loads the session and the secret of the browser's authorization requests. */
export function loadSession({ control, webUrl }: WebDependencies) {
  const cookies = new Cookies(webUrl);
  return async function loadSessionOfCookie(ctx: WebContext, next: Koa.Next): Promise<void> {
    const id = cookies.get(ctx, 'session');
    const session = id && (await findSession(control.pool, id, control.clock()));
    if (session) ctx.state.session = session;
    const visit = cookies.get(ctx, 'visit');
    if (visit && /^[A-Za-z0-9_-]{43}$/.test(visit)) ctx.state.visit = visit;
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
