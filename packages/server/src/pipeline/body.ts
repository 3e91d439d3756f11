import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import getRawBody from 'raw-body';

/** Largest body of a resource endpoint, and of a token endpoint, which needs far less. */
export const MAX_BODY_BYTES = 1024 * 1024;
export const MAX_TOKEN_BODY_BYTES = 16 * 1024;

/** Reason for rejecting a body. Each family of endpoints words it in its own envelope. */
export type BodyProblem = 'too-large' | 'not-json' | 'media-type' | 'encoded' | 'aborted';

export class BodyError extends Error {
  readonly problem: BodyProblem;
  /** The largest body that the operation accepts, in bytes. */
  readonly limit: number;
  constructor(problem: BodyProblem, limit = MAX_BODY_BYTES) {
    super(problem);
    this.problem = problem;
    this.limit = limit;
  }
}

type MediaType = 'application/json' | 'application/x-www-form-urlencoded';

export interface Body {
  readonly media: MediaType;
  /** Empty without a body. A form's text is ASCII; all other bytes are percent-encoded. */
  readonly text: string;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

export const hasBody = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Reads a body of an accepted type as text, or decodes its bytes if an earlier stage has read them. */
export async function readBody(
  request: IncomingMessage,
  accepted: readonly MediaType[],
  limit = MAX_BODY_BYTES,
  read?: Buffer,
): Promise<Body> {
  const { headers } = request;
  if (!hasBody(request)) return { media: 'application/json', text: '' };
  const media = mediaOf(headers['content-type'], accepted);
  if (isEncoded(headers)) throw new BodyError('encoded');
  if (!media) throw new BodyError('media-type');
  const bytes = read ?? (await readBytes(request, limit, headers['content-length']));
  if (media === 'application/json') {
    try {
      return { media, text: utf8.decode(bytes) };
    } catch {
      throw new BodyError('not-json');
    }
  }
  // Percent-encodes bytes other than ASCII, so that decoding a value shows whether it is UTF-8.
  const encoded = (character: string): string => `%${character.charCodeAt(0).toString(16)}`;
  return { media, text: bytes.toString('latin1').replaceAll(/[\u0080-\u00ff]/g, encoded) };
}

/** Headers of the 415 response to an encoded body (RFC 7694 §3). */
export const ACCEPTED_ENCODINGS = { 'Accept-Encoding': 'identity' };

/** True if the body is compressed; Node.js does not decompress it. */
const isEncoded = (headers: IncomingHttpHeaders): boolean =>
  (headers['content-encoding'] ?? 'identity').split(',').some((coding) => coding.trim().toLowerCase() !== 'identity') ||
  (headers['transfer-encoding'] ?? 'chunked').toLowerCase() !== 'chunked';

/** Reads a body; `length` is the announced length. */
export async function readBytes(request: IncomingMessage, limit: number, length: string | undefined): Promise<Buffer> {
  try {
    return await getRawBody(request, { limit, length: length ?? null });
  } catch (error) {
    throw new BodyError((error as { type?: string }).type === 'entity.too.large' ? 'too-large' : 'aborted', limit);
  }
}

function mediaOf(header: string | undefined, accepted: readonly MediaType[]): MediaType | undefined {
  const [type = '', ...parameters] = (header ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  const foreignCharset = parameters.some((p) => p.startsWith('charset=') && !/^charset="?utf-?8"?$/.test(p));
  return foreignCharset ? undefined : accepted.find((media) => media === type);
}

/** Parses JSON; an empty body is undefined. */
export function parseJson(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new BodyError('not-json');
  }
}
