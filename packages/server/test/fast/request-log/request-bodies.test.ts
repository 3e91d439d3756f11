import type { PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NO_APP } from '../../../src/process/shares.ts';
import { RequestLog } from '../../../src/request-log/request-log.ts';
import { sweepExpired } from '../../../src/sweep.ts';
import { Caller } from '../../support/api-caller.ts';
import { controlPlaneOf } from '../../support/control-plane.ts';
import { loggedFrom } from '../../support/logged-from.ts';
import { OAuthClient } from '../../support/oauth.ts';
import { startService } from '../../support/service.ts';
import { developerOf } from '../../support/staff.ts';
import { textOf, type Visitor } from '../../support/web-visitor.ts';

const service = await startService({ logsRequests: true, settings: { TILLGATE_RATE_LIMIT: '1000' } });
afterAll(() => service.stop());

const SECOND = 1000;
const HOUR = 60 * 60 * SECOND;

const operationsOf = ({ partner }: Caller) =>
  controlPlaneOf(service).as({ kind: 'developer', organizationId: partner.organizationId }, { source: 'test' });

/** The bodies of a request in the log. */
async function bodiesOf(caller: Caller, { headers }: { readonly headers: Headers }) {
  const of = { appId: caller.partner.appId, correlationId: headers.get('x-correlation-id') ?? '' };
  await service.flushRequests();
  expect((await operationsOf(caller).call('request.list', of)).data).toHaveLength(1);
  const { data } = await operationsOf(caller).call('request.bodies', of);
  return data.map(({ request, response }) => [request, response]);
}

/** Starts or ends it, and waits until every process knows. */
async function keepBodies(caller: Caller, minutes = 60): Promise<void> {
  await operationsOf(caller).call('request.keep-bodies', { appId: caller.partner.appId, minutes });
  service.advance(31 * SECOND);
}

async function storedOf({ partner }: Caller): Promise<number> {
  const { rows } = await service.databases.regions.UK.query<{ n: number }>(
    'select count(*)::int as n from region_uk.request_bodies where app_id = $1',
    [partner.appId],
  );
  return rows[0]?.n ?? 0;
}

describe('The bodies of requests', () => {
  test('are kept in the sandbox for an hour once a developer asks for it', async () => {
    const caller = await service.connect();
    const before = await caller.post('/brands', { name: 'Before' });
    expect(await bodiesOf(caller, before)).toEqual([]);
    await keepBodies(caller);
    const created = await caller.post('/brands', { name: 'Acme' });
    const refused = await caller.post('/brands', { name: '' });
    const read = await caller.get('/brands?search=Acme');
    expect(await bodiesOf(caller, created)).toEqual([
      ['{"name":"Acme"}', expect.stringMatching(/^\{"id":\d+,.*"name":"Acme"/)],
    ]);
    expect(await bodiesOf(caller, refused)).toEqual([['{"name":""}', expect.stringContaining('must not be empty')]]);
    expect(await bodiesOf(caller, read)).toEqual([[null, expect.stringContaining('"name":"Acme"')]]);
    service.advance(HOUR);
    const late = await caller.post('/brands', { name: 'Late' });
    expect(await bodiesOf(caller, late)).toEqual([]);
    expect(await bodiesOf(caller, created)).toEqual([]);
    expect(await storedOf(caller)).toBe(3);
    await sweepExpired(service.databases, service.clock);
    expect(await storedOf(caller)).toBe(0);
  });

  test('are no longer kept once a developer has ended it', async () => {
    const caller = await service.connect();
    await keepBodies(caller);
    await keepBodies(caller, 0);
    expect(await bodiesOf(caller, await caller.post('/brands', { name: 'Acme' }))).toEqual([]);
  });

  test('are never kept in production, whatever was asked for', async () => {
    const { organizationId } = await service.newPartner();
    const partner = await service.newApp(organizationId, 'FULL', 'PRODUCTION');
    const caller = new Caller(service, await service.newMerchant(null, 'UK', false), partner);
    await keepBodies(caller);
    caller.token = (await new OAuthClient(service, partner).connect(caller.merchant)).accessToken;
    expect(await bodiesOf(caller, await caller.post('/brands', { name: 'Acme' }))).toEqual([]);
  });

  test('contain no credentials, and of a long body its beginning', async () => {
    const caller = await service.connect();
    await keepBodies(caller);
    const secret = { name: 'svc_sk_sb_1234', description: caller.token, clientSecret: 'a "b" c', 'api-key': 'd' };
    const sentAs = async (body: unknown) => (await bodiesOf(caller, await caller.post('/brands', body)))[0]?.[0];
    expect(await sentAs(secret)).toBe('{"name":"…","description":"…","clientSecret":"…","api-key":"…"}');
    for (const [sent, shown] of [
      ['{"tokens": ["a", "b]"], "name": "A"}', '{"tokens": "…", "name": "A"}'],
      ['{"secret": {"value": ["a"], "n": {}}}', '{"secret": "…"}'],
      ['{"password":1234,"name":"A"}', '{"password":"…","name":"A"}'],
      ['{"p\\u0061ssword":"a","name":"password"}', '{"p\\u0061ssword":"…","name":"password"}'],
      [
        '{"name":"s\\u0076c_sk_sb_1234","description":"a \\"token\\": \\"b\\""}',
        '{"name":"…","description":"a \\"token\\": \\"b\\""}',
      ],
      ['{"name":["A",{"token":["a', '{"name":["A",{"token":"…"'],
    ])
      expect(await sentAs(sent)).toBe(shown);
    const long = `{"name": "${'x'.repeat(20_000)}`;
    const cut = await caller.send('POST', '/brands', { headers: { 'Content-Type': 'application/json' }, body: long });
    const [[kept] = []] = await bodiesOf(caller, cut);
    expect(kept).toBe(`${long.slice(0, 16 * 1024)}…`);
    const open = `{"password": "${'x'.repeat(20_000)}`;
    const shut = await caller.send('POST', '/brands', { headers: { 'Content-Type': 'application/json' }, body: open });
    expect(await bodiesOf(caller, shut)).toEqual([['{"password": "…"…', expect.any(String)]]);
  });

  test('are kept of the latest 200 requests in a region, and of few that wait to be written', async () => {
    const caller = await service.connect();
    const log = new RequestLog(service.databases);
    for (let i = 0; i < 600; i += 1)
      log.record(
        {
          ...loggedFrom(caller, { at: service.clock(), path: '/v1/items/1' }),
          bodies: { request: String(i), response: null },
        },
        NO_APP,
      );
    await log.close();
    const { rows } = await service.databases.regions.UK.query<{ request: string }>(
      'select request from region_uk.request_bodies where app_id = $1 order by id',
      [caller.partner.appId],
    );
    expect([rows.length, rows[0]?.request, rows.at(-1)?.request]).toEqual([200, '50', '249']);
  });

  test('cost no statement where no app has asked to keep them', async () => {
    const caller = await service.connect();
    const { UK } = service.databases.regions;
    const statements: unknown[] = [];
    const counting = <T extends object>(target: T): T =>
      new Proxy(target, {
        get(_, name) {
          const member = Reflect.get(target, name, target);
          if (typeof member !== 'function') return member;
          if (name === 'connect') return async () => counting((await member.call(target)) as PoolClient);
          if (name === 'query') statements.push(name);
          return member.bind(target);
        },
      });
    const log = new RequestLog({ ...service.databases, regions: { ...service.databases.regions, UK: counting(UK) } });
    log.record(loggedFrom(caller, { at: service.clock(), path: '/v1/items/1' }), NO_APP);
    await log.close();
    expect([log.counts.written, statements.length]).toEqual([1, 1]);
  });
});

describe('The page of requests', () => {
  let developer: Visitor;
  let caller: Caller;
  beforeAll(async () => {
    caller = await service.connect();
    developer = await developerOf(service, caller.partner.organizationId);
  });

  test('has a switch for their bodies, which the page of a request shows', async () => {
    const path = `/console/apps/${caller.partner.appId}/requests`;
    const press = async () => {
      const { location } = await developer.submit(await developer.open(path), `${path}/bodies`);
      service.advance(31 * SECOND);
      return textOf((await developer.open(location ?? '')).html);
    };
    expect(await press()).toMatch(/Bodies are kept\..*are kept until 2 Mar 2026.*Stop keeping bodies/s);
    const answer = await caller.post('/brands', { name: 'Shown <here>' });
    await bodiesOf(caller, answer);
    const page = await developer.open(`${path}/${answer.headers.get('x-correlation-id')}`);
    expect(textOf(page.html)).toMatch(/Body ?\{ "name": "Shown <here>" \}.*Response ?\{ "id": \d+/s);
    expect(await press()).toMatch(/Bodies are no longer kept\..*Keep bodies for an hour/s);
  });
});
