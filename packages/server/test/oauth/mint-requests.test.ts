import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, json, send } from '../support/caller.ts';
import { abandon } from '../support/raw.ts';
import { type Partner, type Service, startService } from '../support/service.ts';

let service: Service;
let partner: Partner;

beforeAll(async () => {
  service = await startService();
  partner = await service.newPartner();
  await service.newMerchant(partner.organizationId);
});
afterAll(() => service?.stop());

const credentials = () => ({ client_id: partner.clientId, client_secret: partner.clientSecret });

describe('POST /token rejects, with its own error body,', () => {
  test('credentials in the query alone, which it never reads', async () => {
    const answer = await fetch(`${service.apiUrl}/token?${new URLSearchParams(credentials())}`, { method: 'POST' });
    expect([answer.status, ((await answer.json()) as Answer['body']).error.code]).toEqual([
      400,
      'developer.invalid_request',
    ]);
  });

  test('an upload that the client gives up, without harm to the next request', async () => {
    await abandon(
      service.apiUrl,
      'POST /v1/token HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
    );
    expect((await send(service.apiUrl, 'POST', '/token', json(credentials()))).status).toBe(200);
  });
});

describe('POST /token counts', () => {
  const LIMITED = { TILLGATE_MINT_LIMIT: '', TRUST_PROXY: '1' };
  let limited: Service;
  beforeAll(async () => {
    limited = await startService({ settings: LIMITED });
  });
  afterAll(() => limited?.stop());

  test('nothing of a throttled request against an app’s rate limit', async () => {
    const caller = await limited.connect();
    const before = await caller.get('/brands');
    for (let i = 0; i < 30; i += 1) await send(limited.apiUrl, 'POST', '/token', json({}));
    expect((await send(limited.apiUrl, 'POST', '/token', json({}))).status).toBe(429);
    const after = await caller.get('/brands');
    const remaining = ({ headers }: Answer) => Number(headers.get('x-ratelimit-remaining'));
    expect(remaining(after)).toBe(remaining(before) - 1);
  });
});
