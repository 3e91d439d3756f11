import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { BodyError, readBody, readBytes } from '../../pipeline/body.ts';
import { type WebContext, WebProblem } from './context.ts';
import { isMac, macOf, sessionOf } from './cookies.ts';
import type { WebDependencies } from './dependencies.ts';
import type { Session } from './sessions.ts';

/** Token in every form, new at each rendering and bound to the session, if there is one. Other sites cannot know it. */
export function formToken(key: Uint8Array, session?: Session): string {
  const nonce = randomBytes(18).toString('base64url');
  return `${nonce}.${macOf(key, `${nonce}.${session?.id ?? ''}`)}`;
}

/** True if the token was rendered for the session with this id, or without a session if the id is empty. */
export function isFormToken(key: Uint8Array, sessionId: string, given: string): boolean {
  const [nonce = '', mac = ''] = given.split('.');
  return isMac(key, `${nonce}.${sessionId}`, mac);
}

/** Identifies a session within sealed texts. */
export const sessionMark = (key: Uint8Array, { id }: Session): string => macOf(key, `.${id}`);

const FORM = 'application/x-www-form-urlencoded';

/** Larger than any form: approving 1,000 stores takes about 20 kB. */
const MAX_FORM_BYTES = 64 * 1024;

/** Reads a form sent by one of our own pages; rejects anything else. */
export async function acceptForm(ctx: WebContext, { webUrl }: WebDependencies): Promise<void> {
  requireSameOrigin(ctx.headers, webUrl);
  const { text } = await readBody(ctx.req, [FORM], MAX_FORM_BYTES).catch(rejectBody);
  ctx.state.form = new URLSearchParams(text);
}

/** Rejects forms of other sites. Browsers name the origin in one of three headers; a request with none is rejected. */
function requireSameOrigin(headers: IncomingHttpHeaders, webUrl: string): void {
  const { origin, referer, host, 'sec-fetch-site': site } = headers;
  if (origin === webUrl) return;
  if (origin === undefined && site === 'same-origin') return;
  const isReferred = referer !== undefined && URL.canParse(referer) && new URL(referer).origin === webUrl;
  if (origin === undefined && site === undefined && isReferred) return;
  // The page was opened at another address of this host, such as 127.0.0.1 in place of localhost.
  const isOwnPage = origin !== undefined && URL.canParse(origin) && new URL(origin).host === host;
  throw new WebProblem(isOwnPage ? 'otherAddress' : 'forged');
}

function rejectBody(error: unknown): never {
  if (!(error instanceof BodyError)) throw error;
  throw new WebProblem(error.problem === 'too-large' ? 'tooLarge' : 'mediaType', {}, { cause: error });
}

/** Rejects a form that does not carry its session's token. */
export function checkFormToken(ctx: WebContext, { formKey }: WebDependencies): void {
  const token = ctx.state.form?.get('token') ?? '';
  if (!isFormToken(formKey, sessionOf(ctx).id, token)) throw new WebProblem('forged');
}

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
    const form = new URLSearchParams();
    for (const { name, isFile, content } of partsOf(bytes, Buffer.from(`--${boundary}`))) {
      if (isFile) ctx.state.upload = content;
      else form.append(name, content.toString());
    }
    ctx.state.form = form;
  };

const LINE_BREAK = Buffer.from('\r\n');

/** Our names need no escapes. */
const DISPOSITION = /^content-disposition: form-data; name="([\w-]+)"(; filename=)?/im;

/**
 * Splits the form that a browser sends for ours into parts, copying only the names. Node's parser would block for a
 * fifth of a second on the largest file.
 */
function partsOf(body: Buffer, delimiter: Buffer) {
  const parts: { name: string; isFile: boolean; content: Buffer }[] = [];
  const between = Buffer.concat([LINE_BREAK, delimiter]);
  let at = body.indexOf(delimiter);
  while (at !== -1) {
    at += delimiter.length;
    if (body.toString('latin1', at, at + 2) === '--') return parts;
    const headersEnd = body.subarray(at, at + MAX_PART_HEADERS).indexOf('\r\n\r\n');
    if (parts.length === MAX_PARTS || headersEnd < 0) throw new WebProblem('tooLarge');
    const [, name = '', fileName] = DISPOSITION.exec(body.toString('utf8', at, at + headersEnd)) ?? [];
    const start = at + headersEnd + 4;
    at = body.indexOf(between, start - LINE_BREAK.length);
    if (name === '' || at === -1) break;
    parts.push({ name, isFile: fileName !== undefined, content: body.subarray(start, at) });
    at += LINE_BREAK.length;
  }
  throw new WebProblem('mediaType');
}
