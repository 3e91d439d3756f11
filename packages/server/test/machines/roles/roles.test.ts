import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import document from '@tillgate/openapi/openapi.json' with { type: 'json' };
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startRehearsal } from '../../../src/control/rehearsals.ts';
import type { Databases } from '../../../src/database/database.ts';
import { FrameSocket, headBytes, KIND } from '../../../src/gateway/frames.ts';
import { agreedKey, HELLO, helloTo, PacketCodes, PROTOCOL } from '../../../src/gateway/handshake.ts';
import { FORWARDED } from '../../../src/gateway/messages.ts';
import { RegionChannel } from '../../../src/gateway/region-channel.ts';
import type { Region } from '../../../src/process/region.ts';
import { requestKeys } from '../../../src/process/region.ts';
import type { LoggedRequest } from '../../../src/request-log/logged-request.ts';
import type { RunningServer } from '../../../src/server.ts';
import { Caller, json } from '../../support/api-caller.ts';
import { freshDatabases } from '../../support/databases.ts';
import { freePort } from '../../support/free-port.ts';
import { HttpConnection } from '../../support/http-connection.ts';
import { rejectionOf } from '../../support/rejections.ts';
import { GATEWAY_KEY, startGateway, startRegion } from '../../support/roles.ts';
import { type Service, startService } from '../../support/service.ts';
import { TcpProxy } from '../../support/tcp-proxy.ts';

/** A gateway, two processes of region UK, each reached through a proxy, and a complete server on the same databases. */
let databases: Databases;
let whole: Service;
let uk: RunningServer[];
let lines: TcpProxy[];
let gateway: RunningServer;
let split: Caller;
let single: Caller;

const PLENTY = { TILLGATE_RATE_LIMIT: '1000000', TILLGATE_MINT_LIMIT: '1000000' };
const CHANGES_AFTER = 'tillgate-changes-after';
const WRITE = '"method":"POST","target":"/v1/brands"';
const UNAVAILABLE = [503, 'partner.region_unavailable'];

const log = pino({ level: 'silent' });
const clock = () => whole.clock();
const startUk = (settings: Record<string, string> = {}): Promise<RunningServer> =>
  startRegion(databases, 'UK', { TILLGATE_API_URL: whole.apiUrl.replace('/v1', ''), ...settings }, { clock, log });
const originOf = (port = 0): string => `http://127.0.0.1:${port}`;

/** The same app with the same token, at another process. */
function callerAt(port: number): Caller {
  const caller = new Caller({ ...whole, apiUrl: `${originOf(port)}/v1` } as Service, split.merchant, split.partner);
  caller.token = split.token;
  return caller;
}

/** Another gateway, whose addresses of region UK are these. */
async function startOther(addresses: readonly string[], settings: Record<string, string> = {}) {
  const port = await freePort();
  const own = { TILLGATE_API_URL: new URL(whole.apiUrl).origin, TILLGATE_API_PORT: String(port) };
  const given = { ...PLENTY, ...own, TILLGATE_REGION_URL_UK: addresses.join(), ...settings };
  const other = await startGateway(databases, given, { clock, log });
  return { other, caller: callerAt(port), port };
}

beforeAll(async () => {
  databases = await freshDatabases();
  const port = String(await freePort());
  const origin = { TILLGATE_API_URL: `http://localhost:${port}` };
  whole = await startService({ databases: { ...databases, close: async () => {} }, settings: origin });
  uk = [await startUk(), await startUk()];
  lines = uk.map(({ ports }) => new TcpProxy(originOf(ports.region)));
  for (const line of lines) await line.open();
  gateway = await startGateway(
    databases,
    {
      ...PLENTY,
      ...origin,
      TILLGATE_API_PORT: port,
      TILLGATE_REGION_URL_UK: lines.map(({ url }) => new URL(url).origin).join(', '),
      TILLGATE_REGION_URL_AE: originOf(1),
    },
    { clock, log },
  );
  split = await whole.connect();
  single = callerAt(whole.ports.api);
});
afterAll(async () => {
  for (const line of lines ?? []) await line.cut();
  await gateway?.stop();
  await Promise.all((uk ?? []).map((server) => server.stop()));
  await whole?.stop();
  await databases?.close();
});

describe('An operation through gateway and region has the response of a single process:', () => {
  const correlated = { 'X-Correlation-Id': '5f0c9b54-0a51-4d2e-9a7e-3a0f6f1f7c11' };
  let id: number;

  beforeAll(async () => {
    id = (await split.create('/brands', { name: 'Forwarded – ü' })).id;
    for (let i = 0; i < 12; i += 1) await split.create('/brands', { name: `Brand ${i} ${'x'.repeat(200)}` });
  });

  test.each<[string, string, () => string, RequestInit]>([
    ['a record', 'GET', () => `/brands/${id}`, {}],
    ['the head of a record', 'HEAD', () => `/brands/${id}`, {}],
    ['a record that is known', 'GET', () => `/brands/${id}`, { headers: { 'If-None-Match': '"1"' } }],
    ['a long list', 'GET', () => '/brands?limit=100&sort=name', {}],
    ['a compressed list', 'GET', () => '/brands?limit=100', { headers: { 'Accept-Encoding': 'br' } }],
    ['a list that a script reads', 'GET', () => '/brands?limit=50', { headers: { Origin: 'https://a.example' } }],
    ['a wrong query', 'GET', () => '/brands?limit=0&what=%F0', {}],
    ['a record that does not exist', 'GET', () => '/brands/4711', {}],
    ['a body that breaks rules', 'POST', () => '/brands', json({ name: 7, extra: 1 })],
    ['a body that is no JSON', 'POST', () => '/brands', json('{')],
    ['no body', 'POST', () => '/brands', {}],
    ['a form', 'POST', () => '/brands', { body: new URLSearchParams({ name: 'x' }) }],
    ['a large body', 'POST', () => '/brands', json({ name: 'x'.repeat(1_100_000) })],
    ['another version', 'PATCH', () => `/brands/${id}`, json({ name: 'New' }, { 'If-Match': '"9"' })],
    ['another scope', 'GET', () => '/reports/nothing', {}],
    ['no such path', 'POST', () => `/brands/${id}/nothing`, json({})],
    ['a dry run', 'PATCH', () => `/brands/${id}?dryRun=true`, json({ name: 'Rehearsed' })],
  ])('%s', async (_, method, path, init) => {
    const headers = { ...correlated, ...(init.headers as Record<string, string>) };
    const answers = [];
    for (const caller of [split, single]) {
      const { status, headers: sent, text } = await caller.send(method, path(), { ...init, headers });
      const told = Object.fromEntries(sent);
      for (const name of ['date', 'ratelimit', 'x-ratelimit-remaining']) delete told[name];
      // A region signs its cursors with a key of its gateway, which a single process does not have.
      if (told[CHANGES_AFTER]) told[CHANGES_AFTER] = told[CHANGES_AFTER].replace(/\..*/, '');
      answers.push({ status, told, text });
    }
    expect(answers[0]).toEqual(answers[1]);
  });

  test('a write is replayed by the other under its Idempotency-Key', async () => {
    const key = { 'Idempotency-Key': randomUUID(), ...correlated };
    const first = await split.post('/brands', { name: 'Once' }, key);
    const again = await single.post('/brands', { name: 'Once' }, key);
    expect([first.status, again.status, again.text]).toEqual([201, 201, first.text]);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(first.headers.get('location')).toBe(again.headers.get('location'));
  });

  test('every header that the contract defines for an operation reaches the region', () => {
    const read = ['authorization', 'x-api-key', 'x-correlation-id', 'accept-language'];
    // The service sends these, to endpoints of webhooks.
    const sent = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
    const known = new Set<string>([...FORWARDED, ...read, ...sent]);
    const headers = [
      ...JSON.stringify(document).matchAll(/"in":"header","name":"([^"]+)"|"name":"([^"]+)","in":"header"/g),
    ].map(([, one, other]) => String(one ?? other).toLowerCase());
    expect(headers).toContain('idempotency-key');
    expect(headers.filter((name) => !known.has(name))).toEqual([]);
  });
});

describe('A region', () => {
  const [key] = requestKeys([Buffer.from(GATEWAY_KEY, 'base64')], 'UK');
  const otherKey = requestKeys([Buffer.alloc(32, 'another')], 'UK')[0];
  const url = () => originOf(uk[0]?.ports.region);
  const admitted = () => ({
    principal: {
      appId: 1,
      companyId: split.merchant.companyId,
      product: 'FULL',
      env: 'SANDBOX',
      storeIds: null,
      credential: 'token',
    } as const,
    merchant: split.merchant,
    appName: 'Forged',
    correlationId: randomUUID(),
    source: '127.0.0.1',
  });
  const route = { operation: 'listBrands', params: {} };
  const brands = () => ({ method: 'GET', target: '/v1/brands', headers: {}, admitted: admitted(), route });
  const open = ({ region = 'UK' as Region, by = key } = {}) =>
    RegionChannel.open({ url: url(), region, key: by, onReceived() {}, onRetired() {} }, AbortSignal.timeout(20_000));
  /** A handshake by hand, which returns the open connection, the region's status and what both have agreed on. */
  async function greet(
    hello: string,
    protocol = PROTOCOL,
  ): Promise<{ status: number; socket: Socket; answer: string }> {
    const socket = connect(uk[0]?.ports.region ?? 0, '127.0.0.1');
    socket.on('error', () => {});
    const head = `GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: ${protocol}\r\n`;
    socket.write(`${head}${hello && `${HELLO}: ${hello}\r\n`}\r\n`);
    const [bytes] = (await once(socket, 'data')) as [Buffer];
    const text = bytes.toString('latin1');
    return { status: Number(text.split(' ')[1]), socket, answer: /hello: (\S+)/.exec(text)?.[1] ?? '' };
  }
  /** What a gateway sends in one packet, as bytes. */
  function packetOf(codes: PacketCodes, id: number, head: object): Buffer {
    const line = new PassThrough();
    const frames = new FrameSocket(line, codes);
    frames.write(KIND.whole, id, headBytes(head));
    frames.flush();
    return line.read();
  }

  test('answers 401 to a request outside of a channel, whatever its path and token', async () => {
    for (const path of ['/v1/brands', '/health', '/requests', '/']) {
      const response = await fetch(url() + path, { headers: { Authorization: `Bearer ${split.token}` } });
      expect(response.status).toBe(401);
    }
  });

  test.each<[string, () => string]>([
    ['without a proof', () => ''],
    ['of another key', () => helloTo('UK', otherKey).header],
    ['for another region', () => helloTo('US', key).header],
    ['with the proof of another', () => `UK.${helloTo('UK', key).nonce}.${helloTo('UK', key).header.split('.')[2]}`],
  ])('answers 401 to a connection %s', async (_, hello) => {
    const { status, socket } = await greet(hello());
    expect(status).toBe(401);
    socket.destroy();
  });

  test('serves a gateway whose hello it has met, but nothing that was said after it', async () => {
    const hello = helloTo('UK', key);
    const first = await greet(hello.header);
    const packet = packetOf(new PacketCodes(agreedKey(key, hello, first.answer)), 1, brands());
    first.socket.write(packet);
    const [answer] = (await once(first.socket, 'data')) as [Buffer];
    expect(answer.toString('latin1')).toContain('"status":200');
    first.socket.destroy();
    const second = await greet(hello.header);
    second.socket.write(packet);
    await once(second.socket, 'close');
    expect(second.socket.bytesRead).toBeLessThan(400);
  });

  test.each<[string, (packets: readonly Buffer[]) => Buffer[]]>([
    [
      'that was changed',
      ([one = Buffer.alloc(0)]) => [Buffer.from(one.toString('latin1').replace('/v1/b', '/v1/t'), 'latin1')],
    ],
    ['that is repeated', ([one = Buffer.alloc(0)]) => [one, one]],
    ['that is missing', ([, two = Buffer.alloc(0)]) => [two]],
    ['that is too long', () => [Buffer.alloc(64, 0xff)]],
  ])('ends the connection at a packet %s', async (_, tamper) => {
    const hello = helloTo('UK', key);
    const { socket, answer } = await greet(hello.header);
    const codes = new PacketCodes(agreedKey(key, hello, answer));
    const packets = [1, 2].map((id) => packetOf(codes, id, brands()));
    socket.resume();
    socket.write(Buffer.concat(tamper(packets)));
    await once(socket, 'close');
  });

  test('is not trusted by a gateway if it has another key', async () => {
    await expect(open({ by: otherKey })).rejects.toThrow('TILLGATE_GATEWAY_KEY');
    expect(() => agreedKey(key, helloTo('UK', key), 'e30.e30')).toThrow('does not prove');
  });

  test('answers 401 to a gateway that speaks another version of the protocol', async () => {
    const { status, socket } = await greet(helloTo('UK', key).header, 'tillgate-channel/0');
    expect(status).toBe(401);
    socket.destroy();
  });

  test('answers 501 to a gateway that requests an unknown operation', async () => {
    const channel = await open();
    const answer = await channel.exchange({ ...brands(), route: { ...route, operation: 'createToken' } });
    expect(answer.status).toBe(501);
    channel.destroy(new Error('done'));
  });
});

describe('A gateway', () => {
  test('answers 503 at once for an unreachable region, and still issues tokens', async () => {
    const partner = await whole.newPartner();
    const abroad = await whole.connectTo(partner, await whole.newMerchant(partner.organizationId, 'AE'));
    const answer = await abroad.get('/brands');
    expect([rejectionOf(answer), answer.headers.get('retry-after')]).toEqual([UNAVAILABLE, '5']);
    expect(rejectionOf(await abroad.post('/brands', { name: 'x' }))).toEqual(UNAVAILABLE);
    const unlinked = await whole.connectTo(partner, await whole.newMerchant(partner.organizationId, 'IN'));
    expect(rejectionOf(await unlinked.get('/brands'))).toEqual(UNAVAILABLE);
    await abroad.renewToken();
  });

  test('uses the other address while one is unreachable, and returns to it', async () => {
    await lines[0]?.cut();
    for (let i = 0; i < 6; i += 1) expect((await split.get('/brands?limit=1')).status).toBe(200);
    for (let i = 0; i < 3; i += 1) expect((await split.post('/brands', { name: randomUUID() })).status).toBe(201);
    await lines[0]?.open();
    await lines[1]?.cut();
    await vi.waitFor(async () => expect((await split.get('/brands?limit=1')).status).toBe(200), 20_000);
    await lines[1]?.open();
  });

  test('waits for an address that is busy, and fails no request', async () => {
    await lines[1]?.cut();
    await vi.waitFor(async () => expect((await split.get('/brands?limit=1')).status).toBe(200), 20_000);
    lines[0]?.hold();
    const answers = [split.get('/brands?limit=2'), split.post('/brands', { name: 'Patient' })];
    await delay(4_000);
    answers.push(split.get('/brands?limit=3'));
    await delay(500);
    lines[0]?.release();
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 201, 200]);
    await lines[1]?.open();
  });

  test('reads again, and never writes again, what a silent address may have taken', async () => {
    await lines[1]?.cut();
    const [line] = lines;
    await vi.waitFor(async () => expect((await split.get('/brands?limit=1')).status).toBe(200), 20_000);
    line?.silence();
    const writing = split.post('/brands', { name: 'Lost' });
    await vi.waitFor(() => expect(line?.swallowed).toContain(WRITE), 20_000);
    expect(rejectionOf(await writing)).toEqual(UNAVAILABLE);
    expect(line?.swallowed.split(WRITE)).toHaveLength(2);
    line?.restore();
    await lines[1]?.open();
    await vi.waitFor(async () => expect((await split.get('/brands?limit=1')).status).toBe(200), 20_000);
  });

  test('serves every request where an address leads to several processes', async () => {
    const way = new TcpProxy(originOf(uk[0]?.ports.region), originOf(uk[1]?.ports.region));
    await way.open();
    const { other, caller } = await startOther([new URL(way.url).origin]);
    for (let round = 0; round < 8; round += 1) {
      const answers = await Promise.all([
        caller.get('/brands?limit=1'),
        caller.get('/brands?limit=2'),
        caller.post('/brands', { name: randomUUID() }),
        caller.post('/brands', { name: randomUUID() }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 201, 201]);
      await delay(250);
    }
    await other.stop();
    await way.cut();
  });

  test.each([
    ['short', 0],
    ['long', 100_000],
  ])('has no clients wait or fail because of others whose %s bodies arrive slowly', async (_, blanks) => {
    const address = originOf(uk[0]?.ports.region);
    const { other: small, caller, port } = await startOther([address], { TILLGATE_MAX_REQUESTS: '1' });
    const body = JSON.stringify({ name: 'Slow' }) + ' '.repeat(blanks);
    const head = `POST /v1/brands?dryRun=true HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${split.token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
    const slow = await Promise.all([0, 1, 2].map(() => HttpConnection.to(`${originOf(port)}/v1`)));
    for (const connection of slow) connection.send(head, body.slice(0, 5));
    for (let i = 0; i < 5; i += 1) expect((await caller.get('/brands?limit=1')).status).toBe(200);
    for (const connection of slow) {
      connection.send(body.slice(5));
      expect((await connection.answers(1))[0]?.status).toBe(201);
      connection.destroy();
    }
    await small.stop();
  });

  test('ends the request to the region when its client is gone', async () => {
    const ended = async () => {
      const metrics = await Promise.all(uk.map(async ({ opsUrl }) => (await fetch(`${opsUrl}/metrics`)).text()));
      const counts = metrics.join('\n').matchAll(/host="region",operation="createBrand",status="400"\} (\d+)/g);
      return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
    };
    const before = await ended();
    const socket = connect(gateway.ports.api, '127.0.0.1');
    const head = `POST /v1/brands HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${split.token}\r\nContent-Type: application/json\r\n`;
    socket.write(`${head}Content-Length: 100000\r\n\r\n{"name":`, () => setTimeout(() => socket.destroy(), 300));
    await vi.waitFor(async () => expect(await ended()).toBe(before + 1), 20_000);
  });

  test('has no failed request when a region restarts under load', async () => {
    const third = await startUk({ TILLGATE_DRAIN: '3', TILLGATE_STOP_TIMEOUT: '10' });
    const { other, caller } = await startOther([uk[0], third].map((server) => originOf(server?.ports.region)));
    const outcomes = new Set<unknown>();
    let done = false;
    const clients = [0, 1, 2].map(async (client) => {
      while (!done) {
        const answer = client === 0 ? caller.get('/brands?limit=1') : caller.post('/brands', { name: randomUUID() });
        outcomes.add(await answer.then(({ status }) => status, String));
      }
    });
    await third.stop();
    done = true;
    await Promise.all(clients);
    await other.stop();
    expect([...outcomes].sort()).toEqual([200, 201]);
  }, 120_000);
});

describe('The request log of an app', () => {
  test('has each request once: in the region what the region answered, by the gateway what it rejected', async () => {
    const caller = await whole.connect('ONLINE_ORDER');
    await caller.get('/items?limit=1');
    await caller.get('/items/4711?storeId=1');
    await caller.post('/items', { name: 'x' });
    const logged = async () => {
      const { rows } = await databases.regions.UK.query<{ requests: LoggedRequest[] }>(
        'select requests from region_uk.request_batches where app_id = $1',
        [caller.partner.appId],
      );
      return rows.flatMap(({ requests }) => requests).map(({ operation, status, code }) => [operation, status, code]);
    };
    const expected = [
      ['mintSandboxToken', 200, null],
      ['listItems', 200, null],
      ['getItem', 404, 'partner.not_found'],
      ['createItem', 403, 'partner.scope_denied'],
    ];
    await vi.waitFor(async () => expect(await logged()).toHaveLength(expected.length), 20_000);
    expect(await logged()).toEqual(expect.arrayContaining(expected));
  });

  test('has the bodies of requests through a gateway, if the app asked for it', async () => {
    const partner = await whole.newPartner();
    await whole.control((tx) => startRehearsal(tx, partner.appId, 'bodies', 60));
    const caller = await whole.connectTo(partner, await whole.newMerchant(partner.organizationId));
    await caller.post('/brands', { name: 'Through' });
    const kept = async () => {
      const { rows } = await databases.regions.UK.query(
        'select request, response from region_uk.request_bodies where app_id = $1',
        [partner.appId],
      );
      return rows;
    };
    await vi.waitFor(async () => expect(await kept()).toHaveLength(1), 20_000);
    expect(await kept()).toEqual([
      { request: '{"name":"Through"}', response: expect.stringContaining('"name":"Through"') },
    ]);
  });
});

describe('Each role', () => {
  const ask = async ({ opsUrl }: RunningServer, path: string) => {
    const response = await fetch(opsUrl + path);
    return { status: response.status, body: await response.text() };
  };

  test('is alive and ready by what it has: a gateway by the control plane, a region by its database', async () => {
    for (const server of [gateway, ...uk]) expect((await ask(server, '/healthz')).status).toBe(200);
    expect(JSON.parse((await ask(gateway, '/readyz')).body)).toEqual({
      status: 'ready',
      control: { status: 'up' },
      regions: {},
    });
    expect(JSON.parse((await ask(uk[0] as RunningServer, '/readyz')).body)).toEqual({
      status: 'ready',
      regions: { UK: { status: 'up' } },
    });
  });

  test('counts what it served, and a gateway shows the addresses that it reaches', async () => {
    const { body } = await ask(gateway, '/metrics');
    expect(body).toMatch(/^tillgate_requests_total\{host="api",operation="listBrands",status="200"\} \d+$/m);
    expect(body).toMatch(/^tillgate_region_address_up\{region="AE",address="http:\/\/127.0.0.1:1"\} 0$/m);
    const regions = (await Promise.all(uk.map((server) => ask(server, '/metrics'))))
      .map((answer) => answer.body)
      .join();
    expect(regions).toMatch(/tillgate_requests_total\{host="region",operation="listBrands",status="200"\} \d+/);
    expect(regions).not.toContain('tillgate_control_up');
  });

  test('has administration only where every database is', async () => {
    const statuses = [gateway, ...uk].map(({ opsUrl }) =>
      fetch(`${opsUrl}/admin/operations/app.list`, { method: 'POST' }).then(({ status }) => status),
    );
    expect(await Promise.all(statuses)).toEqual([404, 404, 404]);
  });
});
