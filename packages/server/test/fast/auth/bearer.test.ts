import { generateKeyPairSync } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, importJWK, type JWK, type JWTPayload, SignJWT } from 'jose';
import { afterAll, describe, expect, test } from 'vitest';
import { signingKeyName } from '../../../src/storage/secrets.ts';
import { type Answer, Caller, send } from '../../support/api-caller.ts';
import { freePort } from '../../support/free-port.ts';
import { rejectionOf } from '../../support/rejections.ts';
import { privateKeyOf, secretsOf } from '../../support/secrets.ts';
import { startService } from '../../support/service.ts';

let keys: { kid: string; public_jwk: JWK };

const service = await startService();
afterAll(() => service.stop());
const caller = await service.connect();
keys = (await service.databases.control.query('select kid, public_jwk from control.signing_keys')).rows[0];
const privateKey = await privateKeyOf(service.databases, keys.kid);

const INVALID = [401, 'partner.token_invalid'];
const EXPIRED = [401, 'partner.token_expired'];

const get = (authorization: string | undefined, path = '/brands'): Promise<Answer> =>
  send(service.apiUrl, 'GET', path, { headers: authorization === undefined ? {} : { Authorization: authorization } });
const challengeOf = ({ headers }: Answer): string | null => headers.get('www-authenticate');
const seconds = (): number => Math.floor(service.clock() / 1000);
const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token as the service would sign it, apart from the given changes; `undefined` omits a claim. */
async function forge(
  claims: Record<string, unknown> = {},
  header: Record<string, unknown> = {},
  key: JWK = privateKey,
) {
  const payload = JSON.parse(JSON.stringify({ ...decodeJwt(caller.token), ...claims })) as JWTPayload;
  const signed = new SignJWT(payload).setProtectedHeader({
    ...decodeProtectedHeader(caller.token),
    alg: 'RS256',
    ...header,
  });
  return signed.sign(await importJWK(key, 'RS256'));
}

describe('A token is rejected', () => {
  const part = (index: number) => caller.token.split('.')[index] ?? '';
  const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const foreignJwk = () => foreign.privateKey.export({ format: 'jwk' }) as JWK;

  test.each<[string, () => Promise<string> | string]>([
    [
      'with a tampered header',
      () => `${encode({ ...decodeProtectedHeader(caller.token), x: 1 })}.${part(1)}.${part(2)}`,
    ],
    [
      'of alg RS512 by our own key',
      async () =>
        new SignJWT(decodeJwt(caller.token))
          .setProtectedHeader({ alg: 'RS512', kid: keys.public_jwk.kid as string })
          .sign(await importJWK({ ...privateKey }, 'RS512')),
    ],
    ['by our key under an unknown kid', () => forge({}, { kid: 'unknown' })],
    ['by our key without a kid', () => forge({}, { kid: undefined })],
    ['by our key with a number for a kid', () => forge({}, { kid: 7 })],
    ['with its own key in x5c', () => forge({}, { x5c: ['MIIB'] }, foreignJwk())],
    ['with an extension that must be understood', () => forge({}, { crit: ['exp'] }).catch(() => 'a.b.c')],
    ['of another issuer', () => forge({ iss: 'https://elsewhere.example/v1' })],
    ['without an issuer', () => forge({ iss: undefined })],
    ['for another audience', () => forge({ aud: 'merchant-user' })],
    ['without an audience', () => forge({ aud: undefined })],
    ['without sub', () => forge({ sub: undefined })],
    ['with a sub that is no app id', () => forge({ sub: 'someone' })],
    ['without exp', () => forge({ exp: undefined })],
    ['without iat', () => forge({ iat: undefined })],
    ['without jti', () => forge({ jti: undefined })],
    ['without companyId', () => forge({ companyId: undefined })],
    ['with a companyId that is no number', () => forge({ companyId: '1; drop' })],
    ['without scopes', () => forge({ scopes: undefined })],
    ['without env', () => forge({ env: undefined })],
    ['with an empty sub', () => forge({ sub: '' })],
    ['with a sub in hexadecimal', () => forge({ sub: '0x2329' })],
    ['with a sub that is a number', () => forge({ sub: 9001 })],
    ['with a companyId of text', () => forge({ companyId: String(caller.merchant.companyId) })],
    ['with an orgId of null', () => forge({ orgId: null })],
    ['without a region', () => forge({ region: undefined })],
    ['for a region that there is not', () => forge({ region: 'MOON' })],
    ['for a product that there is not', () => forge({ product: 'EVERYTHING' })],
    ['for an environment that there is not', () => forge({ env: ['SANDBOX'] })],
    ['with scopes as one text', () => forge({ scopes: 'brands.read' })],
    ['with a scope that is a number', () => forge({ scopes: ['brands.read', 7] })],
    ['with allowedIps of null', () => forge({ allowedIps: null })],
    ['with allowedIps as one text', () => forge({ allowedIps: '127.0.0.1' })],
    ['with allowedIps that are no addresses', () => forge({ allowedIps: ['localhost'] })],
    ['with a jti that is a number', () => forge({ jti: 7 })],
    ['with an empty jti', () => forge({ jti: '' })],
    ['with an iat of text', () => forge({ iat: String(seconds()) })],
    ['with an exp of text', () => forge({ exp: String(seconds() + 900) })],
    ['issued an hour from now', () => forge({ iat: seconds() + 3600, exp: seconds() + 4500 })],
    ['issued 6 seconds from now', () => forge({ iat: seconds() + 6 })],
    ['for a merchant that is not known', () => forge({ companyId: 1 })],
    ['that is not valid yet', () => forge({ nbf: Math.floor(service.clock() / 1000) + 60 })],
    ['of 6,000 characters', () => `a.${'b'.repeat(6000)}.c`],
  ])('%s', async (_, make) => {
    const answer = await get(`Bearer ${await make()}`);
    expect(rejectionOf(answer)).toEqual(INVALID);
    expect(challengeOf(answer)).toContain('error="invalid_token"');
  });

  test('if it was issued more than 5 seconds in the future, a tolerance for differing clocks', async () => {
    expect((await get(`Bearer ${await forge({ iat: seconds() + 5 })}`)).status).toBe(200);
  });

  test('after 900 seconds, whatever its exp says', async () => {
    const token = await forge({ iat: seconds() - 906, exp: seconds() + 3600 });
    expect(rejectionOf(await get(`Bearer ${token}`))).toEqual(EXPIRED);
  });

  test('while its key is unknown, until half a minute after the key is in the database', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const kid = 'next';
    const jwk = { ...publicKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid };
    const token = await forge({}, { kid }, privateKey.export({ format: 'jwk' }) as JWK);
    expect(rejectionOf(await get(`Bearer ${token}`))).toEqual(INVALID);
    const { control, sealing } = await secretsOf(service.databases);
    const secret = Buffer.from(JSON.stringify(privateKey.export({ format: 'jwk' })));
    await control.query(
      `insert into control.signing_keys (kid, sealed, public_jwk, created_at, signs_from)
       values ($1, $2, $3, '2000-01-01', '2000-01-01')`,
      [kid, await sealing.seal(signingKeyName(kid), secret), jwk],
    );
    service.advance(29_999);
    await get(`Bearer ${await forge({}, { kid: 'other' })}`);
    service.advance(30_000);
    expect((await get(`Bearer ${token}`)).status).toBe(200);
  });
});

describe('A token is valid', () => {
  test('for exactly 900 seconds and 5 of tolerance', async () => {
    const fresh = await service.connect();
    const issuedAt = service.clock();
    const late = new Caller(service, fresh.merchant, fresh.partner);
    late.token = await forge({ ...decodeJwt(fresh.token), jti: 'never seen before its last second' });

    service.advance(900_000 - 1 - (issuedAt % 1000));
    expect((await fresh.get('/brands')).status).toBe(200);
    service.advance(5_000);
    expect((await fresh.get('/brands')).status).toBe(200);
    expect((await late.get('/brands')).status, 'verified only now').toBe(200);
    service.advance(1);
    for (const one of [fresh, late]) {
      const answer = await one.get('/brands');
      expect(rejectionOf(answer)).toEqual(EXPIRED);
      expect(challengeOf(answer)).toContain('error="invalid_token"');
    }
    const unseen = await forge({ ...decodeJwt(fresh.token), jti: 'never seen' });
    expect(rejectionOf(await get(`Bearer ${unseen}`)), 'verified after its end').toEqual(EXPIRED);
  });

  test('on every server of the deployment', async () => {
    const port = await freePort();
    const settings = { TILLGATE_API_PORT: String(port), TILLGATE_API_URL: new URL(service.apiUrl).origin };
    const second = await startService({ databases: { ...service.databases, close: async () => {} }, settings });
    second.advance(service.clock() - second.clock());
    try {
      const { token } = await service.connect();
      const headers = { Authorization: `Bearer ${token}` };
      expect((await send(`http://localhost:${port}/v1`, 'GET', '/brands', { headers })).status).toBe(200);
    } finally {
      await second.stop();
    }
  });
});
