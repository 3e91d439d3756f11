import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, type Caller, json, send } from '../../support/api-caller.ts';
import { freshDatabases } from '../../support/databases.ts';
import { FailingDatabases } from '../../support/failing-databases.ts';
import { sendRaw } from '../../support/raw-http.ts';
import { rejectionOf } from '../../support/rejections.ts';
import { startService } from '../../support/service.ts';

const RATE_LIMITED = [429, 'partner.rate_limited'];
const MINUTE = 60_000;

const failing = new FailingDatabases(await freshDatabases());
const settings = { TILLGATE_RATE_LIMIT: '', TRUST_PROXY: '1' };
const service = await startService({ databases: failing.databases, settings });
afterAll(() => service.stop());

/** The three headers that every response has. */
function budgetOf({ headers }: Pick<Answer, 'headers'>): { limit: number; remaining: number; reset: number } {
  const number = (name: string) => {
    expect(headers.get(name), name).toMatch(/^\d+$/);
    return Number(headers.get(name));
  };
  return {
    limit: number('x-ratelimit-limit'),
    remaining: number('x-ratelimit-remaining'),
    reset: number('x-ratelimit-reset'),
  };
}

/** End of the current minute, in Unix seconds. */
const rollover = () => (Math.floor(service.clock() / MINUTE) + 1) * 60;

async function spendAll(caller: Caller, budget: number): Promise<void> {
  await service.databases.control.query('update control.apps set rate_limit = $2 where id = $1', [
    caller.partner.appId,
    budget,
  ]);
  service.advance(MINUTE);
  for (let i = 0; i < budget; i += 1) await caller.get('/brands');
}

describe('An app', () => {
  test('over its limit learns when to retry, and has its full limit again on the minute', async () => {
    const caller = await service.connect();
    await spendAll(caller, 2);
    const refused = await caller.post('/brands', { name: 'Too much' });
    expect(rejectionOf(refused)).toEqual(RATE_LIMITED);
    expect(refused.body).toMatchObject({ status: 'error', statusCode: 429, path: '/v1/brands' });
    expect(budgetOf(refused)).toEqual({ limit: 2, remaining: 0, reset: rollover() });
    expect(refused.headers.get('retry-after')).toBe('30');

    service.advance(29_999);
    const last = await caller.get('/brands');
    expect([...rejectionOf(last), last.headers.get('retry-after')]).toEqual([...RATE_LIMITED, '1']);
    service.advance(1);
    const fresh = await caller.get('/brands');
    expect([fresh.status, budgetOf(fresh)]).toEqual([200, { limit: 2, remaining: 1, reset: rollover() }]);
    expect((await caller.get('/brands?search=Too much')).body.pagination.total, 'nothing was written').toBe(0);
    service.advance(30_000);
  });

  test('carries no unused requests over', async () => {
    const caller = await service.connect();
    await spendAll(caller, 1);
    service.advance(5 * MINUTE);
    expect((await caller.get('/brands')).status).toBe(200);
    expect(rejectionOf(await caller.get('/brands'))).toEqual(RATE_LIMITED);
  });

  test('can be given its own limit, which applies within 30 seconds', async () => {
    const caller = await service.connect();
    expect(budgetOf(await caller.get('/brands')).limit).toBe(300);
    await service.databases.control.query('update control.apps set rate_limit = 1000 where id = $1', [
      caller.partner.appId,
    ]);
    service.advance(30_001);
    expect(budgetOf(await caller.get('/brands'))).toMatchObject({ limit: 1000 });
  });

  test('has its rejected requests counted too', async () => {
    const caller = await service.connect();
    const before = budgetOf(await caller.get('/brands')).remaining;
    for (const request of [caller.get('/brands?x=1'), caller.get('/brands/1'), caller.post('/brands', '{')])
      await request;
    expect(budgetOf(await caller.get('/brands')).remaining).toBe(before - 4);
  });
});

describe('The three rate-limit headers are on', () => {
  let caller: Caller;
  beforeAll(async () => {
    caller = await service.connect();
  });

  test.each(['/docs', '/docs/start.js'])('%s', async (path) => {
    expect(budgetOf(await fetch(new URL(path, service.apiUrl))).limit).toBe(300);
  });

  test('a path outside the version (404)', async () => {
    expect(budgetOf(await sendRaw(service.apiUrl, 'GET', '/', {})).limit).toBe(300);
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
      expect(budgetOf(answer).limit).toBe(300);
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
      expect([answer.status, budgetOf(answer).limit]).toEqual([500, 300]);
    });
  });
});
