import { get, type IncomingHttpHeaders } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { sharedService } from '../../support/service.ts';

const service = await sharedService();
const caller = await service.connect();
const brand = await caller.create('/brands', { name: 'Large', description: 'description '.repeat(120) });

interface Received {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

/** Sends a request as a client that does not decode anything. */
function read(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Received> {
  const options = { method, headers: { Authorization: `Bearer ${caller.token}`, ...headers } };
  return new Promise((resolve, reject) => {
    get(`${service.apiUrl}${path}`, options, async (response) => {
      const bytes = Buffer.concat(await response.toArray());
      resolve({ status: response.statusCode, headers: response.headers, bytes });
    }).on('error', reject);
  });
}

const accepting = (codings: string) => ({ 'Accept-Encoding': codings });

describe('A response of more than a kilobyte', () => {
  test.each<[string, string | undefined, (bytes: Buffer) => Buffer]>([
    ['br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['br;q=0.1, gzip', 'gzip', gunzipSync],
    ['identity, gzip;q=0.5', undefined, (bytes) => bytes],
    ['gzip;q=0, *;q=0', undefined, (bytes) => bytes],
    ['deflate, zstd', undefined, (bytes) => bytes],
  ])('with Accept-Encoding %j is sent as %s', async (accepted, coding, decode) => {
    for (const path of ['/brands', `/brands/${brand.id}`]) {
      const { headers, bytes } = await read(path, accepting(accepted));
      const varied = path === '/brands' ? 'Origin, Accept, Accept-Encoding' : 'Origin, Accept-Encoding';
      expect([headers['content-encoding'], headers.vary]).toEqual([coding, varied]);
      expect(headers['content-length']).toBe(String(bytes.length));
      expect(decode(bytes)).toEqual((await read(path)).bytes);
    }
  });

  test('is as long for HEAD as it is uncompressed', async () => {
    const { headers, bytes } = await read('/brands', accepting('gzip'), 'HEAD');
    const whole = await read('/brands');
    expect([bytes.length, headers['content-encoding'], headers['content-length'], headers.etag]).toEqual([
      0,
      undefined,
      String(whole.bytes.length),
      whole.headers.etag,
    ]);
  });

  test.each(['br', 'gzip', 'identity'])('has an ETag in %s by which it is read again and changed', async (coding) => {
    const path = `/brands/${brand.id}`;
    const { etag = '' } = (await read(path, accepting(coding))).headers;
    for (const other of ['br', 'gzip', 'identity']) {
      const again = await read(path, { ...accepting(other), 'If-None-Match': etag });
      expect([again.status, again.headers.etag, again.bytes.length]).toEqual([304, etag, 0]);
      if (other !== coding) expect((await read(path, accepting(other))).headers.etag).not.toBe(etag);
    }
    expect((await caller.patch(path, { status: 1 }, { 'If-Match': etag })).status).toBe(200);
    expect((await caller.patch(path, { status: 1 }, { 'If-Match': '"99-br"' })).status).toBe(412);
  });
});

test('A smaller response is not compressed', async () => {
  const { headers } = await read('/brands?search=nothing', accepting('br, gzip'));
  expect([headers['content-encoding'], headers.vary]).toEqual([undefined, 'Origin, Accept']);
});

test('A token is never sent compressed, whatever its length and the client', async () => {
  const { clientId, clientSecret } = caller.partner;
  const request = { client_id: clientId, client_secret: clientSecret, merchant_id: caller.merchant.companyId };
  const response = await fetch(`${service.apiUrl}/token`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...accepting('br, gzip') },
    body: JSON.stringify(request),
  });
  expect([response.status, response.headers.get('content-encoding')]).toEqual([200, null]);
});
