/** Errors shown on the page and never sent to the redirect URI (consent.error.*). */
export const CONSENT_CODES = [
  'oauth.client_not_found',
  'oauth.redirect_uri_mismatch',
  'oauth.state_required',
  'oauth.pkce_method_unsupported',
  'oauth.app_not_published',
  'oauth.company_not_eligible',
  'oauth.invalid_request',
  'developer.use_api_key',
] as const;

export type ConsentCode = (typeof CONSENT_CODES)[number];

export class ConsentError extends Error {
  override name = 'ConsentError';
  readonly code: ConsentCode;
  constructor(code: ConsentCode) {
    super(code);
    this.code = code;
  }
}

/** Error sent to the app through the redirect URI (RFC 6749 §4.1.2.1). */
export interface CallbackRefusal {
  readonly error: 'invalid_request' | 'unsupported_response_type' | 'access_denied';
  readonly error_description?: string;
}

/** An invalid request by a known app. The error is reported to the app. */
export class CallbackError extends Error {
  override name = 'CallbackError';
  readonly refusal: CallbackRefusal;
  constructor(error: CallbackRefusal['error'], description: string) {
    super(description);
    this.refusal = { error, error_description: description };
  }
}
