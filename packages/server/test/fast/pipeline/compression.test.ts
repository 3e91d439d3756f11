import { get, type IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { sharedService } from '../../support/service.ts';

const service = await sharedService();
const caller = await service.connect();
await caller.create('/brands', { name: 'Large', description: 'description '.repeat(120) });

/** Sends a request as a client that does not decode anything. */
async function read(method: string, accepted: string): Promise<Pick<IncomingMessage, 'headers'> & { size: number }> {
  const headers = { Authorization: `Bearer ${caller.token}`, 'Accept-Encoding': accepted };
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  get(`${service.apiUrl}/brands`, { method, headers }, resolve).on('error', reject);
  const response = await promise;
  return { headers: response.headers, size: Buffer.concat(await response.toArray()).length };
}

test('A response of more than a kilobyte is as long for HEAD as it is uncompressed', async () => {
  const { headers, size } = await read('HEAD', 'gzip');
  const whole = await read('GET', 'identity');
  expect([size, headers['content-encoding'], headers['content-length'], headers.etag]).toEqual([
    ...[0, undefined, String(whole.size), whole.headers.etag],
  ]);
});
