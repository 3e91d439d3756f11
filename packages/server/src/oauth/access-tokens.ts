import { randomUUID, sign } from 'node:crypto';
import { promisify } from 'node:util';
import type { MintResponse } from '../contract/generated/types.gen.ts';
import type { Client } from '../control/app-authentication.ts';
import { describeApp } from '../control/describe-app.ts';
import { DirectoryError } from '../control/errors.ts';
import { type CredentialSummary, isWorking } from '../control/keys.ts';
import { findMerchant, type Merchant } from '../control/merchants.ts';
import { SCOPES } from '../control/products.ts';
import { SigningKeys } from '../control/signing-keys.ts';
import {
  ACCESS_TOKEN_LIFETIME,
  type AccessTokenClaims,
  ALIASED,
  AUDIENCE,
  aliasOf,
  OF_CONSOLE,
} from '../control/token-claims.ts';
import type { DatabasePool } from '../database/pool.ts';
import { type Clock, toSeconds } from '../process/time.ts';
import type { Runtime } from '../runtime.ts';

type TokenHolder = Pick<Client, 'appId' | 'organizationId' | 'product' | 'env' | 'allowedIps'>;

export interface Issuer {
  readonly keys: SigningKeys;
  readonly apiUrl: string;
  readonly clock: Clock;
}

const signature = promisify(sign);

/**
 * Signs an access token with RS256, valid for 900 seconds, with all scopes of the app's product. With `isAliased`,
 * `api_base_url` is the alias of the API. The `jti` is random unless given.
 */
export async function issueToken(
  { keys, apiUrl, clock }: Issuer,
  { appId, organizationId, product, env, allowedIps }: TokenHolder,
  { companyId, region }: Pick<Merchant, 'companyId' | 'region'>,
  { isAliased = false, jti = randomUUID() }: { readonly isAliased?: boolean; readonly jti?: string | undefined } = {},
): Promise<MintResponse> {
  const scopes = SCOPES[product];
  const issuedAt = toSeconds(clock());
  const { kid, privateKey } = await keys.signer();
  const claims = { orgId: organizationId, companyId, region, product, env, scopes } satisfies AccessTokenClaims;
  const payload = {
    ...claims,
    ...(allowedIps && { allowedIps }),
    iss: apiUrl,
    aud: AUDIENCE,
    sub: String(appId),
    jti: (isAliased ? ALIASED : '') + jti,
    iat: issuedAt,
    exp: issuedAt + ACCESS_TOKEN_LIFETIME,
  };
  // A compact JWS (RFC 7515 §7.1).
  const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = `${encoded({ alg: 'RS256', typ: 'JWT', kid })}.${encoded(payload)}`;
  return {
    access_token: `${signed}.${(await signature('sha256', Buffer.from(signed), privateKey)).toString('base64url')}`,
    token_type: 'Bearer',
    expires_in: ACCESS_TOKEN_LIFETIME,
    scope: scopes.join(' '),
    api_base_url: `${isAliased ? aliasOf(apiUrl) : apiUrl}/`,
  };
}

/** Signs tokens like the sandbox mint's. Opens the deployment's signing keys on first use. */
export class SandboxTokens {
  readonly #runtime: Pick<Runtime, 'secrets' | 'apiUrl' | 'clock'>;
  #keys: Promise<SigningKeys> | undefined;

  constructor(runtime: Pick<Runtime, 'secrets' | 'apiUrl' | 'clock'>) {
    this.#runtime = runtime;
  }

  /** Returns the token, its lifetime in seconds, and {base_url}, ending in /v1, at which it is accepted. */
  async issue(client: TokenHolder, merchant: Merchant, { isOfConsole = false } = {}) {
    const { secrets, apiUrl, clock } = this.#runtime;
    this.#keys ??= secrets().then((opened) => SigningKeys.open(opened, clock));
    const issued = await issueToken({ keys: await this.#keys, apiUrl, clock }, client, merchant, {
      ...(isOfConsole && { jti: OF_CONSOLE + randomUUID() }),
    });
    return { accessToken: issued.access_token, expiresIn: issued.expires_in, apiUrl };
  }
}

/** Finds the app's working sandbox credential and the merchant. Throws unless the app reaches it in the sandbox. */
export async function sandboxClient(
  pool: DatabasePool,
  { appId, companyId }: { readonly appId: number; readonly companyId: number },
  now: number,
): Promise<{ client: TokenHolder; merchant: Merchant }> {
  const { organizationId, product, state, credentials } = await describeApp(pool, appId);
  if (state === 'ARCHIVED') throw new DirectoryError(`The app ${appId} is archived.`);
  const merchant = await findMerchant(pool, companyId);
  if (!merchant) throw new DirectoryError(`No such merchant: ${companyId}.`);
  if (!merchant.active) throw new DirectoryError(`The merchant ${companyId} is closed.`);
  if (merchant.organizationId !== organizationId) {
    throw new DirectoryError(`The merchant ${companyId} is not a sandbox merchant of the app's organization.`);
  }
  const credential = sandboxCredential(credentials, now);
  if (!credential) throw new DirectoryError(`The app ${appId} has no sandbox credential. Issue one first.`);
  const { env, allowedIps } = credential;
  const client = { appId, organizationId, product, env, allowedIps: allowedIps.length > 0 ? allowedIps : null };
  return { client, merchant };
}

/** Prefers a credential that works from any address. */
export function sandboxCredential(
  credentials: readonly CredentialSummary[],
  now: number,
): CredentialSummary | undefined {
  const working = credentials.filter((one) => one.env === 'SANDBOX' && isWorking(one, now));
  return working.find(({ allowedIps }) => allowedIps.length === 0) ?? working[0];
}
