import { familyOf } from '../contract/family.ts';
import type { Finding } from '../engine/outcome.ts';
import { finding, type Seen } from './seen.ts';

/** The codes of the resource endpoints and their statuses (errors.partner_envelope). */
export const PARTNER_CODES: Readonly<Record<string, number>> = {
  'partner.validation_failed': 400,
  'partner.malformed_request': 400,
  'partner.malformed_json': 400,
  'partner.token_missing': 401,
  'partner.token_invalid': 401,
  'partner.token_expired': 401,
  'partner.api_key_invalid': 401,
  'partner.scope_denied': 403,
  'partner.env_mismatch': 403,
  'partner.ip_denied': 403,
  'partner.company_denied': 403,
  'partner.not_found': 404,
  'partner.route_not_found': 404,
  'partner.method_not_allowed': 405,
  'partner.request_timeout': 408,
  'partner.duplicate': 409,
  'partner.state_conflict': 409,
  'partner.idempotency_in_progress': 409,
  'partner.version_mismatch': 412,
  'partner.body_too_large': 413,
  'partner.unsupported_media_type': 415,
  'partner.expectation_failed': 417,
  'partner.reference_not_found': 422,
  'partner.over_receipt': 422,
  'partner.insufficient_stock': 422,
  'partner.idempotency_mismatch': 422,
  'partner.rate_limited': 429,
  'partner.headers_too_large': 431,
  'partner.internal': 500,
  'partner.region_unavailable': 503,
  'partner.overloaded': 503,
  'partner.storage_full': 503,
};

/** The documented codes of `POST /oauth/token` and `POST /oauth/revoke`, with their `error` and status. */
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

/** The codes of `POST /token` that the documents have, with their status. */
const MINT_CODES: Readonly<Record<string, number>> = {
  'developer.invalid_client': 401,
  'developer.merchant_required': 400,
  'developer.app_archived': 403,
  'developer.app_not_approved': 403,
  'developer.grant_missing': 403,
  'developer.env_mismatch': 403,
  'developer.use_oauth': 400,
  'developer.use_api_key': 400,
  'developer.rate_limited': 429,
};

/** RFC 3339 in UTC, which is ISO 8601 too. */
const UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** How far the target's time may be from what the suite believes it to be, in milliseconds. */
const CLOCK_SKEW = 120_000;

/** An error of the resource endpoints says of itself what the response says. */
export function checkEnvelope(seen: Seen): Finding[] {
  const { answer, path } = seen;
  if (answer.status < 400 || answer.sent.method === 'HEAD') return [];
  switch (familyOf(path)) {
    case 'partner':
      return checkPartner(seen);
    case 'oauth':
      return checkOAuth(seen);
    default:
      return checkMint(seen);
  }
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
    [PARTNER_CODES[String(body.code)] !== answer.status, `the code ${body.code} does not go with ${answer.status}`],
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
