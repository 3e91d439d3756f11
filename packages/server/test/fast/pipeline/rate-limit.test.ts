import { afterAll, describe, expect, test } from 'vitest';
import { type Answer, json, send } from '../../support/api-caller.ts';
import { freshDatabases } from '../../support/databases.ts';
import { FailingDatabases } from '../../support/failing-databases.ts';
import { rejectionOf } from '../../support/rejections.ts';
import { startService } from '../../support/service.ts';

const RATE_LIMITED = [429, 'partner.rate_limited'];
const MINUTE = 60_000;

const failing = new FailingDatabases(await freshDatabases());
const settings = { TILLGATE_RATE_LIMIT: '', TRUST_PROXY: '1' };
const service = await startService({ databases: failing.databases, settings });
afterAll(() => service.stop());
const caller = await service.connect();

const limitOf = ({ headers }: Pick<Answer, 'headers'>) => headers.get('x-ratelimit-limit');

test('Retry-After of an app over its limit counts down to the minute, to at least a second', async () => {
  const app = await service.connect();
  await service.databases.control.query('update control.apps set rate_limit = 1 where id = $1', [app.partner.appId]);
  service.advance(MINUTE);
  await app.get('/brands');
  const refused = await app.post('/brands', { name: 'Too much' });
  expect([...rejectionOf(refused), refused.headers.get('retry-after')]).toEqual([...RATE_LIMITED, '30']);
  service.advance(29_999);
  const last = await app.get('/brands');
  expect([...rejectionOf(last), last.headers.get('retry-after')]).toEqual([...RATE_LIMITED, '1']);
  service.advance(1);
  const fresh = await app.get('/brands?search=Too much');
  expect([fresh.status, fresh.body.pagination.total], 'nothing was written').toEqual([200, 0]);
  service.advance(30_000);
});

test('An app can be given its own limit, which applies within 30 seconds', async () => {
  const app = await service.connect();
  expect(limitOf(await app.get('/brands'))).toBe('300');
  await service.databases.control.query('update control.apps set rate_limit = 1000 where id = $1', [app.partner.appId]);
  service.advance(30_001);
  expect(limitOf(await app.get('/brands'))).toBe('1000');
});

describe('A limit is stated on', () => {
  test('the documentation, and a path outside the version', async () => {
    for (const path of ['/docs', '/docs/start.js', '/'])
      expect(limitOf(await fetch(new URL(path, service.apiUrl)))).toBe('300');
  });

  test.each<[string, number, Error, string, string]>([
    [
      'the control plane’s database is away',
      503,
      Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }),
      'partner.region_unavailable',
      'developer.overloaded',
    ],
    ['something unforeseen fails', 500, new TypeError('unforeseen'), 'partner.internal', 'developer.internal'],
  ])('the response when %s (%i)', async (_, status, error, code, mintCode) => {
    service.advance(60_000);
    const { clientId, clientSecret } = caller.partner;
    const credentials = json({ client_id: clientId, client_secret: clientSecret });
    await failing.while(error, async () => {
      const answer = await caller.get('/brands');
      expect([answer.status, answer.body.code]).toEqual([status, code]);
      expect(limitOf(answer)).toBe('300');
      const mint = await send(service.apiUrl, 'POST', '/token', credentials);
      expect([mint.status, mint.body.error.code]).toEqual([status, mintCode]);
      for (const { headers } of [answer, mint]) expect(headers.get('retry-after')).toBe(status === 503 ? '5' : null);
    });
  });

  test('a request that is admitted by what was known a minute ago, while the control plane is unavailable', async () => {
    await caller.get('/brands');
    const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    await failing.while(refused, async () => {
      service.advance(59_999);
      expect((await caller.get('/brands')).status).toBe(200);
      service.advance(1);
      expect(rejectionOf(await caller.get('/brands'))).toEqual([503, 'partner.region_unavailable']);
    });
    expect((await caller.get('/brands')).status).toBe(200);
    await failing.while(new TypeError('unforeseen'), async () => {
      service.advance(30_001);
      expect(rejectionOf(await caller.get('/brands'))).toEqual([500, 'partner.internal']);
    });
  });

  test('the response when the app’s own limit cannot be looked up (500)', async () => {
    const app = await service.connectTo(await service.newApp(caller.partner.organizationId, 'FULL'), caller.merchant);
    await caller.get('/brands');
    await failing.while(new TypeError('unforeseen'), async () => {
      const answer = await app.get('/brands');
      expect([answer.status, limitOf(answer)]).toEqual([500, '300']);
    });
  });
});
