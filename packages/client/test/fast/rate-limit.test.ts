import { describe, expect, test } from 'vitest';
import { type Authorization, memoryTokenStore, oauth, type RetryEvent } from '../../src/index.ts';
import { answer, budget, PAGE, refusal, START, scene } from '../support/scene.ts';

const limited = (headers: Record<string, string>) => refusal(429, 'partner.rate_limited', headers);

const CLIENT = { clientId: '', clientSecret: '', authUrl: 'https://auth.example', redirectUri: '' };
const TOKENS = {
  ...{ access_token: 'b', refresh_token: 's', merchant_id: 7, scope: 'items.read' },
  ...{ expires_in: 900, refresh_token_expires_in: 8_640_000, api_base_url: 'https://api.example/v1/' },
};

describe('When the rate limit is exceeded', () => {
  test.each([
    ['Retry-After', { ...budget(0, 30), 'Retry-After': '12' }, 12_000],
    ['X-RateLimit-Reset', budget(0, 30), 30_000],
    [
      'X-RateLimit-Reset, by the clock of the service',
      { ...budget(0, 30), Date: new Date(START + 10_000).toUTCString() },
      20_000,
    ],
    ['a second, where the answer does not tell', {}, 1_000],
    ['a second, where Retry-After is 0', { 'Retry-After': '0' }, 1_000],
    ['a second, where the reset has passed', budget(0, -30), 1_000],
    ['X-RateLimit-Reset, where Retry-After is 0', { ...budget(0, 30), 'Retry-After': '0' }, 30_000],
  ])('a call waits for %s and is retried', async (_, headers, wait) => {
    const waits: unknown[] = [];
    const onRetry = ({ reason, delay }: RetryEvent) => void waits.push([reason, delay]);
    const { tillgate, clock, sent } = scene([limited(headers), answer(200, PAGE)], { hooks: { onRetry } });
    await tillgate.items.list();
    expect([clock.slept, waits]).toEqual([[wait], [[429, wait]]]);
    expect(sent).toHaveLength(2);
  });

  test('no other call of the app is sent in that window, for any merchant', async () => {
    const { app, clock, sent } = scene([limited(budget(0, 30)), answer(200, PAGE)]);
    await Promise.all([app.merchant(1).items.list(), app.merchant(1).brands.list()]);
    expect(clock.time).toBe(START + 30_000);
    const before = sent.length;
    clock.time = START + 30_000;
    await app.merchant(2).taxes.list();
    expect(sent).toHaveLength(before + 1);
  });

  test('a call that cannot wait so long is rejected with the wait, and nothing is sent', async () => {
    const { tillgate, sent, clock } = scene([limited(budget(0, 30)), answer(200, PAGE)], { maxWait: 20_000 });
    await expect(tillgate.items.list()).rejects.toMatchObject({
      name: 'ApiError',
      code: 'partner.rate_limited',
      message: 'partner.rate_limited',
      correlationId: 'c-1',
      status: 429,
      retryAfter: 30,
    });
    await expect(tillgate.brands.list()).rejects.toMatchObject({ code: 'partner.rate_limited' });
    expect([sent.length, clock.slept]).toEqual([1, []]);
  });

  test('a service that always answers 429 gets no request after `maxWait`', async () => {
    const { tillgate, clock, sent } = scene([limited({ 'Retry-After': '0' })], { retries: 100, maxWait: 2_500 });
    await expect(tillgate.items.list()).rejects.toMatchObject({ code: 'partner.rate_limited' });
    expect(sent).toHaveLength(3);
    expect(clock.time).toBeLessThanOrEqual(START + 2_500);
  });

  test('waits for the rate limit and pauses after failures count together', async () => {
    const steps = [limited({}), refusal(503, 'partner.overloaded'), limited({}), answer(200, PAGE)];
    const { tillgate, sent } = scene(steps, { retries: 2 });
    await expect(tillgate.items.list()).rejects.toMatchObject({ code: 'partner.rate_limited' });
    expect(sent).toHaveLength(3);
  });

  test('a code that is rejected by the rate limit is exchanged later', async () => {
    const credentials = oauth({ ...CLIENT, tokens: memoryTokenStore() });
    const { app, sent } = scene([limited({ 'Retry-After': '0' }), answer(200, TOKENS)], { credentials });
    await expect((app as unknown as Authorization).exchange('code')).resolves.toMatchObject({ merchantId: 7 });
    expect(sent).toHaveLength(2);
  });

  test('the wait ends when the caller aborts', async () => {
    const abort = new AbortController();
    const { tillgate, sent, clock } = scene([limited(budget(0, 30)), answer(200, PAGE)]);
    clock.sleep = async () => abort.abort(new Error('gone'));
    await expect(tillgate.items.list({ signal: abort.signal })).rejects.toThrow('gone');
    expect(sent).toHaveLength(1);
  });
});

describe('The rest of a window', () => {
  const page = (headers: Record<string, string> = {}) => answer(200, PAGE, headers);
  const ofAddress = (status: number) => refusal(status, 'partner.ip_denied', budget(0, 30));

  test.each<[string, Response[], number[]]>([
    [
      'is not overdrawn: the call after the last waits for the next window',
      [page(budget(1, 30, 10)), page(budget(0, 30, 10)), page()],
      [30_000],
    ],
    ['is not taken from a 401, which counts against the source address', [ofAddress(401), page()], []],
    ['is not taken from a 403, which counts against the source address', [ofAddress(403), page()], []],
    ['is not taken from a late response of an earlier window', [page(budget(9, 60)), page(budget(0, 30)), page()], []],
    [
      'is not reopened by a late response of the same window',
      [page(budget(9, 30)), limited({ ...budget(0, -30), 'Retry-After': '5' }), page(budget(9, 30)), page()],
      [5_000],
    ],
  ])('%s', async (_, steps, slept) => {
    const { tillgate, clock, sent } = scene(steps);
    while (sent.length < steps.length) await Promise.allSettled([tillgate.items.list()]);
    expect(clock.slept).toEqual(slept);
  });

  test('is read from RateLimit and RateLimit-Policy where there are no X-RateLimit headers', async () => {
    const policy = {
      'RateLimit-Policy': '"app";q=300;w=60, "other";q=5;w=1',
      RateLimit: '"app";r=0;t=30, "other";r=4;t=1',
    };
    const { tillgate, clock } = scene([answer(200, PAGE, policy), answer(200, PAGE)]);
    const { response } = await tillgate.items.list().withResponse();
    expect(response.rateLimit).toEqual({ limit: 300, remaining: 0, resetsAt: new Date(START + 30_000) });
    await tillgate.items.list();
    expect(clock.slept).toEqual([30_000]);
  });

  test('counts calls in flight', async () => {
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

  test('is available to token requests to the last, since their lost responses cannot wait', async () => {
    const tokens = memoryTokenStore();
    const connection = { accessToken: 'a', apiBaseUrl: 'https://api.example/v1/', refreshToken: 'r', scope: '' };
    await tokens.set(1, { ...connection, expiresAt: START + 900_000, refreshExpiresAt: 0 });
    await tokens.set(2, { ...connection, expiresAt: START, refreshExpiresAt: 0 });
    const times: [string, number][] = [];
    const note = (body: object, headers?: Record<string, string>) => (sent: { path: string }) => {
      times.push([sent.path, clock.time - START]);
      return answer(200, body, headers);
    };
    const { app, clock } = scene([note(PAGE, budget(3, 30)), note(TOKENS), note(PAGE)], {
      credentials: oauth({ ...CLIENT, tokens }),
    });
    await app.merchant(1).items.list();
    await app.merchant(2).items.list();
    expect(times).toEqual([
      ['/v1/items', 0],
      ['/v1/oauth/token', 0],
      ['/v1/items', 30_000],
    ]);
  });
});
