import { type Case, subject } from '../../../engine/case.ts';
import type { CaseContext } from '../../../engine/case-context.ts';
import {
  authorize,
  challengeOf,
  connect,
  credentialsOf,
  exchange,
  redirectUriOf,
  refresh,
} from '../../../engine/connections.ts';
import type { Request } from '../../../http/request.ts';
import type { Answer } from '../../../http/send.ts';
import { volley } from '../../../http/volley.ts';
import { budgetOf } from '../../../target/target.ts';
import { VERIFIER } from '../../fixtures/authorization.ts';
import { expectConnection } from '../claims.ts';
import { accessTokenOf, callApi, exchangeCode, expectInvalidGrant, newCode, refreshTokenOf } from './requests.ts';

/** `POST /oauth/token` with codes from the consent pages. */

const example = subject('examples', 'oauth');

/** Sends one code four times, in requests that overlap. The last one's body follows the first response. */
async function race(t: CaseContext): Promise<Answer[]> {
  const [code, app] = [await newCode(t), t.session.app('main')];
  const body = { ...credentialsOf(app), grant_type: 'authorization_code', code, redirect_uri: redirectUriOf(app) };
  const headSent = volley(4);
  const send = (request: Request) =>
    t.session.send('POST', '/oauth/token', { body, budget: budgetOf(app), concurrent: true, ...request });
  const early = [1, 2, 3].map(() => send({ headSent }));
  const late = send({ headSent: () => headSent().then(async () => void (await Promise.race(early))) });
  return Promise.all([...early, late]);
}

export const OAUTH_CASES: readonly Case[] = [
  example(
    'exchange',
    ['oauth.code_exchange', 'oauth.token_response', 'claims.all', 'auth.token_opens', 'env.prefixes'],
    'a code is exchanged for an access token and a refresh token',
    async (t) => {
      const [app, merchant] = [t.session.app('main'), t.session.merchant('main')];
      const answer = t.requireStatus(await exchangeCode(t, await newCode(t)), 200);
      await expectConnection(t, answer, merchant);
      t.expectStatus(await callApi(t, app, accessTokenOf(answer)), 200);
    },
  ),
  example(
    'production',
    ['oauth.production', 'oauth.token_response', 'env.prefixes', 'auth.token_opens'],
    'a production app obtains its tokens by the authorization code flow',
    async (t) => {
      const [app, merchant] = [t.session.app('main', 'FULL', 'PRODUCTION'), t.session.merchant('live')];
      const callback = await authorize(t.session, app, merchant);
      const code = callback.searchParams.get('code') ?? '';
      const answer = t.requireStatus(await exchange(t.session, app, code), 200);
      await expectConnection(t, answer, merchant, 'PRODUCTION');
      t.expectStatus(await callApi(t, app, accessTokenOf(answer)), 200);
    },
  ),
  example(
    'two-companies',
    ['oauth.family_per_merchant', 'tenancy.one_merchant'],
    'a merchant that connects later has its own tokens, and earlier ones stay valid',
    async (t) => {
      const app = t.session.app('main');
      const [first, second] = [t.session.merchant('main'), t.session.merchant('other')];
      const { refreshToken } = await connect(t.session, app, first);
      const { refreshToken: others } = await connect(t.session, app, second);
      for (const [token, merchant] of [
        [refreshToken, first],
        [others, second],
      ] as const) {
        const answer = t.requireStatus(await refresh(t.session, app, token), 200);
        await expectConnection(t, answer, merchant);
      }
    },
  ),
  example(
    'code-race',
    ['oauth.code_single_use', 'oauth.code_race'],
    'four concurrent exchanges of one code return one token, which stays valid',
    async (t) => {
      const answers = await race(t);
      const winners = answers.filter(({ status }) => status === 200);
      t.equal(winners.length, 1, 'exchanges that gave a token');
      for (const answer of answers) if (answer.status !== 200) expectInvalidGrant(t, answer, 'code_invalid');
      for (const winner of winners)
        t.expectStatus(await refresh(t.session, t.session.app('main'), refreshTokenOf(winner)), 200);
    },
  ),
  example(
    'code-of-another',
    ['oauth.code_of_client', 'oauth.error.oauth.code_invalid'],
    "another app's code is unknown, even across environments, and stays valid for its own app",
    async (t) => {
      const code = await newCode(t);
      for (const client of [t.session.app('other'), t.session.app('main', 'FULL', 'PRODUCTION')])
        expectInvalidGrant(t, await exchangeCode(t, code, credentialsOf(client)), 'code_invalid');
      t.expectStatus(await exchangeCode(t, code), 200);
    },
  ),
  example(
    'redirect-uri',
    ['oauth.error.oauth.redirect_uri_mismatch', 'oauth.failed_check_keeps_code'],
    'redirect_uri has to match that of the code, and a mismatch does not use the code up',
    async (t) => {
      const [code, app] = [await newCode(t), t.session.app('main')];
      const uri = redirectUriOf(app);
      const registered = (app.redirectUris ?? []).filter((one) => one !== uri);
      for (const redirect_uri of [
        `${uri}/`,
        `${uri}?x=1`,
        `${uri}#x`,
        uri.slice(0, -1),
        uri.toUpperCase(),
        ...registered,
      ])
        expectInvalidGrant(t, await exchangeCode(t, code, { redirect_uri }), 'redirect_uri_mismatch');
      t.expectStatus(await exchangeCode(t, code), 200);
    },
  ),
  example(
    'pkce',
    ['oauth.pkce', 'oauth.error.oauth.pkce_failed', 'oauth.failed_check_keeps_code'],
    'a code with a challenge needs exactly its verifier, and one without accepts none',
    async (t) => {
      const unprotected = await newCode(t);
      expectInvalidGrant(t, await exchangeCode(t, unprotected, { code_verifier: VERIFIER }), 'pkce_failed');
      t.expectStatus(await exchangeCode(t, unprotected), 200);
      const code = await newCode(t, VERIFIER);
      expectInvalidGrant(t, await exchangeCode(t, code), 'pkce_failed');
      const wrong = [VERIFIER.toUpperCase(), challengeOf(VERIFIER), `${VERIFIER}x`, VERIFIER.slice(0, -1), ''];
      for (const code_verifier of wrong)
        expectInvalidGrant(t, await exchangeCode(t, code, { code_verifier }), 'pkce_failed');
      t.expectStatus(await exchangeCode(t, code, { code_verifier: VERIFIER }), 200);
    },
  ),
  example('pkce-of-code', ['oauth.pkce'], 'the verifier of another request is rejected', async (t) => {
    const [others, app] = [`${VERIFIER}-other`, t.session.app('main')];
    const codes = [await newCode(t, VERIFIER), await newCode(t, others)] as const;
    expectInvalidGrant(t, await exchangeCode(t, codes[0], { code_verifier: others }), 'pkce_failed');
    expectInvalidGrant(t, await exchangeCode(t, codes[1], { code_verifier: VERIFIER }), 'pkce_failed');
    const options = { verifier: VERIFIER, redirectUri: app.redirectUris?.[1] ?? redirectUriOf(app) };
    const callback = await authorize(t.session, app, t.session.merchant('main'), options);
    const fields = { redirect_uri: options.redirectUri, code_verifier: VERIFIER };
    t.expectStatus(await exchange(t.session, app, callback.searchParams.get('code') ?? '', fields), 200);
  }),
  example('pkce-length', ['limits.verifier_length'], 'a verifier has 43 to 128 characters', async (t) => {
    for (const verifier of ['v'.repeat(43), 'v'.repeat(128), `-._~${'v'.repeat(39)}`])
      t.expectStatus(await exchangeCode(t, await newCode(t, verifier), { code_verifier: verifier }), 200);
    for (const verifier of ['v'.repeat(42), 'v'.repeat(129)]) {
      const answer = await exchangeCode(t, await newCode(t, verifier), { code_verifier: verifier });
      t.check(answer.status === 400, `a verifier of ${verifier.length} characters is ${answer.status}`, answer);
    }
  }),
];
