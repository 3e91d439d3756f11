import type { Answer } from '../../http/send.ts';
import { type Case, subject } from '../../run/case.ts';
import type { CaseContext } from '../../run/case-context.ts';
import { credentialsOf } from '../../run/connections.ts';
import { LINES } from '../../specification/streams.ts';

/** Codings of responses, and their ETags. */

const example = subject('examples', 'compression');

const CODINGS = ['br', 'gzip'] as const;

/** Values of Accept-Encoding, each with the coding of a long response. */
const PREFERENCES: readonly (readonly [string, string | undefined])[] = [
  ['br', 'br'],
  ['gzip', 'gzip'],
  ['GZIP', 'gzip'],
  ['br;q=0.5, gzip;q=0.8', 'gzip'],
  ['gzip;q=0.5, br;q=0.8', 'br'],
  ['gzip;q=0.3, identity;q=0.6', undefined],
  ['br;q=0, gzip;q=0', undefined],
  ['gzip;q=0, *', 'br'],
  ['deflate, zstd', undefined],
  ['identity', undefined],
];

/** Long enough for a record to be compressed. */
const LONG_TEXT = 'A description of many words. '.repeat(40).trim();

const newBrand = async (t: CaseContext): Promise<string> =>
  `/brands/${(await t.as().create('/brands', { name: t.name(), description: LONG_TEXT })).id}`;

type Get = (headers?: Readonly<Record<string, string>>) => Promise<Answer>;

/** Requests for a record, a list and a document, each with a long response. */
async function longResponses(t: CaseContext): Promise<readonly Get[]> {
  const [caller, brand] = [t.as(), await newBrand(t)];
  return [
    (headers) => caller.get(brand, headers),
    (headers) => caller.get('/brands?limit=3', headers),
    (headers) => t.session.send('GET', '/openapi.json', { headers: headers ?? {} }),
  ];
}

function expectCoding(t: CaseContext, answer: Answer, coding: string | undefined, plain: Answer): void {
  const accepted = answer.sent.headers['Accept-Encoding'];
  t.equal(answer.headers['content-encoding'], coding, `Content-Encoding for ${accepted}`, answer);
  t.check(answer.text === plain.text, `for ${accepted}, the body decodes to another one`, answer);
  expectVary(t, answer);
}

const expectVary = (t: CaseContext, answer: Answer): boolean =>
  t
    .about('http.vary')
    .check(/\baccept-encoding\b/i.test(answer.headers.vary ?? ''), 'Vary has no Accept-Encoding', answer);

export const COMPRESSION_CASES: readonly Case[] = [
  example(
    'codings',
    ['http.compression', 'http.vary'],
    'a response of a kilobyte is compressed as Accept-Encoding prefers, and is the same once decoded',
    async (t) => {
      for (const get of await longResponses(t)) {
        const plain = await get();
        expectCoding(t, plain, undefined, plain);
        for (const [accepted, coding] of PREFERENCES)
          expectCoding(t, await get({ 'Accept-Encoding': accepted }), coding, plain);
      }
      const caller = t.as();
      const { id } = await caller.create('/brands', { name: t.name() });
      const short = await caller.get(`/brands/${id}`, { 'Accept-Encoding': 'br, gzip' });
      t.equal(short.headers['content-encoding'], undefined, 'Content-Encoding of a short response', short);
    },
  ),
  example('streams', ['http.compression'], 'a stream is compressed as Accept-Encoding prefers', async (t) => {
    await newBrand(t);
    const get = (headers = {}) => t.as().get('/brands', { Accept: LINES, ...headers });
    const plain = await get();
    for (const coding of CODINGS) expectCoding(t, await get({ 'Accept-Encoding': coding }), coding, plain);
  }),
  example(
    'tokens',
    ['http.compression'],
    'the token endpoints do not compress, since the length would tell something of a secret',
    async (t) => {
      const body = { ...credentialsOf(t.session.app('main')), token: 'conf' };
      const headers = { 'Accept-Encoding': 'br, gzip' };
      for (const path of ['/oauth/token', '/oauth/revoke', '/token']) {
        const answer = await t.session.send('POST', path, { body, headers });
        t.equal(answer.headers['content-encoding'], undefined, 'Content-Encoding', answer);
      }
    },
  ),
  example(
    'etags',
    ['http.coding_etag', 'http.if_none_match', 'http.vary'],
    'each coding has its own ETag, and each of them is as good as another in conditions',
    async (t) => {
      for (const get of await longResponses(t)) {
        const plain = await get();
        const tags = [plain.headers.etag ?? ''];
        for (const coding of CODINGS) tags.push((await get({ 'Accept-Encoding': coding })).headers.etag ?? '');
        t.equal(new Set(tags).size, tags.length, 'the number of different ETags', plain);
        for (const tag of tags)
          for (const accepted of ['identity', ...CODINGS]) {
            const answer = await get({ 'Accept-Encoding': accepted, 'If-None-Match': tag });
            const isPlain = tag === plain.headers.etag && accepted === 'identity';
            t.about(isPlain ? 'http.if_none_match' : 'http.coding_etag').expectStatus(answer, 304);
            expectVary(t, answer);
          }
      }
    },
  ),
  example('if-match', ['http.coding_etag', 'http.if_match'], 'a change accepts the ETag of any coding', async (t) => {
    const [caller, brand] = [t.as(), await newBrand(t)];
    for (const coding of ['identity', ...CODINGS]) {
      const { headers } = await caller.get(brand, { 'Accept-Encoding': coding });
      const change = await caller.patch(brand, { name: t.name() }, { 'If-Match': headers.etag ?? '' });
      t.expectStatus(change, 200);
    }
  }),
];
