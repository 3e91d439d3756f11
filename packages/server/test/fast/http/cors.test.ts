import document from '@tillgate/openapi/openapi.json' with { type: 'json' };
import { describe, expect, test } from 'vitest';
import { APP_ORIGINS } from '../../../src/directory/apps/app-origins.ts';
import { archiveApp } from '../../../src/directory/apps/apps.ts';
import { EXPOSED } from '../../../src/http/cors.ts';
import { send } from '../../support/api-caller.ts';
import { sendBytes } from '../../support/raw-http.ts';
import { sharedService } from '../../support/service.ts';

const OWN = 'https://shop.example';
const OTHERS = 'https://other.example:8443';
/** Long enough for cached origins to be read again. */
const HALF_A_MINUTE = 30_001;

const service = await sharedService();
const caller = await service.connect();
const other = await service.connect();
await service.control((tx) => APP_ORIGINS.add(tx, caller.partner.appId, OWN));
await service.control((tx) => APP_ORIGINS.add(tx, other.partner.appId, OTHERS));

const allowed = ({ headers }: { headers: Headers }) => headers.get('access-control-allow-origin');

const options = (path: string, headers: Record<string, string> = {}) =>
  fetch(service.apiUrl.replace(/\/v1$/, path), { method: 'OPTIONS', headers });

const preflight = (path: string, origin: string, method = 'PATCH') =>
  options(path, { Origin: origin, 'Access-Control-Request-Method': method });

describe('A preflight', () => {
  test('allows an origin that an app has registered, for ten minutes, and never credentials', async () => {
    const answer = await preflight('/v1/brands/7', OWN);
    expect([answer.status, await answer.text()]).toEqual([204, '']);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'access-control-allow-origin': OWN,
      'access-control-allow-methods': 'GET, HEAD, OPTIONS, PATCH',
      'access-control-max-age': '600',
      vary: 'Origin',
    });
    const sent = answer.headers.get('access-control-allow-headers')?.toLowerCase().split(', ');
    expect(sent).toEqual(expect.arrayContaining(['authorization', 'content-type', 'if-match', 'idempotency-key']));
    expect(sent).not.toContain('x-api-key');
    expect(answer.headers.has('access-control-allow-credentials')).toBe(false);
  });

  test.each([
    ['that nobody has registered', '/v1/brands', 'https://evil.example'],
    ['that only begins like a registered one', '/v1/brands', `${OWN}.evil.example`],
    ['of another scheme', '/v1/brands', OWN.replace('https', 'http')],
    ['of a sandboxed page', '/v1/brands', 'null'],
    ['that is registered, at the token endpoint', '/v1/oauth/token', OWN],
    ['that is registered, at the sandbox mint', '/v1/token', OWN],
  ])('does not allow an origin %s', async (_, path, origin) => {
    const answer = await preflight(path, origin, 'POST');
    expect([answer.status, allowed(answer)]).toEqual([204, null]);
  });

  test('follows a removal, and the archiving of an app, within 30 seconds', async () => {
    const { partner } = await service.connect();
    const origin = 'http://localhost:5173';
    await service.control((tx) => APP_ORIGINS.add(tx, partner.appId, origin));
    service.advance(HALF_A_MINUTE);
    expect(allowed(await preflight('/v1/brands', origin))).toBe(origin);
    await service.control((tx) => APP_ORIGINS.remove(tx, partner.appId, origin));
    service.advance(HALF_A_MINUTE);
    expect(allowed(await preflight('/v1/brands', origin))).toBeNull();
    await service.control((tx) => APP_ORIGINS.add(tx, partner.appId, origin));
    await service.control((tx) => archiveApp(tx, partner.appId));
    service.advance(HALF_A_MINUTE);
    expect(allowed(await preflight('/v1/brands', origin))).toBeNull();
  });
});

describe('A response', () => {
  const brands = (origin: string, headers = {}) => caller.get('/brands', { Origin: origin, ...headers });

  test('is readable by the origins of the app that the token is for, and by no other', async () => {
    const own = await brands(OWN);
    expect([own.status, allowed(own), own.headers.get('vary')]).toEqual([200, OWN, expect.stringContaining('Origin')]);
    expect(own.headers.has('access-control-allow-credentials')).toBe(false);
    for (const origin of [OTHERS, 'https://evil.example', 'null']) expect(allowed(await brands(origin))).toBeNull();
  });

  test('varies by origin even where none was sent', async () => {
    const { headers } = await caller.get('/brands');
    expect([headers.get('vary'), allowed({ headers })]).toEqual([expect.stringContaining('Origin'), null]);
  });

  test('is readable when it is an error, so that a page can renew its token', async () => {
    const refused = await caller.get('/brands/0', { Origin: OWN });
    expect([refused.status, allowed(refused)]).toEqual([400, OWN]);
    const expired = await send(service.apiUrl, 'GET', '/brands', {
      headers: { Origin: OWN, Authorization: 'Bearer x' },
    });
    expect([expired.status, allowed(expired)]).toEqual([401, OWN]);
    const foreign = await caller.get('/brands/0', { Origin: OTHERS });
    expect([foreign.status, allowed(foreign)]).toEqual([400, null]);
  });

  test('exposes every header of the contract', async () => {
    const exposed = (await brands(OWN)).headers.get('access-control-expose-headers')?.split(', ');
    expect(exposed).toEqual(EXPOSED);
    const names = Object.values(document.paths).flatMap((path) =>
      Object.values(path).flatMap((operation) =>
        Object.values((operation as { responses?: object }).responses ?? {}).flatMap((response) =>
          Object.keys((response as { headers?: object }).headers ?? {}),
        ),
      ),
    );
    // Headers that any script may read, the headers that tell the browser so, and those of the consent screen.
    const others = new Set(['Cache-Control', 'Content-Language', 'Pragma', 'Set-Cookie', 'Vary', 'X-Tillgate-Error']);
    const isOther = (name: string) => others.has(name) || name.startsWith('Access-Control-');
    expect([...new Set(names)].filter((name) => !exposed?.includes(name) && !isOther(name))).toEqual([]);
  });
});

describe('OPTIONS', () => {
  test('on the whole server names every method', async () => {
    const { status, headers } = await sendBytes(
      service.apiUrl,
      'OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    );
    expect([status, headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS, PATCH, POST']);
  });

  test('on an unknown path is 404', async () => {
    expect((await options('/v1/nowhere')).status).toBe(404);
  });
});
