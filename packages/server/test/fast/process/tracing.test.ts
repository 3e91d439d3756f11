import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { startService } from '../../support/service.ts';

interface SentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly { readonly key: string; readonly value: Record<string, unknown> }[];
}

const REDIS_URL = process.env.TEST_REDIS_URL;
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const WRITING = 'a3ce929d0e0e47364bf92f3577b34da6';
const PARENT = '00f067aa0ba902b7';

const spans: SentSpan[] = [];
const services: string[] = [];

const collector = createServer(async (request, response) => {
  const sent = (await json(request)) as {
    resourceSpans: { resource: { attributes: SentSpan['attributes'] }; scopeSpans: { spans: SentSpan[] }[] }[];
  };
  for (const { resource, scopeSpans } of sent.resourceSpans) {
    services.push(JSON.stringify(resource.attributes));
    spans.push(...scopeSpans.flatMap((scope) => scope.spans));
  }
  response.setHeader('Content-Type', 'application/json').end('{}');
}).listen(0, '127.0.0.1');
await once(collector, 'listening');
process.env.OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
process.env.OTEL_SERVICE_NAME = 'tills';
afterAll(() => {
  delete process.env.OTEL_EXPORTER_OTLP_ENDPOINT;
  delete process.env.OTEL_SERVICE_NAME;
  collector.close();
});

test('A traced request has spans for its stages, its statements and Redis, below the span of its caller', async () => {
  const { OTEL_EXPORTER_OTLP_ENDPOINT = '' } = process.env;
  const service = await startService({ settings: { OTEL_EXPORTER_OTLP_ENDPOINT, ...(REDIS_URL && { REDIS_URL }) } });
  const { token } = await service.connect();
  const response = await fetch(`${service.apiUrl}/brands?search=hidden`, {
    headers: { Authorization: `Bearer ${token}`, traceparent: `00-${TRACE}-${PARENT}-01` },
  });
  expect(response.status).toBe(200);
  expect(response.headers.get('traceresponse')).toMatch(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-01$`));
  const written = await fetch(`${service.apiUrl}/brands`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      traceparent: `00-${WRITING}-${PARENT}-01`,
    },
    body: JSON.stringify({ name: 'hidden' }),
  });
  expect(written.status).toBe(201);
  await service.stop();

  const own = spans.filter(({ traceId }) => traceId === TRACE);
  const request = own.find(({ parentSpanId }) => parentSpanId === PARENT);
  expect(request?.name).toBe('listBrands');
  const names = own.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['admitCaller', 'limitAppRate', 'runOperation', 'merchants.find']));
  if (REDIS_URL) expect(names).toContain('redis INCR');
  const known = new Set(own.map(({ spanId }) => spanId));
  for (const { parentSpanId, spanId } of own) {
    if (spanId !== request?.spanId) expect(known).toContain(parentSpanId);
  }
  const ofWrite = spans.filter(({ traceId }) => traceId === WRITING).map(({ name }) => name.split('@')[0]);
  expect(ofWrite).toEqual(expect.arrayContaining(['tenant.begin', 'brands.insert', 'tenant.commit']));
  const statement = own.find(({ attributes }) => attributes.some(({ key }) => key === 'db.query.text'));
  expect(JSON.stringify(statement)).toContain('select');
  expect(JSON.stringify(spans)).not.toMatch(/hidden|svc_sk_/);
  expect(services[0]).toContain('tills');
});
