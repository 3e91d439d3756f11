import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../../src/process/time.ts';
import { Sender, type SenderOptions } from '../../../src/webhooks/sender.ts';
import { newWebhookSecret } from '../../../src/webhooks/signature.ts';
import { answering, Endpoint } from '../../support/endpoint.ts';

const opened: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

const secret = newWebhookSecret();

function newSender(options: SenderOptions = {}): Sender {
  const sender = new Sender(systemClock, options);
  opened.push(sender);
  return sender;
}

const send = (url: string, options: SenderOptions = {}, stop?: AbortSignal) =>
  newSender(options).send({ url, id: 'msg_1', body: '{"type":"test"}', secrets: [secret] }, stop);

describe('A request to an endpoint', () => {
  test.each<[failure: string | null, statuses: number[]]>([
    [null, [200, 201, 202, 204, 299]],
    ['The endpoint responded with status %.', [400, 401, 404, 410, 429, 500, 503]],
    ['The endpoint redirects with status %, which is not followed.', [301, 302, 303, 307, 308]],
  ])('ends with the failure %j for the statuses %j', async (failure, statuses) => {
    const target = await Endpoint.open(answering(200));
    for (const status of statuses) {
      const answer = status === 204 ? '' : 'so';
      const endpoint = await Endpoint.open(answering(status, answer, { location: target.url() }));
      const expected = { status, answer, failure: failure?.replace('%', String(status)) ?? null };
      expect(await send(endpoint.url())).toMatchObject(expected);
      expect(endpoint.received).toHaveLength(1);
    }
    expect(target.connections).toBe(0);
  });

  test('ends after its time, whether the endpoint is silent before its response or in it', async () => {
    const silent = await Endpoint.open(() => {});
    expect(await send(silent.url(), { timeout: 50 })).toMatchObject({
      status: null,
      failure: 'The endpoint did not respond in time.',
    });
    const halting = await Endpoint.open((_, response) => {
      response.writeHead(200).write('so far');
    });
    expect(await send(halting.url(), { timeout: 2_000 })).toMatchObject({
      status: 200,
      answer: 'so far',
      failure: null,
    });
  });

  test('is read to 1 kB', async () => {
    const endpoint = await Endpoint.open((_, response) => {
      const more = () => {
        while (response.write('x'.repeat(100_000)));
      };
      response.writeHead(500).on('drain', more);
      more();
    });
    const { status, answer } = await send(endpoint.url());
    expect([status, answer]).toEqual([500, 'x'.repeat(1024)]);
  });

  test('fails with a reason that names no address', async () => {
    const closed = await Endpoint.open(answering(200));
    const url = closed.url();
    closed.close();
    expect((await send(url)).failure).toBe('The endpoint refused the connection.');
    const cutting = await Endpoint.open((request) => request.socket.destroy());
    expect((await send(cutting.url())).failure).toBe('The endpoint closed the connection.');
    const plain = await Endpoint.open(answering(200));
    expect((await send(plain.url().replace('http:', 'https:'))).failure).toMatch(/^The TLS handshake failed: ERR_SSL/);
    const nowhere = { resolve: async () => [] };
    expect((await send('https://nowhere.example/', nowhere)).failure).toBe(
      'The host of the endpoint was not found in the DNS.',
    );
  });

  test('ends when the server stops', async () => {
    const silent = await Endpoint.open(() => stop.abort(new Error('stopped')));
    const stop = new AbortController();
    await expect(send(silent.url(), {}, stop.signal)).rejects.toThrow('stopped');
  });

  test('is connected to localhost by its addresses, whatever the DNS says', async () => {
    const endpoint = await Endpoint.open(answering(200));
    const lying = { resolve: async () => ['10.0.0.1'] };
    expect(await send(endpoint.url('localhost'), lying)).toMatchObject({ status: 200 });
  });
});

describe('The host of an endpoint', () => {
  const REFUSED = 'The host of the endpoint has an address that is not public.';

  test.each([
    ['this machine', ['127.0.0.1']],
    ['this machine in IPv6', ['::ffff:127.0.0.1']],
    ['the metadata service of a cloud', ['169.254.169.254']],
    ['a private network', ['10.1.2.3']],
    ['a public address and a private one', ['1.1.1.1', '192.168.0.1']],
  ])('is not connected to if the DNS says that it is %s', async (_, addresses) => {
    const endpoint = await Endpoint.open(answering(200));
    const { failure } = await send(endpoint.url('hooks.example.com'), { resolve: async () => addresses });
    expect([failure, endpoint.connections]).toEqual([REFUSED, 0]);
  });

  test('is not connected to if it is an address', async () => {
    const endpoint = await Endpoint.open(answering(200));
    const resolve = async () => ['1.1.1.1'];
    for (const host of ['127.0.0.2', '0.0.0.0', '[::ffff:127.0.0.1]', '[::]']) {
      expect((await send(endpoint.url(host), { resolve })).failure).toBe(REFUSED);
    }
    expect(endpoint.connections).toBe(0);
  });

  test('is looked up once per connection, and connected to by the address that was checked', async () => {
    const endpoint = await Endpoint.open(answering(200));
    const answers = [['127.0.0.1'], ['10.0.0.1']];
    const asked: string[] = [];
    const checked: string[] = [];
    const sender = newSender({
      async resolve(host) {
        asked.push(host);
        return answers.shift() ?? [];
      },
      isAllowed(address) {
        checked.push(address);
        return address === '127.0.0.1';
      },
    });
    const url = endpoint.url('hooks.example.com');
    const outgoing = { url, id: 'msg_1', body: '{}', secrets: [secret] };
    expect(await sender.send(outgoing)).toMatchObject({ status: 200 });
    // The connection is free again a turn after the response.
    await setImmediate();
    expect(await sender.send(outgoing)).toMatchObject({ status: 200 });
    expect([asked, checked, endpoint.connections]).toEqual([['hooks.example.com'], ['127.0.0.1', '127.0.0.1'], 1]);
    endpoint.close();
    expect((await sender.send(outgoing)).failure).toBe(REFUSED);
  });
});
