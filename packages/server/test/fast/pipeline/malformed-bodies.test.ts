import { describe, expect, test } from 'vitest';
import type { Answer } from '../../support/api-caller.ts';
import { sendBytes, sendRaw } from '../../support/raw-http.ts';
import { recordCounts } from '../../support/record-counts.ts';
import { invalid, rejectionOf } from '../../support/rejections.ts';
import { sharedService } from '../../support/service.ts';

const service = await sharedService();
const caller = await service.connect();

const MALFORMED = [400, 'partner.malformed_json'];
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
    ['with a comment', '{"name":"x"/* */}', MALFORMED],
    ['with a raw line break in a string', '{"name":"a\nb"}', MALFORMED],
    ['with a name that is an object', '{"name":{"toString":"x"}}', invalid('body /name type')],
    ['with half a surrogate pair', '{"name":"a\\ud800b"}', invalid('body /name pattern')],
    ['with half a pair in free text', '{"name":"x","description":"\\udfff"}', invalid('body /description pattern')],
    ['with a NUL in free text', '{"name":"x","description":"\\u0000"}', invalid('body /description pattern')],
    ['with a status of 1e400', '{"name":"x","status":1e400}', invalid('body /status type', 'body /status enum')],
    [
      'with a name in __proto__ alone',
      '{"__proto__":{"name":"x"}}',
      invalid('body /name required', 'body /__proto__ unknown'),
    ],
    ...['companyId', '__proto__', 'constructor', 'prototype', 'hasOwnProperty', 'toString'].map(
      (name): [string, string, unknown[]] => [
        `with ${name}`,
        `{"name":"x","${name}":{"prototype":{}}}`,
        invalid(`body /${name} unknown`),
      ],
    ),
    ['with a NUL in a property’s name', '{"name":"x","a\\u0000":1}', invalid('body /a\uFFFD unknown')],
    ['with half a surrogate pair in a property’s name', '{"name":"x","a\\ud800":1}', invalid('body /a\uFFFD unknown')],
    ['nested 100,000 deep in the name', `{"name":${nested(DEEP)}}`, invalid('body  maxDepth')],
    ['nested 100,000 deep in an unknown property', `{"name":"x","x":${nested(DEEP)}}`, invalid('body  maxDepth')],
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
    const sent = async (name: string) => (await refused(() => caller.post('/brands', { name: 'x', [name]: 1 })))[2];
    expect(await sent('x'.repeat(5000))).toBe(`body /${'x'.repeat(1023)} unknown`);
    expect(await sent(`${'x'.repeat(1022)}😀`)).toBe(`body /${'x'.repeat(1022)}\uFFFD unknown`);
  });

  test('rejects 900 unknown properties and names twenty of them, and 50,000 without a name', async () => {
    const sent = (count: number) =>
      refused(() => caller.post('/brands', Object.fromEntries(Array.from({ length: count }, (_, i) => [`x${i}`, 1]))));
    expect(await sent(900)).toHaveLength(2 + 20);
    expect(await sent(50_000)).toEqual(invalid('body  maxValues'));
  });

  test('accepts commas, brackets and escaped quotation marks within a string', async () => {
    const description = '[{"\\,'.repeat(500);
    const { id } = await caller.create('/brands', { name: 'Punctuation', description });
    expect((await caller.get(`/brands/${id}`)).body.description).toBe(description);
  });

  test('rejects bytes that are not UTF-8', async () => {
    const texts = [[0xff], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xf5, 0x80, 0x80, 0x80]].map((bytes) =>
      Buffer.concat([Buffer.from('{"name":"'), Buffer.from(bytes), Buffer.from('"}')]),
    );
    for (const body of [...texts, Buffer.from('{"name":"x"}', 'utf16le')]) {
      const init = { headers: { 'Content-Type': 'application/json' }, body };
      expect(await refused(() => caller.send('POST', '/brands', init))).toEqual(MALFORMED);
    }
  });

  test('accepts the last of two equal keys, as JSON parsers do, and -0 and 1.0 as numbers', async () => {
    expect((await caller.create('/brands', '{"name":"First","name":"Last"}')).name).toBe('Last');
    expect((await caller.create('/brands', '{"name":"Minus zero","status":-0}')).status).toBe(0);
    expect((await caller.create('/brands', '{"name":"One","status":1.0}')).status).toBe(1);
  });
});

test('POST /purchase-orders says first which form a date has, if it has a time', async () => {
  const lines = [{ itemId: 1, quantity: '1', unitCost: '1' }];
  const { body } = await caller.post('/purchase-orders?receive=false', {
    ...{ supplierId: 1, storeId: 1, orderDate: '2026-03-02T08:15:30Z', lines },
  });
  expect(body.message).toMatch(/^body \/orderDate: must be a date in the form YYYY-MM-DD/);
});

describe('POST /items', () => {
  test('rejects money as a number with a message that explains how to send it', async () => {
    const { body } = await caller.post('/items', { name: 'x', price: 12.5 });
    expect(body.message).toMatch(/^body \/price: must be a string: send decimals as strings/);
  });

  test('answers an unknown property with the one that was meant', async () => {
    const sent = { name: 'x', item_code: 'A', Price: '1', colour: 'red' };
    const { body } = await caller.post('/items', sent);
    expect(body.details.map(({ path, message }: { path: string; message: string }) => [path, message])).toEqual([
      ['/item_code', 'is not recognized: did you mean itemCode?'],
      ['/Price', 'is not recognized: did you mean price?'],
      ['/colour', 'is not recognized'],
    ]);
  });

  test('rejects equal lists in a list of different texts', async () => {
    const body = `{"name":"x","barcodes":[${nested(20)},${nested(20)}]}`;
    expect(await refused(() => caller.post('/items', body))).toEqual(
      invalid('body /barcodes/0 type', 'body /barcodes/1 type'),
    );
  });
});

describe('A body is rejected for how it is sent:', () => {
  const headers = { Authorization: `Bearer ${caller.token}`, 'Content-Type': 'application/json' };
  const lines = Object.entries(headers).map((header) => `${header.join(': ')}\r\n`);
  const head = `POST /v1/brands HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${lines.join('')}`;

  test.each([
    ['Content-Length: 5', '{"name":"x"}', 400],
    ['Content-Length: 5\r\nTransfer-Encoding: chunked', '0\r\n\r\n', 400],
    ['Transfer-Encoding: gzip, chunked', '5\r\n"abc"\r\n0\r\n\r\n', 415],
  ])('with %j', async (framing, body, status) => {
    const before = await recordCounts(service.databases);
    expect((await sendBytes(service.apiUrl, `${head}${framing}\r\n\r\n`, body)).status).toBe(status);
    expect(await recordCounts(service.databases)).toEqual(before);
  });

  test('not with a GET, which has no use for it', async () => {
    expect((await sendRaw(service.apiUrl, 'GET', '/v1/brands', headers, '{"name":"x"}')).status).toBe(200);
  });
});
