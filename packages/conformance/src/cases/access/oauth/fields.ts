import { type Case, subject } from '../../../engine/case.ts';
import type { CaseContext } from '../../../engine/case-context.ts';
import { credentialsOf, redirectUriOf } from '../../../engine/connections.ts';
import { VERIFIER } from '../../fixtures/authorization.ts';
import { connected, FORM, formOf, JSON_TYPE, newCode, post } from './requests.ts';

/** Every field of the token, revocation and mint endpoints, once for each way in which it can be wrong. */

const LONGEST = { '/oauth/token': 4096, '/oauth/revoke': 4096, '/token': 128 };

type Path = keyof typeof LONGEST;
type Fields = Readonly<Record<string, string | number | undefined>>;

/** Code of the response, or none if it succeeds. */
type Code = string | undefined;

/** The codes for an absent field, and for a value that nothing has. */
const FIELDS: Readonly<Record<string, readonly [absent: Code, unknown: Code]>> = {
  grant_type: ['invalid_request', 'unsupported_grant_type'],
  client_id: ['invalid_client', 'invalid_client'],
  client_secret: ['invalid_client', 'invalid_client'],
  code: ['invalid_request', 'code_invalid'],
  redirect_uri: ['invalid_request', 'redirect_uri_mismatch'],
  code_verifier: ['pkce_failed', 'pkce_failed'],
  refresh_token: ['invalid_request', 'refresh_invalid'],
  merchant_id: ['merchant_required', 'invalid_request'],
  token: ['invalid_request', undefined],
};

const OF_MINT: typeof FIELDS = {
  grant_type: [undefined, 'invalid_request'],
  client_id: ['invalid_request', 'invalid_client'],
  client_secret: ['invalid_request', 'invalid_client'],
  merchant_id: ['merchant_required', 'invalid_request'],
};

/** Whole numbers beyond those that are exact in JSON, and texts that only resemble a merchant's id. */
const wrongIds = (id: unknown): unknown[] => [
  '0',
  `0${id}`,
  `+${id}`,
  `${id}.0`,
  ` ${id}`,
  `${id}e0`,
  [id],
  -1,
  0,
  0.5,
  2 ** 53,
  `${2 ** 53}`,
  '9'.repeat(16),
];

/** A request with one wrong field, and the code of its response. */
type Wrong = readonly [body: unknown, code: Code, query?: string];

function wrongOnes(path: Path, fields: Fields, name: string): Wrong[] {
  const { [name]: right, ...others } = fields;
  const [absent, unknown] = (path === '/token' ? OF_MINT : FIELDS)[name] ?? [];
  const isNumber = name === 'merchant_id';
  const malformed = name === 'token' ? undefined : 'invalid_request';
  const json = (value: unknown): object => ({ ...others, [name]: value });
  const form = (text: string): string => `${formOf(others)}&${name}=${text}`;
  const long = 'x'.repeat(LONGEST[path]);
  return [
    ...[others, json(''), json(null), formOf(others), form('')].map((body): Wrong => [body, absent]),
    [others, absent, formOf({ [name]: right })],
    ...[json(long), form(long), ...(isNumber ? [] : [form('7')])].map((body): Wrong => [body, unknown]),
    ...[true, ['x'], { x: 1 }, 'a\0b', `${long}x`, ...(isNumber ? wrongIds(right) : [7])].map(
      (value): Wrong => [json(value), malformed],
    ),
    ...['%zz', '%ff', 'a%00b'].map((text): Wrong => [form(text), malformed]),
    ...[right, 'x', ''].map((other): Wrong => [`${formOf(fields)}&${name}=${other}`, 'invalid_request']),
    ...[right, 'x', null].map(
      (other): Wrong => [
        `{${JSON.stringify(name)}: ${JSON.stringify(other)},${JSON.stringify(fields).slice(1)}`,
        'invalid_request',
      ],
    ),
  ];
}

async function expectWrong(t: CaseContext, path: Path, fields: Fields, names: readonly string[]): Promise<void> {
  const every = names.flatMap((name) => wrongOnes(path, fields, name));
  for (const [body, code, query] of t.sample(every)) {
    const headers = typeof body !== 'string' ? undefined : body.startsWith('{') ? JSON_TYPE : FORM;
    const answer = await post(t, query ? `${path}?${query}` : path, body, headers);
    const isOfClient = path === '/token' || code === 'invalid_client' || code === 'merchant_required';
    if (code === undefined) t.expectStatus(answer, 200);
    else t.expectStatus(answer, code === 'invalid_client' ? 401 : 400, `${isOfClient ? 'developer' : 'oauth'}.${code}`);
  }
}

const example = subject('examples', 'fields');

const RULES = [
  'oauth.error.oauth.invalid_request',
  'oauth.empty_fields',
  'oauth.repeated_fields',
  'oauth.query_ignored',
  'oauth.form',
];

export const FIELD_CASES: readonly Case[] = [
  example(
    'code',
    [...RULES, 'oauth.error.oauth.unsupported_grant_type', 'oauth.failed_check_keeps_code', 'oauth.pkce'],
    'an exchange with a wrong field is rejected with the code of that field and keeps the code',
    async (t) => {
      const app = t.session.app('main');
      const fields = {
        ...credentialsOf(app),
        grant_type: 'authorization_code',
        code: await newCode(t, VERIFIER),
        redirect_uri: redirectUriOf(app),
        code_verifier: VERIFIER,
      };
      await expectWrong(t, '/oauth/token', fields, Object.keys(fields));
      const others = '&refresh_token=&merchant_id=&&=&=x&';
      t.expectStatus(await post(t, '/oauth/token', formOf(fields) + others, FORM), 200);
    },
  ),
  example(
    'refresh',
    [...RULES, 'oauth.error.oauth.refresh_invalid'],
    'a refresh with a wrong token is rejected, and one with unknown fields is not',
    async (t) => {
      const fields = { ...credentialsOf(t.session.app('main')), grant_type: 'refresh_token' };
      const { refreshToken: refresh_token } = await connected(t);
      await expectWrong(t, '/oauth/token', { ...fields, refresh_token }, ['refresh_token']);
      t.expectStatus(
        await post(t, '/oauth/token', { ...fields, refresh_token, code: '', redirect_uri: null, token: 7, '': 'x' }),
        200,
      );
    },
  ),
  example(
    'sandbox',
    [...RULES, 'oauth.client_credentials_merchant', 'mint.error.developer.merchant_required'],
    'client_credentials with a wrong merchant_id is rejected, in JSON and in a form',
    async (t) => {
      const fields = { ...credentialsOf(t.session.app('main')), grant_type: 'client_credentials' };
      const merchant_id = t.session.merchant('main').companyId;
      await expectWrong(t, '/oauth/token', { ...fields, merchant_id }, ['merchant_id']);
      t.expectStatus(await post(t, '/oauth/token', formOf({ ...fields, merchant_id }), FORM), 200);
    },
  ),
  example(
    'revoke',
    [...RULES, 'oauth.revoke_client', 'oauth.revoke_unknown'],
    'a revocation with a wrong field is rejected, one of a malformed token is not, and neither revokes anything',
    async (t) => {
      const { refreshToken: token } = await connected(t);
      const fields = { ...credentialsOf(t.session.app('main')), token };
      await expectWrong(t, '/oauth/revoke', fields, Object.keys(fields));
      const { token: refresh_token, ...client } = fields;
      t.expectStatus(await post(t, '/oauth/token', { ...client, grant_type: 'refresh_token', refresh_token }), 200);
    },
  ),
  example(
    'mint',
    ['mint.invalid_request', 'errors.mint_envelope', 'mint.grant_type', 'mint.form', ...RULES],
    'a mint with a wrong field is rejected in the shape of the mint',
    async (t) => {
      const merchant_id = t.session.merchant('main').companyId;
      const fields = { ...credentialsOf(t.session.app('main')), merchant_id, grant_type: 'client_credentials' };
      await expectWrong(t, '/token', fields, Object.keys(fields));
    },
  ),
];
