import { describe, expect, test } from 'vitest';
import type { Answer } from '../../support/api-caller.ts';
import { sendBytes, sendRaw } from '../../support/raw-http.ts';
import { recordCounts } from '../../support/record-counts.ts';
import { invalid, rejectionOf } from '../../support/rejections.ts';
import { sharedService } from '../../support/service.ts';

const service = await sharedService();
const caller = await service.connect();

const MALFORMED = [400, 'partner.malformed_json'];
const TOO_LARGE = [413, 'partner.body_too_large'];
const MIB = 1024 * 1024;
const DEEP = 100_000;

/** Returns the rejection after asserting that nothing was written. */
async function refused(request: () => Promise<Answer>): Promise<unknown[]> {
  const before = await recordCounts(service.databases);
  const answer = await request();
  expect(await recordCounts(service.databases)).toEqual(before);
  return rejectionOf(answer);
}

const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

describe('POST /brands', () => {
  test.each<[string, string, unknown[]]>([
    ['that is empty', '', invalid('body  required')],
    ['of blanks', '  ', MALFORMED],
    ['with a trailing comma', '{"name":"x",}', MALFORMED],
    ['with a comment', '{"name":"x"/* */}', MALFORMED],
    ['with single quotes', "{'name':'x'}", MALFORMED],
    ['with NaN', '{"name":NaN}', MALFORMED],
    ['with a raw line break in a string', '{"name":"a\nb"}', MALFORMED],
    ['that is true', 'true', invalid('body  type')],
    ['that is a number', '7', invalid('body  type')],
    ['with a name that is an object', '{"name":{"toString":"x"}}', invalid('body /name type')],
    ['with half a surrogate pair in the name', '{"name":"a\\ud800b"}', invalid('body /name pattern')],
    ['with a NUL in free text', '{"name":"x","description":"\\u0000"}', invalid('body /description pattern')],
    [
      'with half a surrogate pair in free text',
      '{"name":"x","description":"\\udfff"}',
      invalid('body /description pattern'),
    ],
    ['with a status of 1e400', '{"name":"x","status":1e400}', invalid('body /status type', 'body /status enum')],
    ['with companyId', '{"name":"x","companyId":700002}', invalid('body /companyId unknown')],
    ['with __proto__', '{"name":"x","__proto__":{"status":0}}', invalid('body /__proto__ unknown')],
    [
      'with a name in __proto__ alone',
      '{"__proto__":{"name":"x"}}',
      invalid('body /name required', 'body /__proto__ unknown'),
    ],
    ['with constructor', '{"name":"x","constructor":{"prototype":{}}}', invalid('body /constructor unknown')],
    ['with prototype', '{"name":"x","prototype":1}', invalid('body /prototype unknown')],
    ['with hasOwnProperty', '{"name":"x","hasOwnProperty":1}', invalid('body /hasOwnProperty unknown')],
    ['with toString', '{"name":"x","toString":1}', invalid('body /toString unknown')],
    ['with a slash and a tilde in a name', '{"name":"x","a/b~c":1}', invalid('body /a~1b~0c unknown')],
    ['with a NUL in a property’s name', '{"name":"x","a\\u0000":1}', invalid('body /a\uFFFD unknown')],
    ['with half a surrogate pair in a property’s name', '{"name":"x","a\\ud800":1}', invalid('body /a\uFFFD unknown')],
    ['nested 100,000 deep', nested(DEEP), invalid('body  maxDepth')],
    ['nested 100,000 deep in the name', `{"name":${nested(DEEP)}}`, invalid('body  maxDepth')],
    ['nested 100,000 deep in an unknown property', `{"name":"x","x":${nested(DEEP)}}`, invalid('body  maxDepth')],
    ['nested 31 deep in the name', `{"name":${nested(31)}}`, invalid('body /name type')],
    ['nested 32 deep in the name', `{"name":${nested(32)}}`, invalid('body  maxDepth')],
    [
      'nested 31 deep in status',
      `{"name":"x","status":${nested(31)}}`,
      invalid('body /status type', 'body /status enum'),
    ],
    ['with 349,000 values', `[${Array(349_000).fill('{}')}]`, invalid('body  maxValues')],
  ])('rejects a body %s', async (_, body, refusal) => {
    expect(await refused(() => caller.post('/brands', body))).toEqual(refusal);
  });

  test('rejects a property whose name is 5,000 characters or ends in half an emoji when cut', async () => {
    const long = 'x'.repeat(5000);
    const [, code, detail] = await refused(() => caller.post('/brands', { name: 'x', [long]: 1 }));
    expect([code, detail]).toEqual(['partner.validation_failed', `body /${'x'.repeat(1023)} unknown`]);
    const emoji = `${'x'.repeat(1022)}😀`;
    const cut = await refused(() => caller.post('/brands', { name: 'x', [emoji]: 1 }));
    expect(cut[2]).toBe(`body /${'x'.repeat(1022)}\uFFFD unknown`);
  });

  test('rejects 900 unknown properties, and names twenty', async () => {
    const body = Object.fromEntries(Array.from({ length: 900 }, (_, i) => [`x${i}`, 1]));
    const answer = await refused(() => caller.post('/brands', body));
    expect(answer).toEqual(invalid(...Array.from({ length: 20 }, (_, i) => answer[2 + i] as string)));
  });

  test('rejects 50,000 unknown properties, and names none', async () => {
    const body = Object.fromEntries(Array.from({ length: 50_000 }, (_, i) => [`x${i}`, 1]));
    expect(await refused(() => caller.post('/brands', body))).toEqual(invalid('body  maxValues'));
  });

  test('accepts commas, brackets and escaped quotation marks within a string', async () => {
    const description = '[{"\\,'.repeat(500);
    const { id } = await caller.create('/brands', { name: 'Punctuation', description });
    expect((await caller.get(`/brands/${id}`)).body.description).toBe(description);
  });

  test('rejects bytes that are not UTF-8', async () => {
    for (const bytes of [[0xff], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xf5, 0x80, 0x80, 0x80]]) {
      const body = Buffer.concat([Buffer.from('{"name":"'), Buffer.from(bytes), Buffer.from('"}')]);
      const init = { headers: { 'Content-Type': 'application/json' }, body };
      expect(await refused(() => caller.send('POST', '/brands', init))).toEqual(MALFORMED);
    }
    const utf16 = { headers: { 'Content-Type': 'application/json' }, body: Buffer.from('{"name":"x"}', 'utf16le') };
    expect(await refused(() => caller.send('POST', '/brands', utf16))).toEqual(MALFORMED);
  });

  test('accepts the last of two equal keys, as JSON parsers do, and -0 and 1.0 as numbers', async () => {
    expect((await caller.create('/brands', '{"name":"First","name":"Last"}')).name).toBe('Last');
    expect((await caller.create('/brands', '{"name":"Minus zero","status":-0}')).status).toBe(0);
    expect((await caller.create('/brands', '{"name":"One","status":1.0}')).status).toBe(1);
  });
});

describe('POST /items', () => {
  test('rejects money as a number with a message that explains how to send it', async () => {
    const { body } = await caller.post('/items', { name: 'x', price: 12.5 });
    expect(body.message).toMatch(/^body \/price: must be a string: send decimals as strings/);
  });

  test('rejects equal lists in a list of different texts', async () => {
    const body = `{"name":"x","barcodes":[${nested(20)},${nested(20)}]}`;
    expect(await refused(() => caller.post('/items', body))).toEqual(
      invalid('body /barcodes/0 type', 'body /barcodes/1 type'),
    );
  });
});

describe('A body is rejected for how it is sent:', () => {
  const content = Buffer.from('{"name":"How it is sent"}');
  test('larger than 1 MiB in chunks, and not at 1 MiB', async () => {
    const chunked = (size: number) => {
      const stream = new Blob([JSON.stringify({ name: 'One MiB in chunks' }).padEnd(size, ' ')]).stream();
      const init = { headers: { 'Content-Type': 'application/json' }, body: stream, duplex: 'half' };
      return caller.send('POST', '/brands', init as RequestInit);
    };
    expect(await refused(() => chunked(MIB + 1))).toEqual(TOO_LARGE);
    expect((await chunked(MIB)).status).toBe(201);
  });

  test('with a wrong content-length', async () => {
    const head = (length: string) =>
      `POST /v1/brands HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nAuthorization: Bearer ${caller.token}\r\n${length}\r\n\r\n`;
    const before = await recordCounts(service.databases);
    const short = await sendBytes(service.apiUrl, head('Content-Length: 5'), '{"name":"x"}');
    expect(short.status).toBe(400);
    const both = await sendBytes(service.apiUrl, head('Content-Length: 5\r\nTransfer-Encoding: chunked'), '0\r\n\r\n');
    expect(both.status).toBe(400);
    const negative = await sendBytes(service.apiUrl, head('Content-Length: -5'), '{"name":"x"}');
    expect(negative.status).toBe(400);
    expect(await recordCounts(service.databases)).toEqual(before);
  });

  test('in an unknown transfer-encoding', async () => {
    const headers = { Authorization: `Bearer ${caller.token}`, 'Content-Type': 'application/json' };
    const gzip = { ...headers, 'Transfer-Encoding': 'gzip, chunked' };
    const body = `${content.length.toString(16)}\r\n${content}\r\n0\r\n\r\n`;
    const sent = await sendBytes(
      service.apiUrl,
      `POST /v1/brands HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${Object.entries(gzip)
        .map((h) => h.join(': '))
        .join('\r\n')}\r\n\r\n`,
      body,
    );
    expect(sent.status).toBe(415);
    expect((await sendRaw(service.apiUrl, 'GET', '/v1/brands', headers, content)).status).toBe(200);
  });
});
