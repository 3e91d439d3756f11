import { type KeyAccess, ownerOfKey } from '../control/apps/api-keys.ts';
import { allows } from '../control/credentials/source-address.ts';
import type { Directory } from '../control/directory.ts';
import type { Merchant } from '../control/merchants/merchants.ts';
import type { DatabasePool } from '../database/pool.ts';
import { companyDenied, PartnerError, scopeDenied, validationFailed } from '../errors.ts';
import { authenticateApiKey, checkMerchant, keyPrincipal } from './callers/api-key.ts';
import { type BearerVerifier, TokenExpired, tokenInvalid } from './callers/bearer.ts';
import type { Principal } from './callers/principal.ts';
import type { Context, RequestState, Stage } from './context.ts';
import { isRepeated } from './headers.ts';
import { coerce, parseQuery } from './query.ts';
import { limitSource, type RateLimit } from './rate-limit.ts';

export interface Admission {
  readonly bearer: BearerVerifier;
  readonly control: DatabasePool;
  readonly directory: Directory;
  readonly rate: RateLimit;
}

/**
 * Identifies the caller, the source address and the merchant: 401, then 403 for the address, the environment and a
 * closed merchant, in that order (http.order_of_checks). Rejected requests count against their source address.
 */
export function admit(admission: Admission): Stage {
  return async function admitCaller(ctx, next) {
    try {
      await identify(ctx, admission);
    } catch (error) {
      await limitSource(ctx, admission.rate);
      throw error;
    }
    return next();
  };
}

export async function identify(ctx: Context, admission: Admission): Promise<void> {
  const [authorization, apiKey] = [credentialIn(ctx, 'Authorization'), credentialIn(ctx, 'X-API-Key')];
  if (apiKey === undefined) return identifyByToken(ctx, admission, authorization);
  if (authorization !== undefined) {
    const message = 'cannot be sent together with Authorization';
    throw validationFailed([{ in: 'header', path: 'X-API-Key', rule: 'exclusive', message }]);
  }
  return identifyByKey(ctx, admission, apiKey);
}

/** Reads a credential from a header. Repeated headers are ambiguous and rejected (RFC 6750 §3.1, invalid_request). */
function credentialIn({ req }: Context, header: 'Authorization' | 'X-API-Key'): string | undefined {
  const name = header.toLowerCase();
  if (isRepeated(req, name)) {
    throw validationFailed([{ in: 'header', path: header, rule: 'duplicate', message: 'must not be repeated' }]);
  }
  return req.headers[name]?.toString();
}

async function identifyByToken(
  ctx: Context,
  { bearer, directory }: Admission,
  authorization: string | undefined,
): Promise<void> {
  const principal = await authenticated(ctx, bearer, authorization);
  ctx.state.principal = principal.sentTo && ctx.state.isByAlias ? { ...principal, sentTo: 'alias' } : principal;
  checkAddress(principal, ctx.state.source);
  const merchant = await directory.merchant(principal.companyId);
  if (!merchant) throw tokenInvalid();
  ctx.state.merchant = merchant;
  checkEnvironment(principal, merchant);
  if (!merchant.active) throw companyDenied();
}

/** Also records the app of an expired token. */
async function authenticated(
  ctx: Context,
  bearer: BearerVerifier,
  authorization: string | undefined,
): Promise<Principal> {
  try {
    return await bearer.authenticate(authorization);
  } catch (error) {
    if (error instanceof TokenExpired && error.principal) ctx.state.named = { appId: error.principal.appId };
    throw error;
  }
}

async function identifyByKey(ctx: Context, admission: Admission, apiKey: string): Promise<void> {
  const companyId = companyNamed(ctx.querystring);
  const access = await accessOf(ctx, admission, apiKey, companyId ?? null);
  const principal = keyPrincipal(access, companyId ?? 0);
  ctx.state.principal = principal;
  checkAddress(principal, ctx.state.source);
  if (companyId === undefined) {
    const isNamed = parseQuery(ctx.querystring).has('companyId');
    const [rule, message] = isNamed
      ? ['type', 'must be a single integer']
      : ['required', 'is required with an API key'];
    throw validationFailed([{ in: 'query', path: 'companyId', rule, message }]);
  }
  if (access.merchant) checkEnvironment(principal, access.merchant);
  ctx.state.merchant = checkMerchant(access, access.merchant);
}

/** Reads the company, if it is one integer. A malformed query is rejected only after the key. */
function companyNamed(querystring: string): number | undefined {
  try {
    const named = parseQuery(querystring).get('companyId') ?? [];
    const companyId = named.length === 1 ? coerce(named[0] ?? '', 'integer') : undefined;
    return Number.isSafeInteger(companyId) ? (companyId as number) : undefined;
  } catch {
    return undefined;
  }
}

/** Also records the app of a revoked key. */
async function accessOf(
  ctx: Context,
  { control, rate }: Admission,
  apiKey: string,
  companyId: number | null,
): Promise<KeyAccess> {
  try {
    return await authenticateApiKey(control, apiKey, companyId, rate.clock());
  } catch (error) {
    if (error instanceof PartnerError) ctx.state.named = await ownerOfKey(control, apiKey);
    throw error;
  }
}

function checkAddress({ allowedIps }: Principal, source: string): void {
  if (!allowedIps || allows(allowedIps, source)) return;
  throw new PartnerError('partner.ip_denied', "The credential's allowlist does not contain this source address.");
}

export function checkEnvironment({ env }: Principal, merchant: Merchant): void {
  if (merchant.demo === (env === 'SANDBOX')) return;
  const kind = merchant.demo ? 'demo' : 'live';
  throw new PartnerError('partner.env_mismatch', `A ${env} credential cannot be used for a ${kind} merchant.`);
}

/** A token has all scopes of its product; an operation requires one of them. */
export function requireScope(scope: string): Stage {
  return function requireOneScope(ctx, next) {
    if (!ctx.state.principal?.scopes.has(scope)) {
      throw scopeDenied(scope, `This operation requires the scope ${scope}.`);
    }
    return next();
  };
}

export interface Identity {
  readonly bearer: BearerVerifier;
  readonly control: DatabasePool;
}

/** Records the app of a request rejected before admission, if its token or key identifies one. */
export async function nameSender(ctx: Context, { bearer, control }: Identity): Promise<void> {
  const { authorization, 'x-api-key': apiKey } = ctx.req.headers;
  ctx.state.named =
    apiKey === undefined ? await ownerOfToken(bearer, authorization) : await ownerOfKey(control, String(apiKey));
}

/** The app that a token was issued to, even if it has expired. */
async function ownerOfToken(bearer: BearerVerifier, authorization: string | undefined): Promise<RequestState['named']> {
  try {
    return { appId: (await bearer.authenticate(authorization)).appId };
  } catch (error) {
    if (error instanceof TokenExpired && error.principal) return { appId: error.principal.appId };
    if (error instanceof PartnerError) return undefined;
    throw error;
  }
}
