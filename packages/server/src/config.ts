import { availableParallelism } from 'node:os';
import { type Environment, integer, origin, secrets, url } from './environment.ts';
import type { MailSettings } from './mail/mailer.ts';
import { type RoleSettings, roleSettings } from './role-settings.ts';
import { StartError } from './start-error.ts';
import { type CellName, cellOf, MOST_CELLS } from './storage/cells.ts';
import { REGIONS } from './storage/region.ts';
import { type BrandSettings, DEFAULT_NAME, readAccent, readName, readSupport } from './web/brand/settings.ts';

/** All settings of a server. */
export interface Config extends RoleSettings {
  readonly apiPort: number;
  readonly webPort: number;
  readonly opsPort: number;
  readonly opsHost: string;
  /** The public URL of the API without the version, if it is not `http://localhost:<apiPort>`. */
  readonly apiUrl: string | undefined;
  readonly webUrl: string | undefined;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  /** PostgreSQL of the cells that are not in the control plane's database. */
  readonly cellUrls: Partial<Record<CellName, string>>;
  readonly redisUrl: string | undefined;
  /** The mail server that links are sent through; without one they are only shown. */
  readonly mail: MailSettings | undefined;
  /** Whether strangers may open accounts for organizations. */
  readonly signUp: 'open' | 'closed';
  /** Keys that encrypt secrets in the database. The first encrypts; the others decrypt what is from before. */
  readonly keys: readonly Buffer[];
  readonly trustedProxies: number;
  readonly rateLimit: number;
  readonly mintLimit: number;
  /** Requests that one process works on at once. */
  readonly maxRequests: number;
  /** Processes that serve requests, behind one process that accepts the connections if there are several. */
  readonly workers: number;
  /** Seconds that a start waits for a database that is starting itself. */
  readonly startTimeout: number;
  /** Seconds for which a server that stops is not ready before it closes its ports, so that a load balancer sees it. */
  readonly drain: number;
  /** Seconds that a stop waits for clients before it closes their connections. */
  readonly stopTimeout: number;
  /** Absent unless OpenTelemetry's variables name a collector. */
  readonly tracing: TracingConfig | undefined;
  /** The commit that was built, for the metrics. */
  readonly commit: string;
  /** The server that commands work through, if it is not the one of the data folder. */
  readonly adminServer: { readonly url: string; readonly token: string } | undefined;
  /** What the pages show as the deployment's own. */
  readonly brand: BrandSettings;
  /** True if the operations listener may advance the clock: for test databases alone. */
  readonly testClock: boolean;
}

/** Samplers of OTEL_TRACES_SAMPLER. */
const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** Traces for a collector. What else OpenTelemetry's variables say, its own libraries read. */
export interface TracingConfig {
  readonly sampler: (typeof SAMPLERS)[number];
  /** Part of the traces that a sampler by ratio keeps, from 0 to 1. */
  readonly ratio: number;
}

const KNOWN = [
  'TILLGATE_API_PORT',
  'TILLGATE_WEB_PORT',
  'TILLGATE_OPS_PORT',
  'TILLGATE_OPS_HOST',
  'TILLGATE_API_URL',
  'TILLGATE_WEB_URL',
  'TILLGATE_DATA_DIR',
  'TILLGATE_KEY',
  'TILLGATE_MAIL_FROM',
  'TILLGATE_SIGN_UP',
  'TILLGATE_RATE_LIMIT',
  'TILLGATE_MINT_LIMIT',
  'TILLGATE_MAX_REQUESTS',
  'TILLGATE_WORKERS',
  'TILLGATE_ROLE',
  'TILLGATE_REGION',
  'TILLGATE_REGION_PORT',
  'TILLGATE_GATEWAY_KEY',
  'TILLGATE_START_TIMEOUT',
  'TILLGATE_DRAIN',
  'TILLGATE_STOP_TIMEOUT',
  'TILLGATE_COMMIT',
  'TILLGATE_ADMIN_URL',
  'TILLGATE_ADMIN_TOKEN',
  'TILLGATE_NAME',
  'TILLGATE_LOGO',
  'TILLGATE_ACCENT',
  'TILLGATE_SUPPORT',
  'TILLGATE_TEST_CLOCK',
] as const;

/** Settings that a region has of its own: the name with the region behind it. */
const OF_REGIONS = ['TILLGATE_REGION_URL_', 'TILLGATE_GATEWAY_KEY_'].flatMap((name) =>
  REGIONS.map((region) => name + region),
);

/** Reads the environment. Throws a StartError that names the setting and the rule. */
export function readConfig(env: Environment): Config {
  refuseUnknown(env);
  return Object.freeze({
    ...roleSettings(env),
    apiPort: integer(env, 'TILLGATE_API_PORT', 3000, 0, 65_535),
    webPort: integer(env, 'TILLGATE_WEB_PORT', 3001, 0, 65_535),
    opsPort: integer(env, 'TILLGATE_OPS_PORT', 3002, 0, 65_535),
    opsHost: env.TILLGATE_OPS_HOST || '127.0.0.1',
    apiUrl: origin(env, 'TILLGATE_API_URL'),
    webUrl: origin(env, 'TILLGATE_WEB_URL'),
    dataDir: env.TILLGATE_DATA_DIR || '.data',
    databaseUrl: url(env, 'DATABASE_URL', ['postgres:', 'postgresql:']),
    cellUrls: cellUrls(env),
    redisUrl: url(env, 'REDIS_URL', ['redis:', 'rediss:']),
    mail: mail(env),
    signUp: signUp(env),
    keys: secrets(env, 'TILLGATE_KEY'),
    trustedProxies: integer(env, 'TRUST_PROXY', 0, 0, 16),
    rateLimit: integer(env, 'TILLGATE_RATE_LIMIT', 300, 1, 1_000_000_000),
    mintLimit: integer(env, 'TILLGATE_MINT_LIMIT', 30, 1, 1_000_000_000),
    maxRequests: integer(env, 'TILLGATE_MAX_REQUESTS', 1000, 1, 1_000_000),
    workers: workers(env),
    startTimeout: integer(env, 'TILLGATE_START_TIMEOUT', 60, 0, 3600),
    drain: integer(env, 'TILLGATE_DRAIN', 0, 0, 3600),
    stopTimeout: integer(env, 'TILLGATE_STOP_TIMEOUT', 25, 0, 3600),
    tracing: tracing(env),
    commit: env.TILLGATE_COMMIT || 'unknown',
    adminServer: adminServer(env),
    brand: brand(env),
    testClock: testClock(env),
  });
}

function refuseUnknown(env: Environment): void {
  const known = new Set<string>([...KNOWN, ...OF_REGIONS]);
  const unknown = Object.keys(env).find((name) => name.startsWith('TILLGATE_') && !known.has(name));
  if (unknown) throw new StartError(`Unknown setting ${unknown}. Known settings: ${[...known].join(', ')}.`);
}

const CELL_SETTING = new RegExp(`^DATABASE_URL_((?:${REGIONS.join('|')})(?:_.*)?)$`);

function cellUrls(env: Environment): Partial<Record<CellName, string>> {
  const urls: Partial<Record<CellName, string>> = {};
  for (const setting of Object.keys(env)) {
    const name = CELL_SETTING.exec(setting)?.[1];
    if (name === undefined) continue;
    if (!cellOf(name)) {
      throw new StartError(
        `${setting} names no cell: the number behind the region must be an integer from 2 to ${MOST_CELLS}.`,
      );
    }
    const value = url(env, setting, ['postgres:', 'postgresql:']);
    if (value === undefined) continue;
    if (!env.DATABASE_URL && env.TILLGATE_ROLE !== 'region')
      throw new StartError(`${setting} requires DATABASE_URL, the control plane's database.`);
    urls[name as CellName] = value;
  }
  return urls;
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** A token is never sent in the clear over a network. */
function adminServer(env: Environment): Config['adminServer'] {
  const url = origin(env, 'TILLGATE_ADMIN_URL');
  const token = env.TILLGATE_ADMIN_TOKEN || undefined;
  if (url === undefined && token === undefined) return undefined;
  if (url === undefined || token === undefined) {
    throw new StartError('TILLGATE_ADMIN_URL and TILLGATE_ADMIN_TOKEN require each other; set both or none.');
  }
  const { protocol, hostname } = new URL(url);
  if (protocol === 'http:' && !LOOPBACK.has(hostname)) {
    throw new StartError('TILLGATE_ADMIN_URL must begin with https://, or with http:// on localhost or 127.0.0.1.');
  }
  return { url, token };
}

function brand(env: Environment): BrandSettings {
  const read = <T>(name: string, reader: (name: string, text: string) => T) => {
    const text = env[name];
    return text ? reader(name, text) : undefined;
  };
  return {
    name: read('TILLGATE_NAME', readName) ?? DEFAULT_NAME,
    logo: env.TILLGATE_LOGO || undefined,
    accent: read('TILLGATE_ACCENT', readAccent),
    support: read('TILLGATE_SUPPORT', readSupport),
  };
}

/** As OpenTelemetry defines its variables, for the one protocol that is spoken here. */
function tracing(env: Environment): TracingConfig | undefined {
  const endpoint = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || env.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (!endpoint || env.OTEL_SDK_DISABLED?.toLowerCase() === 'true' || env.OTEL_TRACES_EXPORTER === 'none')
    return undefined;
  const protocol = env.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL || env.OTEL_EXPORTER_OTLP_PROTOCOL;
  if (protocol && protocol !== 'http/json')
    throw new StartError('OTEL_EXPORTER_OTLP_PROTOCOL must be http/json, which collectors take at port 4318.');
  const sampler = SAMPLERS.find((name) => name === (env.OTEL_TRACES_SAMPLER || 'parentbased_always_on'));
  if (!sampler) throw new StartError(`OTEL_TRACES_SAMPLER must be one of ${SAMPLERS.join(', ')}.`);
  const ratio = Number(env.OTEL_TRACES_SAMPLER_ARG || 1);
  if (!(ratio >= 0 && ratio <= 1)) throw new StartError('OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1.');
  return { sampler, ratio };
}

const MAIL_ADDRESS = /^[^\s@<>]+@[^\s@<>]+$/;

/** Mails without a sender of the deployment's own would not arrive. */
function mail(env: Environment): MailSettings | undefined {
  const smtp = url(env, 'SMTP_URL', ['smtp:', 'smtps:']);
  const from = env.TILLGATE_MAIL_FROM || undefined;
  if (smtp === undefined && from === undefined) return undefined;
  if (smtp === undefined || from === undefined) {
    throw new StartError('SMTP_URL and TILLGATE_MAIL_FROM require each other; set both or none.');
  }
  if (MAIL_ADDRESS.test(from)) return { url: smtp, from };
  throw new StartError(
    `TILLGATE_MAIL_FROM must be an e-mail address such as tillgate@example.com, not ${JSON.stringify(from)}.`,
  );
}

function signUp(env: Environment): Config['signUp'] {
  const text = env.TILLGATE_SIGN_UP || 'open';
  if (text === 'open' || text === 'closed') return text;
  throw new StartError(`TILLGATE_SIGN_UP must be open or closed, not ${JSON.stringify(text)}.`);
}

const MOST_WORKERS = 64;

/** `auto` is one for each core, where several are possible at all. */
function workers(env: Environment): number {
  const isAuto = env.TILLGATE_WORKERS === 'auto';
  const number = isAuto
    ? Math.min(availableParallelism(), MOST_WORKERS)
    : integer(env, 'TILLGATE_WORKERS', 1, 1, MOST_WORKERS);
  const hasPostgres = Boolean(env.DATABASE_URL) || env.TILLGATE_ROLE === 'region';
  if (number === 1 || (isAuto && !hasPostgres)) return 1;
  if (!hasPostgres) {
    throw new StartError(
      'TILLGATE_WORKERS requires DATABASE_URL: the embedded database belongs to a single process. Set TILLGATE_WORKERS to 1, or DATABASE_URL.',
    );
  }
  if (integer(env, 'TILLGATE_TEST_CLOCK', 0, 0, 1) === 1)
    throw new StartError('TILLGATE_TEST_CLOCK moves the time of one process: set TILLGATE_WORKERS to 1.');
  return number;
}

/** A clock that can be moved would end every connection of a real deployment, so its databases must say what they are. */
function testClock(env: Environment): boolean {
  if (integer(env, 'TILLGATE_TEST_CLOCK', 0, 0, 1) === 0) return false;
  const names = Object.keys(env).filter((name) => name === 'DATABASE_URL' || CELL_SETTING.test(name));
  const real = names.find((name) => env[name] && !new URL(env[name]).pathname.endsWith('_test'));
  if (real === undefined) return true;
  throw new StartError(
    `TILLGATE_TEST_CLOCK requires a test database: the name of the database in ${real} must end in _test.`,
  );
}
