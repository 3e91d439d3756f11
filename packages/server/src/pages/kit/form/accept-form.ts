import type { IncomingHttpHeaders } from 'node:http';
import { BodyError, readBody } from '../../../pipeline/body.ts';
import type { WebContext } from '../context.ts';
import type { WebDependencies } from '../dependencies.ts';
import { WebProblem } from '../problems.ts';
import { sessionOf } from '../session/load-session.ts';
import { isFormToken } from './form-token.ts';

const FORM = 'application/x-www-form-urlencoded';

/** Larger than any form: approving 1,000 stores takes about 20 kB. */
const MAX_FORM_BYTES = 64 * 1024;

/** Reads a form sent by one of our own pages; rejects anything else. */
export async function acceptForm(ctx: WebContext, { webUrl }: WebDependencies): Promise<void> {
  requireSameOrigin(ctx.headers, webUrl);
  const { text } = await readBody(ctx.req, [FORM], MAX_FORM_BYTES).catch(rejectBody);
  ctx.state.form = new URLSearchParams(text);
}

/** Rejects a form sent by another site. */
export function requireSameOrigin(headers: IncomingHttpHeaders, webUrl: string): void {
  if (!isSameOrigin(headers, webUrl)) throw new WebProblem(isOwnPage(headers) ? 'otherAddress' : 'forged');
}

/** True if the page was opened at another address of this host, such as 127.0.0.1 in place of localhost. */
const isOwnPage = ({ origin = '', host }: IncomingHttpHeaders): boolean =>
  URL.canParse(origin) && new URL(origin).host === host;

/** Browsers name the origin in one of these headers. A request without either is rejected. */
function isSameOrigin(headers: IncomingHttpHeaders, webUrl: string): boolean {
  const { origin, referer } = headers;
  if (origin !== undefined) return origin === webUrl;
  if (headers['sec-fetch-site'] !== undefined) return headers['sec-fetch-site'] === 'same-origin';
  return referer !== undefined && URL.canParse(referer) && new URL(referer).origin === webUrl;
}

/** Rejects a body that could not be read. */
export function rejectBody(error: unknown): never {
  if (!(error instanceof BodyError)) throw error;
  throw new WebProblem(error.problem === 'too-large' ? 'tooLarge' : 'mediaType', {}, { cause: error });
}

/** Rejects a form that does not carry its session's token. */
export function checkFormToken(ctx: WebContext, { formKey }: WebDependencies): void {
  const token = ctx.state.form?.get('token') ?? '';
  if (!isFormToken(formKey, sessionOf(ctx).id, token)) throw new WebProblem('forged');
}
