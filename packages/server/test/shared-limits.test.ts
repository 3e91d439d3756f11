import { randomInt } from 'node:crypto';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { StartError } from '../src/errors.ts';
import type { Answer, Caller } from './support/caller.ts';
import { freshDatabases } from './support/databases.ts';
import { refusalOf } from './support/refusal.ts';
import { type Partner, type Service, startService } from './support/service.ts';

const REDIS_URL = process.env.TEST_REDIS_URL;

const remaining = ({ headers }: Answer) => Number(headers.get('x-ratelimit-remaining'));

const withRedis = (redisUrl: string) => {
  /** A minute that no other run counts in. */
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

  test('of one app have one exact budget, however their requests fall together', async () => {
    const [first] = servers as [Service];
    await first.databases.control.query('update control.apps set rate_limit = 50 where id = $1', [partner.appId]);
    const answers = await Promise.all(Array.from({ length: 120 }, (_, i) => (callers[i % 2] as Caller).get('/brands')));
    const done = answers.filter(({ status }) => status === 200);
    expect(done.map(remaining).sort((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, i) => i));
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.map((answer) => String(refusalOf(answer)))).toEqual(Array(70).fill('429,partner.rate_limited'));

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

/** A way to Redis that can be cut, or stopped up. */
class Line {
  readonly #target: URL;
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  #port = 0;

  constructor(target: string) {
    this.#target = new URL(target);
  }

  get url(): string {
    return `redis://127.0.0.1:${this.#port}${this.#target.pathname}`;
  }

  async open(): Promise<void> {
    this.#server = createServer((client) =>
      this.#join(client, connect(Number(this.#target.port), this.#target.hostname)),
    );
    await new Promise<void>((resolve) => this.#server?.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  async cut(): Promise<void> {
    const closed = new Promise((resolve) => this.#server?.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  stopUp(): void {
    for (const socket of this.#sockets) socket.unpipe();
  }

  #join(client: Socket, redis: Socket): void {
    for (const socket of [client, redis]) {
      this.#sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => [client, redis].map((one) => one.destroy()));
    }
    client.pipe(redis).pipe(client);
  }
}

const withoutRedis = (redisUrl: string) => {
  let line: Line;
  /** One server reaches Redis over the line, the other directly. */
  let servers: [Service, Service];
  let callers: [Caller, Caller];

  beforeEach(async () => {
    line = new Line(redisUrl);
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

  async function expectBounded(): Promise<void> {
    const statuses: number[] = [];
    for (let i = 0; i < 7; i += 1) statuses.push((await callers[0].get('/brands')).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
  }

  test('is gone, are still answered, and each server bounds what it sees', async () => {
    await line.cut();
    await expectBounded();
  });

  test('takes what it is sent and never answers, are still answered and bounded', async () => {
    line.stopUp();
    await expectBounded();
  });

  test('comes back, are counted together again', async () => {
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

test('A Redis that cannot be reached at start is one clear line, without its password', async () => {
  const databases = await freshDatabases();
  const settings = { REDIS_URL: 'redis://:hunter2@127.0.0.1:1/0' };
  const error = await startService({ databases, settings }).catch((e) => e);
  await databases.close();
  expect(error).toBeInstanceOf(StartError);
  expect(error.message).toMatch(/^Cannot reach REDIS_URL: /);
  expect(error.message).not.toContain('hunter2');
});
