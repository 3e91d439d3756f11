import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, test } from 'vitest';
import { SCOPES } from '../../../src/control/products.ts';
import { dayText, instantText, toInstant } from '../../../src/pages/kit/instants.ts';
import arabic from '../../../src/pages/languages/arabic.json' with { type: 'json' };
import english from '../../../src/pages/languages/english.json' with { type: 'json' };
import hindi from '../../../src/pages/languages/hindi.json' with { type: 'json' };
import { LANGUAGES } from '../../../src/pages/languages/languages.ts';
import { authorizeUrl, newScene } from '../../support/consent.ts';
import { freshDatabases } from '../../support/databases.ts';
import { FailingDatabases } from '../../support/failing-databases.ts';
import { startService } from '../../support/service.ts';
import { says, textOf, Visitor } from '../../support/web-visitor.ts';

const failing = new FailingDatabases(await freshDatabases());

const service = await startService({ databases: failing.databases });
afterAll(() => service.stop());
const { app, owner } = await newScene(service);
const visitor = await Visitor.signedIn(service, owner);

const stranger = (headers: Record<string, string> = {}) => new Visitor(service, headers);

describe('Every response of the web host', () => {
  const paths: [number, string, string][] = [
    [200, 'GET', '/?'],
    [200, 'GET', '/sign-in'],
    [303, 'GET', '/connections'],
    [400, 'GET', '/oauth/authorize'],
    [303, 'GET', '/oauth/consent/x'],
    [404, 'GET', '/nothing'],
    [404, 'GET', '/assets/nothing'],
    [405, 'PUT', '/sign-in'],
    [403, 'POST', '/sign-in'],
  ];

  test.each(paths)('(%i to %s %s) cannot be framed, stored, sniffed or scripted', async (status, method, path) => {
    const { headers, status: actual, html } = await stranger().send(method, path);
    expect(actual).toBe(status);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-security-policy':
        "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'",
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cache-control': 'no-store',
      vary: 'Accept-Language, Cookie',
      'content-language': 'en',
      'cross-origin-opener-policy': 'same-origin',
    });
    expect(headers.get('strict-transport-security')).toBeNull();
    expect(headers.get('x-correlation-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(html).not.toMatch(/<script|<style| style=| on\w+=/);
  });

  test('to a form that was opened at another address names the right one', async () => {
    const there = new Visitor({ webUrl: service.webUrl.replace('localhost', '127.0.0.1') });
    const answer = await there.fill('/sign-in', { email: owner.email, password: owner.password });
    expect(answer).toMatchObject(says(403, `Open this one instead: ${service.webUrl}`));
  });

  test("keeps the request's correlation id", async () => {
    const id = '0b9ab1a6-9f2f-4c1e-8f0a-1f6f0e6c5d11';
    const { headers, html } = await stranger({ 'X-Correlation-Id': id }).send('GET', '/nothing');
    expect([headers.get('x-correlation-id'), html.includes(id)]).toEqual([id, true]);
  });

  test('has no body for HEAD', async () => {
    for (const path of ['/', '/sign-in', '/nothing']) {
      const { status } = await stranger().send('GET', path);
      const head = await stranger().send('HEAD', path);
      expect(head).toMatchObject({ status, html: '' });
      expect(head.headers.get('content-type')).toBe('text/html; charset=utf-8');
    }
  });
});

describe('A statement about the traffic of an app', () => {
  test.each(['', '/statement.jwt', '/badge.svg'])('is no longer published at /statements/1%s', async (path) => {
    const answer = await stranger().send('GET', `/statements/1${path}`);
    expect(answer).toMatchObject(
      says(410, 'Statements about the traffic of apps, and their badges, are no longer published'),
    );
  });
});

describe('A path', () => {
  test.each(['/Connections', '/connections/', '/v1/brands', '/docs', '/favicon.ico', '/%ff', '/assets/../server.ts'])(
    '%s has no page',
    async (path) => {
      const answer = await visitor.send('GET', path);
      expect(answer).toMatchObject(says(404, 'Page not found'));
    },
  );

  test('of several slashes leads to no other host', async () => {
    // Sends the path unchanged, which `fetch` would not.
    const socket = connect(Number(new URL(service.webUrl).port), 'localhost');
    socket.end('GET //evil.example/?lang=ar HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    const raw = await text(socket);
    expect(raw).toMatch(/^HTTP\/1\.1 404 /);
    expect(raw).not.toMatch(/(href|action)="(https?:)?\/\/evil/);
  });
});

describe('A form', () => {
  test.each([
    [415, 'application/json', '{"email":"a"}'],
    [415, 'multipart/form-data; boundary=x', '--x--'],
    [415, 'text/plain', 'email=a'],
    [415, 'application/x-www-form-urlencoded; charset=utf-16', 'email=a'],
    [413, 'application/x-www-form-urlencoded', `email=${'a'.repeat(64 * 1024)}`],
    // A form that is badly percent-encoded is read, and its fields are wrong.
    [400, 'application/x-www-form-urlencoded', 'email=%zz&password=%ff'],
  ])('is rejected with %i as %s', async (status, type, body) => {
    const headers = { Origin: service.webUrl, 'Content-Type': type };
    expect((await stranger().send('POST', '/sign-in', { body, headers })).status).toBe(status);
  });
});

test('The stylesheet and the icon are named by their content and cached for ever', async () => {
  const { html } = await stranger().send('GET', '/');
  const paths = [...html.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path);
  expect(paths.length).toBeGreaterThan(1);
  for (const path of paths) {
    const { status, headers } = await stranger().send('GET', path);
    const caching = ['cache-control', 'vary'].map((name) => headers.get(name));
    expect([status, ...caching]).toEqual([200, 'public, max-age=31536000, immutable', null]);
    expect(headers.get('content-type')).toMatch(/^(text\/css|image\/svg\+xml)/);
  }
});

test('While the database is unavailable, a page reports it, without a stack trace', async () => {
  for (const [error, status, text] of [
    [Object.assign(new Error('secret detail'), { code: 'ECONNREFUSED' }), 503, ''],
    [new Error('secret detail'), 500, 'Something went wrong'],
  ] as const)
    await failing.while(error, async () => {
      const answer = await visitor.send('GET', '/connections');
      expect(answer).toMatchObject(says(status, text));
      expect(answer.headers.get('retry-after')).toBe(status === 503 ? '5' : null);
      expect(answer.html).not.toMatch(/secret|at \w+ \(/);
    });
  expect((await visitor.send('GET', '/connections')).status).toBe(200);
});

describe('The language', () => {
  test.each([
    [undefined, 'en'],
    ['en-US', 'en'],
    ['ar', 'ar'],
    ['ar-AE,ar;q=0.9,en;q=0.8', 'ar'],
    ['hi-IN', 'hi'],
    ['de, hi;q=0.5', 'hi'],
    ['de', 'en'],
    ['en;q=0.1, hi;q=0.9', 'hi'],
    ['*', 'en'],
    ['ar;q=0', 'en'],
    [';;;', 'en'],
  ])('for Accept-Language %s is %s', async (header, code) => {
    const { html, headers } = await stranger(header ? { 'Accept-Language': header } : {}).send('GET', '/');
    expect(headers.get('content-language')).toBe(code);
    expect(html).toContain(`<html lang="${code}" dir="${code === 'ar' ? 'rtl' : 'ltr'}">`);
  });

  test('stays as chosen', async () => {
    const person = stranger({ 'Accept-Language': 'hi' });
    for (const path of ['/?lang=ar', '/sign-in', '/?lang=de', '/?lang=', '/?lang=__proto__', '/?lang=AR'])
      expect((await person.send('GET', path)).headers.get('content-language'), path).toBe('ar');
  });

  test('can be changed on every page without losing what the page is about', async () => {
    const page = await visitor.open(authorizeUrl(app, { response_type: 'code' }));
    const [, href = ''] = /<a href="([^"]*)" lang="ar"/.exec(page.html) ?? [];
    const arabic = await visitor.send('GET', new URL(href, service.webUrl + page.path).href);
    expect([arabic.status, arabic.headers.get('content-language')]).toEqual([200, 'ar']);
    expect(arabic.text).toContain('السماح والتوصيل');
    expect(arabic.html).toContain('<bdi>FULL app</bdi>');
    await visitor.send('GET', '/connections?lang=en');
  });

  test('on an error page keeps the request', async () => {
    const { html } = await stranger().send('GET', authorizeUrl(app, { state: undefined }));
    const [, href = ''] = /<a href="([^"]*)" lang="hi"/.exec(html) ?? [];
    const hindi = await stranger().send('GET', `/oauth/authorize${href.replaceAll('&amp;', '&')}`);
    const headers = ['x-tillgate-error', 'content-language'].map((name) => hindi.headers.get(name));
    expect(headers).toEqual(['oauth.state_required', 'hi']);
  });

  test.each(LANGUAGES.map((language) => [language.code, language] as const))(
    '%s has every page, with no text in another language',
    async (code, language) => {
      const person = await Visitor.signedIn(service, owner, { 'Accept-Language': code });
      const { say } = language;
      for (const [path, sentence] of [
        ['/connections', say.connections.none],
        ['/access-requests', say.accessRequests.none],
        ['/people', say.people.inviteLead],
        ['/account', say.account.sessions],
        ['/account/password', say.newPassword.hint],
        ['/account/two-step', say.twoStep.lead],
        ['/forgotten-password', say.forgottenPassword.noMail],
        [`/new-password/${'x'.repeat(43)}`, say.newPassword.expired],
        [`/invitations/${'x'.repeat(43)}`, say.invitation.expired],
        ['/sign-out', say.signOut.lead],
        ['/nothing', say.problems.notFound.text],
        [authorizeUrl(app), say.consent.may],
        ['/oauth/authorize', say.consentErrors['oauth.client_not_found']],
      ] as const) {
        const page = await person.open(path);
        expect(page.text).toContain(sentence);
        if (code === 'en')
          expect(page.html.replaceAll(/<footer.*<\/footer>/gs, '')).toMatch(/^[ -~“”’–·\u2068\u2069\s]*$/);
      }
    },
  );

  test('has a different text for each sentence in each language', () => {
    const inEnglish = (texts: object) => JSON.stringify(texts).match(/"[^"]*[a-z]{3} [a-z]{2}[^"]*"/g);
    expect(inEnglish(english)?.length).toBeGreaterThan(90);
    for (const other of [arabic, hindi]) expect(inEnglish(other)).toBeNull();
  });

  test('has the texts and the placeholders of the others in each language', () => {
    const placeholders = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort();
    const shapeOf = (texts: object): unknown =>
      Object.entries(texts).map(([key, text]) => [key, typeof text === 'string' ? placeholders(text) : shapeOf(text)]);
    for (const other of [arabic, hindi]) expect(shapeOf(other)).toEqual(shapeOf(english));
  });

  test('has a sentence for everything that a product can change', () => {
    const scopes: string[] = Object.values(SCOPES).flat();
    const writable = new Set(scopes.filter((scope) => scope.endsWith('.write')));
    for (const { say } of LANGUAGES) {
      const worded = Object.entries(say.permissions).filter(([, sentences]) => 'write' in sentences);
      expect(new Set(worded.map(([resource]) => `${resource}.write`))).toEqual(writable);
    }
  });
});

describe('An instant', () => {
  const AT = Date.parse('2026-03-01T22:30:05Z');
  const languageOf = (code: string) => LANGUAGES.find((each) => each.code === code) ?? LANGUAGES[0];

  test.each([
    ['en', '1 Mar 2026, 22:30 UTC', '1 Mar 2026 (UTC)'],
    ['ar', '1 مارس 2026، 22:30 UTC', '1 مارس 2026 (UTC)'],
    ['hi', '1 मार्च 2026, 22:30 UTC', '1 मार्च 2026 (UTC)'],
  ])('in %s is %s, on %s', (code, instant, day) => {
    const language = languageOf(code);
    expect([instantText(language, AT), dayText(language, '2026-03-01')]).toEqual([instant, day]);
  });

  test('that needs its seconds has them in the same format', () => {
    expect(instantText(languageOf('en'), AT, 'second')).toBe('1 Mar 2026, 22:30:05 UTC');
  });

  test.each([
    '2026-03-02 08:15:30+00',
    '2026-03-02 08:15:30.000+00',
    '2026-03-02 13:45:30+05:30',
    '2026-03-02T08:15:30Z',
  ])('is read from %s', (text) => {
    expect(toInstant(text)).toBe(Date.parse('2026-03-02T08:15:30Z'));
  });
});

describe('A form that is rejected', () => {
  test.each(LANGUAGES.map((language) => [language.code, language] as const))(
    'in %s says so in the title, and leads from the top of the page to its fields',
    async (code, { say }) => {
      const person = await Visitor.signedIn(service, owner, { 'Accept-Language': code });
      const answer = await person.fill('/people', { email: 'dan', role: 'owner' });
      expect(answer.html).toContain(`<title>${say.problem.title(say.people.title)} ·`);
      const [, summary = ''] =
        /<section class="problems" tabindex="-1" autofocus[^>]*>(.*?)<\/section>/s.exec(answer.html) ?? [];
      expect(textOf(summary)).toBe(`${say.problem.heading} ${say.people.badEmail}`);
      expect(summary).toContain('href="#email"');
      expect(answer.html).toContain('aria-describedby="email-problem"');
    },
  );

  test('is announced by its title where the problem belongs to no field', async () => {
    const wrong = { email: owner.email, password: 'no horse battery' };
    const answer = await stranger().fill('/sign-in', wrong);
    expect(answer.html).toContain('<title>Error: Sign in ·');
  });
});
