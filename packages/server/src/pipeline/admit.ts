import { Readable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import { findKeyAccess, ownerOfKey } from '../control/app-authentication.ts';
import { type Directory, USABLE_FOR } from '../control/directory.ts';
import type { Merchant } from '../control/merchants.ts';
import { SCOPE_SETS } from '../control/products.ts';
import { allowlist, allows } from '../control/source-address.ts';
import type { DatabasePool } from '../database/pool.ts';
import { companyDenied, PartnerError, scopeDenied, validationFailed } from '../errors.ts';
import { type BearerVerifier, TokenExpired, tokenInvalid } from './bearer.ts';
import { type Context, isRepeated, type Principal, type Stage } from './context.ts';
import { coerce, parseQuery } from './query.ts';
import { limitSource, type RateLimit } from './rate-limit.ts';

interface Admission {
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

async function identify(ctx: Context, admission: Admission): Promise<void> {
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
  let principal: Principal;
  try {
    principal = await bearer.authenticate(authorization);
  } catch (error) {
    if (error instanceof TokenExpired && error.principal) ctx.state.named = { appId: error.principal.appId };
    throw error;
  }
  ctx.state.principal = principal.sentTo && ctx.state.isByAlias ? { ...principal, sentTo: 'alias' } : principal;
  checkAddress(principal, ctx.state.source);
  const merchant = await directory.merchant(principal.companyId);
  if (!merchant) throw tokenInvalid();
  ctx.state.merchant = merchant;
  checkEnvironment(principal, merchant);
  if (!merchant.active) throw companyDenied();
}

/** Looks the key up without a cache, so that revocations and approvals take effect with the next request. */
async function identifyByKey(ctx: Context, { control, rate }: Admission, apiKey: string): Promise<void> {
  const companyId = companyNamed(ctx.querystring);
  const access = await findKeyAccess(control, apiKey, companyId ?? null, rate.clock());
  if (!access) {
    ctx.state.named = await ownerOfKey(control, apiKey);
    throw new PartnerError('partner.api_key_invalid', 'The API key is invalid or revoked.', {
      headers: { 'WWW-Authenticate': 'ApiKey realm="partner-api"' },
    });
  }
  const { appId, product, env, allowedIps, merchant, approvedStoreIds } = access;
  const principal: Principal = {
    appId,
    companyId: companyId ?? 0,
    product,
    env,
    scopes: SCOPE_SETS[product],
    allowedIps: allowedIps ? allowlist(allowedIps) : undefined,
    credential: 'key',
    storeIds: env === 'SANDBOX' ? null : (approvedStoreIds ?? []),
  };
  ctx.state.principal = principal;
  checkAddress(principal, ctx.state.source);
  if (companyId === undefined) {
    const isNamed = parseQuery(ctx.querystring).has('companyId');
    const [rule, message] = isNamed
      ? ['type', 'must be a single integer']
      : ['required', 'is required with an API key'];
    throw validationFailed([{ in: 'query', path: 'companyId', rule, message }]);
  }
  if (merchant) checkEnvironment(principal, merchant);
  // In the sandbox a key reaches the merchants of its organization, in production those whose owner approved its app.
  // Unknown companies are rejected the same way.
  const isOpen =
    env === 'SANDBOX' ? merchant?.organizationId === access.organizationId : approvedStoreIds !== undefined;
  if (!merchant?.active || !isOpen) throw companyDenied();
  ctx.state.merchant = merchant;
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

function checkAddress({ allowedIps }: Principal, source: string): void {
  if (!allowedIps || allows(allowedIps, source)) return;
  throw new PartnerError('partner.ip_denied', "The credential's allowlist does not contain this source address.");
}

function checkEnvironment({ env }: Principal, merchant: Merchant): void {
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

/** Records the app of a request rejected before admission, if its key identifies one, or its token, even an expired one. */
export async function nameSender(ctx: Context, { bearer, control }: Identity): Promise<void> {
  const { authorization, 'x-api-key': apiKey } = ctx.req.headers;
  if (apiKey !== undefined) {
    ctx.state.named = await ownerOfKey(control, String(apiKey));
    return;
  }
  try {
    ctx.state.named = { appId: (await bearer.authenticate(authorization)).appId };
  } catch (error) {
    if (!(error instanceof PartnerError)) throw error;
    if (error instanceof TokenExpired && error.principal) ctx.state.named = { appId: error.principal.appId };
  }
}

/** Milliseconds after which the caller of a long response is checked again (streams.access). */
const CHECK_AFTER = 15_000;

/** Milliseconds between looks at the clock. */
const LOOK = 1_000;

/** Bytes of a body that may take its reader long. */
const LONG = 1024 * 1024;

/** Checks callers again whose requests outlast their admission. */
export class Readmission {
  readonly #admission: Admission;

  constructor(admission: Admission) {
    this.#admission = admission;
  }

  /**
   * Identifies a caller after a wait, as a new request would be. The caller keeps its place in the rate limit. Returns
   * true if its stores have changed, so that a new request would see something else.
   */
  async afterWait(ctx: Context): Promise<boolean> {
    const before = ctx.state.principal?.storeIds;
    await identify(ctx, this.#admission);
    return !isDeepStrictEqual(ctx.state.principal?.storeIds, before);
  }

  /** Cuts a long response once its caller may no longer read it. */
  whileSent(ctx: Context): void {
    const { body } = ctx;
    if (!(body instanceof Readable) && !(Buffer.isBuffer(body) && body.length >= LONG)) return;
    const { clock } = this.#admission.rate;
    const { principal } = ctx.state;
    const now = () => [clock(), performance.now()] as const;
    let [at, tick] = now();
    let isChecking = false;
    const look = async (): Promise<void> => {
      // Setting the clock back does not postpone a check.
      const age = Math.max(clock() - at, performance.now() - tick);
      if (ctx.res.closed) clearInterval(timer);
      if (ctx.res.closed || isChecking || age < CHECK_AFTER) return;
      isChecking = true;
      const begun = now();
      try {
        await this.#check(ctx, principal);
        [at, tick] = begun;
      } catch (error) {
        // While the control plane is unavailable, the last check holds as long as a cached record.
        if (error instanceof PartnerError || age >= USABLE_FOR) ctx.req.socket.resetAndDestroy();
      } finally {
        isChecking = false;
      }
    };
    const timer = setInterval(look, LOOK).unref();
  }

  /** A token may expire while its response is sent. */
  async #check(ctx: Context, principal: Principal | undefined): Promise<void> {
    if (principal?.credential === 'token') {
      const merchant = await this.#admission.directory.presentMerchant(principal.companyId);
      if (!merchant?.active) throw companyDenied();
      return checkEnvironment(principal, merchant);
    }
    await identify(ctx, this.#admission);
    const now = ctx.state.principal?.storeIds;
    if (now && !principal?.storeIds?.every((id) => now.includes(id))) throw companyDenied();
  }
}
