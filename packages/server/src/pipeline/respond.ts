import { hash } from 'node:crypto';
import type { Reply } from '../records/handlers.ts';
import { coded, codedTag, codingOf, uncodedTag } from './compression.ts';
import { holderOf, type RouteContext } from './context.ts';
import { setHeader } from './headers.ts';
import type { Load } from './load.ts';
import { sendLong, sendStream } from './send-stream.ts';

/** Longer texts are encoded only once, not separately for digest, length and socket. */
const LONG = 8192;

/** Sends a handler's reply, compressed if possible, or 304 if the client already has it. */
export async function respond(
  ctx: RouteContext,
  reply: Reply,
  { apiUrl, load }: { readonly apiUrl: string; readonly load: Load },
): Promise<void> {
  const { headers = {}, body, more, stream } = reply;
  // A rejection has none of the headers.
  const release = more && load.hold(holderOf(ctx.state), more.bytes);
  for (const [name, value] of Object.entries(headers)) {
    setHeader(ctx, name, name === 'Location' ? apiUrl + value : value);
  }
  setHeader(ctx, 'Cache-Control', 'private, no-cache');
  if (stream) return sendStream(ctx, stream, load);
  const coding = codingOf(ctx, body);
  const content = body.length < LONG || more ? body : Buffer.from(body);
  const etag = headers.ETag ?? (isRead(ctx) ? contentTag(content, more?.mark) : undefined);
  const known = etag && reply.status === 200 ? matchingTag(ctx, etag) : undefined;
  if (known) {
    setHeader(ctx, 'ETag', known);
    ctx.status = 304;
    release?.();
    return;
  }
  if (etag) setHeader(ctx, 'ETag', coding ? codedTag(etag, coding) : etag);
  if (coding) setHeader(ctx, 'Content-Encoding', coding);
  ctx.status = reply.status;
  setHeader(ctx, 'Content-Type', 'application/json; charset=utf-8');
  if (more) sendLong(ctx, { begin: body, more, coding }, load).once('close', () => release?.());
  else ctx.body = coding ? await coded(content, coding) : content;
}

const isRead = ({ method }: RouteContext): boolean => method === 'GET' || method === 'HEAD';

/** ETag of a response without a version, such as a list page. */
function contentTag(content: string | Buffer, mark?: string): string {
  const digest = hash('sha256', content, 'base64url').slice(0, 22);
  return mark === undefined ? `"${digest}"` : contentTag(digest + mark);
}

/**
 * Evaluates If-None-Match with weak comparison (RFC 9110 §13.1.2). Returns the matching ETag in the client's coding.
 */
export function matchingTag(ctx: RouteContext, etag: string): string | undefined {
  const header = ctx.req.headers['if-none-match'];
  if (header === undefined || !isRead(ctx)) return undefined;
  if (header.trim() === '*') return etag;
  const tags = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.find((tag) => tag === etag || uncodedTag(tag) === etag);
}
