import type { Client, ClientFamily } from '../../control/apps/credentials.ts';
import type { SandboxClient } from '../../control/apps/sandbox-tokens.ts';
import type { Directory } from '../../control/directory.ts';
import type { Merchant } from '../../control/merchants/merchants.ts';
import { isRehearsing } from '../../control/rehearsals/rehearsals.ts';
import type { AccessTokens, IssuedToken } from '../access-token.ts';
import { REFRESH_TOKEN_LIFETIME } from '../families.ts';
import { OAuthError } from '../oauth-error.ts';
import type { RefreshTokens } from '../refresh-token-format.ts';
import type { GrantDependencies } from './grant.ts';

/** Response of the authorization_code and refresh_token grants (oauth.token_response). */
export interface TokenAnswer extends IssuedToken {
  readonly refresh_token: string;
  readonly refresh_token_expires_in: typeof REFRESH_TOKEN_LIFETIME;
  readonly merchant_id: number;
}

export const issueAccessToken = (
  tokens: AccessTokens,
  client: SandboxClient,
  merchant: Merchant,
  { isAliased, jti }: { readonly isAliased?: boolean; readonly jti?: string | undefined } = {},
): Promise<IssuedToken> =>
  tokens.issue({
    appId: client.appId,
    orgId: client.organizationId,
    companyId: merchant.companyId,
    region: merchant.region,
    product: client.product,
    env: client.env,
    allowedIps: client.allowedIps,
    isAliased,
    jti,
  });

export type Issuing = Pick<GrantDependencies, 'control' | 'tokens'>;

/** Issues a token that names the API by its alias while the app rehearses that. */
export const issueFor = (
  { control, tokens }: Issuing,
  client: Client,
  merchant: Merchant,
  jti?: string,
): Promise<IssuedToken> => {
  const isAliased = isRehearsing(client, client.env, 'alias', control.clock());
  return issueAccessToken(tokens, client, merchant, { isAliased, jti });
};

export const tokenAnswer = (token: IssuedToken, family: ClientFamily, refreshTokens: RefreshTokens): TokenAnswer => ({
  ...token,
  refresh_token: refreshTokens.write(family.env, { ...family, familyId: family.id }),
  refresh_token_expires_in: REFRESH_TOKEN_LIFETIME,
  merchant_id: family.companyId,
});

/** The merchant of a valid grant, in the environment of a live app. It may be closed. */
export async function grantedMerchant(directory: Directory, client: Client, companyId: number): Promise<Merchant> {
  const merchant = await directory.merchant(companyId);
  if (!merchant || client.archived || merchant.demo !== (client.env === 'SANDBOX')) {
    throw new OAuthError('oauth.grant_revoked');
  }
  return merchant;
}
