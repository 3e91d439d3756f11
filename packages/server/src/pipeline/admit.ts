import { Readable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import { errors, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import { findKeyAccess, ownerOfKey } from '../control/app-authentication.ts';
import { type Directory, type Lookups, USABLE_FOR } from '../control/directory.ts';
import type { Merchant } from '../control/merchants.ts';
import { SCOPE_SETS } from '../control/products.ts';
import type { SigningKeys } from '../control/signing-keys.ts';
import { allowlist, allows } from '../control/source-address.ts';
import {
  ACCESS_TOKEN_LIFETIME,
  ALIASED,
  AUDIENCE,
  OF_CONSOLE,
  readClaims,
  type TokenClaims,
} from '../control/token-claims.ts';
import type { DatabasePool } from '../database/pool.ts';
import { companyDenied, PartnerError, scopeDenied, validationFailed } from '../errors.ts';
import type { Clock } from '../process/time.ts';
import { type Context, isRepeated, type Principal, type Stage } from './context.ts';
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
export const admit = (admission: Admission): Stage =>
  async function admitCaller(ctx, next) {
    try {
      await identify(ctx, admission);
    } catch (error) {
      await limitSource(ctx, admission.rate);
      throw error;
    }
    return next();
  };

async function identify(ctx: Context, admission: Admission): Promise<void> {
  /** Reads a credential. Repeated headers are ambiguous and rejected (RFC 6750 §3.1, invalid_request). */
  const credentialIn = (header: 'Authorization' | 'X-API-Key'): string | undefined => {
    const name = header.toLowerCase();
    if (isRepeated(ctx.req, name)) {
      throw validationFailed([{ in: 'header', path: header, rule: 'duplicate', message: 'must not be repeated' }]);
    }
    return ctx.req.headers[name]?.toString();
  };
  const [authorization, apiKey] = [credentialIn('Authorization'), credentialIn('X-API-Key')];
  if (apiKey === undefined) return identifyByToken(ctx, admission, authorization);
  if (authorization !== undefined) {
    const message = 'cannot be sent together with Authorization';
    throw validationFailed([{ in: 'header', path: 'X-API-Key', rule: 'exclusive', message }]);
  }
  return identifyByKey(ctx, admission, apiKey);
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
  const merchant = await directory.merchants.get(principal.companyId);
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
  const { appId, product, env, allowedIps, merchant, approvedStoreIds, needsApproval } = access;
  const principal: Principal = {
    appId,
    companyId: companyId ?? 0,
    product,
    env,
    scopes: SCOPE_SETS[product],
    allowedIps: allowedIps ? allowlist(allowedIps) : undefined,
    credential: 'key',
    storeIds: needsApproval ? (approvedStoreIds ?? []) : null,
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
  // A rehearsal applies the rule of production in the sandbox.
  // Unknown companies are rejected the same way.
  const isOpen = needsApproval ? approvedStoreIds !== null : merchant?.organizationId === access.organizationId;
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
export const requireScope = (scope: string): Stage =>
  function requireOneScope(ctx, next) {
    if (!ctx.state.principal?.scopes.has(scope)) {
      throw scopeDenied(scope, `This operation requires the scope ${scope}.`);
    }
    return next();
  };

/** Names the app of a request rejected before admission, if its key or token, even an expired one, identifies it. */
export async function nameSender(ctx: Context, { bearer, control }: Admission): Promise<void> {
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

/** Checks callers again during long waits and long responses. */
export function readmit(admission: Admission) {
  /**
   * Identifies a caller again after a wait, as for a new request, without counting against the rate limit again.
   * Returns true if its stores have changed, so that a new request would see different data.
   */
  async function afterWait(ctx: Context): Promise<boolean> {
    const before = ctx.state.principal?.storeIds;
    await identify(ctx, admission);
    return !isDeepStrictEqual(ctx.state.principal?.storeIds, before);
  }

  /** Cuts a long response once its caller may no longer read it. */
  function whileSent(ctx: Context): void {
    const { body } = ctx;
    // A buffer of less than 1 MiB is soon sent.
    if (!(body instanceof Readable) && !(Buffer.isBuffer(body) && body.length >= 1024 * 1024)) return;
    const { clock } = admission.rate;
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
        await check(ctx, principal);
        [at, tick] = begun;
      } catch (error) {
        // While the control plane is unavailable, the last check holds as long as a cached record.
        if (error instanceof PartnerError || age >= USABLE_FOR) ctx.req.socket.resetAndDestroy();
      } finally {
        isChecking = false;
      }
    };
    const timer = setInterval(look, 1_000).unref();
  }

  /** A token may expire while its response is sent. */
  async function check(ctx: Context, principal: Principal | undefined): Promise<void> {
    if (principal?.credential === 'token') {
      const merchant = await admission.directory.merchants.readAgain(principal.companyId);
      if (!merchant?.active) throw companyDenied();
      return checkEnvironment(principal, merchant);
    }
    await identify(ctx, admission);
    const now = ctx.state.principal?.storeIds;
    if (now && !principal?.storeIds?.every((id) => now.includes(id))) throw companyDenied();
  }

  return { afterWait, whileSent };
}

export type Readmission = ReturnType<typeof readmit>;

/** Tolerated clock difference between two machines, in seconds. */
const TOLERANCE = 5;

/** A challenge with the scheme and, if a token was sent, the error (RFC 6750 §3). */
const challenge = (description?: string): Record<string, string> => ({
  'WWW-Authenticate': `Bearer realm="partner-api"${description ? `, error="invalid_token", error_description="${description}"` : ''}`,
});

interface VerifiedToken {
  readonly principal: Principal;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  readonly kid: string | undefined;
}

/**
 * Verifies access tokens against the service's public keys. Caches verified tokens until they expire, because verifying
 * an RSA signature costs more than the rest of a request. The key must still be published on each use.
 */
export class BearerVerifier {
  readonly lookups: Lookups = { hits: 0, misses: 0, stale: 0 };
  readonly #keys: SigningKeys;
  readonly #issuer: string;
  readonly #clock: Clock;
  readonly #noteUse: (jti: string) => void;
  readonly #verified = new LRUCache<string, VerifiedToken>({ max: 10_000 });

  /** Calls `noteUse` with the `jti` of each token that is not in the cache of verified tokens. */
  constructor(keys: SigningKeys, issuer: string, clock: Clock, noteUse: (jti: string) => void) {
    this.#keys = keys;
    this.#issuer = issuer;
    this.#clock = clock;
    this.#noteUse = noteUse;
  }

  /** Authenticates an Authorization header. Throws partner.token_missing, token_invalid or token_expired. */
  async authenticate(header: string | undefined): Promise<Principal> {
    const token = /^Bearer +([A-Za-z0-9._~+/-]+=*)$/i.exec(header ?? '')?.[1];
    if (!token) {
      throw new PartnerError('partner.token_missing', 'Send the access token as "Authorization: Bearer <token>".', {
        headers: challenge(),
      });
    }
    try {
      const { principal, expiresAt } = (await this.#remembered(token)) ?? (await this.#verify(token));
      if (this.#clock() >= expiresAt + TOLERANCE * 1000) throw new TokenExpired(principal);
      return principal;
    } catch (error) {
      // The signature is already verified here: jose checks it before the times.
      if (error instanceof errors.JWTExpired) {
        const claims = readClaims(error.payload);
        throw new TokenExpired(claims && toPrincipal(claims));
      }
      throw error instanceof errors.JOSEError ? tokenInvalid() : error;
    }
  }

  async #remembered(token: string): Promise<VerifiedToken | undefined> {
    const verified = this.#verified.get(token);
    this.lookups[verified ? 'hits' : 'misses'] += 1;
    if (verified) await this.#keys.publicKey(verified.kid);
    return verified;
  }

  async #verify(token: string): Promise<VerifiedToken> {
    const { payload, protectedHeader } = await jwtVerify(token, (header) => this.#keys.publicKey(header.kid), {
      issuer: this.#issuer,
      audience: AUDIENCE,
      algorithms: ['RS256'],
      clockTolerance: TOLERANCE,
      // Also rejects tokens issued in the future.
      maxTokenAge: ACCESS_TOKEN_LIFETIME,
      currentDate: new Date(this.#clock()),
    });
    const claims = readClaims(payload);
    if (!claims) throw tokenInvalid();
    const { exp, iat } = claims;
    const expiresAt = Math.min(exp, iat + ACCESS_TOKEN_LIFETIME) * 1000;
    const verified = { principal: toPrincipal(claims), expiresAt, kid: protectedHeader.kid };
    this.#verified.set(token, verified);
    this.#noteUse(claims.jti);
    return verified;
  }
}

/** Rejects an expired token and names its caller. */
class TokenExpired extends PartnerError {
  readonly principal: Principal | undefined;

  constructor(principal: Principal | undefined) {
    super('partner.token_expired', 'The access token has expired.', {
      headers: challenge('The access token has expired'),
    });
    this.principal = principal;
  }
}

const tokenInvalid = () =>
  new PartnerError('partner.token_invalid', 'The access token is invalid.', {
    headers: challenge('The access token is invalid'),
  });

const toPrincipal = ({ appId, companyId, product, env, scopes, allowedIps, jti }: TokenClaims): Principal => ({
  appId,
  companyId,
  product,
  env,
  scopes: new Set(scopes),
  allowedIps: allowedIps && allowlist(allowedIps),
  storeIds: null,
  credential: 'token',
  sentTo: jti.startsWith(ALIASED) ? 'usual' : undefined,
  isConsole: jti.startsWith(OF_CONSOLE),
});
