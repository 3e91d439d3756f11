import { type Operation, RESOURCE_OPERATIONS } from '../../contract/bundle.ts';
import { type Case, subject } from '../../engine/case.ts';
import type { CaseContext } from '../../engine/case-context.ts';
import type { Answer } from '../../http/send.ts';
import { budgetOf } from '../../target/target.ts';
import { unknownUrl } from '../fixtures/unknown.ts';
import { basic } from './access.ts';

/** Every operation with every kind of missing or invalid credential. */

const example = subject('examples', 'credential');
const timed = subject('time', 'credential', { clock: true });

type Headers = Readonly<Record<string, string>>;

/** Sends a request without a valid credential. Its body would be rejected after that check. */
const send = (t: CaseContext, op: Operation, headers: Headers): Promise<Answer> => {
  const url = unknownUrl(op);
  return t.session.send(op.method, url, { headers, body: op.body && {} });
};

const bearer = (token: string): Headers => ({ Authorization: `Bearer ${token}` });

/** A genuine token with one part changed. */
const withPartChanged = (token: string, part: 0 | 1 | 2, change: (text: string) => string): string =>
  token
    .split('.')
    .map((text, i) => (i === part ? change(text) : text))
    .join('.');

const withMembers = (members: object) => (text: string) =>
  Buffer.from(JSON.stringify({ ...JSON.parse(Buffer.from(text, 'base64url').toString()), ...members })).toString(
    'base64url',
  );

/** Invalid credentials and the expected code for each. */
async function wrongCredentials(t: CaseContext): Promise<[string, Headers, string][]> {
  const token = await t.as().token();
  const { clientId, clientSecret } = t.session.app('main');
  const missing = 'partner.token_missing';
  const invalid = 'partner.token_invalid';
  return [
    ['nothing', {}, missing],
    ['an empty header', { Authorization: '' }, missing],
    ['the scheme alone', { Authorization: 'Bearer' }, missing],
    ['Basic', { Authorization: basic(clientId, clientSecret) }, missing],
    ['Basic with a token', { Authorization: `Basic ${token}` }, missing],
    ['another scheme', { Authorization: `Token ${token}` }, missing],
    ['no scheme', { Authorization: token }, missing],
    ['text', bearer('conf'), invalid],
    ['two parts of a token', bearer(token.split('.').slice(0, 2).join('.')), invalid],
    [
      'a token with a wrong signature',
      bearer(withPartChanged(token, 2, (text) => `${text.slice(0, -6)}AAAAAA`)),
      invalid,
    ],
    ['a token without an algorithm', bearer(withPartChanged(token, 0, withMembers({ alg: 'none' }))), invalid],
    ['a token with more scopes', bearer(withPartChanged(token, 1, withMembers({ scopes: ['*'] }))), invalid],
    ['a token with a later exp', bearer(withPartChanged(token, 1, withMembers({ exp: 4_102_444_800 }))), invalid],
    ['a client secret', bearer(clientSecret), invalid],
    ['a made-up key', { 'X-API-Key': 'svc_ak_sb_conf' }, 'partner.api_key_invalid'],
    ['an empty key', { 'X-API-Key': '' }, 'partner.api_key_invalid'],
    ['a token as a key', { 'X-API-Key': token }, 'partner.api_key_invalid'],
    ['a secret as a key', { 'X-API-Key': clientSecret }, 'partner.api_key_invalid'],
  ];
}

const rejectedCase = (op: Operation): Case =>
  example(
    `${op.id}.401`,
    ['auth.every_operation', `op.${op.id}.status.401`, 'auth.token_required', 'auth.token_invalid', 'keys.invalid'],
    `${op.method} ${op.path} is 401 with any invalid credential`,
    async (t) => {
      for (const [what, headers, code] of await wrongCredentials(t)) {
        const answer = await send(t, op, headers);
        t.expectStatus(answer, 401, code);
        t.check(answer.text.includes(code), `${what} is not reported as ${code}`, answer);
      }
    },
  );

const LIFETIME = 900;

/** One token serves all operations, so that the clock moves only once. */
const expiredCase = timed(
  'expired',
  ['auth.every_operation', 'auth.token_expired', 'time.access_token'],
  'an expired token is 401 partner.token_expired at every operation',
  async (t) => {
    const caller = t.as('other');
    const headers = bearer(await caller.token());
    const budget = budgetOf(caller.app);
    t.expectStatus(await t.session.send('GET', '/brands?limit=1', { headers, budget }), 200);
    await t.session.clock.advance(LIFETIME + 30);
    for (const one of RESOURCE_OPERATIONS) t.expectStatus(await send(t, one, headers), 401, 'partner.token_expired');
  },
);

/** Spellings of the scheme and separator, allowed and forbidden by RFC 9110 §11.1 and §11.4. */
const spellingCase = example(
  'spelling',
  ['auth.scheme_spelling', 'auth.token_required'],
  'the scheme is Bearer in any letter case, followed by spaces; anything that only resembles it is rejected',
  async (t) => {
    const token = await t.as().token();
    const ask = (Authorization: string) => t.session.send('GET', '/brands?limit=1', { headers: { Authorization } });
    for (const scheme of ['bearer', 'BEARER', 'bEaReR']) t.expectStatus(await ask(`${scheme} ${token}`), 200);
    t.expectStatus(await ask(`Bearer  ${token}`), 200);
    for (const wrong of [
      `Bearer${token}`,
      `Bearer=${token}`,
      `Bearer: ${token}`,
      `Bearers ${token}`,
      `XBearer ${token}`,
      `Bearer "${token}"`,
      `Bearer ${token}, Bearer ${token}`,
      `Bearer ${token} ${token}`,
      `Bearer token=${token}`,
      `JWT ${token}`,
    ]) {
      const answer = await ask(wrong);
      t.check([400, 401].includes(answer.status), `${wrong.replace(token, '…')} is ${answer.status}`, answer);
    }
  },
);

export const CREDENTIAL_CASES: readonly Case[] = [...RESOURCE_OPERATIONS.map(rejectedCase), spellingCase];
export const EXPIRED_CREDENTIAL_CASES: readonly Case[] = [expiredCase];
