import type { Reply } from '../resources/handlers.ts';
import type { RouteContext } from './context.ts';

/** Sends a handler's reply: its JSON text as it is, or 304 when the reader has this state already. */
export function respond(ctx: RouteContext, reply: Reply, apiUrl: string): void {
  const { headers = {} } = reply;
  if (headers.Location) ctx.set({ ...headers, Location: apiUrl + headers.Location });
  else ctx.set(headers);
  ctx.set('Cache-Control', 'private, no-cache');
  if (headers.ETag && reply.status === 200 && isUnchanged(ctx, headers.ETag)) {
    ctx.status = 304;
    return;
  }
  ctx.status = reply.status;
  ctx.set('Content-Type', 'application/json; charset=utf-8');
  ctx.body = reply.body;
}

/** Evaluates If-None-Match (RFC 9110 §13.1.2), by weak comparison. */
export function isUnchanged(ctx: RouteContext, etag: string): boolean {
  const header = ctx.req.headers['if-none-match'];
  if (header === undefined || ctx.method === 'PATCH' || ctx.method === 'POST') return false;
  return header.trim() === '*' || header.split(',').some((tag: string) => tag.trim().replace(/^W\//, '') === etag);
}
