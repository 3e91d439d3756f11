import { DirectoryError } from './directory-error.ts';

/** Most redirect URIs of one app, and the length of each (service.md "Registered redirect URIs"). */
export const MAX_REDIRECT_URIS = 5;
const MAX_LENGTH = 512;

const LOOPBACK_HOSTS = new Set(['localhost', '127.0.0.1']);

/** Refuses what may not be registered. Matching is by exact string later, so the text is kept as it is given. */
export function checkRedirectUri(text: string): void {
  const problem = problemOf(text);
  if (problem) throw new DirectoryError(`The redirect URI ${problem}.`);
}

function problemOf(text: string): string | undefined {
  if (text.length > MAX_LENGTH) return `must be at most ${MAX_LENGTH} characters long`;
  if (!/^[!-~]+$/.test(text)) return 'must be of printable ASCII characters without blanks';
  if (text.includes('*')) return 'must not have a wildcard';
  if (text.includes('#')) return 'must not have a fragment';
  if (!URL.canParse(text)) return 'must be an absolute URI';
  const { protocol, hostname, username, password } = new URL(text);
  if (username || password) return 'must not have a user name or password';
  if (!text.startsWith(`${protocol}//`)) return 'must be an absolute URI';
  if (protocol === 'https:') return undefined;
  if (protocol === 'http:' && LOOPBACK_HOSTS.has(hostname)) return undefined;
  return 'must begin with https://, or with http:// on localhost or 127.0.0.1';
}
