import { readBytes } from '../../../http/body.ts';
import { WebProblem } from '../problems.ts';
import { acceptForm, rejectBody, requireSameOrigin } from './accept-form.ts';

/** More parts than our forms have fields, and room for the longest file name. */
const MAX_PARTS = 8;
const MAX_PART_HEADERS = 4 * 1024;

/** Accepts only the form that browsers send, so that the boundary counted here is the one parsed later. */
const MULTIPART = /^multipart\/form-data; ?boundary=([\w'()+,./:=?-]{1,70})$/i;

/** Reads a form of our own pages with or without a file (RFC 7578). */
export const acceptUpload = (mostBytes: number): typeof acceptForm =>
  async function acceptUploaded(ctx, deps) {
    const type = ctx.get('Content-Type');
    const [, boundary] = MULTIPART.exec(type) ?? [];
    if (!boundary) return acceptForm(ctx, deps);
    requireSameOrigin(ctx.headers, deps.webUrl);
    const bytes = await readBytes(ctx.req, mostBytes, ctx.req.headers['content-length']).catch(rejectBody);
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
  };

/** Rejects many parts and long headers before parsing, which costs far more per part than per byte. */
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
