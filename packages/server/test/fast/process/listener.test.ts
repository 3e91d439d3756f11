import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { refuseInText } from '../../../src/process/connection.ts';
import { Listener, TIMEOUTS, type Timeouts } from '../../../src/process/listener.ts';
import { HttpConnection } from '../../support/http-connection.ts';

const listeners: Listener[] = [];
const connections: HttpConnection[] = [];
afterEach(async () => {
  for (const connection of connections.splice(0)) connection.destroy();
  await Promise.all(listeners.splice(0).map((listener) => listener.stop({ within: 0, quiet: 0 })));
});

async function open(timeouts: Partial<Timeouts> = {}): Promise<Listener> {
  const place = { port: 0, host: '127.0.0.1', setting: 'TILLGATE_API_PORT' };
  const listener = await Listener.open(place, refuseInText, { ...TIMEOUTS, ...timeouts });
  listeners.push(listener);
  return listener;
}

async function wireTo(listener: Listener): Promise<HttpConnection> {
  const connection = await HttpConnection.to(`http://127.0.0.1:${listener.port}`);
  connections.push(connection);
  return connection;
}

const get = (path: string | number): string => `GET /${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
const paths = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

function echo(request: IncomingMessage, response: ServerResponse): void {
  const path = request.url ?? '';
  response.setHeader('Content-Length', Buffer.byteLength(path));
  response.end(path);
}

/** A handler whose responses wait until they are released. */
function held() {
  const running: (() => void)[] = [];
  return {
    running,
    handler: (request: IncomingMessage, response: ServerResponse) => void running.push(() => echo(request, response)),
  };
}

const until = async (condition: () => boolean): Promise<void> => {
  while (!condition()) await turn();
};

describe('A listener', () => {
  test('answers requests that arrived before its handler was attached', async () => {
    const listener = await open();
    const [one, other] = [await wireTo(listener), await wireTo(listener)];
    one.send(get('a'), get('b'));
    other.send(get('c'));
    await delay(50);
    listener.serve(echo);
    expect((await one.answers(2)).map(({ text }) => text)).toEqual(['/a', '/b']);
    expect((await other.answer())?.text).toBe('/c');
  });

  test('rejects a request that does not arrive within the limit, checking every half second', async () => {
    expect(TIMEOUTS).toMatchObject({ request: 30_000, check: 500 });
    // Long enough for a slow machine to send something.
    const listener = await open({ request: 500, check: 20 });
    listener.serve((request, response) => request.resume().once('end', () => echo(request, response)));
    const head = await wireTo(listener);
    head.send('GET / HTTP/1.1\r\nHost:');
    const body = await wireTo(listener);
    body.send('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n12345');
    for (const connection of [head, body]) {
      const answer = await connection.answer();
      expect([answer?.status, answer?.headers.get('connection')]).toEqual([408, 'close']);
      await connection.closed;
      expect(connection.error).toBeUndefined();
    }
  });

  test('closes an unused connection without a response', async () => {
    const listener = await open({ request: 100, check: 20 });
    listener.serve(echo);
    const connection = await wireTo(listener);
    expect(await connection.answer()).toBeUndefined();
  });
});

describe('A connection that pipelines', () => {
  const COUNT = 2_000;

  test('has one request handled at a time, and all of them answered in order', async () => {
    const listener = await open();
    let [running, most] = [0, 0];
    listener.serve(async (request, response) => {
      running += 1;
      most = Math.max(most, running);
      await turn();
      running -= 1;
      echo(request, response);
    });
    const connection = await wireTo(listener);
    connection.send(paths(COUNT).map(get).join(''));
    expect((await connection.answers(COUNT)).map(({ text }) => text)).toEqual(paths(COUNT).map((path) => `/${path}`));
    expect(most).toBe(1);
  });

  test('yields to other connections after each response', async () => {
    const listener = await open();
    let [inThisTurn, most] = [0, 0];
    listener.serve((request, response) => {
      inThisTurn += 1;
      most = Math.max(most, inThisTurn);
      setImmediate(() => {
        inThisTurn = 0;
      });
      echo(request, response);
    });
    const connection = await wireTo(listener);
    connection.send(paths(COUNT).map(get).join(''));
    expect(await connection.answers(COUNT)).toHaveLength(COUNT);
    // One waits for the previous response, the other has just been read.
    expect(most).toBeLessThanOrEqual(2);
  });

  test('is not read while its requests wait', async () => {
    const listener = await open();
    const { running, handler } = held();
    let socket: IncomingMessage['socket'] | undefined;
    listener.serve((request, response) => {
      socket ??= request.socket;
      handler(request, response);
    });
    const connection = await wireTo(listener);
    const requests = 200_000;
    connection.send(paths(requests).map(get).join(''));
    await until(() => running.length === 1);
    // All of it is 8 MB. A connection that is still read would have received it by then.
    for (let read = -1; read !== socket?.bytesRead; await delay(50)) read = socket?.bytesRead ?? 0;
    expect(socket?.bytesRead).toBeLessThan(256 * 1024);
    expect(running).toHaveLength(1);
  });

  test('has its bodies read in turn', async () => {
    const listener = await open();
    listener.serve(async (request, response) => {
      let length = 0;
      for await (const chunk of request) length += chunk.length;
      response.setHeader('Content-Length', String(length).length).end(String(length));
    });
    const connection = await wireTo(listener);
    const body = 'x'.repeat(300_000);
    const post = `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    connection.send(post, get(''), post, post, get(''));
    const answers = await connection.answers(5);
    expect(answers.map(({ text }) => text)).toEqual(['300000', '0', '300000', '300000', '0']);
  });

  test('has the requests before a malformed one answered, then the rejection', async () => {
    const listener = await open();
    const { running, handler } = held();
    listener.serve(handler);
    const connection = await wireTo(listener);
    connection.send(get('a'), get('b'), 'nonsense\r\n\r\n');
    await until(() => running.length === 1);
    running[0]?.();
    await until(() => running.length === 2);
    running[1]?.();
    const answers = await connection.answers(3);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 400]);
    await connection.closed;
    expect(connection.error).toBeUndefined();
  });

  test.each(['request', 'answer'])('has nothing handled after a closing %s', async (closing) => {
    const listener = await open();
    const handled: unknown[] = [];
    listener.serve((request, response) => {
      handled.push(request.url);
      if (closing === 'answer') response.setHeader('Connection', 'close');
      echo(request, response);
    });
    const connection = await wireTo(listener);
    const close = closing === 'request' ? 'Connection: close\r\n' : '';
    connection.send(`GET /last HTTP/1.1\r\nHost: x\r\n${close}\r\n`, get('lost'), get('lost'));
    expect((await connection.answers(3)).map(({ text }) => text)).toEqual(['/last']);
    await delay(50);
    expect(handled).toEqual(['/last']);
  });
});

describe('A stopping listener', () => {
  const STOP = { within: 60_000, quiet: 20 };

  test('answers current and waiting requests, and announces the close in the last response', async () => {
    const listener = await open();
    const { running, handler } = held();
    listener.serve(handler);
    const connection = await wireTo(listener);
    connection.send(get('a'), get('b'));
    await until(() => running.length === 1);
    const stopped = listener.stop(STOP);
    running[0]?.();
    await until(() => running.length === 2);
    running[1]?.();
    const answers = await connection.answers(2);
    expect(answers.map(({ text, headers }) => [text, headers.get('connection')])).toEqual([
      ['/a', 'keep-alive'],
      ['/b', 'close'],
    ]);
    await stopped;
  });

  test('answers a client that keeps sending, and closes its connection with that response', async () => {
    const listener = await open();
    listener.serve(echo);
    const connection = await wireTo(listener);
    connection.send(get('before'));
    expect((await connection.answer())?.headers.get('connection')).toBe('keep-alive');
    const stopped = listener.stop({ within: 60_000, quiet: 60_000 });
    connection.send(get('after'));
    expect((await connection.answer())?.headers.get('connection')).toBe('close');
    await stopped;
    expect(connection.error).toBeUndefined();
  });

  test('closes connections that are idle or were never used', async () => {
    const listener = await open();
    listener.serve(echo);
    const [used, unused] = [await wireTo(listener), await wireTo(listener)];
    used.send(get('a'));
    await used.answer();
    await listener.stop(STOP);
    await Promise.all([used.closed, unused.closed]);
    expect([used.error, unused.error]).toEqual([undefined, undefined]);
  });

  test('closes at the deadline the rest: a half-sent head, a half-sent body, an unanswered request', async () => {
    const listener = await open();
    const { running, handler } = held();
    listener.serve(handler);
    const starts = ['GET / HT', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n12345', get('')];
    const all = await Promise.all(starts.map(() => wireTo(listener)));
    for (const [i, connection] of all.entries()) connection.send(starts[i] ?? '');
    await until(() => running.length === 2);
    await listener.stop({ within: 100, quiet: 0 });
    await Promise.all(all.map(({ closed }) => closed));
  });

  test('answers on connections that it has not accepted yet', async () => {
    const listener = await open();
    listener.serve(echo);
    const clients = paths(40).map((path) => connect(listener.port, '127.0.0.1').end(get(path)));
    const [answers] = await Promise.all([
      Promise.all(clients.map((client) => textOf(client))),
      listener.stop({ within: 10_000, quiet: 500 }),
    ]);
    for (const [path, answer] of answers.entries())
      expect(answer).toMatch(new RegExp(`Connection: close[^]*/${path}$`));
  });

  test('accepts no more connections', async () => {
    const listener = await open();
    listener.serve(echo);
    const { port } = listener;
    await listener.stop(STOP);
    await expect(HttpConnection.to(`http://127.0.0.1:${port}`)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });
});
