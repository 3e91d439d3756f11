import { isUtf8 } from 'node:buffer';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { OpenTarget } from '../../../conformance/src/target/target.ts';
import { createTestApi } from '../../src/testing/index.ts';

/** The suite draws a part of its longest cases where limits are below 10,000 a minute. */
const LIMIT = 9_999;

/** In fact there is none, since the suite would wait for each minute's end. */
const NONE = 1_000_000;

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');

/** A JWT that contains an access token of the double. The suite reads the app's number from `sub`. */
const jwtOf = (token: string): string => `${encoded({ alg: 'none' })}.${encoded({ sub: '1', token })}.none`;

const tokenIn = (jwt: string): string => JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString()).token;

/** Serves the double over HTTP as a target of the conformance suite. Its clock runs, and can be moved. */
export async function serveDouble(): Promise<OpenTarget> {
  const server = createServer({ keepAliveTimeout: 600_000 });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const baseUrl = `${origin}/v1`;
  const { options, client, seed } = createTestApi({ baseUrl, rateLimit: NONE, start: new Date() });
  for (const table of ['stores', 'suppliers', 'taxes'] as const)
    for (const merchantId of [1, 2]) seed(table, { name: 'Second' }, merchantId);
  let ahead = 0;
  server.on('request', async (request, response) => {
    const { method = 'GET', url = '' } = request;
    const bytes = await buffer(request);
    // The double receives text, as fetch does, so other bytes are sent as what is not JSON either.
    const body = isUtf8(bytes) ? bytes.toString() : '\uFFFD';
    if (url === '/clock') ahead += 1000 * (JSON.parse(body || '{}').advance ?? 0);
    options.clock.advance(Date.now() + ahead - options.clock.now());
    if (url === '/clock') return void response.end(JSON.stringify({ now: new Date(options.clock.now()) }));
    const headers = new Headers(request.headers as Record<string, string>);
    const bearer = headers.get('Authorization');
    if (bearer?.endsWith('.none')) headers.set('Authorization', `Bearer ${tokenIn(bearer)}`);
    const answer = await options.fetch(origin + url, { method, headers, ...(body && { body }) });
    const sent = await answer.text();
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.end(url === '/v1/token' ? sent.replace(/(?<="access_token":")[^"]+/, jwtOf) : sent);
  });
  const target = {
    name: 'test double',
    baseUrl,
    authUrl: undefined,
    clockUrl: `${origin}/clock`,
    limits: { requestsPerMinute: LIMIT, mintsPerMinute: LIMIT },
    apps: [{ role: 'main', product: 'FULL', env: 'SANDBOX', ...client }],
    merchants: [
      { role: 'main', companyId: 1 },
      { role: 'other', companyId: 2 },
    ],
  } as const;
  return { target, stop: async () => server.close().closeAllConnections() };
}
