import { describe, expect, test } from 'vitest';
import { auditOf, CALLBACK, credentials, newOAuthClient, OAuthClient, outcome } from '../../support/oauth.ts';
import { abandon } from '../../support/raw-http.ts';
import { sharedService, startService } from '../../support/service.ts';

const service = await sharedService();
const { client, merchant } = await newOAuthClient(service);

const REVOKED = [400, 'invalid_grant', 'oauth.grant_revoked'];

const refreshed = async (token: string): Promise<string> => {
  const answer = await client.refresh(token);
  expect(outcome(answer)).toEqual([200]);
  return answer.body.refresh_token;
};

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

  test('and a revocation leave no valid token', async () => {
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

test('A refresh whose client hung up returns the same successor when it is repeated', async () => {
  const { refreshToken } = await client.connect(merchant);
  const grant = { grant_type: 'refresh_token', refresh_token: refreshToken };
  const body = JSON.stringify({ ...grant, ...credentials(client.partner) });
  const head = `POST /v1/oauth/token HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
  await abandon(service.apiUrl, head + body);
  await refreshed(await refreshed(refreshToken));
});

describe('The audit log', () => {
  test('has the exchange and the replay, with author and address, and never a secret', async () => {
    const { client: audited, merchant: shop } = await newOAuthClient(service);
    const code = await audited.code(shop);
    const correlation = 'b0a4b5e0-5f0a-4d8e-9a51-0c4d5a4f9d11';
    const grant = { grant_type: 'authorization_code', code, redirect_uri: CALLBACK };
    const fields = { ...credentials(audited.partner), ...grant };
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
    for (const secret of [code, body.refresh_token, body.access_token, audited.partner.clientSecret])
      expect(rows[0].line).not.toContain(secret);
  });

  test('has the rotation, the reuse and the revocation of a refresh token', async () => {
    const audited = await newOAuthClient(service);
    const { refreshToken } = await audited.client.connect(audited.merchant);
    expect((await audited.client.refresh(refreshToken)).body.refresh_token).toBeTruthy();
    service.advance(24 * 60 * 60 * 1000 + 1);
    await audited.client.refresh(refreshToken);
    const again = await audited.client.connect(audited.merchant);
    await audited.client.revoke({ token: again.refreshToken });
    expect((await auditOf(service, audited.client.partner.appId)).slice(-5)).toEqual([
      'code.exchanged',
      'refresh.rotated',
      'refresh.reused',
      'code.exchanged',
      'token.revoked',
    ]);
  });
});
