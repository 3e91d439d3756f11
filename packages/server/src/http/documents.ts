import type { RouteContext, Stage } from './context.ts';
import { ENCODINGS, type PublicFile } from './public-file.ts';
import { matchingTag } from './respond.ts';

const DOCUMENT_CACHING = 'public, max-age=300';

/** A public document, as JSON text. */
export function sendDocument(read: () => string | Promise<string>): Stage {
  return async function sendPublicDocument(ctx) {
    ctx.set('Cache-Control', DOCUMENT_CACHING);
    ctx.type = 'application/json';
    ctx.body = await read();
  };
}

/** A public file that stays the same while the server runs. */
export const sendPublicFile = (file: PublicFile): Stage =>
  async function getPublicFile(ctx) {
    await sendFile(ctx, file);
  };

export async function sendFile(ctx: RouteContext, file: PublicFile): Promise<void> {
  ctx.set('Cache-Control', DOCUMENT_CACHING);
  ctx.vary('Accept-Encoding');
  const encoding = ENCODINGS.find((one) => ctx.acceptsEncodings(one)) ?? 'identity';
  const etag = file.etag(encoding);
  ctx.set('ETag', etag);
  if (matchingTag(ctx, etag)) {
    ctx.status = 304;
    return;
  }
  ctx.set('Content-Type', file.type);
  if (encoding !== 'identity') ctx.set('Content-Encoding', encoding);
  ctx.body = await file.encoded(encoding);
}
