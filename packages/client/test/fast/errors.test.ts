import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import {
  ApiError,
  apiKey,
  debugLog,
  type FailureEvent,
  isTillgateError,
  memoryTokenStore,
  money,
  oauth,
  quantity,
  sandbox,
  TillgateError,
  TransportError,
} from '../../src/index.ts';
import { answer, budget, PAGE, refusal, scene } from '../support/scene.ts';

const REFUSAL = {
  status: 'error',
  statusCode: 400,
  timestamp: '2026-03-02T08:15:30.000Z',
  path: '/v1/items',
  message: 'query limit: must be at most 100',
  code: 'partner.validation_failed',
  correlationId: '5f0c9b54-0a51-4d2e-9a7e-3a0f6f1f7c11',
  details: [{ in: 'query', path: 'limit', rule: 'maximum', message: 'must be at most 100' }],
};

describe('An error', () => {
  test('has everything in the error body', async () => {
    const { tillgate } = scene([answer(400, REFUSAL)]);
    const error = await tillgate.items.list({ limit: 101 }).catch((caught) => caught);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toBeInstanceOf(TillgateError);
    expect({ ...error, message: error.message }).toEqual({
      name: 'ApiError',
      code: 'partner.validation_failed',
      status: 400,
      message: REFUSAL.message,
      correlationId: REFUSAL.correlationId,
      details: REFUSAL.details,
      retryAfter: undefined,
    });
  });

  test('has no details if the body has none', async () => {
    const { tillgate } = scene([refusal(404, 'partner.not_found')]);
    await expect(tillgate.items.get(1, { storeId: '1' })).rejects.toMatchObject({ details: [] });
  });

  test('of another kind is not a TillgateError', () => {
    expect(isTillgateError(new TypeError('x'))).toBe(false);
    expect(isTillgateError(undefined)).toBe(false);
  });

  test('of the network has its cause', async () => {
    const cause = new TypeError('fetch failed');
    const { tillgate } = scene([cause], { retries: 0 });
    const error = await tillgate.items.list().catch((caught) => caught);
    expect(error).toBeInstanceOf(TransportError);
    expect(error).toMatchObject({ code: 'client.network', cause });
  });
});

describe('Secrets', () => {
  const SECRETS = ['svc_sk_sb_secret', 'svc_ak_sb_secret', 'an.access.token', 'svc_rt_sb_secret'];

  test('are never printed or logged', async () => {
    const events: unknown[] = [];
    const note = (event: unknown) => void events.push(event);
    const hooks = { onRequest: note, onResponse: note, onFailure: note, onRetry: note, onDisconnected: note };
    const tokens = memoryTokenStore();
    await tokens.set(7, {
      ...{ accessToken: 'an.access.token', refreshToken: 'svc_rt_sb_secret', apiBaseUrl: 'https://api.example/v1/' },
      ...{ expiresAt: 0, refreshExpiresAt: 0, scope: '' },
    });
    const client = { clientId: 'svc_app_sb_1', clientSecret: 'svc_sk_sb_secret' };
    const kinds = [
      oauth({ ...client, authUrl: 'https://auth.example', redirectUri: 'http://localhost/', tokens }),
      sandbox(client),
    ];
    const seen: unknown[] = [];
    for (const credentials of kinds) {
      const { app, tillgate } = scene(
        [
          new TypeError('fetch failed'),
          answer(200, { access_token: 'an.access.token', expires_in: 900, api_base_url: 'https://api.example/v1/' }),
          answer(503, ''),
          refusal(403, 'partner.scope_denied'),
          answer(400, { error: 'invalid_grant', code: 'oauth.grant_revoked' }),
        ],
        { credentials, hooks },
      );
      seen.push(credentials, app, tillgate, await tillgate.items.list().catch((error) => error));
    }
    const credentials = apiKey('svc_ak_sb_secret');
    const { app, tillgate } = scene([refusal(404, 'partner.not_found')], { credentials, hooks });
    seen.push(credentials, app, tillgate, await tillgate.taxes.list().catch((error) => error));
    const shown = inspect([seen, events], { depth: 20, showHidden: true, getters: true });
    const text = shown + JSON.stringify([seen, events]);
    expect(events.length).toBeGreaterThan(8);
    for (const secret of SECRETS) expect(text).not.toContain(secret);
  });
});

describe('The debug log', () => {
  const SECRET = 'do-not-log-me';
  const TOKEN = 'eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJ4In0.c2lnbmF0dXJl';

  test('has requests, responses and failures', async () => {
    const lines: string[] = [];
    const steps = [new TypeError('fetch failed'), refusal(409, 'partner.duplicate', budget(299, 30))];
    const { fetch } = scene(steps);
    const { tillgate } = scene([], { fetch: debugLog((line) => lines.push(line), fetch) });
    await expect(tillgate.brands.create({ name: 'Acme' })).rejects.toMatchObject({ code: 'partner.duplicate' });
    const request = 'POST https://api.example/v1/brands?companyId=7';
    expect(lines).toEqual([
      expect.stringContaining(`> ${request} {"accept":"application/json",`),
      `! ${request} TypeError: fetch failed`,
      expect.stringContaining('{"name":"Acme"}'),
      expect.stringMatching(/^< POST .* 409 \{.*"x-ratelimit-remaining":"299".*\} .*"code":"partner.duplicate"/),
    ]);
  });

  test('warns once of each deprecated operation, whichever record it is used for', async () => {
    const lines: string[] = [];
    const headers = { Deprecation: '@1769817600', Sunset: 'Sun, 28 Feb 2027 00:00:00 GMT' };
    const respond = async (url: string) => answer(200, {}, url.includes('/taxes') ? {} : headers);
    const log = debugLog((line) => lines.push(line), respond);
    for (const path of ['/brands/7', '/brands/8', '/brands?page=2', '/taxes/7'])
      await log(`https://api.example/v1${path}`, { method: 'GET' });
    const goes =
      'is deprecated since 2026-01-31 and goes away after Sun, 28 Feb 2027 00:00:00 GMT: see the guide of versions';
    expect(lines.filter((line) => line.startsWith('!'))).toEqual([
      `! GET /v1/brands/{id} ${goes}`,
      `! GET /v1/brands ${goes}`,
    ]);
  });

  test.each([
    ['an access token', { access_token: TOKEN }],
    ['a token in a message', { message: `The token ${TOKEN} is unknown.` }],
    ['a refresh token', { refresh_token: `svc_rt_sb_${SECRET.replaceAll('-', '')}` }],
    ['a client secret', { client_secret: `quoted \\"${SECRET}` }],
    ['an authorization code', { code: SECRET, code_verifier: SECRET }],
    ['a credential in a message', { error: { message: `Unknown: svc_sk_pk_${SECRET.replaceAll('-', '')}` } }],
    ['a secret at the end of a long body', { text: 'x'.repeat(1_990), token: SECRET }],
  ])('never has %s', async (_, body) => {
    const lines: string[] = [];
    const headers = { 'Set-Cookie': SECRET };
    const respond = async () => answer(200, body, headers);
    const log = debugLog((line) => lines.push(line), respond);
    const credentials = { Authorization: SECRET, 'X-API-Key': SECRET };
    const sent = { method: 'POST', body: JSON.stringify(body), headers: credentials };
    const response = await log(`https://api.example/v1/token?token=svc_ak_sb_secret`, sent);
    expect(await response.json()).toEqual(body);
    expect(lines).toHaveLength(2);
    for (const text of [SECRET, SECRET.replaceAll('-', ''), TOKEN, 'svc_ak_sb_secret', 'eyJ'])
      expect(lines.join('\n')).not.toContain(text);
  });
});

describe('Hooks', () => {
  test('see each request with its URL and merchant, its response, and the reason of a retry', async () => {
    const events: unknown[] = [];
    const { tillgate } = scene([refusal(503, 'partner.overloaded'), answer(200, PAGE)], {
      hooks: {
        onRequest: (event) => void events.push(event),
        onResponse: ({ operation, status, duration }) => void events.push(['answered', operation, status, duration]),
        onRetry: ({ reason, delay }) => void events.push(['again', reason, delay]),
      },
    });
    await tillgate.items.list({ search: 'bun' });
    const request = (attempt: number) => ({
      ...{ operation: 'items.list', method: 'GET', merchantId: 7, attempt },
      url: 'https://api.example/v1/items?search=bun&companyId=7',
      correlationId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(events).toEqual([
      request(1),
      ['answered', 'items.list', 503, 0],
      ['again', 503, 125],
      request(2),
      ['answered', 'items.list', 200, 0],
    ]);
  });

  test('see each failure, and why', async () => {
    const events: unknown[] = [];
    const onFailure = ({ reason, attempt, cause }: FailureEvent) => void events.push([reason, attempt, cause]);
    const cause = new TypeError('fetch failed');
    const { tillgate } = scene([cause], { hooks: { onFailure }, retries: 1 });
    await expect(tillgate.items.list()).rejects.toThrow();
    const abort = new AbortController();
    const stopped = scene([() => Promise.reject(abort.abort())], { hooks: { onFailure } });
    await expect(stopped.tillgate.items.list({ signal: abort.signal })).rejects.toThrow('aborted');
    expect(events).toEqual([
      ['network', 1, cause],
      ['network', 2, cause],
      ['aborted', 1, undefined],
    ]);
  });

  test('can add headers, but replace none', async () => {
    const headers = { traceparent: '00-1-2-01', 'x-api-key': 'theirs' };
    const { tillgate, sent } = scene([answer(200, PAGE)], { hooks: { onRequest: () => headers } });
    await tillgate.items.list();
    expect(sent[0]?.headers).toMatchObject({ traceparent: '00-1-2-01', 'X-API-Key': 'svc_ak_sb_key' });
    expect(sent[0]?.headers).not.toHaveProperty('x-api-key');
  });

  test('that throw are ignored', async () => {
    const fail = () => {
      throw new Error('the logger is broken');
    };
    const { tillgate } = scene([answer(503, ''), new TypeError('fetch failed'), answer(200, PAGE)], {
      hooks: { onRequest: fail, onResponse: fail, onFailure: async () => fail(), onRetry: fail },
    });
    await expect(tillgate.items.list()).resolves.toEqual(PAGE);
  });
});

describe('Exact numbers', () => {
  test.each(['0', '3.20', '12.3456', '-1.5'])('%s is an amount', (text) => expect(money(text)).toBe(text));
  test.each(['', '.5', '1.', '1e3', '1,50', '1.23456', ' 1', 'NaN', 3.2])('%j is not an amount', (value) => {
    expect(() => money(value as string)).toThrow(RangeError);
  });
  test('a quantity has at most three decimals', () => {
    expect(quantity('1.125')).toBe('1.125');
    expect(() => quantity('1.1255')).toThrow(RangeError);
  });
});
