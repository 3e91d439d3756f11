import { hash } from 'node:crypto';
import type { Reply } from '../resources/handlers.ts';
import { coded, codedTag, codingOf, uncodedTag } from './coding.ts';
import type { RouteContext } from './context.ts';

/** Sends a handler's reply: its JSON text as it is or compressed, or 304 when the reader has this state already. */
export async function respond(ctx: RouteContext, reply: Reply, apiUrl: string): Promise<void> {
  const { headers = {}, body } = reply;
  if (headers.Location) ctx.set({ ...headers, Location: apiUrl + headers.Location });
  else ctx.set(headers);
  ctx.set('Cache-Control', 'private, no-cache');
  const coding = codingOf(ctx, body);
  const etag = headers.ETag ?? (isRead(ctx) ? contentTag(body) : undefined);
  const known = etag && reply.status === 200 ? matchingTag(ctx, etag) : undefined;
  if (known) {
    ctx.set('ETag', known);
    ctx.status = 304;
    return;
  }
  if (etag) ctx.set('ETag', coding ? codedTag(etag, coding) : etag);
  if (coding) ctx.set('Content-Encoding', coding);
  ctx.status = reply.status;
  ctx.set('Content-Type', 'application/json; charset=utf-8');
  ctx.body = coding ? await coded(body, coding) : body;
}

const isRead = ({ method }: RouteContext): boolean => method === 'GET' || method === 'HEAD';

/** The ETag of what has no version, such as a page of a list. */
const contentTag = (body: string): string => `"${hash('sha256', body, 'base64url').slice(0, 22)}"`;

/**
 * Evaluates If-None-Match (RFC 9110 §13.1.2), by weak comparison; gives the ETag that matches, in the coding in which the
 * client has it.
 */
export function matchingTag(ctx: RouteContext, etag: string): string | undefined {
  const header = ctx.req.headers['if-none-match'];
  if (header === undefined || !isRead(ctx)) return undefined;
  if (header.trim() === '*') return etag;
  const tags = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.find((tag) => tag === etag || uncodedTag(tag) === etag);
}
