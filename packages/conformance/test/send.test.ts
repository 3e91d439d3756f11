import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NoAnswer, send } from '../src/http/send.ts';

/** Answers the first request on each connection, and drops the connection at the second. */
describe('A connection that was kept, and that the server has let go', () => {
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

  test('is no finding for what only reads: it is sent again, on another', async () => {
    for (let n = 0; n < 3; n += 1) expect((await request('GET')).text).toBe('ok');
  });

  test('leaves what writes unanswered, which may have been done', async () => {
    await request('GET');
    await expect(request('POST', '{}')).rejects.toThrow(NoAnswer);
  });
});
