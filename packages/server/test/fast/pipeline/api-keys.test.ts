import { describe, expect, test } from 'vitest';
import { ACCESS_REQUEST_LIFETIME, accessRequestsOf, approveAccess } from '../../../src/control/access-requests.ts';
import { DirectoryError } from '../../../src/control/errors.ts';
import { createApiKey, revokeKey, setAllowlist } from '../../../src/control/keys.ts';
import type { Merchant } from '../../../src/control/merchants.ts';
import { type Answer, send } from '../../support/api-caller.ts';
import { type Partner, sharedService } from '../../support/service.ts';

const service = await sharedService();
const sandboxApp = await service.newPartner('ADSR');
const demo = await service.newMerchant(sandboxApp.organizationId);
await service.newStore(demo);
const sandboxKey = await keyOf(sandboxApp, 'SANDBOX');
const app = await service.newApp(sandboxApp.organizationId, 'ADSR', 'PRODUCTION');
const key = await keyOf(app, 'PRODUCTION');

async function keyOf({ appId }: Partner, env: 'SANDBOX' | 'PRODUCTION'): Promise<string> {
  return (await service.control((tx) => createApiKey(tx, appId, env))).apiKey;
}

const get = (path: string, apiKey: string): Promise<Answer> =>
  send(service.apiUrl, 'GET', path, { headers: { 'X-API-Key': apiKey } });

const ask = (storeIds: number[], { companyId }: Merchant) =>
  service.requestAccess({ appId: app.appId, companyId, storeIds });
const approve = (id: number, storeIds: number[], { companyId }: Merchant, replaces?: number) =>
  service.control((tx) => approveAccess(tx, { companyId, id, storeIds, replaces }));

test('companyId does not change what a cursor continues', async () => {
  const caller = await service.connectTo(sandboxApp, demo);
  await service.newStore(demo, 'Second');
  const { body } = await caller.get('/stores?limit=1');
  const path = `/stores?limit=1&companyId=${demo.companyId}&cursor=${body.pagination.nextCursor}`;
  expect((await get(path, sandboxKey)).body.data).toHaveLength(1);
});

describe('An access request', () => {
  test('can be decided for exactly 30 days, and is rejected while another of the app and merchant is pending', async () => {
    const merchant = await service.newMerchant(null, 'UK', false);
    const store = await service.newStore(merchant);
    const early = await ask([store], merchant);
    await expect(ask([store], merchant)).rejects.toThrow(`access request ${early} of app ${app.appId}`);
    service.advance(ACCESS_REQUEST_LIFETIME);
    await approve(early, [store], merchant);
    const late = await ask([store], merchant);
    service.advance(ACCESS_REQUEST_LIFETIME);
    await expect(ask([store], merchant)).rejects.toThrow('still pending');
    service.advance(1);
    await expect(approve(late, [store], merchant, early)).rejects.toThrow('EXPIRED');
    await ask([store], merchant);
    const { control } = service.databases;
    const states = (await accessRequestsOf(control, merchant.companyId, service.clock())).map(({ state }) => state);
    expect(states).toEqual(['PENDING', 'EXPIRED', 'APPROVED']);
  });

  test('can be made by an approved ADSR app to an open live merchant, and by any ADSR app to its own sandbox merchants', async () => {
    const live = await service.newMerchant(null, 'UK', false);
    const closed = await service.newMerchant(null, 'UK', false);
    await service.databases.control.query('update control.merchants set active = false where company_id = $1', [
      closed.companyId,
    ]);
    const foreign = await service.newMerchant((await service.newPartner()).organizationId);
    const full = await service.newApp(app.organizationId, 'FULL', 'PRODUCTION');
    const asking = async ({ appId }: Partner, merchant: Merchant, companyId = merchant.companyId) =>
      service.requestAccess({ appId, companyId, storeIds: [await service.newStore(merchant)] });
    await expect(asking(full, live)).rejects.toThrow('access requests are for ADSR apps');
    await expect(asking(sandboxApp, live)).rejects.toThrow('not APPROVED');
    for (const merchant of [closed, foreign])
      await expect(asking(app, merchant)).rejects.toThrow(`No active live merchant ${merchant.companyId}`);
    await expect(asking(app, live, 1)).rejects.toThrow('No active live merchant 1');
    for (const one of [app, sandboxApp]) expect(await asking(one, demo)).toBeGreaterThan(0);
  });

  test('limits lists by ids to the approved stores', async () => {
    const merchant = await service.newMerchant(null, 'UK', false);
    const [a, b] = [await service.newStore(merchant, 'A'), await service.newStore(merchant, 'B')];
    await approve(await ask([a, b], merchant), [b], merchant);
    const list = async (query: string) => (await get(`/stores?companyId=${merchant.companyId}&${query}`, key)).body;
    expect((await list(`ids=${a},${b}`)).data.map(({ id }: { id: number }) => id)).toEqual([b]);
    expect((await list(`ids=${a}&updatedFrom=2000-01-01T00:00:00Z`)).pagination.total).toBe(0);
  });

  test('is for 1 to 1000 stores that the merchant has, in whichever region it is', async () => {
    const merchant = await service.newMerchant(null, 'IN', false);
    const own = await service.newStore(merchant);
    const elsewhere = await service.newMerchant(null, 'US', false);
    const stores = [await service.newStore(elsewhere), await service.newStore(elsewhere)];
    // Each region numbers its stores by itself.
    const foreign = stores.find((id) => id !== own) as number;
    await expect(ask([], merchant)).rejects.toThrow('names 1 to 1000 stores');
    await expect(ask([own, 7, foreign], merchant)).rejects.toThrow(
      new DirectoryError(`Merchant ${merchant.companyId} has no store 7, ${foreign}.`),
    );
    const id = await ask([own], merchant);
    await expect(approve(id, [own, 9], merchant)).rejects.toThrow('does not include the store 9');
  });

  test('made ten times concurrently is pending once', async () => {
    const merchant = await service.newMerchant(null, 'UK', false);
    const store = await service.newStore(merchant);
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => ask([store], merchant)));
    const refused = outcomes.filter((one) => one.status === 'rejected');
    expect(refused.map(({ reason }) => reason.constructor)).toEqual(Array(9).fill(DirectoryError));
  });
});

describe('API keys of an app', () => {
  test('are at most 10 active ones per environment, for ADSR apps, in production only after approval', async () => {
    const { appId } = await service.newApp(sandboxApp.organizationId, 'ADSR', 'PRODUCTION');
    const create = (env: 'SANDBOX' | 'PRODUCTION', id = appId) => service.control((tx) => createApiKey(tx, id, env));
    // One key was issued when the app was registered.
    const issued = await Promise.all(Array.from({ length: 9 }, () => create('SANDBOX')));
    await expect(create('SANDBOX')).rejects.toThrow('revoke one first');
    expect((await create('PRODUCTION')).apiKey).toMatch(/^svc_ak_pk_/);
    await service.control((tx) => revokeKey(tx, 'apiKey', issued[0]?.id ?? 0));
    expect((await create('SANDBOX')).apiKey).toMatch(/^svc_ak_sb_/);
    await expect(create('PRODUCTION', sandboxApp.appId)).rejects.toThrow('only an APPROVED app');
    const full = await service.newApp(sandboxApp.organizationId, 'FULL');
    await expect(create('SANDBOX', full.appId)).rejects.toThrow('API keys are for ADSR apps');
    await expect(service.control((tx) => revokeKey(tx, 'apiKey', issued[0]?.id ?? 0))).rejects.toThrow(
      'No active API key',
    );
  });

  test('are limited to at most 50 addresses and ranges, and a change of these takes effect with the next request', async () => {
    const created = await service.control((tx) => createApiKey(tx, sandboxApp.appId, 'SANDBOX'));
    const allow = (list: string[]) => service.control((tx) => setAllowlist(tx, 'apiKey', created.id, list));
    const most = Array.from({ length: 50 }, (_, n) => `203.0.113.${n}`);
    const read = async () => (await get(`/stores?companyId=${demo.companyId}`, created.apiKey)).status;
    for (const [list, status] of [
      [most, 403],
      [['127.0.0.0/8', '::1'], 200],
      [['2001:db8::/32', '2001:db8::1/128', '0.0.0.0/32'], 403],
      [['0.0.0.0/0', '::/0', ...most.slice(2)], 200],
      [['203.0.113.7/24'], 403],
      [[], 200],
    ] as const) {
      await allow([...list]);
      expect([list, await read()]).toEqual([list, status]);
    }
    await expect(allow([...most, '192.0.2.1'])).rejects.toThrow('at most 50 entries');
    for (const bits of ['/', '/-1', '/33', '/8/8', '/1x'])
      await expect(allow(['192.0.2.1', `203.0.113.0${bits}`])).rejects.toThrow(
        'neither an IP address nor a CIDR range',
      );
    for (const entry of ['shop.example', '203.0.113.256', '2001:db8::/129', '/24', ''])
      await expect(allow(['192.0.2.1', entry])).rejects.toThrow('neither an IP address nor a CIDR range');
    expect(await read()).toBe(200);
  });

  test('are stored as digests only', async () => {
    const { rows } = await service.databases.control.query('select k::text as line from control.api_keys k');
    expect(rows.length).toBeGreaterThan(0);
    for (const { line } of rows) for (const secret of [key, sandboxKey]) expect(line).not.toContain(secret);
  });
});
