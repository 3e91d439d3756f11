import type { AccessState } from './state.ts';

/** A request that a token endpoint rejects, and the requirement that says so. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly code: string;
  readonly rule: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The state afterwards, where the rejection changes it. */
  readonly next: AccessState | undefined;

  constructor(
    code: string,
    rule: string,
    more: { headers?: Readonly<Record<string, string>>; next?: AccessState } = {},
  ) {
    super(`${code} by ${rule}`);
    this.code = code;
    this.rule = rule;
    this.headers = more.headers ?? {};
    this.next = more.next;
  }
}

export const invalidRequest = (rule = 'oauth.error.oauth.invalid_request'): Refusal =>
  new Refusal('oauth.invalid_request', rule);

/** Codes of `/oauth/token` and `/oauth/revoke`, with `error` (RFC 6749 §5.2) and status. errors.oauth_envelope */
const OAUTH: Readonly<Record<string, readonly [error: string, status: number]>> = {
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
};

/** Codes of `/token` and their statuses. errors.mint_envelope */
const MINT: Readonly<Record<string, number>> = {
  'developer.invalid_request': 400,
  'developer.merchant_required': 400,
  'developer.use_oauth': 400,
  'developer.use_api_key': 400,
  'developer.invalid_client': 401,
  'developer.app_archived': 403,
  'developer.app_not_approved': 403,
  'developer.grant_missing': 403,
  'developer.env_mismatch': 403,
  'developer.method_not_allowed': 405,
  'developer.body_too_large': 413,
  'developer.unsupported_media_type': 415,
};

/** Status and body of a rejection, without texts for people. */
export function bodyOf(code: string, isMint: boolean): { readonly status: number; readonly body: object } {
  if (isMint) return { status: MINT[code] ?? 500, body: { error: { code } } };
  const [error, status] = OAUTH[code] ?? ['server_error', 500];
  return { status, body: { error, code } };
}

const LANGUAGES = ['en', 'ar', 'hi'];

/** The language of `error_description`: the preferred one among those on offer. oauth.localised */
export function languageOf(acceptLanguage = ''): string {
  const wanted = acceptLanguage.split(',').map((part) => {
    const [range = '', quality] = part.split(';').map((one) => one.trim().toLowerCase());
    return { language: range.split('-')[0] ?? '', quality: Number(quality?.replace('q=', '') ?? 1) };
  });
  const [best] = wanted
    .filter(({ language, quality }) => LANGUAGES.includes(language) && quality > 0)
    .sort((one, other) => other.quality - one.quality);
  return best?.language ?? 'en';
}
