import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { migrate, openMemory, readConfig, seedDemo, startServer } from '@tillgate/server';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COULD_NOT_RUN, FAILED, PASSED, runConformance } from '../src/run.ts';
import type { TargetOptions } from '../src/target.ts';

let server: Awaited<ReturnType<typeof startServer>>;
let target: TargetOptions;

beforeAll(async () => {
  const databases = await openMemory();
  await migrate(databases);
  const demo = await seedDemo({ databases, clock: Date.now });
  const ports = { TILLGATE_API_PORT: '0', TILLGATE_WEB_PORT: '0', TILLGATE_OPS_PORT: '0' };
  const config = readConfig({ ...ports, TILLGATE_RATE_LIMIT: '100000', TILLGATE_MINT_LIMIT: '1000' });
  server = await startServer(config, databases, { log: pino({ level: 'silent' }) });
  const [app] = demo.apps;
  const [merchant] = demo.merchants;
  if (!app || !merchant) throw new Error('The demo has an app and a merchant.');
  const { clientId, clientSecret } = app;
  target = { baseUrl: server.apiUrl, clientId, clientSecret, merchantId: merchant.companyId };
});
afterAll(() => server?.stop());

async function run(options: TargetOptions, cases?: []): Promise<{ code: number; lines: string[] }> {
  const lines: string[] = [];
  const code = await runConformance(options, (line) => lines.push(line), ...(cases ? [cases] : []));
  return { code, lines };
}

/** The server behind a proxy that changes its answers. */
async function behind(
  change: (body: string, headers: Headers) => string,
): Promise<{ proxy: Server; options: TargetOptions }> {
  const proxy = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const headers = Object.fromEntries(
      Object.entries(request.headers).filter(([name]) => !/^(host|connection)$/.test(name)),
    );
    const answer = await fetch(server.apiUrl.replace('/v1', '') + request.url, {
      method: request.method ?? 'GET',
      headers: headers as Record<string, string>,
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    });
    const kept = new Headers(answer.headers);
    kept.delete('content-length');
    const body = change(await answer.text(), kept);
    response.writeHead(answer.status, Object.fromEntries(kept)).end(body);
  });
  await new Promise<void>((resolve) => proxy.listen(0, resolve));
  const { port } = proxy.address() as AddressInfo;
  return { proxy, options: { ...target, baseUrl: `http://localhost:${port}/v1` } };
}

describe('tillgate-conformance', () => {
  test('passes the server as it is', async () => {
    const { code, lines } = await run(target);
    expect(lines.filter((line) => line.startsWith('FAILED'))).toEqual([]);
    expect(code).toBe(PASSED);
  });

  test.each<[string, (body: string, headers: Headers) => string]>([
    [
      'drops a rate-limit header',
      (body, headers) => {
        headers.delete('x-ratelimit-reset');
        return body;
      },
    ],
    ['renames a property', (body) => body.replaceAll('"entryDate"', '"createdAt"')],
    ['turns an amount into a number', (body) => body.replaceAll(/"price":"([\d.]+)"/g, '"price":$1')],
    ['changes an error code', (body) => body.replaceAll('partner.validation_failed', 'partner.bad_request')],
    ['miscounts the total', (body) => body.replaceAll(/"total":(\d+)/g, '"total":1$1')],
  ])('fails a server that %s', async (_what, change) => {
    const { proxy, options } = await behind(change);
    const { code } = await run(options);
    proxy.close();
    proxy.closeAllConnections();
    expect(code).toBe(FAILED);
  });

  test('says that it could not run when nobody answers', async () => {
    const { code, lines } = await run({ ...target, baseUrl: 'http://127.0.0.1:1/v1' });
    expect(code).toBe(COULD_NOT_RUN);
    expect(lines.join()).toContain('could not run');
  });

  test('says that it could not run when it gets no token', async () => {
    const { code } = await run({ ...target, clientSecret: 'wrong' });
    expect(code).toBe(COULD_NOT_RUN);
  });

  test('is not green when there are no cases', async () => {
    const { code } = await run(target, []);
    expect(code).toBe(COULD_NOT_RUN);
  });
});
