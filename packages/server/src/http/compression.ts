import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { RouteContext } from './context.ts';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

type Coding = 'br' | 'gzip';

/** Quality of Brotli and level of gzip. */
export type Effort = Readonly<Record<Coding, number>>;

export const compressed = (content: string | Buffer, coding: Coding, effort: Effort): Promise<Buffer> =>
  coding === 'br'
    ? brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: effort.br } })
    : gzipped(content, { level: effort.gzip });

/** A list of 100 items shrinks to a tenth in a quarter of a millisecond; more effort hardly shrinks it further. */
const PER_ANSWER: Effort = { br: 2, gzip: 1 };

/** A shorter response fits one or two packets anyway. */
const WORTH_COMPRESSING = 1024;

/**
 * Chooses the coding of a response by the client's preferences (RFC 9110 §12.5.3); undefined for none. Only resource
 * endpoints compress: a response of a token endpoint or a page may contain a secret next to text that a request has
 * chosen, and its compressed length would reveal the secret (BREACH).
 */
export function codingOf(ctx: RouteContext, body: string): Coding | undefined {
  if (body.length < WORTH_COMPRESSING) return undefined;
  ctx.vary('Accept-Encoding');
  if (ctx.method === 'HEAD') return undefined;
  const accepted = ctx.acceptsEncodings('br', 'gzip', 'identity');
  return accepted === 'br' || accepted === 'gzip' ? accepted : undefined;
}

export const coded = (content: string | Buffer, coding: Coding): Promise<Buffer> =>
  compressed(content, coding, PER_ANSWER);

/** Each coding of a response has a different strong ETag (RFC 9110 §8.8.3.3): `"3"` becomes `"3-br"`. */
export const codedTag = (etag: string, coding: Coding): string => `${etag.slice(0, -1)}-${coding}"`;

/** The ETag without its coding, by which a condition is evaluated in any coding. */
export const uncodedTag = (etag: string): string => etag.replace(/-(br|gzip)"$/, '"');
