import { availableParallelism } from 'node:os';
import { type CellName, cellOf, MOST_CELLS } from './database/cells.ts';
import type { MailSettings } from './process/mailer.ts';
import { type GatewaySecrets, REGIONS, type Region } from './process/region.ts';
import { StartError } from './process/start-error.ts';
import {
  choice,
  type Environment,
  MOST_WORKERS,
  postgres,
  REGION_SETTINGS,
  type Role,
  readByRegion,
  readSettings,
  SETTINGS,
} from './settings.ts';

export type Config = ReturnType<typeof readConfig>;

/** Reads the environment. Throws a StartError that names the setting and its rule. */
export function readConfig(env: Environment) {
  refuseUnknown(env);
  const { adminUrl, adminToken, smtpUrl, mailFrom, name, logo, accent, support, gatewayKey, ...values } = readSettings(
    env,
    SETTINGS,
  );
  const regionAddresses = readByRegion(env, REGION_SETTINGS.addresses);
  const gatewaySecrets: Partial<Record<Region, GatewaySecrets>> = {
    ...(gatewayKey && Object.fromEntries(REGIONS.map((region) => [region, gatewayKey]))),
    ...readByRegion(env, REGION_SETTINGS.gatewayKeys),
  };
  requireForRole(env, values.role, { region: values.region, regionAddresses, gatewaySecrets });
  return Object.freeze({
    ...values,
    regionAddresses,
    gatewaySecrets,
    /** PostgreSQL URLs of cells outside the control plane's database. */
    cellUrls: cellUrls(env),
    /** Undefined without a mail server; links are then only shown on the page. */
    mail: mail(smtpUrl, mailFrom),
    workers: workers(env, values.workers, values.testClock),
    /** Undefined unless OpenTelemetry's variables name a collector. */
    tracing: tracingSettings(env),
    /** Server that commands call, if not the one running on the data folder. */
    adminServer: adminServer(adminUrl, adminToken),
    brand: { name, logo, accent, support },
    testClock: values.testClock && requireTestDatabases(env),
  });
}

function refuseUnknown(env: Environment): void {
  const ofRegions = Object.values(REGION_SETTINGS).flatMap(({ variable }) =>
    REGIONS.map((region) => `${variable}_${region}`),
  );
  const variables = [...Object.values(SETTINGS).map(({ variable }) => variable), ...ofRegions];
  const known = variables.filter((name) => name.startsWith('TILLGATE_'));
  const unknown = Object.keys(env).find((name) => name.startsWith('TILLGATE_') && !known.includes(name));
  if (unknown) throw new StartError(`Unknown setting ${unknown}. Known settings: ${known.join(', ')}.`);
}

type RoleSettings = Pick<Config, 'region' | 'regionAddresses' | 'gatewaySecrets'>;

/** Processes of a deployment learn each other's addresses, databases and keys only from their settings. */
function requireForRole(env: Environment, role: Role | undefined, settings: RoleSettings): void {
  const { region, regionAddresses, gatewaySecrets } = settings;
  if (!role) {
    if (region) throw new StartError('TILLGATE_REGION requires the role region: set TILLGATE_ROLE=region.');
    return;
  }
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

const CELL_SETTING = new RegExp(`^DATABASE_URL_((?:${REGIONS.join('|')})(?:_.*)?)$`);

function cellUrls(env: Environment): Partial<Record<CellName, string>> {
  const urls: Partial<Record<CellName, string>> = {};
  for (const [setting, value] of Object.entries(env)) {
    const name = CELL_SETTING.exec(setting)?.[1];
    if (name === undefined) continue;
    if (!cellOf(name)) {
      throw new StartError(
        `${setting} names no cell: the number after the region must be an integer from 2 to ${MOST_CELLS}.`,
      );
    }
    if (!value) continue;
    urls[name as CellName] = postgres(setting, value);
    if (!env.DATABASE_URL && env.TILLGATE_ROLE !== 'region')
      throw new StartError(`${setting} requires DATABASE_URL, the control plane's database.`);
  }
  return urls;
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Requires TLS except to this machine, so that the token is never sent over a network in clear text. */
function adminServer(url: string | undefined, token: string | undefined) {
  if (url === undefined && token === undefined) return undefined;
  if (url === undefined || token === undefined)
    throw new StartError('TILLGATE_ADMIN_URL and TILLGATE_ADMIN_TOKEN require each other; set both or none.');
  const { protocol, hostname } = new URL(url);
  if (protocol === 'http:' && !LOOPBACK.has(hostname))
    throw new StartError('TILLGATE_ADMIN_URL must begin with https://, or with http:// on localhost or 127.0.0.1.');
  return { url, token };
}

/** Mail servers deliver mail only from an address that the deployment owns. */
function mail(url: string | undefined, from: string | undefined): MailSettings | undefined {
  if (url === undefined && from === undefined) return undefined;
  if (url !== undefined && from !== undefined) return { url, from };
  throw new StartError('SMTP_URL and TILLGATE_MAIL_FROM require each other; set both or none.');
}

/** `auto` means one worker per core, or a single one with the embedded database. */
function workers(env: Environment, asked: number | 'auto', testClock: boolean): number {
  const count = asked === 'auto' ? Math.min(availableParallelism(), MOST_WORKERS) : asked;
  const hasPostgres = Boolean(env.DATABASE_URL) || env.TILLGATE_ROLE === 'region';
  if (count === 1 || (asked === 'auto' && !hasPostgres)) return 1;
  if (!hasPostgres) {
    throw new StartError(
      'TILLGATE_WORKERS requires DATABASE_URL: the embedded database belongs to a single process. Set TILLGATE_WORKERS to 1, or DATABASE_URL.',
    );
  }
  if (testClock) throw new StartError('TILLGATE_TEST_CLOCK moves the time of one process: set TILLGATE_WORKERS to 1.');
  return count;
}

/** Requires database names that end in `_test`: moving the clock would expire every connection of a real deployment. */
function requireTestDatabases(env: Environment): true {
  const names = Object.keys(env).filter((name) => name === 'DATABASE_URL' || CELL_SETTING.test(name));
  const real = names.find((name) => env[name] && !new URL(env[name]).pathname.endsWith('_test'));
  if (real === undefined) return true;
  throw new StartError(
    `TILLGATE_TEST_CLOCK requires a test database: the name of the database in ${real} must end in _test.`,
  );
}

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/**
 * Reads OpenTelemetry's variables, for one protocol; its libraries read the others themselves. `ratio` is the share of
 * traces that a ratio sampler keeps, from 0 to 1.
 */
function tracingSettings(env: Environment) {
  const endpoint = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || env.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (!endpoint || env.OTEL_SDK_DISABLED?.toLowerCase() === 'true' || env.OTEL_TRACES_EXPORTER === 'none')
    return undefined;
  const protocol = env.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL || env.OTEL_EXPORTER_OTLP_PROTOCOL;
  if (protocol && protocol !== 'http/json')
    throw new StartError('OTEL_EXPORTER_OTLP_PROTOCOL must be http/json, which collectors take at port 4318.');
  const named = env.OTEL_TRACES_SAMPLER || 'parentbased_always_on';
  const sampler = choice(...SAMPLERS)('OTEL_TRACES_SAMPLER', named);
  const ratio = Number(env.OTEL_TRACES_SAMPLER_ARG || 1);
  if (!(ratio >= 0 && ratio <= 1)) throw new StartError('OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1.');
  return { sampler, ratio };
}
