import type { RouterContext } from '@koa/router';
import type Koa from 'koa';
import type { Origin } from '../../control/control.ts';
import type { RequestState } from '../../pipeline/context.ts';
import type { Language, Sentences } from '../languages/languages.ts';
import type { Session } from './sessions.ts';
import type { Flash, Submission } from './submission.ts';

export type Problem = Exclude<keyof Sentences['problems'], 'reference' | 'start'>;

const STATUS: Readonly<Record<Problem, number>> = {
  notFound: 404,
  method: 405,
  mediaType: 415,
  tooLarge: 413,
  forged: 403,
  otherAddress: 403,
  gone: 410,
  changed: 409,
  decided: 409,
  expired: 410,
  ownersOnly: 403,
  throttled: 429,
  noMerchant: 403,
  failed: 500,
  unavailable: 503,
};

/** Ends a request with a page that states the problem. */
export class WebProblem extends Error {
  override name = 'WebProblem';
  readonly problem: Problem;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(problem: Problem, headers: Record<string, string> = {}, options: ErrorOptions = {}) {
    super(problem, options);
    this.problem = problem;
    this.status = STATUS[problem];
    this.headers = headers;
  }
}

export interface WebState extends RequestState {
  language: Language;
  languageIsFixed?: boolean;
  session?: Session;
  /** Secret that the browser's authorization requests are bound to. */
  visit?: string;
  form?: URLSearchParams;
  submission?: Submission | undefined;
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

/** A page or the target of a form. */
export interface Route {
  readonly path: string;
  /** Name in the log. */
  readonly name: string;
  readonly get?: WebStage;
  readonly post?: WebStage;
}

/** Parses a record's id from a path, query or form; undefined for text that cannot be an id. */
export const recordId = (text: string | null | undefined): number | undefined =>
  text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;

/** The record's id in the path. Responds with 404 if it is missing or malformed. */
export function pathId(ctx: WebContext, name: string): number {
  const id = recordId(ctx.params[name]);
  if (id === undefined) throw new WebProblem('notFound');
  return id;
}
