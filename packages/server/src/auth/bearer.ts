import { errors, type JWTPayload, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';
import { PartnerError } from '../errors.ts';
import { type AccessTokenClaims, AUDIENCE } from '../oauth/access-token.ts';
import type { SigningKeys } from '../oauth/signing-keys.ts';
import type { Principal } from './principal.ts';
import { allowlist } from './source-address.ts';

/** Seconds by which the clocks of two machines may differ. */
const TOLERANCE = 5;

const CACHED_TOKENS = 10_000;

/** RFC 6750 §3: what a 401 says of how to authenticate. */
const challenge = (error?: string): Record<string, string> => ({
  'WWW-Authenticate': `Bearer realm="partner-api"${error ? `, error="invalid_token", error_description="${error}"` : ''}`,
});

interface VerifiedToken {
  readonly principal: Principal;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/**
 * Verifies access tokens against the service's own public keys. A token that has been verified is remembered until it
 * expires, because an RSA verification costs more than the rest of a request.
 */
export class BearerVerifier {
  readonly #keys: SigningKeys;
  readonly #issuer: string;
  readonly #clock: Clock;
  readonly #verified = new LRUCache<string, VerifiedToken>({ max: CACHED_TOKENS });

  constructor(keys: SigningKeys, issuer: string, clock: Clock) {
    this.#keys = keys;
    this.#issuer = issuer;
    this.#clock = clock;
  }

  /** Takes the Authorization header. Throws partner.token_missing, partner.token_invalid or partner.token_expired. */
  async authenticate(header: string | undefined): Promise<Principal> {
    const token = /^Bearer +([A-Za-z0-9._~+/-]+=*)$/i.exec(header ?? '')?.[1];
    if (!token) {
      throw new PartnerError('partner.token_missing', 'Send the access token as "Authorization: Bearer <token>".', {
        headers: challenge(),
      });
    }
    const verified = this.#verified.get(token) ?? (await this.#verify(token));
    if (this.#clock() >= verified.expiresAt + TOLERANCE * 1000) throw expired();
    this.#verified.set(token, verified);
    return verified.principal;
  }

  async #verify(token: string): Promise<VerifiedToken> {
    try {
      const { payload } = await jwtVerify(token, (header) => this.#keys.publicKey(header.kid), {
        issuer: this.#issuer,
        audience: AUDIENCE,
        algorithms: ['RS256'],
        requiredClaims: ['sub', 'exp', 'iat', 'jti', 'companyId', 'product', 'scopes', 'env'],
        clockTolerance: TOLERANCE,
        currentDate: new Date(this.#clock()),
      });
      const claims = payload as JWTPayload & AccessTokenClaims;
      return { principal: toPrincipal(claims), expiresAt: (claims.exp ?? 0) * 1000 };
    } catch (error) {
      if (error instanceof errors.JWTExpired) throw expired();
      if (error instanceof errors.JOSEError) throw tokenInvalid();
      throw error;
    }
  }
}

const expired = () =>
  new PartnerError('partner.token_expired', 'The access token has expired.', {
    headers: challenge('The access token has expired'),
  });

export const tokenInvalid = () =>
  new PartnerError('partner.token_invalid', 'The access token does not hold.', {
    headers: challenge('The access token does not hold'),
  });

function toPrincipal(claims: JWTPayload & AccessTokenClaims): Principal {
  const appId = Number(claims.sub);
  if (!Number.isSafeInteger(appId) || !Number.isSafeInteger(claims.companyId)) throw tokenInvalid();
  return {
    appId,
    companyId: claims.companyId,
    product: claims.product,
    env: claims.env,
    scopes: new Set(claims.scopes),
    allowedIps: claims.allowedIps && allowlist(claims.allowedIps),
    storeIds: null,
  };
}
