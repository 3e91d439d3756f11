import { findKeyAccess, type KeyAccess } from '../../control/apps/api-keys.ts';
import { SCOPE_SETS } from '../../control/credentials/products.ts';
import { allowlist } from '../../control/credentials/source-address.ts';
import type { Merchant } from '../../control/merchants/merchants.ts';
import type { DatabasePool } from '../../database/pool.ts';
import { companyDenied, PartnerError } from '../../errors.ts';
import type { Principal } from './principal.ts';

/** Looks up an API key without a cache, so that revocations and approvals take effect with the next request. */
export async function authenticateApiKey(
  control: DatabasePool,
  apiKey: string,
  companyId: number | null,
  now: number,
): Promise<KeyAccess> {
  const access = await findKeyAccess(control, apiKey, companyId, now);
  if (access) return access;
  throw new PartnerError('partner.api_key_invalid', 'The API key is invalid or revoked.', {
    headers: { 'WWW-Authenticate': 'ApiKey realm="partner-api"' },
  });
}

export const keyPrincipal = (access: KeyAccess, companyId: number): Principal => ({
  appId: access.appId,
  companyId,
  product: access.product,
  env: access.env,
  scopes: SCOPE_SETS[access.product],
  allowedIps: access.allowedIps ? allowlist(access.allowedIps) : undefined,
  credential: 'key',
  storeIds: access.env === 'SANDBOX' ? null : (access.approvedStoreIds ?? []),
});

/**
 * Rejects a company that the key has no access to: in the sandbox all except those of the key's organization, in
 * production all without an approved access request. Unknown companies are rejected the same way.
 */
export function checkMerchant(
  { env, organizationId, approvedStoreIds }: KeyAccess,
  merchant: Merchant | undefined,
): Merchant {
  const opens = env === 'SANDBOX' ? merchant?.organizationId === organizationId : approvedStoreIds !== undefined;
  if (!merchant?.active || !opens) throw companyDenied();
  return merchant;
}
