import { hash } from 'node:crypto';
import { pipeline, type Readable } from 'node:stream';
import Negotiator from 'negotiator';
import { LINES } from '../contract/contract.ts';
import type { FieldError } from '../errors.ts';
import type { Chunk, ListStream } from '../lists/stream.ts';
import type { MoreText, Reply } from '../records/handlers.ts';
import { type Coding, coded, codedStream, codedTag, codingOf, codingOfStream, uncodedTag } from './compression.ts';
import { holderOf, type RouteContext, setHeader } from './context.ts';
import type { Load } from './load.ts';
import type { RawQuery } from './query.ts';
import { type BodySource, StreamBody } from './stream-body.ts';

/// <reference path="./negotiator.d.ts" />

/** True if the client prefers lines to JSON (RFC 9110 §12.5.1), without regard to case and parameters. A client without a preference gets JSON. */
export function prefersLines(ctx: RouteContext): boolean {
  ctx.vary('Accept');
  const { accept = '' } = ctx.req.headers;
  if (!/ndjson/i.test(accept)) return false;
  const headers = { accept: accept.replaceAll(PARAMETER, '') };
  return new Negotiator({ headers }).mediaType(['application/json', LINES]) === LINES;
}

/** A parameter of a media range other than its weight, such as `;charset=utf-8`. */
const PARAMETER = /;\s*(?!q\s*=)[^\s;,="]+(?:\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^\s;,"]*))?\s*(?=[;,]|$)/gi;

/** A stream has all records, so the parameters of pages would be ignored. */
export const pagingErrors = (query: RawQuery): FieldError[] =>
  ['page', 'limit']
    .filter((name) => query.has(name))
    .map((path) => ({ in: 'query', path, rule: 'exclusive', message: MESSAGE }));

const MESSAGE = `cannot be combined with Accept: ${LINES}, which returns all records: omit it, or accept application/json`;

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

/**
 * Number of releases that have changed the JSON text of a record, for example by adding a property; keyed by the first segment of
 * its path. A rewritten record keeps its version, since no client changed it and copies are still current, but its ETag changes:
 * a client with the old text would otherwise get a 304. A test fails if a text changes while its revision does not.
 */
export const REVISIONS: Readonly<Record<string, number>> = { 'stock-adjustments': 1 };

/** Adds the revision to the ETags of the records at a path. */
export function revisionOf(path: string, revisions = REVISIONS): (reply: Reply) => Reply {
  const revision = revisions[path.split('/')[1] ?? ''] ?? 0;
  if (revision === 0) return (reply) => reply;
  return (reply) => {
    const etag = reply.headers?.ETag;
    return etag ? { ...reply, headers: { ...reply.headers, ETag: etag.replace(/"$/, `-r${revision}"`) } } : reply;
  };
}

/** Sends a list as lines. If it cannot be sent to its end, the connection is closed without the last line. */
async function sendStream(ctx: RouteContext, stream: ListStream, load: Load): Promise<void> {
  ctx.status = 200;
  setHeader(ctx, 'Content-Type', LINES);
  setHeader(ctx, 'Tillgate-Total', String(stream.total));
  if (stream.changesAfter) setHeader(ctx, 'Tillgate-Changes-After', stream.changesAfter);
  const coding = codingOfStream(ctx);
  if (ctx.method === 'HEAD') return stream.close();
  if (coding) setHeader(ctx, 'Content-Encoding', coding);
  send(ctx, new StreamBody(stream, load), coding);
}

interface LongText {
  readonly begin: string;
  readonly more: MoreText;
  readonly coding: Coding | undefined;
}

/** Sends a long JSON text as it is read, so that neither its size nor its reader holds up others. */
function sendLong(ctx: RouteContext, { begin, more, coding }: LongText, load: Load): StreamBody {
  const body = new StreamBody(textSource(begin, more), load);
  if (ctx.method === 'HEAD') body.destroy();
  else send(ctx, body, coding);
  return body;
}

function send(ctx: RouteContext, body: StreamBody, coding: Coding | undefined): void {
  ctx.state.stream = body;
  ctx.body = coding ? encoded(body, coding) : body;
  body.once('error', () => ctx.res.destroy());
}

const encoded = (body: StreamBody, coding: Coding): Readable => pipeline(body, codedStream(coding), () => {});

function textSource(begin: string, more: MoreText): BodySource {
  let first: string | undefined = begin;
  const parts = more.parts();
  return {
    async next(): Promise<Chunk | undefined> {
      const text = first ?? (await parts.next()).value;
      first = undefined;
      return text === undefined ? undefined : { parts: [Buffer.from(text)], records: 0 };
    },
    async close(): Promise<void> {
      await parts.return(undefined);
    },
  };
}
