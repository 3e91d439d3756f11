import { describe, expect, test } from 'vitest';
import { memoryTokenStore, oauth } from '../src/index.ts';
import { answer, budget, PAGE, refusal, START, scene } from './support/scene.ts';

const limited = (headers: Record<string, string>) => refusal(429, 'partner.rate_limited', headers);

describe('When the service says that the limit is used up', () => {
  test.each([
    ['Retry-After', { ...budget(0, 30), 'Retry-After': '12' }, 12_000],
    ['X-RateLimit-Reset', budget(0, 30), 30_000],
    [
      'X-RateLimit-Reset, by the clock of the service',
      { ...budget(0, 30), Date: new Date(START + 10_000).toUTCString() },
      20_000,
    ],
    ['a second, where the answer does not tell', {}, 1_000],
  ])('a call waits for %s and is sent again', async (_, headers, wait) => {
    const { tillgate, clock, sent } = scene([limited(headers), answer(200, PAGE)]);
    await tillgate.items.list();
    expect(clock.slept).toEqual([wait]);
    expect(sent).toHaveLength(2);
  });

  test('a write is sent again under its own key', async () => {
    const { tillgate, sent } = scene([limited(budget(0, 30)), answer(201, { id: 1 })]);
    await tillgate.brands.create({ name: 'Acme' });
    expect(new Set(sent.map(({ headers }) => headers['Idempotency-Key'])).size).toBe(1);
  });

  test('no other call of the app is sent in that window, for whichever merchant', async () => {
    const { app, clock, sent } = scene([limited(budget(0, 30)), answer(200, PAGE)]);
    await Promise.all([app.merchant(1).items.list(), app.merchant(1).brands.list()]);
    expect(clock.time).toBe(START + 30_000);
    const before = sent.length;
    clock.time = START + 30_000;
    await app.merchant(2).taxes.list();
    expect(sent).toHaveLength(before + 1);
  });

  test('a call that may not wait so long is refused with how long it would be, and nothing is sent', async () => {
    const { tillgate, sent, clock } = scene([limited(budget(0, 30)), answer(200, PAGE)], { maxWait: 20_000 });
    await expect(tillgate.items.list()).rejects.toMatchObject({
      name: 'ApiError',
      code: 'partner.rate_limited',
      status: 429,
      retryAfter: 30,
    });
    await expect(tillgate.brands.list()).rejects.toMatchObject({ code: 'partner.rate_limited' });
    expect([sent.length, clock.slept]).toEqual([1, []]);
  });

  test('the wait ends when the caller aborts', async () => {
    const abort = new AbortController();
    const { tillgate, sent, clock } = scene([limited(budget(0, 30)), answer(200, PAGE)]);
    clock.sleep = async () => abort.abort(new Error('gone'));
    await expect(tillgate.items.list({ signal: abort.signal })).rejects.toThrow('gone');
    expect(sent).toHaveLength(1);
  });
});

describe('What is left of a window', () => {
  test('is not overdrawn: the call after the last waits for the next window', async () => {
    const { tillgate, clock } = scene([
      answer(200, PAGE, budget(1, 30, 10)),
      answer(200, PAGE, budget(0, 30, 10)),
      answer(200, PAGE),
    ]);
    await tillgate.items.list();
    await tillgate.items.list();
    expect(clock.slept).toEqual([]);
    await tillgate.items.list();
    expect(clock.slept).toEqual([30_000]);
  });

  test('counts calls that are on their way', async () => {
    const times: number[] = [];
    const slow = async () => {
      times.push(clock.time - START);
      await new Promise((resolve) => setTimeout(resolve, 20));
      return answer(200, PAGE);
    };
    const { tillgate, clock } = scene([answer(200, PAGE, budget(3, 30, 10)), slow]);
    await tillgate.items.list();
    await Promise.all(Array.from({ length: 8 }, () => tillgate.items.list()));
    expect(times).toEqual([0, 0, 0, 30_000, 30_000, 30_000, 30_000, 30_000]);
  });

  test('keeps some requests for tokens, whose lost answers cannot wait', async () => {
    const { tillgate, clock } = scene([answer(200, PAGE, budget(3, 30, 300)), answer(200, PAGE)]);
    await tillgate.items.list();
    await tillgate.items.list();
    expect(clock.slept).toEqual([30_000]);
  });

  test('is for token requests to the last', async () => {
    const tokens = memoryTokenStore();
    const connection = { accessToken: 'a', apiBaseUrl: 'https://api.example/v1/', refreshToken: 'r', scope: '' };
    await tokens.set(1, { ...connection, expiresAt: START + 900_000, refreshExpiresAt: 0 });
    await tokens.set(2, { ...connection, expiresAt: START, refreshExpiresAt: 0 });
    const client = { clientId: '', clientSecret: '', authUrl: 'https://auth.example', redirectUri: '' };
    const renewed = { access_token: 'b', expires_in: 900, api_base_url: 'https://api.example/v1/', refresh_token: 's' };
    const times: [string, number][] = [];
    const note = (body: object, headers?: Record<string, string>) => (sent: { path: string }) => {
      times.push([sent.path, clock.time - START]);
      return answer(200, body, headers);
    };
    const { app, clock } = scene([note(PAGE, budget(3, 30)), note(renewed), note(PAGE)], {
      credentials: oauth({ ...client, tokens }),
    });
    await app.merchant(1).items.list();
    await app.merchant(2).items.list();
    expect(times).toEqual([
      ['/v1/items', 0],
      ['/v1/oauth/token', 0],
      ['/v1/items', 30_000],
    ]);
  });

  test.each([401, 403])('is not what a %i says, which is counted against the source address', async (status) => {
    const { tillgate, clock } = scene([refusal(status, 'partner.ip_denied', budget(0, 30)), answer(200, PAGE)]);
    await expect(tillgate.items.list()).rejects.toMatchObject({ status });
    await tillgate.items.list();
    expect(clock.slept).toEqual([]);
  });

  test('is not what a late answer of an earlier window says', async () => {
    const { tillgate, clock } = scene([
      answer(200, PAGE, budget(9, 60)),
      answer(200, PAGE, budget(0, 30)),
      answer(200, PAGE),
    ]);
    for (let call = 0; call < 3; call += 1) await tillgate.items.list();
    expect(clock.slept).toEqual([]);
  });
});
