import { decodeJwt, decodeProtectedHeader, importJWK, SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { COMMAND_LINE, OPERATOR } from '../../../src/control/actor.ts';
import { DirectoryError } from '../../../src/control/errors.ts';
import { rotateSigningKey } from '../../../src/control/signing-keys.ts';
import { send } from '../../support/api-caller.ts';
import { controlPlaneOf } from '../../support/control-plane.ts';
import { credentials, newOAuthClient, outcome } from '../../support/oauth.ts';
import { statusOfUnfinished } from '../../support/raw-http.ts';
import { privateKeyOf, secretsOf } from '../../support/secrets.ts';
import { type Service, startService } from '../../support/service.ts';

const service = await startService();
afterAll(() => service.stop());
const { client, merchant } = await newOAuthClient(service);

const MINUTE = 60_000;

const sandbox = { grant_type: 'client_credentials' };

describe.each(['/oauth/token', '/oauth/revoke'])('POST %s', (path) => {
  test('rejects a body once more than 16,384 bytes of it are announced or have come', async () => {
    const head = `POST /v1${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`;
    expect(await statusOfUnfinished(service.apiUrl, `${head}Content-Length: 16385\r\n\r\n`)).toBe(413);
    const chunk = `${(8192).toString(16)}\r\n${'y'.repeat(8192)}\r\n`;
    const chunked = `${head}Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(3)}`;
    expect(await statusOfUnfinished(service.apiUrl, chunked)).toBe(413);
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
});

test('grant_type=client_credentials names its merchant by number or text', async () => {
  for (const merchant_id of [merchant.companyId, String(merchant.companyId)])
    expect(outcome(await client.token({ ...sandbox, merchant_id }))).toEqual([200]);
});

test('A first start with a clock that is ahead leaves tokens and rotations working once it is put right', async () => {
  const ahead = await startService();
  onTestFinished(() => ahead.stop());
  const one = await newOAuthClient(ahead);
  const signedBy = async () => {
    const { body } = await one.client.token(sandbox);
    return decodeProtectedHeader(body.access_token).kid;
  };
  const first = await signedBy();
  ahead.advance(-365 * 24 * 60 * MINUTE);
  expect(await signedBy()).toBe(first);
  const operations = controlPlaneOf(ahead).as(OPERATOR, COMMAND_LINE);
  const warned = async () =>
    (await operations.call('deployment.check', {})).findings.filter(({ check }) => check === 'signing keys').length;
  expect(await warned()).toBe(1);
  const { kid } = await operations.call('signing-key.rotate', {});
  const states = async () => (await operations.call('signing-key.list', {})).data.map((key) => [key.kid, key.state]);
  expect(Object.fromEntries(await states())).toEqual({ [first as string]: 'signing', [kid]: 'next' });
  await expect(operations.call('signing-key.rotate', {})).rejects.toThrow(DirectoryError);
  ahead.advance(6 * MINUTE);
  expect(await signedBy()).toBe(first);
  ahead.advance(24 * 60 * MINUTE);
  expect([await signedBy(), await warned()]).toEqual([kid, 0]);
});

describe('After `tillgate keys rotate`', () => {
  const HOUR = 60 * MINUTE;
  const kids = async (): Promise<string[]> =>
    (await send(service.apiUrl, 'GET', '/.well-known/jwks.json')).body.keys.map((key: { kid: string }) => key.kid);
  const signedBy = async () => decodeProtectedHeader((await client.token(sandbox)).body.access_token).kid;
  const rotate = async () => rotateSigningKey(await secretsOf(service.databases), service.clock, { source: 'test' });

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
    /** A new token signed with the key of `token`, as if the key had been stolen. */
    const stolen = async () => {
      const { kid } = decodeProtectedHeader(token);
      const now = Math.floor(service.clock() / 1000);
      const claims = { ...decodeJwt(token), iat: now, exp: now + 900 };
      return new SignJWT(claims)
        .setProtectedHeader({ alg: 'RS256', kid: kid as string })
        .sign(await importJWK(await privateKeyOf(service.databases, kid as string), 'RS256'));
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
