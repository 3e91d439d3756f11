import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checked, withChecksum } from '../src/credentials/base62.ts';
import { archiveApp } from '../src/directory/apps.ts';
import { disconnect } from '../src/directory/connections.ts';
import { rotateSecret } from '../src/directory/credentials.ts';
import type { Merchant } from '../src/directory/merchants.ts';
import { Caller } from './support/caller.ts';
import { auditOf, newOAuthClient, OAuthClient, outcome } from './support/oauth.ts';
import { abandon } from './support/raw.ts';
import { type Service, startService } from './support/service.ts';

let service: Service;
let client: OAuthClient;
let merchant: Merchant;

beforeAll(async () => {
  service = await startService();
  ({ client, merchant } = await newOAuthClient(service));
});
afterAll(() => service?.stop());

const INVALID = [400, 'invalid_grant', 'oauth.refresh_invalid'];
const EXPIRED = [400, 'invalid_grant', 'oauth.refresh_expired'];
const REUSED = [400, 'invalid_grant', 'oauth.refresh_reused'];
const REVOKED = [400, 'invalid_grant', 'oauth.grant_revoked'];
const INVALID_CLIENT = [401, 'invalid_client', 'developer.invalid_client'];
const DAY = 24 * 60 * 60_000;

const refreshed = async (token: string): Promise<string> => {
  const answer = await client.refresh(token);
  expect(outcome(answer)).toEqual([200]);
  return answer.body.refresh_token;
};

describe('A refresh token', () => {
  test('returns a new access token and its successor, and restarts the 100 days', async () => {
    const { refreshToken, accessToken } = await client.connect(merchant);
    const { body } = await client.refresh(refreshToken);
    expect(body).toMatchObject({
      expires_in: 900,
      refresh_token_expires_in: 8_640_000,
      merchant_id: merchant.companyId,
    });
    expect(body.refresh_token).not.toBe(refreshToken);
    expect(decodeJwt(body.access_token).jti).not.toBe(decodeJwt(accessToken).jti);
    let token = body.refresh_token;
    for (let i = 0; i < 3; i += 1) {
      service.advance(100 * DAY - 1);
      token = await refreshed(token);
    }
  });

  test('is valid for exactly 100 days without use', async () => {
    const { refreshToken } = await client.connect(merchant);
    const other = await client.connect(merchant);
    service.advance(100 * DAY - 1);
    await refreshed(refreshToken);
    service.advance(1);
    expect(outcome(await client.refresh(other.refreshToken))).toEqual(EXPIRED);
    expect(outcome(await client.refresh(other.refreshToken))).toEqual(EXPIRED);
  });

  test('that was replaced returns the same successor for 30 seconds', async () => {
    const { refreshToken } = await client.connect(merchant);
    const successor = await refreshed(refreshToken);
    service.advance(30_000);
    expect(await refreshed(refreshToken)).toBe(successor);
    expect(outcome(await client.refresh(successor))).toEqual([200]);
  });

  test('that was replaced more than 30 seconds ago revokes the connection', async () => {
    const { refreshToken } = await client.connect(merchant);
    const successor = await refreshed(refreshToken);
    service.advance(30_001);
    expect(outcome(await client.refresh(refreshToken))).toEqual(REUSED);
    expect(outcome(await client.refresh(successor))).toEqual(REVOKED);
    expect(outcome(await client.refresh(refreshToken))).toEqual(REVOKED);
  });

  test('whose successor has been used revokes the connection, even at once', async () => {
    const { refreshToken } = await client.connect(merchant);
    const third = await refreshed(await refreshed(refreshToken));
    expect(outcome(await client.refresh(refreshToken))).toEqual(REUSED);
    expect(outcome(await client.refresh(third))).toEqual(REVOKED);
  });

  test('counts the grace from the first rotation, not from the last response', async () => {
    const { refreshToken } = await client.connect(merchant);
    await refreshed(refreshToken);
    service.advance(20_000);
    await refreshed(refreshToken);
    service.advance(10_001);
    expect(outcome(await client.refresh(refreshToken))).toEqual(REUSED);
  });

  test('is not affected by the end of another connection of the same app and merchant', async () => {
    const [first, second] = [await client.connect(merchant), await client.connect(merchant)];
    await refreshed(await refreshed(first.refreshToken));
    expect(outcome(await client.refresh(first.refreshToken))).toEqual(REUSED);
    await refreshed(second.refreshToken);
  });

  test.each<[string, (token: string) => string]>([
    ['mistyped', (token) => token.replace(/.$/, (last) => (last === 'x' ? 'y' : 'x'))],
    ['cut short', (token) => token.slice(0, -1)],
    ['of the other environment', (token) => token.replace('_sb_', '_pk_')],
    [
      'of the other environment, its checksum made to fit',
      (t) => withChecksum((checked(t) ?? '').replace('_sb_', '_pk_')),
    ],
    ['of a generation that was never given', (t) => withChecksum((checked(t) ?? '').replace(/.{42}$/, 'z'.repeat(42)))],
    ['made up, its checksum made to fit', () => withChecksum(`svc_rt_sb_${'0'.repeat(60)}`)],
    ['too large a number', () => withChecksum(`svc_rt_sb_${'z'.repeat(60)}`)],
    ['no refresh token at all', () => 'hello'],
    ['with characters from elsewhere', () => withChecksum(`svc_rt_sb_${'é'.repeat(60)}`)],
  ])('%s is unknown, and the genuine one not affected', async (_, alter) => {
    const { refreshToken } = await client.connect(merchant);
    expect(outcome(await client.refresh(alter(refreshToken)))).toEqual(INVALID);
    await refreshed(refreshToken);
  });

  test('of another app is unknown, and its connection not affected, even if it had been replaced', async () => {
    const other = new OAuthClient(service, await service.newApp(client.partner.organizationId, 'FULL'));
    const { refreshToken } = await client.connect(merchant);
    const successor = await refreshed(refreshToken);
    service.advance(60_000);
    expect(outcome(await other.refresh(refreshToken))).toEqual(INVALID);
    expect(outcome(await other.refresh(successor))).toEqual(INVALID);
    await refreshed(successor);
  });

  test('that is absent, empty or of another type is a malformed request', async () => {
    for (const refresh_token of [undefined, '', 7, null, ['x']]) {
      const answer = await client.token({ grant_type: 'refresh_token', refresh_token });
      expect(outcome(answer)).toEqual([400, 'invalid_request', 'oauth.invalid_request']);
      expect(answer.body.error_description).toContain('(refresh_token)');
    }
  });
});

describe('A connection ends', () => {
  test('when the merchant disconnects: refresh tokens at once, access tokens at their exp', async () => {
    const { refreshToken, accessToken } = await client.connect(merchant);
    await service.control((tx) => disconnect(tx, merchant.companyId, client.partner.appId));
    expect(outcome(await client.refresh(refreshToken))).toEqual(REVOKED);
    const caller = new Caller(service, merchant, client.partner);
    caller.token = accessToken;
    expect((await caller.get('/brands')).status).toBe(200);
    service.advance(905_000);
    expect((await caller.get('/brands')).body.code).toBe('partner.token_expired');
  });

  test('when the app is archived', async () => {
    const gone = await newOAuthClient(service);
    const { refreshToken } = await gone.client.connect(gone.merchant);
    await service.control((tx) => archiveApp(tx, gone.client.partner.appId));
    expect(outcome(await gone.client.refresh(refreshToken))).toEqual(REVOKED);
  });
});

describe('After a secret was rotated', () => {
  test('the old one works for 24 hours and the new one at once, on the same connections', async () => {
    const rotating = await newOAuthClient(service);
    const { refreshToken } = await rotating.client.connect(rotating.merchant);
    const renewed = await service.control((tx) => rotateSecret(tx, rotating.client.partner.clientId));
    const next = new OAuthClient(service, { ...rotating.client.partner, ...renewed });
    const second = await next.refresh(refreshToken);
    expect(outcome(second)).toEqual([200]);
    service.advance(DAY - 1);
    const third = await rotating.client.refresh(second.body.refresh_token);
    expect(outcome(third)).toEqual([200]);
    service.advance(1);
    expect(outcome(await rotating.client.refresh(third.body.refresh_token))).toEqual(INVALID_CLIENT);
    expect(outcome(await next.refresh(third.body.refresh_token))).toEqual([200]);
  });
});

describe('Concurrent refreshes', () => {
  test('of one token have the same successor, on two instances of one database', async () => {
    const second = await startService({ databases: { ...service.databases, close: async () => {} } });
    second.advance(service.clock() - second.clock());
    try {
      const { refreshToken } = await client.connect(merchant);
      const instances = [client, new OAuthClient(second, client.partner)];
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, i) => (instances[i % 2] as OAuthClient).refresh(refreshToken)),
      );
      expect(answers.map(outcome)).toEqual(answers.map(() => [200]));
      expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(1);
      await refreshed(answers[0]?.body.refresh_token);
    } finally {
      await second.stop();
    }
  });

  test('with a revocation leave no valid token', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { refreshToken } = await client.connect(merchant);
      const answers = await Promise.all([
        ...Array.from({ length: 5 }, () => client.refresh(refreshToken)),
        client.revoke({ token: refreshToken }),
        ...Array.from({ length: 5 }, () => client.refresh(refreshToken)),
      ]);
      const given = [refreshToken, ...answers.flatMap(({ body }) => body.refresh_token ?? [])];
      for (const token of given) expect(outcome(await client.refresh(token))).toEqual(REVOKED);
    }
  });
});

describe('A lost response', () => {
  test('is repeated after the client hung up during its refresh', async () => {
    const { refreshToken } = await client.connect(merchant);
    const { clientId, clientSecret } = client.partner;
    const body = JSON.stringify({
      grant_type: 'refresh_token',
      refresh_token: refreshToken,
      client_id: clientId,
      client_secret: clientSecret,
    });
    const head = `POST /v1/oauth/token HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
    await abandon(service.apiUrl, head + body);
    await refreshed(await refreshed(refreshToken));
  });
});

describe('The audit log', () => {
  test('has the rotation, the reuse and the revocation', async () => {
    const audited = await newOAuthClient(service);
    const { refreshToken } = await audited.client.connect(audited.merchant);
    const { body } = await audited.client.refresh(refreshToken);
    service.advance(30_001);
    await audited.client.refresh(refreshToken);
    const again = await audited.client.connect(audited.merchant);
    await audited.client.revoke({ token: again.refreshToken });
    expect(body.refresh_token).toBeTruthy();
    expect((await auditOf(service, audited.client.partner.appId)).slice(-5)).toEqual([
      'code.exchanged',
      'refresh.rotated',
      'refresh.reused',
      'code.exchanged',
      'token.revoked',
    ]);
  });
});
