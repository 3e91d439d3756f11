import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ConnectionAnswer, HttpConnection } from '../../support/http-connection.ts';
import { sharedService } from '../../support/service.ts';

let connection: HttpConnection;

const service = await sharedService();
const caller = await service.connect();
beforeEach(async () => {
  connection = await HttpConnection.to(service.apiUrl);
});
afterEach(() => connection.destroy());

const MIB = 1024 * 1024;
const JSON_TYPE = 'Content-Type: application/json\r\n';

const head = (line: string, headers = ''): string => `${line} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`;
const authorized = (): string => `Authorization: Bearer ${caller.token}\r\n`;
const sized = (bytes: number): string => `Content-Length: ${bytes}\r\n`;
const chunked = (bytes: number): string => `${bytes.toString(16)}\r\n${' '.repeat(bytes)}\r\n0\r\n\r\n`;
const codeOf = (answer: ConnectionAnswer | undefined): unknown =>
  answer && [answer.status, JSON.parse(answer.text).code];

const TOO_LARGE = [413, 'partner.body_too_large'];

describe('A connection stays open after', () => {
  const refusals: [string, () => [string, string], unknown[]][] = [
    ['413', () => [head('POST /v1/brands', authorized() + JSON_TYPE + sized(MIB + 1)), ' '.repeat(MIB + 1)], TOO_LARGE],
    [
      '413 of many times the limit',
      () => [head('POST /v1/brands', authorized() + JSON_TYPE + sized(12 * MIB)), ' '.repeat(12 * MIB)],
      TOO_LARGE,
    ],
    [
      '413 in chunks',
      () => [head('POST /v1/brands', `${authorized()}${JSON_TYPE}Transfer-Encoding: chunked\r\n`), chunked(3 * MIB)],
      TOO_LARGE,
    ],
    [
      '415',
      () => [head('POST /v1/brands', authorized() + sized(3 * MIB)), ' '.repeat(3 * MIB)],
      [415, 'partner.unsupported_media_type'],
    ],
    ['401', () => [head('POST /v1/brands', sized(3 * MIB)), ' '.repeat(3 * MIB)], [401, 'partner.token_missing']],
    ['404', () => [head('POST /v1/nothing', sized(3 * MIB)), ' '.repeat(3 * MIB)], [404, 'partner.route_not_found']],
  ];
  test.each(refusals)('%s, whose body is dropped', async (_, request, refusal) => {
    connection.send(...request(), head('GET /v1/brands', authorized()));
    const [refused, next] = await connection.answers(2);
    expect(codeOf(refused)).toEqual(refusal);
    expect(next?.status).toBe(200);
  });

  test('a rejection that was sent before its body arrived', async () => {
    connection.send(head('POST /v1/brands', authorized() + JSON_TYPE + sized(2 * MIB)));
    expect(codeOf(await connection.answer())).toEqual(TOO_LARGE);
    connection.send(' '.repeat(2 * MIB), head('GET /v1/brands', authorized()));
    expect((await connection.answer())?.status).toBe(200);
  });
});

describe('A client gets the whole response', () => {
  test('before its connection is closed, if it asked for that', async () => {
    const headers = `${authorized()}${JSON_TYPE}${sized(8 * MIB)}Connection: close\r\n`;
    connection.send(head('POST /v1/brands', headers), ' '.repeat(8 * MIB));
    expect(codeOf(await connection.answer())).toEqual(TOO_LARGE);
    await connection.closed;
    expect(connection.error).toBeUndefined();
  });

  test('at once, with Connection: close, if its body is too large to be dropped', async () => {
    connection.send(head('POST /v1/brands', authorized() + JSON_TYPE + sized(1024 * MIB)), ' '.repeat(MIB));
    const answer = await connection.answer();
    expect([codeOf(answer), answer?.headers.get('connection')]).toEqual([TOO_LARGE, 'close']);
    connection.end();
    await connection.closed;
    expect(connection.error).toBeUndefined();
  });

  test('from the web host too', async () => {
    const web = await HttpConnection.to(service.webUrl);
    web.send(
      head('POST /sign-in', `Content-Type: text/plain\r\n${sized(3 * MIB)}`),
      ' '.repeat(3 * MIB),
      head('GET /'),
    );
    const [refused, next] = await web.answers(2);
    expect([refused?.status, next?.status]).toEqual([403, 200]);
    web.destroy();
  });
});

test("An endless body closes its sender's connection after the response", async () => {
  connection.send(head('POST /v1/brands', `${authorized()}${JSON_TYPE}Transfer-Encoding: chunked\r\n`));
  const chunk = `${MIB.toString(16)}\r\n${' '.repeat(MIB)}\r\n`;
  connection.send(...Array.from({ length: 64 }, () => chunk));
  expect(codeOf(await connection.answer())).toEqual(TOO_LARGE);
  await connection.closed;
});
