import { beforeAll, describe, expect, test } from 'vitest';
import { apiKey, createTillgate, money, type Resources, sandbox } from '../../src/index.ts';
import { manualClock, START } from '../support/scene.ts';
import { recorder, type Service, sharedService, shopOf } from '../support/service.ts';
import { findingsIn } from '../support/traffic.ts';

let service: Service;
let tillgate: Resources;
let storeId: string;

beforeAll(async () => {
  service = await sharedService(manualClock().now);
  storeId = String(service.merchant.storeIds[0]);
  tillgate = shopOf(service);
});

test('an item can be created, read at a store and changed', async () => {
  const created = await tillgate.items.create({ name: 'Cardamom bun', price: money('3.20') });
  const read = await tillgate.items.get(created.id, { storeId });
  expect(read).toMatchObject({ name: 'Cardamom bun', price: '3.20', atStore: { price: '3.20', onHand: '0' } });
  const changed = await tillgate.items.update(created.id, { price: money('3.40') }, { ifVersion: read.version });
  expect(changed).toMatchObject({ price: '3.40', version: read.version + 1 });
  await expect(
    tillgate.items.update(created.id, { price: money('1') }, { ifVersion: read.version }),
  ).rejects.toMatchObject({ name: 'ApiError', code: 'partner.version_mismatch', status: 412 });
});

describe('iterate', () => {
  test('yields every record of a list, once and in order', async () => {
    const { pagination } = await tillgate.items.list({ limit: 1 });
    const query = { sort: 'name', order: 'asc', limit: 5 } as const;
    const items = await Array.fromAsync(tillgate.items.iterate(query));
    expect(pagination.total).toBeGreaterThan(10);
    expect(items).toHaveLength(pagination.total);
    expect(items.slice(0, 5)).toEqual((await tillgate.items.list(query)).data);
  });

  test('requests a page only when the loop reaches it, and none after it is left', async () => {
    const { sent, fetch, to } = recorder();
    const app = createTillgate({ baseUrl: service.apiUrl, credentials: sandbox(service.full), fetch });
    let seen = 0;
    for await (const _ of app.merchant(service.merchant.companyId).items.iterate({ limit: 10 })) {
      seen += 1;
      if (seen === 11) break;
    }
    expect(to('/v1/items').map(({ path }) => path)).toEqual([
      '/v1/items?limit=10',
      expect.stringMatching(/^\/v1\/items\?limit=10&cursor=/),
    ]);
    expect(sent).toHaveLength(3);
  });

  test('reads a list without a cursor by page number', async () => {
    const daysAgo = (days: number) => new Date(START - days * 86_400_000).toISOString().slice(0, 10);
    const [from, to] = [daysAgo(30), daysAgo(1)];
    const { pagination } = await tillgate.reports.salesByItem({ from, to, limit: 1 });
    const rows = await Array.fromAsync(tillgate.reports.iterateSalesByItem({ from, to, limit: 5 }));
    const items = new Set(rows.map(({ itemId, variantId }) => `${itemId} ${variantId}`));
    expect(pagination.total).toBeGreaterThan(5);
    expect([rows.length, items.size]).toEqual([pagination.total, pagination.total]);
  });

  test("reads the pages of one record's parts", async () => {
    const { data } = await tillgate.items.list({ stockStatus: 'inStock', limit: 20 });
    const stocks = await Promise.all(data.map(({ id }) => tillgate.items.stock(id, { storeId, limit: 1 })));
    const often = stocks.find(({ pagination }) => pagination.total > 1);
    if (!often) throw new Error('Some item of the sandbox has moved more than once.');
    const moved = await Array.fromAsync(tillgate.items.iterateStock(often.itemId, { storeId, limit: 1 }));
    expect(moved).toHaveLength(often.pagination.total);
  });
});

describe('A sandbox app', () => {
  test('mints a token for each merchant and uses it for its lifetime', async () => {
    const clock = manualClock();
    const { sent, fetch, to } = recorder();
    const app = createTillgate({ baseUrl: service.apiUrl, credentials: sandbox(service.full), fetch, clock });
    const shops = [service.merchant, service.other].map(({ companyId }) => app.merchant(companyId));
    await Promise.all(shops.flatMap((shop) => [shop.items.list(), shop.brands.list(), shop.taxes.list()]));
    expect(to('/v1/token').map(({ body }) => body?.merchant_id)).toEqual([
      service.merchant.companyId,
      service.other.companyId,
    ]);
    clock.time += 839_000;
    await shops[0]?.items.list();
    expect(to('/v1/token')).toHaveLength(2);
    clock.time += 1_000;
    await shops[0]?.items.list();
    expect(to('/v1/token')).toHaveLength(3);
    expect(sent).toHaveLength(11);
  });

  test("waits for the mint’s own rate limit, which is separate from the app's", async () => {
    const clock = manualClock();
    let minted = 0;
    const { fetch } = recorder(({ path }) => {
      if (path !== '/v1/token') return undefined;
      minted += 1;
      const headers = { 'Retry-After': '30' };
      const body = { error: { code: 'developer.rate_limited', message: '' } };
      return minted === 2 ? Response.json(body, { status: 429, headers }) : undefined;
    });
    const app = createTillgate({ baseUrl: service.apiUrl, credentials: sandbox(service.full), fetch, clock });
    await app.merchant(service.merchant.companyId).items.list();
    await Promise.all([service.other, service.merchant].map(({ companyId }) => app.merchant(companyId).items.list()));
    expect(clock.slept).toEqual([30_000]);
  });

  test.each([
    ['developer.invalid_client', 401, { clientSecret: 'svc_sk_sb_wrong' }],
    ['developer.grant_missing', 403, {}],
  ])('gets %s with status %i', async (code, status, wrong) => {
    const credentials = sandbox({ ...service.full, ...wrong });
    const app = createTillgate({ baseUrl: service.apiUrl, credentials });
    await expect(app.merchant(1).items.list()).rejects.toMatchObject({ name: 'OAuthError', code, status });
  });
});

describe('An app with an API key', () => {
  test('reads with its key, and sends the company in each request', async () => {
    const { sent, fetch } = recorder();
    const credentials = apiKey(service.adsr.apiKey ?? '');
    const app = createTillgate({ baseUrl: service.apiUrl, credentials, fetch });
    const { data } = await app.merchant(service.merchant.companyId).stores.list({ limit: 5 });
    expect(data.map(({ id }) => id).sort()).toEqual([...service.merchant.storeIds].sort());
    expect(sent.map(({ path }) => path)).toEqual([`/v1/stores?limit=5&companyId=${service.merchant.companyId}`]);
    expect(sent[0]?.headers).toMatchObject({ 'X-API-Key': service.adsr.apiKey });
    expect(sent[0]?.headers).not.toHaveProperty('Authorization');
  });
});

test('All requests together break no rule of the traffic check', async () => {
  expect(await findingsIn(service, service.full)).toEqual([]);
});
