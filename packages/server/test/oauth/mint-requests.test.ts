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
const post = (type: string | undefined, body: string | Buffer, headers: Record<string, string> = {}): Promise<Answer> =>
  send(service.apiUrl, 'POST', '/token', { headers: { ...(type && { 'Content-Type': type }), ...headers }, body });

describe('POST /token rejects, with its own error body,', () => {
  test('credentials in the query alone, which it never reads', async () => {
    const answer = await fetch(`${service.apiUrl}/token?${new URLSearchParams(credentials())}`, { method: 'POST' });
    expect([answer.status, ((await answer.json()) as Answer['body']).error.code]).toEqual([
      400,
      'developer.invalid_request',
    ]);
  });

  test.each([
    ['client_id', { client_secret: 'x' }],
    ['merchant_id', { client_id: 'x', client_secret: 'x', merchant_id: 'seven' }],
    ['grant_type', { client_id: 'x', client_secret: 'x', grant_type: 'password' }],
  ])('a wrong %s by its name', async (field, body) => {
    const answer = await post('application/json', JSON.stringify(body));
    expect(answer.body.error.message).toMatch(new RegExp(`^${field} `));
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

  const from = (address: string, method = 'POST') =>
    fetch(`${limited.apiUrl}/token`, {
      method,
      headers: { 'X-Forwarded-For': address, 'Content-Type': 'application/json' },
      ...(method === 'POST' && { body: '{"client_id":"a","client_secret":"b"}' }),
    });
  const budget = ({ headers }: Response) => headers.get('x-ratelimit-remaining');

  test('30 requests per minute and source address, whatever they ask, and then rejects until the minute ends', async () => {
    const first = await from('192.0.2.1');
    expect([first.status, first.headers.get('x-ratelimit-limit'), budget(first)]).toEqual([401, '30', '29']);
    expect(first.headers.get('x-ratelimit-reset')).toBe(String(Date.parse('2026-03-02T08:16:00Z') / 1000));
    expect([(await from('192.0.2.1', 'GET')).status, budget(await from('192.0.2.1'))]).toEqual([405, '27']);
    for (let i = 3; i < 30; i += 1) await from('192.0.2.1');

    const refused = await from('192.0.2.1');
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({ error: { code: 'developer.rate_limited' } });
    expect([refused.headers.get('retry-after'), budget(refused)]).toEqual(['30', '0']);
    expect(refused.headers.get('cache-control')).toBe('no-store');
    expect((await from('192.0.2.2')).status, 'another address').toBe(401);

    limited.advance(29_999);
    const last = await from('192.0.2.1');
    expect([last.status, last.headers.get('retry-after')]).toEqual([429, '1']);
    limited.advance(1);
    const fresh = await from('192.0.2.1');
    expect([fresh.status, budget(fresh)]).toEqual([401, '29']);
    expect(fresh.headers.get('x-ratelimit-reset')).toBe(String(Date.parse('2026-03-02T08:17:00Z') / 1000));
  });

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
