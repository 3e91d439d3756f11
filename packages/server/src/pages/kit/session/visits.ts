import { createHmac, randomBytes } from 'node:crypto';
import type { WebContext } from '../context.ts';
import type { WebDependencies } from '../dependencies.ts';
import { Cookies } from './cookies.ts';

export const newVisit = (): string => randomBytes(32).toString('base64url');

/**
 * The visit that replaces the browser's at a sign-in or sign-out, if it has one. It follows from the form's token, so that a second click
 * gets the same one, whichever answer the browser shows.
 */
export function renewedVisit(ctx: WebContext, { formKey }: WebDependencies): string | undefined {
  const { visit, form } = ctx.state;
  const token = form?.get('token');
  if (!visit || !token) return visit && newVisit();
  return createHmac('sha256', formKey).update(`visit ${token} ${visit}`).digest('base64url');
}

/**
 * Secret that a browser's authorization requests are bound to. Replaced at sign-in and sign-out, so
 * that a planted one is useless.
 */
export class Visits {
  readonly #cookies: Cookies;

  constructor(webUrl: string) {
    this.#cookies = new Cookies(webUrl);
  }

  find(ctx: WebContext): string | undefined {
    const visit = this.#cookies.get(ctx, 'visit');
    return visit && /^[A-Za-z0-9_-]{43}$/.test(visit) ? visit : undefined;
  }

  keep(ctx: WebContext, visit: string): void {
    this.#cookies.set(ctx, 'visit', visit);
  }

  end(ctx: WebContext): void {
    this.#cookies.clear(ctx, 'visit');
  }
}
