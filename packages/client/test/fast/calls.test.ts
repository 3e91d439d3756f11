import { afterEach, describe, expect, test, vi } from 'vitest';
import contract from '../../../../openapi/generated/openapi.json' with { type: 'json' };
import { apiKey, createTillgate, memoryTokenStore, oauth, sandbox } from '../../src/index.ts';
import { answer, budget, PAGE, refusal, START, scene } from '../support/scene.ts';

const ITEM = { id: 1, version: 3 };

afterEach(() => vi.unstubAllGlobals());

describe('withResponse', () => {
  test('resolves with the body, and with the status, headers, ETag, rate limit and place in the feed of its response', async () => {
    const headers = {
      ...{ ETag: '"3"', 'X-Correlation-Id': 'c-9', 'Idempotent-Replayed': 'true', 'Tillgate-Changes-After': 'a.b' },
      ...budget(41, 30),
    };
    const { tillgate } = scene([answer(201, ITEM, headers)]);
    const { data, response } = await tillgate.brands.create({ name: 'Acme' }).withResponse();
    expect(data).toEqual(ITEM);
    expect(response.headers.get('ETag')).toBe('"3"');
    expect({ ...response, headers: undefined }).toEqual({
      status: 201,
      headers: undefined,
      correlationId: 'c-9',
      etag: '"3"',
      rateLimit: { limit: 300, remaining: 41, resetsAt: new Date(START + 30_000) },
      changesAfter: 'a.b',
      replayed: true,
    });
  });

  test('has undefined for values that the response lacks', async () => {
    const { tillgate, sent } = scene([answer(200, PAGE)]);
    const { response } = await tillgate.brands.list().withResponse();
    expect(response).toMatchObject({ etag: undefined, rateLimit: undefined, changesAfter: undefined, replayed: false });
    expect(response.correlationId).toBe(sent[0]?.headers['X-Correlation-Id']);
  });

  test('rejects once with the error of the call, without an unhandled rejection', async () => {
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    const { tillgate, sent } = scene([refusal(404, 'partner.not_found')]);
    await expect(tillgate.brands.get(1).withResponse()).rejects.toMatchObject({ code: 'partner.not_found' });
    await new Promise(setImmediate);
    process.off('unhandledRejection', unhandled);
    expect([unhandled.mock.calls, sent.length]).toEqual([[], 1]);
  });
});

describe('An option of a call replaces that of the client:', () => {
  test.each([429, 503])('retries of a %i', async (status) => {
    const { tillgate, sent } = scene([answer(status, { code: 'partner.rate_limited', message: '' })]);
    await expect(tillgate.items.list({ retries: 1 })).rejects.toMatchObject({ status });
    await expect(tillgate.items.list({ retries: 0 })).rejects.toMatchObject({ status });
    expect(sent).toHaveLength(3);
  });

  test('maxWait', async () => {
    const { tillgate, clock } = scene([refusal(503, 'partner.overloaded', { 'Retry-After': '5' })]);
    await expect(tillgate.items.list({ maxWait: 4_000 })).rejects.toMatchObject({ status: 503 });
    expect(clock.slept).toEqual([]);
  });

  test('headers, in whichever case, except for the credentials', async () => {
    const { tillgate, sent } = scene([answer(200, ITEM)]);
    const kept = { 'accept-language': 'ar', 'x-correlation-id': 'mine', 'idempotency-key': 'k' };
    const headers = { ...kept, 'x-api-key': 'theirs' };
    const { response } = await tillgate.brands.update(1, { name: 'Acme' }, { headers, ifVersion: 3 }).withResponse();
    expect(response.correlationId).toBe('mine');
    const own = { accept: 'application/json', 'content-type': 'application/json', 'if-match': '"3"' };
    const received = Object.fromEntries(new Headers(sent[0]?.headers));
    expect(received).toEqual({ ...own, ...kept, 'x-api-key': 'svc_ak_sb_key' });
  });

  test('timeout and maxWait, which bound the wait for a token too', async () => {
    const tokens = { ...memoryTokenStore(), get: () => new Promise<undefined>(() => {}) };
    const credentials = oauth({ clientId: '', clientSecret: '', authUrl: '', redirectUri: '', tokens });
    const { tillgate, sent } = scene([answer(200, PAGE)], { credentials });
    await expect(tillgate.items.list({ timeout: 10, maxWait: 10 })).rejects.toMatchObject({
      code: 'client.timeout',
      message: 'items.list got no access token within 20 ms.',
    });
    expect(sent).toEqual([]);
  });

  test.each([
    ['a header with a line break', { headers: { 'X-One': 'a\r\nX-Two: b' } }],
    ['a timeout that is no number', { timeout: Number.NaN }],
    ['a negative number of retries', { retries: -1 }],
    ['a negative maxWait', { maxWait: -1 }],
  ])('%s rejects the call before anything is sent', async (_, options) => {
    const { tillgate, sent } = scene([answer(200, PAGE)]);
    await expect(tillgate.items.list(options)).rejects.toThrow();
    expect(sent).toEqual([]);
  });

  test('and no query parameter of the contract has the name of one', () => {
    const options = ['signal', 'timeout', 'retries', 'maxWait', 'headers', 'idempotencyKey', 'ifVersion'];
    const parameters = Object.values<{ name: string }>(contract.components.parameters).map(({ name }) => name);
    expect(parameters).toContain('cursor');
    expect(parameters.filter((name) => options.includes(name))).toEqual([]);
  });
});

describe('A response', () => {
  /** An endless body that records how much of it was read. */
  function endless() {
    const read = { bytes: 0, cancelled: false };
    const body = new ReadableStream({
      pull(controller) {
        read.bytes += 1000;
        controller.enqueue(new Uint8Array(1000).fill(0x20));
      },
      cancel: () => void Object.assign(read, { cancelled: true }),
    });
    return { read, body };
  }

  test('larger than maxResponseSize is cancelled, and neither kept nor requested again', async () => {
    const { read, body } = endless();
    const { tillgate, sent } = scene([() => new Response(body)], { maxResponseSize: 5000 });
    await expect(tillgate.items.list()).rejects.toMatchObject({
      name: 'TransportError',
      code: 'client.response_too_large',
      message: 'items.list got a response of more than 5000 bytes, which is maxResponseSize.',
    });
    expect(sent).toHaveLength(1);
    expect(read.cancelled).toBe(true);
    expect(read.bytes).toBeLessThanOrEqual(8000);
  });

  test('is at most 64 MiB by default', async () => {
    const { read, body } = endless();
    const { tillgate } = scene([() => new Response(body)]);
    await expect(tillgate.items.list()).rejects.toMatchObject({ code: 'client.response_too_large' });
    expect(read.bytes).toBeLessThanOrEqual(64 * 1024 * 1024 + 4000);
  });

  test('of exactly maxResponseSize is read, whatever its characters and chunks', async () => {
    const page = { ...PAGE, data: [{ name: 'قهوة ☕' }] };
    const bytes = new TextEncoder().encode(JSON.stringify(page));
    const chunked = new ReadableStream({
      start(controller) {
        for (const byte of bytes) controller.enqueue(new Uint8Array([byte]));
        controller.close();
      },
    });
    const { tillgate } = scene([() => new Response(chunked)], { maxResponseSize: bytes.length });
    await expect(tillgate.items.list()).resolves.toEqual(page);
  });

  test('of a platform without streams is measured as well', async () => {
    const whole = (text: string) => ({ status: 200, headers: new Headers(), text: async () => text }) as Response;
    const read = (text: string) =>
      scene([], { maxResponseSize: 100, fetch: async () => whole(text) }).tillgate.items.list();
    await expect(read(JSON.stringify(PAGE))).resolves.toEqual(PAGE);
    await expect(read(' '.repeat(101))).rejects.toMatchObject({ code: 'client.response_too_large' });
  });

  test.each(['null', '', '7', '"text"'])('of a method is not %j', async (body) => {
    const { tillgate } = scene([answer(200, body)]);
    await expect(tillgate.items.get(1, { storeId: '1' })).rejects.toMatchObject({ code: 'client.unexpected_answer' });
  });
});

describe('A raw request', () => {
  test('is sent like any other, with its query, body and key', async () => {
    const { tillgate, sent } = scene([answer(503, ''), answer(201, { ok: 1 })]);
    const query = { timeout: 'none', tag: ['a', 'b c'], absent: undefined };
    const result = await tillgate.request('PUT', '/loyalty/cards', { query, body: { points: 5 } });
    expect(result).toEqual({ ok: 1 });
    expect(sent.map(({ method, path, body }) => [method, path, body])).toEqual([
      ['PUT', '/v1/loyalty/cards?timeout=none&tag=a&tag=b%20c&companyId=7', { points: 5 }],
      ['PUT', '/v1/loyalty/cards?timeout=none&tag=a&tag=b%20c&companyId=7', { points: 5 }],
    ]);
    expect(new Set(sent.map(({ headers }) => headers['Idempotency-Key'])).size).toBe(1);
  });

  test('resolves to undefined for a 304 and for a response without a body', async () => {
    const { tillgate } = scene([new Response(null, { status: 304 }), new Response(null, { status: 204 })]);
    const { data, response } = await tillgate
      .request('GET', '/brands/1', { headers: { 'If-None-Match': '"3"' } })
      .withResponse();
    expect([data, response.status]).toEqual([undefined, 304]);
    expect(await tillgate.request('DELETE', '/brands/1')).toBeUndefined();
  });

  test.each(['brands', 'https://elsewhere.example/', '/brands?limit=1', '/brands#1', ''])(
    'to %j is rejected, and nothing is sent',
    async (path) => {
      const { tillgate, sent } = scene([answer(200, {})]);
      await expect(tillgate.request('GET', path)).rejects.toThrow(TypeError);
      expect(sent).toEqual([]);
    },
  );
});

describe('createTillgate', () => {
  const created = (options: object) => () =>
    createTillgate({ baseUrl: 'https://api.example/v1', credentials: apiKey('svc_ak_sb_key'), ...options });

  test.each([
    [undefined, 'it is missing'],
    ['', 'it is missing'],
    ['api.example.com/v1', '"api.example.com/v1" is not a URL'],
    ['ftp://api.example/v1', 'it begins with ftp:'],
    ['https://api.example', '"https://api.example" does not end with /v1'],
    ['https://api.example/v2', '"https://api.example/v2" does not end with /v1'],
    ['https://api.example/v1?key=secret', 'it has more than a host and a path'],
    ['https://user:secret@api.example/v1', 'it has more than a host and a path'],
  ])('rejects the base URL %j', (baseUrl, reason) => {
    expect(created({ baseUrl })).toThrow(
      expect.objectContaining({
        name: 'ConfigurationError',
        code: 'client.base_url_invalid',
        message: `baseUrl must be the URL of the API with its version, such as https://api.example.com/v1: ${reason}.`,
      }),
    );
  });

  test.each(['https://api.example/v1/', 'http://localhost:3000/v1', 'https://example.com/pos/v1'])(
    'takes %s',
    (baseUrl) => expect(created({ baseUrl })).not.toThrow(),
  );

  test.each([
    { maxResponseSize: 0 },
    { maxResponseSize: '1 MB' },
    { timeout: 0 },
    { timeout: Number.NaN },
    { retries: -1 },
    { retries: Number.NaN },
    { maxWait: '1m' },
  ])('rejects %j', (options) =>
    expect(created(options)).toThrow(expect.objectContaining({ code: 'client.option_invalid' })),
  );

  test.each(['', 'svc_ak_sb_key\n', 'two words'])('rejects the API key %j without quoting it', (key) => {
    expect(() => apiKey(key)).toThrow('The API key is empty, or has spaces or line breaks.');
  });

  test('calls the fetch of the platform as a function', async () => {
    vi.stubGlobal('fetch', async function strict(this: unknown) {
      if (this !== undefined && this !== globalThis) throw new TypeError('Illegal invocation');
      return answer(200, PAGE);
    });
    await expect(created({ retries: 0 })().merchant(1).items.list()).resolves.toEqual(PAGE);
  });

  test('waits indefinitely if configured to', async () => {
    const patient = { timeout: Number.POSITIVE_INFINITY, maxWait: Number.POSITIVE_INFINITY };
    const { tillgate, clock } = scene(
      [refusal(503, 'partner.overloaded', { 'Retry-After': '9000000' }), answer(200, PAGE)],
      patient,
    );
    await tillgate.items.list();
    expect(clock.slept).toEqual([9_000_000_000]);
  });
});

describe('In a browser', () => {
  test.each([
    ['client secret', () => sandbox({ clientId: '', clientSecret: '' })],
    [
      'client secret',
      () => oauth({ clientId: '', clientSecret: '', authUrl: '', redirectUri: '', tokens: memoryTokenStore() }),
    ],
    ['API key', () => apiKey('svc_ak_sb_key')],
  ])('the %s is refused, since its user could read it', (secret, credentials) => {
    vi.stubGlobal('window', globalThis);
    vi.stubGlobal('document', {});
    expect(credentials).toThrow(
      expect.objectContaining({ code: 'client.secret_in_browser', message: expect.stringContaining(secret) }),
    );
  });
});
