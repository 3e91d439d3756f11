import { type Case, subject } from '../../engine/case.ts';
import type { CaseContext } from '../../engine/case-context.ts';
import { credentialsOf } from '../../engine/connections.ts';
import type { Answer } from '../../http/send.ts';

/** Media types and header values that only resemble the valid ones, and other spellings of valid ones. */

const example = subject('examples', 'lookalike');

const JSON_TYPE = 'application/json';
const FORM = 'application/x-www-form-urlencoded';

/** The same media type in other spellings (RFC 9110 §8.3.1). */
const RIGHT = [
  JSON_TYPE,
  'Application/JSON',
  `${JSON_TYPE};charset=utf-8`,
  `${JSON_TYPE} ; charset="UTF-8"`,
  `${JSON_TYPE}; Charset=Utf-8`,
];

const WRONG = [
  'application/jsonx',
  'application/xjson',
  'application/jso',
  'xapplication/json',
  'application/json2',
  'application/json-patch+json',
  'application/merge-patch+json',
  'application/problem+json',
  'application/ld+json',
  'application/json+xml',
  'application/x-json',
  'application/jsonl',
  'application/x-ndjson',
  'text/json',
  'text/x-json',
  'json',
  'application',
  'application/',
  '/json',
  '*/*',
  'application/*',
  'multipart/form-data; boundary=json',
  'text/plain; a=application/json',
  'text/plain, application/json',
  `${JSON_TYPE};charset=latin1`,
  `${JSON_TYPE}; charset=iso-8859-1`,
  `${JSON_TYPE}; charset=utf-16le`,
  `${JSON_TYPE}; charset=utf-7`,
  `${JSON_TYPE}; charset=us-utf-8`,
  `${JSON_TYPE}; charset="utf-8-sig"`,
];

const ENCODINGS = ['gzip', 'x-gzip', 'GZIP', 'deflate', 'br', 'zstd', 'identity, gzip', 'gzip, identity', 'conf'];

const brand = (t: CaseContext) => JSON.stringify({ name: t.name() });

/** A create and a change whose bodies are varied. A rejected one must not store anything. */
async function createAndChange(t: CaseContext) {
  const { id } = await t.as().create('/brands', { name: t.name() });
  const sends = [
    (headers: Record<string, string>): Promise<Answer> => t.as().send('POST', '/brands', { body: brand(t), headers }),
    (headers: Record<string, string>): Promise<Answer> =>
      t.as().send('PATCH', `/brands/${id}`, { body: brand(t), headers }),
  ];
  return { id, sends };
}

/** Asserts a 415 in the envelope of the endpoint's family. */
function expectUnread(t: CaseContext, answer: Answer): void {
  const type = answer.sent.headers['Content-Type'];
  const said = /Content-Type|media|form/i.test(answer.text);
  t.check([400, 415].includes(answer.status) && said, `a body of the type ${type} is ${answer.status}`, answer);
}

/** Asserts a 415 that says which encodings are accepted (RFC 7694 §3). */
function expectEncoded(t: CaseContext, answer: Answer, family: 'partner' | 'oauth' | 'developer'): void {
  t.expectStatus(answer, 415, `${family}.unsupported_media_type`);
  const encoding = answer.sent.headers['Content-Encoding'];
  t.equal(answer.headers['accept-encoding'], 'identity', `Accept-Encoding of the response to ${encoding}`, answer);
}

export const LOOKALIKE_CASES: readonly Case[] = [
  example(
    'media-types',
    ['http.media_types', 'http.media_types_alike', 'http.nothing_written'],
    'the media type decides whether a body is JSON, in any letter case; a similar type is 415 and writes nothing',
    async (t) => {
      const { id, sends } = await createAndChange(t);
      for (const type of RIGHT)
        for (const send of sends) {
          const answer = await send({ 'Content-Type': type });
          t.check([200, 201].includes(answer.status), `${type} is refused: ${answer.status}`, answer);
        }
      const [version, total] = [(await t.as().read(`/brands/${id}`)).version, await t.as().total('/brands?limit=1')];
      for (const type of WRONG)
        for (const send of sends)
          t.expectStatus(await send({ 'Content-Type': type }), 415, 'partner.unsupported_media_type');
      t.equal((await t.as().read(`/brands/${id}`)).version, version, 'version after rejected bodies');
      t.equal(await t.as().total('/brands?limit=1'), total, 'brands after rejected bodies');
    },
  ),
  example(
    'encodings',
    ['http.media_types', 'http.media_types_alike', 'http.content_encodings'],
    'a body declared as encoded is 415, whatever the encoding, and the response names the one that is accepted',
    async (t) => {
      const { sends } = await createAndChange(t);
      for (const encoding of ENCODINGS)
        for (const send of sends)
          expectEncoded(t, await send({ 'Content-Type': JSON_TYPE, 'Content-Encoding': encoding }), 'partner');
      for (const send of sends) {
        const taken = await send({ 'Content-Type': JSON_TYPE, 'Content-Encoding': 'Identity' });
        t.check([200, 201].includes(taken.status), `Content-Encoding: Identity is ${taken.status}`, taken);
        const other = await send({ 'Content-Type': 'text/plain' });
        t.equal(other.headers['accept-encoding'], undefined, 'Accept-Encoding for a wrong media type', other);
      }
    },
  ),
  example(
    'token-encodings',
    ['http.content_encodings'],
    'the token endpoints reject an encoded body with 415 and their own error body',
    async (t) => {
      const headers = { 'Content-Type': FORM, 'Content-Encoding': 'gzip' };
      const ask = (path: string) => t.session.send('POST', path, { body: 'token=conf', headers });
      expectEncoded(t, await ask('/oauth/token'), 'oauth');
      expectEncoded(t, await ask('/oauth/revoke'), 'oauth');
      expectEncoded(t, await ask('/token'), 'developer');
    },
  ),
  example(
    'token-media-types',
    ['oauth.form', 'mint.form', 'http.media_types_alike'],
    'the token endpoints accept forms and JSON, and no similar types',
    async (t) => {
      // A body that both endpoints accept. Needs no token, which would count against the mint limit.
      const fields = { ...credentialsOf(t.session.app('main')), token: 'conf' };
      const form = new URLSearchParams(fields).toString();
      const ask = (path: string, body: string, type: string) =>
        t.session.send('POST', path, { body, headers: { 'Content-Type': type } });
      for (const type of [FORM, FORM.toUpperCase(), `${FORM}; charset=UTF-8`])
        t.expectStatus(await ask('/oauth/revoke', form, type), 200);
      for (const type of [JSON_TYPE, 'Application/Json ; charset=utf-8'])
        t.expectStatus(await ask('/oauth/revoke', JSON.stringify(fields), type), 200);
      for (const path of ['/oauth/token', '/oauth/revoke', '/token']) {
        for (const type of [FORM.slice(0, -1), `${FORM}2`, 'text/form', 'application/form'])
          expectUnread(t, await ask(path, form, type));
        for (const type of ['application/jsonx', 'text/json', `${JSON_TYPE}; charset=latin1`])
          expectUnread(t, await ask(path, JSON.stringify(fields), type));
      }
    },
  ),
  example(
    'correlation-ids',
    ['http.correlation_id', 'http.correlation_id_kept'],
    'a correlation id is used if it is a UUID, and replaced if it only resembles one',
    async (t) => {
      const uuid = '5f0c9b54-0a51-4d2e-9a7e-3a0f6f1f7c11';
      const ask = async (id: string) => (await t.as().get('/brands?limit=1', { 'X-Correlation-Id': id })).headers;
      t.equal((await ask(uuid))['x-correlation-id'], uuid, 'a UUID');
      for (const id of [
        `{${uuid}}`,
        `urn:uuid:${uuid}`,
        uuid.replaceAll('-', ''),
        uuid.slice(0, -1),
        `${uuid}1`,
        `${uuid}, ${uuid}`,
        uuid.replace('5', 'g'),
        uuid.replace('-', '_'),
        `${uuid}; x=1`,
      ])
        t.check((await ask(id))['x-correlation-id'] !== id, `${id} is kept`);
    },
  ),
];
