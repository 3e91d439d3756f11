import { choice, type Environment, integer, origin, secrets } from './environment.ts';
import type { GatewaySecrets } from './gateway/keys.ts';
import { StartError } from './start-error.ts';
import { REGIONS, type Region } from './storage/region.ts';

/** What a process is in a deployment of several kinds: see docs/operations.md. */
export const ROLES = ['gateway', 'region', 'web'] as const;

export type Role = (typeof ROLES)[number];

/** Settings of a process that is one of several kinds. */
export interface RoleSettings {
  /** The one role of this process; undefined for all of them. */
  readonly role: Role | undefined;
  /** The region of a process with the role `region`. */
  readonly region: Region | undefined;
  /** Addresses of the regions, for gateways. */
  readonly regionAddresses: Partial<Record<Region, readonly string[]>>;
  /** Secrets that gateways share with regions. */
  readonly gatewaySecrets: Partial<Record<Region, GatewaySecrets>>;
  readonly regionPort: number;
}

/** Reads them. Throws a StartError that names the setting and the rule. */
export function roleSettings(env: Environment): RoleSettings {
  const role = choice(env, 'TILLGATE_ROLE', ROLES);
  const region = choice(env, 'TILLGATE_REGION', REGIONS);
  const settings = {
    role,
    region,
    regionAddresses: byRegion((region) => addresses(env, `TILLGATE_REGION_URL_${region}`)),
    gatewaySecrets: byRegion((region) => gatewaySecrets(env, region)),
    regionPort: integer(env, 'TILLGATE_REGION_PORT', 3003, 0, 65_535),
  };
  if (role) requireForRole(env, role, settings);
  else if (region) throw new StartError('TILLGATE_REGION requires the role region: set TILLGATE_ROLE=region.');
  return settings;
}

/** Processes of one deployment do not know each other's addresses, databases and keys but by their settings. */
function requireForRole(env: Environment, role: Role, settings: Omit<RoleSettings, 'regionPort'>): void {
  const { region, regionAddresses, gatewaySecrets } = settings;
  const needed = ['TILLGATE_API_URL', 'TILLGATE_WEB_URL', ...(role === 'region' ? [] : ['DATABASE_URL'])];
  const missing = needed.find((name) => !env[name]);
  if (missing) throw new StartError(`The role ${role} requires ${missing}.`);
  if (role === 'region') {
    if (!region) throw new StartError(`The role region requires TILLGATE_REGION: one of ${REGIONS.join(', ')}.`);
    if (!env[`DATABASE_URL_${region}`] && !env.DATABASE_URL)
      throw new StartError(`The role region requires DATABASE_URL_${region}, or DATABASE_URL.`);
  }
  if (role === 'gateway' && Object.keys(regionAddresses).length === 0)
    throw new StartError('The role gateway requires the address of a region, such as TILLGATE_REGION_URL_UK.');
  const served = role === 'region' ? [region as Region] : (Object.keys(regionAddresses) as Region[]);
  const keyless = role === 'web' ? undefined : served.find((one) => !gatewaySecrets[one]);
  if (keyless)
    throw new StartError(
      `The role ${role} requires TILLGATE_GATEWAY_KEY or TILLGATE_GATEWAY_KEY_${keyless}: 32 random bytes in base64, as \`openssl rand -base64 32\` prints.`,
    );
}

function byRegion<T>(read: (region: Region) => T | undefined): Partial<Record<Region, T>> {
  const entries = REGIONS.map((region) => [region, read(region)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as Partial<Record<Region, T>>;
}

/** A region's own keys, else those that all regions have. */
function gatewaySecrets(env: Environment, region: Region): GatewaySecrets | undefined {
  const own = `TILLGATE_GATEWAY_KEY_${region}`;
  const [first, ...older] = secrets(env, env[own] ? own : 'TILLGATE_GATEWAY_KEY');
  return first && [first, ...older];
}

/** One or several origins of the processes of a region. */
function addresses(env: Environment, name: string): string[] | undefined {
  const texts = env[name]?.split(',').map((text) => text.trim());
  return texts && env[name] ? texts.map((text) => origin({ [name]: text }, name) ?? refuseEmpty(name)) : undefined;
}

function refuseEmpty(name: string): never {
  throw new StartError(`${name} must be one or several origins such as http://10.0.0.5:3003, separated by commas.`);
}
