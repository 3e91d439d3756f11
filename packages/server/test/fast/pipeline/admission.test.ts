import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Answer, Caller } from '../../support/api-caller.ts';
import { sendBytes } from '../../support/raw-http.ts';
import { rejectionOf } from '../../support/rejections.ts';
import { type Service, sharedService, startService } from '../../support/service.ts';

const service = await sharedService();

const IP_DENIED = [403, 'partner.ip_denied'];
const ENV_MISMATCH = [403, 'partner.env_mismatch'];
const RATE_LIMITED = [429, 'partner.rate_limited'];

const setDemo = ({ merchant }: Caller, demo: boolean) =>
  service.databases.control.query(
    `update control.merchants set demo = $2, organization_id = case when $2 then $3::bigint end where company_id = $1`,
    [merchant.companyId, demo, merchant.organizationId],
  );

describe('A sandbox token', () => {
  test('is rejected for a merchant that has gone live, within 30 seconds, when the directory is read again', async () => {
    const caller = await service.connect();
    expect((await caller.get('/brands')).status).toBe(200);
    await setDemo(caller, false);
    service.advance(30_000);
    expect((await caller.get('/brands')).status, 'remembered for 30 seconds').toBe(200);
    service.advance(1);
    expect(rejectionOf(await caller.get('/brands'))).toEqual(ENV_MISMATCH);
    expect(rejectionOf(await caller.post('/brands', { name: 'x' }))).toEqual(ENV_MISMATCH);
    await setDemo(caller, true);
    service.advance(30_001);
    expect((await caller.get('/brands')).status).toBe(200);
  });
});

/** Servers on the same database that trust 0, 1 or 2 proxies. Each signs tokens as a different issuer. */
describe('A credential with an allowlist', () => {
  const ALLOWED = ['192.0.2.7', '198.51.100.0/24', '2001:db8::/32'];
  const behind: Service[] = [];

  beforeAll(async () => {
    for (const hops of ['0', '1', '2']) {
      const databases = { ...service.databases, close: async () => {} };
      behind.push(await startService({ databases, settings: { TRUST_PROXY: hops } }));
    }
  });
  afterAll(() => Promise.all(behind.map((one) => one.stop())));

  async function connect(hops: number, allowedIps: string[]): Promise<Caller> {
    const proxied = behind[hops] as Service;
    const partner = await proxied.newPartner('FULL', { allowedIps });
    return proxied.connectTo(partner, await proxied.newMerchant(partner.organizationId));
  }

  test.each<[number, string | undefined, boolean]>([
    [0, undefined, false],
    [0, '192.0.2.7', false],
    [1, undefined, false],
    [1, '', false],
    [1, '192.0.2.7', true],
    [1, '192.0.2.8', false],
    [1, '198.51.100.0', true],
    [1, '198.51.100.255', true],
    [1, '198.51.101.0', false],
    [1, '2001:db8::1', true],
    [1, '2001:DB8:0:0::1', true],
    [1, '2001:db9::1', false],
    [1, '::ffff:192.0.2.7', true],
    [1, '192.0.2.7, 203.0.113.5', false],
    [1, '203.0.113.5, 192.0.2.7', true],
    [1, '192.0.2.7, unknown', false],
    [1, '192.0.2.7,', false],
    [1, '192.0.2.7.', false],
    [2, '192.0.2.7', false],
    [2, '192.0.2.7, 203.0.113.5', true],
    [2, '203.0.113.5, 192.0.2.7', false],
    [2, '192.0.2.7, 203.0.113.5, 203.0.113.6', false],
    [2, '203.0.113.9, 198.51.100.3, 203.0.113.6', true],
  ])('behind %i trusted proxies with X-Forwarded-For %j: allowed %s', async (hops, forwarded, allowed) => {
    const caller = await connect(hops, ALLOWED);
    const answer = await caller.get('/brands', forwarded === undefined ? {} : { 'X-Forwarded-For': forwarded });
    expect(allowed ? [answer.status] : rejectionOf(answer)).toEqual(allowed ? [200] : IP_DENIED);
  });

  test("is checked against the connection's address when no proxy is trusted", async () => {
    for (const addresses of [
      ['127.0.0.1', '::1'],
      ['127.0.0.0/8', '::/64'],
    ]) {
      const caller = await connect(0, addresses);
      expect((await caller.get('/brands', { 'X-Forwarded-For': '203.0.113.5' })).status).toBe(200);
    }
  });

  test('reads repeated X-Forwarded-For headers as one list', async () => {
    const caller = await connect(2, ALLOWED);
    const request = (first: string, second: string) =>
      sendBytes(
        caller.service.apiUrl,
        `GET /v1/brands HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${caller.token}\r\nX-Forwarded-For: ${first}\r\nX-Forwarded-For: ${second}\r\n\r\n`,
      );
    expect((await request('192.0.2.7', '203.0.113.5')).status).toBe(200);
    expect((await request('203.0.113.5', '192.0.2.7')).status).toBe(403);
  });

  test("protects the app's rate limit from a stolen token, whose use counts against the thief's address", async () => {
    const caller = await connect(1, ALLOWED);
    const remaining = ({ headers }: Answer) => Number(headers.get('x-ratelimit-remaining'));
    const owner = { 'X-Forwarded-For': '192.0.2.7' };
    const thief = { 'X-Forwarded-For': '203.0.113.66' };
    const before = remaining(await caller.get('/brands', owner));
    const [first, second] = [await caller.get('/brands', thief), await caller.get('/brands', thief)];
    expect(remaining(second)).toBe(remaining(first) - 1);
    expect(remaining(await caller.get('/brands', owner))).toBe(before - 1);
  });
});

describe('Of several errors, the response reports the first in the documented order:', () => {
  let caller: Caller;

  beforeAll(async () => {
    caller = await service.connect();
    await caller.create('/brands', { name: 'Taken' });
  });

  const spend = async (app: Caller) => {
    await service.databases.control.query('update control.apps set rate_limit = 1 where id = $1', [app.partner.appId]);
    service.advance(60_000);
    await app.get('/brands');
  };

  test('the address before the environment, and the environment before the budget', async () => {
    const partner = await service.newPartner('FULL', { allowedIps: ['192.0.2.7'] });
    const denied = await service.connectTo(partner, await service.newMerchant(partner.organizationId));
    await setDemo(denied, false);
    service.advance(30_001);
    expect(rejectionOf(await denied.get('/brands'))).toEqual(IP_DENIED);

    const live = await service.connect();
    await spend(live);
    expect(rejectionOf(await live.get('/brands'))).toEqual(RATE_LIMITED);
    await setDemo(live, false);
    service.advance(30_001);
    expect(rejectionOf(await live.get('/brands'))).toEqual(ENV_MISMATCH);
  });
});
