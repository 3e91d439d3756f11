import { readFileSync } from 'node:fs';
import { pino } from 'pino';
import { afterAll, describe, expect, test } from 'vitest';
import { json, send } from '../../support/api-caller.ts';
import { startService } from '../../support/service.ts';

const read = (path: string) => readFileSync(new URL(`../../../../../${path}`, import.meta.url), 'utf8');

/** Names of metrics; `tillgate_tenant` is a role of the database. */
const NAME = /\b(?:tillgate|nodejs|process)_(?!tenant\b)[a-z0-9_]+\b/g;

const lines: Record<string, unknown>[] = [];

const log = pino({}, { write: (line) => void lines.push(JSON.parse(line)) });
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

test('A log line has the path and the address that the proxy forwards, and no value of the query', async () => {
  const { token } = await service.connect();
  const headers = { Authorization: `Bearer ${token}`, 'X-Forwarded-For': '203.0.113.9' };
  await fetch(`${service.apiUrl}/brands?search=confidential`, { headers });
  const [line] = lines.filter(({ source }) => source === '203.0.113.9');
  expect(line).toMatchObject({
    host: 'api',
    method: 'GET',
    path: '/v1/brands',
    status: 200,
    operationId: 'listBrands',
  });
  expect(JSON.stringify(lines)).not.toMatch(/confidential|eyJ/);
});
