import { describe, expect, test } from 'vitest';
import { TransportError } from '../../src/index.ts';
import { bodyOf } from '../support/faulty-fetch.ts';
import { answer, hanging, PAGE, refusal, START, scene } from '../support/scene.ts';

const cut = new TypeError('fetch failed');

describe('A read is retried', () => {
  test.each([
    ['after a network error', cut],
    ['after 500', refusal(500, 'partner.internal')],
    ['after 502', answer(502, '<html>Bad gateway</html>')],
    ['after 503', refusal(503, 'partner.overloaded')],
    ['after 504', answer(504, '')],
    ['after JSON of a proxy', answer(503, '{"code":503,"message":"No backend"}')],
  ])('%s', async (_, step) => {
    const { tillgate, sent, clock } = scene([step, step, answer(200, PAGE)]);
    await expect(tillgate.items.list()).resolves.toEqual(PAGE);
    expect(sent).toHaveLength(3);
    expect(clock.slept).toEqual([125, 250]);
  });

  test('when the response is cut short', async () => {
    async function* half() {
      yield '{"data":[';
      throw new TypeError('terminated');
    }
    const { tillgate, sent } = scene([() => new Response(bodyOf(half())), answer(200, PAGE)]);
    await expect(tillgate.items.list()).resolves.toEqual(PAGE);
    expect(sent).toHaveLength(2);
  });

  test.each([
    ['in seconds', { 'Retry-After': '5' }],
    ['as a date', { 'Retry-After': new Date(START + 5_000).toUTCString() }],
    [
      'as a date by its own clock',
      { 'Retry-After': new Date(START - 5_000).toUTCString(), Date: new Date(START - 10_000).toUTCString() },
    ],
  ])('no earlier than the service asks, %s', async (_, headers) => {
    const { tillgate, clock } = scene([refusal(503, 'partner.overloaded', headers), answer(200, PAGE)]);
    await tillgate.items.list();
    expect(Math.ceil((clock.slept[0] as number) / 1000)).toBe(5);
  });

  test('with one correlation id', async () => {
    const { tillgate, sent } = scene([cut, answer(200, PAGE)]);
    await tillgate.items.list();
    expect(new Set(sent.map(({ headers }) => headers['X-Correlation-Id'])).size).toBe(1);
    expect(sent[0]?.headers['X-Correlation-Id']).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('A write is retried', () => {
  test.each([
    ['after a network error', cut],
    ['after 500', refusal(500, 'partner.internal')],
    ['after 503', refusal(503, 'partner.overloaded')],
    ['when the rate limit is exceeded', refusal(429, 'partner.rate_limited')],
    ['while its first attempt is still running', refusal(409, 'partner.idempotency_in_progress')],
  ])('%s, with the same key', async (_, step) => {
    const { tillgate, sent } = scene([step, step, answer(201, { id: 1 })]);
    await tillgate.brands.create({ name: 'Acme' });
    expect(sent).toHaveLength(3);
    const [key, ...others] = new Set(sent.map(({ headers }) => headers['Idempotency-Key']));
    expect(key).toMatch(/^[0-9a-f-]{36}$/);
    expect(others).toEqual([]);
    expect(new Set(sent.map(({ body }) => JSON.stringify(body)))).toEqual(new Set(['{"name":"Acme"}']));
  });

  test("with the caller's key", async () => {
    const { tillgate, sent } = scene([cut, answer(200, { id: 1 })]);
    await tillgate.brands.update(1, { name: 'Acme' }, { idempotencyKey: 'mine' });
    expect(sent.map(({ headers }) => headers['Idempotency-Key'])).toEqual(['mine', 'mine']);
  });

  test('while two writes have two keys', async () => {
    const { tillgate, sent } = scene([answer(201, { id: 1 })]);
    await tillgate.brands.create({ name: 'Acme' });
    await tillgate.brands.create({ name: 'Acme' });
    expect(new Set(sent.map(({ headers }) => headers['Idempotency-Key'])).size).toBe(2);
  });
});

describe('Nothing is retried', () => {
  test.each([
    [302, 'client.unexpected_answer'],
    [400, 'partner.validation_failed'],
    [401, 'partner.api_key_invalid'],
    [403, 'partner.scope_denied'],
    [404, 'partner.not_found'],
    [409, 'partner.duplicate'],
    [422, 'partner.reference_not_found'],
  ])('after %i %s', async (status, code) => {
    const { tillgate, sent } = scene([refusal(status, code), answer(200, PAGE)]);
    await expect(tillgate.items.list()).rejects.toMatchObject({ code, status });
    expect(sent).toHaveLength(1);
  });

  test('after the maximum number of retries, whose pauses grow up to a bound', async () => {
    const { tillgate, sent, clock } = scene([cut], { retries: 8 });
    await expect(tillgate.items.list()).rejects.toBeInstanceOf(TransportError);
    expect(sent).toHaveLength(9);
    expect(clock.slept).toEqual([125, 250, 500, 1_000, 2_000, 4_000, 4_000, 4_000]);
  });

  test('if a pause would be longer than the call can wait', async () => {
    const { tillgate, sent } = scene([refusal(503, 'partner.overloaded', { 'Retry-After': '3600' })]);
    await expect(tillgate.items.list()).rejects.toMatchObject({ code: 'partner.overloaded', retryAfter: 3600 });
    expect(sent).toHaveLength(1);
  });
});

test('redirects are not followed, because they would forward the token', async () => {
  const asked: RequestInit[] = [];
  const fetch = async (_: string, init: RequestInit) => {
    asked.push(init);
    return answer(200, PAGE);
  };
  await scene([], { fetch }).tillgate.items.list();
  expect(asked.map(({ redirect }) => redirect)).toEqual(['manual']);
});

test('a missing response times out and is requested again', async () => {
  let asked = 0;
  const fetch = async (url: string, init: RequestInit) => {
    asked += 1;
    return asked === 1 ? hanging(url, init) : answer(200, PAGE);
  };
  const { tillgate } = scene([], { fetch });
  await expect(tillgate.items.list({ timeout: 100 })).resolves.toEqual(PAGE);
  expect(asked).toBe(2);
});

test('a response that never arrives is reported as a timeout', async () => {
  const { tillgate } = scene([], { fetch: hanging, timeout: 10, retries: 0 });
  await expect(tillgate.items.list({ signal: new AbortController().signal })).rejects.toMatchObject({
    name: 'TransportError',
    code: 'client.timeout',
    status: undefined,
    correlationId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
});

describe('A call ends as soon as the caller aborts it', () => {
  const reason = new Error('the shop has closed');

  test('before it is sent', async () => {
    const { tillgate, sent } = scene([answer(200, PAGE)]);
    await expect(tillgate.items.list({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(sent).toEqual([]);
  });

  test('while it waits for its response', async () => {
    const abort = new AbortController();
    const { tillgate } = scene([], { fetch: hanging, timeout: Number.POSITIVE_INFINITY });
    const call = tillgate.items.list({ signal: abort.signal });
    setTimeout(() => abort.abort(reason), 5);
    await expect(call).rejects.toBe(reason);
  });

  test('while it waits to be retried', async () => {
    const abort = new AbortController();
    const { tillgate, sent, clock } = scene([cut]);
    clock.sleep = async () => {
      abort.abort(reason);
      throw reason;
    };
    await expect(tillgate.items.list({ signal: abort.signal })).rejects.toBe(reason);
    expect(sent).toHaveLength(1);
  });
});

test.each([
  ['a page', 200, '<html><style>b{}</style><b>Welcome</b> to the wifi</html>', ' with status 200: Welcome to the wifi'],
  [
    'other JSON',
    403,
    '{"message":"Blocked by the firewall"}',
    ' with status 403: {"message":"Blocked by the firewall"}',
  ],
  ['a code of another kind', 403, '{"code":403}', ' with status 403: {"code":403}'],
  ['nothing', 403, '', ' with status 403.'],
])('a response outside the contract is reported as unexpected, with its words: %s', async (_, status, text, words) => {
  const { tillgate } = scene([answer(status, text)]);
  await expect(tillgate.items.list()).rejects.toMatchObject({
    name: 'TransportError',
    code: 'client.unexpected_answer',
    message: `items.list got an unexpected response${words}`,
  });
});
