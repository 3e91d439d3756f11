import type { Next } from 'koa';
import type { Logger } from 'pino';
import { ForeignCursor } from '../changes/cursor.ts';
import { ChangesGone } from '../changes/log.ts';
import { sourceAddress } from '../control/source-address.ts';
import { toUnavailable, Unavailable } from '../database/failures.ts';
import { KeyInUse, KeyReused } from '../database/idempotency.ts';
import { MerchantErased } from '../database/residence.ts';
import { companyDenied, cursorGone, PartnerError, repeatable, repeatableError, validationFailed } from '../errors.ts';
import { ReversedRange } from '../lists/plan.ts';
import type { Refuse } from '../process/connection.ts';
import { type Clock, toTimestamp } from '../process/time.ts';
import { ACCEPTED_ENCODINGS, BodyError } from './body.ts';
import type { Context } from './context.ts';
import { correlationIdOf } from './first-stages.ts';
import { type RateLimit, rateLimitHeaders, spendAtSource } from './rate-limit.ts';

interface Refusal extends Error {
  readonly code: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** Turns every error into a response. Sets `headers` on every response, rejected or not. */
export const shapeErrorsAs = <R extends Refusal>(
  log: Logger,
  toRefusal: (error: unknown) => R,
  bodyOf: (ctx: Context, refusal: R) => object,
  headers: Record<string, string> = {},
) =>
  async function shapeErrorsOfRequest(ctx: Context, next: Next): Promise<void> {
    ctx.set(headers);
    try {
      await next();
    } catch (error) {
      const refusal = toRefusal(error);
      if (refusal.status >= 500)
        log.error({ err: refusal.cause ?? error, correlationId: ctx.state.correlationId }, 'failed');
      ctx.state.refusal = refusal;
      ctx.status = refusal.status;
      ctx.set(refusal.headers);
      ctx.set('Cache-Control', 'no-store');
      ctx.append('Link', helpLink(refusal.code));
      ctx.body = bodyOf(ctx, refusal);
    }
  };

/** Shapes the error envelope of the resource endpoints (errors.partner_envelope). */
export const shapeErrors = (clock: Clock, log: Logger) =>
  shapeErrorsAs(
    log,
    (error) => toRefusal(toPartnerError(error)),
    ({ path, state: { correlationId } }, refusal) => errorEnvelope(refusal, { path, correlationId, now: clock() }),
  );

function toRefusal(error: unknown): PartnerError {
  if (error instanceof PartnerError) return error;
  if (!(error instanceof BodyError)) {
    return new PartnerError('partner.internal', 'An internal error occurred.', { cause: error });
  }
  switch (error.problem) {
    case 'too-large':
      return new PartnerError('partner.body_too_large', `The body is larger than ${error.limit} bytes.`);
    case 'encoded':
      return new PartnerError(
        'partner.unsupported_media_type',
        'Encoded bodies are not accepted: send the body as it is, without Content-Encoding.',
        { headers: ACCEPTED_ENCODINGS },
      );
    case 'media-type':
      return new PartnerError('partner.unsupported_media_type', 'The body must be application/json in UTF-8.');
    default:
      return new PartnerError('partner.malformed_json', 'The body is not valid JSON in UTF-8.');
  }
}

/** Links to the code's section in the error guide (RFC 8288, HTML relation `help`). */
const helpLink = (code: string): string => `</docs/guides/errors#${code.replaceAll('.', '')}>; rel="help"`;

const errorEnvelope = (
  error: PartnerError,
  { path, correlationId, now }: { path: string; correlationId: string; now: number },
) => ({
  status: 'error',
  statusCode: error.status,
  timestamp: toTimestamp(now),
  path: repeatable(path, 16_384),
  correlationId,
  ...repeatableError(error),
});

/** Converts a storage error to a rejection; returns any other error unchanged. */
export function toPartnerError(error: unknown): unknown {
  if (error instanceof KeyReused) return new PartnerError('partner.idempotency_mismatch', error.message);
  if (error instanceof KeyInUse) return new PartnerError('partner.idempotency_in_progress', error.message);
  if (error instanceof ForeignCursor) {
    return validationFailed([{ in: 'query', path: error.parameter, rule: 'cursor', message: error.message }]);
  }
  if (error instanceof ReversedRange) {
    return validationFailed([{ in: 'query', path: error.end, rule: 'fromAfterTo', message: error.message }]);
  }
  if (error instanceof ChangesGone) return cursorGone('after', error.reason, error.message);
  if (error instanceof MerchantErased) return companyDenied();
  const unavailable = toUnavailable(error);
  if (!(unavailable instanceof Unavailable)) return error;
  const { failure, message, cause } = unavailable;
  const [code, retryAfter] = FAILURES[failure];
  return new PartnerError(code, message, { headers: { 'Retry-After': retryAfter }, cause });
}

/** Code and Retry-After of each failure of a database. */
const FAILURES = {
  unavailable: ['partner.region_unavailable', '5'],
  overloaded: ['partner.overloaded', '5'],
  upgrading: ['partner.region_unavailable', '5'],
  full: ['partner.storage_full', '60'],
} as const;

/**
 * Responds to malformed HTTP with the API's error body. The request counts against its source address, like any without
 * a valid credential. The forwarding headers of a proxy cannot be read here, so behind a proxy the source is unknown.
 */
export function refuseInEnvelope(rate: Omit<RateLimit, 'directory'>, log: Logger, trustedProxies: number): Refuse {
  return async function refuseUnreadable(error, socket, request) {
    const headers = request?.headers ?? {};
    const correlationId = correlationIdOf(headers['x-correlation-id']);
    const source = sourceAddress({ socket, headers }, trustedProxies);
    const budget = await spendAtSource(rate, 'source', source, rate.defaultLimit);
    log.info({ correlationId, method: request?.method, status: error.status, code: error.code }, 'request');
    const path = request?.url?.split('?')[0] ?? '';
    return {
      headers: {
        'X-Correlation-Id': correlationId,
        'X-Content-Type-Options': 'nosniff',
        ...rateLimitHeaders(budget),
        'Cache-Control': 'no-store',
        Link: helpLink(error.code),
        'Content-Type': 'application/json; charset=utf-8',
      },
      body: JSON.stringify(errorEnvelope(error, { path, correlationId, now: rate.clock() })),
    };
  };
}
