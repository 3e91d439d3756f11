import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { pino } from 'pino';
import { afterAll, describe, expect, test } from 'vitest';
import { PublicFile } from '../../../src/http/public-files.ts';
import { json, send } from '../../support/api-caller.ts';
import { freshDatabases } from '../../support/databases.ts';
import { FailingDatabases } from '../../support/failing-databases.ts';
import { freePort } from '../../support/free-port.ts';
import { abandon, sendRaw } from '../../support/raw-http.ts';
import { startService } from '../../support/service.ts';

const written: string[] = [];
const text = () => written.join('');
const lines: Record<string, unknown>[] = [];
const stream = {
  write(line: string) {
    written.push(line);
    lines.push(JSON.parse(line));
  },
};
const failing = new FailingDatabases(await freshDatabases());
const service = await startService({ databases: failing.databases, log: pino({ level: 'debug' }, stream) });
afterAll(() => service.stop());

const page = (path: string, init?: RequestInit) => fetch(new URL(path, service.apiUrl), init);

test('the changelog of the contract is a page of the documentation', async () => {
  const answer = await page('/docs/changelog');
  expect([answer.status, answer.headers.get('content-security-policy')]).toEqual([
    200,
    expect.stringContaining("default-src 'none'"),
  ]);
  const html = await answer.text();
  expect(html).toContain('<h2 id="unreleased">');
  expect(html).toMatch(/<a href="\/docs\/changelog" aria-current="page">/);
});

describe('The API reference', () => {
  const directivesOf = (answer: Response) =>
    (answer.headers.get('content-security-policy') ?? '').split(';').map((directive) => directive.trim());

  test('is a page whose policy allows nothing from other origins', async () => {
    const answer = await page('/docs');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(directivesOf(answer)).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self'",
        "connect-src 'self'",
        "frame-ancestors 'none'",
      ]),
    );
    expect(policy).not.toMatch(/https?:|\*|unsafe-eval/);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('needs no network: it refers to the consent screen alone, and all its files exist', async () => {
    const html = await (await page('/docs')).text();
    expect(html.replaceAll(service.webUrl, '')).not.toMatch(/(?:https?:)?\/\/[a-z]/i);
    const sources = [...html.matchAll(/(?:src|href)="(\/docs\/[^"]+)"/g)].map(([, source]) => source as string);
    expect(sources).toEqual(expect.arrayContaining(['/docs/style.css', '/docs/reference.js', '/docs/start.js']));
    for (const source of sources) expect([source, (await page(source)).status]).toEqual([source, 200]);
    expect(await (await page('/docs/start.js')).text()).not.toMatch(/https?:/);
  });

  test('lists the operations without a script, and leads to the contract, the guides and the console', async () => {
    const html = await (await page('/docs')).text();
    const [, plain = ''] = /<noscript>([\s\S]*)<\/noscript>/.exec(html) ?? [];
    expect(plain).toContain('<code>PATCH /items/{id}</code>');
    for (const href of ['/v1/openapi.json', '/docs/postman.json', '/docs/arazzo.json', '/docs/guides']) {
      expect([href, plain.includes(`href="${href}"`)]).toEqual([href, true]);
      expect([href, (await page(href)).status]).toEqual([href, 200]);
    }
    // Hidden until its script runs, because the form would otherwise send the secret in the URL.
    expect(html).toContain('<details id="account" class="account" hidden>');
    expect(html).toContain(`href="${service.webUrl}/console"`);
  });

  test('leads from an error code in a description to its guide', async () => {
    const text = await (await page('/docs/openapi.json')).text();
    expect(text.includes('[`partner.route_not_found`](/docs/guides/errors#partnerroute_not_found)')).toBe(true);
  });

  test('shows each operation with its call of the client, and fills in no filter', async () => {
    const { paths } = JSON.parse(await (await page('/docs/openapi.json')).text());
    const { get } = paths['/items'];
    expect(get['x-codeSamples']).toEqual([
      { lang: 'typescript', label: '@tillgate/client', source: expect.stringContaining('tillgate.items.list(') },
    ]);
    const filled = get.parameters.filter(
      (one: { example?: unknown; $ref?: string }) => !one.$ref && Boolean(one.example ?? ''),
    );
    expect(filled).toEqual([]);
  });
});

describe('The guides', () => {
  test("have the deployment's own addresses", async () => {
    const html = await (await page('/docs/guides/quick-start')).text();
    expect(html).toContain(`${service.apiUrl}/token`);
    const signIn = await (await page('/docs/guides/authorization')).text();
    expect(signIn).toContain(`href="${service.webUrl}"`);
    expect(html + signIn).not.toMatch(/localhost:300[01]\b/);
  });

  test('lead from an error code of any endpoint to what it means', async () => {
    const html = await (await page('/docs/guides/authorization')).text();
    expect(html).toContain('<a href="/docs/guides/errors#oauthgrant_revoked"><code>oauth.grant_revoked</code></a>');
  });
});

describe('The credentials of the demo', () => {
  test('are offered to a browser on this machine by the demo alone', async () => {
    expect((await page('/docs/demo.json')).status).toBe(404);
    const folder = await mkdtemp(join(tmpdir(), 'tillgate-documents-'));
    const app = { clientId: 'svc_app_sb_1', clientSecret: 'svc_sk_sb_1', apiKey: 'svc_ak_sb_1' };
    const merchants = [
      { companyId: 1, name: 'Shop', demo: true, owner: { password: 'secret' } },
      { companyId: 2, name: 'Live', demo: false },
    ];
    await writeFile(join(folder, 'demo.json'), JSON.stringify({ apps: [app], merchants }));
    const settings = { TILLGATE_DATA_DIR: folder };
    const demo = await startService({ databases: { ...service.databases, close: async () => {} }, settings });
    const ask = (headers: Record<string, string> = {}) => sendRaw(demo.apiUrl, 'GET', '/docs/demo.json', headers);
    try {
      const { apps, merchants: offered } = JSON.parse(
        await (await fetch(new URL('/docs/demo.json', demo.apiUrl))).text(),
      );
      expect(apps).toEqual([{ clientId: 'svc_app_sb_1', clientSecret: 'svc_sk_sb_1' }]);
      expect(offered).toEqual([{ companyId: 1, name: 'Shop' }]);
      const refused: Record<string, string>[] = [
        { Host: 'tillgate.example' },
        { 'Sec-Fetch-Site': 'cross-site' },
        { 'Sec-Fetch-Site': 'same-site' },
        { 'X-Forwarded-For': '192.0.2.1' },
      ];
      for (const headers of refused) expect([headers, (await ask(headers)).status]).toEqual([headers, 404]);
    } finally {
      await demo.stop();
      await rm(folder, { recursive: true });
    }
  });
});

describe.each(['/docs/reference.js', '/v1/openapi.json'])('GET %s', (path) => {
  const ask = (headers: Record<string, string>) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      get(new URL(path, service.apiUrl), { headers }, resolve).on('error', reject);
    });
  const bytesOf = async (answer: IncomingMessage) => Buffer.concat(await answer.toArray());
  const plain = async () => bytesOf(await ask({}));

  test.each<[string, string | undefined, (bytes: Buffer) => Buffer]>([
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
    ['br;q=0.5, gzip;q=0.8', 'gzip', gunzipSync],
    ['gzip;q=0.3, identity;q=0.6', undefined, (bytes) => bytes],
    ['identity', undefined, (bytes) => bytes],
    ['zstd', undefined, (bytes) => bytes],
  ])('with Accept-Encoding %j is sent as %s', async (accepted, encoding, decode) => {
    const answer = await ask({ 'Accept-Encoding': accepted });
    expect([answer.statusCode, answer.headers['content-encoding']]).toEqual([200, encoding]);
    expect(answer.headers.vary).toContain('Accept-Encoding');
    const bytes = await bytesOf(answer);
    expect(answer.headers['content-length']).toBe(String(bytes.length));
    expect(decode(bytes).equals(await plain())).toBe(true);
  });

  test('has an ETag for each encoding, for which it returns 304 without a body', async () => {
    const etags = new Set<string>();
    for (const encoding of ['br', 'gzip', 'identity']) {
      const { headers } = await ask({ 'Accept-Encoding': encoding });
      etags.add(headers.etag ?? '');
      const again = await ask({ 'Accept-Encoding': encoding, 'If-None-Match': `"other", W/${headers.etag}` });
      expect([again.statusCode, again.headers.etag]).toEqual([304, headers.etag]);
      expect(await bytesOf(again)).toHaveLength(0);
      expect((await ask({ 'Accept-Encoding': encoding, 'If-None-Match': '"other"' })).statusCode).toBe(200);
    }
    expect(etags.size).toBe(3);
  });

  test('is compressed once, however often it is requested', async () => {
    const file = new PublicFile('text/javascript', 'x'.repeat(100_000));
    for (const encoding of ['br', 'gzip'] as const) {
      const [first, second] = await Promise.all([file.encoded(encoding), file.encoded(encoding)]);
      expect([second, await file.encoded(encoding)].every((bytes) => bytes === first)).toBe(true);
    }
  });
});

describe('GET /openapi.json', () => {
  test('has the public URLs behind a proxy', async () => {
    const port = await freePort();
    const settings = { TILLGATE_API_PORT: String(port), TILLGATE_API_URL: 'https://api.example.com' };
    Object.assign(settings, { TILLGATE_WEB_URL: 'https://connect.example.com' });
    const deployed = await startService({ databases: { ...service.databases, close: async () => {} }, settings });
    try {
      const { body } = await send(`http://localhost:${port}/v1`, 'GET', '/openapi.json');
      expect(body.servers[0].url).toBe('https://api.example.com/v1');
      expect(JSON.stringify(body.components.securitySchemes)).not.toContain('localhost');
    } finally {
      await deployed.stop();
    }
  });
});

describe('The web host', () => {
  const web = (path: string, init?: RequestInit) => fetch(service.webUrl + path, init);

  test('has a start page that links to the reference', async () => {
    const answer = await web('/');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(await answer.text()).toContain(`href="${new URL('/docs', service.apiUrl)}"`);
  });

  test('has a page for unknown paths, and does not serve the API', async () => {
    for (const path of ['/v1/brands', '/docs', '/<script>']) {
      const answer = await web(path);
      expect([path, answer.status]).toEqual([path, 404]);
      const html = await answer.text();
      expect(html).toContain('Page not found');
      expect(html).not.toContain('<script');
    }
  });
});

describe('The operations listener', () => {
  const ops = (path: string) => fetch(service.opsUrl + path);

  test('is bound to loopback', () => {
    expect(new URL(service.opsUrl).hostname).toBe('127.0.0.1');
  });

  test('reports that the process is up and ready, and not ready while a migration of the control plane is missing', async () => {
    expect(await (await ops('/healthz')).json()).toEqual({ status: 'ok' });
    expect(await (await ops('/readyz')).json()).toMatchObject({ status: 'ready', control: { status: 'up' } });
    const { control } = service.databases;
    await control.query('update control.migrations set version = version - 100');
    const behind = await ops('/readyz');
    await control.query('update control.migrations set version = version + 100');
    expect([behind.status, await behind.json()]).toMatchObject([503, { status: 'not ready' }]);
    expect(behind.headers.get('Retry-After')).toBe('1');
    expect((await ops('/readyz')).status).toBe(200);
  });

  test('stays up, not ready, while the database is unavailable', async () => {
    await failing.while(new Error('away'), async () => {
      expect([(await ops('/healthz')).status, (await ops('/readyz')).status]).toEqual([200, 503]);
    });
    expect((await ops('/readyz')).status).toBe(200);
  });

  test('is the only listener that serves any of this', async () => {
    for (const path of ['/healthz', '/readyz', '/metrics']) {
      expect((await page(path)).status).toBe(404);
      expect((await fetch(service.webUrl + path)).status).toBe(404);
    }
  });
});

describe('The log', () => {
  test('has one line per request with caller, address, operation and result', async () => {
    const caller = await service.connect('FULL', 'AE');
    lines.length = 0;
    const answer = await caller.get('/brands');
    expect(lines).toEqual([
      expect.objectContaining({
        msg: 'request',
        correlationId: answer.headers.get('x-correlation-id'),
        app: caller.partner.appId,
        company: caller.merchant.companyId,
        region: 'AE',
        operationId: 'listBrands',
        method: 'GET',
        status: 200,
        duration: expect.any(Number),
      }),
    ]);
  });

  test('never has a token, a secret or a body, whatever goes wrong', async () => {
    const caller = await service.connect();
    const { clientId, clientSecret } = caller.partner;
    const { UK } = service.databases.regions;
    await UK.query(`alter table region_uk.brands add constraint no_secret check (name <> 'Body of 500') not valid`);
    const forms = {
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: `client_secret=${clientSecret}&x=%`,
    };
    await caller.post(
      '/brands',
      { name: 'Body of 201', description: 'Body text' },
      { 'Idempotency-Key': 'Key of body' },
    );
    await caller.post('/brands', { name: 'Body of 400', colour: 'Body text' });
    await caller.post('/brands', '{"name":"Body of broken JSON"');
    expect((await caller.post('/brands', { name: 'Body of 500', description: 'Body text' })).status).toBe(500);
    await caller.get('/brands?search=Body+of+search');
    await send(
      service.apiUrl,
      'POST',
      '/token',
      json({ client_id: clientId, client_secret: clientSecret, merchant_id: 1 }),
    );
    await send(service.apiUrl, 'POST', '/token', forms);
    await send(service.apiUrl, 'GET', '/brands', { headers: { Authorization: `Bearer ${caller.token}x` } });
    const head = `POST /v1/brands HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${caller.token}\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n`;
    await abandon(service.apiUrl, `${head}{"name":"Body of given up"`);
    await caller.get('/brands');

    expect(lines.some(({ status }) => status === 500)).toBe(true);
    expect(lines.some(({ msg }) => msg === 'failed')).toBe(true);
    for (const secret of [caller.token, clientSecret, 'Body', 'Key of body']) expect(text()).not.toContain(secret);
    await UK.query('alter table region_uk.brands drop constraint no_secret');
  });
});
