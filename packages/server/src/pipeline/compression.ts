/// <reference path="./negotiator.d.ts" />
import type { Transform } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import Negotiator from 'negotiator';
import type { RouteContext } from './context.ts';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

const CODINGS = ['br', 'gzip'] as const;
export type Coding = (typeof CODINGS)[number];

/** Brotli quality and gzip level. */
export type Effort = Readonly<Record<Coding, number>>;

export const compressed = (content: string | Buffer, coding: Coding, effort: Effort): Promise<Buffer> =>
  coding === 'br'
    ? brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: effort.br } })
    : gzipped(content, { level: effort.gzip });

/** A list of 100 items shrinks to a tenth in a quarter of a millisecond; more effort hardly helps. */
const PER_ANSWER: Effort = { br: 2, gzip: 1 };

/** Shorter responses fit into one or two packets anyway. */
const WORTH_COMPRESSING = 1024;

/**
 * Chooses a response's coding by the client's preferences (RFC 9110 §12.5.3); undefined for none.
 * Only resource endpoints compress: token endpoints and pages may combine a secret with text chosen
 * by the request, and the compressed length would then reveal the secret (BREACH).
 */
export function codingOf(ctx: RouteContext, body: string): Coding | undefined {
  if (body.length < WORTH_COMPRESSING) return undefined;
  ctx.vary('Accept-Encoding');
  return ctx.method === 'HEAD' ? undefined : acceptedCoding(ctx);
}

/** Coding of a stream, whose length is not known. */
export function codingOfStream(ctx: RouteContext): Coding | undefined {
  ctx.vary('Accept-Encoding');
  return acceptedCoding(ctx);
}

const AVAILABLE = [...CODINGS, 'identity'];

/** The coding that the client prefers: br if it accepts both equally, as browsers do. */
export function acceptedCoding(ctx: RouteContext): Coding | undefined {
  const accepted = new Negotiator(ctx.req).encoding(AVAILABLE, { preferred: CODINGS });
  return CODINGS.find((coding) => coding === accepted);
}

export const coded = (content: string | Buffer, coding: Coding): Promise<Buffer> =>
  compressed(content, coding, PER_ANSWER);

/** Bytes that an encoder returns at once. Each return to the event loop costs more than memory for as many. */
const ENCODED = 64 * 1024;

/** Encodes each slice by itself, so that it can be read at once. */
export const codedStream = (coding: Coding): Transform =>
  coding === 'br'
    ? createBrotliCompress({
        params: { [constants.BROTLI_PARAM_QUALITY]: PER_ANSWER.br },
        flush: constants.BROTLI_OPERATION_FLUSH,
        chunkSize: ENCODED,
      })
    : createGzip({ level: PER_ANSWER.gzip, flush: constants.Z_SYNC_FLUSH, chunkSize: ENCODED });

/** Each coding of a response has a different strong ETag (RFC 9110 §8.8.3.3): `"3"` becomes `"3-br"`. */
export const codedTag = (etag: string, coding: Coding): string => `${etag.slice(0, -1)}-${coding}"`;

/** The ETag without its coding, so that conditions hold in any coding. */
export const uncodedTag = (etag: string): string => etag.replace(/-(br|gzip)"$/, '"');
