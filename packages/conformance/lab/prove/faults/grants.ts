import { createHash } from 'node:crypto';
import type { Fault } from '../fault.ts';
import { fault, inRecord, inToken, isToken } from '../kinds/answers.ts';
import { type Fields, fieldsOf, grantRow, inGrant, noted } from '../kinds/grants.ts';
import { asks } from '../kinds/requests.ts';
import { staged } from '../kinds/tokens.ts';

const CODE = /from control\.authorization_codes c/;
const FAMILY = /from control\.token_families where id = \$1$/;

const challengeOf = (verifier = ''): string => createHash('sha256').update(verifier).digest('base64url');

const withoutVerifier = ({ code_verifier: _, ...fields }: Fields): Fields => fields;

const isOAuth = (url: string): boolean => /\/oauth\/token$/.test(url.split('?')[0] ?? '');

const KNOWN = [
  'grant_type',
  'code',
  'redirect_uri',
  'code_verifier',
  'refresh_token',
  'client_id',
  'client_secret',
  'merchant_id',
];

/** Codes and refresh tokens that are taken from whoever brings them, and answers that say something else. */
export const GRANT_FAULTS: readonly Fault[] = [
  grantRow('code-of-any-client', 'oauth.code_of_client', "another app's code is exchanged", CODE, (row, { client }) =>
    row.clientId === client.clientId ? row : { ...row, clientId: client.clientId },
  ),
  grantRow(
    'redirect-unchecked',
    'oauth.error.oauth.redirect_uri_mismatch',
    'redirect_uri is not compared',
    CODE,
    (row, { fields }) => (row.redirectUri === fields.redirect_uri ? row : { ...row, redirectUri: fields.redirect_uri }),
  ),
  grantRow(
    'redirect-by-host',
    'oauth.error.oauth.redirect_uri_mismatch',
    'redirect_uri is compared up to its path',
    CODE,
    (row, { fields }) => {
      const begins = String(fields.redirect_uri).split('/')[2] === String(row.redirectUri).split('/')[2];
      return begins && row.redirectUri !== fields.redirect_uri ? { ...row, redirectUri: fields.redirect_uri } : row;
    },
  ),
  grantRow(
    'verifier-any',
    'oauth.pkce',
    'a verifier has to be there, whatever it is',
    CODE,
    (row, { fields }) => (row.codeChallenge && fields.code_verifier ? { ...row, codeChallenge: null } : row),
    withoutVerifier,
  ),
  grantRow(
    'verifier-optional',
    'oauth.pkce',
    'a verifier may be left out',
    CODE,
    (row, { fields }) => {
      const holds = !fields.code_verifier || challengeOf(fields.code_verifier) === row.codeChallenge;
      return holds ? { ...row, codeChallenge: null } : row;
    },
    withoutVerifier,
  ),
  grantRow(
    'verifier-short',
    'limits.verifier_length',
    'a verifier may be of any length',
    CODE,
    (row, { fields }) => {
      const holds = fields.code_verifier && challengeOf(fields.code_verifier) === row.codeChallenge;
      return holds ? { ...row, codeChallenge: null } : row;
    },
    withoutVerifier,
  ),
  grantRow(
    'refresh-of-any-app',
    'oauth.refresh_of_client',
    "another app's refresh token is taken",
    FAMILY,
    (row, { client }) => (row.appId === client.appId ? row : { ...row, appId: client.appId }),
  ),
  grantRow('replay-fresh', 'oauth.error.oauth.code_invalid', 'a consumed code is told as expired', CODE, (row) =>
    row.consumedAt === null ? row : { ...row, consumedAt: null, createdAt: 0 },
  ),
  staged(
    'grant.check-burns',
    'oauth.failed_check_keeps_code',
    'a failed check burns the code',
    ({ databases }, mark) =>
      async function burnCode(ctx, next) {
        const fields = ctx.path === '/v1/oauth/token' && ctx.method === 'POST' ? await noted(ctx) : {};
        await next();
        const { code } = (ctx.body ?? {}) as { code?: unknown };
        if (code !== 'oauth.pkce_failed' && code !== 'oauth.redirect_uri_mismatch') return;
        mark();
        const hash = createHash('sha256')
          .update(fields.code ?? '')
          .digest();
        await databases.control.query('delete from control.authorization_codes where hash = $1', [hash]);
      },
  ),
  inGrant('redirect-optional', 'oauth.error.oauth.invalid_request', 'redirect_uri may be left out', (fields) =>
    fields.grant_type === 'authorization_code' && !fields.redirect_uri
      ? { ...fields, redirect_uri: 'https://app.example/callback' }
      : fields,
  ),
  inGrant('grant-type-guessed', 'oauth.error.oauth.invalid_request', 'grant_type may be left out', (fields) => {
    if (fields.grant_type) return fields;
    return { ...fields, grant_type: fields.refresh_token ? 'refresh_token' : 'authorization_code' };
  }),
  inGrant(
    'refresh-trimmed',
    'oauth.error.oauth.refresh_invalid',
    'what follows a refresh token is cut off',
    (fields) =>
      (fields.refresh_token?.length ?? 0) > 76
        ? { ...fields, refresh_token: String(fields.refresh_token).slice(0, 76) }
        : fields,
  ),
  fault('unknown-field-refused', 'oauth.unknown_fields', 'an unknown field of a token request is refused', (passed) => {
    if (passed.status !== 200 || !isOAuth(passed.url)) return;
    if (Object.keys(fieldsOf(passed.requestBody)).every((name) => KNOWN.includes(name))) return;
    passed.status = 400;
    passed.body = JSON.stringify({
      error: 'invalid_request',
      error_description: 'Unknown.',
      code: 'oauth.invalid_request',
    });
  }),
  asks('query-read', 'oauth.query_ignored', 'fields of a token request are read from the query', (passing) => {
    const [path = '', query] = passing.url.split('?');
    if (!query || !isOAuth(path) || passing.method !== 'POST') return;
    const fields = { ...Object.fromEntries(new URLSearchParams(query)), ...fieldsOf(passing.requestBody) };
    passing.url = path;
    passing.requestBody = JSON.stringify(fields);
    passing.requestHeaders['content-type'] = 'application/json';
  }),
  fault('token-cors', 'oauth.no_cors', 'scripts of any page may ask for tokens', (passed) => {
    if (isToken(passed)) passed.headers['access-control-allow-origin'] = '*';
  }),
  asks('form-last-counts', 'oauth.repeated_fields', 'of a field that is sent twice the last counts', (passing) => {
    if (isOAuth(passing.url) && /\w=/.test(passing.requestBody) && !passing.requestBody.startsWith('{'))
      passing.requestBody = new URLSearchParams(fieldsOf(passing.requestBody)).toString();
  }),
  asks('basic-undecoded', 'auth.basic_or_body', 'the halves of Basic credentials are not decoded', (passing) => {
    const encoded = /^Basic (.+)$/i.exec(passing.requestHeaders.authorization ?? '')?.[1];
    const text = encoded && Buffer.from(encoded, 'base64').toString();
    if (text?.includes('%'))
      passing.requestHeaders.authorization = `Basic ${Buffer.from(text.replaceAll('%', '%25')).toString('base64')}`;
  }),
  asks('basic-unread', 'auth.basic_or_body', 'HTTP Basic is not read', (passing) => {
    if (/\/oauth\//.test(passing.url)) delete passing.requestHeaders.authorization;
  }),
  asks('body-unread', 'auth.basic_or_body', 'credentials in a form are not read', (passing) => {
    if (/\/oauth\//.test(passing.url) && !passing.requestBody.startsWith('{'))
      passing.requestBody = passing.requestBody.replace('client_secret=', 'secret=');
  }),
  inToken('refresh-90-days', 'oauth.token_response', 'refresh_token_expires_in', 7_776_000),
  inToken('merchant-null', 'oauth.token_response', 'merchant_id', null),
  inRecord('token-merchant-text', 'oauth.token_response', 'merchant_id of a token response is text', (body) => {
    if (typeof body.merchant_id === 'number') body.merchant_id = String(body.merchant_id);
  }),
  inRecord(
    'token-refresh-prefix',
    'env.prefixes',
    'refresh tokens have the prefix of the other environment',
    (body) => {
      if (typeof body.refresh_token === 'string')
        body.refresh_token = body.refresh_token.replace('svc_rt_sb_', 'svc_rt_pk_');
    },
  ),
  inRecord('token-refresh-kept-back', 'oauth.refresh', 'a refresh gives no refresh token', (body, passed) => {
    if (fieldsOf(passed.requestBody).grant_type === 'refresh_token') delete body.refresh_token;
  }),
  inRecord(
    'token-refresh-of-client',
    'oauth.client_credentials',
    'client_credentials gives a refresh token',
    (body, passed) => {
      const isGrant = fieldsOf(passed.requestBody).grant_type === 'client_credentials';
      if (isGrant && isOAuth(passed.url)) body.refresh_token = 'svc_rt_sb_x';
    },
  ),
];
