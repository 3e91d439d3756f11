import { decodeJwt, decodeProtectedHeader, importJWK, SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { rotateSigningKey } from '../src/auth/signing-keys.ts';
import { SCOPES } from '../src/credentials/products.ts';
import { archiveApp } from '../src/directory/apps.ts';
import { issueCredential, revokeCredential } from '../src/directory/credentials.ts';
import { DirectoryError } from '../src/directory/directory-error.ts';
import type { Merchant } from '../src/directory/merchants.ts';
import { type Answer, send } from './support/caller.ts';
import { basic, credentials, newOAuthClient, OAuthClient, outcome } from './support/oauth.ts';
import { sendBytes, statusOfUnfinished } from './support/raw.ts';
import { type Service, startService } from './support/service.ts';

let service: Service;
let client: OAuthClient;
let merchant: Merchant;

beforeAll(async () => {
  service = await startService();
  ({ client, merchant } = await newOAuthClient(service));
});
afterAll(() => service?.stop());

const INVALID_REQUEST = [400, 'invalid_request', 'oauth.invalid_request'];
const TOO_LARGE = [413, 'invalid_request', 'oauth.body_too_large'];
const INVALID_CLIENT = [401, 'invalid_client', 'developer.invalid_client'];
const REVOKED = [400, 'invalid_grant', 'oauth.grant_revoked'];
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
const MINUTE = 60_000;

const sandbox = { grant_type: 'client_credentials' };
const encoded = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;

describe('A client authenticates', () => {
  const { stringify } = JSON;
  test.each<[string, (id: string, secret: string) => string, unknown[]]>([
    ['by Basic', (id, secret) => encoded(`${id}:${secret}`), [200]],
    ['by basic, whatever the case', (id, secret) => encoded(`${id}:${secret}`).replace('Basic', 'bASIC'), [200]],
    ['by Basic, form-encoded', (id, secret) => encoded(`${id.replaceAll('_', '%5F')}:${secret}`), [200]],
    ['not by Basic with a wrong secret', (id) => encoded(`${id}:svc_sk_sb_x`), INVALID_CLIENT],
    ['not by Basic with a blank secret', (id) => encoded(`${id}:`), INVALID_CLIENT],
    ['not by Basic without a colon', (id) => encoded(id), INVALID_CLIENT],
    ['not by Basic that is not base64', () => 'Basic !!!', INVALID_CLIENT],
    ['not by Basic that is cut off', () => 'Basic', INVALID_CLIENT],
    ['not by Basic with percent signs that encode nothing', (id) => encoded(`${id}:%zz`), INVALID_CLIENT],
    ['not by Basic with the halves swapped', (id, secret) => encoded(`${secret}:${id}`), INVALID_CLIENT],
    ['not by a bearer token', () => 'Bearer abc', INVALID_CLIENT],
  ])('%s', async (_, authorization, expected) => {
    const { clientId, clientSecret } = client.partner;
    const headers = { Authorization: authorization(clientId, clientSecret) };
    const answer = await client.postJson('/oauth/token', sandbox, headers);
    expect(outcome(answer)).toEqual(expected);
    if (answer.status === 401) expect(answer.headers.get('www-authenticate')).toMatch(/^Basic realm="[^"]+"/);
    expect(answer.text).not.toContain(stringify(clientSecret));
  });

  test.each<[string, Record<string, unknown>, unknown[]]>([
    ['by the body', {}, [200]],
    ['not with a blank in the secret', { client_secret: ' ' }, INVALID_CLIENT],
    ['not without a secret', { client_secret: undefined }, INVALID_CLIENT],
    ['not with an empty secret', { client_secret: '' }, INVALID_CLIENT],
    ['not with a secret that is a number', { client_secret: 7 }, INVALID_REQUEST],
    ['not with a list of secrets', { client_secret: ['a', 'b'] }, INVALID_REQUEST],
    ['not with the id alone in other case', { client_id: 'SVC_APP_SB_X' }, INVALID_CLIENT],
    ['not with null for an id', { client_id: null }, INVALID_REQUEST],
  ])('%s', async (_, fields, expected) => {
    expect(outcome(await client.token({ ...sandbox, ...fields }))).toEqual(expected);
  });

  test('not by Basic and the body together, even if both are right', async () => {
    const headers = { Authorization: basic(client.partner) };
    expect(
      outcome(await client.postJson('/oauth/token', { ...sandbox, ...credentials(client.partner) }, headers)),
    ).toEqual(INVALID_REQUEST);
  });

  test('not by Basic with another id in the body', async () => {
    const headers = { Authorization: basic(client.partner) };
    const answer = await client.postJson('/oauth/token', { ...sandbox, client_id: 'svc_app_sb_other' }, headers);
    expect(outcome(answer)).toEqual(INVALID_REQUEST);
  });

  test('not with the secret of another app', async () => {
    const other = await service.newApp(client.partner.organizationId, 'FULL');
    expect(outcome(await client.token({ ...sandbox, client_secret: other.clientSecret }))).toEqual(INVALID_CLIENT);
  });

  test('not once its credential is revoked, which looks like a wrong secret', async () => {
    const gone = await newOAuthClient(service);
    await service.control((tx) => revokeCredential(tx, gone.client.partner.clientId));
    const [revoked, wrong] = [
      await gone.client.token(sandbox),
      await client.token({ ...sandbox, client_secret: 'svc_sk_sb_x' }),
    ];
    expect(outcome(revoked)).toEqual(INVALID_CLIENT);
    expect(revoked.text).toBe(wrong.text);
  });
});

describe.each(['/oauth/token', '/oauth/revoke'])('POST %s', (path) => {
  test.each<[string, Record<string, string>, string]>([
    ['a field sent twice', FORM, 'grant_type=client_credentials&grant_type=client_credentials'],
    ['a secret sent twice', FORM, 'client_secret=a&client_secret=a'],
    ['a field nobody knows sent twice', FORM, 'x=1&x=2'],
    ['percent signs that encode nothing', FORM, 'client_id=%zz'],
    ['percent-encoded bytes that are not UTF-8', FORM, 'client_id=%ff'],
    ['JSON cut off', { 'Content-Type': 'application/json' }, '{"grant_type":'],
    ['a JSON list', { 'Content-Type': 'application/json' }, '[]'],
    ['a JSON string', { 'Content-Type': 'application/json' }, '"x"'],
    ['JSON null with a body', { 'Content-Type': 'application/json' }, 'null '],
    ['plain text', { 'Content-Type': 'text/plain' }, 'grant_type=client_credentials'],
    ['multipart', { 'Content-Type': 'multipart/form-data; boundary=x' }, '--x--'],
    ['a form in another charset', { 'Content-Type': 'application/x-www-form-urlencoded; charset=latin1' }, 'a=b'],
    ['a body that is compressed', { ...FORM, 'Content-Encoding': 'gzip' }, 'a=b'],
  ])('rejects %s', async (_, headers, body) => {
    const answer = await send(service.apiUrl, 'POST', path, { headers, body });
    const expected = body === 'null ' ? INVALID_CLIENT : INVALID_REQUEST;
    expect(outcome(answer)).toEqual(expected);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test('accepts a body of 16,384 bytes and rejects a longer one', async () => {
    const fields = new URLSearchParams({ ...credentials(client.partner), ...sandbox, token: 'x', x: '' }).toString();
    expect(outcome(await client.postForm(path, fields.padEnd(16_384, 'y')))).toEqual([200]);
    expect(outcome(await client.postForm(path, fields.padEnd(16_385, 'y')))).toEqual(TOO_LARGE);
  });

  test('rejects a chunked body once 16,384 bytes of it have come', async () => {
    const head = `POST /v1${path} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nContent-Type: ${FORM['Content-Type']}\r\n\r\n`;
    const chunk = `${(8192).toString(16)}\r\n${'y'.repeat(8192)}\r\n`;
    expect(await statusOfUnfinished(service.apiUrl, head + chunk.repeat(3))).toBe(413);
  });

  test('rejects a body by its Content-Length before any of it has come', async () => {
    const head = `POST /v1${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 16385\r\nContent-Type: application/json\r\n\r\n`;
    expect(await statusOfUnfinished(service.apiUrl, head)).toBe(413);
  });

  test('rejects two Authorization headers', async () => {
    const lines = `Authorization: ${basic(client.partner)}\r\n`.repeat(2);
    const body = '{"grant_type":"client_credentials","token":"x"}';
    const answer = await sendBytes(
      service.apiUrl,
      `POST /v1${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${lines}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    expect([answer.status, JSON.parse(answer.text).code]).toEqual([400, 'oauth.invalid_request']);
  });

  test('requires authentication when there is no body', async () => {
    expect(outcome(await send(service.apiUrl, 'POST', path))).toEqual(INVALID_CLIENT);
  });

  test('never reads the query string', async () => {
    const query = new URLSearchParams({ ...credentials(client.partner), grant_type: 'client_credentials', token: 'x' });
    expect(outcome(await client.postForm(`${path}?${query}`, ''))).toEqual(INVALID_CLIENT);
  });

  test.each(['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])(
    'is 405 to %s, with Allow, in its own error shape',
    async (method) => {
      const response = await fetch(service.apiUrl + path, { method });
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
      expect(await response.json()).toMatchObject({ error: 'invalid_request', code: 'oauth.method_not_allowed' });
      expect(response.headers.get('x-ratelimit-limit')).not.toBeNull();
    },
  );

  test('allows no scripts of other origins', async () => {
    const { headers } = await client.postJson(path, credentials(client.partner), { Origin: 'https://evil.example' });
    expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  test.each([
    ['ar', 'ar', /[\u0600-\u06FF]/],
    ['hi-IN,hi;q=0.9', 'hi', /[\u0900-\u097F]/],
    ['fr', 'en', /^[ -~]+$/],
    ['', 'en', /^[ -~]+$/],
    ['en-GB, ar;q=0.5', 'en', /^[ -~]+$/],
  ])('describes errors in a language of Accept-Language %j', async (accept, language, script) => {
    const answer = await client.postJson(path, {}, { 'Accept-Language': accept });
    expect(answer.headers.get('content-language')).toBe(language);
    expect(answer.body.error_description).toMatch(script);
    expect(answer.body.code).toBe('developer.invalid_client');
  });

  test('counts against the app once it is authenticated, otherwise against the source address', async () => {
    const one = await newOAuthClient(service);
    const body = { ...sandbox, token: 'x', ...credentials(one.client.partner) };
    service.advance(MINUTE);
    const budgets: unknown[] = [];
    for (const fields of [body, body, { ...body, client_secret: 'x' }, body]) {
      const { headers } = await one.client.postJson(path, fields);
      budgets.push(Number(headers.get('x-ratelimit-limit')) - Number(headers.get('x-ratelimit-remaining')));
    }
    expect(budgets).toEqual([1, 2, 1, 3]);
  });

  test('rejects an app over its rate limit, and tells when to retry', async () => {
    const one = await newOAuthClient(service);
    await service.databases.control.query('update control.apps set rate_limit = 2 where id = $1', [
      one.client.partner.appId,
    ]);
    const body = { ...sandbox, token: 'x', ...credentials(one.client.partner) };
    for (let i = 0; i < 2; i += 1) expect((await one.client.postJson(path, body)).status).toBe(200);
    const refused = await one.client.postJson(path, body);
    expect(outcome(refused)).toEqual([429, 'temporarily_unavailable', 'partner.rate_limited']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await one.client.postJson(path, { ...body, client_secret: 'x' })).status).toBe(401);
  });
});

describe('grant_type=client_credentials', () => {
  test('gives a sandbox app a token without a refresh token', async () => {
    const { body } = await client.token(sandbox);
    expect(Object.keys(body).sort()).toEqual(['access_token', 'api_base_url', 'expires_in', 'scope', 'token_type']);
    expect(decodeJwt(body.access_token).companyId).toBe(merchant.companyId);
  });

  test.each<[string, unknown, unknown[]]>([
    ['its merchant by number', 'own', [200]],
    ['its merchant by text', 'own text', [200]],
    ['an unknown merchant', 1, [400, 'unauthorized_client', 'developer.grant_missing']],
    ['a live merchant', 'live', [400, 'unauthorized_client', 'developer.env_mismatch']],
    ["another organization's merchant", 'foreign', [400, 'unauthorized_client', 'developer.grant_missing']],
    ['text for a merchant', 'abc', INVALID_REQUEST],
    ['a merchant below zero', -1, INVALID_REQUEST],
    ['half a merchant', 1.5, INVALID_REQUEST],
  ])('for %s', async (_, wanted, expected) => {
    const ids: Record<string, unknown> = {
      own: merchant.companyId,
      'own text': String(merchant.companyId),
      live: (await service.newMerchant(null, 'UK', false)).companyId,
      foreign: (await newOAuthClient(service)).merchant.companyId,
    };
    expect(outcome(await client.token({ ...sandbox, merchant_id: ids[String(wanted)] ?? wanted }))).toEqual(expected);
  });

  test('requires the merchant if there are several', async () => {
    const many = await newOAuthClient(service);
    await service.newMerchant(many.client.partner.organizationId);
    expect(outcome(await many.client.token(sandbox))).toEqual([400, 'invalid_request', 'developer.merchant_required']);
  });

  test.each([
    ['FULL', 'developer.use_oauth'],
    ['ONLINE_ORDER', 'developer.use_oauth'],
    ['ADSR', 'developer.use_api_key'],
  ] as const)('is not for production: %s', async (product, code) => {
    const app = await service.newApp(client.partner.organizationId, product, 'PRODUCTION');
    expect(outcome(await new OAuthClient(service, app).token(sandbox))).toEqual([400, 'unauthorized_client', code]);
  });

  test('is rejected for an archived app', async () => {
    const gone = await newOAuthClient(service);
    await service.control((tx) => archiveApp(tx, gone.client.partner.appId));
    expect(outcome(await gone.client.token(sandbox))).toEqual([400, 'unauthorized_client', 'developer.app_archived']);
  });
});

describe('POST /oauth/revoke', () => {
  const revoked = async (answer: Answer) => expect([answer.status, answer.body]).toEqual([200, { ok: true }]);

  test('ends the connection, whichever of its refresh tokens is sent', async () => {
    for (const which of [0, 1]) {
      const { refreshToken } = await client.connect(merchant);
      const tokens = [refreshToken, (await client.refresh(refreshToken)).body.refresh_token];
      await revoked(await client.revoke({ token: tokens[which] }));
      for (const token of tokens) expect(outcome(await client.refresh(token))).toEqual(REVOKED);
      await revoked(await client.revoke({ token: tokens[which] }));
    }
  });

  test('returns the same for a token that is unknown, malformed, an access token, or sent as a form with a hint', async () => {
    const { accessToken, refreshToken } = await client.connect(merchant);
    for (const token of ['x', 'svc_rt_sb_x', accessToken, '🔑', refreshToken.slice(0, -1)]) {
      await revoked(await client.revoke({ token, token_type_hint: 'access_token' }));
    }
    const form = { ...credentials(client.partner), token: 'x', token_type_hint: 'refresh_token' };
    await revoked(await client.postForm('/oauth/revoke', form));
    expect(outcome(await client.refresh(refreshToken))).toEqual([200]);
  });

  test("does not affect another app's connection", async () => {
    const other = new OAuthClient(service, await service.newApp(client.partner.organizationId, 'FULL'));
    const { refreshToken } = await client.connect(merchant);
    await revoked(await other.revoke({ token: refreshToken }));
    expect(outcome(await client.refresh(refreshToken))).toEqual([200]);
  });

  test.each<[string, unknown]>([
    ['a number', 7],
    ['null', null],
    ['a boolean', false],
    ['an array', ['a', 'b']],
    ['an object', { token: 'x' }],
    ['text with a NUL', 'a\0b'],
    ['half a surrogate pair', '\ud800'],
    ['4,097 characters', 'x'.repeat(4097)],
    ['16,000 characters', 'x'.repeat(16_000)],
  ])('answers { ok: true } to %s for a token', async (_, token) => {
    await revoked(await client.revoke({ token }));
    const wrong = { ...credentials(client.partner), client_secret: 'svc_sk_sb_x', token };
    expect(outcome(await client.postJson('/oauth/revoke', wrong))).toEqual(INVALID_CLIENT);
  });

  test.each<[string, string | Buffer]>([
    ['percent-encoded bytes that are not UTF-8', 'token=%ff%fe'],
    ['raw bytes that are not UTF-8', Buffer.from('token=\xff\xfe', 'latin1')],
    ['percent signs that encode nothing', 'token=%zz'],
    ['an encoded NUL', 'token=a%00b'],
    ['a malformed field that it does not read', 'token=x&grant_type=%ff'],
  ])('answers { ok: true } to a form with %s', async (_, token) => {
    const fields = new URLSearchParams(credentials(client.partner)).toString();
    const body = Buffer.concat([Buffer.from(`${fields}&`), Buffer.from(token)]);
    await revoked(await send(service.apiUrl, 'POST', '/oauth/revoke', { headers: FORM, body }));
  });

  test("does not affect a connection of the app's other environment", async () => {
    const live = await service.newApp(client.partner.organizationId, 'FULL', 'PRODUCTION');
    const production = new OAuthClient(service, live);
    const { refreshToken } = await production.connect(await service.newMerchant(null, 'UK', false));
    const credential = await service.control((tx) => issueCredential(tx, live.appId, 'SANDBOX'));
    const sandboxClient = new OAuthClient(service, { ...live, ...credential });
    await revoked(await sandboxClient.revoke({ token: refreshToken }));
    expect(outcome(await production.refresh(refreshToken))).toEqual([200]);
  });

  test('requires the token', async () => {
    for (const token of [undefined, '']) expect(outcome(await client.revoke({ token }))).toEqual(INVALID_REQUEST);
  });
});

describe('The metadata', () => {
  test('is at the place of RFC 8414 and below the base URL, and lists what works', async () => {
    const { body } = await send(service.apiUrl, 'GET', '/.well-known/oauth-authorization-server');
    const origin = new URL(service.apiUrl).origin;
    const standard = await fetch(`${origin}/.well-known/oauth-authorization-server/v1`);
    expect(await standard.json()).toEqual(body);
    expect(body).toMatchObject({
      issuer: service.apiUrl,
      authorization_endpoint: `${service.webUrl}/oauth/authorize`,
      token_endpoint: `${service.apiUrl}/oauth/token`,
      revocation_endpoint: `${service.apiUrl}/oauth/revoke`,
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    });
    expect(body.scopes_supported).toEqual(SCOPES.FULL);
    expect((await fetch(body.jwks_uri)).status).toBe(200);
  });
});

describe('After `tillgate keys rotate`', () => {
  const HOUR = 60 * MINUTE;
  const kids = async (): Promise<string[]> =>
    (await send(service.apiUrl, 'GET', '/.well-known/jwks.json')).body.keys.map((key: { kid: string }) => key.kid);
  const signedBy = async () => decodeProtectedHeader((await client.token(sandbox)).body.access_token).kid;
  const rotate = () => rotateSigningKey({ pool: service.databases.control, clock: service.clock }, { source: 'test' });

  test('the next key is published for 24 hours before it signs, and the old one for an hour after', async () => {
    const [old] = await kids();
    const { kid } = await rotate();
    await expect(rotate()).rejects.toThrow(DirectoryError);
    service.advance(5 * MINUTE);
    expect((await kids()).sort()).toEqual([old, kid].sort());
    expect(await signedBy()).toBe(old);
    service.advance(24 * HOUR - 5 * MINUTE - 1);
    expect(await signedBy()).toBe(old);

    const caller = await service.connectTo(client.partner, merchant);
    service.advance(1);
    expect(await signedBy()).toBe(kid);
    expect((await caller.get('/brands')).status).toBe(200);
    service.advance(HOUR - 1);
    expect((await kids()).sort()).toEqual([old, kid].sort());
    service.advance(5 * MINUTE);
    expect(await kids()).toEqual([kid]);
    await rotate();
  });

  describe('an instance that has served only resources', () => {
    let resources: Service;
    let token: string;

    beforeAll(async () => {
      const settings = { TILLGATE_API_URL: new URL(service.apiUrl).origin };
      resources = await startService({ databases: { ...service.databases, close: async () => {} }, settings });
    });
    beforeEach(async () => {
      resources.advance(service.clock() - resources.clock());
      token = (await client.token(sandbox)).body.access_token;
      expect(await statusOf(token)).toBe(200);
    });
    afterAll(() => resources?.stop());

    const advance = (milliseconds: number) => {
      for (const instance of [service, resources]) instance.advance(milliseconds);
    };
    const statusOf = async (bearer: string) => {
      const headers = { Authorization: `Bearer ${bearer}` };
      return (await fetch(`http://localhost:${resources.ports.api}/v1/brands`, { headers })).status;
    };
    /** A token that the key of `token` signs at this moment, as somebody who has stolen it would. */
    const stolen = async () => {
      const { kid } = decodeProtectedHeader(token);
      const { rows } = await service.databases.control.query(
        'select private_jwk from control.signing_keys where kid = $1',
        [kid],
      );
      const now = Math.floor(service.clock() / 1000);
      const claims = { ...decodeJwt(token), iat: now, exp: now + 900 };
      return new SignJWT(claims)
        .setProtectedHeader({ alg: 'RS256', kid: kid as string })
        .sign(await importJWK(rows[0].private_jwk, 'RS256'));
    };

    test('accepts the old key exactly as long as it is published', async () => {
      advance(24 * HOUR);
      token = (await client.token(sandbox)).body.access_token;
      const { oldPublishedUntil } = await rotate();
      advance(Date.parse(oldPublishedUntil) - service.clock() - 1);
      expect(await statusOf(await stolen())).toBe(200);
      advance(1);
      expect(await statusOf(await stolen())).toBe(401);
    });

    test('drops a withdrawn key within 5 minutes, also for tokens it has seen', async () => {
      const { kid } = decodeProtectedHeader(token);
      const withdraw = 'update control.signing_keys set published_until = $2 where kid = $1';
      await service.databases.control.query(withdraw, [kid, new Date(service.clock()).toISOString()]);
      advance(5 * MINUTE);
      expect(await statusOf(token)).toBe(401);
      expect(await statusOf(await stolen())).toBe(401);
    });
  });
});
