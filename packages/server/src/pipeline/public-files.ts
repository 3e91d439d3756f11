import { createHash } from 'node:crypto';
import { constants } from 'node:zlib';
import type { RouteContext, Stage } from './context.ts';
import { acceptedCoding, type Coding, codedTag, compressed, type Effort, matchingTag } from './respond.ts';

const DOCUMENT_CACHING = 'public, max-age=300';

export function sendDocument(read: () => string | Promise<string>): Stage {
  return async function sendPublicDocument(ctx) {
    ctx.set('Cache-Control', DOCUMENT_CACHING);
    ctx.type = 'application/json';
    ctx.body = await read();
  };
}

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

/** A file is compressed only once, in a tenth of the time that the best quality takes. */
const PER_FILE: Effort = { br: 7, gzip: constants.Z_DEFAULT_COMPRESSION };

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
    const encoded = this.#encoded.get(coding) ?? compressed(this.bytes, coding, PER_FILE);
    this.#encoded.set(coding, encoded);
    return encoded;
  }
}
