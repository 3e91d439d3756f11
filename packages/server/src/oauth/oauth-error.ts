import type { OAuthError as OAuthProblem } from '../contract/generated/types.gen.ts';

export type OAuthCode = OAuthProblem['code'];

/** All codes of the token and revocation endpoints, with `error` (RFC 6749 §5.2) and status. */
const OAUTH_CODES = {
  'developer.invalid_client': ['invalid_client', 401],
  'oauth.invalid_request': ['invalid_request', 400],
  'oauth.unsupported_grant_type': ['unsupported_grant_type', 400],
  'oauth.code_invalid': ['invalid_grant', 400],
  'oauth.code_expired': ['invalid_grant', 400],
  'oauth.redirect_uri_mismatch': ['invalid_grant', 400],
  'oauth.pkce_failed': ['invalid_grant', 400],
  'oauth.refresh_invalid': ['invalid_grant', 400],
  'oauth.refresh_expired': ['invalid_grant', 400],
  'oauth.refresh_reused': ['invalid_grant', 400],
  'oauth.grant_revoked': ['invalid_grant', 400],
  // Not invalid_grant, which would make the app end the connection, and not 5xx, which would count
  // as a failure of the service.
  'oauth.merchant_closed': ['temporarily_unavailable', 400],
  'developer.use_oauth': ['unauthorized_client', 400],
  'developer.use_api_key': ['unauthorized_client', 400],
  'developer.merchant_required': ['invalid_request', 400],
  'developer.app_archived': ['unauthorized_client', 400],
  'developer.grant_missing': ['unauthorized_client', 400],
  'developer.env_mismatch': ['unauthorized_client', 400],
  'oauth.method_not_allowed': ['invalid_request', 405],
  'oauth.body_too_large': ['invalid_request', 413],
  'oauth.unsupported_media_type': ['invalid_request', 415],
  'partner.rate_limited': ['temporarily_unavailable', 429],
  'developer.rate_limited': ['temporarily_unavailable', 429],
  'oauth.internal': ['server_error', 500],
  'oauth.overloaded': ['temporarily_unavailable', 503],
} as const satisfies Record<OAuthCode, readonly [error: OAuthProblem['error'], status: number]>;

/** A rejection by the token or revocation endpoint. `field` names the field at fault, if any. */
export class OAuthError extends Error {
  readonly code: OAuthCode;
  readonly error: string;
  readonly status: number;
  readonly field: string | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: OAuthCode, options: { field?: string; headers?: Record<string, string>; cause?: unknown } = {}) {
    super(code, { cause: options.cause });
    this.name = 'OAuthError';
    this.code = code;
    [this.error, this.status] = OAUTH_CODES[code];
    this.field = options.field;
    this.headers = options.headers ?? {};
  }
}

export const invalidRequest = (field?: string) => new OAuthError('oauth.invalid_request', field ? { field } : {});
