import { generateKeyPairSync } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, importJWK, type JWK, type JWTPayload, SignJWT } from 'jose';
import { afterAll, describe, expect, test } from 'vitest';
import { signingKeyName } from '../../../src/database/secrets.ts';
import { type Answer, Caller, send } from '../../support/api-caller.ts';
import { rejectionOf } from '../../support/rejections.ts';
import { privateKeyOf, secretsOf } from '../../support/secrets.ts';
import { startService } from '../../support/service.ts';

const service = await startService();
afterAll(() => service.stop());
const caller = await service.connect();
const { kid } = decodeProtectedHeader(caller.token) as { kid: string };
const privateKey = await privateKeyOf(service.databases, kid);

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
  const protectedHeader = { ...decodeProtectedHeader(caller.token), alg: 'RS256', ...header };
  return new SignJWT(payload).setProtectedHeader(protectedHeader).sign(await importJWK(key, protectedHeader.alg));
}

describe('A token is rejected', () => {
  const part = (index: number) => caller.token.split('.')[index] ?? '';
  const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const foreignJwk = () => foreign.privateKey.export({ format: 'jwk' }) as JWK;

  /** Wrong values of each claim. `undefined` leaves it out. */
  const CLAIMS: Record<string, unknown[]> = {
    iss: ['https://elsewhere.example/v1', undefined],
    aud: ['merchant-user', undefined],
    sub: [undefined, '', 'someone', '0x2329', 9001],
    exp: [undefined, String(seconds() + 900)],
    iat: [undefined, String(seconds()), seconds() + 6, seconds() + 3600],
    nbf: [seconds() + 60],
    jti: [undefined, '', 7],
    companyId: [undefined, '1; drop', String(caller.merchant.companyId), 1],
    orgId: [null],
    region: [undefined, 'MOON'],
    product: ['EVERYTHING'],
    env: [undefined, ['SANDBOX']],
    scopes: [undefined, 'brands.read', ['brands.read', 7]],
    allowedIps: [null, '127.0.0.1', ['localhost']],
  };

  test.each(Object.entries(CLAIMS))('with a wrong claim %s', async (claim, values) => {
    for (const value of values) {
      const answer = await get(`Bearer ${await forge({ [claim]: value })}`);
      expect([value, ...rejectionOf(answer)]).toEqual([value, ...INVALID]);
      expect(challengeOf(answer)).toContain('error="invalid_token"');
    }
  });

  test.each<[string, () => Promise<string> | string]>([
    [
      'with a tampered header',
      () => `${encode({ ...decodeProtectedHeader(caller.token), x: 1 })}.${part(1)}.${part(2)}`,
    ],
    ['of alg RS512 by our own key', () => forge({}, { alg: 'RS512' })],
    ['by our key under an unknown kid', () => forge({}, { kid: 'unknown' })],
    ['by our key without a kid', () => forge({}, { kid: undefined })],
    ['by our key with a number for a kid', () => forge({}, { kid: 7 })],
    ['with its own key in x5c', () => forge({}, { x5c: ['MIIB'] }, foreignJwk())],
    ['with an extension that must be understood', () => forge({}, { crit: ['exp'] }).catch(() => 'a.b.c')],
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
    const settings = { TILLGATE_API_URL: new URL(service.apiUrl).origin };
    const second = await startService({ databases: { ...service.databases, close: async () => {} }, settings });
    second.advance(service.clock() - second.clock());
    try {
      const headers = { Authorization: `Bearer ${(await service.connect()).token}` };
      const { status } = await send(`http://localhost:${second.ports.api}/v1`, 'GET', '/brands', { headers });
      expect(status).toBe(200);
    } finally {
      await second.stop();
    }
  });
});
