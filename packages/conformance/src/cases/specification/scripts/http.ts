import { CONTRACT } from '../../../contract/specification-contract.ts';
import { senderWith } from '../../../driver/credentials.ts';
import { Script } from '../../../driver/script.ts';
import type { Case } from '../../../run/case.ts';
import type { Operation } from '../../../specification/contract.ts';
import { LINES } from '../../../specification/streams.ts';
import { scripted } from './script.ts';

const JSON_TYPE = 'application/json';
const PATHS = [...new Set(CONTRACT.operations.map(({ path }) => path))];
const METHODS = ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS'];

/** Paths that only look like those of the contract. */
const STRANGE = [
  '/',
  '/nowhere',
  '/Brands',
  '/brands/',
  '//brands',
  '/brands/1/2',
  '/items/',
  '/..%2f',
  '/menus/1/Full',
  '/brands.json',
  '/reports',
  '/stores/1/open-orders/1',
];

/** Spellings of the media type of bodies, and types that only look like it. */
const MEDIA_TYPES = [
  'APPLICATION/JSON',
  'Application/JSON',
  'application/json; charset=utf-8',
  'application/json;charset="UTF-8"',
  'application/json ; Charset=Utf-8',
  'application/json; a=b',
  'application/json; charset=latin1',
  'application/json; charset=utf-16le',
  'application/json; charset=us-utf-8',
  'application/json; charset="utf-8-sig"',
  'application/json, text/plain',
  'application/jsonx',
  'application/json2',
  'application/jso',
  'xapplication/json',
  'application/x-json',
  'application/x-ndjson',
  'application/json+xml',
  'application/merge-patch+json',
  'application/problem+json',
  'text/json',
  'text/plain; a=application/json',
  'multipart/form-data; boundary=json',
  'application',
  'application/',
  '/json',
  'json',
  '*/*',
  'application/*',
  '',
];

const CODINGS = [
  'gzip',
  'x-gzip',
  'GZIP',
  'deflate',
  'br',
  'zstd',
  'identity, br',
  'gzip, identity',
  'x',
  'identity, IDENTITY',
];

/** Lists and objects, `depth` of them within each other. */
const nested = (depth: number, inner = '1'): string => `${'{"a":'.repeat(depth)}${inner}${'}'.repeat(depth)}`;

const padded = (text: string, bytes: number): string => text.padEnd(bytes, ' ');

const MEBIBYTE = 1024 * 1024;

const isKeyed = ({ parameters }: Operation): boolean => parameters.some(({ name }) => name === 'Idempotency-Key');

export const SCRIPTS_HTTP: readonly Case[] = [
  scripted('http-methods', 'every path in every method, and paths that only look alike', async (_, t) => {
    const stranger = await Script.open(t, senderWith(t.session, t.session.merchant('main')));
    for (const path of PATHS)
      for (const method of METHODS) await stranger.send(method, path.replace('{id}', '999999999'));
    for (const path of STRANGE) for (const method of METHODS) await stranger.send(method, path);
  }),
  scripted('http-head', 'HEAD of records, lists and errors is GET without the body', async (s) => {
    const { id } = await s.post('/brands', { name: s.name() });
    for (const url of [
      `/brands/${id}`,
      '/brands?limit=100&search=conf',
      '/brands?limit=1',
      '/taxes',
      '/brands/999999999',
      '/brands/x',
      '/brands?nosuch=1',
    ]) {
      const { headers } = await s.send('GET', url);
      await s.send('HEAD', url);
      if (headers.etag) await s.get(url, { 'If-None-Match': headers.etag });
    }
    const { headers } = await s.send('HEAD', `/brands/${id}`);
    await s.send('HEAD', `/brands/${id}`, undefined, { 'If-None-Match': headers.etag ?? '' });
    await s.patch(`/brands/${id}`, { description: 'a' }, { 'If-Match': headers.etag ?? '' });
    await s.send('HEAD', `/brands/${id}`, undefined, { 'If-None-Match': headers.etag ?? '' });
  }),
  scripted('http-queries', 'queries and path ids are decoded once, and have to be UTF-8', async (s, t) => {
    const { id } = await s.post('/brands', { name: `${s.name()} a+b é` });
    const hex = [...String(id)].map((digit) => `%3${digit}`).join('');
    for (const one of [
      hex,
      `0${id}`,
      '%',
      '%ff',
      '1%2F2',
      '-1',
      '0',
      '1.0',
      '1e3',
      '9007199254740991',
      '9007199254740993',
    ])
      await s.get(`/brands/${one}`);
    for (const query of [
      'search=a+b',
      'search=a%2Bb',
      'search=%C3%A9+conf',
      'search=%C3%A9',
      'search=e%CC%81',
      'search=a?b',
      'search=a=b',
      'search=%ff&nosuch=1',
      'nosuch=%',
      '%ff=1&limit=0',
      'limit=1&&',
      'limit',
      'search',
      '=1',
      'limit=%31',
      'limit=01',
      'limit=+1',
      '=%ff',
      'search=a%00b',
      'search=%01',
      'search=%E2%80%AE',
      'search=%E2%80%A8%CC%81',
      'search=%CC%81',
      'search=+',
      'page=99999999999999999999',
      'limit=0&page=x&sort=z&order=up&cursor=a&status=1.5',
    ])
      await s.get(`/brands?${query}`);
    const { message } = await s.get('/brands?search[]=a');
    t.about('http.bracketed_parameters').check(
      /\bsearch\b(?!\[)/.test(String(message)),
      `for search[], the message is "${message}"`,
    );
    for (const dryRun of ['TRUE', 'True', '1', 'yes', '', 'false', '0', 'true&dryRun=true'])
      await s.post(`/brands?dryRun=${dryRun}`, { name: s.name() });
  }),
  scripted(
    'http-bodies',
    'bodies are JSON in UTF-8 of at most a mebibyte and 32 levels, without a coding',
    async (s) => {
      const valid = () => JSON.stringify({ name: s.name() });
      const post = (body: string | undefined, headers: Record<string, string> = {}, url = '/brands') =>
        s.send('POST', url, body, { 'Content-Type': JSON_TYPE, ...headers });
      const { id } = await s.post('/brands', { name: s.name() });
      const patch = (headers: Record<string, string>) =>
        s.send('PATCH', `/brands/${id}`, valid(), { 'Content-Type': JSON_TYPE, ...headers });
      for (const type of MEDIA_TYPES) {
        await post(valid(), { 'Content-Type': type });
        await post('{', { 'Content-Type': type }, '/brands?nosuch=1');
        await patch({ 'Content-Type': type });
      }
      for (const coding of CODINGS) {
        await post(valid(), { 'Content-Encoding': coding });
        await patch({ 'Content-Encoding': coding });
      }
      for (const body of [valid(), '']) await post(body, { 'Transfer-Encoding': 'chunked' });
      await patch({ 'Transfer-Encoding': 'chunked' });
      await s.get(`/brands/${id}`);
      await post(valid(), { 'Content-Encoding': 'gzip', 'Content-Type': 'text/plain' });
      for (const body of [
        '',
        '{}',
        'null',
        '[]',
        '"a"',
        '1',
        ' ',
        '{',
        '{"name":"a",}',
        "{'name':'a'}",
        '{"name":NaN}',
        '\uFEFF{"name":1}',
        '{"name":"a","name":2}',
        '{"name":"\uD8FF"}',
      ])
        for (const url of ['/brands', '/brands?nosuch=1']) await post(body, {}, url);
      for (const depth of [31, 32, 33, 34]) {
        await post(nested(depth));
        await post(nested(depth - 1, '[]'));
      }
      await post('['.repeat(100_000));
      await post(`{"name":[${'1,'.repeat(500_000)}1]}`);
      await post(`{"name":"${'[{'.repeat(40)}","a":"\\"${'['.repeat(20)}`);
      await post(`{"name":"a\\\\","a":${'['.repeat(40)}`);
      await post(padded(valid(), MEBIBYTE));
      await post(padded(valid(), MEBIBYTE + 1));
      await post(padded('{', MEBIBYTE + 1), { 'Content-Type': 'text/plain' });
      for (let n = 0; n < 3; n += 1) {
        await post(padded('', 6 * MEBIBYTE));
        await s.get('/brands?limit=1');
      }
      for (const method of ['OPTIONS', 'GET', 'HEAD', 'PUT'])
        for (const headers of [{}, { 'If-None-Match': '*' }, { Accept: LINES }])
          await s.send(method, `/brands?ids=${id}`, padded('', MEBIBYTE), headers);
      await s.send('POST', '/brands');
      await s.send('GET', '/brands?limit=1', '{', { 'Content-Type': 'text/plain' });
    },
  ),
  scripted(
    'http-idempotency',
    'an idempotency key repeats a request that is the same to the letter, and is not used up by a rejection',
    async (s) => {
      const name = s.name();
      const key = (text: string) => ({ 'Idempotency-Key': text });
      const { id } = await s.post('/brands', { name }, key(name));
      for (const url of ['/brands', '/brands?dryRun=false', '/brands?dryRun=true', '/categories'])
        for (const body of [{ name }, { name, status: 1 }]) await s.post(url, body, key(name));
      await s.send('POST', '/brands', `{"name": "${name}"}`, { 'Content-Type': JSON_TYPE, ...key(name) });
      for (const body of [{ status: 7 }, { description: 'a' }, { description: 'a' }, { description: 'b' }])
        await s.patch(`/brands/${id}`, body, key(s.name().slice(0, -1)));
      const change = key(`${name}-change`);
      await s.patch(`/brands/${id}`, { description: 'c' }, { ...change, 'If-Match': '"1"' });
      await s.patch(`/brands/${id}`, { description: 'c' }, { ...change, 'If-Match': '*' });
      await s.patch(`/brands/${id}`, { description: 'c' }, { ...change, 'If-Match': '*' });
      await s.patch(`/brands/${id}`, { description: 'c' }, change);
      const unless = { ...key(`${name}-unless`), 'If-None-Match': '"1"' };
      for (const headers of [unless, unless, { ...unless, 'If-None-Match': '*' }, key(`${name}-unless`)])
        await s.patch(`/brands/${id}`, { description: 'd' }, headers);
      for (const condition of ['*', '"1"']) {
        const headers = { ...key(`${name}-new`), 'If-None-Match': condition };
        await s.post('/brands', { name: `${name} new` }, headers);
      }
      for (const text of ['', ' ', `${name} b`, 'é', name.padEnd(255, 'a'), name.padEnd(256, 'a')])
        await s.post('/brands', { name: s.name() }, key(text));
    },
  ),
  scripted(
    'http-if-none-match',
    'a change under If-None-Match is rejected if the record has one of the ETags, and a creation ignores it',
    async (s) => {
      const { id } = await s.post('/brands', { name: s.name() }, { 'If-None-Match': '*' });
      const tags = ['*', '"1"', 'W/"1"', '"1-x7"', '"0", W/"1-br"', '"0"', '1', '"*"', '*, "0"', '"0", *', 'w/"1"', ''];
      for (const [n, tag] of tags.entries()) {
        const headers = { 'If-None-Match': tag };
        await s.patch(`/brands/${id}?dryRun=true`, { description: `${n}` }, headers);
        await s.patch('/brands/999999999', { description: `${n}` }, headers);
        await s.patch(`/brands/${id}?dryRun=true`, { description: `${n}` }, { ...headers, 'If-Match': '"1"' });
      }
      await s.patch(`/brands/${id}`, { name: '' }, { 'If-None-Match': '*' });
      await s.post('/items/batch', { operations: [] }, { 'If-None-Match': '*' });
    },
  ),
  scripted(
    'http-keys',
    'every write rejects a key that is too long or has unprintable characters, and compares keys to their last',
    async (s) => {
      for (const { method, path, body } of CONTRACT.operations.filter(isKeyed))
        for (const key of ['k'.repeat(256), 'a\tb', 'k\u00e9y', ''])
          await s.send(method, path.replace('{id}', '999999999'), body && {}, { 'Idempotency-Key': key });
      const longest = `${s.name()} ~!"`.padEnd(254, 'k');
      for (const end of ['a', 'b', 'a'])
        await s.post('/brands', { name: s.name() }, { 'Idempotency-Key': longest + end });
    },
  ),
];
