import type { RouterContext } from '@koa/router';
import type Koa from 'koa';
import type { Origin } from '../../control/control.ts';
import type { RequestState } from '../../pipeline/context.ts';
import type { Language } from '../languages/languages.ts';
import type { Flash } from './form/flash.ts';
import type { Submission } from './form/submission.ts';
import type { Session } from './session/sessions.ts';

export interface WebState extends RequestState {
  language: Language;
  /** True for pages in one language only. */
  languageIsFixed?: boolean;
  session?: Session;
  /** Secret that the browser's authorization requests are bound to. */
  visit?: string;
  form?: URLSearchParams;
  submission?: Submission | undefined;
  /** File uploaded with the form. */
  upload?: Buffer;
  /** Message left for this page by the last form. */
  flash?: Flash;
}

export type WebContext = RouterContext<WebState>;
export type WebStage = (ctx: WebContext, next: Koa.Next) => Promise<void>;

export const queryOf = (ctx: Pick<Koa.Context, 'querystring'>): URLSearchParams => new URLSearchParams(ctx.querystring);

/** Author of a change made by the request. */
export function originOf({ state }: { state: WebState }): Origin {
  const { correlationId, session, source } = state;
  // The submission begins only once its form has been read.
  const begin: Origin['begin'] = async (tx) => state.submission?.claim(tx);
  return { correlationId, source, begin, ...(session && { userId: session.user.id }) };
}

/** Always redirects with GET, as after a form (RFC 9700 §4.12). */
export function redirect(ctx: WebContext, location: string): void {
  // `ctx.redirect` would normalise a redirect URI.
  ctx.set('Location', location);
  ctx.body = '';
  ctx.status = 303;
}
