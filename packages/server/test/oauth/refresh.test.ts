import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { archiveApp } from '../../src/directory/apps/apps.ts';
import { rotateSecret } from '../../src/directory/apps/credentials.ts';
import type { Merchant } from '../../src/directory/merchants/merchants.ts';
import { auditOf, newOAuthClient, OAuthClient, outcome } from '../support/oauth.ts';
import { abandon } from '../support/raw.ts';
import { type Service, startService } from '../support/service.ts';

let service: Service;
let client: OAuthClient;
let merchant: Merchant;

beforeAll(async () => {
  service = await startService();
  ({ client, merchant } = await newOAuthClient(service));
});
afterAll(() => service?.stop());

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
  test('is valid for exactly 100 days without use', async () => {
    const { refreshToken } = await client.connect(merchant);
    const other = await client.connect(merchant);
    service.advance(100 * DAY - 1);
    await refreshed(refreshToken);
    service.advance(1);
    expect(outcome(await client.refresh(other.refreshToken))).toEqual(EXPIRED);
    expect(outcome(await client.refresh(other.refreshToken))).toEqual(EXPIRED);
  });

  test('counts the grace from the first rotation, not from the last response', async () => {
    const { refreshToken } = await client.connect(merchant);
    await refreshed(refreshToken);
    service.advance(20_000);
    await refreshed(refreshToken);
    service.advance(10_001);
    expect(outcome(await client.refresh(refreshToken))).toEqual(REUSED);
  });
});

describe('A connection ends', () => {
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
