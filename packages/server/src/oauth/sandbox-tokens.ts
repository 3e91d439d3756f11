import type { SandboxTokens } from '../control/apps/sandbox-tokens.ts';
import { SigningKeys } from '../control/signing-keys.ts';
import type { SecretStore } from '../database/secrets.ts';
import type { Clock } from '../process/time.ts';
import { AccessTokens } from './access-token.ts';
import { issueAccessToken } from './grants.ts';

/** Signs tokens with the deployment's keys, which are opened for the first one. */
export function sandboxTokens(secrets: () => Promise<SecretStore>, apiUrl: string, clock: Clock): SandboxTokens {
  const open = async () => new AccessTokens(await SigningKeys.open(await secrets(), clock), apiUrl, clock);
  let opening: Promise<AccessTokens> | undefined;
  return {
    async issue(client, merchant) {
      opening ??= open();
      const { access_token, expires_in } = await issueAccessToken(await opening, client, merchant);
      return { accessToken: access_token, expiresIn: expires_in, apiUrl };
    },
  };
}
