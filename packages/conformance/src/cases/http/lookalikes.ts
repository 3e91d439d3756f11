import type { Answer } from '../../http/send.ts';
import { type Case, subject } from '../../run/case.ts';
import type { CaseContext } from '../../run/case-context.ts';
import { credentialsOf } from '../../run/connections.ts';

/** Media types of the token endpoints and correlation ids: other spellings of valid ones, and ones that only resemble them. */

const example = subject('examples', 'lookalike');

const JSON_TYPE = 'application/json';
const FORM = 'application/x-www-form-urlencoded';

/** Asserts a 415 in the envelope of the endpoint's family, which does not blame the encoding. */
function expectUnread(t: CaseContext, answer: Answer): void {
  const type = answer.sent.headers['Content-Type'];
  const said = /Content-Type|media|form/i.test(answer.text);
  t.check([400, 415].includes(answer.status) && said, `a body of the type ${type} is ${answer.status}`, answer);
  t.equal(answer.headers['accept-encoding'], undefined, `Accept-Encoding of the response to ${type}`, answer);
}

export const LOOKALIKE_CASES: readonly Case[] = [
  example(
    'token-bodies',
    ['http.content_encodings', 'oauth.form', 'mint.form', 'http.media_types_alike'],
    'the token endpoints accept forms and JSON, no similar types, and no encoded body, whose rejection says so',
    async (t) => {
      // A body that both endpoints accept. Needs no token, which would count against the mint limit.
      const fields = { ...credentialsOf(t.session.app('main')), token: 'conf' };
      const form = new URLSearchParams(fields).toString();
      const json = JSON.stringify(fields);
      const ask = (path: string, body: string, type: string, more = {}) =>
        t.session.send('POST', path, { body, headers: { 'Content-Type': type, ...more } });
      for (const type of [FORM, FORM.toUpperCase(), `${FORM}; charset=UTF-8`])
        t.expectStatus(await ask('/oauth/revoke', form, type), 200);
      for (const type of [JSON_TYPE, 'Application/Json ; charset=utf-8'])
        t.expectStatus(await ask('/oauth/revoke', json, type), 200);
      for (const path of ['/oauth/token', '/oauth/revoke', '/token']) {
        for (const type of [FORM.slice(0, -1), `${FORM}2`, 'text/form', 'application/form'])
          expectUnread(t, await ask(path, form, type));
        for (const type of ['application/jsonx', 'text/json', `${JSON_TYPE}; charset=latin1`])
          expectUnread(t, await ask(path, json, type));
        expectUnread(t, await ask(path, json, `${JSON_TYPE}; x=1; charset=latin1`));
        const encoded = await ask(path, form, FORM, { 'Content-Encoding': 'gzip' });
        t.expectStatus(encoded, 415, `${path === '/token' ? 'developer' : 'oauth'}.unsupported_media_type`);
        // RFC 7694 §3
        const accepted = encoded.headers['accept-encoding'];
        t.checkAlso('http.content_encodings', accepted === 'identity', `Accept-Encoding is ${accepted}`, encoded);
      }
    },
  ),
  example(
    'correlation-ids',
    ['http.correlation_id', 'http.correlation_id_kept'],
    'a correlation id is kept if it is a UUID, and replaced if it only resembles one',
    async (t) => {
      const uuid = '5f0c9b54-0a51-4d2e-9a7e-3a0f6f1f7c11';
      const ask = async (id: string) => (await t.as().get('/brands?limit=1', { 'X-Correlation-Id': id })).headers;
      for (const version of '12345678') {
        const id = uuid.replace('-4', `-${version}`);
        t.equal((await ask(id))['x-correlation-id'], id, `a UUID of version ${version}`);
      }
      const refused = await t.session.send('GET', '/nowhere', { headers: { 'X-Correlation-Id': uuid } });
      t.equal((refused.body as { correlationId?: string }).correlationId, uuid, 'correlationId', refused);
      for (const id of [
        'mine',
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
