import { createLocalJWKSet, decodeJwt, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SCOPES } from '../src/credentials/products.ts';
import type { Merchant } from '../src/directory/merchants.ts';
import { type Answer, json, send } from './support/caller.ts';
import { type Partner, type Service, startService } from './support/service.ts';

let service: Service;
let partner: Partner;
let merchant: Merchant;

beforeAll(async () => {
  service = await startService();
  partner = await service.newPartner();
  merchant = await service.newMerchant(partner.organizationId, 'IN');
});
afterAll(() => service?.stop());

const FORM = 'application/x-www-form-urlencoded';

const mint = (body: unknown, path = '/token'): Promise<Answer> => send(service.apiUrl, 'POST', path, json(body));
const mintForm = (body: string): Promise<Answer> =>
  send(service.apiUrl, 'POST', '/token', { headers: { 'Content-Type': FORM }, body });
const sql = (text: string, values: unknown[] = []) => service.databases.control.query(text, values);

const credentials = ({ clientId, clientSecret }: Partner) => ({ client_id: clientId, client_secret: clientSecret });
const codeOf = ({ status, body }: Answer): unknown[] => [status, body.error.code];

describe('POST /token answers with a token', () => {
  test('of 900 seconds, not cacheable, and without a refresh token', async () => {
    const answer = await mint({ ...credentials(partner), merchant_id: merchant.companyId });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 900,
      scope: SCOPES.FULL.join(' '),
      api_base_url: `${service.apiUrl}/`,
    });
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test('with the documented claims, signed by a published key', async () => {
    const { body } = await mint({ ...credentials(partner), merchant_id: merchant.companyId });
    const jwks = await send(service.apiUrl, 'GET', '/.well-known/jwks.json');
    const { payload, protectedHeader } = await jwtVerify(body.access_token, createLocalJWKSet(jwks.body), {
      currentDate: new Date(service.clock()),
    });
    const seconds = Math.floor(service.clock() / 1000);
    expect(protectedHeader).toEqual({ alg: 'RS256', typ: 'JWT', kid: jwks.body.keys[0].kid });
    expect(payload).toEqual({
      iss: service.apiUrl,
      aud: 'partner-api',
      sub: String(partner.appId),
      orgId: partner.organizationId,
      companyId: merchant.companyId,
      region: 'IN',
      product: 'FULL',
      scopes: SCOPES.FULL,
      env: 'SANDBOX',
      jti: expect.stringMatching(/^[0-9a-f-]{36}$/),
      iat: seconds,
      exp: seconds + 900,
    });
  });

  test('to a form as to JSON', async () => {
    const form = new URLSearchParams({ ...credentials(partner), merchant_id: String(merchant.companyId) });
    form.set('grant_type', 'client_credentials');
    const answer = await mintForm(form.toString());
    expect(answer.status).toBe(200);
    expect(decodeJwt(answer.body.access_token).companyId).toBe(merchant.companyId);
  });

  test('with the credential’s allowlist copied into it as allowedIps', async () => {
    const allowedIps = ['192.0.2.7', '2001:db8::/32'];
    const limited = await service.newPartner('FULL', { allowedIps });
    await service.newMerchant(limited.organizationId);
    const { body } = await mint(credentials(limited));
    expect(decodeJwt(body.access_token).allowedIps).toEqual(allowedIps);
  });

  test('to a sandbox ADSR or ONLINE_ORDER app, with the scopes of its product', async () => {
    for (const product of ['ADSR', 'ONLINE_ORDER'] as const) {
      const answer = await mint({ ...credentials(await service.newApp(partner.organizationId, product)) });
      expect(answer.body.scope).toBe(SCOPES[product].join(' '));
      expect(decodeJwt(answer.body.access_token)).toMatchObject({ product, scopes: SCOPES[product] });
    }
  });

  test('that does not invalidate an earlier one', async () => {
    const [first, second] = [await mint(credentials(partner)), await mint(credentials(partner))];
    expect(decodeJwt(first.body.access_token).jti).not.toBe(decodeJwt(second.body.access_token).jti);
    for (const { body } of [first, second]) {
      const headers = { Authorization: `Bearer ${body.access_token}` };
      expect((await send(service.apiUrl, 'GET', '/brands', { headers })).status).toBe(200);
    }
  });

  test('without merchant_id when the organization has exactly one active sandbox merchant', async () => {
    const other = await service.newPartner();
    const only = await service.newMerchant(other.organizationId);
    const closed = await service.newMerchant(other.organizationId);
    await sql('update control.merchants set active = false where company_id = $1', [closed.companyId]);
    const { body } = await mint(credentials(other));
    expect(decodeJwt(body.access_token).companyId).toBe(only.companyId);
  });

  test('if grant_type is client_credentials, absent or empty', async () => {
    for (const grant of [{ grant_type: 'client_credentials' }, {}, { grant_type: '' }]) {
      expect((await mint({ ...credentials(partner), ...grant })).status).toBe(200);
    }
    const form = new URLSearchParams({ ...credentials(partner), grant_type: '', merchant_id: '' });
    expect((await mintForm(form.toString())).status).toBe(200);
  });

  test('and ignores unknown fields, in the body and in the query', async () => {
    const odd = { scope: 'everything', __proto__x: 1, constructor: 'x', toString: 'y', nested: { deep: [1] } };
    expect((await mint({ ...credentials(partner), ...odd })).status).toBe(200);
    expect((await mint({ ...credentials(partner) }, '/token?grant_type=password&merchant_id=1')).status).toBe(200);
    const form = new URLSearchParams({
      ...credentials(partner),
      scope: 'everything',
      __proto__: 'x',
      constructor: 'y',
    });
    expect((await mintForm(`${form}&__proto__=x`)).status).toBe(200);
  });
});

describe('POST /token rejects a client', () => {
  test.each<[string, (p: Partner) => Promise<object>]>([
    [
      'an unknown client id',
      async (p) => ({ ...credentials(p), client_id: (await service.newPartner()).clientId.slice(0, -1) }),
    ],
    ['a wrong secret', async (p) => ({ ...credentials(p), client_secret: (await service.newPartner()).clientSecret })],
    ['a mistyped secret', async (p) => ({ ...credentials(p), client_secret: `${p.clientSecret.slice(0, -1)}_` })],
    ['client id and secret swapped', async (p) => ({ client_id: p.clientSecret, client_secret: p.clientId })],
    [
      'a revoked credential',
      async (p) => {
        await sql('update control.client_credentials set revoked_at = now() where client_id = $1', [p.clientId]);
        return credentials(p);
      },
    ],
    [
      'a credential that was deleted',
      async (p) => {
        await sql('delete from control.client_secrets where client_id = $1', [p.clientId]);
        await sql('delete from control.client_credentials where client_id = $1', [p.clientId]);
        return credentials(p);
      },
    ],
  ])('%s, always in the same words', async (_, prepare) => {
    const fresh = await service.newPartner();
    await service.newMerchant(fresh.organizationId);
    expect((await mint(credentials(fresh))).status).toBe(200);
    const answer = await mint(await prepare(fresh));
    expect(codeOf(answer)).toEqual([401, 'developer.invalid_client']);
    expect(answer.body.error.message).toBe('Client authentication failed.');
  });

  test('with a secret from the instant it expires, while the new one works', async () => {
    const fresh = await service.newPartner();
    await service.newMerchant(fresh.organizationId);
    const until = new Date(service.clock() + 60_000).toISOString();
    await sql('update control.client_secrets set expires_at = $2 where client_id = $1', [fresh.clientId, until]);
    service.advance(59_999);
    expect((await mint(credentials(fresh))).status).toBe(200);
    service.advance(1);
    expect(codeOf(await mint(credentials(fresh)))).toEqual([401, 'developer.invalid_client']);
  });

  test('an archived app', async () => {
    const fresh = await service.newPartner();
    await service.newMerchant(fresh.organizationId);
    await sql('update control.apps set archived_at = now() where id = $1', [fresh.appId]);
    expect(codeOf(await mint(credentials(fresh)))).toEqual([403, 'developer.app_archived']);
  });

  test.each([
    ['FULL', 'developer.use_oauth'],
    ['ONLINE_ORDER', 'developer.use_oauth'],
    ['ADSR', 'developer.use_api_key'],
  ] as const)(
    'with a production %s credential: not approved before the review, then the wrong flow',
    async (product, code) => {
      const app = await service.newApp(partner.organizationId, product, 'PRODUCTION');
      for (const state of ['DRAFT', 'SUBMITTED', 'REJECTED']) {
        await sql('update control.apps set review_state = $2 where id = $1', [app.appId, state]);
        expect(codeOf(await mint(credentials(app)))).toEqual([403, 'developer.app_not_approved']);
      }
      await sql(`update control.apps set review_state = 'APPROVED' where id = $1`, [app.appId]);
      expect(codeOf(await mint(credentials(app)))).toEqual([400, code]);
    },
  );
});

describe('POST /token rejects a merchant', () => {
  test('that is not named when there are several', async () => {
    const fresh = await service.newPartner();
    const [first] = [
      await service.newMerchant(fresh.organizationId),
      await service.newMerchant(fresh.organizationId, 'US'),
    ];
    expect(codeOf(await mint(credentials(fresh)))).toEqual([400, 'developer.merchant_required']);
    expect((await mint({ ...credentials(fresh), merchant_id: first.companyId })).status).toBe(200);
  });

  test('that is live', async () => {
    const live = await service.newMerchant(null, 'UK', false);
    const answer = await mint({ ...credentials(partner), merchant_id: live.companyId });
    expect(codeOf(answer)).toEqual([403, 'developer.env_mismatch']);
  });

  test('that is another organization’s, inactive or unknown', async () => {
    const foreign = await service.newMerchant((await service.newPartner()).organizationId);
    const closed = await service.newMerchant(partner.organizationId);
    await sql('update control.merchants set active = false where company_id = $1', [closed.companyId]);
    for (const id of [foreign.companyId, closed.companyId, 1, Number.MAX_SAFE_INTEGER]) {
      expect(codeOf(await mint({ ...credentials(partner), merchant_id: id }))).toEqual([
        403,
        'developer.grant_missing',
      ]);
    }
  });

  test('when the organization has none', async () => {
    expect(codeOf(await mint(credentials(await service.newPartner())))).toEqual([403, 'developer.grant_missing']);
  });
});
