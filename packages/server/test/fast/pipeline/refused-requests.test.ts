import { pino } from 'pino';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Answer, hold } from '../../support/api-caller.ts';
import { type ConnectionAnswer, HttpConnection } from '../../support/http-connection.ts';
import { startService } from '../../support/service.ts';

let connection: HttpConnection;
const lines: Record<string, unknown>[] = [];

const log = pino({}, { write: (line) => void lines.push(JSON.parse(line)) });
const service = await startService({ log });
afterAll(() => service.stop());
const caller = await service.connect();
beforeEach(async () => {
  connection = await HttpConnection.to(service.apiUrl);
});
afterEach(() => connection.destroy());

/** Checked against the contract as a response that belongs to no operation. */
function heldOf(answer: ConnectionAnswer | undefined, path = ''): Answer {
  if (!answer) throw new Error('The connection was closed without an answer.');
  const held = hold('GET', '/no-operation', answer.status, answer.headers, answer.text);
  expect(held.body).toMatchObject({ status: 'error', statusCode: answer.status, path });
  expect(held.body.correlationId).toBe(answer.headers.get('x-correlation-id'));
  expect(answer.headers.get('connection')).toBe('close');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  return held;
}

async function expectClosed(): Promise<void> {
  await connection.closed;
  expect(connection.error).toBeUndefined();
}

const HOST = 'Host: x\r\n';
const MALFORMED = [400, 'partner.malformed_request'];
const LARGE = [431, 'partner.headers_too_large'];

describe("Invalid HTTP gets the API's error body, and its connection is closed:", () => {
  test.each<[string, string, unknown[]]>([
    ['no request line', 'hello\r\n\r\n', MALFORMED],
    ['an unknown method', `BREW /v1/brands HTTP/1.1\r\n${HOST}\r\n`, MALFORMED],
    ['a method in lower case', `get /v1/brands HTTP/1.1\r\n${HOST}\r\n`, MALFORMED],
    ['a version that does not exist', `GET /v1/brands HTTP/9.9\r\n${HOST}\r\n`, MALFORMED],
    ['a path of raw bytes', `GET /v1/brands/\xff HTTP/1.1\r\n${HOST}\r\n`, MALFORMED],
    ['a query of raw bytes', `GET /v1/brands?search=\xff HTTP/1.1\r\n${HOST}\r\n`, MALFORMED],
    ['a header without a name', `GET /v1/brands HTTP/1.1\r\n${HOST}: y\r\n\r\n`, MALFORMED],
    ['a header without a colon', `GET /v1/brands HTTP/1.1\r\n${HOST}nonsense\r\n\r\n`, MALFORMED],
    ['a NUL in a header', `GET /v1/brands HTTP/1.1\r\n${HOST}X-A: a\0b\r\n\r\n`, MALFORMED],
    ['two lengths', `POST /v1/brands HTTP/1.1\r\n${HOST}Content-Length: 1\r\nContent-Length: 2\r\n\r\n{}`, MALFORMED],
    ['a length that is none', `POST /v1/brands HTTP/1.1\r\n${HOST}Content-Length: -1\r\n\r\n{}`, MALFORMED],
    ['a TLS handshake', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', MALFORMED],
    ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', MALFORMED],
    ['a query of 20,000 characters', `GET /v1/brands?search=${'x'.repeat(20_000)} HTTP/1.1\r\n${HOST}\r\n`, LARGE],
    ['headers of 1 MB', `GET /v1/brands HTTP/1.1\r\n${HOST}${`X-A: ${'x'.repeat(1000)}\r\n`.repeat(1000)}\r\n`, LARGE],
  ])('%s', async (_, bytes, refusal) => {
    connection.send(bytes);
    const { status, body } = heldOf(await connection.answer());
    expect([status, body.code]).toEqual(refusal);
    await expectClosed();
    expect((await caller.get('/brands')).status).toBe(200);
  });

  const ID = '0b7d6c1e-2f4c-4d0a-8a43-6a1a3b9f2f10';
  const POST = `POST /v1/brands?dryRun=true HTTP/1.1\r\n${HOST}X-Correlation-Id: ${ID}\r\nContent-Type: application/json\r\n`;
  test.each<[string, () => string, unknown[]]>([
    ['no Host', () => `GET /v1/brands HTTP/1.1\r\nX-Correlation-Id: ${ID}\r\n\r\n`, MALFORMED],
    ['two Hosts', () => `GET /v1/brands HTTP/1.1\r\n${HOST}hOST: y\r\nX-Correlation-Id: ${ID}\r\n\r\n`, MALFORMED],
    [
      'an Expect that is unknown',
      () => `${POST}Expect: miracles\r\nContent-Length: 2000000\r\n\r\n${' '.repeat(2_000_000)}`,
      [417, 'partner.expectation_failed'],
    ],
    [
      'a broken chunk',
      () => `${POST}Authorization: Bearer ${caller.token}\r\nTransfer-Encoding: chunked\r\n\r\nz\r\n{}\r\n0\r\n\r\n`,
      MALFORMED,
    ],
  ])('%s, with the correlation id and path of its head', async (_, bytes, refusal) => {
    connection.send(bytes());
    const { status, body } = heldOf(await connection.answer(), '/v1/brands');
    expect([status, body.code, body.correlationId]).toEqual([...refusal, ID]);
    await expectClosed();
  });

  test('a CONNECT', async () => {
    connection.send('CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\nmore');
    const { status, body, headers } = heldOf(await connection.answer(), 'example.com:443');
    expect([status, body.code]).toEqual([405, 'partner.method_not_allowed']);
    expect(headers.get('allow')).toBe('GET, HEAD, PATCH, POST');
    await expectClosed();
  });

  test('a body that ends before its length', async () => {
    connection.send(`${POST}Authorization: Bearer ${caller.token}\r\nContent-Length: 50\r\n\r\n{"name":`);
    connection.end();
    const { status, body } = heldOf(await connection.answer(), '/v1/brands');
    expect([status, body.code]).toEqual(MALFORMED);
    await expectClosed();
  });
});

test('a rejected request counts against its source address and is logged with its correlation id', async () => {
  connection.send('hello\r\n\r\n');
  const { headers, body } = heldOf(await connection.answer());
  const other = await HttpConnection.to(service.apiUrl);
  other.send('hello\r\n\r\n');
  const next = heldOf(await other.answer());
  const left = (from: Headers) => Number(from.get('x-ratelimit-remaining'));
  expect(left(next.headers)).toBe(left(headers) - 1);
  const logged = lines.filter(({ correlationId }) => correlationId === body.correlationId);
  expect(logged).toMatchObject([{ msg: 'request', status: 400, code: 'partner.malformed_request' }]);
});

test('a request to upgrade to another protocol is handled without it', async () => {
  const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket\r\n';
  connection.send(`GET /v1/brands HTTP/1.1\r\n${HOST}${upgrade}Authorization: Bearer ${caller.token}\r\n\r\n`);
  expect((await connection.answer())?.status).toBe(200);
});

test('the web host rejects invalid HTTP with a line of text', async () => {
  const web = await HttpConnection.to(service.webUrl);
  web.send('hello\r\n\r\n');
  const answer = await web.answer();
  expect([answer?.status, answer?.headers.get('content-type'), answer?.text]).toEqual([
    400,
    'text/plain; charset=utf-8',
    'The request does not begin with a known HTTP method.\n',
  ]);
  await web.closed;
});
