import { document, RESOURCE_OPERATIONS } from '../../contract/bundle.ts';
import { UNKNOWN_ID } from '../../driver/requests/factor.ts';
import type { Answer } from '../../http/send.ts';
import { type Case, subject } from '../../run/case.ts';
import { appIdOf, register, unregister, withNewApp } from '../fixtures/developer-console.ts';

/** Scripts on pages of other origins (CORS), and OPTIONS. */

const example = subject('examples', 'origins');

const timed = subject('time', 'origins', { clock: true });

/** Seconds after which a change of an app's origins has taken effect. */
const EFFECT = 31;

const STRANGER = 'https://stranger.example';
const PREFLIGHT = { Origin: STRANGER, 'Access-Control-Request-Method': 'GET' };
const ALLOWED = 'access-control-allow-origin';
const EXPOSED = 'access-control-expose-headers';

/** Headers that browsers always show to scripts (Fetch Standard), or that are not for scripts. */
const SAFE =
  /^(?:cache-control|content-(?:encoding|language|length|type)|expires|last-modified|pragma|vary|access-control-.*)$/i;

/** Every name in an object of headers, anywhere in the contract. */
function headersIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) =>
    name === 'headers' && !Array.isArray(one) ? Object.keys(one as object) : headersIn(one),
  );
}

const RESOURCES: readonly [string, unknown][] = Object.entries(document.paths).filter(([path]) =>
  RESOURCE_OPERATIONS.some((operation) => operation.path === path),
);

const RESPONSE_HEADERS = new Set(
  [RESOURCES, document.components.responses].flatMap(headersIn).filter((name) => !SAFE.test(name)),
);

const SENT = new Set([
  ...['Authorization', 'Content-Type'],
  ...RESOURCE_OPERATIONS.flatMap(({ parameters }) =>
    parameters.filter((one) => one.in === 'header').map(({ name }) => name),
  ),
]);

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
    ['cors.unregistered', 'http.vary'],
    'a page whose origin no app has registered reads nothing, and no page sends cookies',
    async (t) => {
      for (const answer of [
        await t.session.send('OPTIONS', '/brands', { headers: PREFLIGHT }),
        await t.as().get('/brands', { Origin: STRANGER }),
        await t.as().get('/brands'),
        await t.session.send('GET', '/brands', { headers: { Origin: STRANGER } }),
      ]) {
        t.equal(answer.headers[ALLOWED], undefined, 'Access-Control-Allow-Origin', answer);
        t.equal(answer.headers['access-control-allow-credentials'], undefined, 'Allow-Credentials', answer);
        t.check(/\borigin\b/i.test(answer.headers.vary ?? ''), 'Vary has no Origin', answer);
      }
    },
  ),
  example(
    'headers',
    ['cors.headers'],
    'scripts can read every header of the contract, and send those that it takes, but no key',
    async (t) => {
      const headers = { Origin: STRANGER, 'Access-Control-Request-Method': 'GET' };
      const contract = await t.session.send('GET', '/openapi.json', { headers });
      const preflight = await t.session.send('OPTIONS', '/openapi.json', { headers });
      const missing = (names: readonly string[], list = '') => {
        const listed = new Set(list.toLowerCase().split(/, */));
        return names.filter((name) => !listed.has(name.toLowerCase()));
      };
      const unread = missing([...RESPONSE_HEADERS].toSorted(), contract.headers[EXPOSED]);
      t.equal(unread, [], 'the headers that scripts cannot read', contract);
      const unsent = missing([...SENT, 'X-API-Key'], preflight.headers['access-control-allow-headers']);
      t.equal(unsent, ['X-API-Key'], 'the headers that scripts cannot send', preflight);
    },
  ),
  timed(
    'registered',
    ['cors.registered', 'oauth.no_cors'],
    "a page reads the responses of an app, and of no other, as long as the page's origin is registered for it",
    async (t) => {
      const [own, other, walled] = [t.as(), t.as('other'), t.as('walled')];
      const appId = appIdOf(await own.token());
      const origin = `https://${t.name().toLowerCase()}.example`;
      const preflight = { Origin: origin, 'Access-Control-Request-Method': 'GET' };
      const readable = async () => {
        const answers = [
          await own.get('/brands', { Origin: origin }),
          await own.get(`/brands/${UNKNOWN_ID}`, { Origin: origin }),
          await t.session.send('OPTIONS', '/brands', { headers: preflight }),
          await t.session.send('GET', '/brands', { headers: { Origin: origin } }),
          await other.get('/brands', { Origin: origin }),
          await walled.get('/brands', { Origin: origin }),
          await t.session.send('OPTIONS', '/oauth/token', { headers: preflight }),
        ];
        const [{ headers }] = answers as [Answer];
        return [
          ...answers.map((answer) => answer.headers[ALLOWED] ?? null),
          headers[EXPOSED]?.includes('ETag') ?? null,
        ];
      };
      const nothing = Array(8).fill(null);
      t.equal(await readable(), nothing, 'what the page reads before the origin is registered');
      await register(t, appId, 'origin', origin);
      await t.session.clock.advance(EFFECT);
      t.equal(await readable(), [origin, origin, origin, origin, null, null, null, true], 'what it reads once it is');
      await unregister(t, appId, 'origin', origin);
      await t.session.clock.advance(EFFECT);
      t.equal(await readable(), nothing, 'what it reads after that');
    },
  ),
  timed('archived', ['cors.registered'], 'the origin of an archived app may send nothing', async (t) => {
    const origin = `https://${t.name().toLowerCase()}.example`;
    const headers = { Origin: origin, 'Access-Control-Request-Method': 'GET' };
    const allowed = async () => (await t.session.send('OPTIONS', '/brands', { headers })).headers[ALLOWED];
    await withNewApp(t, 'FULL', async ({ id }) => {
      await register(t, id, 'origin', origin);
      await t.session.clock.advance(EFFECT);
      t.equal(await allowed(), origin, 'the origin that a preflight allows');
    });
    await t.session.clock.advance(EFFECT);
    t.equal(await allowed(), undefined, 'the same once the app is archived');
  }),
  example('options', ['http.options'], 'OPTIONS is 204 with Allow, and needs no credential', async (t) => {
    for (const [path, methods] of [
      ['/oauth/token', 'OPTIONS, POST'],
      ['/openapi.json', 'GET, HEAD, OPTIONS'],
    ] as const) {
      const answer = await t.session.send('OPTIONS', path);
      t.expectStatus(answer, 204);
      t.equal((answer.headers.allow ?? '').split(', ').toSorted().join(', '), methods, 'Allow', answer);
    }
  }),
];
