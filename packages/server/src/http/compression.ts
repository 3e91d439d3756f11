import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { RouteContext } from './context.ts';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

export type Coding = 'br' | 'gzip';

/** The quality of Brotli and the level of gzip. */
export type Effort = Readonly<Record<Coding, number>>;

export const compressed = (content: string | Buffer, coding: Coding, effort: Effort): Promise<Buffer> =>
  coding === 'br'
    ? brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: effort.br } })
    : gzipped(content, { level: effort.gzip });

/** Fast: a list of 100 items becomes a tenth in a quarter of a millisecond, and more effort makes it little less. */
const PER_ANSWER: Effort = { br: 2, gzip: 1 };

/** Characters below which an answer, with its headers, is a packet or two however it is sent. */
const WORTH_COMPRESSING = 1024;

/**
 * The coding for an answer, by what the client accepts and prefers (RFC 9110 §12.5.3); undefined to send it as it is.
 * Only what partners read and write is coded: an answer of the token endpoints or a page has a secret beside text that a
 * request may have chosen, and its compressed length would tell about the secret (BREACH).
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

/** A coded answer is a representation of its own, and its strong ETag differs (RFC 9110 §8.8.3.3): `"3"` is `"3-br"`. */
export const codedTag = (etag: string, coding: Coding): string => `${etag.slice(0, -1)}-${coding}"`;

/** The ETag of the uncoded answer. The content is the same, so a condition holds in whichever coding it was read. */
export const uncodedTag = (etag: string): string => etag.replace(/-(br|gzip)"$/, '"');
