import { createHash } from 'node:crypto';
import { type Faults, fault } from '../fault.ts';
import { answer, inRecord, inToken, isToken } from '../how/answers.ts';
import { answered, type Fields, fieldsOf, grantRow, inGrant, noted } from '../how/grants.ts';
import { request } from '../how/requests.ts';
import { stage } from '../how/tokens.ts';

const CODE = /from control\.authorization_codes c/;

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

/** Codes and refresh tokens usable by any client, and wrong token responses. */
export const GRANT_FAULTS: Faults = {
  'grant.code-of-any-client': fault('oauth.code_of_client', "another app's code is exchanged", {
    how: grantRow(CODE, (row, { client }) =>
      row.clientId === client.clientId ? row : { ...row, clientId: client.clientId },
    ),
  }),
  'grant.redirect-unchecked': fault('oauth.error.oauth.redirect_uri_mismatch', 'redirect_uri is not compared', {
    how: grantRow(CODE, (row, { fields }) =>
      row.redirectUri === fields.redirect_uri ? row : { ...row, redirectUri: fields.redirect_uri },
    ),
  }),
  'grant.redirect-by-host': fault(
    'oauth.error.oauth.redirect_uri_mismatch',
    'redirect_uri is compared up to its path',
    {
      how: grantRow(CODE, (row, { fields }) => {
        const begins = String(fields.redirect_uri).split('/')[2] === String(row.redirectUri).split('/')[2];
        return begins && row.redirectUri !== fields.redirect_uri ? { ...row, redirectUri: fields.redirect_uri } : row;
      }),
    },
  ),
  'grant.verifier-any': fault('oauth.pkce', 'a verifier has to be there, whatever it is', {
    how: grantRow(
      CODE,
      (row, { fields }) => (row.codeChallenge && fields.code_verifier ? { ...row, codeChallenge: null } : row),
      withoutVerifier,
    ),
  }),
  'grant.verifier-optional': fault('oauth.pkce', 'a verifier may be left out', {
    how: grantRow(
      CODE,
      (row, { fields }) => {
        const holds = !fields.code_verifier || challengeOf(fields.code_verifier) === row.codeChallenge;
        return holds ? { ...row, codeChallenge: null } : row;
      },
      withoutVerifier,
    ),
  }),
  'grant.verifier-short': fault('limits.verifier_length', 'a verifier may be of any length', {
    how: grantRow(
      CODE,
      (row, { fields }) => {
        const holds = fields.code_verifier && challengeOf(fields.code_verifier) === row.codeChallenge;
        return holds ? { ...row, codeChallenge: null } : row;
      },
      withoutVerifier,
    ),
  }),
  'grant.refresh-of-any-app': fault('oauth.refresh_of_client', "another app's refresh token is taken", {
    where: { statement: 'credentials.authenticate' },
    how: { from: 'f.id = $3 and f.app_id = c.app_id and f.env = c.env', to: 'f.id = $3 and f.env = c.env' },
  }),
  'grant.replay-fresh': fault('oauth.error.oauth.code_invalid', 'a consumed code is reported as expired', {
    how: grantRow(CODE, (row) => (row.consumedAt === null ? row : { ...row, consumedAt: null, createdAt: 0 })),
  }),
  'grant.check-burns': fault('oauth.failed_check_keeps_code', 'a failed check burns the code', {
    how: stage(
      ({ databases }, mark) =>
        async function burnCode(ctx, next) {
          const fields = ctx.path === '/v1/oauth/token' && ctx.method === 'POST' ? await noted(ctx) : {};
          await next();
          const { code } = ctx.status === 400 ? await answered(ctx) : {};
          if (code !== 'oauth.pkce_failed' && code !== 'oauth.redirect_uri_mismatch') return;
          mark();
          const hash = createHash('sha256')
            .update(fields.code ?? '')
            .digest();
          await databases.control.query('delete from control.authorization_codes where hash = $1', [hash]);
        },
    ),
  }),
  'request.redirect-optional': fault('oauth.error.oauth.invalid_request', 'redirect_uri may be left out', {
    how: inGrant((fields) =>
      fields.grant_type === 'authorization_code' && !fields.redirect_uri
        ? { ...fields, redirect_uri: 'https://app.example/callback' }
        : fields,
    ),
  }),
  'request.grant-type-guessed': fault('oauth.error.oauth.invalid_request', 'grant_type may be left out', {
    how: inGrant((fields) => {
      if (fields.grant_type) return fields;
      return { ...fields, grant_type: fields.refresh_token ? 'refresh_token' : 'authorization_code' };
    }),
  }),
  'request.refresh-trimmed': fault('oauth.error.oauth.refresh_invalid', 'what follows a refresh token is cut off', {
    how: inGrant((fields) =>
      (fields.refresh_token?.length ?? 0) > 76
        ? { ...fields, refresh_token: String(fields.refresh_token).slice(0, 76) }
        : fields,
    ),
  }),
  'answer.unknown-field-refused': fault('oauth.unknown_fields', 'an unknown field of a token request is rejected', {
    how: answer((passed) => {
      if (passed.status !== 200 || !isOAuth(passed.url)) return;
      if (Object.keys(fieldsOf(passed.requestBody)).every((name) => KNOWN.includes(name))) return;
      passed.status = 400;
      passed.body = JSON.stringify({
        error: 'invalid_request',
        error_description: 'Unknown.',
        code: 'oauth.invalid_request',
      });
    }),
  }),
  'request.query-read': fault('oauth.query_ignored', 'fields of a token request are read from the query', {
    how: request((passing) => {
      const [path = '', query] = passing.url.split('?');
      if (!query || !isOAuth(path) || passing.method !== 'POST') return;
      const fields = { ...Object.fromEntries(new URLSearchParams(query)), ...fieldsOf(passing.requestBody) };
      passing.url = path;
      passing.requestBody = JSON.stringify(fields);
      passing.requestHeaders['content-type'] = 'application/json';
    }),
  }),
  'answer.token-cors': fault('oauth.no_cors', 'scripts of any page may ask for tokens', {
    how: answer((passed) => {
      if (isToken(passed)) passed.headers['access-control-allow-origin'] = '*';
    }),
  }),
  'request.form-last-counts': fault('oauth.repeated_fields', 'of a field that is sent twice the last counts', {
    how: request((passing) => {
      if (isOAuth(passing.url) && /\w=/.test(passing.requestBody) && !passing.requestBody.startsWith('{'))
        passing.requestBody = new URLSearchParams(fieldsOf(passing.requestBody)).toString();
    }),
  }),
  'request.json-last-counts': fault('oauth.repeated_fields', 'of a JSON member that is sent twice the last counts', {
    how: inGrant((fields) => ({ ...fields })),
  }),
  'request.null-member': fault('oauth.empty_fields', 'a null member of a token request is malformed', {
    how: inGrant((fields) => {
      const present = Object.entries(fields).map(([name, value]) => [name, value ?? ['null']]);
      return Object.values(fields).includes(null as never) ? Object.fromEntries(present) : fields;
    }),
  }),
  'request.basic-undecoded': fault('auth.basic_or_body', 'the halves of Basic credentials are not decoded', {
    how: request((passing) => {
      const encoded = /^Basic (.+)$/i.exec(passing.requestHeaders.authorization ?? '')?.[1];
      const text = encoded && Buffer.from(encoded, 'base64').toString();
      if (text?.includes('%'))
        passing.requestHeaders.authorization = `Basic ${Buffer.from(text.replaceAll('%', '%25')).toString('base64')}`;
    }),
  }),
  'request.basic-unread': fault('auth.basic_or_body', 'HTTP Basic is not read', {
    how: request((passing) => {
      if (/\/oauth\//.test(passing.url)) delete passing.requestHeaders.authorization;
    }),
  }),
  'request.body-unread': fault('auth.basic_or_body', 'credentials in a form are not read', {
    how: request((passing) => {
      if (/\/oauth\//.test(passing.url) && !passing.requestBody.startsWith('{'))
        passing.requestBody = passing.requestBody.replace('client_secret=', 'secret=');
    }),
  }),
  'answer.token-refresh-90-days': fault(
    'oauth.token_response',
    'refresh_token_expires_in of a token response is 7_776_000',
    { how: inToken('refresh_token_expires_in', 7_776_000) },
  ),
  'answer.token-merchant-null': fault('oauth.token_response', 'merchant_id of a token response is null', {
    how: inToken('merchant_id', null),
  }),
  'answer.token-merchant-text': fault('oauth.token_response', 'merchant_id of a token response is text', {
    how: inRecord((body) => {
      if (typeof body.merchant_id === 'number') body.merchant_id = String(body.merchant_id);
    }),
  }),
  'answer.token-refresh-prefix': fault('env.prefixes', 'refresh tokens have the prefix of the other environment', {
    how: inRecord((body) => {
      if (typeof body.refresh_token === 'string')
        body.refresh_token = body.refresh_token.replace('svc_rt_sb_', 'svc_rt_pk_');
    }),
  }),
  'answer.token-refresh-kept-back': fault('oauth.refresh', 'a refresh returns no refresh token', {
    how: inRecord((body, passed) => {
      if (fieldsOf(passed.requestBody).grant_type === 'refresh_token') delete body.refresh_token;
    }),
  }),
  'answer.token-refresh-of-client': fault('oauth.client_credentials', 'client_credentials returns a refresh token', {
    how: inRecord((body, passed) => {
      const isGrant = fieldsOf(passed.requestBody).grant_type === 'client_credentials';
      if (isGrant && isOAuth(passed.url)) body.refresh_token = 'svc_rt_sb_x';
    }),
  }),
  'answer.token-merchant-code': fault(
    'oauth.client_credentials_merchant',
    "client_credentials for another organization's merchant is rejected as if its grant had been revoked",
    {
      how: answer((passed) => {
        if (isOAuth(passed.url))
          passed.body = passed.body.replace('"code":"developer.grant_missing"', '"code":"oauth.grant_revoked"');
      }),
    },
  ),
};
