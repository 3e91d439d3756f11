import type { RouterContext } from '@koa/router';
import type Koa from 'koa';
import type { Origin } from '../../directory/control.ts';
import type { RequestState } from '../../http/context.ts';
import type { Language } from '../languages/languages.ts';
import type { Flash } from './form/flash.ts';
import type { Session } from './session/sessions.ts';

export interface WebState extends RequestState {
  language: Language;
  /** True for pages in one language only. */
  languageIsFixed?: boolean;
  session?: Session;
  /** The secret that the browser's authorization requests are bound to, if it has one. */
  visit?: string;
  form?: URLSearchParams;
  /** The file in the form. */
  upload?: Buffer;
  /** Message that the last form left for this page. */
  flash?: Flash;
}

export type WebContext = RouterContext<WebState>;
export type WebStage = (ctx: WebContext, next: Koa.Next) => Promise<void>;

export const queryOf = (ctx: Pick<Koa.Context, 'querystring'>): URLSearchParams => new URLSearchParams(ctx.querystring);

/** Author of a change made by the request. */
export function originOf({ state }: { state: WebState }): Origin {
  const { correlationId, session, source } = state;
  return { correlationId, source, ...(session && { userId: session.user.id }) };
}

/** Redirects by GET after a form and everywhere else (RFC 9700 §4.12). */
export function redirect(ctx: WebContext, location: string): void {
  // `ctx.redirect` would normalise a redirect URI.
  ctx.set('Location', location);
  ctx.body = '';
  ctx.status = 303;
}
