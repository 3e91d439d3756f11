import type { Logger } from 'pino';
import { type FieldError, PartnerError, repeatable } from '../errors.ts';
import { ACCEPTED_ENCODINGS, BodyError } from '../pipeline/body.ts';
import type { RouteContext, Stage } from '../pipeline/context.ts';
import { helpLink, toPartnerError } from '../pipeline/shape-errors.ts';
import { DESCRIPTIONS, type Language } from './descriptions.ts';
import { LANGUAGES } from './metadata.ts';
import { invalidRequest, OAuthError } from './oauth-error.ts';

/** Shapes `{ error, error_description, code }` (errors.oauth_envelope; RFC 6749 §5.2). */
export function shapeOAuthErrors(log: Logger): Stage {
  return async function shapeErrorsOfOAuth(ctx, next) {
    // RFC 6749 §5.1.
    ctx.set('Cache-Control', 'no-store');
    ctx.set('Pragma', 'no-cache');
    try {
      await next();
    } catch (error) {
      const refusal = toOAuthError(error);
      if (refusal.status >= 500) {
        log.error({ err: refusal.cause ?? error, correlationId: ctx.state.correlationId }, 'failed');
      }
      send(ctx, refusal);
    }
  };
}

function send(ctx: RouteContext, refusal: OAuthError): void {
  const language = (ctx.acceptsLanguages(...LANGUAGES) || 'en') as Language;
  const description = DESCRIPTIONS[language][refusal.code];
  ctx.state.refusal = { code: refusal.code, details: detailsOf(refusal) };
  ctx.status = refusal.status;
  ctx.set(refusal.headers);
  ctx.set('Content-Language', language);
  ctx.append('Link', helpLink(refusal.code));
  ctx.vary('Accept-Language');
  ctx.body = {
    error: refusal.error,
    error_description: refusal.field ? `${description} (${repeatable(refusal.field, 256)})` : description,
    code: refusal.code,
  };
}

const detailsOf = ({ field }: OAuthError): FieldError[] =>
  field === undefined ? [] : [{ in: 'body', path: `/${field}`, rule: 'invalid', message: 'is missing or malformed' }];

function bodyRefusal({ problem }: BodyError): OAuthError {
  if (problem === 'too-large') return new OAuthError('oauth.body_too_large');
  if (problem === 'encoded') return new OAuthError('oauth.unsupported_media_type', { headers: ACCEPTED_ENCODINGS });
  return invalidRequest();
}

function toOAuthError(error: unknown): OAuthError {
  if (error instanceof OAuthError) return error;
  if (error instanceof BodyError) return bodyRefusal(error);
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
