import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import { StartError } from '../../../src/process/start-error.ts';
import { freshDatabases } from '../../support/databases.ts';
import { startService } from '../../support/service.ts';

function refusal(env: Record<string, string>): string {
  try {
    readConfig(env);
  } catch (error) {
    expect(error).toBeInstanceOf(StartError);
    expect((error as Error).message).not.toContain('\n');
    return (error as Error).message;
  }
  throw new Error('It was accepted.');
}

describe('Without settings', () => {
  test('the server is as documented', () => {
    expect(readConfig({ PATH: '/bin', HOME: '/root' })).toEqual({
      apiPort: 3000,
      webPort: 3001,
      opsPort: 3002,
      opsHost: '127.0.0.1',
      apiUrl: undefined,
      webUrl: undefined,
      dataDir: '.data',
      keys: [],
      databaseUrl: undefined,
      cellUrls: {},
      redisUrl: undefined,
      trustedProxies: 0,
      rateLimit: 300,
      maxRequests: 1000,
      maxWaiting: 2000,
      tracing: undefined,
      mail: undefined,
      signUp: 'open',
      mintLimit: 30,
      workers: 1,
      startTimeout: 60,
      drain: 0,
      stopTimeout: 25,
      commit: 'unknown',
      adminServer: undefined,
      brand: { name: 'Tillgate', logo: undefined, accent: undefined, support: undefined },
      testClock: false,
      role: undefined,
      region: undefined,
      regionPort: 3003,
      regionAddresses: {},
      gatewaySecrets: {},
    });
  });

  test('an empty setting counts as absent', () => {
    const empty = { TILLGATE_API_PORT: '', TILLGATE_API_URL: '', DATABASE_URL: '', REDIS_URL: '', TRUST_PROXY: '' };
    expect(readConfig(empty)).toEqual(readConfig({}));
  });
});

test.each<[Record<string, string>, Record<string, unknown>]>([
  [{ TILLGATE_API_PORT: '0' }, { apiPort: 0 }],
  [{ TILLGATE_WEB_PORT: '65535' }, { webPort: 65_535 }],
  [{ TILLGATE_SIGN_UP: 'closed' }, { signUp: 'closed' }],
  [{ TILLGATE_OPS_HOST: '0.0.0.0' }, { opsHost: '0.0.0.0' }],
  [{ TILLGATE_API_URL: 'https://api.example.com/' }, { apiUrl: 'https://api.example.com' }],
  [{ TILLGATE_WEB_URL: 'http://localhost:8080' }, { webUrl: 'http://localhost:8080' }],
  [{ TILLGATE_DATA_DIR: '/var/lib/tillgate' }, { dataDir: '/var/lib/tillgate' }],
  [{ TILLGATE_KEY: `${'b2xk'.repeat(10)}b20=` }, { keys: [Buffer.from('oldoldoldoldoldoldoldoldoldoldom')] }],
  [{ DATABASE_URL: 'postgres://u:p@db/x' }, { databaseUrl: 'postgres://u:p@db/x' }],
  [{ DATABASE_URL: 'postgresql:///x?host=/run' }, { databaseUrl: 'postgresql:///x?host=/run' }],
  [{ REDIS_URL: 'rediss://cache:6380/1' }, { redisUrl: 'rediss://cache:6380/1' }],
  [{ TRUST_PROXY: '2' }, { trustedProxies: 2 }],
  [{ TILLGATE_RATE_LIMIT: '1' }, { rateLimit: 1 }],
  [{ TILLGATE_MINT_LIMIT: '600' }, { mintLimit: 600 }],
  [{ TILLGATE_START_TIMEOUT: '5' }, { startTimeout: 5 }],
  [{ TILLGATE_DRAIN: '5' }, { drain: 5 }],
  [{ TILLGATE_STOP_TIMEOUT: '0' }, { stopTimeout: 0 }],
  [{ TILLGATE_COMMIT: '68d615c' }, { commit: '68d615c' }],
  [{ TILLGATE_TEST_CLOCK: '1' }, { testClock: true }],
  [{ TILLGATE_TEST_CLOCK: '0' }, { testClock: false }],
  [
    { SMTP_URL: 'smtps://user:secret@mail.example', TILLGATE_MAIL_FROM: 'tillgate@example.com' },
    { mail: { url: 'smtps://user:secret@mail.example', from: 'tillgate@example.com' } },
  ],
  [
    { DATABASE_URL: 'postgres://main', DATABASE_URL_IN: 'postgres://a/in', DATABASE_URL_IN_3: 'postgres://b/in' },
    { databaseUrl: 'postgres://main', cellUrls: { IN: 'postgres://a/in', IN_3: 'postgres://b/in' } },
  ],
])('The settings %j are accepted, and change nothing else', (env, expected) => {
  expect(readConfig(env)).toEqual({ ...readConfig({}), ...expected });
});

describe('A setting is rejected by its name and rule:', () => {
  test('an unknown one, with a list of all', () => {
    expect(refusal({ TILLGATE_API_PROT: '3000' })).toMatch(
      /^Unknown setting TILLGATE_API_PROT\. Known settings: TILLGATE_API_PORT, /,
    );
    expect(refusal({ TILLGATE_: '' })).toMatch(/^Unknown setting TILLGATE_\./);
  });

  test.each([
    ['TILLGATE_API_PORT', 0, 65_535, ['65536', '-1']],
    ['TILLGATE_WEB_PORT', 0, 65_535, ['3e3']],
    ['TILLGATE_OPS_PORT', 0, 65_535, [' 3002']],
    ['TRUST_PROXY', 0, 16, ['true', '17']],
    ['TILLGATE_RATE_LIMIT', 1, 1_000_000_000, ['0', '1.5']],
    ['TILLGATE_STOP_TIMEOUT', 0, 3600, ['3601']],
    ['TILLGATE_MINT_LIMIT', 1, 1_000_000_000, ['99999999999999999999']],
  ] as const)('%s must be an integer from %i to %i', (name, least, most, values) => {
    for (const value of values)
      expect(refusal({ [name]: value })).toBe(
        `${name} must be an integer from ${least} to ${most}, not ${JSON.stringify(value)}.`,
      );
  });

  const key = 'b2xk'.repeat(10).concat('b20=');
  const role = {
    TILLGATE_API_URL: 'https://api.example',
    TILLGATE_WEB_URL: 'https://web.example',
    DATABASE_URL: 'postgres://a/b',
  };
  const gateway = {
    ...role,
    TILLGATE_ROLE: 'gateway',
    TILLGATE_GATEWAY_KEY: key,
    TILLGATE_REGION_URL_UK: 'http://10.0.0.5:3003',
  };
  const region = { TILLGATE_ROLE: 'region' };
  test.each<[string, Record<string, string>, string]>([
    ['an unknown role', { TILLGATE_ROLE: 'all' }, 'TILLGATE_ROLE must be one of gateway, region, web, not "all"'],
    [
      'a region without the role',
      { TILLGATE_ROLE: '', TILLGATE_REGION: 'UK' },
      'TILLGATE_REGION requires the role region',
    ],
    [
      'a role without the public origins',
      { TILLGATE_ROLE: 'web', TILLGATE_API_URL: '' },
      'The role web requires TILLGATE_API_URL',
    ],
    ['a gateway without a region', { TILLGATE_REGION_URL_UK: '' }, 'requires the address of a region, such as'],
    ['a gateway without a key', { TILLGATE_GATEWAY_KEY: '' }, 'TILLGATE_GATEWAY_KEY_UK: 32 random bytes'],
    ['a key that is none', { TILLGATE_GATEWAY_KEY: 'hunter2' }, 'TILLGATE_GATEWAY_KEY must be 32 random bytes'],
    ['an address with a path', { TILLGATE_REGION_URL_UK: 'http://a:1/x' }, 'TILLGATE_REGION_URL_UK must be an origin'],
    ['an empty address', { TILLGATE_REGION_URL_UK: 'http://a:1,' }, 'one or several origins'],
    ['a setting of no region', { TILLGATE_REGION_URL_FR: 'http://a:1' }, 'Unknown setting TILLGATE_REGION_URL_FR'],
    ['a region without a name', region, 'requires TILLGATE_REGION: one of UK, US, IN, AE'],
    [
      'a region without a database',
      { ...region, TILLGATE_REGION: 'UK', DATABASE_URL: '' },
      'requires DATABASE_URL_UK, or DATABASE_URL',
    ],
  ])('%s', (_, env, rule) => {
    const message = refusal({ ...gateway, ...env });
    expect(message).toContain(rule);
    expect(message).not.toContain('hunter2');
  });

  test('not a region that knows nothing but its own database and keys', () => {
    const { DATABASE_URL: _, ...origins } = role;
    const own = { TILLGATE_ROLE: 'region', TILLGATE_REGION: 'IN', DATABASE_URL_IN: 'postgres://a/in' };
    const read = readConfig({
      ...origins,
      ...own,
      TILLGATE_GATEWAY_KEY: key,
      TILLGATE_GATEWAY_KEY_IN: `${key}, ${key}`,
    });
    expect(read).toMatchObject({ role: 'region', region: 'IN', cellUrls: { IN: 'postgres://a/in' } });
    expect(read.gatewaySecrets.IN).toHaveLength(2);
    expect(read.gatewaySecrets.UK).toHaveLength(1);
  });

  test.each<[string, string, RegExp]>([
    ['TILLGATE_API_URL', 'api.example.com', /must be a URL that begins with http:\/\/ or https:\/\//],
    ['TILLGATE_API_URL', 'ftp://api.example.com', /must be a URL/],
    ['TILLGATE_API_URL', 'https://api.example.com/v1', /must be an origin such as/],
    ['TILLGATE_WEB_URL', 'https://api.example.com/?x=1', /must be an origin such as/],
    ['TILLGATE_KEY', 'hunter2', /must be 32 random bytes in base64, as/],
    ['TILLGATE_KEY', `${'b2xk'.repeat(10)}b20=,hunter2`, /must be 32 random bytes/],
    ['DATABASE_URL', 'mysql://root:hunter2@db/x', /must be a URL that begins with postgres:\/\/ or postgresql:\/\//],
    ['DATABASE_URL', 'root:hunter2@db/x', /must be a URL/],
    ['TILLGATE_ADMIN_URL', 'http://tillgate.example', /https:\/\/, or with http:\/\/ on localhost or 127\.0\.0\.1/],
    ['REDIS_URL', 'http://:hunter2@cache', /must be a URL that begins with redis:\/\/ or rediss:\/\//],
    ['SMTP_URL', 'http://:hunter2@mail', /must be a URL that begins with smtp:\/\/ or smtps:\/\//],
    ['SMTP_URL', 'smtp://:hunter2@mail', /^SMTP_URL and TILLGATE_MAIL_FROM require each other/],
    ['TILLGATE_MAIL_FROM', 'a@b.example', /require each other/],
    ['DATABASE_URL_UK', 'uk:hunter2@db', /must be a URL/],
    ['DATABASE_URL_UK', 'postgres://uk:hunter2@db/x', /^DATABASE_URL_UK requires DATABASE_URL/],
    ['DATABASE_URL_UK_1', 'postgres://uk:hunter2@db/x', /must be an integer from 2 to 8000/],
    ['DATABASE_URL_UK_TWO', 'postgres://uk:hunter2@db/x', /^DATABASE_URL_UK_TWO names no cell/],
  ])('%s=%s, without repeating a password', (name, value, rule) => {
    const message = refusal({
      ...(name === 'TILLGATE_ADMIN_URL' && { TILLGATE_ADMIN_TOKEN: 'hunter2' }),
      [name]: value,
    });
    expect(message).toMatch(rule);
    expect(message).toContain(name);
    expect(message).not.toContain('hunter2');
  });
});

test('TILLGATE_ADMIN_URL and TILLGATE_ADMIN_TOKEN are accepted together only', () => {
  const server = { TILLGATE_ADMIN_URL: 'http://localhost:3002/', TILLGATE_ADMIN_TOKEN: 'hunter2' };
  expect(readConfig(server).adminServer).toEqual({ url: 'http://localhost:3002', token: 'hunter2' });
  for (const [name, value] of Object.entries(server)) expect(refusal({ [name]: value })).toMatch('require each other');
});

describe('TILLGATE_TEST_CLOCK', () => {
  const on = { TILLGATE_TEST_CLOCK: '1' };

  test('is accepted with databases named for tests', () => {
    const env = {
      ...on,
      DATABASE_URL: 'postgres://db/main_test',
      DATABASE_URL_UK: 'postgres://db/uk_test?sslmode=off',
    };
    expect(readConfig(env).testClock).toBe(true);
  });

  test.each<[string, Record<string, string>]>([
    ['DATABASE_URL', { DATABASE_URL: 'postgres://db/main' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://db/main_test_old' }],
    ['DATABASE_URL_IN', { DATABASE_URL: 'postgres://db/main_test', DATABASE_URL_IN: 'postgres://db/in' }],
  ])('is rejected with any other database, by the name of %s', (name, env) => {
    expect(refusal({ ...on, ...env })).toBe(
      `TILLGATE_TEST_CLOCK requires a test database: the name of the database in ${name} must end in _test.`,
    );
  });
});

test('An operations host of another machine is reported in one clear line', async () => {
  const databases = await freshDatabases();
  const error = await startService({ databases, settings: { TILLGATE_OPS_HOST: '192.0.2.1' } }).catch((e) => e);
  await databases.close();
  expect(error).toBeInstanceOf(StartError);
  expect(error.message).toBe('192.0.2.1 is not an address of this machine; set TILLGATE_OPS_HOST to one.');
});

describe('A port in use', () => {
  let taken: Server;
  let port: string;
  beforeAll(async () => {
    taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, resolve));
    port = String((taken.address() as AddressInfo).port);
  });
  afterAll(() => new Promise((resolve) => taken.close(resolve)));

  test.each(['TILLGATE_API_PORT', 'TILLGATE_WEB_PORT', 'TILLGATE_OPS_PORT'])(
    'is reported in one clear line that names %s',
    async (setting) => {
      const databases = await freshDatabases();
      const settings = { [setting]: port, TILLGATE_OPS_HOST: '::' };
      const error = await startService({ databases, settings }).catch((e) => e);
      await databases.close();
      expect(error).toBeInstanceOf(StartError);
      expect(error.message).toBe(`Port ${port} is in use; set ${setting} to another.`);
    },
  );
});
