import document from '@tillgate/openapi/openapi.json' with { type: 'json' };
import { familyOf } from '../contract/family.ts';
import type { Finding } from './finding.ts';
import { finding, type Seen } from './seen.ts';

/** Codes of the resource endpoints and their statuses in the contract. */
const PARTNER_CODES: Readonly<Record<string, number>> =
  document.components.schemas.Error.properties.code['x-tillgate-statuses'];

/** Codes of `POST /oauth/token` and `POST /oauth/revoke`, with their `error` and status. */
const OAUTH_CODES: Readonly<Record<string, string>> = {
  'developer.invalid_client': 'invalid_client 401',
  'oauth.invalid_request': 'invalid_request 400',
  'oauth.unsupported_grant_type': 'unsupported_grant_type 400',
  'oauth.code_invalid': 'invalid_grant 400',
  'oauth.code_expired': 'invalid_grant 400',
  'oauth.redirect_uri_mismatch': 'invalid_grant 400',
  'oauth.pkce_failed': 'invalid_grant 400',
  'oauth.refresh_invalid': 'invalid_grant 400',
  'oauth.refresh_expired': 'invalid_grant 400',
  'oauth.refresh_reused': 'invalid_grant 400',
  'oauth.grant_revoked': 'invalid_grant 400',
  'developer.use_oauth': 'unauthorized_client 400',
  'developer.use_api_key': 'unauthorized_client 400',
  'partner.rate_limited': 'temporarily_unavailable 429',
  'developer.rate_limited': 'temporarily_unavailable 429',
};

/** Codes of `POST /token` and their statuses in the contract. */
const MINT_CODES: Readonly<Record<string, number>> =
  document.components.schemas.MintError.properties.error.properties.code['x-tillgate-statuses'];

/** RFC 3339 in UTC, which is also ISO 8601. */
const UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** Milliseconds by which the target's clock may differ from the suite's. */
const CLOCK_SKEW = 120_000;

/** Errors have the body of their endpoint's family and agree with the response. */
export function checkEnvelope(seen: Seen): Finding[] {
  const { answer, path } = seen;
  if (answer.status < 400 || answer.sent.method === 'HEAD') return [];
  const check = { partner: checkPartner, oauth: checkOAuth, mint: checkMint }[familyOf(path)];
  return [...check(seen), ...checkHelp(seen)];
}

function checkHelp({ answer }: Seen): Finding[] {
  const { link = '' } = answer.headers;
  if (link.includes('; rel="help"')) return [];
  return [finding('errors.help_link', `the Link of an error is ${JSON.stringify(link)}`, answer)];
}

function checkOAuth(seen: Seen): Finding[] {
  const { status, body } = seen.answer;
  const { code, error } = (body ?? {}) as { code?: unknown; error?: unknown };
  const expected = OAUTH_CODES[String(code)];
  const actual = `${error} ${status}`;
  const wrong =
    expected && expected !== actual ? [finding('errors.oauth_envelope', `${code} with ${actual}`, seen.answer)] : [];
  return [...checkMembers(seen, 'errors.oauth_envelope', body, ['error', 'error_description', 'code']), ...wrong];
}

function checkMint(seen: Seen): Finding[] {
  const { status, body } = seen.answer;
  const { error } = (body ?? {}) as { error?: { code?: unknown } };
  const expected = MINT_CODES[String(error?.code)];
  const wrong =
    expected && expected !== status
      ? [finding('errors.mint_envelope', `${error?.code} with ${status}`, seen.answer)]
      : [];
  return [...checkMembers(seen, 'errors.mint_envelope', error, ['code', 'message']), ...wrong];
}

function checkMembers({ answer }: Seen, requirement: string, body: unknown, names: readonly string[]): Finding[] {
  const members = typeof body === 'object' && body !== null ? Object.entries(body) : [];
  const missing = names.filter((name) => !members.some(([key, value]) => key === name && typeof value === 'string'));
  return missing.map((name) => finding(requirement, `the error has no ${name}`, answer));
}

function checkPartner({ answer, path, target, now }: Seen): Finding[] {
  const body = (answer.body ?? {}) as Record<string, unknown>;
  const requestPath = /^https?:/.test(path) ? new URL(path).pathname : new URL(target.baseUrl + path).pathname;
  const wrong: [boolean, string][] = [
    [body.status !== 'error', `status is ${body.status}`],
    [body.statusCode !== answer.status, `statusCode is ${body.statusCode}, the response ${answer.status}`],
    [decoded(body.path) !== decoded(requestPath), `path is ${body.path}, the request's ${requestPath}`],
    [body.correlationId !== answer.headers['x-correlation-id'], 'correlationId is not that of the header'],
    [PARTNER_CODES[String(body.code)] !== answer.status, `the code ${body.code} does not belong to ${answer.status}`],
    [!isNear(body.timestamp, now), `timestamp is ${body.timestamp}, the time ${new Date(now).toISOString()}`],
    [typeof body.message !== 'string' || body.message === '', 'message is missing'],
  ];
  return wrong.filter(([is]) => is).map(([, message]) => finding('errors.partner_envelope', message, answer));
}

const isNear = (timestamp: unknown, now: number): boolean =>
  UTC.test(String(timestamp)) && Math.abs(Date.parse(String(timestamp)) - now) < CLOCK_SKEW;

function decoded(path: unknown): string {
  try {
    return decodeURIComponent(String(path));
  } catch {
    return String(path);
  }
}
