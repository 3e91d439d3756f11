import { type Case, subject } from '../../../engine/case.ts';
import type { CaseContext } from '../../../engine/case-context.ts';
import { connect, credentialsOf } from '../../../engine/connections.ts';
import { UNKNOWN_ID } from '../../fixtures/unknown.ts';
import { basic } from '../access.ts';
import { expectOAuthError, FORM, formOf, JSON_TYPE, post } from './requests.ts';

/** Client authentication at the token and revocation endpoints. */

const example = subject('examples', 'oauth');

const ENDPOINTS = ['/oauth/token', '/oauth/revoke'] as const;

const grant = (t: CaseContext) => ({
  grant_type: 'client_credentials',
  merchant_id: t.session.merchant('main').companyId,
  token: 'conf-no-token',
});

const encoded = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;

/** Percent-encodes every character, which RFC 6749 allows. */
const percent = (text: string): string => [...Buffer.from(text)].map((byte) => `%${byte.toString(16)}`).join('');

const PREFIXES = {
  SANDBOX: { clientId: 'svc_app_sb', clientSecret: 'svc_sk_sb_', apiKey: 'svc_ak_sb_' },
  PRODUCTION: { clientId: 'svc_app_pk', clientSecret: 'svc_sk_pk_', apiKey: 'svc_ak_pk_' },
} as const;

export const OAUTH_CLIENT_CASES: readonly Case[] = [
  example('prefixes', ['env.prefixes'], 'every credential has the prefix of its kind and environment', async (t) => {
    for (const app of t.session.target.apps)
      for (const kind of ['clientId', 'clientSecret', 'apiKey'] as const) {
        const [text, prefix] = [app[kind], PREFIXES[app.env][kind]];
        if (text)
          t.check(text.startsWith(prefix), `${kind} of ${app.role} ${app.product} does not begin with ${prefix}`);
      }
  }),
  example(
    'client-merchants',
    ['oauth.client_credentials_merchant', 'mint.error.developer.grant_missing', 'mint.error.developer.env_mismatch'],
    "client_credentials and the mint are rejected for a live, another organization's or an unknown merchant",
    async (t) => {
      const fields = { ...credentialsOf(t.session.app('main')), grant_type: 'client_credentials' };
      for (const [merchant_id, code] of [
        [t.session.merchant('foreign').companyId, 'developer.grant_missing'],
        [UNKNOWN_ID, 'developer.grant_missing'],
        [t.session.merchant('live').companyId, 'developer.env_mismatch'],
      ] as const) {
        const body = { ...fields, merchant_id };
        expectOAuthError(t, await post(t, '/oauth/token', body), 'unauthorized_client', code);
        t.expectStatus(await post(t, '/token', body), 403, code);
      }
    },
  ),
  example(
    'clients-refused',
    [
      'oauth.error.developer.invalid_client',
      'mint.error.developer.invalid_client',
      'oauth.revoke_client',
      'http.no_secrets',
    ],
    'an unknown client, a wrong secret and a revoked credential are the same 401 at each endpoint',
    async (t) => {
      const { clientId, clientSecret } = t.session.app('main');
      const pairs = [
        [t.session.app('revoked').clientId, t.session.app('revoked').clientSecret],
        [`${clientId}x`, clientSecret],
        [clientId, t.session.app('other').clientSecret],
        [clientId, t.session.app('main', 'FULL', 'PRODUCTION').clientSecret],
        [clientId, `${clientSecret.slice(0, -1)}~`],
        [clientId, clientSecret.toUpperCase()],
        [clientId, 'x'],
      ] as const;
      for (const path of [...ENDPOINTS, '/token']) {
        const answers = [];
        for (const [client_id, client_secret] of pairs)
          answers.push(await post(t, path, { ...grant(t), client_id, client_secret }));
        for (const answer of answers) t.expectStatus(answer, 401, 'developer.invalid_client');
        t.equal(new Set(answers.map(({ text }) => text)).size, 1, 'different errors of rejected clients');
      }
    },
  ),
  example(
    'credentials-twice',
    ['auth.credentials_once', 'auth.header_once'],
    'credentials in both places or twice and two client ids are rejected, no credentials are 401',
    async (t) => {
      const { clientId, clientSecret } = t.session.app('main');
      const both = { ...grant(t), client_id: clientId, client_secret: clientSecret };
      const Authorization = basic(clientId, clientSecret);
      for (const path of ENDPOINTS) {
        const twice = await post(t, path, both, { Authorization });
        expectOAuthError(t, twice, 'invalid_request', 'oauth.invalid_request');
        t.expectStatus(await post(t, path, { ...grant(t), client_id: clientId }, { Authorization }), 200);
        const repeated = { Authorization };
        const again = await t.session.send('POST', path, { body: grant(t), headers: { Authorization }, repeated });
        expectOAuthError(t, again, 'invalid_request', 'oauth.invalid_request');
        for (const other of ['', 'conf']) {
          const headers = { Authorization: basic(other, clientSecret) };
          const answer = await post(t, path, { ...grant(t), client_id: clientId }, headers);
          expectOAuthError(t, answer, 'invalid_request', 'oauth.invalid_request');
        }
        for (const none of [
          '',
          grant(t),
          { ...grant(t), client_id: clientId },
          { ...grant(t), client_id: '', client_secret: '' },
        ])
          expectOAuthError(t, await post(t, path, none, JSON_TYPE), 'invalid_client', 'developer.invalid_client', 401);
      }
    },
  ),
  example(
    'basic',
    ['auth.basic_or_body', 'auth.basic_form_decoded'],
    'credentials are read from Basic, where they are form-encoded before they are joined, and from a form',
    async (t) => {
      const app = t.session.app('main');
      const { clientId, clientSecret } = app;
      for (const path of ENDPOINTS) {
        t.expectStatus(await post(t, path, formOf({ ...grant(t), ...credentialsOf(app) }), FORM), 200);
        const Authorization = encoded(`${percent(clientId)}:${percent(clientSecret)}`);
        t.expectStatus(await post(t, path, grant(t), { Authorization }), 200);
      }
    },
  ),
  example(
    'basic-malformed',
    ['auth.basic_or_body', 'oauth.error.developer.invalid_client'],
    'a malformed Basic credential is 401',
    async (t) => {
      const { clientId, clientSecret } = t.session.app('main');
      const wrong = [
        encoded(clientId + clientSecret),
        encoded(`${clientId}:x:${clientSecret}`),
        encoded(`${clientId}:${clientSecret}:x`),
        encoded(`:${clientSecret}`),
        encoded(`${clientId}:`),
        encoded('%zz:%'),
        encoded(`%zz:${clientSecret}`),
        encoded(`${clientId}:%zz`),
        'Basic !',
        `Bearer ${clientSecret}`,
      ];
      for (const Authorization of wrong)
        expectOAuthError(
          t,
          await post(t, '/oauth/token', grant(t), { Authorization }),
          'invalid_client',
          'developer.invalid_client',
          401,
        );
    },
  ),
  example(
    'revoke-basic',
    ['auth.basic_or_body', 'oauth.revoke'],
    'a token is revoked with Basic credentials',
    async (t) => {
      const app = t.session.app('main');
      const { refreshToken } = await connect(t.session, app, t.session.merchant('main'));
      const headers = { Authorization: basic(app.clientId, app.clientSecret) };
      const answer = await post(t, '/oauth/revoke', { token: refreshToken }, headers);
      t.expectStatus(answer, 200);
      const body = { ...credentialsOf(app), grant_type: 'refresh_token', refresh_token: refreshToken };
      t.expectStatus(await post(t, '/oauth/token', body), 400, 'oauth.grant_revoked');
    },
  ),
  example('archived', ['oauth.archived_app'], 'an archived app gets no token, in either environment', async (t) => {
    for (const env of ['SANDBOX', 'PRODUCTION'] as const) {
      const body = { ...credentialsOf(t.session.app('archived', 'FULL', env)), ...grant(t) };
      const answer = await post(t, '/oauth/token', body);
      t.check(answer.status >= 400 && answer.status < 500, `it is ${answer.status}`, answer);
    }
  }),
];
