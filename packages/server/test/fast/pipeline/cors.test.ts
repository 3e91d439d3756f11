import { expect, test } from 'vitest';
import { APP_ORIGINS } from '../../../src/control/app-addresses.ts';
import { sendBytes } from '../../support/raw-http.ts';
import { sharedService } from '../../support/service.ts';

const OWN = 'https://shop.example';

const service = await sharedService();
const caller = await service.connect();
await service.control((tx) => APP_ORIGINS.add(tx, caller.partner.appId, OWN));

const preflight = (path: string, origin: string, method: string) =>
  fetch(service.apiUrl + path, {
    method: 'OPTIONS',
    headers: { Origin: origin, 'Access-Control-Request-Method': method },
  });

test('A preflight from a registered origin allows the methods of the path for ten minutes', async () => {
  const { headers } = await preflight('/brands/7', OWN, 'PATCH');
  expect(Object.fromEntries(headers)).toMatchObject({
    'access-control-allow-origin': OWN,
    'access-control-allow-methods': 'GET, HEAD, OPTIONS, PATCH',
    'access-control-max-age': '600',
  });
  const sent = headers.get('access-control-allow-headers')?.toLowerCase().split(', ');
  expect(sent).toEqual(expect.arrayContaining(['authorization', 'content-type', 'if-match', 'idempotency-key']));
  expect(sent).not.toContain('x-api-key');
});

test.each([
  ['that only begins like a registered one', '/brands', `${OWN}.evil.example`],
  ['of another scheme', '/brands', OWN.replace('https', 'http')],
  ['of a sandboxed page', '/brands', 'null'],
  ['that is registered, at the sandbox mint', '/token', OWN],
])('A preflight does not allow an origin %s', async (_, path, origin) => {
  const { status, headers } = await preflight(path, origin, 'POST');
  expect([status, headers.get('access-control-allow-origin')]).toEqual([204, null]);
});

test('OPTIONS on the whole server names every method', async () => {
  const request = 'OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
  const { status, headers } = await sendBytes(service.apiUrl, request);
  expect([status, headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS, PATCH, POST']);
});
