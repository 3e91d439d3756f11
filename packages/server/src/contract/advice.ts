import type { MINT_CODES, PARTNER_CODES } from './generated/errors.gen.ts';
import type { OAuthError } from './generated/types.gen.ts';

type ErrorCode = keyof typeof PARTNER_CODES | keyof typeof MINT_CODES | OAuthError['code'];

/** What a rejected request broke, and how its developer fixes it. */
export interface Advice {
  readonly rule: string;
  readonly fix: string;
}

const advice = (rule: string, fix: string): Advice => ({ rule, fix });

const CREDENTIALS = advice(
  'The client id is unknown, the secret is wrong, or the credential is revoked.',
  'Compare both with the credential of the app, and rotate the secret if it is lost.',
);
const WRONG_ENVIRONMENT = advice(
  'Sandbox credentials reach sandbox merchants only, and production credentials live merchants only.',
  'Use the credential of the merchant’s environment.',
);
const NO_GRANT = advice(
  'A sandbox app reaches the sandbox merchants of its own organization only.',
  'Send the companyId of one of your sandbox merchants as merchant_id.',
);
const ARCHIVED = advice('The app is archived.', 'Use the credential of another app.');
const USE_OAUTH = advice(
  'In production, tokens come from the merchant’s approval.',
  'Send the merchant through /oauth/authorize, and exchange the code.',
);
const USE_API_KEY = advice('In production, ADSR apps use API keys.', 'Send the key in X-API-Key.');
const TOO_MANY_MINTS = advice(
  'Too many tokens were requested from one source address in this minute.',
  'Keep each token for its 15 minutes, and wait for Retry-After.',
);
const WHICH_MERCHANT = advice(
  'The organization has several sandbox merchants.',
  'Send merchant_id, the companyId of the one that is meant.',
);
const SMALLER = advice('The body is larger than the endpoint takes.', 'Send less at once.');
const LATER = advice(
  'The service could not answer for a moment.',
  'Send the request again after Retry-After; a write with the same Idempotency-Key.',
);
const OURS = advice(
  'The service failed. Your request is not at fault.',
  'Send it again; if it keeps failing, tell support the correlation id.',
);
const TOKEN = advice('The access token is missing or not valid.', 'Send `Authorization: Bearer` with a current token.');
const MEDIA = advice('The endpoint takes other media types.', 'Set Content-Type to what the reference names.');
const METHOD = advice('The path has no such method.', 'Use one of those in the Allow header.');
const RECONNECT = 'Stop using the connection, and have the merchant connect again.';
const RESTART = 'Start the authorization again.';

const ADVICE = {
  'partner.validation_failed': advice(
    'A parameter or a field of the body breaks its rule.',
    'Correct the fields that are listed here.',
  ),
  'partner.malformed_request': advice('The request is not valid HTTP.', 'Send it with a standard HTTP client.'),
  'partner.malformed_json': advice('The body is not valid JSON in UTF-8.', 'Serialize the body with a JSON library.'),
  'partner.token_missing': TOKEN,
  'partner.token_invalid': TOKEN,
  'partner.token_expired': advice(
    'Access tokens are valid for 15 minutes.',
    'Refresh the token, or mint a new one, about a minute before it expires.',
  ),
  'partner.api_key_invalid': advice('The API key is unknown or revoked.', 'Send a current key of the app.'),
  'partner.scope_denied': advice(
    'The app’s product does not include the scope that the operation requires.',
    'Use an operation of the product; the WWW-Authenticate header names the missing scope.',
  ),
  'partner.env_mismatch': WRONG_ENVIRONMENT,
  'partner.ip_denied': advice(
    'The credential’s allowlist does not contain the source address.',
    'Send from an address of the list, or change the list of the credential.',
  ),
  'partner.company_denied': advice(
    'The credential gives no access to this company.',
    'Use the company of the token; for an API key, request access and wait for the owner’s approval.',
  ),
  'partner.not_found': advice(
    'The merchant has no record with this id.',
    'Take ids from lists of the same merchant; ids differ between merchants.',
  ),
  'partner.route_not_found': advice('The API has no such path.', 'Compare it with the reference.'),
  'partner.method_not_allowed': METHOD,
  'partner.request_timeout': advice('The request took too long to arrive.', 'Send the whole body at once.'),
  'partner.duplicate': advice(
    'Another record has this value, which must be unique.',
    'Read that record and update it, or send another value.',
  ),
  'partner.state_conflict': advice(
    'The record’s state does not allow the change.',
    'Read the record; `allowedActions` lists what it allows.',
  ),
  'partner.idempotency_in_progress': advice(
    'A request under this Idempotency-Key is still running.',
    'Wait for it, and repeat the request under its key.',
  ),
  'partner.version_mismatch': advice(
    'The record has changed since the version in If-Match.',
    'Read it again, apply your change to it, and send its new ETag.',
  ),
  'partner.body_too_large': SMALLER,
  'partner.unsupported_media_type': MEDIA,
  'partner.expectation_failed': advice('The service meets no such expectation.', 'Send no Expect header.'),
  'partner.reference_not_found': advice(
    'The request names a record that the merchant does not have.',
    'Correct the ids in the fields that are listed here.',
  ),
  'partner.over_receipt': advice(
    'More was received than is outstanding.',
    'Read the document, and receive at most what is outstanding on each line.',
  ),
  'partner.idempotency_mismatch': advice(
    'The Idempotency-Key was used for a different request.',
    'Use a new key for each new request; repeat a request unchanged.',
  ),
  'partner.rate_limited': advice(
    'The app has used its requests of this minute.',
    'Wait for Retry-After. Read lists with limit=100, and spread the requests over the minute.',
  ),
  'partner.headers_too_large': advice('The headers are too large.', 'Send fewer or shorter headers.'),
  'partner.internal': OURS,
  'partner.region_unavailable': LATER,
  'partner.overloaded': LATER,
  'partner.storage_full': LATER,
  'developer.invalid_request': advice('A field is missing or malformed.', 'Send the fields that the reference lists.'),
  'developer.invalid_client': CREDENTIALS,
  'developer.merchant_required': WHICH_MERCHANT,
  'developer.app_archived': ARCHIVED,
  'developer.app_not_approved': advice(
    'The app is not approved for production.',
    'Submit it for review, or use its sandbox credential.',
  ),
  'developer.grant_missing': NO_GRANT,
  'developer.env_mismatch': WRONG_ENVIRONMENT,
  'developer.use_oauth': USE_OAUTH,
  'developer.use_api_key': USE_API_KEY,
  'developer.method_not_allowed': METHOD,
  'developer.body_too_large': SMALLER,
  'developer.unsupported_media_type': MEDIA,
  'developer.rate_limited': TOO_MANY_MINTS,
  'developer.internal': OURS,
  'developer.overloaded': LATER,
  'oauth.invalid_request': advice(
    'A required field is missing, malformed or repeated.',
    'Send each field once, as a form or as JSON.',
  ),
  'oauth.unsupported_grant_type': advice(
    'The endpoint has no such grant.',
    'Use authorization_code, refresh_token or, in the sandbox, client_credentials.',
  ),
  'oauth.code_invalid': advice('The code is unknown or was used before.', RESTART),
  'oauth.code_expired': advice('A code is valid for 5 minutes.', `Exchange it at once. ${RESTART}`),
  'oauth.redirect_uri_mismatch': advice(
    'The redirect_uri differs from the one that the code was issued for.',
    'Send exactly the same redirect_uri as to /oauth/authorize.',
  ),
  'oauth.pkce_failed': advice(
    'The code_verifier does not match the challenge.',
    'Keep the verifier with the state of the same authorization, and send it unchanged.',
  ),
  'oauth.refresh_invalid': advice('The refresh token is unknown.', RECONNECT),
  'oauth.refresh_expired': advice('The refresh token was not used for 100 days.', RECONNECT),
  'oauth.refresh_reused': advice(
    'A refresh token was used again after it had been replaced, so the connection was ended.',
    `${RECONNECT} Store the new refresh token before you use the new access token.`,
  ),
  'oauth.grant_revoked': advice('The merchant has disconnected the app, or it was revoked.', RECONNECT),
  'oauth.method_not_allowed': METHOD,
  'oauth.body_too_large': SMALLER,
  'oauth.internal': OURS,
  'oauth.overloaded': LATER,
} as const satisfies Record<ErrorCode, Advice>;

/** Advice on an error code; undefined for none. */
export const adviceOn = (code: string | null): Advice | undefined =>
  Object.entries<Advice>(ADVICE).find(([known]) => known === code)?.[1];
