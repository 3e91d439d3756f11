import getRawBody from 'raw-body';
import type { WebContext, WebStage } from '../context.ts';
import type { WebDependencies } from '../dependencies.ts';
import { WebProblem } from '../problems.ts';
import { acceptForm, requireSameOrigin } from './accept-form.ts';

/** More than any file that a form may send, so that one that is too large gets its message beside the field. */
const MAX_UPLOAD_BYTES = 1024 * 1024;

/** Takes a form of our own pages that sends a file (RFC 7578), or one without a file. */
export function acceptUpload(deps: WebDependencies): WebStage {
  const acceptWithoutFile = acceptForm(deps);
  return async function acceptOwnUpload(ctx, next) {
    const type = ctx.get('Content-Type');
    if (!/^multipart\/form-data\s*;/i.test(type)) return acceptWithoutFile(ctx, next);
    requireSameOrigin(ctx.headers, deps.webUrl);
    const body = new Response(new Uint8Array(await bytesOf(ctx)), { headers: { 'Content-Type': type } });
    const fields = await body.formData().catch((cause) => {
      throw new WebProblem('mediaType', {}, { cause });
    });
    ctx.state.form = new URLSearchParams();
    for (const [name, value] of fields) {
      if (typeof value === 'string') ctx.state.form.append(name, value);
      else ctx.state.upload = Buffer.from(await value.arrayBuffer());
    }
    await next();
  };
}

async function bytesOf({ req }: WebContext): Promise<Buffer> {
  try {
    return await getRawBody(req, { limit: MAX_UPLOAD_BYTES, length: req.headers['content-length'] ?? null });
  } catch (cause) {
    const isTooLarge = (cause as { type?: string }).type === 'entity.too.large';
    throw new WebProblem(isTooLarge ? 'tooLarge' : 'mediaType', {}, { cause });
  }
}
