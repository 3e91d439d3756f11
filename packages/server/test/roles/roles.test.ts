import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import document from '@tillgate/openapi/openapi.json' with { type: 'json' };
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startRehearsal } from '../../src/directory/rehearsals/rehearsals.ts';
import { ASSERTION, AssertionSigner, bodyCode, FORWARDED, INSTANCE, type Signed } from '../../src/gateway/assertion.ts';
import { requestKeys } from '../../src/gateway/keys.ts';
import { sealedWhole } from '../../src/gateway/sealed-body.ts';
import type { RunningServer } from '../../src/server.ts';
import type { Databases } from '../../src/storage/database.ts';
import type { Region } from '../../src/storage/region.ts';
import type { LoggedRequest } from '../../src/storage/request-log/logged-request.ts';
import { Caller, json } from '../support/api-caller.ts';
import { freshDatabases } from '../support/databases.ts';
import { HttpConnection } from '../support/http-connection.ts';
import { freePort } from '../support/raw-http.ts';
import { rejectionOf } from '../support/rejections.ts';
import { GATEWAY_KEY, startGateway, startRegion } from '../support/roles.ts';
import { type Service, startService } from '../support/service.ts';
import { TcpProxy } from '../support/tcp-proxy.ts';

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
const UNAVAILABLE = [503, 'partner.region_unavailable'];

const log = pino({ level: 'silent' });
const clock = () => whole.clock();
const startUk = (settings: Record<string, string> = {}): Promise<RunningServer> =>
  startRegion(databases, 'UK', { TILLGATE_API_URL: whole.apiUrl.replace('/v1', ''), ...settings }, { clock, log });
const originOf = (port = 0): string => `http://127.0.0.1:${port}`;

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
  single = new Caller(
    { ...whole, apiUrl: `${originOf(whole.ports.api)}/v1` } as Service,
    split.merchant,
    split.partner,
  );
  single.token = split.token;
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
  const plain = { accept: 'application/json', 'accept-encoding': 'identity' };
  const sealable = { ...plain, 'content-type': 'application/json' };
  const signed = ({
    as = 'UK' as Region,
    by = key,
    at = clock(),
    method = 'GET',
    target = '/v1/brands',
    instance = undefined as string | undefined,
  } = {}) =>
    new AssertionSigner(as, by, () => at).sign({ method, target, headers: plain }, { admitted: admitted(), instance });
  const instanceOf = async ({ ports }: RunningServer) => {
    const { header } = new AssertionSigner('UK', key, clock).sign({ method: 'GET', target: '/health', headers: plain });
    const response = await fetch(`${originOf(ports.region)}/health`, { headers: { ...plain, [ASSERTION]: header } });
    return response.headers.get(INSTANCE) as string;
  };
  const ask = async (header: string | undefined, target = '/v1/brands', init: RequestInit = {}) => {
    const headers = { ...plain, ...(header && { [ASSERTION]: header }), ...(init.headers as Record<string, string>) };
    const response = await fetch(originOf(uk[0]?.ports.region) + target, { ...init, headers });
    return [response.status, await response.text()] as const;
  };
  const statusOf = async (...request: Parameters<typeof ask>) => (await ask(...request))[0];

  test('answers 401 to a request without an assertion, whatever its path', async () => {
    for (const path of ['/v1/brands', '/health', '/requests', '/']) expect(await statusOf(undefined, path)).toBe(401);
  });

  test('answers 401 to a token', async () => {
    expect(await statusOf(undefined, '/v1/brands', { headers: { Authorization: `Bearer ${split.token}` } })).toBe(401);
  });

  test('answers 401 to an assertion that was used before', async () => {
    const { header } = signed();
    expect(await statusOf(header)).toBe(200);
    expect(await ask(header)).toEqual([401, expect.stringContaining('replayed')]);
  });

  test('answers 421 to an assertion for another of its processes', async () => {
    const [own, other] = await Promise.all(uk.slice(0, 2).map(instanceOf));
    expect(other).not.toBe(own);
    expect(await statusOf(signed({ instance: own }).header)).toBe(200);
    expect(await statusOf(signed({ instance: other }).header)).toBe(421);
  });

  test.each<[string, () => string, string, RequestInit]>([
    ['of another key', () => signed({ by: otherKey }).header, '/v1/brands', {}],
    ['for another region', () => signed({ as: 'US' }).header, '/v1/brands', {}],
    ['of six seconds ago', () => signed({ at: clock() - 6000 }).header, '/v1/brands', {}],
    ['of the future', () => signed({ at: clock() + 6000 }).header, '/v1/brands', {}],
    ['whose time is not a number', () => signed({ at: 'now' as unknown as number }).header, '/v1/brands', {}],
    ['for another path', () => signed().header, '/v1/brands/1', {}],
    ['for another query', () => signed().header, '/v1/brands?limit=1', {}],
    ['for another method', () => signed().header, '/v1/brands', { method: 'POST' }],
    ['with another header', () => signed().header, '/v1/brands', { headers: { 'If-None-Match': '"1"' } }],
    ['that was changed', () => `e30${signed().header.slice(3)}`, '/v1/brands', {}],
    ['that is nothing', () => '.', '/v1/brands', {}],
  ])('answers 401 to an assertion %s', async (_, header, target, init) => {
    expect(await statusOf(header(), target, init)).toBe(401);
  });

  test('answers 501 to a gateway that requests an unknown operation', async () => {
    expect(await statusOf(signed({ target: '/v1/oauth/token' }).header, '/v1/oauth/token')).toBe(501);
  });

  test('answers 401 to another body', async () => {
    const post = (assertion: Signed, body: Buffer) =>
      ask(assertion.header, '/v1/brands', { method: 'POST', headers: sealable, body: new Uint8Array(body) });
    const sign = () =>
      new AssertionSigner('UK', key, clock).sign(
        { method: 'POST', target: '/v1/brands', headers: sealable },
        { admitted: admitted(), body: { length: '17' } },
      );
    const genuine = sign();
    const body = Buffer.from(JSON.stringify({ name: 'Sealed' }));
    expect((await post(genuine, sealedWhole(body, genuine)))[0]).toBe(201);
    const captured = sign();
    const [code, changed] = [bodyCode(captured).update(body).digest(), Buffer.from(JSON.stringify({ name: 'Forged' }))];
    expect(await post(captured, Buffer.concat([Buffer.from([1]), changed, code]))).toEqual([
      401,
      expect.stringContaining('its body'),
    ]);
    expect((await post(sign(), Buffer.alloc(0)))[0]).toBe(401);
  });
});

describe('A gateway', () => {
  test('does not pass on an assertion of its client', async () => {
    const smuggled = { [ASSERTION]: 'e30.e30' };
    expect((await split.get('/brands?limit=1', smuggled)).status).toBe(200);
  });

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

  test('reads again, and never writes again, what a silent address may have taken', async () => {
    await lines[1]?.cut();
    const [line] = lines;
    await vi.waitFor(async () => expect((await split.get('/brands?limit=1')).status).toBe(200), 20_000);
    line?.silence();
    const writing = split.post('/brands', { name: 'Lost' });
    await vi.waitFor(() => expect(line?.swallowed).toContain('POST /v1/brands'), 20_000);
    expect(rejectionOf(await writing)).toEqual(UNAVAILABLE);
    expect(line?.swallowed.match(/POST \/v1\/brands/g)).toHaveLength(1);
    line?.restore();
    await lines[1]?.open();
    await vi.waitFor(async () => expect((await split.get('/brands?limit=1')).status).toBe(200), 20_000);
  });

  async function startOther(way: TcpProxy, settings: Record<string, string> = {}) {
    const port = await freePort();
    await way.open();
    const other = await startGateway(
      databases,
      {
        ...PLENTY,
        TILLGATE_API_URL: new URL(whole.apiUrl).origin,
        TILLGATE_API_PORT: String(port),
        TILLGATE_REGION_URL_UK: new URL(way.url).origin,
        ...settings,
      },
      { clock, log },
    );
    const caller = new Caller({ ...whole, apiUrl: `${originOf(port)}/v1` } as Service, split.merchant, split.partner);
    caller.token = split.token;
    return { other, caller, port };
  }

  test('serves every request where an address leads to several processes', async () => {
    const way = new TcpProxy(originOf(uk[0]?.ports.region), originOf(uk[1]?.ports.region));
    const { other, caller } = await startOther(way);
    for (let round = 0; round < 12; round += 1) {
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

  test('has no clients wait or fail because of others whose bodies arrive slowly', async () => {
    const way = new TcpProxy(originOf(uk[0]?.ports.region));
    const { other: small, caller, port } = await startOther(way, { TILLGATE_MAX_REQUESTS: '1' });
    const body = JSON.stringify({ name: 'Slow' });
    const head = `POST /v1/brands?dryRun=true HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${split.token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
    const slow = await Promise.all([0, 1, 2].map(() => HttpConnection.to(`${originOf(port)}/v1`)));
    for (const connection of slow) connection.send(head, body.slice(0, 5));
    await vi.waitFor(() => expect(way.accepted).toBeGreaterThanOrEqual(3), 20_000);
    for (let i = 0; i < 5; i += 1) expect((await caller.get('/brands?limit=1')).status).toBe(200);
    for (const connection of slow) {
      connection.send(body.slice(5));
      expect((await connection.answers(1))[0]?.status).toBe(201);
      connection.destroy();
    }
    await small.stop();
    await way.cut();
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
    socket.write(`${head}Content-Length: 100\r\n\r\n{"name":`, () => setTimeout(() => socket.destroy(), 300));
    await vi.waitFor(async () => expect(await ended()).toBe(before + 1), 20_000);
  });

  test('has no failed request when a region restarts under load', async () => {
    const outcomes = new Map<string, number>();
    const note = (outcome: string) => outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    const third = await startUk({ TILLGATE_DRAIN: '3', TILLGATE_STOP_TIMEOUT: '10' });
    const port = String(await freePort());
    const addresses = [originOf(uk[0]?.ports.region), originOf(third.ports.region)].join();
    const balanced = await startGateway(
      databases,
      {
        ...PLENTY,
        TILLGATE_API_URL: new URL(whole.apiUrl).origin,
        TILLGATE_API_PORT: port,
        TILLGATE_REGION_URL_UK: addresses,
      },
      { clock, log },
    );
    const caller = new Caller(
      { ...whole, apiUrl: `${originOf(Number(port))}/v1` } as Service,
      split.merchant,
      split.partner,
    );
    caller.token = split.token;
    let done = false;
    const clients = [0, 1, 2].map(async (client) => {
      while (!done) {
        const answer = client === 0 ? caller.get('/brands?limit=1') : caller.post('/brands', { name: randomUUID() });
        await answer.then(
          ({ status }) => note(String(status)),
          (error) => note(String(error)),
        );
      }
    });
    await third.stop();
    done = true;
    await Promise.all(clients);
    await balanced.stop();
    expect([...outcomes.keys()].sort()).toEqual(['200', '201']);
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
