import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { type Actor, OPERATOR } from '../../../src/control/actor.ts';
import { createApiKey, revokeKey } from '../../../src/control/keys.ts';
import type { InputOf, Operations, OutputOf } from '../../../src/operations/operations.ts';
import { curlOf } from '../../../src/pages/shared/requests.ts';
import { NO_APP } from '../../../src/process/shares.ts';
import { RequestLog } from '../../../src/request-log/request-log.ts';
import { sweepExpired } from '../../../src/sweep.ts';
import { type Caller, json, send } from '../../support/api-caller.ts';
import { controlPlaneOf } from '../../support/control-plane.ts';
import { loggedFrom } from '../../support/logged-from.ts';
import { CALLBACK, credentials, OAuthClient } from '../../support/oauth.ts';
import { startService } from '../../support/service.ts';

const service = await startService({ logsRequests: true, settings: { TILLGATE_RATE_LIMIT: '40' } });
afterAll(() => service.stop());
const plane = controlPlaneOf(service);

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const as = (actor: Actor): Operations => plane.as(actor, { source: 'test' });
const developerOf = ({ partner }: Pick<Caller, 'partner'>): Operations =>
  as({ kind: 'developer', organizationId: partner.organizationId });

/** The log of a caller's app, which has this many requests. */
async function logOf(caller: Pick<Caller, 'partner'>, count: number, filter: Partial<InputOf<'request.list'>> = {}) {
  await service.flushRequests();
  const { appId } = caller.partner;
  const page = await developerOf(caller).call('request.list', { appId, limit: 200, ...filter });
  expect(page.data).toHaveLength(count);
  return page;
}

const usageOf = (caller: Caller): Promise<OutputOf<'usage.show'>> =>
  developerOf(caller).call('usage.show', { appId: caller.partner.appId });

describe('The request log of an app', () => {
  test('has requests with a revoked key, and to paths that there are not', async () => {
    const caller = await service.connect('ADSR');
    const { appId } = caller.partner;
    const { apiKey, id } = await service.control((tx) => createApiKey(tx, appId, 'SANDBOX'));
    await service.control((tx) => revokeKey(tx, 'apiKey', id));
    const request = (path: string, headers: Record<string, string>, method = 'GET') =>
      fetch(service.apiUrl + path, { method, headers });
    const authorization = { Authorization: `Bearer ${caller.token}` };
    await request(`/stores?companyId=${caller.merchant.companyId}`, { 'X-API-Key': apiKey });
    await request('/purchase-order/7/Ann Smith', authorization);
    await request('/items/7', authorization, 'PUT');
    await request('/nothing', { 'X-API-Key': apiKey });
    await request('/nothing', { Authorization: 'Bearer x.y.z' });
    await request('/nothing', {});
    const { data } = await logOf(caller, 5);
    expect(data.map(({ method, path, operation, status, code }) => [method, path, operation, status, code])).toEqual([
      ['GET', '/v1/nothing', 'unknown', 404, 'partner.route_not_found'],
      ['PUT', '/v1/items/7', 'unknown', 405, 'partner.method_not_allowed'],
      ['GET', '/v1/purchase-order/7/…', 'unknown', 404, 'partner.route_not_found'],
      ['GET', '/v1/stores', 'listStores', 401, 'partner.api_key_invalid'],
      ['POST', '/v1/token', 'mintSandboxToken', 200, null],
    ]);
  });

  const FROM_PAGE = { 'Sec-Fetch-Site': 'same-origin' };

  test('leaves out the sandbox tokens that the reference page gets by itself, and nothing else of it', async () => {
    const caller = await service.connect();
    const ask = (path: string, fields: object, headers = FROM_PAGE) => {
      const { clientId, clientSecret } = caller.partner;
      const body = { client_id: clientId, client_secret: clientSecret, ...fields };
      return send(service.apiUrl, 'POST', path, json(body, headers));
    };
    const mint = { merchant_id: caller.merchant.companyId };
    await ask('/token', mint);
    await ask('/oauth/token', { ...mint, grant_type: 'client_credentials' });
    await ask('/token', mint, { 'Sec-Fetch-Site': 'cross-site' });
    await ask('/token', { ...mint, client_secret: 'svc_sk_sb_guess' });
    const authorization = { Authorization: `Bearer ${caller.token}` };
    await send(service.apiUrl, 'GET', '/brands', { headers: { ...authorization, ...FROM_PAGE } });
    const { data } = await logOf(caller, 4);
    expect(data.map(({ path, status }) => [path, status])).toEqual([
      ['/v1/brands', 200],
      ['/v1/token', 401],
      ['/v1/token', 200],
      ['/v1/token', 200],
    ]);
  });

  test('has every token of production, wherever it was asked for', async () => {
    const { organizationId } = await service.newPartner();
    const app = await service.newApp(organizationId, 'FULL', 'PRODUCTION');
    const client = new OAuthClient(service, app);
    const code = await client.code(await service.newMerchant(null, 'UK', false));
    const fields = { ...credentials(app), grant_type: 'authorization_code', code, redirect_uri: CALLBACK };
    expect((await client.postJson('/oauth/token', fields, FROM_PAGE)).status).toBe(200);
    const { data } = await logOf({ partner: app }, 1);
    expect(data.map(({ path, status }) => [path, status])).toEqual([['/v1/oauth/token', 200]]);
  });

  test('forgets an erased merchant, also what was rejected before it reached its region', async () => {
    const partner = await service.newPartner('FULL', { allowedIps: ['192.0.2.7'] });
    const caller = await service.connectTo(partner, await service.newMerchant(partner.organizationId, 'US'));
    const { companyId } = caller.merchant;
    await caller.get('/brands');
    const { data } = await logOf(caller, 2);
    expect(data.map((request) => [request.code, request.companyId])).toEqual([
      ['partner.ip_denied', companyId],
      [null, null],
    ]);
    await as(OPERATOR).call('merchant.erase', { companyId });
    expect((await logOf(caller, 1)).data.map((request) => request.companyId)).toEqual([null]);
  });

  test('has every request that the app can be named for, newest first, and none of another app', async () => {
    const caller = await service.connect('ONLINE_ORDER', 'US');
    const stranger = await service.connect();
    const { clientId } = caller.partner;
    await caller.get('/items?limit=2&search=Ann%20Smith');
    await caller.get('/items?limit=0&search=Ann%20Smith&type=2');
    await caller.get('/items/77?storeId=7');
    await caller.post('/items', { name: 'Ann Smith' });
    await send(service.apiUrl, 'POST', '/token', json({ client_id: clientId, client_secret: 'svc_sk_sb_guess' }));
    await send(service.apiUrl, 'POST', '/oauth/token', json({ client_id: clientId, client_secret: 'guess' }));
    const { token } = caller;
    service.advance(16 * MINUTE);
    await caller.get('/categories');
    const { data } = await logOf(caller, 8);
    expect(data.map(({ method, path, query, status, code }) => [method, path, query, status, code])).toEqual([
      ['GET', '/v1/categories', '', 401, 'partner.token_expired'],
      ['POST', '/v1/oauth/token', '', 401, 'developer.invalid_client'],
      ['POST', '/v1/token', '', 401, 'developer.invalid_client'],
      ['POST', '/v1/items', '', 403, 'partner.scope_denied'],
      ['GET', '/v1/items/77', 'storeId=7', 404, 'partner.not_found'],
      ['GET', '/v1/items', 'limit=0&search=…&type=2', 400, 'partner.validation_failed'],
      ['GET', '/v1/items', 'limit=2&search=…', 200, null],
      ['POST', '/v1/token', '', 200, null],
    ]);
    expect(data[0]).not.toHaveProperty('scopes');
    expect(data[5]).toMatchObject({
      operation: 'listItems',
      companyId: caller.merchant.companyId,
      problems: [{ in: 'query', path: 'limit', rule: 'minimum', message: 'must be at least 1' }],
      advice: { rule: 'A parameter, header or body breaks a rule of the contract.' },
    });
    const stored = JSON.stringify(data);
    for (const secret of ['Ann', token, caller.partner.clientSecret, 'guess']) expect(stored).not.toContain(secret);
    await logOf(stranger, 1);
  });

  test('keeps what its curl needs to repeat a GET, and no text', async () => {
    const caller = await service.connect();
    const targets = [
      '/items?limit=2&search=Ann%20Smith&order=asc&groupId=1,2',
      '/items?limt=5&limit=2',
      '/items?limit=&stockStatus=low&stockStatus=out&weighingScale',
      '/items/77?storeId=7',
      '/items/seven?storeId=7',
      '/purchase-orders?fromDate=2026-01-01T00:00:00%2B01:00&toDate=2026-02-01&includeVoided=TRUE&orderNos=PO-1',
      '/purchase-orders?storeIds[]=7&storeIds[1]=8&supplierId=1%2C2',
    ];
    for (const target of targets) await caller.get(target);
    const { data } = await logOf(caller, targets.length + 1);
    const commands = data.slice(0, -1).map((request) => curlOf(request, 'FULL', service.apiUrl));
    const text = { SEARCH: 'Ann%20Smith', LIMT: '5', ID: 'seven', ORDER_NOS: 'PO-1', ACCESS_TOKEN: 'token' };
    for (const value of ['Ann', 'seven', 'PO-1']) expect(commands.join()).not.toContain(value);
    const script = `curl() { printf '%s\\n' "$@"; }\n${commands.join('\n')}`;
    const { stdout } = await promisify(execFile)('sh', ['-c', script], { env: text });
    const sent = stdout.split('\n').filter((word) => word.startsWith('http'));
    expect(sent).toEqual(targets.toReversed().map((target) => service.apiUrl + target));
  });

  test('shows no name or value of a query that may be a secret or a person', async () => {
    const caller = await service.connect();
    const secret = 'svc_sk_sb_abcdefghijklmnop';
    const names = [secret, '447700900123', 'ann@shop.example', 'x'.repeat(40), '%E2%82%AC', '$(id)', '`id`'];
    await caller.get(`/items?${names.map((name) => `${name}=1`).join('&')}&search=447700900123&provider=7`);
    const [request] = (await logOf(caller, 2)).data;
    expect(request?.query).toBe(`${'…=…&'.repeat(names.length)}search=…&provider=…`);
  });

  test('is searched by correlation id, status, code and operation, page by page', async () => {
    const caller = await service.connect();
    const correlationId = '5f0c9b54-0a51-4d2e-9a7e-3a0f6f1f7c11';
    await caller.get('/brands', { 'X-Correlation-Id': correlationId });
    for (const id of [1, 2, 3]) await caller.get(`/brands/${id}`);
    await logOf(caller, 5);
    const ofBrand = await logOf(caller, 2, { operation: 'getBrand', limit: 2 });
    expect(ofBrand.data.map(({ path }) => path)).toEqual(['/v1/brands/3', '/v1/brands/2']);
    const rest = await logOf(caller, 1, { operation: 'getBrand', limit: 2, after: ofBrand.next ?? 0 });
    expect(rest).toMatchObject({ data: [{ path: '/v1/brands/1' }], next: null });
    expect((await logOf(caller, 1, { correlationId: '5F0C9B54' })).data).toMatchObject([{ correlationId }]);
    await logOf(caller, 3, { status: '4xx' });
    for (const code of ['partner.not_found', 'NOT_F']) await logOf(caller, 3, { code });
    await logOf(caller, 0, { status: '401' });
    const { appId } = caller.partner;
    const wrong = developerOf(caller).call('request.list', { appId, status: 'x' });
    await expect(wrong).rejects.toThrow('status must be a status, such as 404');
  });

  test('keeps the latest 1,000 requests, for 30 days', async () => {
    const caller = await service.connect('FULL', 'AE');
    const log = new RequestLog(service.databases);
    const first = service.clock();
    for (let i = 0; i < 2100; i += 1) {
      log.record(loggedFrom(caller, { at: first + i, path: `/v1/items/${i}` }), NO_APP);
      if (i % 700 === 0) await log.flush();
    }
    await log.close();
    expect(log.counts).toEqual({ written: 2100, dropped: 0 });
    await sweepExpired(service.databases, service.clock);
    const [oldest] = (await logOf(caller, 1, { after: (first + 1101) * 1000, limit: 1 })).data;
    expect(oldest?.path).toBe('/v1/items/1100');
    await logOf(caller, 0, { after: (first + 1100) * 1000 });
    const { rows } = await service.databases.regions.AE.query<{ kept: number }>(
      'select sum(size)::int as kept from region_ae.request_batches where app_id = $1',
      [caller.partner.appId],
    );
    expect(rows[0]?.kept).toBeLessThan(2000);
    service.advance(30 * DAY + MINUTE);
    await logOf(caller, 0);
    await sweepExpired(service.databases, service.clock);
    expect(await countsOf(caller, 'request_batches')).toBe(0);
  });
});

describe('Requests that only name an app by its client id', () => {
  test('have a share of 100 of its log, and push nothing out of it', async () => {
    const caller = await service.connect('FULL', 'AE');
    await logOf(caller, 1);
    const log = new RequestLog(service.databases);
    const first = service.clock();
    const { appId: _, ...unproved } = loggedFrom(caller, { at: first, path: '/v1/oauth/token' });
    const { clientId } = caller.partner;
    log.record(loggedFrom(caller, { at: first, path: '/v1/items/1' }), NO_APP);
    for (let i = 1; i <= 2100; i += 1) {
      log.record({ ...unproved, clientId, at: first + i, status: 401, merchant: undefined }, NO_APP);
      if (i % 300 === 0) await log.flush();
    }
    await log.close();
    expect(log.counts).toEqual({ written: 2101, dropped: 0 });
    for (const _ of ['before', 'after']) {
      await logOf(caller, 100, { status: '401' });
      const own = await logOf(caller, 2, { status: '200' });
      expect(own.data.map(({ path }) => path).toSorted()).toEqual(['/v1/items/1', '/v1/token']);
      await sweepExpired(service.databases, service.clock);
    }
    const { rows } = await service.databases.regions.UK.query<{ kept: number }>(
      'select sum(size)::int as kept from region_uk.request_batches where app_id = $1 and unproved',
      [caller.partner.appId],
    );
    expect(rows[0]?.kept).toBe(100);
  });

  test('leave room for proved ones while they wait to be written', async () => {
    const caller = await service.connect();
    const log = new RequestLog(service.databases);
    const { appId: _, ...unproved } = loggedFrom(caller, { at: service.clock(), path: '/v1/oauth/token' });
    const { appId, clientId } = caller.partner;
    for (let i = 0; i < 20_000; i += 1) log.record({ ...unproved, clientId }, { ...NO_APP, appId: clientId });
    expect([log.waiting, log.counts.dropped]).toEqual([500, 19_500]);
    log.record({ ...unproved, clientId: 'another' }, { ...NO_APP, appId: 'another' });
    log.record(loggedFrom(caller, { at: service.clock(), path: '/v1/items/1' }), { ...NO_APP, appId });
    expect(log.waiting).toBe(502);
    await log.close();
  });

  test('are those whose secret is wrong, at each token endpoint', async () => {
    const caller = await service.connect();
    const { appId, clientId, clientSecret } = caller.partner;
    const mint = (client_secret: string, rest: object = {}) =>
      send(service.apiUrl, 'POST', '/token', json({ client_id: clientId, client_secret, ...rest }));
    const grant = (path: string, client_secret: string) =>
      send(service.apiUrl, 'POST', path, json({ client_id: clientId, client_secret, grant_type: 'x', token: 'x' }));
    await mint('wrong');
    await mint(clientSecret, { merchant_id: 1 });
    for (const path of ['/oauth/token', '/oauth/revoke']) {
      await grant(path, 'wrong');
      await grant(path, clientSecret);
    }
    await logOf(caller, 7);
    const { rows } = await service.databases.regions.UK.query<{ unproved: boolean; codes: string[] }>(
      `select unproved, array_agg(distinct coalesce(r->>'code', '') order by coalesce(r->>'code', '')) as codes
       from region_uk.request_batches, json_array_elements(requests) r where app_id = $1 group by 1 order by 1`,
      [appId],
    );
    expect(rows.map(({ unproved, codes }) => [unproved, codes])).toEqual([
      [false, ['', 'developer.grant_missing', 'oauth.unsupported_grant_type']],
      [true, ['developer.invalid_client']],
    ]);
  });
});

async function countsOf({ partner, merchant }: Caller, table: string): Promise<number> {
  const { rows } = await service.databases.regions[merchant.region].query<{ n: number }>(
    `select count(*)::int as n from region_${merchant.region.toLowerCase()}.${table} where app_id = $1`,
    [partner.appId],
  );
  return rows[0]?.n ?? 0;
}

describe('The usage of an app', () => {
  test('counts requests by minute, day, operation and code, and those that took from its limit', async () => {
    const caller = await service.connect('FULL', 'IN');
    service.advance(MINUTE - (service.clock() % MINUTE));
    for (let i = 0; i < 42; i += 1) await caller.get('/brands');
    service.advance(MINUTE);
    await caller.get('/brands/1');
    await logOf(caller, 44);
    const { hour, month } = await usageOf(caller);
    expect(hour.steps).toHaveLength(60);
    expect(hour.steps.slice(-2)).toMatchObject([
      { requests: 42, counted: 40, succeeded: 40, limited: 2, rejected: 0, failed: 0 },
      { requests: 1, counted: 1, rejected: 1 },
    ]);
    expect(month.steps).toHaveLength(30);
    expect(month.steps.at(-1)).toMatchObject({ requests: 44 });
    expect(month.operations).toMatchObject([
      { operation: 'listBrands', requests: 42 },
      { requests: 1 },
      { requests: 1 },
    ]);
    expect(month.codes).toEqual([
      { code: 'partner.rate_limited', status: 429, requests: 2 },
      { code: 'partner.not_found', status: 404, requests: 1 },
    ]);
    service.advance(3 * 60 * MINUTE);
    await Promise.all([1, 2].map(() => sweepExpired(service.databases, service.clock)));
    expect(await countsOf(caller, 'usage_minutes')).toBe(0);
    const later = await usageOf(caller);
    expect(later.hour.total.requests).toBe(0);
    expect(later.month.total).toEqual(month.total);
    expect(await countsOf(caller, 'usage_names')).toBe(1);
    service.advance(31 * DAY);
    expect((await usageOf(caller)).month.total.requests).toBe(0);
    await sweepExpired(service.databases, service.clock);
    expect(await countsOf(caller, 'usage_days')).toBe(0);
    expect(await countsOf(caller, 'usage_names')).toBe(0);
  });

  test('is listed for operators by operation and app, with the number of merchants, over all regions', async () => {
    const caller = await service.connect('FULL', 'US');
    const { partner } = caller;
    const british = await service.connectTo(partner, await service.newMerchant(partner.organizationId, 'UK'));
    await caller.get('/brands?limit=1');
    await british.get('/brands?limit=2');
    await british.get('/brands?limit=0');
    await logOf(caller, 5);
    const { since, data } = await as({ kind: 'operator' }).call('usage.operations', {});
    const today = new Date(service.clock()).toISOString().slice(0, 10);
    expect(Date.parse(today) - Date.parse(since)).toBe(29 * DAY);
    const own = data.filter(({ appId }) => appId === partner.appId);
    const named = { appId: partner.appId, app: 'FULL app', organization: 'Northwind Apps', lastDay: today };
    const limit = { in: 'query', name: 'limit', requests: 2, lastDay: today };
    expect(own).toEqual([
      { ...named, operation: 'listBrands', requests: 3, succeeded: 2, merchants: 2, known: 2, names: [limit] },
      {
        ...named,
        operation: 'mintSandboxToken',
        requests: 2,
        succeeded: 2,
        merchants: expect.any(Number),
        known: 0,
        names: [],
      },
    ]);
  });

  test('names the parameters and properties that passed validation, and none that the contract does not have', async () => {
    const caller = await service.connect('FULL', 'UK');
    const { appId } = caller.partner;
    await caller.get('/items?limit=2&search=Ann');
    await caller.get('/items?limit=0&type=2');
    await caller.get('/items?limit=2&Ann=2');
    await caller.get('/items/77?storeId=7');
    const options = [{ name: 'Ann' }, { name: 'Bo', price: '1.5' }];
    await caller.post('/modifiers?dryRun=true', { name: 'Ann', options });
    await caller.post('/modifiers', { name: 'Ann', options: [{ Ann: 1 }] });
    await logOf(caller, 7);
    const { data } = await as({ kind: 'operator' }).call('usage.operations', {});
    const named = data
      .filter((row) => row.appId === appId)
      .map(({ operation, known, names }) => [
        operation,
        known,
        names.map((name) => `${name.in} ${name.name} ${name.requests}`),
      ]);
    expect(named).toEqual([
      [
        'createModifier',
        1,
        ['query dryRun 1', 'body name 1', 'body options 1', 'body options[].name 1', 'body options[].price 1'],
      ],
      ['getItem', 0, ['query storeId 1']],
      ['listItems', 1, ['query limit 1', 'query search 1']],
      ['mintSandboxToken', 0, []],
    ]);
  });

  test('shows the owner of a merchant what each app did with their data, and nothing of other merchants', async () => {
    const caller = await service.connect();
    const other = await service.connectTo(caller.partner, await service.newMerchant(caller.partner.organizationId));
    await caller.get('/brands');
    await caller.post('/brands', { name: 'Own' });
    await caller.post('/brands', {});
    await other.get('/items');
    await logOf(caller, 6);
    const activity = ({ merchant }: Caller) =>
      as({ kind: 'owner', companyId: merchant.companyId }).call('activity.list', { companyId: merchant.companyId });
    const { appId } = caller.partner;
    expect((await activity(caller)).data).toMatchObject([
      { appId, app: 'FULL app', areas: [{ area: 'brands', reads: 1, writes: 1, rejected: 1 }] },
    ]);
    expect((await activity(other)).data).toMatchObject([{ appId, areas: [{ area: 'items', reads: 1, writes: 0 }] }]);
  });
});

describe('Recording', () => {
  test('drops what does not fit or cannot be written, and counts it', async () => {
    const caller = await service.connect();
    const failures: unknown[] = [];
    const log = new RequestLog(service.databases, {
      isServed: () => false,
      onFailure: (error) => failures.push(error),
    });
    const request = loggedFrom(caller, { at: service.clock(), path: '/v1/items/1' });
    for (let i = 0; i < 10_001; i += 1) log.record(request, { ...NO_APP, appId: 1 });
    expect([log.waiting, log.counts.dropped]).toEqual([10_000, 1]);
    log.record(request, { ...NO_APP, appId: 2 });
    expect([log.waiting, log.counts.dropped]).toEqual([10_001, 1]);
    await log.close();
    expect(log.counts).toEqual({ written: 0, dropped: 10_002 });
    expect(failures).toHaveLength(1);
    const metrics = await (await fetch(`${service.opsUrl}/metrics`)).text();
    expect(metrics).toMatch(/tillgate_request_log_requests_total\{outcome="dropped"\} 0/);
  });
});
