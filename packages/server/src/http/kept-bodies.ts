import type { KeptBodies } from '../storage/request-log/logged-request.ts';
import type { Context } from './context.ts';
import { withoutCredentials } from './log-request.ts';

/** Most characters of a body that are kept. */
const MOST = 16 * 1024;

/** The bodies of a request, if its app asked to keep them, without what may be secret. */
export function keptBodies({ body, state: { bodies, refusal } }: Context): KeptBodies | undefined {
  if (!bodies) return undefined;
  const response = refusal ? JSON.stringify(body) : bodies.response;
  return { request: kept(bodies.request), response: kept(response) };
}

const kept = (text = ''): string | null => {
  if (text === '') return null;
  const shown = text.slice(0, MOST).replaceAll('\0', '\uFFFD').toWellFormed();
  return withoutSecrets(shown) + (text.length > MOST ? '…' : '');
};

/** A property and its text, which a truncated body may leave open. */
const PROPERTY = /"((?:[^"\\]|\\.){1,64})"(\s*:\s*)"(?:[^"\\]|\\.)*(?:"|\\?$)/g;

const SECRET = /secret|password|token|authorization|api.?key/i;

/** The beginning of a JSON Web Token, which is an encoded `{"`. */
const TOKEN = /\beyJ[\w-]{8,}(?:\.[\w-]*){0,2}/g;

const withoutSecrets = (text: string): string =>
  withoutCredentials(
    text.replaceAll(PROPERTY, (whole, name: string, colon: string) =>
      SECRET.test(name) ? `"${name}"${colon}"…"` : whole,
    ),
  ).replaceAll(TOKEN, '…');
