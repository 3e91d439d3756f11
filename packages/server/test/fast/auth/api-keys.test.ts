import { afterAll, describe, expect, test } from 'vitest';
import { ACCESS_REQUEST_LIFETIME, accessRequestsOf } from '../../../src/directory/access/access-requests.ts';
import { approveAccess, declineAccess } from '../../../src/directory/access/decide-access-request.ts';
import { createApiKey, revokeApiKey } from '../../../src/directory/apps/api-keys.ts';
import { DirectoryError } from '../../../src/directory/directory-error.ts';
import { type Answer, send } from '../../support/api-caller.ts';
import { rejectionOf } from '../../support/rejections.ts';
import { type Partner, startService } from '../../support/service.ts';

const service = await startService({ settings: { TRUST_PROXY: '1' } });
afterAll(() => service.stop());
const sandboxApp = await service.newPartner('ADSR');
const demo = await service.newMerchant(sandboxApp.organizationId);
await service.newStore(demo);
const sandboxKey = await keyOf(sandboxApp, 'SANDBOX');
const app = await service.newApp(sandboxApp.organizationId, 'ADSR', 'PRODUCTION');
const key = await keyOf(app, 'PRODUCTION');
const live = await service.newMerchant(null, 'US', false);
const stores = [await service.newStore(live, 'North'), await service.newStore(live, 'South')];

const COMPANY_DENIED = [403, 'partner.company_denied'];
const ENV_MISMATCH = [403, 'partner.env_mismatch'];

async function keyOf({ appId }: Partner, env: 'SANDBOX' | 'PRODUCTION'): Promise<string> {
  return (await service.control((tx) => createApiKey(tx, appId, env))).apiKey;
}

const get = (path: string, apiKey: string, headers: Record<string, string> = {}): Promise<Answer> =>
  send(service.apiUrl, 'GET', path, { headers: { 'X-API-Key': apiKey, ...headers } });

const storeNames = async (companyId: number, apiKey: string): Promise<string[]> => {
  const { status, body, text } = await get(`/stores?companyId=${companyId}&order=asc`, apiKey);
  if (status !== 200) throw new Error(text);
  return body.data.map((store: { name: string }) => store.name);
};

const ask = (storeIds: number[], { companyId } = live, { appId } = app) =>
  service.requestAccess({ appId, companyId, storeIds });
const approve = (id: number, storeIds: number[], { companyId } = live, replaces?: number) =>
  service.control((tx) => approveAccess(tx, { companyId, id, storeIds, replaces }));

describe('companyId', () => {
  test('does not change what a cursor continues', async () => {
    const caller = await service.connectTo(sandboxApp, demo);
    await service.newStore(demo, 'Second');
    const { body } = await caller.get('/stores?limit=1');
    const path = `/stores?limit=1&companyId=${demo.companyId}&cursor=${body.pagination.nextCursor}`;
    expect((await get(path, sandboxKey)).body.data).toHaveLength(1);
  });
});

describe('A production key', () => {
  test("has no access to a demo merchant, by another app's approval or by a declined request", async () => {
    expect(rejectionOf(await get(`/stores?companyId=${demo.companyId}`, key))).toEqual(ENV_MISMATCH);
    const otherKey = await keyOf(await service.newApp(app.organizationId, 'ADSR', 'PRODUCTION'), 'PRODUCTION');
    expect(rejectionOf(await get(`/stores?companyId=${live.companyId}`, otherKey))).toEqual(COMPANY_DENIED);
    const merchant = await service.newMerchant(null, 'UK', false);
    const id = await ask([await service.newStore(merchant)], merchant);
    await service.control((tx) => declineAccess(tx, { companyId: merchant.companyId, id }));
    expect(rejectionOf(await get(`/stores?companyId=${merchant.companyId}`, key))).toEqual(COMPANY_DENIED);
  });
});

describe('An access request', () => {
  test('can be decided for exactly 30 days', async () => {
    const merchant = await service.newMerchant(null, 'UK', false);
    const store = await service.newStore(merchant);
    const early = await ask([store], merchant);
    service.advance(ACCESS_REQUEST_LIFETIME);
    await approve(early, [store], merchant);
    const late = await ask([store], merchant);
    service.advance(ACCESS_REQUEST_LIFETIME + 1);
    await expect(approve(late, [store], merchant, early)).rejects.toThrow('EXPIRED');
    const { control } = service.databases;
    const states = (await accessRequestsOf(control, merchant.companyId, service.clock())).map(({ state }) => state);
    expect(states).toEqual(['EXPIRED', 'APPROVED']);
    expect(await storeNames(merchant.companyId, key)).toEqual(['Harbour Street']);
  });

  test('limits lists by ids to the approved stores', async () => {
    const merchant = await service.newMerchant(null, 'UK', false);
    const [a, b] = [await service.newStore(merchant, 'A'), await service.newStore(merchant, 'B')];
    await approve(await ask([a, b], merchant), [b], merchant);
    const list = async (query: string) => (await get(`/stores?companyId=${merchant.companyId}&${query}`, key)).body;
    expect((await list(`ids=${a},${b}`)).data.map(({ id }: { id: number }) => id)).toEqual([b]);
    expect((await list(`ids=${a}&updatedFrom=2000-01-01T00:00:00Z`)).pagination.total).toBe(0);
  });

  test('is decided once, for its own stores, by its own company', async () => {
    const merchant = await service.newMerchant(null, 'UK', false);
    const [a, b] = [await service.newStore(merchant, 'A'), await service.newStore(merchant, 'B')];
    const id = await ask([a, b], merchant);
    await expect(approve(id, [], merchant)).rejects.toThrow('at least one store');
    await expect(approve(id, [a, 9], merchant)).rejects.toThrow('does not include the store 9');
    await expect(approve(id, [a])).rejects.toThrow(`No such access request: ${id}`);
    await approve(id, [b], merchant);
    await expect(approve(id, [a], merchant)).rejects.toThrow('APPROVED');
    await expect(service.control((tx) => declineAccess(tx, { companyId: merchant.companyId, id }))).rejects.toThrow(
      DirectoryError,
    );
  });

  test('is for approved ADSR apps, live merchants or own ones, and at least one store', async () => {
    await expect(ask([])).rejects.toThrow('names 1 to 1000 stores');
    const foreign = await service.newMerchant((await service.newPartner()).organizationId);
    await expect(ask([1], foreign)).rejects.toThrow('No active live merchant');
    await expect(ask(stores, live, sandboxApp)).rejects.toThrow('not APPROVED');
    const full = await service.newApp(app.organizationId, 'FULL');
    await expect(ask(stores, live, full)).rejects.toThrow('for ADSR apps');
  });

  test('of an app in the sandbox is for the sandbox merchants of its organization, and decided as in production', async () => {
    const store = await service.newStore(demo);
    const id = await ask([store], demo, sandboxApp);
    await approve(id, [store], demo);
    await expect(approve(id, [store], demo)).rejects.toThrow('APPROVED');
  });

  test('names only stores that the merchant has, in whichever region it is', async () => {
    const merchant = await service.newMerchant(null, 'IN', false);
    const [own, foreign] = [await service.newStore(merchant), stores[1] as number];
    await expect(ask([own, 7, foreign], merchant)).rejects.toThrow(
      new DirectoryError(`Merchant ${merchant.companyId} has no store 7, ${foreign}.`),
    );
    expect(await ask([own], merchant)).toBeGreaterThan(0);
  });

  test('is rejected only while another of the same app and merchant is pending', async () => {
    const merchant = await service.newMerchant(null, 'UK', false);
    const store = await service.newStore(merchant);
    const first = await ask([store], merchant);
    await expect(ask([store], merchant)).rejects.toThrow(`access request ${first} of app ${app.appId}`);
    const otherApp = await service.newApp(app.organizationId, 'ADSR', 'PRODUCTION');
    await ask([store], merchant, otherApp);
    await service.control((tx) => declineAccess(tx, { companyId: merchant.companyId, id: first }));
    await ask([store], merchant);
    service.advance(ACCESS_REQUEST_LIFETIME);
    await expect(ask([store], merchant)).rejects.toThrow('still pending');
    service.advance(1);
    await ask([store], merchant);
    const { control } = service.databases;
    const states = (await accessRequestsOf(control, merchant.companyId, service.clock())).map(({ state }) => state);
    expect(states).toEqual(['PENDING', 'EXPIRED', 'EXPIRED', 'DECLINED']);
  });

  test('made ten times concurrently is pending once', async () => {
    const merchant = await service.newMerchant(null, 'UK', false);
    const store = await service.newStore(merchant);
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => ask([store], merchant)));
    const refused = outcomes.filter((one) => one.status === 'rejected');
    expect(refused.map(({ reason }) => reason.constructor)).toEqual(Array(9).fill(DirectoryError));
  });

  test('replaces only the approval that was shown to the owner', async () => {
    const merchant = await service.newMerchant(null, 'UK', false);
    const store = await service.newStore(merchant);
    const first = await ask([store], merchant);
    await approve(first, [store], merchant);
    const second = await ask([store], merchant);
    for (const shown of [undefined, second]) {
      await expect(approve(second, [store], merchant, shown)).rejects.toThrow('has changed since');
    }
    await approve(second, [store], merchant, first);
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
    await service.control((tx) => revokeApiKey(tx, issued[0]?.id ?? 0));
    expect((await create('SANDBOX')).apiKey).toMatch(/^svc_ak_sb_/);
    await expect(create('PRODUCTION', sandboxApp.appId)).rejects.toThrow('only an APPROVED app');
    const full = await service.newApp(sandboxApp.organizationId, 'FULL');
    await expect(create('SANDBOX', full.appId)).rejects.toThrow('API keys are for ADSR apps');
    await expect(service.control((tx) => revokeApiKey(tx, issued[0]?.id ?? 0))).rejects.toThrow('No active API key');
  });

  test('are stored as digests only', async () => {
    const { rows } = await service.databases.control.query('select k::text as line from control.api_keys k');
    expect(rows.length).toBeGreaterThan(0);
    for (const { line } of rows) for (const secret of [key, sandboxKey]) expect(line).not.toContain(secret);
  });
});
