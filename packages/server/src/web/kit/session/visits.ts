import { randomBytes } from 'node:crypto';
import type { WebContext } from '../context.ts';
import { Cookies } from './cookies.ts';

export const newVisit = (): string => randomBytes(32).toString('base64url');

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
