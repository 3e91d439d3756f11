import { connect } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { SCOPES } from '../../../src/credentials/products.ts';
import { dayText, instantText, toInstant } from '../../../src/web/kit/page/instants.ts';
import { ARABIC } from '../../../src/web/languages/arabic.ts';
import { ENGLISH } from '../../../src/web/languages/english.ts';
import { HINDI } from '../../../src/web/languages/hindi.ts';
import { LANGUAGES } from '../../../src/web/languages/languages.ts';
import { authorizeUrl, newScene } from '../../support/consent.ts';
import { freshDatabases } from '../../support/databases.ts';
import { FailingDatabases } from '../../support/failing-databases.ts';
import { startService } from '../../support/service.ts';
import { textOf, Visitor } from '../../support/web-visitor.ts';

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
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'",
    );
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('same-origin');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('vary')).toBe('Accept-Language, Cookie');
    expect(headers.get('content-language')).toBe('en');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('strict-transport-security')).toBeNull();
    expect(headers.get('x-correlation-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(html).not.toMatch(/<script|<style| style=| on\w+=/);
  });

  test("keeps the request's correlation id", async () => {
    const id = '0b9ab1a6-9f2f-4c1e-8f0a-1f6f0e6c5d11';
    const { headers, html } = await stranger({ 'X-Correlation-Id': id }).send('GET', '/nothing');
    expect([headers.get('x-correlation-id'), html.includes(id)]).toEqual([id, true]);
  });

  test('has no body for HEAD', async () => {
    for (const path of ['/', '/sign-in', '/nothing']) {
      const [get, head] = [await stranger().send('GET', path), await stranger().send('HEAD', path)];
      expect([head.status, head.html, head.headers.get('content-type')]).toEqual([
        get.status,
        '',
        'text/html; charset=utf-8',
      ]);
    }
  });
});

describe('Methods', () => {
  test.each([
    ['/', 'HEAD, GET'],
    ['/sign-in', 'HEAD, GET, POST'],
    ['/sign-out', 'HEAD, GET, POST'],
    ['/oauth/authorize', 'HEAD, GET'],
    ['/oauth/consent/x', 'HEAD, GET, POST'],
    ['/connections', 'HEAD, GET'],
    ['/connections/1/disconnect', 'HEAD, GET, POST'],
    ['/access-requests', 'HEAD, GET'],
    ['/access-requests/1', 'HEAD, GET, POST'],
  ])('of %s are %s, and others are rejected', async (path, allowed) => {
    const offered = allowed.split(', ').sort();
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const answer = await visitor.send(method, path);
      if (offered.includes(method)) expect(answer.status).not.toBe(405);
      else expect([method, answer.status, answer.headers.get('allow')]).toEqual([method, 405, offered.join(', ')]);
    }
  });

  test.each(['/Connections', '/connections/', '/v1/brands', '/docs', '/favicon.ico', '/%ff', '/assets/../server.ts'])(
    '%s is a page that does not exist',
    async (path) => {
      const answer = await visitor.send('GET', path);
      expect([answer.status, textOf(answer.html)]).toEqual([404, expect.stringContaining('Page not found')]);
    },
  );

  test('a path of several slashes leads to no other host', async () => {
    const raw = await rawGet('//evil.example/?lang=ar');
    expect(raw).toMatch(/^HTTP\/1\.1 404 /);
    expect(raw).not.toMatch(/(href|action)="(https?:)?\/\/evil/);
  });
});

/** Sends the path unchanged, which `fetch` would not. */
function rawGet(path: string): Promise<string> {
  const { port } = new URL(service.webUrl);
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(Number(port), 'localhost', () => {
      socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    });
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('end', () => resolve(text)).on('error', reject);
  });
}

describe('A form', () => {
  const send = (type: string, body: string) =>
    stranger().send('POST', '/sign-in', { body, headers: { Origin: service.webUrl, 'Content-Type': type } });

  test.each([
    ['application/json', '{"email":"a"}'],
    ['multipart/form-data; boundary=x', '--x--'],
    ['text/plain', 'email=a'],
    ['application/x-www-form-urlencoded; charset=utf-16', 'email=a'],
  ])('is rejected as %s', async (type, body) => {
    expect((await send(type, body)).status).toBe(415);
  });

  test('is limited in size', async () => {
    expect((await send('application/x-www-form-urlencoded', `email=${'a'.repeat(64 * 1024)}`)).status).toBe(413);
  });

  test.each([
    ['/account/password'],
    ['/connections/1/disconnect'],
    ['/oauth/consent/x'],
    ['/console/apps/1/settings'],
    ['/operator/people/1'],
  ])('of %s is not read without a session', async (path) => {
    const body = `a=${'a'.repeat(64 * 1024)}`;
    const answer = await stranger().post(path, { a: body });
    expect([answer.status, answer.location]).toEqual([303, expect.stringMatching(/^\/sign-in/)]);
  });

  test('can be badly percent-encoded', async () => {
    expect((await send('application/x-www-form-urlencoded', 'email=%zz&password=%ff')).status).toBe(400);
  });
});

describe('The stylesheet and the icon', () => {
  test('are named by their content and cached for ever', async () => {
    const { html } = await stranger().send('GET', '/');
    const paths = [...html.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, path]) => path as string);
    expect(paths.length).toBeGreaterThan(1);
    for (const path of paths) {
      const answer = await stranger().send('GET', path);
      expect([answer.status, answer.headers.get('cache-control'), answer.headers.get('vary')]).toEqual([
        200,
        'public, max-age=31536000, immutable',
        null,
      ]);
      expect(answer.headers.get('content-type')).toMatch(/^(text\/css|image\/svg\+xml)/);
    }
  });
});

describe('While the database is unavailable', () => {
  test('a page reports it, without a stack trace', async () => {
    await failing.while(Object.assign(new Error('secret detail'), { code: 'ECONNREFUSED' }), async () => {
      const answer = await visitor.send('GET', '/connections');
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
      expect(answer.html).not.toMatch(/secret|at \w+ \(/);
    });
    await failing.while(new Error('secret detail'), async () => {
      const answer = await visitor.send('GET', '/connections');
      expect([answer.status, textOf(answer.html)]).toEqual([500, expect.stringContaining('Something went wrong')]);
      expect(answer.html).not.toMatch(/secret|at \w+ \(/);
    });
    expect((await visitor.send('GET', '/connections')).status).toBe(200);
  });
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
    expect((await person.send('GET', '/?lang=ar')).headers.get('content-language')).toBe('ar');
    expect((await person.send('GET', '/sign-in')).headers.get('content-language')).toBe('ar');
    for (const other of ['de', '', '__proto__', 'AR']) {
      expect((await person.send('GET', `/?lang=${other}`)).headers.get('content-language')).toBe('ar');
    }
  });

  test('can be changed on every page without losing what the page is about', async () => {
    const page = await visitor.open(authorizeUrl(app, { response_type: 'code' }));
    const [, href = ''] = /<a href="([^"]*)" lang="ar"/.exec(page.html) ?? [];
    const arabic = await visitor.send(
      'GET',
      new URL(href, service.webUrl + page.path).href.replace(service.webUrl, ''),
    );
    expect([arabic.status, arabic.headers.get('content-language')]).toEqual([200, 'ar']);
    expect(textOf(arabic.html)).toContain('السماح والتوصيل');
    expect(arabic.html).toContain('<bdi>FULL app</bdi>');
    await visitor.send('GET', '/connections?lang=en');
  });

  test('on an error page keeps the request', async () => {
    const { html } = await stranger().send('GET', authorizeUrl(app, { state: undefined }));
    const [, href = ''] = /<a href="([^"]*)" lang="hi"/.exec(html) ?? [];
    const hindi = await stranger().send('GET', `/oauth/authorize${href.replaceAll('&amp;', '&')}`);
    expect([hindi.headers.get('x-tillgate-error'), hindi.headers.get('content-language')]).toEqual([
      'oauth.state_required',
      'hi',
    ]);
  });

  test.each(LANGUAGES.map((language) => [language.code, language] as const))(
    '%s has every page, with no text in another language',
    async (code, language) => {
      const person = stranger({ 'Accept-Language': code });
      await person.signIn(owner);
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
        expect(textOf(page.html)).toContain(sentence);
        if (code === 'en')
          expect(page.html.replaceAll(/<footer.*<\/footer>/gs, '')).toMatch(/^[ -~“”’–·\u2068\u2069\s]*$/);
      }
    },
  );

  test('has a different text for each sentence in each language', () => {
    for (const other of [ARABIC, HINDI]) {
      const [english, translated] = [ENGLISH, other].map((words) =>
        JSON.stringify(words).match(/"[^"]*[a-z]{3} [a-z]{2}[^"]*"/g),
      );
      expect(english?.length).toBeGreaterThan(90);
      expect(translated).toBeNull();
    }
  });

  test('has a sentence for everything that a product can change', () => {
    const writable = new Set(
      Object.values(SCOPES)
        .flat()
        .filter((scope) => scope.endsWith('.write')),
    );
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
      const person = new Visitor(service, { 'Accept-Language': code });
      await person.signIn(owner);
      const answer = await person.submit(await person.open('/people'), '/people', { email: 'dan', role: 'owner' });
      expect(answer.html).toContain(`<title>${say.problem.title(say.people.title)} ·`);
      const [, summary = ''] =
        /<section class="problems" tabindex="-1" autofocus[^>]*>(.*?)<\/section>/s.exec(answer.html) ?? [];
      expect(textOf(summary)).toBe(`${say.problem.heading} ${say.people.badEmail}`);
      expect(summary).toContain('href="#email"');
      expect(answer.html).toContain('aria-describedby="email-problem"');
    },
  );

  test('is announced by its title where the problem belongs to no field', async () => {
    const person = new Visitor(service);
    const wrong = { email: owner.email, password: 'no horse battery' };
    const answer = await person.submit(await person.open('/sign-in'), '/sign-in', wrong);
    expect(answer.html).toContain('<title>Error: Sign in ·');
  });
});
