import type { AppDependencies, GatewayDependencies, RegionDependencies } from './app.ts';
import { SigningKeys } from './auth/signing-keys.ts';
import type { Clock } from './clock.ts';
import { loadContract } from './contract/contract.ts';
import { AssertionVerifier } from './gateway/assertion.ts';
import { cursorKeys, type GatewaySecrets, requestKeys } from './gateway/keys.ts';
import { AccessTokens } from './oauth/access-token.ts';
import { RefreshTokens } from './oauth/refresh-token-format.ts';
import { allHandlers } from './resources/index.ts';
import { CursorCodec } from './storage/cursor.ts';
import { Lists } from './storage/listing.ts';
import type { Region } from './storage/region.ts';
import type { SecretStore } from './storage/sealed-secrets.ts';
import { serverKey } from './storage/server-keys.ts';
import { openBrand } from './web/brand/brand.ts';
import type { BrandSettings } from './web/brand/settings.ts';
import type { WebDependencies, WebLimits } from './web/dependencies.ts';

type OfGateway = 'contract' | 'documentation' | 'keys' | 'refreshTokens';
type OfWeb = 'brand' | 'defaultLimit' | 'formKey' | 'limits' | 'sealing' | 'tryOut';
type OfRegion = 'contract' | 'handlers' | 'verifier';

interface Secret {
  readonly secrets: SecretStore;
}

interface WebParts extends Omit<WebDependencies, OfWeb>, Secret {
  readonly brand: BrandSettings;
  readonly webLimits: WebLimits;
  readonly limits: AppDependencies['limits'];
  /** Where the web host itself reaches the API. */
  apiOrigin(): string;
}

/** Parts that both hosts of a server are made of. */
export interface HostParts extends Omit<AppDependencies, OfGateway | 'handlers'>, WebParts {}

/** The dependencies of the API and of the web host in one process. */
export async function dependenciesOf(parts: HostParts): Promise<{ api: AppDependencies; web: WebDependencies }> {
  const { secrets } = parts;
  const admission = await admissionOf(parts);
  const handlers = allHandlers(new Lists(new CursorCodec(await serverKey(secrets, 'cursor'))));
  return { api: { ...parts, ...admission, handlers }, web: await webOf(parts, admission.keys) };
}

/** The dependencies of a gateway. */
export const gatewayDependencies = async (
  parts: Omit<GatewayDependencies, OfGateway> & Pick<Admission, 'brand' | 'secrets'>,
): Promise<GatewayDependencies> => ({ ...parts, ...(await admissionOf(parts)) });

/** The dependencies of the web host, alone in its process. */
export const webDependencies = async (parts: WebParts): Promise<WebDependencies> =>
  webOf(parts, await SigningKeys.open(parts.secrets, parts.clock));

interface RegionParts extends Omit<RegionDependencies, OfRegion> {
  readonly webUrl: string;
  readonly region: Region;
  readonly gatewaySecrets: GatewaySecrets;
}

/** The dependencies of a region. */
export async function regionDependencies(parts: RegionParts): Promise<RegionDependencies> {
  const { apiUrl, webUrl, region, gatewaySecrets, clock } = parts;
  return {
    ...parts,
    contract: await loadContract(apiUrl, webUrl),
    handlers: allHandlers(new Lists(new CursorCodec(...cursorKeys(gatewaySecrets, region)))),
    verifier: new AssertionVerifier(region, requestKeys(gatewaySecrets, region), clock),
  };
}

interface Admission extends Secret {
  readonly brand: BrandSettings;
  readonly apiUrl: string;
  readonly webUrl: string;
  readonly clock: Clock;
}

const admissionOf = async ({ apiUrl, webUrl, brand, secrets, clock }: Admission) => ({
  documentation: await openBrand(brand),
  contract: await loadContract(apiUrl, webUrl),
  keys: await SigningKeys.open(secrets, clock),
  refreshTokens: new RefreshTokens(await serverKey(secrets, 'refresh')),
});

async function webOf(parts: WebParts, keys: SigningKeys): Promise<WebDependencies> {
  const { apiUrl, clock, secrets, limits, webLimits, apiOrigin } = parts;
  return {
    ...parts,
    brand: await openBrand(parts.brand),
    defaultLimit: limits.app,
    formKey: await serverKey(secrets, 'web-forms'),
    limits: webLimits,
    sealing: secrets.sealing,
    tryOut: { tokens: new AccessTokens(keys, apiUrl, clock), apiOrigin },
  };
}
