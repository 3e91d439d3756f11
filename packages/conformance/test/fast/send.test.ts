import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NoAnswer, send } from '../../src/http/send.ts';

/** Responds to the first request on each connection and drops the connection at the second. */
describe('A kept connection that the server has closed', () => {
  let server: Server;
  beforeAll(async () => {
    server = createServer((socket) => {
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
        socket.once('data', () => socket.resetAndDestroy());
      });
    });
    await new Promise<void>((resolve) => server.listen(0, resolve));
  });
  afterAll(() => new Promise((resolve) => server?.close(resolve)));

  const request = (method: string, body?: string) =>
    send({ method, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, headers: {}, body });

  test('is replaced for a read, which is sent again', async () => {
    for (let n = 0; n < 3; n += 1) expect((await request('GET')).text).toBe('ok');
  });

  test('fails a write, because it may have taken effect', async () => {
    await request('GET');
    await expect(request('POST', '{}')).rejects.toThrow(NoAnswer);
  });
});
