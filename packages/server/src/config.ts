import { availableParallelism } from 'node:os';
import type { MailSettings } from './mail/mailer.ts';
import { StartError } from './start-error.ts';
import { readKey } from './storage/encryption-keys.ts';
import { REGIONS, type Region } from './storage/region.ts';
import { type BrandSettings, DEFAULT_NAME, readAccent, readName, readSupport } from './web/brand/settings.ts';

/** All settings of a server. */
export interface Config {
  readonly apiPort: number;
  readonly webPort: number;
  readonly opsPort: number;
  readonly opsHost: string;
  /** The public URL of the API without the version, if it is not `http://localhost:<apiPort>`. */
  readonly apiUrl: string | undefined;
  readonly webUrl: string | undefined;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly regionUrls: Partial<Record<Region, string>>;
  readonly redisUrl: string | undefined;
  /** The mail server that links are sent through; without one they are only shown. */
  readonly mail: MailSettings | undefined;
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

type Environment = Readonly<Record<string, string | undefined>>;

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
  'TILLGATE_RATE_LIMIT',
  'TILLGATE_MINT_LIMIT',
  'TILLGATE_MAX_REQUESTS',
  'TILLGATE_WORKERS',
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

/** Reads the environment. Throws a StartError that names the setting and the rule. */
export function readConfig(env: Environment): Config {
  refuseUnknown(env);
  return Object.freeze({
    apiPort: integer(env, 'TILLGATE_API_PORT', 3000, 0, 65_535),
    webPort: integer(env, 'TILLGATE_WEB_PORT', 3001, 0, 65_535),
    opsPort: integer(env, 'TILLGATE_OPS_PORT', 3002, 0, 65_535),
    opsHost: env.TILLGATE_OPS_HOST || '127.0.0.1',
    apiUrl: origin(env, 'TILLGATE_API_URL'),
    webUrl: origin(env, 'TILLGATE_WEB_URL'),
    dataDir: env.TILLGATE_DATA_DIR || '.data',
    databaseUrl: url(env, 'DATABASE_URL', ['postgres:', 'postgresql:']),
    regionUrls: regionUrls(env),
    redisUrl: url(env, 'REDIS_URL', ['redis:', 'rediss:']),
    mail: mail(env),
    keys: keys(env),
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
  const known = new Set<string>(KNOWN);
  const unknown = Object.keys(env).find((name) => name.startsWith('TILLGATE_') && !known.has(name));
  if (unknown) throw new StartError(`Unknown setting ${unknown}. Known settings: ${KNOWN.join(', ')}.`);
}

function integer(env: Environment, name: string, otherwise: number, min: number, max: number): number {
  const text = env[name];
  if (text === undefined || text === '') return otherwise;
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw new StartError(`${name} must be an integer from ${min} to ${max}, not ${JSON.stringify(text)}.`);
}

/** An origin such as `https://api.example.com`, without a path. */
function origin(env: Environment, name: string): string | undefined {
  const text = url(env, name, ['http:', 'https:']);
  if (text === undefined) return undefined;
  const { origin, pathname, search } = new URL(text);
  if (pathname === '/' && search === '') return origin;
  throw new StartError(`${name} must be an origin such as https://api.example.com, without a path.`);
}

function url(env: Environment, name: string, protocols: readonly string[]): string | undefined {
  const text = env[name];
  if (text === undefined || text === '') return undefined;
  if (URL.canParse(text) && protocols.includes(new URL(text).protocol)) return text;
  // The value may hold a password, so it is not repeated.
  throw new StartError(`${name} must be a URL that begins with ${protocols.map((p) => `${p}//`).join(' or ')}.`);
}

function regionUrls(env: Environment): Partial<Record<Region, string>> {
  const urls: Partial<Record<Region, string>> = {};
  for (const region of REGIONS) {
    const value = url(env, `DATABASE_URL_${region}`, ['postgres:', 'postgresql:']);
    if (value === undefined) continue;
    if (!env.DATABASE_URL)
      throw new StartError(`DATABASE_URL_${region} requires DATABASE_URL, the control plane's database.`);
    urls[region] = value;
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

function keys(env: Environment): Buffer[] {
  const texts = env.TILLGATE_KEY ? env.TILLGATE_KEY.split(',') : [];
  const read = texts.flatMap((text) => readKey(text.trim()) ?? []);
  if (read.length === texts.length) return read;
  throw new StartError(
    'TILLGATE_KEY must be 32 random bytes in base64, as `openssl rand -base64 32` prints; or several such keys, separated by commas.',
  );
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

const DATABASE_URLS = ['DATABASE_URL', ...REGIONS.map((region) => `DATABASE_URL_${region}`)];

const MOST_WORKERS = 64;

/** `auto` is one for each core, where several are possible at all. */
function workers(env: Environment): number {
  const isAuto = env.TILLGATE_WORKERS === 'auto';
  const number = isAuto
    ? Math.min(availableParallelism(), MOST_WORKERS)
    : integer(env, 'TILLGATE_WORKERS', 1, 1, MOST_WORKERS);
  if (number === 1 || (isAuto && !env.DATABASE_URL)) return 1;
  if (!env.DATABASE_URL) {
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
  const real = DATABASE_URLS.find((name) => env[name] && !new URL(env[name]).pathname.endsWith('_test'));
  if (real === undefined) return true;
  throw new StartError(
    `TILLGATE_TEST_CLOCK requires a test database: the name of the database in ${real} must end in _test.`,
  );
}
