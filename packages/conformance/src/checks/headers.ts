import { familyOf } from '../contract/family.ts';
import type { Answer } from '../http/send.ts';
import { type CheckedAnswer, type Finding, finding } from './finding.ts';

/** A rejection says how to succeed: a challenge, the allowed methods, or the time to wait. */
export function checkChallenge(checked: CheckedAnswer): Finding[] {
  const { answer } = checked;
  switch (answer.status) {
    case 401:
      return checkUnauthorized(checked);
    case 403:
      return checkForbidden(answer);
    case 405:
      return answer.headers.allow ? [] : [finding('http.method_not_allowed', '405 without Allow', answer)];
    case 429:
    case 503: {
      const seconds = answer.headers['retry-after'] ?? '';
      if (/^[1-9]\d*$/.test(seconds)) return [];
      return [finding('limits.retry_after', `${answer.status} with Retry-After "${seconds}"`, answer)];
    }
    default:
      return [];
  }
}

function checkUnauthorized({ answer, path, request }: CheckedAnswer): Finding[] {
  const challenge = answer.headers['www-authenticate'] ?? '';
  switch (familyOf(path)) {
    case 'mint':
      return [];
    case 'oauth':
      if (/^Basic\b/i.test(challenge)) return [];
      return [finding('oauth.error.developer.invalid_client', `WWW-Authenticate is "${challenge}", not Basic`, answer)];
    default:
      if (request.headers?.['X-API-Key'] !== undefined ? challenge !== '' : /^Bearer\b/i.test(challenge)) return [];
      return [finding(ruleOfChallenge(answer), `WWW-Authenticate is "${challenge}"`, answer)];
  }
}

const ruleOfChallenge = ({ body }: Answer): string =>
  (body as { code?: unknown } | undefined)?.code === 'partner.token_missing' ? 'auth.token_required' : 'auth.challenge';

/** RFC 6750 §3.1: the challenge names the required scope. */
function checkForbidden(answer: Answer): Finding[] {
  if ((answer.body as { code?: unknown } | undefined)?.code !== 'partner.scope_denied') return [];
  const challenge = answer.headers['www-authenticate'] ?? '';
  const parameters = [/\berror="insufficient_scope"/, /\bscope="[a-z_.]+( [a-z_.]+)*"/];
  if (/^Bearer\b/i.test(challenge) && parameters.every((one) => one.test(challenge))) return [];
  return [finding('auth.scope_challenge', `WWW-Authenticate is "${challenge}"`, answer)];
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Every response has a correlation id: the request's own, or a new one. */
export function checkCorrelation({ answer, request, memory }: CheckedAnswer): Finding[] {
  const id = answer.headers['x-correlation-id'] ?? '';
  if (!UUID.test(id))
    return [finding('http.correlation_id', `X-Correlation-Id is ${JSON.stringify(id)}, not a UUID`, answer)];
  const brought = (request.headers?.['X-Correlation-Id'] ?? '').toLowerCase();
  if (UUID.test(brought))
    return brought === id ? [] : [finding('http.correlation_id_kept', `brought ${brought}, answered ${id}`, answer)];
  const repeated = memory.correlationIds.has(id);
  memory.correlationIds.add(id);
  return repeated ? [finding('http.correlation_id', `the correlation id ${id} was used before`, answer)] : [];
}

/** Browsers must not guess the media type of a body. */
export function checkSniffing({ answer }: CheckedAnswer): Finding[] {
  const value = answer.headers['x-content-type-options'];
  if (value === 'nosniff' || answer.text === '') return [];
  return [finding('http.nosniff', `X-Content-Type-Options is ${value ?? 'missing'}`, answer)];
}

/** No cache may store tokens or merchants' data. */
export function checkStorage({ answer, path, request }: CheckedAnswer): Finding[] {
  const control = answer.headers['cache-control'] ?? '';
  const isUnstored = /\bno-store\b/.test(control);
  if (familyOf(path) !== 'partner')
    return isUnstored ? [] : [finding('oauth.no_store', `Cache-Control is "${control}"`, answer)];
  if (!request.budget || isUnstored || (/\bprivate\b/.test(control) && /\bno-cache\b/.test(control))) return [];
  return [finding('http.private_cache', `Cache-Control of a merchant's data is "${control}"`, answer)];
}

/** No shared cache may store a page of the consent host. */
export function checkPageStorage({ answer }: CheckedAnswer): Finding[] {
  const { 'cache-control': control = '', 'content-type': type = '' } = answer.headers;
  if (!/^text\/html\b/.test(type) || /\b(no-store|private)\b/.test(control)) return [];
  return [finding('http.private_cache', `Cache-Control of a page is "${control}"`, answer)];
}

/** The API's host sets no cookies. */
export const checkCookies = ({ answer }: CheckedAnswer): Finding[] =>
  answer.cookies.length === 0 ? [] : [finding('hosts.no_cookies', 'an answer of the API sets a cookie', answer)];

/** Every cookie of the consent host is limited to the host, hidden from scripts and not sent by other sites. */
export function checkPageCookies({ answer }: CheckedAnswer): Finding[] {
  const isSecure = answer.sent.url.startsWith('https:');
  return answer.cookies.flatMap((line) => {
    const [pair = '', ...parts] = line.split(';');
    const name = pair.split('=')[0] ?? '';
    const attributes = new Map(
      parts.map((part) => part.trim().split('=')).map(([key = '', value = '']) => [key.toLowerCase(), value]),
    );
    const claims: [boolean, string, string][] = [
      [attributes.has('httponly'), 'consent.cookies_unread', 'has no HttpOnly'],
      [/^(lax|strict)$/i.test(attributes.get('samesite') ?? ''), 'consent.cookies_same_site', 'is sent by other sites'],
      [attributes.get('path') === '/', 'consent.cookies', 'is not for the whole host (Path=/)'],
      [!attributes.has('domain'), 'consent.cookies', 'has a Domain'],
      [!isSecure || attributes.has('secure'), 'consent.cookies', 'has no Secure'],
      [!isSecure || name.startsWith('__Host-'), 'consent.cookies', 'is not a __Host- cookie'],
    ];
    return claims
      .filter(([holds]) => !holds)
      .map(([, requirement, problem]) => finding(requirement, `the cookie ${name} ${problem}`, answer));
  });
}
