import { DirectoryError } from '../directory-error.ts';
import { AppAddresses, problemOfScheme } from './app-addresses.ts';

const MAX_LENGTH = 512;

/**
 * Throws a DirectoryError for a URI that cannot be registered. Matching is by exact string, so the text is stored
 * unchanged.
 */
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

function problemOfUrl(text: string, url: URL): string | undefined {
  const { protocol, origin, href } = url;
  if (!text.startsWith(`${protocol}//`)) return 'must be an absolute URI whose scheme and host are in lower case';
  if (/^[^/]*\/\/[^/?]*@/.test(text)) return 'must not have a user name or password';
  const problem = problemOfScheme(url);
  if (problem) return problem;
  // Browsers add the path `/` to a bare origin. Only that difference is accepted.
  const complete = /^[^/]*\/\/[^/?]*(?=\?|$)/.test(text) ? text.replace(origin, `${origin}/`) : text;
  if (complete !== href) return `must be in the form that browsers send: ${href}`;
  return undefined;
}

/** Also rejects what redirects add. URIs that were registered before this rule keep working, and can be removed. */
function checkNewRedirectUri(text: string): void {
  checkRedirectUri(text);
  const { searchParams } = new URL(text);
  const added = ADDED.find((name) => searchParams.has(name));
  if (added) throw new DirectoryError(`The redirect URI must not have ${added} in its query, which redirects add.`);
}

/** Parameters of redirects, which must not occur twice (RFC 6749 §3.1). */
const ADDED = ['code', 'state', 'error', 'iss', 'merchant_id'];

/** Addresses to which a person is redirected with an app's code (redirects.registration). */
export const APP_REDIRECT_URIS = new AppAddresses({
  noun: 'redirect URI',
  table: 'control.redirect_uris',
  column: 'uri',
  max: 5,
  events: { added: 'app.redirect_uri_added', removed: 'app.redirect_uri_removed' },
  check: checkNewRedirectUri,
});
