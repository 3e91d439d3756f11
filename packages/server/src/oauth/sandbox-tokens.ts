import { describeApp } from '../control/describe-app.ts';
import { DirectoryError } from '../control/errors.ts';
import { type CredentialSummary, isWorking } from '../control/keys.ts';
import { findMerchant, type Merchant } from '../control/merchants.ts';
import { SigningKeys } from '../control/signing-keys.ts';
import type { DatabasePool } from '../database/pool.ts';
import type { SecretStore } from '../database/secrets.ts';
import type { Clock } from '../process/time.ts';
import { AccessTokens, type TokenHolder } from './access-token.ts';

/** An access token, and where it is accepted. */
export interface SandboxToken {
  readonly accessToken: string;
  /** Seconds. */
  readonly expiresIn: number;
  /** {base_url}, ending in /v1. */
  readonly apiUrl: string;
}

/** Signs tokens like those of the sandbox mint with the deployment's keys, which are opened for the first one. */
export class SandboxTokens {
  readonly #open: () => Promise<AccessTokens>;
  readonly #apiUrl: string;
  #opening: Promise<AccessTokens> | undefined;

  constructor(secrets: () => Promise<SecretStore>, apiUrl: string, clock: Clock) {
    this.#apiUrl = apiUrl;
    this.#open = async () => new AccessTokens(await SigningKeys.open(await secrets(), clock), apiUrl, clock);
  }

  async issue(client: TokenHolder, merchant: Merchant): Promise<SandboxToken> {
    this.#opening ??= this.#open();
    const { access_token, expires_in } = await (await this.#opening).issue(client, merchant);
    return { accessToken: access_token, expiresIn: expires_in, apiUrl: this.#apiUrl };
  }
}

/** The app with its working sandbox credential, and the merchant; throws unless the app reaches it in the sandbox. */
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
