import { CallbackError, isTillgateError, MerchantDisconnected } from '@tillgate/client';
import { HttpError, type Middleware } from 'koa';
import { errorPage } from './pages.ts';

const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** Accepts forms only from this app's own pages, which may load no outside resources. */
export const protect =
  (origin: string): Middleware =>
  async (ctx, next) => {
    ctx.set({ 'Content-Security-Policy': POLICY, 'Referrer-Policy': 'same-origin', 'Cache-Control': 'no-store' });
    if (ctx.method === 'POST' && ctx.get('Origin') !== origin) ctx.throw(403, 'This form is not of this site.');
    await next();
  };

/** Renders errors as a page. */
export const showErrors: Middleware = async (ctx, next) => {
  try {
    await next();
    if (ctx.status === 404 && !ctx.body) ctx.throw(404, 'There is no such page.');
  } catch (error) {
    const { status, title, text } = describe(error);
    ctx.status = status;
    ctx.body = errorPage(title, text);
  }
};

interface Problem {
  readonly status: number;
  readonly title: string;
  readonly text: string;
}

function describe(error: unknown): Problem {
  if (error instanceof CallbackError && error.code === 'callback.access_denied')
    return { status: 200, title: 'Not connected', text: 'The owner declined. Nothing was shared with this app.' };
  if (error instanceof CallbackError) return { status: 400, title: 'Not connected', text: error.message };
  if (error instanceof MerchantDisconnected)
    return { status: 409, title: 'Disconnected', text: `The merchant has to connect again: ${error.message}` };
  if (isTillgateError(error)) {
    const quote = error.correlationId ? ` Quote ${error.correlationId} to support.` : '';
    return { status: 502, title: 'That did not work', text: `${error.message}${quote}` };
  }
  if (error instanceof HttpError && error.expose)
    return { status: error.status, title: 'That did not work', text: error.message };
  console.error(error);
  return { status: 500, title: 'That did not work', text: 'The error is in the log of this app.' };
}
