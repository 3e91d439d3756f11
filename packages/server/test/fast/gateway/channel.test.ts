import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { acceptGateways, refuseOthers } from '../../../src/gateway/accept.ts';
import { RegionChannel } from '../../../src/gateway/region-channel.ts';
import { refuseInText } from '../../../src/process/connection.ts';
import { Listener, TIMEOUTS } from '../../../src/process/listener.ts';
import { requestKeys } from '../../../src/process/region.ts';

const [key] = requestKeys([Buffer.alloc(32, 'channel')], 'UK');
const CHUNK = Buffer.alloc(50_000, 'chunk');
/** More than can be on its way between both ends. */
const MANY = 400;

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

let handlers: Map<string, Handler>;
let listener: Listener;
let channel: RegionChannel;
let retired: number;

beforeEach(async () => {
  handlers = new Map([['/short', (_, response) => response.end('short')]]);
  listener = await Listener.open({ port: 0, setting: 'X' }, refuseInText, { ...TIMEOUTS, upgrades: true });
  const handle: Handler = (request, response) => handlers.get(request.url ?? '')?.(request, response);
  listener.serve(refuseOthers, acceptGateways(handle, { region: 'UK', keys: [key], log: pino({ level: 'silent' }) }));
  retired = 0;
  const onRetired = () => {
    retired += 1;
  };
  const url = `http://127.0.0.1:${listener.port}`;
  channel = await RegionChannel.open(
    { url, region: 'UK', key, onReceived() {}, onRetired },
    AbortSignal.timeout(20_000),
  );
});
afterEach(async () => {
  channel.destroy(new Error('The test has ended.'));
  await listener.stop({ within: 0, quiet: 0 });
});

const get = (target: string, signal?: AbortSignal) => channel.exchange({ method: 'GET', target, headers: {}, signal });
const post = (target: string, body: Buffer | (() => AsyncIterable<Buffer>), signal?: AbortSignal) =>
  channel.exchange({ method: 'POST', target, headers: {}, body, signal });

/** Yields chunks without end. Counts them, and reports when it is left. */
function endless() {
  const state = { chunks: 0, isLeft: false };
  async function* chunks(): AsyncGenerator<Buffer> {
    try {
      for (;;) {
        state.chunks += 1;
        yield CHUNK;
      }
    } finally {
      state.isLeft = true;
    }
  }
  return { state, chunks };
}

const serveOthers = async () => {
  for (let i = 0; i < 2 * MANY; i += 1) expect((await get('/short')).body).toEqual(Buffer.from('short'));
};

describe('A channel', () => {
  test.each([0, 1, 1000, 65_536, 65_537, 5_000_000])('carries a body of %d bytes in both directions', async (size) => {
    handlers.set('/echo', (request, response) => void request.pipe(response));
    const sent = Buffer.from(
      createHash('sha512')
        .update(String(size))
        .digest('hex')
        .repeat(Math.ceil(size / 128)),
    ).subarray(0, size);
    const answers = [
      await post('/echo', sent),
      await post('/echo', () => Readable.from([sent.subarray(0, 7), sent.subarray(7)])),
    ];
    for (const { body } of answers) {
      expect((Buffer.isBuffer(body) ? body : await buffer(body)).equals(sent)).toBe(true);
    }
  });

  test('carries the status and the headers of a response, repeated ones in a list', async () => {
    handlers.set('/made', (_, response) => {
      response.statusCode = 201;
      response.setHeader('Location', '/ü');
      response.setHeader('Link', ['<a>', '<b>']);
      response.end();
    });
    expect(await get('/made')).toEqual({
      status: 201,
      headers: { location: '/ü', link: ['<a>', '<b>'] },
      body: Buffer.alloc(0),
    });
  });

  test('pauses an unread response without delaying other requests, and ends it when cancelled', async () => {
    const { state, chunks } = endless();
    handlers.set('/endless', (_, response) => {
      const source = Readable.from(chunks());
      source.pipe(response);
      response.once('close', () => source.destroy());
    });
    const { body } = await get('/endless');
    await serveOthers();
    expect(state.chunks).toBeLessThan(MANY);
    (body as Readable).on('error', () => {}).destroy();
    await vi.waitFor(() => expect(state.isLeft).toBe(true), 20_000);
    await serveOthers();
  });

  test('pauses an unread request body without delaying other requests, and ends it when cancelled', async () => {
    const { state, chunks } = endless();
    const closed = new Promise<IncomingMessage>((resolve) => {
      handlers.set('/unread', (request) => void request.once('close', () => resolve(request)));
    });
    const gone = new AbortController();
    const answer = post('/unread', chunks, gone.signal);
    await serveOthers();
    expect(state.chunks).toBeLessThan(MANY);
    gone.abort(new Error('The client is gone.'));
    await expect(answer).rejects.toThrow('The client is gone.');
    expect((await closed).complete).toBe(false);
    await vi.waitFor(() => expect(state.isLeft).toBe(true), 20_000);
  });

  test('ends a body that the region has answered without reading it', async () => {
    const { state, chunks } = endless();
    handlers.set('/refused', (_, response) => {
      response.statusCode = 413;
      response.end();
    });
    expect((await post('/refused', chunks)).status).toBe(413);
    await vi.waitFor(() => expect(state.isLeft).toBe(true), 20_000);
  });

  test('does not show a response that the region breaks off as complete', async () => {
    handlers.set('/broken', (_, response) => {
      response.write(CHUNK);
      setImmediate(() => response.destroy());
    });
    const { body } = await get('/broken');
    await expect(buffer(body as Readable)).rejects.toThrow('given up');
    handlers.set('/silent', (_, response) => void response.destroy());
    await expect(get('/silent')).rejects.toThrow('given up');
  });

  test('ends with its last response when the region stops', async () => {
    const asked = Promise.withResolvers<ServerResponse>();
    handlers.set('/slow', (_, response) => asked.resolve(response));
    const answer = get('/slow');
    const response = await asked.promise;
    const stopped = listener.stop({ within: 60_000, quiet: 0 });
    await vi.waitFor(() => expect(retired).toBe(1), 20_000);
    response.end('done');
    expect((await answer).body).toEqual(Buffer.from('done'));
    await stopped;
  });

  test('fails its requests when the connection is lost', async () => {
    const asked = Promise.withResolvers<ServerResponse>();
    handlers.set('/slow', (_, response) => asked.resolve(response));
    const answer = get('/slow');
    const response = await asked.promise;
    const closed = once(response, 'close');
    channel.destroy(new Error('The line was cut.'));
    await expect(answer).rejects.toThrow('The line was cut.');
    await closed;
    expect(retired).toBe(1);
  });
});
