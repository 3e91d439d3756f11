import { expect, test } from 'vitest';
import { newAdminToken, newCredential, newLinkCode } from '../src/credentials/secrets.ts';
import { loggedPath } from '../src/http/logged-path.ts';
import { createLog } from '../src/ops/log.ts';

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
  '/',
  '/v1/purchase-orders/9007199254740991/receive',
  '/v1/.well-known/oauth-authorization-server',
  '/operator/people/12/second-factor',
  '/docs/openapi.yaml',
])('The path %s is logged as it is', (path) => {
  expect(loggedPath(path)).toBe(path);
});
