import { type KeyObject, randomUUID, sign } from 'node:crypto';
import { promisify } from 'node:util';
import type { Client } from '../control/app-authentication.ts';
import type { Merchant } from '../control/merchants.ts';
import { SCOPES } from '../control/products.ts';
import type { SigningKeys } from '../control/signing-keys.ts';
import { ACCESS_TOKEN_LIFETIME, type AccessTokenClaims, ALIASED, AUDIENCE, aliasOf } from '../control/token-claims.ts';
import { type Clock, toSeconds } from '../process/time.ts';

/** Access token members of every token response. */
export interface IssuedToken {
  readonly access_token: string;
  readonly token_type: 'Bearer';
  readonly expires_in: typeof ACCESS_TOKEN_LIFETIME;
  readonly scope: string;
  readonly api_base_url: string;
}

/** An app as the holder of a credential. */
export type TokenHolder = Pick<Client, 'appId' | 'organizationId' | 'product' | 'env' | 'allowedIps'>;

/** Signs access tokens with RS256, valid for 900 seconds, with all scopes of the app's product. */
export class AccessTokens {
  readonly #keys: SigningKeys;
  readonly #apiUrl: string;
  readonly #clock: Clock;

  constructor(keys: SigningKeys, apiUrl: string, clock: Clock) {
    this.#keys = keys;
    this.#apiUrl = apiUrl;
    this.#clock = clock;
  }

  /** With `isAliased`, the token names the API by its alias. Its id is random unless given. */
  async issue(
    client: TokenHolder,
    merchant: Pick<Merchant, 'companyId' | 'region'>,
    { isAliased = false, jti = randomUUID() }: { readonly isAliased?: boolean; readonly jti?: string | undefined } = {},
  ): Promise<IssuedToken> {
    const { appId, organizationId, product, env, allowedIps } = client;
    const scopes = SCOPES[product];
    const issuedAt = toSeconds(this.#clock());
    const { kid, privateKey } = await this.#keys.signer();
    const payload = {
      orgId: organizationId,
      companyId: merchant.companyId,
      region: merchant.region,
      product,
      env,
      scopes,
      ...(allowedIps && { allowedIps }),
      iss: this.#apiUrl,
      aud: AUDIENCE,
      sub: String(appId),
      jti: (isAliased ? ALIASED : '') + jti,
      iat: issuedAt,
      exp: issuedAt + ACCESS_TOKEN_LIFETIME,
    } satisfies AccessTokenClaims & Record<string, unknown>;
    return {
      access_token: await compactJws({ alg: 'RS256', typ: 'JWT', kid }, payload, privateKey),
      token_type: 'Bearer',
      expires_in: ACCESS_TOKEN_LIFETIME,
      scope: scopes.join(' '),
      api_base_url: `${isAliased ? aliasOf(this.#apiUrl) : this.#apiUrl}/`,
    };
  }
}

const signature = promisify(sign);

/** Compact JWS (RFC 7515 §7.1), signed with RSA and SHA-256. */
async function compactJws(
  header: { alg: 'RS256'; typ: 'JWT'; kid: string },
  payload: object,
  key: KeyObject,
): Promise<string> {
  const signed = `${encoded(header)}.${encoded(payload)}`;
  return `${signed}.${(await signature('sha256', Buffer.from(signed), key)).toString('base64url')}`;
}

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
