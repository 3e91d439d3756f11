import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SCOPES } from '../src/credentials/products.ts';
import { archiveApp } from '../src/directory/apps.ts';
import { revokeCredential } from '../src/directory/credentials.ts';
import type { Merchant } from '../src/directory/merchants.ts';
import { Caller } from './support/caller.ts';
import {
  auditOf,
  basic,
  challengeOf,
  credentials,
  newOAuthClient,
  OAuthClient,
  outcome,
  REDIRECT_URI,
  VERIFIER,
} from './support/oauth.ts';
import { type Service, startService } from './support/service.ts';

let service: Service;
let client: OAuthClient;
let merchant: Merchant;

beforeAll(async () => {
  service = await startService();
  ({ client, merchant } = await newOAuthClient(service));
});
afterAll(() => service?.stop());

const CODE_INVALID = [400, 'invalid_grant', 'oauth.code_invalid'];
const CODE_EXPIRED = [400, 'invalid_grant', 'oauth.code_expired'];
const REDIRECT_MISMATCH = [400, 'invalid_grant', 'oauth.redirect_uri_mismatch'];
const PKCE_FAILED = [400, 'invalid_grant', 'oauth.pkce_failed'];
const REVOKED = [400, 'invalid_grant', 'oauth.grant_revoked'];
const INVALID_REQUEST = [400, 'invalid_request', 'oauth.invalid_request'];
const INVALID_CLIENT = [401, 'invalid_client', 'developer.invalid_client'];

describe('A code is exchanged', () => {
  test("for an access token and a refresh token, with the merchant's id", async () => {
    const { status, body, headers } = await client.exchange(await client.code(merchant));
    expect(status).toBe(200);
    expect(body).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 900,
      refresh_token: expect.stringMatching(/^svc_rt_sb_[0-9A-Za-z]{66}$/),
      refresh_token_expires_in: 8_640_000,
      scope: SCOPES.FULL.join(' '),
      merchant_id: merchant.companyId,
      api_base_url: `${service.apiUrl}/`,
    });
    expect([headers.get('cache-control'), headers.get('pragma')]).toEqual(['no-store', 'no-cache']);
    expect(decodeJwt(body.access_token)).toMatchObject({
      aud: 'partner-api',
      iss: service.apiUrl,
      sub: String(client.partner.appId),
      companyId: merchant.companyId,
      env: 'SANDBOX',
    });
  });

  test('for a token that the API accepts at once', async () => {
    const caller = new Caller(service, merchant, client.partner);
    caller.token = (await client.connect(merchant)).accessToken;
    expect((await caller.get('/brands')).status).toBe(200);
  });

  test('by a production client for a live merchant, with production prefixes', async () => {
    const partner = await service.newApp(client.partner.organizationId, 'ONLINE_ORDER', 'PRODUCTION');
    const live = await service.newMerchant(null, 'AE', false);
    const production = new OAuthClient(service, partner);
    const { body } = await production.exchange(await production.code(live));
    expect(body.refresh_token).toMatch(/^svc_rt_pk_/);
    expect(body.scope).toBe(SCOPES.ONLINE_ORDER.join(' '));
    expect(decodeJwt(body.access_token)).toMatchObject({ env: 'PRODUCTION', region: 'AE', companyId: live.companyId });
  });

  test.each<[string, (code: string) => ReturnType<OAuthClient['token']>]>([
    ['JSON, credentials in the body', (code) => client.exchange(code)],
    [
      'a form, credentials in the body',
      (code) =>
        client.postForm('/oauth/token', {
          ...credentials(client.partner),
          grant_type: 'authorization_code',
          code,
          redirect_uri: REDIRECT_URI,
        }),
    ],
    [
      'a form, credentials by Basic',
      (code) =>
        client.postForm(
          '/oauth/token',
          { grant_type: 'authorization_code', code, redirect_uri: REDIRECT_URI },
          { Authorization: basic(client.partner) },
        ),
    ],
    [
      'JSON, credentials by Basic, the id repeated in the body',
      (code) =>
        client.postJson(
          '/oauth/token',
          {
            grant_type: 'authorization_code',
            code,
            redirect_uri: REDIRECT_URI,
            client_id: client.partner.clientId,
          },
          { Authorization: basic(client.partner) },
        ),
    ],
    ['JSON with fields that nobody knows', (code) => client.exchange(code, { resource: 'x', scope: 7, nested: {} })],
  ])('sent as %s', async (_, exchange) => {
    expect(outcome(await exchange(await client.code(merchant)))).toEqual([200]);
  });

  test('up to 5 minutes after it was issued', async () => {
    const [early, late] = [await client.code(merchant), await client.code(merchant)];
    service.advance(5 * 60_000);
    expect(outcome(await client.exchange(early))).toEqual([200]);
    service.advance(1);
    expect(outcome(await client.exchange(late))).toEqual(CODE_EXPIRED);
  });
});

describe('A code is rejected', () => {
  test.each<[string, Record<string, unknown>, unknown[]]>([
    ['without code', { code: undefined }, INVALID_REQUEST],
    ['with an empty code', { code: '' }, INVALID_REQUEST],
    ['with a code that is a number', { code: 7 }, INVALID_REQUEST],
    ['with a code that nobody issued', { code: 'x'.repeat(43) }, CODE_INVALID],
    ['with a code with a NUL', { code: 'a\0b' }, INVALID_REQUEST],
    ['with a code of 5000 characters', { code: 'x'.repeat(5000) }, INVALID_REQUEST],
    ['without redirect_uri', { redirect_uri: undefined }, INVALID_REQUEST],
    ['with another redirect_uri', { redirect_uri: 'https://app.example/other' }, REDIRECT_MISMATCH],
    ['with a redirect_uri longer by a slash', { redirect_uri: `${REDIRECT_URI}/` }, REDIRECT_MISMATCH],
    ['with a redirect_uri in other case', { redirect_uri: REDIRECT_URI.toUpperCase() }, REDIRECT_MISMATCH],
    ['with a verifier where no challenge was sent', { code_verifier: VERIFIER }, PKCE_FAILED],
    ['with no grant_type', { grant_type: undefined }, INVALID_REQUEST],
    [
      'with a grant_type that is not offered',
      { grant_type: 'password' },
      [400, 'unsupported_grant_type', 'oauth.unsupported_grant_type'],
    ],
    [
      'with a grant_type that objects inherit',
      { grant_type: 'constructor' },
      [400, 'unsupported_grant_type', 'oauth.unsupported_grant_type'],
    ],
    ['with a wrong secret', { client_secret: `${'svc_sk_sb_'}${'a'.repeat(36)}` }, INVALID_CLIENT],
    ['without a secret', { client_secret: undefined }, INVALID_CLIENT],
    ['without an id', { client_id: undefined }, INVALID_CLIENT],
    ['with an id that nobody has', { client_id: 'svc_app_sb_nobody' }, INVALID_CLIENT],
  ])('%s, and can be exchanged afterwards', async (_, fields, refusal) => {
    const code = await client.code(merchant);
    expect(outcome(await client.exchange(code, fields))).toEqual(refusal);
    expect(outcome(await client.exchange(code))).toEqual([200]);
  });

  test.each<[string, string | undefined, unknown[]]>([
    ['without a verifier', undefined, PKCE_FAILED],
    ['with another verifier', VERIFIER.replace('d', 'e'), PKCE_FAILED],
    ['with the challenge as the verifier', challengeOf(VERIFIER), PKCE_FAILED],
    ['with the verifier', VERIFIER, [200]],
  ])('or accepted, if a challenge was sent, %s', async (_, verifier, expected) => {
    const code = await client.code(merchant, { codeChallenge: challengeOf(VERIFIER) });
    expect(outcome(await client.exchange(code, { code_verifier: verifier }))).toEqual(expected);
  });

  test.each([
    ['of 42 characters', 'a'.repeat(42), PKCE_FAILED],
    ['of 43 characters', 'a'.repeat(43), [200]],
    ['of 128 characters', '~'.repeat(128), [200]],
    ['of 129 characters', 'a'.repeat(129), PKCE_FAILED],
    ['with a character that RFC 7636 has not', `${'a'.repeat(43)}+`, PKCE_FAILED],
  ])('or accepted, with a verifier %s', async (_, verifier, expected) => {
    const code = await client.code(merchant, { codeChallenge: challengeOf(verifier) });
    expect(outcome(await client.exchange(code, { code_verifier: verifier }))).toEqual(expected);
  });

  test('from another app, whose attempt does not affect the code', async () => {
    const other = new OAuthClient(service, await service.newApp(client.partner.organizationId, 'FULL'));
    const code = await client.code(merchant);
    expect(outcome(await other.exchange(code))).toEqual(CODE_INVALID);
    expect(outcome(await client.exchange(code))).toEqual([200]);
  });

  test('when it is replayed, and its tokens are revoked', async () => {
    const code = await client.code(merchant);
    const { body } = await client.exchange(code);
    service.advance(1);
    expect(outcome(await client.exchange(code))).toEqual(CODE_INVALID);
    expect(outcome(await client.refresh(body.refresh_token))).toEqual(REVOKED);
  });

  test('when another app replays it, which revokes nothing', async () => {
    const other = new OAuthClient(service, await service.newApp(client.partner.organizationId, 'FULL'));
    const code = await client.code(merchant);
    const { body } = await client.exchange(code);
    service.advance(1);
    expect(outcome(await other.exchange(code))).toEqual(CODE_INVALID);
    expect(outcome(await client.refresh(body.refresh_token))).toEqual([200]);
  });

  test('once its app is archived', async () => {
    const gone = await newOAuthClient(service);
    const code = await gone.client.code(gone.merchant);
    await service.control((tx) => archiveApp(tx, gone.client.partner.appId));
    expect(outcome(await gone.client.exchange(code))).toEqual(REVOKED);
  });

  test('once its credential is revoked', async () => {
    const gone = await newOAuthClient(service);
    const code = await gone.client.code(gone.merchant);
    await service.control((tx) => revokeCredential(tx, gone.client.partner.clientId));
    expect(outcome(await gone.client.exchange(code))).toEqual(INVALID_CLIENT);
  });
});

describe('Fifty concurrent exchanges of one code', () => {
  test('return one valid set of tokens, on two instances of one database', async () => {
    const shared = { ...service.databases, close: async () => {} };
    const second = await startService({ databases: shared });
    second.advance(service.clock() - second.clock());
    try {
      const code = await client.code(merchant);
      const instances = [client, new OAuthClient(second, client.partner)];
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, i) => (instances[i % 2] as OAuthClient).exchange(code)),
      );
      const given = answers.filter(({ status }) => status === 200);
      expect(given).toHaveLength(1);
      for (const answer of answers) if (answer !== given[0]) expect(outcome(answer)).toEqual(CODE_INVALID);
      expect(outcome(await client.refresh(given[0]?.body.refresh_token))).toEqual([200]);
    } finally {
      await second.stop();
    }
  });
});

describe('The audit log', () => {
  test('has the exchange and the replay, with author and address, and never a secret', async () => {
    const { client: audited, merchant: shop } = await newOAuthClient(service);
    const code = await audited.code(shop);
    const correlation = 'b0a4b5e0-5f0a-4d8e-9a51-0c4d5a4f9d11';
    const fields = {
      ...credentials(audited.partner),
      grant_type: 'authorization_code',
      code,
      redirect_uri: REDIRECT_URI,
    };
    const { body } = await audited.postJson('/oauth/token', fields, { 'X-Correlation-Id': correlation });
    service.advance(1);
    await audited.exchange(code);
    expect((await auditOf(service, audited.partner.appId)).slice(-2)).toEqual(['code.exchanged', 'code.replayed']);
    const { rows } = await service.databases.control.query(
      'select l::text as line from control.audit_log l where correlation_id = $1',
      [correlation],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0].line).toContain('127.0.0.1');
    for (const secret of [code, body.refresh_token, body.access_token, audited.partner.clientSecret]) {
      expect(rows[0].line).not.toContain(secret);
    }
  });
});
