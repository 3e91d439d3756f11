import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { archiveApp } from '../../src/directory/apps/apps.ts';
import { revokeCredential } from '../../src/directory/apps/credentials.ts';
import type { Merchant } from '../../src/directory/merchants/merchants.ts';
import { auditOf, credentials, newOAuthClient, OAuthClient, outcome, REDIRECT_URI } from '../support/oauth.ts';
import { type Service, startService } from '../support/service.ts';

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
const REVOKED = [400, 'invalid_grant', 'oauth.grant_revoked'];
const INVALID_CLIENT = [401, 'invalid_client', 'developer.invalid_client'];

describe('A code is exchanged', () => {
  test('up to 5 minutes after it was issued', async () => {
    const [early, late] = [await client.code(merchant), await client.code(merchant)];
    service.advance(5 * 60_000);
    expect(outcome(await client.exchange(early))).toEqual([200]);
    service.advance(1);
    expect(outcome(await client.exchange(late))).toEqual(CODE_EXPIRED);
  });
});

describe('A code is rejected', () => {
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
