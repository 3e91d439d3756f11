import { randomInt } from 'node:crypto';
import { Redis } from 'ioredis';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Answer, Caller } from '../../support/api-caller.ts';
import { freshDatabases } from '../../support/databases.ts';
import { rejectionOf } from '../../support/rejections.ts';
import { type Partner, type Service, startService } from '../../support/service.ts';
import { TcpProxy } from '../../support/tcp-proxy.ts';

const REDIS_URL = process.env.TEST_REDIS_URL;

const metricsOf = async ({ opsUrl }: Service): Promise<string> => (await fetch(`${opsUrl}/metrics`)).text();

const remaining = ({ headers }: Answer) => Number(headers.get('x-ratelimit-remaining'));

const withRedis = (redisUrl: string) => {
  /** A minute in which no other run counts. */
  const offset = randomInt(1, 500_000) * 60_000;
  let servers: Service[];
  let callers: Caller[];
  let partner: Partner;

  beforeAll(async () => {
    const databases = await freshDatabases();
    const first = await startService({ databases, settings: { REDIS_URL: redisUrl, TILLGATE_MINT_LIMIT: '' } });
    const shared = { ...databases, close: async () => {} };
    servers = [
      first,
      await startService({ databases: shared, settings: { REDIS_URL: redisUrl, TILLGATE_MINT_LIMIT: '' } }),
    ];
    for (const server of servers) server.advance(offset);
    partner = await first.newPartner();
    const merchant = await first.newMerchant(partner.organizationId);
    callers = await Promise.all(servers.map((server) => server.connectTo(partner, merchant)));
  });
  afterAll(async () => {
    for (const server of [...(servers ?? [])].reverse()) await server.stop();
  });

  test('share one exact limit per app, however their requests interleave', async () => {
    const [first] = servers as [Service];
    await first.databases.control.query('update control.apps set rate_limit = 50 where id = $1', [partner.appId]);
    const answers = await Promise.all(Array.from({ length: 120 }, (_, i) => (callers[i % 2] as Caller).get('/brands')));
    const done = answers.filter(({ status }) => status === 200);
    expect(done.map(remaining).sort((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, i) => i));
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.map((answer) => String(rejectionOf(answer)))).toEqual(Array(70).fill('429,partner.rate_limited'));

    for (const server of servers) server.advance(60_000);
    const fresh = [await callers[0]?.get('/brands'), await callers[1]?.get('/brands')] as Answer[];
    expect(fresh.map(remaining)).toEqual([49, 48]);
  });

  test('count token requests of one address together', async () => {
    for (const server of servers) server.advance(60_000);
    const mint = (server: Service) =>
      fetch(`${server.apiUrl}/token`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' });
    const statuses = await Promise.all(
      Array.from({ length: 40 }, async (_, i) => (await mint(servers[i % 2] as Service)).status),
    );
    expect(statuses.filter((status) => status === 400)).toHaveLength(30);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
  });
};

const withoutRedis = (redisUrl: string) => {
  let line: TcpProxy;
  /** One server reaches Redis through the proxy, the other directly. */
  let servers: [Service, Service];
  let callers: [Caller, Caller];

  beforeEach(async () => {
    line = new TcpProxy(redisUrl);
    await line.open();
    const databases = await freshDatabases();
    const settings = { TILLGATE_RATE_LIMIT: '5' };
    const direct = await startService({ databases, settings: { ...settings, REDIS_URL: redisUrl } });
    const shared = { ...databases, close: async () => {} };
    servers = [await startService({ databases: shared, settings: { ...settings, REDIS_URL: line.url } }), direct];
    advance(randomInt(1, 500_000) * 60_000);
    const partner = await direct.newPartner();
    const merchant = await direct.newMerchant(partner.organizationId);
    callers = [await servers[0].connectTo(partner, merchant), await servers[1].connectTo(partner, merchant)];
    expect(await spendOnBoth()).toEqual([4, 3]);
  });
  afterEach(async () => {
    for (const server of servers ?? []) await server.stop();
    await line.cut();
  });

  const advance = (milliseconds: number) => {
    for (const server of servers) server.advance(milliseconds);
  };
  const spendOnBoth = async () => [
    remaining(await callers[0].get('/brands')),
    remaining(await callers[1].get('/brands')),
  ];

  /** The app may send as many more requests to the first server. */
  async function expectBounded(left = 5): Promise<void> {
    const statuses: number[] = [];
    for (let i = 0; i < left + 2; i += 1) statuses.push((await callers[0].get('/brands')).status);
    expect(statuses).toEqual([...Array(left).fill(200), 429, 429]);
  }

  test('is unavailable are still handled, and each server limits what it sees after the last count that it knows', async () => {
    await line.cut();
    await expectBounded(4);
  });

  test('returns without its data do not pass a second time in the window', async () => {
    await spendOnBoth();
    const redis = new Redis(redisUrl);
    const keys = await redis.keys(`tillgate:${Math.floor(servers[0].clock() / 60_000)}:*`);
    await redis.del(...keys);
    redis.disconnect();
    expect(await spendOnBoth()).toEqual([1, 0]);
    expect((await callers[0].get('/brands')).status).toBe(429);
  });

  test('accepts commands and never replies are still handled and limited', async () => {
    line.silence();
    await expectBounded(4);
    expect(await metricsOf(servers[0])).toContain('tillgate_redis_up 0');
    expect(await metricsOf(servers[1])).toContain('tillgate_redis_up 1');
  });

  test('is silent make one of them wait and no other', async () => {
    line.silence();
    await callers[0].get('/brands');
    expect(line.swallowed).toContain('incr');
    line.swallowed = '';
    advance(60_000);
    await expectBounded();
    expect(line.swallowed).not.toContain('incr');
  });

  test('replies again after a silence are counted together again', async () => {
    line.silence();
    advance(60_000);
    expect(await spendOnBoth()).toEqual([4, 4]);
    line.restore();
    do advance(60_000);
    while ((await spendOnBoth())[1] !== 3);
    expect(await metricsOf(servers[0])).toContain('tillgate_redis_up 1');
  });

  test('returns are counted together again', async () => {
    await line.cut();
    advance(60_000);
    expect(await spendOnBoth()).toEqual([4, 4]);
    await line.open();
    do advance(60_000);
    while ((await spendOnBoth())[1] !== 3);
    expect(await spendOnBoth()).toEqual([2, 1]);
  });
};

if (REDIS_URL) {
  describe('Two servers that share one Redis', () => withRedis(REDIS_URL));
  describe('Requests while Redis', () => withoutRedis(REDIS_URL));
}

describe('A server whose Redis', () => {
  test('is unreachable at start counts for itself, and reports so without the password', async () => {
    const settings = { REDIS_URL: 'redis://:hunter2@127.0.0.1:1/0', TILLGATE_RATE_LIMIT: '1' };
    const lines: string[] = [];
    const log = pino({}, { write: (line) => void lines.push(line) });
    const service = await startService({ settings, log });
    try {
      const caller = await service.connect();
      service.advance(60_000);
      expect((await caller.get('/brands')).status).toBe(200);
      expect(rejectionOf(await caller.get('/brands'))).toEqual([429, 'partner.rate_limited']);
      const ready = await fetch(`${service.opsUrl}/readyz`);
      expect([ready.status, await ready.json()]).toMatchObject([200, { status: 'ready', redis: 'away' }]);
      const metrics = await metricsOf(service);
      expect(metrics).toContain('tillgate_rate_limit_refusals_total{budget="app"} 1');
      expect(metrics).toMatch(/^tillgate_redis_fallbacks_total [1-9]/m);
      expect(lines.join('')).toContain('redis is unavailable; counting in this process');
      expect(lines.join('')).not.toContain('hunter2');
    } finally {
      await service.stop();
    }
  });

  test.runIf(REDIS_URL)('becomes available after the start counts in it from then on', async () => {
    const line = new TcpProxy(REDIS_URL as string);
    await line.open();
    await line.cut();
    const service = await startService({ settings: { REDIS_URL: line.url } });
    try {
      expect(await metricsOf(service)).toContain('tillgate_redis_up 0');
      await line.open();
      while (!(await metricsOf(service)).includes('tillgate_redis_up 1'));
      expect((await (await service.connect()).get('/brands')).status).toBe(200);
    } finally {
      await service.stop();
      await line.cut();
    }
  });
});
