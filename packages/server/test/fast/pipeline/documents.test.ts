import { describe, expect, test } from 'vitest';
import { PublicFile } from '../../../src/pipeline/respond.ts';
import { send } from '../../support/api-caller.ts';
import { sharedService, startService } from '../../support/service.ts';

const service = await sharedService();

const page = (path: string) => fetch(new URL(path, service.apiUrl));
const htmlOf = async (path: string) => (await page(path)).text();

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
    const html = await htmlOf('/docs');
    expect(html.replaceAll(service.webUrl, '')).not.toMatch(/(?:https?:)?\/\/[a-z]/i);
    const sources = [...html.matchAll(/(?:src|href)="(\/docs\/[^"]+)"/g)].map(([, source]) => source as string);
    expect(sources).toEqual(expect.arrayContaining(['/docs/style.css', '/docs/reference.js', '/docs/start.js']));
    for (const source of sources) expect([source, (await page(source)).status]).toEqual([source, 200]);
    expect(await htmlOf('/docs/start.js')).not.toMatch(/https?:/);
  });

  test('lists the operations without a script, and leads to the contract, the guides and the console', async () => {
    const html = await htmlOf('/docs');
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
    const text = await htmlOf('/docs/openapi.json');
    expect(text.includes('[`partner.route_not_found`](/docs/guides/errors#partnerroute_not_found)')).toBe(true);
  });

  test('shows each operation with its call of the client, and fills in no filter', async () => {
    const { paths } = JSON.parse(await htmlOf('/docs/openapi.json'));
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
    const html = await htmlOf('/docs/guides/quick-start');
    expect(html).toContain(`${service.apiUrl}/token`);
    const signIn = await htmlOf('/docs/guides/authorization');
    expect(signIn).toContain(`href="${service.webUrl}"`);
    expect(html + signIn).not.toMatch(/localhost:300[01]\b/);
  });

  test('lead from an error code of any endpoint to what it means', async () => {
    const html = await htmlOf('/docs/guides/authorization');
    expect(html).toContain('<a href="/docs/guides/errors#oauthgrant_revoked"><code>oauth.grant_revoked</code></a>');
  });
});

test('A file is compressed once, however often it is requested', async () => {
  const file = new PublicFile('text/javascript', 'x'.repeat(100_000));
  for (const encoding of ['br', 'gzip'] as const) {
    const [first, second] = await Promise.all([file.encoded(encoding), file.encoded(encoding)]);
    expect([second, await file.encoded(encoding)].every((bytes) => bytes === first)).toBe(true);
  }
});

test('GET /openapi.json has the public URLs behind a proxy', async () => {
  const settings = { TILLGATE_API_URL: 'https://api.example.com', TILLGATE_WEB_URL: 'https://connect.example.com' };
  const deployed = await startService({ databases: { ...service.databases, close: async () => {} }, settings });
  try {
    const { body } = await send(`http://localhost:${deployed.ports.api}/v1`, 'GET', '/openapi.json');
    expect(body.servers[0].url).toBe('https://api.example.com/v1');
    expect(JSON.stringify(body.components.securitySchemes)).not.toContain('localhost');
  } finally {
    await deployed.stop();
  }
});

describe('The web host', () => {
  test('has a start page that links to the reference', async () => {
    const answer = await fetch(service.webUrl);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(await answer.text()).toContain(`href="${new URL('/docs', service.apiUrl)}"`);
  });

  test('has a page for unknown paths, without a script', async () => {
    for (const path of ['/docs', '/<script>']) {
      const answer = await fetch(service.webUrl + path);
      expect([path, answer.status]).toEqual([path, 404]);
      const html = await answer.text();
      expect(html).toContain('Page not found');
      expect(html).not.toContain('<script');
    }
  });
});
