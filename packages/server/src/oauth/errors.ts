import type { Logger } from 'pino';
import { MINT_CODES } from '../contract/generated/errors.gen.ts';
import type { OAuthError as OAuthProblem } from '../contract/generated/types.gen.ts';
import { type FieldError, PartnerError, repeatable } from '../errors.ts';
import { ACCEPTED_ENCODINGS, BodyError, type BodyProblem } from '../pipeline/body.ts';
import type { Context, Stage } from '../pipeline/context.ts';
import { shapeErrorsAs, toPartnerError } from '../pipeline/shape-errors.ts';
import descriptions from './descriptions.json' with { type: 'json' };

type OAuthCode = OAuthProblem['code'];

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

class TokenRefusal<Code extends string> extends Error {
  readonly code: Code;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: Code, status: number, message: string, headers: Record<string, string> = {}, cause?: unknown) {
    super(message, { cause });
    this.code = code;
    this.status = status;
    this.headers = headers;
  }
}

/** A rejection by the token or revocation endpoint. `field` names the field at fault, if any. */
export class OAuthError extends TokenRefusal<OAuthCode> {
  override name = 'OAuthError';
  readonly field: string | undefined;
  readonly details: readonly FieldError[];

  constructor(code: OAuthCode, options: { field?: string; headers?: Record<string, string>; cause?: unknown } = {}) {
    const { field, headers, cause } = options;
    super(code, OAUTH_CODES[code][1], code, headers, cause);
    this.field = field;
    this.details = field
      ? [{ in: 'body', path: `/${field}`, rule: 'invalid', message: 'is missing or malformed' }]
      : [];
  }
}

export const invalidRequest = (field?: string) => new OAuthError('oauth.invalid_request', field ? { field } : {});

/** An error code of the sandbox mint (mint.error.*). Codes that no requirement names are additions. */
type MintCode = keyof typeof MINT_CODES;

export class MintError extends TokenRefusal<MintCode> {
  constructor(code: MintCode, message: string, headers?: Record<string, string>) {
    super(code, MINT_CODES[code], message, headers);
  }
}

/** Keeps responses with tokens out of caches (RFC 6749 §5.1). */
const UNCACHED = { 'Cache-Control': 'no-store' };

/** Shapes `{ error, error_description, code }` (errors.oauth_envelope; RFC 6749 §5.2). */
export const shapeOAuthErrors = (log: Logger): Stage =>
  shapeErrorsAs(log, toOAuthError, describe, { ...UNCACHED, Pragma: 'no-cache' });

/** Shapes `{ error: { code, message } }` (errors.mint_envelope). */
export const shapeMintErrors = (log: Logger): Stage =>
  shapeErrorsAs(
    log,
    toMintError,
    (_, { code, message }) => ({ error: { code, message: repeatable(message, 2048) } }),
    UNCACHED,
  );

function toOAuthError(error: unknown): OAuthError {
  if (error instanceof OAuthError) return error;
  if (error instanceof BodyError) {
    if (error.problem === 'too-large') return new OAuthError('oauth.body_too_large');
    if (error.problem === 'encoded') {
      return new OAuthError('oauth.unsupported_media_type', { headers: ACCEPTED_ENCODINGS });
    }
    return invalidRequest();
  }
  const partner = toPartnerError(error);
  if (!(partner instanceof PartnerError)) return new OAuthError('oauth.internal', { cause: error });
  const { headers, details, cause } = partner;
  switch (partner.status) {
    case 400:
      return invalidRequest(details?.[0]?.path);
    case 429:
      return new OAuthError('partner.rate_limited', { headers });
    case 503:
      return new OAuthError('oauth.overloaded', { headers, cause });
    default:
      return new OAuthError('oauth.internal', { cause: error });
  }
}

const NOT_JSON = ['developer.invalid_request', 'The body is not valid JSON in UTF-8.'] as const;
const MEDIA_TYPE = 'developer.unsupported_media_type';

const MINT_BODIES: Readonly<Record<BodyProblem, Readonly<ConstructorParameters<typeof MintError>>>> = {
  'too-large': ['developer.body_too_large', 'The body is larger than 16 kB.'],
  encoded: [
    MEDIA_TYPE,
    'Encoded bodies are not accepted: send the body as it is, without Content-Encoding.',
    ACCEPTED_ENCODINGS,
  ],
  'media-type': [MEDIA_TYPE, 'The body must be application/json or application/x-www-form-urlencoded.'],
  'not-json': NOT_JSON,
  aborted: NOT_JSON,
};

function toMintError(error: unknown): MintError {
  if (error instanceof MintError) return error;
  if (error instanceof BodyError) return new MintError(...MINT_BODIES[error.problem]);
  const partner = toPartnerError(error);
  if (partner instanceof PartnerError && partner.status === 400) {
    return new MintError('developer.invalid_request', partner.message);
  }
  if (partner instanceof PartnerError && partner.status === 503) {
    return new MintError('developer.overloaded', 'The service is temporarily unavailable.', { 'Retry-After': '5' });
  }
  return new MintError('developer.internal', 'An internal error occurred.');
}

export const LANGUAGES = ['en', 'ar', 'hi'] as const;

/** Descriptions of the codes, meant for people; their wording may change (oauth.localised). */
const DESCRIPTIONS: Readonly<Record<(typeof LANGUAGES)[number], Readonly<Record<OAuthCode, string>>>> = descriptions;

function describe(ctx: Context, { code, field }: OAuthError): object {
  const language = (ctx.acceptsLanguages(...LANGUAGES) || 'en') as keyof typeof DESCRIPTIONS;
  ctx.set('Content-Language', language);
  ctx.vary('Accept-Language');
  const description = DESCRIPTIONS[language][code];
  const [error] = OAUTH_CODES[code];
  return { error, error_description: field ? `${description} (${repeatable(field, 256)})` : description, code };
}
