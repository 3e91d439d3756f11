import { familyOf } from '../contract/family.ts';
import type { Answer } from '../http/send.ts';
import type { Finding } from './finding.ts';
import { finding, type Seen } from './seen.ts';

/** A rejection says how to succeed: a challenge, the allowed methods, or the time to wait. */
export function checkChallenge(seen: Seen): Finding[] {
  const { answer } = seen;
  switch (answer.status) {
    case 401:
      return checkUnauthorized(seen);
    case 403:
      return checkForbidden(answer);
    case 405:
      return answer.headers.allow ? [] : [finding('http.method_not_allowed', '405 without Allow', answer)];
    case 429:
    case 503:
      return checkRetryAfter(answer);
    default:
      return [];
  }
}

function checkUnauthorized({ answer, path, request }: Seen): Finding[] {
  const challenge = answer.headers['www-authenticate'] ?? '';
  switch (familyOf(path)) {
    case 'mint':
      return [];
    case 'oauth':
      if (/^Basic\b/i.test(challenge)) return [];
      return [finding('oauth.error.developer.invalid_client', `WWW-Authenticate is "${challenge}", not Basic`, answer)];
    default:
      if (request.headers?.['X-API-Key'] !== undefined ? challenge !== '' : /^Bearer\b/i.test(challenge)) return [];
      return [finding('auth.challenge', `WWW-Authenticate is "${challenge}"`, answer)];
  }
}

/** RFC 6750 §3.1: the challenge names the required scope. */
function checkForbidden(answer: Answer): Finding[] {
  if ((answer.body as { code?: unknown } | undefined)?.code !== 'partner.scope_denied') return [];
  const challenge = answer.headers['www-authenticate'] ?? '';
  const parameters = [/\berror="insufficient_scope"/, /\bscope="[a-z_.]+( [a-z_.]+)*"/];
  if (/^Bearer\b/i.test(challenge) && parameters.every((one) => one.test(challenge))) return [];
  return [finding('auth.scope_challenge', `WWW-Authenticate is "${challenge}"`, answer)];
}

function checkRetryAfter(answer: Answer): Finding[] {
  const seconds = answer.headers['retry-after'] ?? '';
  if (/^[1-9]\d*$/.test(seconds)) return [];
  return [finding('limits.retry_after', `${answer.status} with Retry-After "${seconds}"`, answer)];
}

/** The API's host sets no cookies. */
export const checkCookies = ({ answer }: Seen): Finding[] =>
  answer.cookies.length === 0 ? [] : [finding('hosts.no_cookies', 'an answer of the API sets a cookie', answer)];
