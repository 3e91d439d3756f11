import { DirectoryError } from '../directory-error.ts';

/** Most redirect URIs of one app, and the length of each (redirects.registration). */
export const MAX_REDIRECT_URIS = 5;
const MAX_LENGTH = 512;

const LOOPBACK_HOSTS = new Set(['localhost', '127.0.0.1']);

/** True of an address on the machine of whoever opens it. */
export const isLoopback = ({ hostname }: URL): boolean => LOOPBACK_HOSTS.has(hostname);

/** Rejects URIs that cannot be registered. Since matching is by exact string, the text is stored unchanged. */
export function checkRedirectUri(text: string): void {
  const problem = problemOf(text);
  if (problem) throw new DirectoryError(`The redirect URI ${problem}.`);
}

function problemOf(text: string): string | undefined {
  return problemOfText(text) ?? (URL.canParse(text) ? problemOfUrl(text, new URL(text)) : 'must be an absolute URI');
}

function problemOfText(text: string): string | undefined {
  if (text.length > MAX_LENGTH) return `must be at most ${MAX_LENGTH} characters long`;
  if (!/^[!-~]+$/.test(text)) return 'must contain only printable ASCII characters and no spaces';
  if (text.includes('*')) return 'must not have a wildcard';
  if (text.includes('#')) return 'must not have a fragment';
  if (text.includes('\\')) return 'must not have a backslash, which browsers treat as a slash';
  if (/%(?![\dA-Fa-f]{2})/.test(text)) return 'must have two hexadecimal digits after each percent sign';
  return undefined;
}

function problemOfUrl(text: string, { protocol, hostname, origin, href }: URL): string | undefined {
  if (!text.startsWith(`${protocol}//`)) return 'must be an absolute URI whose scheme and host are in lower case';
  if (/^[^/]*\/\/[^/?]*@/.test(text)) return 'must not have a user name or password';
  if (protocol !== 'https:' && !(protocol === 'http:' && LOOPBACK_HOSTS.has(hostname))) {
    return 'must begin with https://, or with http:// on localhost or 127.0.0.1';
  }
  // Browsers read an origin alone as one with the path `/`, which is the one difference that misleads nobody.
  const complete = /^[^/]*\/\/[^/?]*(?=\?|$)/.test(text) ? text.replace(origin, `${origin}/`) : text;
  if (complete !== href) return `must be in the form that browsers send: ${href}`;
  return undefined;
}
