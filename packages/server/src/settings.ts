import { DEFAULT_NAME, readAccent, readName, readSupport } from './brand-settings.ts';
import { readKey } from './database/secrets.ts';
import { REGIONS, type Region } from './process/region.ts';
import { StartError } from './process/start-error.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Parses the text of one setting. Throws a StartError that names the setting and the rule. */
type Reader<T> = (variable: string, text: string) => T;

const text: Reader<string> = (_, text) => text;

const integer =
  (min: number, max: number): Reader<number> =>
  (variable, text) => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    throw new StartError(`${variable} must be an integer from ${min} to ${max}, not ${JSON.stringify(text)}.`);
  };

const port = integer(0, 65_535);

const flag: Reader<boolean> = (variable, text) => integer(0, 1)(variable, text) === 1;

export const choice =
  <T extends string>(...choices: readonly T[]): Reader<T> =>
  (variable, text) => {
    const chosen = choices.find((one) => one === text);
    if (chosen) return chosen;
    throw new StartError(`${variable} must be one of ${choices.join(', ')}, not ${JSON.stringify(text)}.`);
  };

const url =
  (...protocols: readonly string[]): Reader<string> =>
  (variable, text) => {
    if (URL.canParse(text) && protocols.includes(new URL(text).protocol)) return text;
    // The URL may contain a password, so the message does not repeat it.
    throw new StartError(`${variable} must be a URL that begins with ${protocols.map((p) => `${p}//`).join(' or ')}.`);
  };

export const postgres = url('postgres:', 'postgresql:');

/** An origin without a path, such as `https://api.example.com`. */
const origin: Reader<string> = (variable, text) => {
  const { origin, pathname, search } = new URL(url('http:', 'https:')(variable, text));
  if (pathname === '/' && search === '') return origin;
  throw new StartError(`${variable} must be an origin such as https://api.example.com, without a path.`);
};

const origins: Reader<readonly string[]> = (variable, text) => {
  const texts = text.split(',').map((each) => each.trim());
  if (!texts.includes('')) return texts.map((each) => origin(variable, each));
  throw new StartError(`${variable} must be one or several origins such as http://10.0.0.5:3003, separated by commas.`);
};

const email: Reader<string> = (variable, text) => {
  if (/^[^\s@<>]+@[^\s@<>]+$/.test(text)) return text;
  throw new StartError(
    `${variable} must be an e-mail address such as tillgate@example.com, not ${JSON.stringify(text)}.`,
  );
};

const keys: Reader<readonly [Buffer, ...Buffer[]]> = (variable, text) => {
  const texts = text.split(',');
  const [first, ...more] = texts.flatMap((each) => readKey(each.trim()) ?? []);
  if (first && 1 + more.length === texts.length) return [first, ...more];
  throw new StartError(
    `${variable} must be 32 random bytes in base64, as \`openssl rand -base64 32\` prints; or several such keys, separated by commas.`,
  );
};

/** An environment variable. docs/settings.md is generated from these. */
export interface Setting<T> {
  readonly variable: string;
  readonly read: Reader<T>;
  /** Default for an absent or empty variable. */
  readonly otherwise: T;
  /** Default shown in the documentation, if `otherwise` does not say enough. */
  readonly shown?: string;
  readonly meaning: string;
}

const setting = <T, const D = undefined>(
  variable: string,
  read: Reader<T>,
  meaning: string,
  defaults: { readonly otherwise?: D; readonly shown?: string } = {},
) => ({ variable, read, meaning, otherwise: undefined, ...defaults }) as Setting<T | D>;

/** Roles of processes in a deployment; see docs/operations.md. */
export const ROLES = ['gateway', 'region', 'web'] as const;

export type Role = (typeof ROLES)[number];

export const MOST_WORKERS = 64;

const workers: Reader<number | 'auto'> = (variable, text) =>
  text === 'auto' ? 'auto' : integer(1, MOST_WORKERS)(variable, text);

const KEY = '32 random bytes in base64 (`openssl rand -base64 32`)';

export const SETTINGS = {
  apiPort: setting('TILLGATE_API_PORT', port, 'Port of the API. 0 picks a free port, here and below.', {
    otherwise: 3000,
  }),
  webPort: setting('TILLGATE_WEB_PORT', port, 'Port of the web host.', { otherwise: 3001 }),
  opsPort: setting('TILLGATE_OPS_PORT', port, 'Port of the operations listener (`/healthz`, `/readyz`, `/metrics`).', {
    otherwise: 3002,
  }),
  opsHost: setting('TILLGATE_OPS_HOST', text, 'Address that the operations listener binds to.', {
    otherwise: '127.0.0.1',
  }),
  apiUrl: setting('TILLGATE_API_URL', origin, 'Public origin of the API behind a proxy.', { shown: 'from the port' }),
  webUrl: setting('TILLGATE_WEB_URL', origin, 'Public origin of the web host behind a proxy.', {
    shown: 'from the port',
  }),
  dataDir: setting(
    'TILLGATE_DATA_DIR',
    text,
    'Folder of the embedded database, its `key`, its socket `admin.sock`, `demo.json` and `token-request.json`.',
    { otherwise: '.data' },
  ),
  keys: setting(
    'TILLGATE_KEY',
    keys,
    `${KEY} that encrypt the secrets in the database. Required with PostgreSQL. Of several keys, separated by commas, the first encrypts and the others still decrypt.`,
    { otherwise: [], shown: 'file `key`' },
  ),
  databaseUrl: setting(
    'DATABASE_URL',
    postgres,
    'PostgreSQL of the control plane, and of every region without a separate database.',
    { shown: 'embedded' },
  ),
  redisUrl: setting('REDIS_URL', url('redis:', 'rediss:'), 'Redis for the counters that several instances share.', {
    shown: 'in memory',
  }),
  smtpUrl: setting(
    'SMTP_URL',
    url('smtp:', 'smtps:'),
    'Mail server that sends links and tells people about changes to their login. Without it, links are only shown and no address can be confirmed, so close sign-up if strangers can reach it.',
  ),
  mailFrom: setting('TILLGATE_MAIL_FROM', email, 'Sender of the mails. Required with `SMTP_URL`.'),
  signUp: setting('TILLGATE_SIGN_UP', choice('open', 'closed'), '`closed` lets developers join by invitation only.', {
    otherwise: 'open',
  }),
  trustedProxies: setting(
    'TRUST_PROXY',
    integer(0, 16),
    'Number of proxies in front of the server whose `X-Forwarded-For` entries are trusted. Their ports are ignored; a request with fewer entries, or without an address in the entry, has no known source.',
    { otherwise: 0 },
  ),
  rateLimit: setting('TILLGATE_RATE_LIMIT', integer(1, 1_000_000_000), 'Requests per minute and app.', {
    otherwise: 300,
  }),
  mintLimit: setting('TILLGATE_MINT_LIMIT', integer(1, 1_000_000_000), 'Token mints per minute and source address.', {
    otherwise: 30,
  }),
  maxRequests: setting(
    'TILLGATE_MAX_REQUESTS',
    integer(1, 1_000_000),
    'Requests that one process works on at once. Others get a 503.',
    { otherwise: 1000 },
  ),
  webhookLoopback: setting(
    'TILLGATE_WEBHOOK_LOOPBACK',
    flag,
    "`1` lets webhook endpoints of the sandbox be on the server's own machine, over plain HTTP too.",
    { shown: '`1` with the embedded database, if `TILLGATE_WEB_URL` is on the same machine' },
  ),
  maxWaiting: setting(
    'TILLGATE_MAX_WAITING',
    integer(1, 1_000_000),
    'Requests for changes that may wait at once in one process, apart from those that it works on; those of one app have at most half of the places. Others get a 503.',
    { otherwise: 2000 },
  ),
  workers: setting(
    'TILLGATE_WORKERS',
    workers,
    'Processes that serve requests, with PostgreSQL only: a number, or `auto` for one per core.',
    { otherwise: 1 },
  ),
  role: setting('TILLGATE_ROLE', choice(...ROLES), '`gateway`, `region` or `web`, like `--role`.', {
    shown: 'all roles',
  }),
  region: setting(
    'TILLGATE_REGION',
    choice(...REGIONS),
    `Region of a process with the role \`region\`, like \`--region\`: ${REGIONS.map((region) => `\`${region}\``).join(', ')}.`,
  ),
  regionPort: setting('TILLGATE_REGION_PORT', port, 'Port of the role `region`.', { otherwise: 3003 }),
  gatewayKey: setting(
    'TILLGATE_GATEWAY_KEY',
    keys,
    `For gateways and regions: ${KEY} that they share. Of several keys, separated by commas, the first signs.`,
  ),
  adminUrl: setting(
    'TILLGATE_ADMIN_URL',
    origin,
    'Operations listener of the server that commands work through, instead of a database.',
  ),
  adminToken: setting('TILLGATE_ADMIN_TOKEN', text, 'Admin token for `TILLGATE_ADMIN_URL`.'),
  startTimeout: setting(
    'TILLGATE_START_TIMEOUT',
    integer(0, 3600),
    'Seconds to wait at start for the database of `DATABASE_URL`.',
    { otherwise: 60 },
  ),
  drain: setting(
    'TILLGATE_DRAIN',
    integer(0, 3600),
    'Seconds for which a server that is shutting down still serves but reports that it is not ready, so that a load balancer turns away from it.',
    { otherwise: 0 },
  ),
  stopTimeout: setting(
    'TILLGATE_STOP_TIMEOUT',
    integer(0, 3600),
    'Seconds to wait for clients at shutdown before their connections are closed.',
    { otherwise: 25 },
  ),
  commit: setting('TILLGATE_COMMIT', text, 'Commit of the build, for `tillgate_build_info` in the metrics.', {
    otherwise: 'unknown',
  }),
  name: setting('TILLGATE_NAME', readName, 'Name of the service on its pages, in mails and in authenticator apps.', {
    otherwise: DEFAULT_NAME,
  }),
  logo: setting('TILLGATE_LOGO', text, 'SVG or PNG file of at most 256 KiB, shown next to the name.', {
    shown: 'ours',
  }),
  accent: setting(
    'TILLGATE_ACCENT',
    readAccent,
    'Colour of buttons and links, dark enough for white text (WCAG AA). Dark pages use a lighter shade.',
    { shown: '`#0b6b45`' },
  ),
  support: setting('TILLGATE_SUPPORT', readSupport, 'E-mail address or `https://` page where people find help.'),
  testClock: setting(
    'TILLGATE_TEST_CLOCK',
    flag,
    '`1` serves `GET /clock` and `POST /clock {"advance": seconds}` on the operations listener, for test databases only.',
    { otherwise: false, shown: 'off' },
  ),
};

/** Settings of each region. Their variables end in `_` and the region. */
export const REGION_SETTINGS = {
  addresses: setting(
    'TILLGATE_REGION_URL',
    origins,
    'For gateways: addresses of the region, one or more origins separated by commas.',
  ),
  gatewayKeys: setting(
    'TILLGATE_GATEWAY_KEY',
    keys,
    'The same for one region, instead of the key that all regions share.',
  ),
};

type Values<Table extends Record<string, Setting<unknown>>> = {
  readonly [Key in keyof Table]: Table[Key] extends Setting<infer T> ? T : never;
};

function readSetting<T>(env: Environment, { variable, read, otherwise }: Setting<T>): T {
  const value = env[variable];
  return value ? read(variable, value) : otherwise;
}

export const readSettings = <Table extends Record<string, Setting<unknown>>>(
  env: Environment,
  table: Table,
): Values<Table> =>
  Object.fromEntries(Object.entries(table).map(([key, row]) => [key, readSetting(env, row)])) as Values<Table>;

export function readByRegion<T>(env: Environment, row: Setting<T | undefined>): Partial<Record<Region, T>> {
  const read = (region: Region) => readSetting(env, { ...row, variable: `${row.variable}_${region}` });
  const entries = REGIONS.map((region) => [region, read(region)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as Partial<Record<Region, T>>;
}
