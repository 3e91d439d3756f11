import { errors, type JWTPayload, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import type { Lookups } from '../control/directory.ts';
import type { SigningKeys } from '../control/signing-keys.ts';
import { allowlist } from '../control/source-address.ts';
import { ACCESS_TOKEN_LIFETIME, ALIASED, AUDIENCE, readClaims, type TokenClaims } from '../control/token-claims.ts';
import { PartnerError } from '../errors.ts';
import type { Clock } from '../process/time.ts';
import type { Principal } from './context.ts';

/** Tolerated clock difference between two machines, in seconds. */
const TOLERANCE = 5;

const CACHED_TOKENS = 10_000;

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
  readonly #verified = new LRUCache<string, VerifiedToken>({ max: CACHED_TOKENS });

  /** Calls `noteUse` with the `jti` of each token that is not in the cache of verified tokens. */
  constructor(keys: SigningKeys, issuer: string, clock: Clock, noteUse: (jti: string) => void) {
    this.#keys = keys;
    this.#issuer = issuer;
    this.#clock = clock;
    this.#noteUse = noteUse;
  }

  /**
   * Authenticates an Authorization header. Throws partner.token_missing, partner.token_invalid or
   * partner.token_expired.
   */
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
      if (error instanceof errors.JWTExpired) throw expired(error.payload);
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
export class TokenExpired extends PartnerError {
  readonly principal: Principal | undefined;

  constructor(principal: Principal | undefined) {
    super('partner.token_expired', 'The access token has expired.', {
      headers: challenge('The access token has expired'),
    });
    this.principal = principal;
  }
}

/** The signature is already verified here: jose checks it before the times. */
function expired(payload: JWTPayload): TokenExpired {
  const claims = readClaims(payload);
  return new TokenExpired(claims && toPrincipal(claims));
}

export const tokenInvalid = () =>
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
});
