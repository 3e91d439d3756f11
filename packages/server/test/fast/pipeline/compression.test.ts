import { get, type IncomingHttpHeaders } from 'node:http';
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
function read(path: string, accepted: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Received> {
  const options = {
    method,
    headers: { Authorization: `Bearer ${caller.token}`, 'Accept-Encoding': accepted, ...headers },
  };
  return new Promise((resolve, reject) => {
    get(`${service.apiUrl}${path}`, options, async (response) => {
      const bytes = Buffer.concat(await response.toArray());
      resolve({ status: response.statusCode, headers: response.headers, bytes });
    }).on('error', reject);
  });
}

describe('A response of more than a kilobyte', () => {
  test('is not compressed for a client that prefers it so', async () => {
    for (const accepted of ['identity, gzip;q=0.5', 'gzip;q=0, *;q=0'])
      expect((await read('/brands', accepted)).headers['content-encoding']).toBeUndefined();
  });

  test('is as long for HEAD as it is uncompressed', async () => {
    const { headers, bytes } = await read('/brands', 'gzip', {}, 'HEAD');
    const whole = await read('/brands', 'identity');
    expect([bytes.length, headers['content-encoding'], headers['content-length'], headers.etag]).toEqual([
      ...[0, undefined, String(whole.bytes.length), whole.headers.etag],
    ]);
  });

  test.each(['br', 'gzip', 'identity'])('keeps its ETag in %s when it is read again in any coding', async (coding) => {
    for (const path of [`/brands/${brand.id}`, '/openapi.json']) {
      const { etag = '' } = (await read(path, coding)).headers;
      for (const other of ['br', 'gzip', 'identity']) {
        const again = await read(path, other, { 'If-None-Match': etag });
        expect([again.status, again.headers.etag, again.bytes.length]).toEqual([304, etag, 0]);
      }
    }
  });
});

test('A smaller response is not compressed', async () => {
  const { headers } = await read('/brands?search=nothing', 'br, gzip');
  expect([headers['content-encoding'], headers.vary]).toEqual([undefined, 'Origin, Accept']);
});
