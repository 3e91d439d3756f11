import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, json, send } from './support/caller.ts';
import { abandon, sendRaw } from './support/raw.ts';
import { type Partner, type Service, startService } from './support/service.ts';

let service: Service;
let partner: Partner;

beforeAll(async () => {
  service = await startService();
  partner = await service.newPartner();
  await service.newMerchant(partner.organizationId);
});
afterAll(() => service?.stop());

const FORM = 'application/x-www-form-urlencoded';
const codeOf = ({ status, body }: Answer): unknown[] => [status, body.error.code];
const credentials = () => ({ client_id: partner.clientId, client_secret: partner.clientSecret });
const form = (extra = '') => `${new URLSearchParams(credentials())}${extra}`;
const post = (type: string | undefined, body: string | Buffer, headers: Record<string, string> = {}): Promise<Answer> =>
  send(service.apiUrl, 'POST', '/token', { headers: { ...(type && { 'Content-Type': type }), ...headers }, body });

describe('POST /token rejects, with its own error body,', () => {
  test.each<[string, string, () => string | Buffer]>([
    ['broken JSON', 'application/json', () => '{"client_id":'],
    ['no body', 'application/json', () => ''],
    ['null', 'application/json', () => 'null'],
    ['an array', 'application/json', () => '[]'],
    ['a number', 'application/json', () => '7'],
    ['no client_id', 'application/json', () => JSON.stringify({ client_secret: 'x' })],
    ['no client_secret', 'application/json', () => JSON.stringify({ client_id: 'x' })],
    ['an empty client_secret', 'application/json', () => JSON.stringify({ ...credentials(), client_secret: '' })],
    ['a client_id that is a number', 'application/json', () => JSON.stringify({ ...credentials(), client_id: 7 })],
    ['a client_id with a NUL', 'application/json', () => JSON.stringify({ ...credentials(), client_id: 'a\0b' })],
    [
      'a client_id of 129 characters',
      'application/json',
      () => JSON.stringify({ ...credentials(), client_id: 'a'.repeat(129) }),
    ],
    ['a merchant_id as text', 'application/json', () => JSON.stringify({ ...credentials(), merchant_id: '7' })],
    ['a merchant_id of 0', 'application/json', () => JSON.stringify({ ...credentials(), merchant_id: 0 })],
    ['a merchant_id of 1.5', 'application/json', () => JSON.stringify({ ...credentials(), merchant_id: 1.5 })],
    ['a merchant_id of 2^53', 'application/json', () => JSON.stringify({ ...credentials(), merchant_id: 2 ** 53 })],
    ['a merchant_id of null', 'application/json', () => JSON.stringify({ ...credentials(), merchant_id: null })],
    ['8,000 nested arrays', 'application/json', () => `{"client_id":${'['.repeat(8000)}${']'.repeat(8000)}}`],
    ['another grant_type', 'application/json', () => JSON.stringify({ ...credentials(), grant_type: 'password' })],
    ['bytes that are not UTF-8', 'application/json', () => Buffer.from([0x7b, 0xff, 0x7d])],
    ['a form with another grant_type', FORM, () => form('&grant_type=authorization_code')],
    ['a form without client_secret', FORM, () => 'client_id=x'],
    ['a form with a hexadecimal merchant_id', FORM, () => form('&merchant_id=0x10')],
    ['a form with a merchant_id of twenty digits', FORM, () => form('&merchant_id=99999999999999999999')],
    ['a form with a parameter sent twice', FORM, () => form(`&client_id=${partner.clientId}`)],
    ['a form with an unknown parameter sent twice', FORM, () => form('&x=1&x=2')],
    ['a form with __proto__ sent twice', FORM, () => form('&__proto__=1&__proto__=2')],
    ['a form with a NUL in a name sent twice', FORM, () => form('&%00=1&%00=2')],
    ['a form that is not UTF-8', FORM, () => form('&x=%ff')],
    ['a form with broken percent-encoding', FORM, () => form('&x=%zz')],
    ['an empty form', FORM, () => ''],
  ])('%s', async (_, type, body) => {
    const answer = await post(type, body());
    expect(codeOf(answer)).toEqual([400, 'developer.invalid_request']);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test.each([
    ['client_id', { client_secret: 'x' }],
    ['merchant_id', { client_id: 'x', client_secret: 'x', merchant_id: 'seven' }],
    ['grant_type', { client_id: 'x', client_secret: 'x', grant_type: 'password' }],
  ])('a wrong %s by its name', async (field, body) => {
    const answer = await post('application/json', JSON.stringify(body));
    expect(answer.body.error.message).toMatch(new RegExp(`^${field} `));
  });

  test.each<[string, string | undefined, Record<string, string>]>([
    ['text/plain', 'text/plain', {}],
    ['no media type', undefined, {}],
    ['multipart', 'multipart/form-data; boundary=x', {}],
    ['a charset other than UTF-8', 'application/json; charset=utf-16', {}],
    ['gzip', 'application/json', { 'Content-Encoding': 'gzip' }],
  ])('%s', async (_, type, headers) => {
    const answer = await post(type, Buffer.from(JSON.stringify(credentials())), headers);
    expect(codeOf(answer)).toEqual([415, 'developer.unsupported_media_type']);
  });

  test('a body of more than 16,384 bytes', async () => {
    const padded = (size: number) => JSON.stringify(credentials()).padEnd(size, ' ');
    expect((await post('application/json', padded(16_384))).status).toBe(200);
    expect(codeOf(await post('application/json', padded(16_385)))).toEqual([413, 'developer.body_too_large']);
  });

  test.each(['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('%s', async (method) => {
    const answer = await fetch(`${service.apiUrl}/token`, { method });
    expect(answer.status).toBe(405);
    expect(await answer.json()).toEqual({ error: { code: 'developer.method_not_allowed', message: 'Use POST.' } });
    expect(answer.headers.get('allow')).toBe('POST');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('x-ratelimit-limit')).toMatch(/^\d+$/);
  });

  test('credentials in the query, which it never reads', async () => {
    const target = `/v1/token?${form()}`;
    const headers = { 'Content-Type': FORM };
    expect(codeOf(await sendRaw(service.apiUrl, 'POST', target, headers))).toEqual([400, 'developer.invalid_request']);
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
