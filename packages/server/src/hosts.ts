import type { AppDependencies } from './app.ts';
import { SigningKeys } from './auth/signing-keys.ts';
import { loadContract } from './contract/contract.ts';
import { AccessTokens } from './oauth/access-token.ts';
import { RefreshTokens } from './oauth/refresh-token-format.ts';
import { allHandlers } from './resources/index.ts';
import { CursorCodec } from './storage/cursor.ts';
import { Lists } from './storage/listing.ts';
import type { SecretStore } from './storage/sealed-secrets.ts';
import { serverKey } from './storage/server-keys.ts';
import { openBrand } from './web/brand/brand.ts';
import type { BrandSettings } from './web/brand/settings.ts';
import type { WebDependencies, WebLimits } from './web/dependencies.ts';

type OfApi = 'contract' | 'handlers' | 'keys' | 'refreshTokens';
type OfWeb = 'brand' | 'defaultLimit' | 'formKey' | 'limits' | 'sealing' | 'tryOut';

/** Parts that both hosts of a server are made of. */
export interface HostParts extends Omit<AppDependencies, OfApi>, Omit<WebDependencies, OfWeb> {
  readonly brand: BrandSettings;
  readonly secrets: SecretStore;
  readonly webLimits: WebLimits;
  /** Port that the API listens on in this process. */
  apiPort(): number;
}

/** The dependencies of the API and of the web host. */
export async function dependenciesOf(parts: HostParts): Promise<{ api: AppDependencies; web: WebDependencies }> {
  const { apiUrl, webUrl, clock, secrets, limits, webLimits, apiPort } = parts;
  const keys = await SigningKeys.open(secrets, clock);
  const api = {
    ...parts,
    contract: await loadContract(apiUrl, webUrl),
    handlers: allHandlers(new Lists(new CursorCodec(await serverKey(secrets, 'cursor')))),
    keys,
    refreshTokens: new RefreshTokens(await serverKey(secrets, 'refresh')),
  };
  const web = {
    ...parts,
    brand: await openBrand(parts.brand),
    defaultLimit: limits.app,
    formKey: await serverKey(secrets, 'web-forms'),
    limits: webLimits,
    sealing: secrets.sealing,
    tryOut: { tokens: new AccessTokens(keys, apiUrl, clock), apiPort },
  };
  return { api, web };
}
