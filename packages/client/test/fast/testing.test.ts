import { describe, expect, test } from 'vitest';
import { apiKey, createTillgate, type Hooks, memoryTokenStore, oauth, sandbox } from '../../src/index.ts';
import { createTestApi, type Fault } from '../../src/testing/index.ts';

/** A test double and a client connected to it. */
function scene(options: Parameters<typeof createTestApi>[0] = {}, more: { timeout?: number; retries?: number } = {}) {
  const api = createTestApi(options);
  const app = createTillgate({ ...api.options, ...more, credentials: sandbox(api.client) });
  return { api, app, tillgate: app.merchant(1) };
}

const DIRECT = { redirectUri: 'https://partner.example/callback', authUrl: 'https://auth.example' };

/** An app that has sent a merchant's browser to the consent screen. */
async function atConsent(hooks: Hooks = {}) {
  const api = createTestApi();
  const tokens = memoryTokenStore();
  const app = createTillgate({ ...api.options, hooks, credentials: oauth({ ...api.client, ...DIRECT, tokens }) });
  return { api, app, tokens, ...(await app.authorizationUrl()) };
}

const grantOf = (body: unknown) => (body as { readonly grant_type?: string } | undefined)?.grant_type;

describe('The double keeps records:', () => {
  test('apart for each merchant', async () => {
    const { app, api } = scene();
    api.seed('suppliers', { name: 'Roastery' }, 2);
    const of = async (merchantId: number) => (await app.merchant(merchantId).suppliers.list()).pagination.total;
    expect([await of(1), await of(2)]).toEqual([1, 2]);
  });

  test('unless the test gives the response', async () => {
    const { tillgate, api } = scene();
    const brand = api.seed('brands', { name: 'Acme' });
    api.respond('getBrand', { ...brand, name: 'Other' });
    expect((await tillgate.brands.get(brand.id)).name).toBe('Other');
    expect(() => api.respond('getPurchaseOrders', {})).toThrow('The contract has no operation getPurchaseOrders.');
  });

  test('and records the requests', async () => {
    const { tillgate, api } = scene();
    await tillgate.brands.create({ name: 'Acme' }, { idempotencyKey: 'k' });
    expect(api.requests.map(({ operation, body }) => [operation, body])).toEqual([
      ['mintSandboxToken', expect.anything()],
      ['createBrand', { name: 'Acme' }],
    ]);
    expect(api.requests[1]?.headers.get('Idempotency-Key')).toBe('k');
  });
});

describe('The double fails on request:', () => {
  test.each<[Fault, number]>([
    [429, 1_000],
    [500, 125],
    [503, 1_000],
    ['network', 125],
    ['lost', 125],
  ])('%j is retried in no time', async (fault, waited) => {
    const { tillgate, api } = scene();
    const start = api.options.clock.now();
    api.fail(fault);
    await tillgate.brands.create({ name: 'Acme' });
    expect(api.options.clock.now() - start).toBe(waited);
    expect(api.records('brands')).toHaveLength(1);
  });

  test('for a number of requests, and for one operation', async () => {
    const { tillgate, api } = scene({}, { retries: 1 });
    api.fail(500, { times: 2, operation: 'createBrand' });
    await tillgate.brands.list();
    await expect(tillgate.brands.create({ name: 'Acme' })).rejects.toMatchObject({ code: 'partner.internal' });
    await tillgate.brands.create({ name: 'Acme' });
    expect(() => api.fail(500, { operation: 'brands.create' })).toThrow('The contract has no operation brands.create.');
  });

  test('slowly, until the client times out', async () => {
    const { tillgate, api } = scene({}, { timeout: 20, retries: 0 });
    await tillgate.brands.list({ timeout: 60_000 });
    api.fail({ slow: 60_000 });
    await expect(tillgate.brands.list()).rejects.toMatchObject({ code: 'client.timeout' });
  });

  test('with an expired token, which the client renews', async () => {
    const { tillgate, api } = scene();
    await tillgate.brands.list();
    api.expireTokens();
    await tillgate.brands.list();
    api.fail('expired');
    await tillgate.brands.list();
    api.options.clock.advance(900_000);
    await tillgate.brands.list();
    expect(api.requests.filter(({ operation }) => operation === 'mintSandboxToken')).toHaveLength(4);
  });

  test('when the rate limit is exceeded, until the next minute', async () => {
    const { tillgate, api } = scene({ rateLimit: 3 });
    const start = api.options.clock.now();
    for (let call = 0; call < 3; call += 1) await tillgate.brands.list();
    expect(api.options.clock.now() - start).toBe(30_000);
    const { fetch, baseUrl } = createTestApi({ rateLimit: 1 }).options;
    const [, rejected] = [await fetch(`${baseUrl}/brands`, {}), await fetch(`${baseUrl}/brands`, {})];
    expect([rejected.status, rejected.headers.get('Retry-After')]).toEqual([429, '30']);
  });
});

describe('The double connects merchants:', () => {
  test('with consent, a refresh whose response is lost, and disconnection', async () => {
    const { api, app, url, pending } = await atConsent();
    const back = api.consent(url, { merchantId: 7 });
    expect(new URL(back).searchParams.get('merchant_id')).toBe('7');
    await expect(app.handleCallback(back, pending)).resolves.toMatchObject({ merchantId: 7 });
    await app.merchant(7).brands.list();
    api.options.clock.advance(900_000);
    api.fail('lost', { operation: 'createToken' });
    await app.merchant(7).brands.list();
    api.options.clock.advance(900_000);
    await app.merchant(7).brands.list();
    api.disconnect(7);
    api.options.clock.advance(900_000);
    await expect(app.merchant(7).brands.list()).rejects.toMatchObject({ code: 'oauth.grant_revoked' });
  });

  test('who are rejected while closed, and still connected when reopened', async () => {
    const ended: unknown[] = [];
    const { api, app, tokens, url, pending } = await atConsent({ onDisconnected: (error) => void ended.push(error) });
    const back = api.consent(url);
    api.close();
    await expect(app.handleCallback(back, pending)).rejects.toMatchObject({ code: 'oauth.merchant_closed' });
    api.reopen();
    await app.handleCallback(back, pending);
    const before = await tokens.get(1);
    api.close();
    await expect(app.merchant(1).brands.list()).rejects.toMatchObject({ code: 'partner.company_denied' });
    api.options.clock.advance(900_000);
    for (let call = 1; call <= 2; call += 1) {
      const refusal = { name: 'OAuthError', code: 'oauth.merchant_closed', status: 400 };
      await expect(app.merchant(1).brands.list()).rejects.toMatchObject(refusal);
      expect(api.requests.filter(({ body }) => grantOf(body) === 'refresh_token')).toHaveLength(call);
    }
    expect([await tokens.get(1), ended]).toEqual([before, []]);
    api.reopen();
    await expect(app.merchant(1).brands.list()).resolves.toBeDefined();
  });

  test('unless they decline', async () => {
    const { api, app, url, pending } = await atConsent();
    const back = api.consent(url, { approved: false });
    await expect(app.handleCallback(back, pending)).rejects.toMatchObject({ code: 'callback.access_denied' });
  });

  test('but rejects a used code, another verifier, and a replaced refresh token', async () => {
    const { api, app, tokens, url, pending } = await atConsent();
    const back = api.consent(url);
    const stranger = { ...pending, codeVerifier: 'x' };
    await expect(app.handleCallback(back, stranger)).rejects.toMatchObject({ code: 'oauth.pkce_failed' });
    await app.handleCallback(back, pending);
    await expect(app.handleCallback(back, pending)).rejects.toMatchObject({ code: 'oauth.code_invalid' });
    const first = await tokens.get(1);
    api.options.clock.advance(900_000);
    await app.merchant(1).brands.list();
    if (first) await tokens.set(1, first);
    api.options.clock.advance(900_000);
    await expect(app.merchant(1).brands.list()).rejects.toMatchObject({ code: 'oauth.refresh_reused' });
  });
});

describe('The double knows its clients:', () => {
  test.each([
    ['an unknown id', { clientId: 'svc_app_sb_other' }],
    ['a wrong secret', { clientSecret: 'svc_sk_sb_other' }],
  ])('%s is rejected', async (_, wrong) => {
    const api = createTestApi();
    const app = createTillgate({ ...api.options, credentials: sandbox({ ...api.client, ...wrong }) });
    await expect(app.merchant(1).brands.list()).rejects.toMatchObject({
      code: 'developer.invalid_client',
      status: 401,
    });
  });

  test('a test gives it others, and another API key', async () => {
    const clients = [{ clientId: 'svc_app_sb_x', clientSecret: 'svc_sk_sb_x' }] as const;
    const api = createTestApi({ clients, apiKey: 'svc_ak_sb_x' });
    expect([api.client, api.apiKey]).toEqual([clients[0], 'svc_ak_sb_x']);
    const shop = createTillgate({ ...api.options, credentials: apiKey(api.apiKey) }).merchant(1);
    expect((await shop.stores.list()).data).toHaveLength(1);
    // A key grants access only to operations with a company.
    await expect(shop.request('GET', '/brands')).rejects.toMatchObject({ code: 'partner.scope_denied' });
    const stranger = createTillgate({ ...api.options, credentials: apiKey('svc_ak_sb_key') }).merchant(1);
    await expect(stranger.stores.list()).rejects.toMatchObject({ code: 'partner.api_key_invalid' });
  });

  test('a production client uses the authorization code flow', async () => {
    const api = createTestApi({ clients: [{ clientId: 'svc_app_pk_x', clientSecret: 'svc_sk_pk_x' }] });
    const app = createTillgate({ ...api.options, credentials: sandbox(api.client) });
    await expect(app.merchant(1).brands.list()).rejects.toMatchObject({ code: 'developer.use_oauth' });
  });

  test('an authorization request that the consent screen rejects has no redirect', async () => {
    const { api, url } = await atConsent();
    expect(() => api.consent(url.replace('S256', 'plain'))).toThrow('oauth.pkce_method_unsupported');
  });
});
