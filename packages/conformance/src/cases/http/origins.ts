import { type Case, subject } from '../../engine/case.ts';

/** Scripts on pages of other origins (CORS), and OPTIONS. */

const example = subject('examples', 'origins');

const STRANGER = 'https://stranger.example';
const PREFLIGHT = { Origin: STRANGER, 'Access-Control-Request-Method': 'GET' };
const ALLOWED = 'access-control-allow-origin';

export const ORIGIN_CASES: readonly Case[] = [
  example('documents', ['cors.documents'], 'scripts of any page can read the public documents', async (t) => {
    for (const path of ['/openapi.json', '/.well-known/jwks.json', '/.well-known/oauth-authorization-server']) {
      const preflight = await t.session.send('OPTIONS', path, { headers: PREFLIGHT });
      for (const answer of [preflight, await t.session.send('GET', path, { headers: { Origin: STRANGER } })])
        t.equal(answer.headers[ALLOWED], '*', 'Access-Control-Allow-Origin', answer);
      const methods = (preflight.headers['access-control-allow-methods'] ?? '').split(', ');
      t.check(methods.includes('GET'), 'the preflight does not allow GET', preflight);
    }
  }),
  example(
    'unregistered',
    ['cors.unregistered'],
    'a page whose origin no app has registered reads nothing, and no page sends cookies',
    async (t) => {
      for (const answer of [
        await t.session.send('OPTIONS', '/brands', { headers: PREFLIGHT }),
        await t.as().get('/brands', { Origin: STRANGER }),
        await t.session.send('GET', '/brands', { headers: { Origin: STRANGER } }),
      ]) {
        t.equal(answer.headers[ALLOWED], undefined, 'Access-Control-Allow-Origin', answer);
        t.equal(answer.headers['access-control-allow-credentials'], undefined, 'Allow-Credentials', answer);
      }
    },
  ),
  example('options', ['http.options'], 'OPTIONS is 204 with Allow, and needs no credential', async (t) => {
    for (const [path, methods] of [
      ['/brands', 'GET, HEAD, OPTIONS, POST'],
      ['/brands/1', 'GET, HEAD, OPTIONS, PATCH'],
      ['/oauth/token', 'OPTIONS, POST'],
      ['/openapi.json', 'GET, HEAD, OPTIONS'],
    ] as const) {
      const answer = await t.session.send('OPTIONS', path);
      t.expectStatus(answer, 204);
      t.equal((answer.headers.allow ?? '').split(', ').toSorted().join(', '), methods, 'Allow', answer);
    }
  }),
];
