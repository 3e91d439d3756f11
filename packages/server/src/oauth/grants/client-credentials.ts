import type { IssuedToken } from '../access-token.ts';
import { chooseMerchant } from '../mint.ts';
import { invalidRequest, OAuthError } from '../oauth-error.ts';
import type { TokenFields } from '../token-fields.ts';
import type { GrantDependencies, GrantRequest } from './grant.ts';
import { issueFor } from './token-answer.ts';

/**
 * `grant_type=client_credentials` (RFC 6749 §4.4). Only in the sandbox, and without a refresh token
 * (§4.4.3).
 */
export async function grantSandboxToken(
  { fields, client, noteMerchant }: GrantRequest,
  deps: GrantDependencies,
): Promise<IssuedToken> {
  if (client.env === 'PRODUCTION') {
    throw new OAuthError(client.product === 'ADSR' ? 'developer.use_api_key' : 'developer.use_oauth');
  }
  if (client.archived) throw new OAuthError('developer.app_archived');
  const choice = await chooseMerchant(deps.control.pool, client, merchantOf(fields));
  if (typeof choice === 'string') throw new OAuthError(choice);
  noteMerchant(choice.companyId);
  return issueFor(deps, client, choice);
}

function merchantOf({ merchant_id: text }: TokenFields): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,15}$/.test(text) || !Number.isSafeInteger(Number(text))) throw invalidRequest('merchant_id');
  return Number(text);
}
