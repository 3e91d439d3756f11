import { readBytes } from '../../../http/body.ts';
import type { WebContext } from '../context.ts';
import type { WebDependencies } from '../dependencies.ts';
import { WebProblem } from '../problems.ts';
import { acceptForm, rejectBody, requireSameOrigin } from './accept-form.ts';

/** Larger than any file that the rules accept, so that a file that is too large gets its message at the field. */
const MAX_UPLOAD_BYTES = 1024 * 1024;

/** More parts than any of our forms has fields, and headers longer than the longest file name needs. */
const MAX_PARTS = 8;
const MAX_PART_HEADERS = 4 * 1024;

/** Only the media type that browsers send, so that the boundary counted here is the one that is parsed. */
const MULTIPART = /^multipart\/form-data; ?boundary=([\w'()+,./:=?-]{1,70})$/i;

/** Reads a form of our own pages that sends a file (RFC 7578), or one without a file. */
export async function acceptUpload(ctx: WebContext, deps: WebDependencies): Promise<void> {
  const type = ctx.get('Content-Type');
  const [, boundary] = MULTIPART.exec(type) ?? [];
  if (!boundary) return acceptForm(ctx, deps);
  requireSameOrigin(ctx.headers, deps.webUrl);
  const bytes = await readBytes(ctx.req, MAX_UPLOAD_BYTES, ctx.req.headers['content-length']).catch(rejectBody);
  requireFewParts(bytes, Buffer.from(`--${boundary}`));
  const body = new Response(new Uint8Array(bytes), { headers: { 'Content-Type': type } });
  const fields = await body.formData().catch((cause) => {
    throw new WebProblem('mediaType', {}, { cause });
  });
  ctx.state.form = new URLSearchParams();
  for (const [name, value] of fields) {
    if (typeof value === 'string') ctx.state.form.append(name, value);
    else ctx.state.upload = Buffer.from(await value.arrayBuffer());
  }
}

/** Rejects many parts and long headers before they are parsed: each costs far more than the bytes of a file. */
function requireFewParts(body: Buffer, delimiter: Buffer): void {
  let parts = 0;
  for (let at = body.indexOf(delimiter); at !== -1; at = body.indexOf(delimiter, at)) {
    at += delimiter.length;
    if (body.toString('latin1', at, at + 2) === '--') return;
    parts += 1;
    const hasShortHeaders = body.subarray(at, at + MAX_PART_HEADERS).includes('\r\n\r\n');
    if (parts > MAX_PARTS || !hasShortHeaders) throw new WebProblem('tooLarge');
  }
}
