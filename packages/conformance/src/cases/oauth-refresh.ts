import { type Case, subject } from '../run/case.ts';
import { connect, credentialsOf, refresh } from '../run/connections.ts';
import { budgetOf } from '../target/target.ts';
import { checkClaims } from './claims.ts';

import { invalidGrant, post, refused } from './oauth-requests.ts';

/** Refresh tokens and `POST /oauth/revoke`. */

const example = subject('examples', 'oauth');

export const OAUTH_REFRESH_CASES: readonly Case[] = [
  example(
    'refresh',
    ['oauth.refresh', 'oauth.refresh_rotates', 'oauth.token_response'],
    'a refresh gives a new access token and another refresh token',
    async (t) => {
      const [app, merchant] = [t.session.app('main'), t.session.merchant('main')];
      const { refreshToken } = await connect(t.session, app, merchant);
      const answer = t.require(await refresh(t.session, app, refreshToken), 200);
      await checkClaims(t, answer, { merchant, product: 'FULL', env: 'SANDBOX' });
      const body = answer.body as Record<string, unknown>;
      t.check(body.refresh_token !== refreshToken, 'the refresh token is the same', answer);
      t.equal(
        [body.refresh_token_expires_in, body.merchant_id],
        [8_640_000, merchant.companyId],
        'lifetime and merchant',
        answer,
      );
      t.answered(await refresh(t.session, app, String(body.refresh_token)), 200);
    },
  ),
  example(
    'refresh-lost',
    ['oauth.refresh_grace'],
    'within the grace window the token before is answered with the same successor',
    async (t) => {
      const app = t.session.app('main');
      const { refreshToken } = await connect(t.session, app, t.session.merchant('main'));
      const successors = [await refresh(t.session, app, refreshToken), await refresh(t.session, app, refreshToken)].map(
        ({ body }) => (body as { refresh_token?: string }).refresh_token,
      );
      t.check(successors[0] !== undefined && successors[0] === successors[1], 'the successors are not the same');
    },
  ),
  example('refresh-race', ['oauth.refresh_grace'], 'two refreshes at once give one successor', async (t) => {
    const app = t.session.app('main');
    const { refreshToken } = await connect(t.session, app, t.session.merchant('main'));
    const answers = await Promise.all([1, 2, 3].map(() => refresh(t.session, app, refreshToken, true)));
    const tokens = answers.map(({ body }) => (body as { refresh_token?: string }).refresh_token);
    t.equal(new Set(tokens).size, 1, 'successors of three refreshes at once');
    t.answered(await refresh(t.session, app, tokens[0] ?? ''), 200);
  }),
  example(
    'refresh-reused',
    ['oauth.refresh_reuse', 'oauth.error.oauth.refresh_reused', 'oauth.error.oauth.grant_revoked'],
    'a token older than the one before ends the whole family',
    async (t) => {
      const app = t.session.app('main');
      const { refreshToken } = await connect(t.session, app, t.session.merchant('main'));
      const next = async (token: string) =>
        (t.require(await refresh(t.session, app, token), 200).body as { refresh_token: string }).refresh_token;
      const third = await next(await next(refreshToken));
      invalidGrant(t, await refresh(t.session, app, refreshToken), 'refresh_reused');
      invalidGrant(t, await refresh(t.session, app, third), 'grant_revoked');
      invalidGrant(t, await refresh(t.session, app, refreshToken), 'grant_revoked');
    },
  ),
  example(
    'refresh-of-another',
    ['oauth.refresh_of_client', 'oauth.error.oauth.refresh_invalid'],
    "another app's refresh token is unknown, and its family unharmed",
    async (t) => {
      const app = t.session.app('main');
      const { refreshToken } = await connect(t.session, app, t.session.merchant('main'));
      invalidGrant(t, await refresh(t.session, t.session.app('other'), refreshToken), 'refresh_invalid');
      t.answered(await refresh(t.session, app, refreshToken), 200);
    },
  ),
  example(
    'refresh-unknown',
    ['oauth.error.oauth.refresh_invalid'],
    'an unknown, a mistyped and a made-up refresh token',
    async (t) => {
      const app = t.session.app('main');
      const { refreshToken } = await connect(t.session, app, t.session.merchant('main'));
      const mistyped = refreshToken.slice(0, -1) + (refreshToken.endsWith('A') ? 'B' : 'A');
      for (const token of ['svc_rt_sb_conf', mistyped, 'x', refreshToken.replace('_sb_', '_pk_')])
        invalidGrant(t, await refresh(t.session, app, token), 'refresh_invalid');
      t.answered(await refresh(t.session, app, refreshToken), 200);
    },
  ),
  example(
    'revoke',
    ['oauth.revoke', 'op.revokeToken.call', 'oauth.error.oauth.grant_revoked', 'oauth.access_survives'],
    'a revoked refresh token is finished; access tokens live on',
    async (t) => {
      const app = t.session.app('main');
      const { refreshToken, accessToken } = await connect(t.session, app, t.session.merchant('main'));
      const answer = await post(t, '/oauth/revoke', { ...credentialsOf(app), token: refreshToken });
      t.answered(answer, 200);
      t.equal(answer.body, { ok: true }, 'the body', answer);
      invalidGrant(t, await refresh(t.session, app, refreshToken), 'grant_revoked');
      const headers = { Authorization: `Bearer ${accessToken}` };
      t.answered(await t.session.send('GET', '/items', { headers, budget: budgetOf(app) }), 200);
      t.equal(
        (await post(t, '/oauth/revoke', { ...credentialsOf(app), token: refreshToken })).body,
        { ok: true },
        'revoked again',
      );
    },
  ),
  example(
    'revoke-unknown',
    ['oauth.revoke_unknown'],
    'an unknown or malformed token is revoked all the same',
    async (t) => {
      for (const token of ['x', 'svc_rt_sb_conf', 'a.b.c', ' '])
        t.equal(
          (await post(t, '/oauth/revoke', { ...credentialsOf(t.session.app('main')), token })).body,
          { ok: true },
          token,
        );
    },
  ),
  example(
    'revoke-of-another',
    ['oauth.revoke_unknown', 'oauth.refresh_of_client'],
    "another app's token is answered alike and left alone",
    async (t) => {
      const app = t.session.app('main');
      const { refreshToken } = await connect(t.session, app, t.session.merchant('main'));
      const body = { ...credentialsOf(t.session.app('other')), token: refreshToken };
      t.equal((await post(t, '/oauth/revoke', body)).body, { ok: true }, 'the answer');
      t.answered(await refresh(t.session, app, refreshToken), 200);
    },
  ),
  example('revoke-client', ['oauth.revoke_client'], 'revoking needs the client, and a token', async (t) => {
    const { clientId } = t.session.app('main');
    const wrong = { client_id: clientId, client_secret: 'svc_sk_sb_conf', token: 'x' };
    refused(t, await post(t, '/oauth/revoke', wrong), 'invalid_client', 'developer.invalid_client', 401);
    refused(t, await post(t, '/oauth/revoke', { token: 'x' }), 'invalid_client', 'developer.invalid_client', 401);
    refused(
      t,
      await post(t, '/oauth/revoke', credentialsOf(t.session.app('main'))),
      'invalid_request',
      'oauth.invalid_request',
    );
  }),
];
