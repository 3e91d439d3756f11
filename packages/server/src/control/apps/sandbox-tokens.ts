import type { DatabasePool } from '../../database/pool.ts';
import { describeApp } from '../describe-app.ts';
import { DirectoryError } from '../errors.ts';
import { type Client, type CredentialSummary, isWorking } from '../keys.ts';
import { findMerchant, type Merchant } from '../merchants.ts';

/** An access token, and where it is accepted. */
export interface SandboxToken {
  readonly accessToken: string;
  /** Seconds. */
  readonly expiresIn: number;
  /** {base_url}, ending in /v1. */
  readonly apiUrl: string;
}

/** An app as the holder of a sandbox credential. */
export type SandboxClient = Pick<Client, 'appId' | 'organizationId' | 'product' | 'env' | 'allowedIps'>;

/** Signs tokens like those of the sandbox mint. */
export interface SandboxTokens {
  issue(client: SandboxClient, merchant: Merchant): Promise<SandboxToken>;
}

/** The app with its working sandbox credential, and the merchant; throws unless the app reaches it in the sandbox. */
export async function sandboxClient(
  pool: DatabasePool,
  { appId, companyId }: { readonly appId: number; readonly companyId: number },
  now: number,
): Promise<{ client: SandboxClient; merchant: Merchant }> {
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
