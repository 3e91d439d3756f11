import { type Case, subject } from '../run/case.ts';
import { connect, credentialsOf, redirectUriOf, refresh } from '../run/connections.ts';
import { budgetOf } from '../target/target.ts';
import { basic } from './access.ts';
import { checkClaims } from './claims.ts';

import { invalidGrant, newCode, post, refused, take } from './oauth-requests.ts';

/** `POST /oauth/token`: codes from the consent pages, client authentication, the shape of requests. */

const example = subject('examples', 'oauth');

const VERIFIER = 'conf-verifier-dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1g';

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };

export const OAUTH_CASES: readonly Case[] = [
  example(
    'exchange',
    ['oauth.code_exchange', 'oauth.token_response', 'claims.all', 'op.createToken.call', 'auth.token_opens'],
    'a code gives an access token and a refresh token',
    async (t) => {
      const [app, merchant] = [t.session.app('main'), t.session.merchant('main')];
      const answer = t.require(await take(t, await newCode(t)), 200);
      await checkClaims(t, answer, { merchant, product: 'FULL', env: 'SANDBOX' });
      const body = answer.body as Record<string, unknown>;
      t.equal(body.refresh_token_expires_in, 8_640_000, 'refresh_token_expires_in', answer);
      t.equal(body.merchant_id, merchant.companyId, 'merchant_id', answer);
      t.check(/^svc_rt_sb_/.test(String(body.refresh_token)), 'the refresh token has another prefix', answer);
      const headers = { Authorization: `Bearer ${body.access_token}` };
      t.answered(await t.session.send('GET', '/items', { headers, budget: budgetOf(app) }), 200);
    },
  ),
  example(
    'production',
    ['oauth.production', 'env.prefixes'],
    'the flow of a production app opens a live merchant',
    async (t) => {
      const [app, merchant] = [t.session.app('main', 'FULL', 'PRODUCTION'), t.session.merchant('live')];
      const { answer, refreshToken } = await connect(t.session, app, merchant);
      await checkClaims(t, answer, { merchant, product: 'FULL', env: 'PRODUCTION' });
      t.check(/^svc_rt_pk_/.test(refreshToken), 'the refresh token has another prefix', answer);
    },
  ),
  example(
    'code-once',
    ['oauth.code_single_use', 'oauth.error.oauth.code_invalid'],
    'a code is taken once; taken again it ends what it gave',
    async (t) => {
      const code = await newCode(t);
      const first = t.require(await take(t, code), 200);
      invalidGrant(t, await take(t, code), 'code_invalid');
      const { refresh_token } = first.body as { refresh_token: string };
      invalidGrant(t, await refresh(t.session, t.session.app('main'), refresh_token), 'grant_revoked');
    },
  ),
  example('code-race', ['oauth.code_single_use'], 'four exchanges of one code at once give one token', async (t) => {
    const code = await newCode(t);
    const app = t.session.app('main');
    const body = { ...credentialsOf(app), grant_type: 'authorization_code', code, redirect_uri: redirectUriOf(app) };
    const send = () => t.session.send('POST', '/oauth/token', { body, budget: budgetOf(app), concurrent: true });
    const answers = await Promise.all([send(), send(), send(), send()]);
    t.equal(answers.filter(({ status }) => status === 200).length, 1, 'exchanges that gave a token');
    for (const answer of answers) if (answer.status !== 200) invalidGrant(t, answer, 'code_invalid');
  }),
  example('code-unknown', ['oauth.error.oauth.code_invalid'], 'an unknown code', async (t) => {
    invalidGrant(t, await take(t, 'conf-no-such-code'), 'code_invalid');
  }),
  example(
    'code-of-another',
    ['oauth.code_of_client', 'oauth.error.oauth.code_invalid'],
    "another app's code is unknown, and stays good for its own",
    async (t) => {
      const code = await newCode(t);
      const { clientId, clientSecret } = t.session.app('other');
      invalidGrant(t, await take(t, code, { client_id: clientId, client_secret: clientSecret }), 'code_invalid');
      t.answered(await take(t, code), 200);
    },
  ),
  example(
    'redirect-uri',
    ['oauth.error.oauth.redirect_uri_mismatch', 'oauth.failed_check_keeps_code'],
    'redirect_uri has to be the one of the code, and another does not burn it',
    async (t) => {
      const code = await newCode(t);
      const uri = redirectUriOf(t.session.app('main'));
      for (const redirect_uri of [`${uri}/`, `${uri}?x=1`, uri.toUpperCase()])
        invalidGrant(t, await take(t, code, { redirect_uri }), 'redirect_uri_mismatch');
      t.answered(await take(t, code), 200);
    },
  ),
  example(
    'pkce',
    ['oauth.pkce', 'oauth.error.oauth.pkce_failed', 'oauth.failed_check_keeps_code'],
    'a code with a challenge needs its verifier',
    async (t) => {
      const code = await newCode(t, VERIFIER);
      invalidGrant(t, await take(t, code), 'pkce_failed');
      invalidGrant(t, await take(t, code, { code_verifier: VERIFIER.toUpperCase() }), 'pkce_failed');
      t.answered(await take(t, code, { code_verifier: VERIFIER }), 200);
    },
  ),
  example('pkce-length', ['limits.verifier_length'], 'a verifier has 43 to 128 characters', async (t) => {
    for (const verifier of ['v'.repeat(43), 'v'.repeat(128)])
      t.answered(await take(t, await newCode(t, verifier), { code_verifier: verifier }), 200);
    for (const verifier of ['v'.repeat(42), 'v'.repeat(129)]) {
      const answer = await take(t, await newCode(t, verifier), { code_verifier: verifier });
      t.check(answer.status === 400, `a verifier of ${verifier.length} characters is ${answer.status}`, answer);
    }
  }),
  example('form', ['oauth.form'], 'both endpoints take a form as well', async (t) => {
    const app = t.session.app('main');
    const fields = { grant_type: 'client_credentials', merchant_id: String(t.session.merchant('main').companyId) };
    t.answered(
      await post(t, '/oauth/token', new URLSearchParams({ ...credentialsOf(app), ...fields }).toString(), FORM),
      200,
    );
    t.answered(
      await post(t, '/oauth/revoke', new URLSearchParams({ ...credentialsOf(app), token: 'x' }).toString(), FORM),
      200,
    );
  }),
  example(
    'fields',
    ['oauth.error.oauth.invalid_request', 'oauth.error.oauth.unsupported_grant_type'],
    'what is missing, empty, repeated or of another grant',
    async (t) => {
      const app = t.session.app('main');
      const client = credentialsOf(app);
      const missing = (body: object) => post(t, '/oauth/token', { ...client, ...body });
      refused(t, await missing({}), 'invalid_request', 'oauth.invalid_request');
      refused(t, await missing({ grant_type: '' }), 'invalid_request', 'oauth.invalid_request');
      refused(t, await missing({ grant_type: 'authorization_code' }), 'invalid_request', 'oauth.invalid_request');
      refused(
        t,
        await missing({ grant_type: 'authorization_code', code: 'x' }),
        'invalid_request',
        'oauth.invalid_request',
      );
      refused(t, await missing({ grant_type: 'refresh_token' }), 'invalid_request', 'oauth.invalid_request');
      refused(t, await missing({ grant_type: 1 }), 'invalid_request', 'oauth.invalid_request');
      refused(t, await missing({ grant_type: 'password' }), 'unsupported_grant_type', 'oauth.unsupported_grant_type');
      const twice = `${new URLSearchParams({ ...client, grant_type: 'refresh_token' })}&grant_type=refresh_token`;
      refused(t, await post(t, '/oauth/token', twice, FORM), 'invalid_request', 'oauth.invalid_request');
      refused(
        t,
        await post(t, '/oauth/token', '{', { 'Content-Type': 'application/json' }),
        'invalid_request',
        'oauth.invalid_request',
      );
    },
  ),
  example('unknown-fields', ['oauth.unknown_fields'], 'fields that do not exist are ignored', async (t) => {
    const merchant_id = t.session.merchant('main').companyId;
    const body = {
      ...credentialsOf(t.session.app('main')),
      grant_type: 'client_credentials',
      merchant_id,
      audience: 'x',
      scope: 'x',
    };
    t.answered(await post(t, '/oauth/token', body), 200);
  }),
  example(
    'credentials-twice',
    ['auth.credentials_once'],
    'credentials in both places are refused, in none are 401',
    async (t) => {
      const { clientId, clientSecret } = t.session.app('main');
      const both = { client_id: clientId, client_secret: clientSecret, grant_type: 'client_credentials' };
      refused(
        t,
        await post(t, '/oauth/token', both, { Authorization: basic(clientId, clientSecret) }),
        'invalid_request',
        'oauth.invalid_request',
      );
      refused(
        t,
        await post(t, '/oauth/token', { grant_type: 'client_credentials' }),
        'invalid_client',
        'developer.invalid_client',
        401,
      );
    },
  ),
  example('query', ['oauth.query_ignored'], 'the query string is never read', async (t) => {
    const query = new URLSearchParams({ ...credentialsOf(t.session.app('main')), grant_type: 'client_credentials' });
    const answer = await t.session.send('POST', `/oauth/token?${query}`, { body: {} });
    refused(t, answer, 'invalid_client', 'developer.invalid_client', 401);
  }),
  example('methods', ['oauth.methods'], 'GET is 405 with Allow', async (t) => {
    for (const path of ['/oauth/token', '/oauth/revoke']) {
      const answer = await t.session.send('GET', path);
      t.answered(answer, 405, 'oauth.method_not_allowed');
      t.equal(answer.headers.allow, 'POST', 'Allow', answer);
      t.equal(answer.headers['access-control-allow-origin'], undefined, 'CORS', answer);
    }
  }),
  example(
    'languages',
    ['oauth.localised'],
    'error_description is in the reader’s language, and the codes stay',
    async (t) => {
      const texts = new Set<unknown>();
      for (const language of ['en', 'ar', 'hi']) {
        const answer = await post(
          t,
          '/oauth/token',
          { ...credentialsOf(t.session.app('main')), grant_type: 'x' },
          { 'Accept-Language': language },
        );
        refused(t, answer, 'unsupported_grant_type', 'oauth.unsupported_grant_type');
        texts.add((answer.body as { error_description: string }).error_description);
      }
      t.equal(texts.size, 3, 'descriptions in three languages');
    },
  ),
  example('large', ['http.body_limit'], 'a body larger than 1 MiB is 413', async (t) => {
    for (const path of ['/oauth/token', '/oauth/revoke'])
      t.answered(await post(t, path, { token: 'x'.repeat(1024 * 1024) }), 413, 'oauth.body_too_large');
  }),
  example('archived', ['oauth.archived_app'], 'an archived app gets no token', async (t) => {
    const body = {
      ...credentialsOf(t.session.app('archived')),
      grant_type: 'client_credentials',
      merchant_id: t.session.merchant('main').companyId,
    };
    const answer = await post(t, '/oauth/token', body);
    t.check(answer.status >= 400, 'it got one', answer);
  }),
];
