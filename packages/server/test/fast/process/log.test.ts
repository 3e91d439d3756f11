import { expect, onTestFinished, test, vi } from 'vitest';
import { newAdminToken, newCredential, newLinkCode } from '../../../src/control/secrets.ts';
import { loggedPath } from '../../../src/pipeline/log-request.ts';
import { createLog, openLog } from '../../../src/process/log.ts';
import { readableLine } from '../../../src/process/pretty-log.ts';

function logged() {
  const time = { now: 0 };
  const lines: Record<string, unknown>[] = [];
  const log = createLog(() => time.now, { write: (line) => void lines.push(JSON.parse(line)) });
  return { log, lines, time };
}

const refused = (port: number) =>
  Object.assign(new Error(`connect ECONNREFUSED 10.0.0.1:${port}`), { code: 'ECONNREFUSED' });

test('An error is logged once per cause and minute, and then with its number of occurrences', () => {
  const { log, lines, time } = logged();
  for (let i = 0; i < 100; i += 1) log.error({ err: refused(5432), correlationId: String(i) }, 'failed');
  log.error({ err: refused(5433) }, 'failed');
  log.warn({ err: refused(5432) }, 'sweep failed');
  expect(lines.map(({ msg, correlationId }) => [msg, correlationId])).toEqual([
    ['failed', '0'],
    ['failed', undefined],
    ['sweep failed', undefined],
  ]);
  time.now = 60_000;
  log.error({ err: refused(5432) }, 'failed');
  expect(lines[3]).toMatchObject({ msg: 'failed', repeated: 99, err: { code: 'ECONNREFUSED' } });
  time.now = 120_000;
  log.error({ err: refused(5432) }, 'failed');
  expect(lines[4]).not.toHaveProperty('repeated');
});

test('A line without an error is logged each time', () => {
  const { log, lines } = logged();
  for (let i = 0; i < 3; i += 1) log.info({ status: 200 }, 'request');
  log.info('plain');
  expect(lines.map(({ msg }) => msg)).toEqual(['request', 'request', 'request', 'plain']);
});

test('A line names its level, and repeats neither secrets nor rows that an error carries', () => {
  const { log, lines } = logged();
  const err = Object.assign(new Error('duplicate key'), {
    code: '23505',
    detail: 'Key (email)=(ada@example.com) exists',
  });
  log.error({ err, password: 'hunter2', client: { secret: 'svc_sk_sb_1' } }, 'failed');
  expect(lines[0]).toMatchObject({ level: 'error', err: { code: '23505' } });
  expect(JSON.stringify(lines)).not.toMatch(/ada@|hunter2|svc_sk/);
});

test.each([
  ['a client id', newCredential('clientId', 'SANDBOX')],
  ['a client secret', newCredential('clientSecret', 'PRODUCTION')],
  ['an API key', newCredential('apiKey', 'SANDBOX')],
  ['the beginning of a refresh token', 'svc_rt_pk_0a'],
  ['an admin token', newAdminToken()],
  ['the code of a link', newLinkCode()],
  ['a token', `${newLinkCode()}.${newLinkCode()}.${newLinkCode()}`],
])('A logged path has %s nowhere, whatever is around it', (_, secret) => {
  for (const path of [`/new-password/${secret}`, `/unknown/${secret}/x`, `/${secret}`, `/v1/items;${secret}`]) {
    for (const stray of ['', '.', ')', 'x', '%20', '=', '\u2019']) {
      for (const sent of [`${path}${stray}`, `${path.replace(secret, `${stray}${secret}`)}`]) {
        expect(secret.split('.').filter((part) => loggedPath(sent).includes(part))).toEqual([]);
      }
    }
  }
  expect(loggedPath(`/x/${secret.replaceAll('_', '%5F')}`)).toMatch(/^\/x\/:code(\.:code)*$/);
});

test.each([
  ['/users/ada@example.com', '/users/:address'],
  ['/ada%40example.com/x', '/:address/x'],
  ['/v1/a;ada%2540example.com', '/v1/:address'],
])('The path %s is logged as %s', (path, shown) => {
  expect(loggedPath(path)).toBe(shown);
});

test.each([
  '/',
  '/v1/purchase-orders/9007199254740991/receive',
  '/v1/.well-known/oauth-authorization-server',
  '/operator/people/12/second-factor',
  '/docs/openapi.yaml',
])('The path %s is logged as it is', (path) => {
  expect(loggedPath(path)).toBe(path);
});

test('On a terminal a request is one readable line, with a correlation id where it failed', () => {
  const readable = readableLine({ colorize: false });
  const lines: string[] = [];
  const log = createLog(() => 0, { write: (line) => void lines.push(readable(line)) });
  const request = { host: 'api', method: 'GET', path: '/v1/items', source: '127.0.0.1', duration: 1.4 };
  const caller = { correlationId: 'c1', app: 5, company: 700001, region: 'UK', operationId: 'listItems' };
  log.info({ ...request, ...caller, status: 200 }, 'request');
  log.info({ ...request, path: '/v1/\u009b31m', correlationId: 'c2', status: 401 }, 'request');
  log.info({ correlationId: 'c3', status: 431, code: 'partner.malformed_request' }, 'request');
  log.warn({ cell: 'UK' }, 'the cell is not available yet');
  expect(lines.map((line) => line.replace(/^\[\d\d:\d\d:\d\d\] /, ''))).toEqual([
    'INFO: GET /v1/items 200 in 1.4 ms, listItems, app 5, merchant 700001 (UK)\n',
    'INFO: GET /v1/%C2%9B31m 401 in 1.4 ms, correlation id c2\n',
    'INFO: unreadable request 431, partner.malformed_request, correlation id c3\n',
    'WARN: the cell is not available yet {"cell":"UK"}\n',
  ]);
});

test('A server on a terminal logs readable lines', async () => {
  const { isTTY } = process.stdout;
  onTestFinished(() => void Object.assign(process.stdout, { isTTY }));
  Object.assign(process.stdout, { isTTY: true });
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const log = await openLog(() => 0);
  log.info({ method: 'GET', path: '/v1/items', status: 200, duration: 1 }, 'request');
  const [[line]] = write.mock.calls as [[string]];
  write.mockRestore();
  expect(line).toContain('GET /v1/items 200 in 1 ms');
  expect(line).not.toContain('{');
});
