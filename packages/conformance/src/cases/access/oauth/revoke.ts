import { type Case, subject } from '../../../engine/case.ts';
import type { CaseContext } from '../../../engine/case-context.ts';
import { connect, credentialsOf, refresh } from '../../../engine/connections.ts';
import { callApi, connected, expectOAuthError, post, refreshed } from './requests.ts';

/** `POST /oauth/revoke`. */

const example = subject('examples', 'oauth');

const expectRevoked = async (t: CaseContext, token: unknown, app = t.session.app('main')) => {
  const answer = await post(t, '/oauth/revoke', { ...credentialsOf(app), token });
  t.expectStatus(answer, 200);
  t.equal(answer.body, { ok: true }, 'the body', answer);
};

export const OAUTH_REVOKE_CASES: readonly Case[] = [
  example(
    'revoke-unknown',
    ['oauth.revoke_unknown'],
    'revoking an unknown or malformed token, of any type and length, succeeds',
    async (t) => {
      const app = t.session.app('main');
      const { accessToken } = await connected(t);
      for (const token of ['svc_rt_sb_conf', 'a.b.c', ' ', '\u{1F34C}', accessToken, '\ud800', 'x'.repeat(16_000), 7])
        await expectRevoked(t, token);
      t.expectStatus(await callApi(t, app, accessToken), 200);
    },
  ),
  example(
    'revoke-of-environment',
    ['oauth.revoke_environment'],
    'a sandbox credential does not affect the production connection of its app',
    async (t) => {
      const [sandbox, live] = [t.session.app('limited'), t.session.app('limited', 'FULL', 'PRODUCTION')];
      const { refreshToken } = await connect(t.session, live, t.session.merchant('live'));
      await expectRevoked(t, refreshToken, sandbox);
      t.expectStatus(await refresh(t.session, live, refreshToken), 200);
    },
  ),
  example(
    'revoke-client',
    ['oauth.revoke_client'],
    'revocation needs the client; a rejected request revokes nothing',
    async (t) => {
      const app = t.session.app('main');
      const { refreshToken: token } = await connected(t);
      const wrong = { client_id: app.clientId, client_secret: t.session.app('other').clientSecret, token };
      for (const body of [wrong, { ...wrong, token: 7 }, { token }, { token: ['x'] }])
        expectOAuthError(t, await post(t, '/oauth/revoke', body), 'invalid_client', 'developer.invalid_client', 401);
      t.expectStatus(await refreshed(t, token), 200);
    },
  ),
];
