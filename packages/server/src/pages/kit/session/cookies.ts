import type Koa from 'koa';

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
