import document from '@tillgate/openapi/openapi.json' with { type: 'json' };
import { describe, expect, test } from 'vitest';
import { preflight } from '../../src/run/preflight.ts';
import { Session } from '../../src/run/session.ts';
import { toTarget } from '../../src/target/read-target.ts';
import { command, written } from '../support/command.ts';
import { type Change, type FakeRequest, type FakeResponse, fakeApi, html, tokenOf } from '../support/fake-api.ts';

const app = (role: string, changed: object = {}) => ({
  role,
  product: 'FULL',
  env: 'SANDBOX',
  clientId: `svc_app_sb_${role}`,
  clientSecret: `svc_sk_sb_${role}`,
  ...changed,
});

const configurationOf = (baseUrl: string) => ({
  name: 'staging',
  baseUrl,
  apps: [
    app('main', { redirectUris: ['https://app.example/callback'] }),
    app('other'),
    app('spare'),
    app('main', { product: 'ADSR', apiKey: 'svc_ak_sb_main' }),
    app('revoked'),
  ],
  merchants: [
    { role: 'main', companyId: 101, owner: { email: 'owner@conf.example', password: 'a password of the owner' } },
    { role: 'other', companyId: 102 },
    { role: 'abroad', companyId: 103 },
  ],
});

/** Fields of the configuration to replace. */
type Changed = Readonly<Record<string, unknown>>;

/** Runs the suite against a deployment that differs. Returns its exit code, its output and the requested paths. */
async function runAgainst(change: Change, changed: Changed = {}) {
  const { origin, paths } = await fakeApi(change);
  const configuration = JSON.stringify({ ...configurationOf('ORIGIN/v1'), ...changed }).replaceAll('ORIGIN', origin);
  const file = written('target.json', configuration);
  const { code, output } = await command('--config', file, '--only', 'pairs.listBrands');
  return { code, output: output.replaceAll(origin, 'ORIGIN').replaceAll(file, 'FILE'), paths };
}

/** A response to every request for a path. */
const at =
  (path: string, response: FakeResponse): Change =>
  (request) =>
    request.path === path ? response : undefined;

const error = (status: number, code: string): FakeResponse => ({ status, body: { error: { code, message: 'No.' } } });

const mintError =
  (code: string, companyId = 101): Change =>
  ({ path, body }) =>
    path === '/token' && body.merchant_id === companyId ? error(403, code) : undefined;

const rejectedClient =
  (role: string): Change =>
  ({ path, body }) =>
    path === '/oauth/revoke' && body.client_id === `svc_app_sb_${role}` ? error(401, 'x') : undefined;

const SIGN_IN = '<form method="post"><input type="email" name="e"><input type="password" name="p"></form>';

const SECONDS_APART = 600;
const later = (): Date => new Date(Date.now() + SECONDS_APART * 1000);

const isAnonymous = (path: string, headers: FakeRequest['headers']): boolean =>
  path === '/stores' && !headers.authorization && !headers['x-api-key'];

/** A deployment whose clock is ahead: in its errors, its tokens and its `Date`. */
const ahead: Change = ({ path, headers }) => {
  if (path === '/token') return { status: 200, body: { access_token: tokenOf(-SECONDS_APART) } };
  if (!isAnonymous(path, headers)) return undefined;
  return {
    status: 401,
    body: { code: 'partner.token_required', timestamp: later().toISOString() },
    headers: { Date: later().toUTCString() },
  };
};

test('A target that is as configured passes every check, and gives the version of its contract', async () => {
  const { origin } = await fakeApi();
  const session = new Session(toTarget({ ...configurationOf(`${origin}/v1`), authUrl: origin }, {}));
  await preflight(session);
  expect(session.version).toBe(document.info.version);
});

const contract = (info: object, paths: object = document.paths): Change =>
  at('/openapi.json', { status: 200, body: { info: { ...document.info, ...info }, paths } });

const clockAhead =
  (seconds: number): Change =>
  ({ path }) =>
    path === '/clock' ? { status: 200, body: { now: new Date(Date.now() + seconds * 1000).toISOString() } } : undefined;

const NO_CONTRACT = 'baseUrl: ORIGIN/v1 is not the API. Its /openapi.json is not a contract: ORIGIN/v1/openapi.json:';
const PAGE = 'application/json without title or heading.';

describe('Before the first case, the suite says that', () => {
  const nothing: Change = () => undefined;
  test.each<[string, Change, string, Changed?]>([
    [
      'no app has the role other',
      nothing,
      'FILE has no FULL SANDBOX app with a client id and secret in the role other.',
      { apps: [app('main'), app('spare')] },
    ],
    [
      'a field is missing',
      nothing,
      `FILE is not as target.schema.json says:\n  (top) must have required property 'merchants' (merchants)`,
      { merchants: undefined },
    ],
    [
      'the host is unreachable',
      nothing,
      'baseUrl: http://127.0.0.1:1/v1 is unreachable (connect ECONNREFUSED 127.0.0.1:1).',
      { baseUrl: 'http://127.0.0.1:1/v1' },
    ],
    [
      'the base URL is a web site',
      at('/openapi.json', html(200, '<title>Shop</title><h1>Welcome</h1>')),
      `${NO_CONTRACT} 200, title "Shop", heading "Welcome".`,
    ],
    ['the base URL has no contract', at('/openapi.json', { status: 404, body: {} }), `${NO_CONTRACT} 404, ${PAGE}`],
    [
      'the base URL redirects',
      at('/openapi.json', { status: 301, body: '', headers: { Location: 'https://api.example/v1/openapi.json' } }),
      `${NO_CONTRACT} 301, a redirect to https://api.example/v1/openapi.json.`,
    ],
    [
      'the contract is sent with an error',
      at('/openapi.json', { status: 503, body: document }),
      `${NO_CONTRACT} 503, ${PAGE}`,
    ],
    [
      'the base URL is another API',
      contract({ title: 'Pets', version: '1.0.0' }, { '/pets': {} }),
      'baseUrl: ORIGIN/v1 is another API, "Pets" 1.0.0.',
    ],
    [
      'the contract has another version',
      contract({ version: '2.1.0' }),
      `baseUrl: ORIGIN/v1 serves version 2.1.0 of the contract, and this suite tests ${document.info.version}. Use the suite of that version.`,
    ],
    [
      "an app's secret is wrong",
      rejectedClient('spare'),
      'apps[2].clientSecret: the deployment does not accept the client id and secret of the FULL SANDBOX app in the role spare.',
    ],
    [
      'an API key is wrong',
      ({ headers }) => (headers['x-api-key'] ? { status: 401, body: {} } : undefined),
      'apps[3].apiKey: the deployment does not accept the key of the ADSR SANDBOX app in the role main.',
    ],
    [
      'a merchant does not exist',
      mintError('developer.grant_missing', 102),
      'merchants[1].companyId: the merchant 102 in the role other does not exist, is closed, or is not a sandbox merchant of the organization of the app in the role main (apps[0]).',
    ],
    [
      'a merchant abroad does not exist',
      mintError('developer.grant_missing', 103),
      'merchants[2].companyId: the merchant 103 in the role abroad does not exist, is closed, or is not a sandbox merchant of the organization of the app in the role other (apps[1]).',
    ],
    [
      'a merchant is live',
      mintError('developer.env_mismatch'),
      'merchants[0].companyId: the merchant 101 in the role main is a live merchant. This role needs a sandbox merchant.',
    ],
    [
      'a merchant is closed',
      ({ path, headers }) =>
        path === '/stores' && headers.authorization
          ? { status: 403, body: { code: 'partner.company_denied' } }
          : undefined,
      'merchants[0].companyId: the merchant 101 in the role main is closed. Reopen it, or name another merchant.',
    ],
    [
      'an app is archived',
      mintError('developer.app_archived'),
      'apps[0].clientId: the app in the role main is archived.',
    ],
    [
      'the limit on mints is used up',
      ({ path }) => (path === '/token' ? error(429, 'developer.rate_limited') : undefined),
      'apps[0]: the app in the role main gets no token because the limit on mints is used up. Wait for a minute.',
    ],
    [
      'a token is sent as text',
      at('/token', { status: 200, body: { access_token: tokenOf() }, headers: { 'Content-Type': 'text/plain' } }),
      'apps[0]: the app in the role main gets no token for FULL: 200 {"access_token":"***"}',
    ],
    [
      'an app is one for production',
      mintError('developer.use_oauth'),
      'apps[0].clientId: the credential of the app in the role main is one for production. This role needs a sandbox credential.',
    ],
    [
      'the clock is far off',
      ahead,
      "clockUrl: the clock of ORIGIN/v1 is 10 minutes ahead of this machine's. Set the wrong one, or name the test clock of the deployment here.",
    ],
    [
      'the consent host is unreachable',
      nothing,
      'authUrl: http://127.0.0.1:1 is unreachable (connect ECONNREFUSED 127.0.0.1:1).',
      { authUrl: 'http://127.0.0.1:1' },
    ],
    [
      'the consent host has no consent screen',
      at('/oauth/authorize', { status: 404, body: {} }),
      `authUrl: ORIGIN has no consent screen at ORIGIN/oauth/authorize: 404, ${PAGE}`,
      { authUrl: 'ORIGIN' },
    ],
    [
      'an owner cannot sign in',
      ({ path, method }) =>
        path === '/oauth/authorize' ? html(200, method === 'GET' ? SIGN_IN : '<h1>Wrong</h1>') : undefined,
      'merchants[0].owner: owner@conf.example cannot sign in at ORIGIN/oauth/authorize: 200, heading "Wrong".',
      { authUrl: 'ORIGIN' },
    ],
    [
      'the test clock does not exist',
      at('/clock', { status: 404, body: {} }),
      'clockUrl: ORIGIN/clock is not a test clock (The test clock answered 404: {}).',
      { clockUrl: 'ORIGIN/clock' },
    ],
    [
      'the test clock belongs to another deployment',
      clockAhead(3_600),
      'clockUrl: the clock of ORIGIN/v1 is 60 minutes behind the test clock ORIGIN/clock, which is not its own.',
      { clockUrl: 'ORIGIN/clock' },
    ],
  ])('%s', async (_, change, message, changed = {}) => {
    const { code, output, paths } = await runAgainst(change, changed);
    expect([code, output]).toEqual([2, `could not run: ${message}\n`]);
    expect(paths).not.toContain('/brands');
  });

  test('a URL of the command line is none', async () => {
    const file = written('target.json', JSON.stringify(configurationOf('http://127.0.0.1:1/v1')));
    expect((await command('--config', file, '--base-url', 'api.example.com')).output).toBe(
      'could not run: baseUrl: api.example.com is not a URL. Write it in full, such as https://api.example.com/v1.\n',
    );
  });

  test('the configuration is malformed, without quoting its secrets', async () => {
    const file = written('target.json', '{"apps":[{"clientSecret": svc-secret-of-the-app}]}');
    const { code, output } = await command('--config', file);
    expect([code, output]).toEqual([2, `could not run: ${file} is not valid JSON.\n`]);
  });
});

describe('The checks before a run pass', () => {
  test.each<[string, Change, Changed?]>([
    ['credentials that the deployment must not accept', rejectedClient('revoked')],
    [
      'a timestamp that is wrong by itself, which is a fault and no wrong clock',
      ({ path, headers }) =>
        isAnonymous(path, headers) ? { status: 401, body: { timestamp: later().toISOString() } } : undefined,
    ],
    [
      'a timestamp that does not follow the test clock',
      (request) =>
        request.path === '/token'
          ? { status: 200, body: { access_token: tokenOf(-3_600) } }
          : clockAhead(3_600)(request),
      { clockUrl: 'ORIGIN/clock' },
    ],
    ['another patch version of the contract', contract({ version: document.info.version.replace(/\d+$/, '99') })],
  ])('%s', async (_, change, changed) => {
    expect((await runAgainst(change, changed)).output).toContain('staging at ORIGIN/v1');
  });
});
