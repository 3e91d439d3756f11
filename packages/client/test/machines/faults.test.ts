import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Fetch } from '../../src/exchange.ts';
import {
  type ConnectionTokens,
  createTillgate,
  type MerchantDisconnected,
  memoryTokenStore,
  oauth,
  type Resources,
  type TokenStore,
} from '../../src/index.ts';
import { type Fault, faultyFetch } from '../support/faulty-fetch.ts';
import { REDIRECT_URI, type Service, sharedService } from '../support/service.ts';

const CALLS = 2_000;
const WORKERS = 20;
const MINUTES = 240_000;

let service: Service;
let ahead = 0;

beforeAll(async () => {
  service = await sharedService(() => Date.now() + ahead);
});
afterAll(() => service?.stop());

/**
 * Faults of every kind: in one of twenty requests, one of three refreshes, and now and then in
 * every request for a while.
 */
function faults(): (body: string) => Fault {
  const drawn = fc.sample(fc.noBias(fc.integer({ min: 0, max: 999 })), { seed: 20_260_302, numRuns: 10_000 });
  let requests = 0;
  let burst = 0;
  return (body) => {
    requests += 1;
    if (requests % 180 === 0) burst = Date.now() + 150;
    if (requests % 400 === 200) return 'limited';
    if (Date.now() < burst) return 'unavailable';
    const chance = (drawn[requests % drawn.length] as number) / 1000;
    if (body.includes('refresh_token')) {
      return chance < 0.2 ? 'cut after' : chance < 0.3 ? 'cut before' : chance < 0.35 ? 'cut within' : 'none';
    }
    const kinds: readonly Fault[] = ['cut before', 'cut after', 'cut within', 'unavailable'];
    return chance < 0.04 ? (kinds[Math.floor(chance * 100)] as Fault) : chance < 0.045 ? 'slow' : 'none';
  };
}

test(
  `${CALLS} calls by ${WORKERS} workers over 2 merchants go through every fault`,
  async () => {
    const faulty = faultyFetch({ fault: faults(), limit: 600, slowness: 1_200, tokenLifetime: 61 });
    const watch = watcher(faulty.fetch);
    const disconnected: MerchantDisconnected[] = [];
    const app = createTillgate({
      baseUrl: service.apiUrl,
      credentials: oauth({ ...service.full, authUrl: service.webUrl, redirectUri: REDIRECT_URI, tokens: watch.tokens }),
      fetch: watch.fetch,
      hooks: { onDisconnected: (error) => void disconnected.push(error) },
      timeout: 1_000,
      retries: 8,
    });
    const shops: { api: Resources; brandId: number; written: string[] }[] = [];
    for (const { companyId } of [service.merchant, service.other]) {
      await connect(companyId);
      const api = app.merchant(companyId);
      const { id: brandId } = await api.brands.create({ name: 'Read often' });
      shops.push({ api, brandId, written: [] });
    }
    async function connect(companyId: number): Promise<void> {
      for (;;) {
        const { url, pending } = await app.authorizationUrl();
        const callback = await service.consent(url, companyId);
        // If the code is lost, the merchant visits the consent screen again.
        const done = await app.handleCallback(callback, pending).then(
          () => true,
          () => false,
        );
        if (done) return;
      }
    }

    let next = 0;
    async function work(): Promise<void> {
      while (next < CALLS) {
        const call = next;
        next += 1;
        const shop = shops[call % shops.length] as (typeof shops)[number];
        if (call % 20 !== 0) await shop.api.brands.get(shop.brandId);
        else {
          const name = `Written ${call}`;
          await shop.api.items.create({ name });
          shop.written.push(name);
        }
      }
    }
    await Promise.all(Array.from({ length: WORKERS }, work));

    expect(disconnected).toEqual([]);
    expect(watch.insideClosedWindow).toEqual([]);
    expect(watch.mostRefreshes).toBe(1);
    expect(watch.refreshes).toBeGreaterThan(10);
    for (const kind of ['cut before', 'cut after', 'cut within', 'slow', 'limited', 'unavailable'] as const) {
      expect(faulty.counts.get(kind), kind).toBeGreaterThan(3);
    }
    for (const shop of shops) {
      const stored = await Array.fromAsync(shop.api.items.iterate({ search: 'Written' }), ({ name }) => name);
      expect(stored.filter((name) => name.startsWith('Written ')).sort()).toEqual(shop.written.sort());
    }
  },
  MINUTES,
);

describe('A connection outlives', () => {
  test.each([
    'the decision on the refresh',
    'the refresh',
    'the response to the refresh',
    'storing the new tokens',
    'the decision on the first use of the new tokens',
    'the first use of the new tokens',
  ])('a process that is killed after %s and starts again 31 seconds or 23 hours later', async (step) => {
    for (const pause of [31_000, 23 * 3_600_000]) {
      const connection = await expiredConnection();
      const dying = await startPartner(connection, step);
      dying.send('call');
      expect((await once(dying, 'exit'))[1]).toBe('SIGKILL');
      ahead += pause;
      expect(await callOf(await startPartner(connection))).toBe('answered');
      await expectToLast(connection);
    }
  });

  test('processes that refresh at the same time', async () => {
    const connection = await expiredConnection();
    const partners = await Promise.all([startPartner(connection), startPartner(connection), startPartner(connection)]);
    expect(await Promise.all(partners.map(callOf))).toEqual(['answered', 'answered', 'answered']);
    await expectToLast(connection);
  });
});

interface Connection {
  readonly merchantId: number;
  readonly file: string;
}

/** A stored connection with an expired access token. */
async function expiredConnection(): Promise<Connection> {
  const tokens = memoryTokenStore();
  const credentials = oauth({ ...service.full, authUrl: service.webUrl, redirectUri: REDIRECT_URI, tokens });
  const app = createTillgate({ baseUrl: service.apiUrl, credentials });
  const { url, pending } = await app.authorizationUrl();
  const { merchantId } = await app.handleCallback(await service.consent(url), pending);
  const file = join(mkdtempSync(join(tmpdir(), 'tillgate-connection-')), 'tokens.json');
  writeFileSync(file, JSON.stringify({ ...(await tokens.get(merchantId)), expiresAt: 0 }));
  return { merchantId, file };
}

async function startPartner(connection: Connection, diesAt?: string) {
  const { apiUrl: baseUrl, webUrl: authUrl, full } = service;
  const settings = JSON.stringify({ baseUrl, authUrl, ...full, ...connection, diesAt });
  const child = fork(new URL('../support/partner-process.ts', import.meta.url), [settings]);
  await once(child, 'message');
  return child;
}

async function callOf(partner: Awaited<ReturnType<typeof startPartner>>): Promise<unknown> {
  partner.send('call');
  const [[outcome]] = await Promise.all([once(partner, 'message'), once(partner, 'exit')]);
  return outcome;
}

/** Asserts that the stored tokens can be refreshed again. */
async function expectToLast(connection: Connection): Promise<void> {
  const kept = JSON.parse(readFileSync(connection.file, 'utf8'));
  writeFileSync(connection.file, JSON.stringify({ ...kept, expiresAt: 0 }));
  expect(await callOf(await startPartner(connection))).toBe('answered');
  expect(JSON.parse(readFileSync(connection.file, 'utf8')).refreshToken).not.toBe(kept.refreshToken);
}

/** Observes requests as sent by the client, and the tokens that it stores. */
function watcher(fetch: Fetch) {
  const tokens = memoryTokenStore();
  const merchants = new Map<unknown, number>();
  const refreshing = new Map<number, number>();
  const seen = { insideClosedWindow: [] as string[], mostRefreshes: 0, refreshes: 0 };
  let closedUntil = 0;
  const watchedStore: TokenStore = {
    ...tokens,
    set(merchantId: number, connection: ConnectionTokens) {
      merchants.set(connection.refreshToken, merchantId);
      return tokens.set(merchantId, connection);
    },
  };
  const watchedFetch: Fetch = async (url, init) => {
    if (Date.now() < closedUntil) seen.insideClosedWindow.push(`${init.method} ${url}`);
    const refreshToken = url.endsWith('/oauth/token') ? JSON.parse(String(init.body)).refresh_token : undefined;
    const merchantId = merchants.get(refreshToken);
    if (merchantId !== undefined) {
      seen.refreshes += 1;
      refreshing.set(merchantId, (refreshing.get(merchantId) ?? 0) + 1);
      seen.mostRefreshes = Math.max(seen.mostRefreshes, refreshing.get(merchantId) ?? 0);
    }
    try {
      const response = await fetch(url, init);
      if (response.status === 429) closedUntil = Number(response.headers.get('x-ratelimit-reset')) * 1000;
      return response;
    } finally {
      if (merchantId !== undefined) refreshing.set(merchantId, (refreshing.get(merchantId) ?? 0) - 1);
    }
  };
  return Object.assign(seen, { tokens: watchedStore, fetch: watchedFetch });
}
