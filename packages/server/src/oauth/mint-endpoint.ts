import type Koa from 'koa';
import type { Operation } from '../contract/contract.ts';
import { toFieldErrors } from '../contract/validation.ts';
import { PartnerError, repeatable } from '../errors.ts';
import { ACCEPTED_ENCODINGS, BodyError, MAX_TOKEN_BODY_BYTES, readBody } from '../pipeline/body.ts';
import type { RouteContext, Stage } from '../pipeline/context.ts';
import { coerce, parseQuery } from '../pipeline/query.ts';
import { rateLimitHeaders, spendAtSource } from '../pipeline/rate-limit.ts';
import { helpLink, toPartnerError } from '../pipeline/shape-errors.ts';
import { MintError, type MintRequest, mintingClient, mintToken } from './grants.ts';
import { countTokens, type OAuthEndpoints } from './token-endpoint.ts';
import { namedBy, parseMembers } from './token-request.ts';

type MintEndpoint = OAuthEndpoints & { readonly operation: Operation };

export const mintStages = (endpoint: MintEndpoint): Stage[] => [
  shapeMintErrors(endpoint),
  countTokens(endpoint.meter, () => 'mint'),
  throttle(endpoint),
  mint(endpoint),
];

/** Stages that reject any method but POST on `/token`. */
export const refuseMintMethod = (endpoint: MintEndpoint): Stage[] => [
  shapeMintErrors(endpoint),
  throttle(endpoint),
  async function refuseMethod() {
    throw new MintError('developer.method_not_allowed', 'Use POST.', { Allow: 'POST' });
  },
];

/** Shapes `{ error: { code, message } }` (errors.mint_envelope). */
function shapeMintErrors({ log }: MintEndpoint): Stage {
  return async function shapeErrorsOfMint(ctx, next) {
    ctx.set('Cache-Control', 'no-store');
    try {
      await next();
    } catch (error) {
      const refusal = toMintError(error);
      if (refusal.status >= 500) log.error({ err: error, correlationId: ctx.state.correlationId }, 'failed');
      ctx.state.refusal = refusal;
      ctx.status = refusal.status;
      ctx.set(refusal.headers);
      ctx.append('Link', helpLink(refusal.code));
      ctx.body = { error: { code: refusal.code, message: repeatable(refusal.message, 2048) } };
    }
  };
}

function toMintError(error: unknown): MintError {
  if (error instanceof MintError) return error;
  if (error instanceof BodyError) return bodyRefusal(error);
  const partner = toPartnerError(error);
  if (partner instanceof PartnerError && partner.status === 400)
    return new MintError('developer.invalid_request', partner.message);
  if (partner instanceof PartnerError && partner.status === 503) {
    return new MintError('developer.overloaded', 'The service is temporarily unavailable.', { 'Retry-After': '5' });
  }
  return new MintError('developer.internal', 'An internal error occurred.');
}

function bodyRefusal({ problem }: BodyError): MintError {
  if (problem === 'too-large') return new MintError('developer.body_too_large', 'The body is larger than 16 kB.');
  if (problem === 'encoded') {
    return new MintError(
      'developer.unsupported_media_type',
      'Encoded bodies are not accepted: send the body as it is, without Content-Encoding.',
      ACCEPTED_ENCODINGS,
    );
  }
  if (problem === 'media-type') {
    return new MintError(
      'developer.unsupported_media_type',
      'The body must be application/json or application/x-www-form-urlencoded.',
    );
  }
  return new MintError('developer.invalid_request', 'The body is not valid JSON in UTF-8.');
}

function throttle({ rate: { counters, clock }, mintLimit: limit }: MintEndpoint): Stage {
  return async function throttleMints(ctx, next) {
    const budget = await spendAtSource(counters, clock, 'mint', ctx.state.source, limit);
    ctx.set(rateLimitHeaders(budget));
    if (budget.exceeded) {
      throw new MintError(
        'developer.rate_limited',
        `At most ${limit} token requests per minute are allowed from one source address.`,
        { 'Retry-After': String(budget.retryAfter) },
      );
    }
    return next();
  };
}

function mint(endpoint: MintEndpoint): Stage {
  return async function mintSandboxToken(ctx: RouteContext, _next: Koa.Next) {
    const request = await readRequest(ctx, endpoint.operation);
    ctx.state.named = namedBy(request.client_id);
    ctx.body = await endpoint.load.carry(async () => {
      ctx.state.client = await mintingClient(request, endpoint);
      const { token, companyId } = await mintToken(ctx.state.client, request.merchant_id, endpoint);
      ctx.state.facts = { token: { grant: 'client_credentials', companyId } };
      return token;
    });
  };
}

async function readRequest(ctx: RouteContext, { validateBody }: Operation): Promise<MintRequest> {
  const { media, text } = await readBody(
    ctx.req,
    ['application/json', 'application/x-www-form-urlencoded'],
    MAX_TOKEN_BODY_BYTES,
  );
  const fields = media === 'application/json' ? parseMembers(text, repeated) : parseForm(text);
  if (validateBody && !validateBody(fields === undefined ? {} : { requestBody: fields })) {
    const [first] = toFieldErrors(validateBody.errors ?? []);
    const name = first?.path.slice(1) || 'The body';
    throw new MintError('developer.invalid_request', `${name} ${first?.message ?? 'is not valid'}.`);
  }
  return fields as MintRequest;
}

/** Empty parameters count as absent, and none may be repeated (RFC 6749 §3.2). */
function parseForm(text: string): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const [name, values] of parseQuery(text)) {
    if (values.length > 1) throw repeated(name);
    if (values[0] !== '') fields[name] = name === 'merchant_id' ? coerce(values[0] ?? '', 'integer') : values[0];
  }
  return fields;
}

const repeated = (name: string): MintError =>
  new MintError('developer.invalid_request', `${name} must not be repeated.`);
