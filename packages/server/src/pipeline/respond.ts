/// <reference path="./negotiator.d.ts" />
import { createHash, hash } from 'node:crypto';
import { pipeline, type Transform } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import Negotiator from 'negotiator';
import { LINES } from '../contract/contract.ts';
import type { FieldError } from '../errors.ts';
import type { MoreText } from '../lists/lists.ts';
import type { Chunk, ListStream } from '../lists/stream.ts';
import type { Reply } from '../records/handlers.ts';
import { holderOf, type RouteContext, type Stage, setHeader } from './context.ts';
import type { Load } from './load.ts';
import type { RawQuery } from './query.ts';
import { StreamBody } from './stream-body.ts';

/** True if the client prefers lines to JSON (RFC 9110 §12.5.1), ignoring case and parameters. JSON is the default. */
export function prefersLines(ctx: RouteContext): boolean {
  ctx.vary('Accept');
  const { accept = '' } = ctx.req.headers;
  if (!/ndjson/i.test(accept)) return false;
  const headers = { accept: accept.replaceAll(PARAMETER, '') };
  return new Negotiator({ headers }).mediaType(['application/json', LINES]) === LINES;
}

/** A parameter of a media range other than its weight, such as `;charset=utf-8`. */
const PARAMETER = /;\s*(?!q\s*=)[^\s;,="]+(?:\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^\s;,"]*))?\s*(?=[;,]|$)/gi;

const UNPAGED = `cannot be combined with Accept: ${LINES}, which returns all records: omit it, or accept application/json`;

/** A stream contains all records, so paging parameters would be ignored. */
export const pagingErrors = (query: RawQuery): FieldError[] =>
  ['page', 'limit'].flatMap((path) =>
    query.has(path) ? [{ in: 'query', path, rule: 'exclusive', message: UNPAGED }] : [],
  );

/** Sends a handler's reply, compressed if possible, or 304 if the client already has it. */
export async function respond(
  ctx: RouteContext,
  reply: Reply,
  { apiUrl, load }: { readonly apiUrl: string; readonly load: Load },
): Promise<void> {
  const { headers = {}, body, more, stream: lines } = reply;
  // May throw, and a rejection must not carry the headers below.
  const release = more && load.hold(holderOf(ctx.state), more.bytes);
  for (const [name, value] of Object.entries(headers)) {
    setHeader(ctx, name, name === 'Location' ? apiUrl + value : value);
  }
  setHeader(ctx, 'Cache-Control', 'private, no-cache');
  if (lines) return sendLines(ctx, lines, load);
  const coding = codingOf(ctx, body);
  // Long texts are encoded only once, not separately for digest, length and socket.
  const content = body.length < 8192 || more ? body : Buffer.from(body);
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
  if (!more) {
    ctx.body = coding ? await compressed(content, coding, PER_ANSWER) : content;
    return;
  }
  // Sent as it is read, so that neither a large response nor a slow reader holds up other requests.
  const stream = new StreamBody(textSource(body, more), load).once('close', () => release?.());
  if (ctx.method === 'HEAD') stream.destroy();
  else send(ctx, stream, coding);
}

const isRead = ({ method }: RouteContext): boolean => method === 'GET' || method === 'HEAD';

/** ETag of a response without a version, such as a list page. */
function contentTag(content: string | Buffer, mark?: string): string {
  const digest = hash('sha256', content, 'base64url').slice(0, 22);
  return mark === undefined ? `"${digest}"` : contentTag(digest + mark);
}

/** Evaluates If-None-Match with weak comparison (RFC 9110 §13.1.2). Returns the matching ETag in its coding. */
function matchingTag(ctx: RouteContext, etag: string): string | undefined {
  const header = ctx.req.headers['if-none-match'];
  if (header === undefined || !isRead(ctx)) return undefined;
  if (header.trim() === '*') return etag;
  const tags = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.find((tag) => tag === etag || uncodedTag(tag) === etag);
}

/**
 * Number of releases that have changed the JSON text of a record, for example by adding a property; keyed by the first
 * segment of its path. A rewritten record keeps its version, since no client changed it and copies are still current,
 * but its ETag changes: a client with the old text would otherwise get a 304. A test fails if a text changes while its
 * revision does not.
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
async function sendLines(ctx: RouteContext, stream: ListStream, load: Load): Promise<void> {
  ctx.status = 200;
  setHeader(ctx, 'Content-Type', LINES);
  setHeader(ctx, 'Tillgate-Total', String(stream.total));
  if (stream.changesAfter) setHeader(ctx, 'Tillgate-Changes-After', stream.changesAfter);
  ctx.vary('Accept-Encoding');
  const coding = acceptedCoding(ctx);
  if (ctx.method === 'HEAD') return stream.close();
  if (coding) setHeader(ctx, 'Content-Encoding', coding);
  send(ctx, new StreamBody(stream, load), coding);
}

function send(ctx: RouteContext, body: StreamBody, coding: Coding | undefined): void {
  ctx.state.stream = body;
  ctx.body = coding ? pipeline(body, encoder(coding), () => {}) : body;
  body.once('error', () => ctx.res.destroy());
}

function textSource(begin: string, more: MoreText): Pick<ListStream, 'next' | 'close'> {
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

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

const CODINGS = ['br', 'gzip'] as const;
type Coding = (typeof CODINGS)[number];

/** Brotli quality and gzip level. */
type Effort = Readonly<Record<Coding, number>>;

const compressed = (content: string | Buffer, coding: Coding, effort: Effort): Promise<Buffer> =>
  coding === 'br'
    ? brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: effort.br } })
    : gzipped(content, { level: effort.gzip });

/** A list of 100 items shrinks to a tenth in a quarter of a millisecond; more effort hardly helps. */
const PER_ANSWER: Effort = { br: 2, gzip: 1 };

/**
 * Chooses a response's coding by the client's preferences (RFC 9110 §12.5.3); undefined for none. Only resource
 * endpoints compress: token endpoints and pages may combine a secret with text chosen by the request, and the
 * compressed length would then reveal the secret (BREACH).
 */
function codingOf(ctx: RouteContext, body: string): Coding | undefined {
  // Shorter responses fit into one or two packets anyway.
  if (body.length < 1024) return undefined;
  ctx.vary('Accept-Encoding');
  return ctx.method === 'HEAD' ? undefined : acceptedCoding(ctx);
}

/** The coding that the client prefers: br if it accepts both equally, as browsers do. */
function acceptedCoding(ctx: RouteContext): Coding | undefined {
  const accepted = new Negotiator(ctx.req).encoding([...CODINGS, 'identity'], { preferred: CODINGS });
  return CODINGS.find((coding) => coding === accepted);
}

/** Bytes an encoder returns at once. A larger buffer costs less than more turns of the event loop. */
const ENCODED = 64 * 1024;

/** Flushes after each slice, so that the client can read it at once. */
const encoder = (coding: Coding): Transform =>
  coding === 'br'
    ? createBrotliCompress({
        params: { [constants.BROTLI_PARAM_QUALITY]: PER_ANSWER.br },
        flush: constants.BROTLI_OPERATION_FLUSH,
        chunkSize: ENCODED,
      })
    : createGzip({ level: PER_ANSWER.gzip, flush: constants.Z_SYNC_FLUSH, chunkSize: ENCODED });

/** Each coding of a response has a different strong ETag (RFC 9110 §8.8.3.3): `"3"` becomes `"3-br"`. */
const codedTag = (etag: string, coding: Coding): string => `${etag.slice(0, -1)}-${coding}"`;

/** The ETag without its coding, so that conditions hold in any coding. */
const uncodedTag = (etag: string): string => etag.replace(/-(br|gzip)"$/, '"');

const DOCUMENT_CACHING = 'public, max-age=300';

export const sendDocument = (read: () => string | Promise<string>): Stage =>
  async function sendPublicDocument(ctx) {
    ctx.set('Cache-Control', DOCUMENT_CACHING);
    ctx.type = 'application/json';
    ctx.body = await read();
  };

export const sendPublicFile = (file: PublicFile): Stage =>
  async function getPublicFile(ctx) {
    await sendFile(ctx, file);
  };

export async function sendFile(ctx: RouteContext, file: PublicFile): Promise<void> {
  ctx.set('Cache-Control', DOCUMENT_CACHING);
  ctx.vary('Accept-Encoding');
  const coding = acceptedCoding(ctx);
  const known = matchingTag(ctx, file.etag);
  ctx.set('ETag', known ?? (coding ? codedTag(file.etag, coding) : file.etag));
  if (known) {
    ctx.status = 304;
    return;
  }
  ctx.set('Content-Type', file.type);
  if (coding) ctx.set('Content-Encoding', coding);
  ctx.body = coding ? await file.encoded(coding) : file.bytes;
}

/** A file that stays the same while the server runs. Held in memory; compressed once, on demand. */
export class PublicFile {
  readonly type: string;
  /** ETag of the uncompressed file. */
  readonly etag: string;
  readonly bytes: Buffer;
  readonly #encoded = new Map<Coding, Promise<Buffer>>();

  constructor(type: string, content: string | Buffer) {
    this.type = type;
    this.bytes = typeof content === 'string' ? Buffer.from(content) : content;
    this.etag = `"${createHash('sha256').update(this.bytes).digest('base64url')}"`;
  }

  encoded(coding: Coding): Promise<Buffer> {
    // Compressed only once; the best quality would take ten times as long.
    const effort = { br: 7, gzip: constants.Z_DEFAULT_COMPRESSION };
    const encoded = this.#encoded.get(coding) ?? compressed(this.bytes, coding, effort);
    this.#encoded.set(coding, encoded);
    return encoded;
  }
}
