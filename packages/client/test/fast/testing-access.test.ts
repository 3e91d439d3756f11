import { describe, expect, test } from 'vitest';
import { apiKey, createTillgate, memoryTokenStore, oauth, sandbox } from '../../src/index.ts';
import { createTestApi } from '../../src/testing/index.ts';

const DIRECT = { redirectUri: 'https://partner.example/callback', authUrl: 'https://auth.example' };

async function connected() {
  const api = createTestApi();
  const tokens = memoryTokenStore();
  const credentials = oauth({ ...api.client, ...DIRECT, tokens });
  const app = createTillgate({ ...api.options, credentials });
  const { url, pending } = await app.authorizationUrl();
  const code = new URL(api.consent(url)).searchParams.get('code') ?? '';
  return { api, app, url, pending, tokens, fields: { redirect_uri: DIRECT.redirectUri, code } };
}

type Api = ReturnType<typeof createTestApi>;

/** A request of the test app to a token endpoint. */
async function post({ options, client }: Api, path: string, fields: object) {
  const body = JSON.stringify({ client_id: client.clientId, client_secret: client.clientSecret, ...fields });
  const headers = { 'Content-Type': 'application/json' };
  const response = await options.fetch(options.baseUrl + path, { method: 'POST', headers, body });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

const refresh = (api: Api, refresh_token: string) =>
  post(api, '/oauth/token', { grant_type: 'refresh_token', refresh_token });

/** A connection whose first refresh token has been replaced. */
async function refreshed() {
  const { api, app, pending, fields } = await connected();
  const grant = { grant_type: 'authorization_code', code_verifier: pending.codeVerifier };
  const { body: first } = await post(api, '/oauth/token', { ...grant, ...fields });
  const { body: second } = await refresh(api, first.refresh_token);
  return { api, app, grant, fields, first, second };
}

const CODE = (code: string, error = 'invalid_grant') => ({ status: 400, body: { error, code: `oauth.${code}` } });

describe('The double grants tokens as the service does:', () => {
  test('a lost response to a refresh keeps the connection, even when it is noticed within the grace window', async () => {
    const { api, app, url, pending, tokens } = await connected();
    await app.handleCallback(api.consent(url), pending);
    api.options.clock.advance(900_000);
    api.fail('lost', { operation: 'createToken' });
    await expect(app.merchant(1).brands.list()).resolves.toBeDefined();
    expect(await tokens.get(1)).toBeDefined();
  });

  test('the previous refresh token returns the same successor for 30 seconds, and for a day if that was not used', async () => {
    const { api, first, second } = await refreshed();
    for (const milliseconds of [30_000, 86_370_000]) {
      api.options.clock.advance(milliseconds);
      expect((await refresh(api, first.refresh_token)).body.refresh_token).toBe(second.refresh_token);
    }
    api.options.clock.advance(1);
    expect(await refresh(api, first.refresh_token)).toMatchObject(CODE('refresh_reused'));
    expect(await refresh(api, second.refresh_token)).toMatchObject(CODE('grant_revoked'));
  });

  test('a used access token ends the grace window after 30 seconds', async () => {
    const { api, first, second } = await refreshed();
    const headers = { Authorization: `Bearer ${second.access_token}` };
    const { status } = await api.options.fetch(`${api.options.baseUrl}/brands`, { headers });
    expect(status).toBe(200);
    api.options.clock.advance(30_001);
    expect(await refresh(api, first.refresh_token)).toMatchObject(CODE('refresh_reused'));
  });

  test('a refresh token expires 100 days after its last rotation', async () => {
    const { api, second } = await refreshed();
    api.options.clock.advance(8_640_000_000);
    expect(await refresh(api, second.refresh_token)).toMatchObject(CODE('refresh_expired'));
  });

  test('a code expires after 5 minutes, needs its redirect URI and verifier, and revokes its tokens when replayed', async () => {
    const { api, pending, fields } = await connected();
    const exchange = (changed: object) =>
      post(api, '/oauth/token', {
        grant_type: 'authorization_code',
        code_verifier: pending.codeVerifier,
        ...fields,
        ...changed,
      });
    expect(await exchange({ redirect_uri: 'https://x' })).toMatchObject(CODE('redirect_uri_mismatch'));
    expect(await exchange({ code_verifier: 'x'.repeat(43) })).toMatchObject(CODE('pkce_failed'));
    expect(await exchange({ code: undefined })).toMatchObject(CODE('invalid_request', 'invalid_request'));
    const { body: tokens } = await exchange({});
    api.options.clock.advance(1_000);
    expect(await exchange({})).toMatchObject(CODE('code_invalid'));
    expect(await refresh(api, tokens.refresh_token)).toMatchObject(CODE('grant_revoked'));
    const late = await connected();
    late.api.options.clock.advance(300_001);
    const grant = { grant_type: 'authorization_code', code_verifier: late.pending.codeVerifier, ...late.fields };
    expect(await post(late.api, '/oauth/token', grant)).toMatchObject(CODE('code_expired'));
  });

  test('revoking a former refresh token ends the connection, and an unknown one is accepted', async () => {
    const { api, first, second } = await refreshed();
    for (const token of ['unknown', first.refresh_token])
      expect(await post(api, '/oauth/revoke', { token })).toMatchObject({ status: 200, body: { ok: true } });
    expect(await refresh(api, second.refresh_token)).toMatchObject(CODE('grant_revoked'));
  });
});

describe('The double knows its clients:', () => {
  test.each([
    ['an unknown id', { clientId: 'svc_app_sb_other', clientSecret: 'svc_sk_sb_1' }],
    ['a wrong secret', { clientId: 'svc_app_sb_1', clientSecret: 'svc_sk_sb_other' }],
  ])('%s is 401 at each token endpoint', async (_, wrong) => {
    const api = createTestApi();
    const app = createTillgate({ ...api.options, credentials: sandbox(wrong) });
    await expect(app.merchant(1).brands.list()).rejects.toMatchObject({ code: 'developer.invalid_client' });
    const fields = { client_id: wrong.clientId, client_secret: wrong.clientSecret, token: 'x' };
    const invalid = { error: 'invalid_client', code: 'developer.invalid_client' };
    for (const path of ['/oauth/token', '/oauth/revoke']) {
      const { status, headers, body } = await post(api, path, fields);
      expect([status, headers.get('WWW-Authenticate')]).toEqual([401, 'Basic']);
      expect(body).toMatchObject(invalid);
    }
    const { status, body } = await post(api, '/token', fields);
    expect([status, body.error]).toMatchObject([401, { code: 'developer.invalid_client' }]);
  });

  test('a test gives it others, and another API key', async () => {
    const clients = [{ clientId: 'svc_app_sb_x', clientSecret: 'svc_sk_sb_x' }] as const;
    const api = createTestApi({ clients, apiKey: 'svc_ak_sb_x' });
    expect([api.client, api.apiKey]).toEqual([clients[0], 'svc_ak_sb_x']);
    const shop = createTillgate({ ...api.options, credentials: apiKey(api.apiKey) }).merchant(1);
    await expect(shop.stores.list()).resolves.toBeDefined();
    const stranger = createTillgate({ ...api.options, credentials: apiKey('svc_ak_sb_key') }).merchant(1);
    await expect(stranger.stores.list()).rejects.toMatchObject({ code: 'partner.api_key_invalid' });
  });

  test('a production client uses the authorization code flow', async () => {
    const api = createTestApi({ clients: [{ clientId: 'svc_app_pk_x', clientSecret: 'svc_sk_pk_x' }] });
    const { status, body } = await post(api, '/token', {});
    expect([status, body.error.code]).toEqual([400, 'developer.use_oauth']);
  });

  test('an authorization request that the consent screen rejects has no redirect', async () => {
    const { api, url } = await connected();
    const changed = url.replace('S256', 'plain');
    expect(() => api.consent(changed)).toThrow('oauth.pkce_method_unsupported');
  });
});
