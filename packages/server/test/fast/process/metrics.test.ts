import { readFileSync } from 'node:fs';
import { pino } from 'pino';
import { afterAll, describe, expect, test } from 'vitest';
import { json, send } from '../../support/api-caller.ts';
import { abandon } from '../../support/raw-http.ts';
import { startService } from '../../support/service.ts';

const read = (path: string) => readFileSync(new URL(`../../../../../${path}`, import.meta.url), 'utf8');

/** Names of metrics; `tillgate_tenant` is a role of the database. */
const NAME = /\b(?:tillgate|nodejs|process)_(?!tenant\b)[a-z0-9_]+\b/g;

const lines: Record<string, unknown>[] = [];

const log = pino({ level: 'debug' }, { write: (line) => void lines.push(JSON.parse(line)) });
// With a Redis that never responds, only one process's metrics are available.
const service = await startService({ log, settings: { REDIS_URL: 'redis://127.0.0.1:1', TRUST_PROXY: '1' } });
afterAll(() => service.stop());

const metrics = async () => (await fetch(`${service.opsUrl}/metrics`)).text();

const types = async () => new Map([...(await metrics()).matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, n, t]) => [n, t]));

describe('The metrics', () => {
  test.each(['deploy/grafana/tillgate.json', 'deploy/prometheus/alerts.yaml', 'docs/operations.md'])(
    'that %s names exist',
    async (path) => {
      const existing = await types();
      const named = new Set(read(path).match(NAME));
      expect(named.size).toBeGreaterThan(8);
      const base = (name: string) => (existing.has(name) ? name : name.replace(/_(?:bucket|sum|count)$/, ''));
      expect([...named].filter((name) => !existing.has(base(name)))).toEqual([]);
    },
  );

  test('are all on the dashboard or in an alert', async () => {
    const shown = ['deploy/grafana/tillgate.json', 'deploy/prometheus/alerts.yaml'].map(read).join();
    const own = [...(await types()).keys()].filter((name) => name?.startsWith('tillgate_'));
    expect(own.filter((name) => !shown.includes(String(name)))).toEqual([]);
  });

  test('follow the conventions of Prometheus: counters end in _total, times in _seconds', async () => {
    const own = [...(await types())].filter(([name]) => name?.startsWith('tillgate_'));
    for (const [name, type] of own) expect([name, String(name).endsWith('_total')]).toEqual([name, type === 'counter']);
    expect(own.filter(([name]) => /duration|lag|time$/.test(String(name)) && !/_seconds$/.test(String(name)))).toEqual(
      [],
    );
  });

  test('tell the hosts, operations, classes of status, grants and caches apart', async () => {
    const caller = await service.connect();
    await caller.get('/brands');
    await caller.get('/brands/4711');
    await fetch(service.webUrl);
    await send(service.apiUrl, 'POST', '/oauth/token', json({ grant_type: 'password' }));
    const text = await metrics();
    expect(text).toMatch(/^tillgate_requests_total\{host="api",operation="listBrands",status="200"\} 1$/m);
    expect(text).toMatch(/^tillgate_requests_total\{host="web",operation="web\.home",status="\d+"\} 1$/m);
    expect(text).toMatch(
      /^tillgate_request_duration_seconds_count\{host="api",operation="getBrand",status_class="4xx"\} 1$/m,
    );
    expect(text).toMatch(/^tillgate_tokens_issued_total\{grant="mint"\} 1$/m);
    expect(text).toMatch(/^tillgate_token_rejections_total\{code="developer\.invalid_client"\} 1$/m);
    expect(text).toMatch(/^tillgate_cache_lookups_total\{cache="tokens",outcome="hit"\} [1-9]/m);
  });
});

describe('The log', () => {
  test('has one line per request with caller, forwarded address, operation and result, and no value of the query', async () => {
    const caller = await service.connect('FULL', 'AE');
    lines.length = 0;
    const answer = await caller.get('/brands?search=confidential', { 'X-Forwarded-For': '203.0.113.9' });
    expect(lines).toEqual([
      expect.objectContaining({
        msg: 'request',
        host: 'api',
        correlationId: answer.headers.get('x-correlation-id'),
        source: '203.0.113.9',
        app: caller.partner.appId,
        company: caller.merchant.companyId,
        region: 'AE',
        operationId: 'listBrands',
        method: 'GET',
        path: '/v1/brands',
        status: 200,
        duration: expect.any(Number),
      }),
    ]);
    expect(JSON.stringify(lines)).not.toMatch(/confidential|eyJ/);
  });

  test('never has a token, a secret or a body, whatever goes wrong', async () => {
    const caller = await service.connect();
    const { clientId, clientSecret } = caller.partner;
    const { UK } = service.databases.regions;
    await UK.query(`alter table region_uk.brands add constraint no_secret check (name <> 'Body of 500') not valid`);
    const text = { description: 'Body text' };
    await caller.post('/brands', { name: 'Body of 201', ...text }, { 'Idempotency-Key': 'Key of body' });
    await caller.post('/brands', { name: 'Body of 400', colour: 'Body text' });
    await caller.post('/brands', '{"name":"Body of broken JSON"');
    expect((await caller.post('/brands', { name: 'Body of 500', ...text })).status).toBe(500);
    await caller.get('/brands?search=Body+of+search');
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
    for (const init of [
      json({ client_id: clientId, client_secret: clientSecret, merchant_id: 1 }),
      { headers: form, body: `client_secret=${clientSecret}&x=%` },
    ])
      await send(service.apiUrl, 'POST', '/token', init);
    await send(service.apiUrl, 'GET', '/brands', { headers: { Authorization: `Bearer ${caller.token}x` } });
    const head = `POST /v1/brands HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${caller.token}\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n`;
    await abandon(service.apiUrl, `${head}{"name":"Body of given up"`);
    await caller.get('/brands');

    expect(lines.some(({ status }) => status === 500)).toBe(true);
    expect(lines.some(({ msg }) => msg === 'failed')).toBe(true);
    for (const secret of [caller.token, clientSecret, 'Body', 'Key of body'])
      expect(JSON.stringify(lines)).not.toContain(secret);
    await UK.query('alter table region_uk.brands drop constraint no_secret');
  });
});
