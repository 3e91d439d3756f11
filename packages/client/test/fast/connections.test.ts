import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { serialLock } from '../../src/auth/token-store.ts';
import {
  type ConnectionTokens,
  createTillgate,
  type Hooks,
  type Lock,
  MerchantDisconnected,
  memoryTokenStore,
  type OAuthOptions,
  oauth,
  type TokenStore,
} from '../../src/index.ts';
import { manualClock } from '../support/scene.ts';
import { type Handle, REDIRECT_URI, recorder, type Sent, type Service, sharedService } from '../support/service.ts';
import { findingsIn } from '../support/traffic.ts';

let service: Service;
let merchantId: number;
const clock = manualClock();

beforeAll(async () => {
  service = await sharedService(clock.now);
  merchantId = service.merchant.companyId;
});
beforeEach(() => {
  clock.slept.length = 0;
});

interface Options extends Partial<OAuthOptions> {
  readonly hooks?: Hooks;
  readonly handle?: Handle;
}

function partner({ tokens = memoryTokenStore(), hooks = {}, handle, ...options }: Options = {}) {
  const recorded = recorder(handle);
  const urls = { authUrl: service.webUrl, redirectUri: REDIRECT_URI };
  const credentials = oauth({ ...service.full, ...urls, tokens, ...options });
  const app = createTillgate({ baseUrl: service.apiUrl, credentials, fetch: recorded.fetch, hooks, clock });
  return { app, tokens, ...recorded };
}

type App = ReturnType<typeof partner>['app'];

/** Where the browser returns to after the merchant's decision, and what the app keeps for it. */
async function returned(app: App) {
  const { url, pending } = await app.authorizationUrl();
  return { callback: await service.consent(url), pending };
}

async function connect(app: App) {
  const { callback, pending } = await returned(app);
  return app.handleCallback(callback, pending);
}

async function connected(options: Options = {}) {
  const one = partner(options);
  await connect(one.app);
  return { ...one, tillgate: one.app.merchant(merchantId), refreshes: () => refreshesOf(one.sent) };
}

const refreshesOf = (sent: readonly Sent[]) => sent.filter(({ body }) => body?.grant_type === 'refresh_token');
const held = async (store: TokenStore) => (await store.get(merchantId)) as ConnectionTokens;

/** Ends the connection at the service by a copy of its tokens. */
async function revokedElsewhere(store: TokenStore): Promise<void> {
  const tokens = memoryTokenStore();
  await tokens.set(merchantId, await held(store));
  await partner({ tokens }).app.revoke(merchantId);
}

/** Loses the response: the service has carried out the request, but the client never learns of it. */
async function lost({ url, method, headers, body }: Sent): Promise<Response> {
  await fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  throw new TypeError('fetch failed');
}

/** Responds to refreshes in place of the service. */
const refreshedWith = (handle: (sent: Sent) => ReturnType<Handle>): { handle: Handle } => ({
  handle: (sent) => (sent.body?.grant_type === 'refresh_token' ? handle(sent) : undefined),
});

describe('authorizationUrl', () => {
  test('has a new challenge and state each time', async () => {
    const { app } = partner();
    const [one, two] = [await app.authorizationUrl(), await app.authorizationUrl()];
    const asked = new URL(one.url);
    expect(asked.origin + asked.pathname).toBe(`${service.webUrl}/oauth/authorize`);
    expect(Object.fromEntries(asked.searchParams)).toEqual({
      response_type: 'code',
      client_id: service.full.clientId,
      redirect_uri: REDIRECT_URI,
      state: one.pending.state,
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
    expect(one.pending.codeVerifier).toMatch(/^[\w-]{43}$/);
    expect(new Set([one, two].flatMap(({ pending }) => [pending.state, pending.codeVerifier])).size).toBe(4);
  });
});

describe('handleCallback', () => {
  test('stores the tokens of the merchant who approved', async () => {
    const { app, tokens } = partner();
    const result = await connect(app);
    expect(result).toEqual({ merchantId, scope: expect.stringContaining('items.read') });
    expect(await held(tokens)).toEqual({
      accessToken: expect.any(String),
      expiresAt: clock.time + 900_000,
      apiBaseUrl: `${service.apiUrl}/`,
      refreshToken: expect.stringMatching(/^svc_rt_sb_/),
      refreshExpiresAt: clock.time + 8_640_000_000,
      scope: result.scope,
    });
  });

  test.each<[string, (callback: URL) => URL | string]>([
    ['the path of a request, as servers provide it', ({ pathname, search }) => pathname + search],
    ['a response without iss', (callback) => new URL(callback.href.replace(/&iss=[^&]+/, ''))],
  ])('accepts %s', async (_, received) => {
    const { app } = partner();
    const { callback, pending } = await returned(app);
    await expect(app.handleCallback(received(callback), pending)).resolves.toMatchObject({ merchantId });
  });

  const DENIED = { error: 'access_denied' };
  test.each([
    ['of another state', 'callback.state_mismatch', { state: 'another' }],
    ['without a state', 'callback.state_mismatch', { state: undefined }],
    ['of another issuer', 'callback.issuer_mismatch', { iss: 'https://evil.example/v1' }],
    ['that says no', 'callback.access_denied', DENIED],
    ['that says something else', 'callback.refused', { error: 'server_error' }],
    ['without a code', 'callback.code_missing', { code: undefined }],
    ['that says no, of another state', 'callback.state_mismatch', { ...DENIED, state: 'another' }],
    ['that says no, of another issuer', 'callback.issuer_mismatch', { ...DENIED, iss: 'https://evil.example/v1' }],
  ])('rejects a response %s as %s, and requests nothing', async (_, code, changed) => {
    const { app, sent } = partner();
    const { callback, pending } = await returned(app);
    for (const [name, value] of Object.entries(changed))
      if (value === undefined) callback.searchParams.delete(name);
      else callback.searchParams.set(name, value);
    await expect(app.handleCallback(callback, pending)).rejects.toMatchObject({ name: 'CallbackError', code });
    expect(sent).toEqual([]);
  });

  test('rejects if nothing is pending', async () => {
    const pending = { state: '', codeVerifier: '' };
    const handled = partner().app.handleCallback(`${REDIRECT_URI}?state=&code=1`, pending);
    await expect(handled).rejects.toMatchObject({ code: 'callback.state_mismatch' });
  });
});

describe('exchange', () => {
  test.each<[string, string, (url: string) => Promise<string>]>([
    ['an unknown code', 'oauth.code_invalid', async () => 'unknown'],
    ['a code without its verifier', 'oauth.pkce_failed', async (url) => codeOf(await service.consent(url))],
  ])('rejects %s as %s, for good', async (_, code, codeFor) => {
    const ended: unknown[] = [];
    const { app, sent } = partner({ hooks: { onDisconnected: (error) => void ended.push(error) } });
    const { url } = await app.authorizationUrl();
    const error = await app.exchange(await codeFor(url)).catch((caught) => caught);
    expect(error).toBeInstanceOf(MerchantDisconnected);
    expect(error).toMatchObject({ code, status: 400, merchantId: undefined });
    expect([sent.length, ended]).toEqual([1, []]);
  });

  test('is not retried, since a code used twice would revoke the connection', async () => {
    const { app, sent } = partner({ handle: lost });
    const { callback, pending } = await returned(app);
    await expect(app.handleCallback(callback, pending)).rejects.toMatchObject({ code: 'client.network' });
    expect(sent).toHaveLength(1);
  });

  test('reports wrong credentials', async () => {
    const { app } = partner({ clientSecret: 'svc_sk_sb_wrong' });
    await expect(app.exchange('code')).rejects.toMatchObject({
      name: 'OAuthError',
      code: 'developer.invalid_client',
      status: 401,
      correlationId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  });
});

const codeOf = (callback: URL): string => callback.searchParams.get('code') as string;

describe('An access token', () => {
  test('is refreshed within 60 seconds of its expiry, once however many calls wait for it', async () => {
    const { tillgate, refreshes, tokens } = await connected();
    const before = await held(tokens);
    clock.time += 840_000;
    await Promise.all(Array.from({ length: 20 }, () => tillgate.brands.list()));
    expect(refreshes()).toHaveLength(1);
    const after = await held(tokens);
    expect(after.refreshToken).not.toBe(before.refreshToken);
    expect(after.expiresAt).toBe(clock.time + 900_000);
  });

  test('is refreshed at once if the service rejects it early', async () => {
    const { tillgate, refreshes, tokens, sent } = await connected();
    await tokens.set(merchantId, { ...(await held(tokens)), accessToken: 'not.a.token' });
    await tillgate.brands.create({ name: `Refused ${Math.random()}` });
    expect(refreshes()).toHaveLength(1);
    const writes = sent.filter(({ path, method }) => method === 'POST' && path === '/v1/brands');
    expect(writes).toHaveLength(2);
    expect(new Set(writes.map(({ headers }) => headers['Idempotency-Key'])).size).toBe(1);
  });

  const code = 'partner.token_invalid';
  const rejection = () => Response.json({ code, message: '' }, { status: 401 });
  const rejectingReads = () => connected({ handle: ({ method }) => (method === 'GET' ? rejection() : undefined) });

  test('that every request has at once is tried once after its rejection, and 50 calls send 52 requests', async () => {
    const { tillgate, refreshes, to } = await rejectingReads();
    const calls = Array.from({ length: 50 }, () => tillgate.brands.list());
    await Promise.all(calls.map((call) => expect(call).rejects.toMatchObject({ code, status: 401 })));
    expect([refreshes().length, to('/v1/brands').length]).toEqual([1, 51]);
  });

  test('is not refreshed again for ten seconds if the service rejects the new one too, and then once', async () => {
    const { tillgate, refreshes, to } = await rejectingReads();
    for (let i = 0; i < 50; i += 1) await expect(tillgate.brands.list()).rejects.toMatchObject({ code });
    expect([refreshes().length, to('/v1/brands').length]).toEqual([1, 51]);
    clock.time += 10_000;
    for (let i = 0; i < 50; i += 1) await expect(tillgate.brands.list()).rejects.toMatchObject({ code });
    expect([refreshes().length, to('/v1/brands').length]).toEqual([2, 102]);
  });

  test('that was rejected is replaced for all its calls, each of which is sent once more', async () => {
    let refused: string | undefined;
    const { tillgate, refreshes, to } = await connected({
      handle: ({ method, headers }) => {
        if (method !== 'GET') return undefined;
        refused ??= headers.Authorization;
        return headers.Authorization === refused ? rejection() : Response.json({ data: [], pagination: {} });
      },
    });
    await Promise.all(Array.from({ length: 50 }, () => tillgate.brands.list()));
    expect(refreshes()).toHaveLength(1);
    expect(to('/v1/brands')).toHaveLength(100);
  });

  test('is tried by another call if the first one is aborted', async () => {
    const abort = new AbortController();
    const first = { correlationId: '' };
    const { tillgate, sent } = await connected({
      handle: ({ method, headers }) => {
        if (method !== 'GET') return undefined;
        if (sent.filter((one) => one.method === 'GET').length <= 2) return rejection();
        first.correlationId ||= headers['X-Correlation-Id'] as string;
        if (headers['X-Correlation-Id'] !== first.correlationId) return Response.json({ data: [], pagination: {} });
        abort.abort(new Error('gone'));
        throw abort.signal.reason;
      },
    });
    const calls = [tillgate.brands.list({ signal: abort.signal }), tillgate.brands.list()];
    const outcomes = await Promise.allSettled(calls);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  });

  test.each<[string, object | string]>([
    ['without a valid api_base_url', { api_base_url: undefined }],
    ['without a valid api_base_url', { api_base_url: 'api.example.com' }],
    ['without a valid access_token', { access_token: null }],
    ['without a valid expires_in', { expires_in: '900' }],
    ['without a valid refresh_token', { refresh_token: 7 }],
    ['with status 200', '{"access_token":"a.secret.token","ex'],
  ])('is not taken from a response %s, which quotes nothing: %j', async (words, spoilt) => {
    const good = {
      ...{ access_token: 'a.secret.token', expires_in: 900, refresh_token: 'svc_rt_sb_secret', scope: 'items.read' },
      ...{ refresh_token_expires_in: 8_640_000, merchant_id: merchantId, api_base_url: service.apiUrl },
    };
    const body = typeof spoilt === 'string' ? spoilt : JSON.stringify({ ...good, ...spoilt });
    const { tillgate } = await connected(refreshedWith(() => new Response(body)));
    clock.time += 900_000;
    const error = await tillgate.brands.list().catch((caught: Error) => caught);
    expect(error).toMatchObject({ name: 'TransportError', code: 'client.unexpected_answer' });
    expect(String(error)).toContain(words);
    expect(String(error)).not.toContain('secret');
  });

  test('is used with the URL that came with it', async () => {
    const { tillgate, tokens, sent } = await connected();
    await tokens.set(merchantId, {
      ...(await held(tokens)),
      apiBaseUrl: `${service.apiUrl.replace('localhost', '127.0.0.1')}/`,
    });
    await tillgate.brands.list();
    expect(sent.at(-1)?.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1\/brands$/);
  });

  test('is awaited no longer than each caller wants', async () => {
    const abort = new AbortController();
    const { promise: released, resolve: release } = Promise.withResolvers<undefined>();
    const { tillgate, refreshes } = await connected(
      refreshedWith(() => {
        abort.abort(new Error('gone'));
        return released;
      }),
    );
    clock.time += 900_000;
    const stayed = tillgate.brands.list();
    await expect(tillgate.brands.list({ signal: abort.signal })).rejects.toThrow('gone');
    release(undefined);
    await expect(stayed).resolves.toBeDefined();
    expect(refreshes()).toHaveLength(1);
  });
});

describe('A new refresh token', () => {
  test('is in the store before the new access token is used', async () => {
    const events: string[] = [];
    const inner = memoryTokenStore();
    const tokens: TokenStore = {
      ...inner,
      async set(id, connection) {
        await new Promise((resolve) => setTimeout(resolve, 10));
        await inner.set(id, connection);
        events.push(`stored ${connection.accessToken}`);
      },
    };
    const { tillgate } = await connected({
      tokens,
      handle: ({ method, headers }) => {
        if (method === 'GET') events.push(`used ${headers.Authorization?.slice(7)}`);
        return undefined;
      },
    });
    clock.time += 900_000;
    events.length = 0;
    await tillgate.brands.list();
    const { accessToken } = await held(tokens);
    expect(events).toEqual([`stored ${accessToken}`, `used ${accessToken}`]);
  });

  test('that the store failed to save is saved again before it is used', async () => {
    const inner = memoryTokenStore();
    let failures = 0;
    const tokens: TokenStore = {
      ...inner,
      set(id, connection) {
        failures -= 1;
        if (failures >= 0) throw new Error('disk full');
        return inner.set(id, connection);
      },
    };
    const { tillgate, refreshes, sent } = await connected({ tokens });
    clock.time += 900_000;
    failures = 1;
    await expect(tillgate.brands.list()).rejects.toThrow('disk full');
    expect(sent.filter(({ method }) => method === 'GET')).toEqual([]);
    // Longer than the old token's grace window.
    clock.time += 60_000;
    await tillgate.brands.list();
    expect(refreshes()).toHaveLength(1);
  });

  test('whose response was lost is requested again within the grace window', async () => {
    let answers = 0;
    const { tillgate, refreshes, tokens } = await connected(
      refreshedWith((sent) => {
        answers += 1;
        return answers <= 3 ? lost(sent) : undefined;
      }),
    );
    const began = clock.time + 900_000;
    clock.time = began;
    await tillgate.brands.list();
    expect(refreshes()).toHaveLength(4);
    expect(clock.time - began).toBeLessThan(30_000);
    clock.time += 900_000;
    await tillgate.brands.list();
    expect(await held(tokens)).toMatchObject({ expiresAt: clock.time + 900_000 });
  });

  test('of another process is read from the store', async () => {
    const tokens = memoryTokenStore();
    const one = await connected({ tokens });
    await one.tillgate.brands.list();
    const two = partner({ tokens });
    clock.time += 900_000;
    await one.tillgate.brands.list();
    await two.app.merchant(merchantId).brands.list();
    expect([one.refreshes().length, refreshesOf(two.sent).length]).toEqual([1, 0]);
  });

  test('is requested by one process at a time with a lock', async () => {
    const tokens = memoryTokenStore();
    const names = new Set<string>();
    const oneByOne = serialLock();
    const lock: Lock = (name, work) => {
      names.add(name);
      return oneByOne(name, work);
    };
    const one = await connected({ tokens, lock });
    const two = partner({ tokens, lock });
    clock.time += 900_000;
    await Promise.all([one.tillgate.brands.list(), two.app.merchant(merchantId).brands.list()]);
    expect(one.refreshes().length + refreshesOf(two.sent).length).toBe(1);
    expect([...names]).toEqual([`tillgate:${service.full.clientId}:${merchantId}`]);
  });
});

describe('A connection that has ended', () => {
  test('surfaces as MerchantDisconnected after one request and one call of the hook, until a new connection', async () => {
    const ended: MerchantDisconnected[] = [];
    const { tillgate, refreshes, tokens } = await connected({
      hooks: { onDisconnected: (error) => void ended.push(error) },
    });
    await revokedElsewhere(tokens);
    clock.time += 900_000;
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => tillgate.brands.list()));
    outcomes.push(...(await Promise.allSettled([tillgate.items.list()])));
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({
        status: 'rejected',
        reason: { name: 'MerchantDisconnected', code: 'oauth.grant_revoked', merchantId, status: 400 },
      });
    }
    expect([refreshes().length, ended.length]).toEqual([1, 1]);
    expect(ended[0]).toBeInstanceOf(MerchantDisconnected);
    expect(await tokens.get(merchantId)).toBeUndefined();
    // In another process.
    await connect(partner({ tokens }).app);
    await expect(tillgate.brands.list()).resolves.toBeDefined();
  });

  test('does not end the one that the merchant has made since', async () => {
    const tokens = memoryTokenStore();
    const ended: unknown[] = [];
    let again: Promise<unknown> | undefined;
    const ending = refreshedWith(async () => {
      again ??= connected({ tokens });
      await again;
      return Response.json({ error: 'invalid_grant', code: 'oauth.grant_revoked' }, { status: 400 });
    });
    const hooks = { onDisconnected: (error: unknown) => void ended.push(error) };
    const one = await connected({ tokens, hooks, ...ending });
    clock.time += 900_000;
    await expect(one.tillgate.brands.list()).resolves.toBeDefined();
    expect(ended).toEqual([]);
  });

  test('that never existed is reported as not connected', async () => {
    const { app, sent } = partner();
    await expect(app.merchant(merchantId).items.list()).rejects.toMatchObject({
      name: 'MerchantDisconnected',
      code: 'client.not_connected',
      merchantId,
    });
    expect(sent).toEqual([]);
  });
});

describe('revoke', () => {
  test('of a connection deletes its tokens', async () => {
    const { app, tillgate, tokens } = await connected();
    await app.revoke(merchantId);
    expect(await tokens.get(merchantId)).toBeUndefined();
    await expect(tillgate.brands.list()).rejects.toMatchObject({ code: 'client.not_connected' });
  });

  test('of a merchant who is not connected does nothing', async () => {
    const { app, sent } = partner();
    await app.revoke(merchantId);
    expect(sent).toEqual([]);
  });
});

test('All requests together break no rule of the traffic check', async () => {
  expect(await findingsIn(service, service.full)).toEqual([]);
});
