import { type Case, subject } from '../../../engine/case.ts';
import type { CaseContext } from '../../../engine/case-context.ts';
import { connect, credentialsOf, refresh } from '../../../engine/connections.ts';
import type { Answer } from '../../../http/send.ts';
import { claimsOf, expectConnection } from '../claims.ts';
import { CHECKSUM_LENGTH, changedAt, withChecksum } from './checksum.ts';
import { accessTokenOf, connected, expectInvalidGrant, post, refreshed, refreshTokenOf } from './requests.ts';

const example = subject('examples', 'oauth');

const jtiOf = async (t: CaseContext, answer: Answer) => (await claimsOf(t, accessTokenOf(answer), answer)).jti;

/** Texts that resemble a refresh token: mistyped, of another environment or kind, shorter, longer, or with other contents. */
function forgeries(token: string): string[] {
  const [, prefix = '', digits = ''] = /^(svc_rt_.._)(.+)$/.exec(token.slice(0, -CHECKSUM_LENGTH)) ?? [];
  const half = Math.floor(digits.length / 2);
  const contents = [1, 2, 12, 24, half].map((at) => changedAt(digits, digits.length - at));
  const lengths = [digits.slice(1), digits.slice(0, -1), `0${digits}`, `${digits}0`, digits.slice(0, half), ''];
  const values = ['z'.repeat(digits.length), '1'.padEnd(digits.length, '0'), '0'.repeat(digits.length)];
  const forged = [
    ...[...contents, ...lengths, ...values, `-${digits.slice(1)}`, `${digits.slice(0, -1)}_`].map(
      (text) => prefix + text,
    ),
    ...['svc_rt_pk_', 'svc_rt_xx_', 'svc_sk_sb_', ''].map((other) => other + digits),
  ];
  const mistyped = [1, 12, half].map((at) => changedAt(token, token.length - at));
  return ['x', 'svc_rt_sb_conf', `${token}A`, token.replace('_sb_', '_pk_'), ...mistyped, ...forged.map(withChecksum)];
}

export const OAUTH_REFRESH_CASES: readonly Case[] = [
  example(
    'refresh',
    ['oauth.refresh', 'oauth.refresh_rotates', 'oauth.token_response', 'claims.all'],
    'a refresh returns a new access token and another refresh token',
    async (t) => {
      const merchant = t.session.merchant('main');
      let { refreshToken, answer } = await connected(t);
      for (let i = 0; i < 3; i += 1) {
        const [before, jti] = [refreshToken, await jtiOf(t, answer)];
        answer = t.requireStatus(await refreshed(t, refreshToken), 200);
        await expectConnection(t, answer, merchant);
        refreshToken = refreshTokenOf(answer);
        t.check(refreshToken !== before, 'the refresh token is the same', answer);
        t.check((await jtiOf(t, answer)) !== jti, 'the access token is the same', answer);
      }
    },
  ),
  example(
    'refresh-production',
    ['oauth.refresh', 'env.prefixes', 'oauth.refresh_of_client'],
    'production tokens are refreshed too; a client of the other environment does not know them',
    async (t) => {
      const [app, merchant] = [t.session.app('main', 'FULL', 'PRODUCTION'), t.session.merchant('live')];
      const { refreshToken } = await connect(t.session, app, merchant);
      expectInvalidGrant(t, await refreshed(t, refreshToken), 'refresh_invalid');
      const answer = t.requireStatus(await refresh(t.session, app, refreshToken), 200);
      await expectConnection(t, answer, merchant, 'PRODUCTION');
    },
  ),
  example('refresh-race', ['oauth.refresh_grace'], 'three concurrent refreshes return one successor', async (t) => {
    const app = t.session.app('main');
    const { refreshToken } = await connected(t);
    const answers = await Promise.all([1, 2, 3].map(() => refresh(t.session, app, refreshToken, true)));
    for (const answer of answers) t.requireStatus(answer, 200);
    t.equal(new Set(answers.map(refreshTokenOf)).size, 1, 'successors of three concurrent refreshes');
    t.expectStatus(await refreshed(t, refreshTokenOf(answers[0] as Answer)), 200);
  }),
  example(
    'refresh-forged',
    ['oauth.error.oauth.refresh_invalid', 'oauth.revoke_unknown'],
    'unknown, mistyped and forged refresh tokens, and other credentials, are refresh_invalid, and revoking them revokes nothing',
    async (t) => {
      const { refreshToken, accessToken } = await connected(t);
      const client = credentialsOf(t.session.app('main'));
      for (const token of [accessToken, client.client_id, client.client_secret, ...forgeries(refreshToken)]) {
        expectInvalidGrant(t, await refreshed(t, token), 'refresh_invalid');
        t.expectStatus(await post(t, '/oauth/revoke', { ...client, token }), 200);
      }
      t.expectStatus(await refreshed(t, refreshToken), 200);
    },
  ),
  example(
    'refresh-company',
    ['oauth.merchant_carried', 'tenancy.one_merchant'],
    'the refresh token determines the merchant, whatever merchant_id says',
    async (t) => {
      const app = t.session.app('main');
      const { refreshToken } = await connected(t);
      const fields = { grant_type: 'refresh_token', merchant_id: t.session.merchant('other').companyId };
      const answer = await post(t, '/oauth/token', { ...credentialsOf(app), ...fields, refresh_token: refreshToken });
      if (answer.status === 400) return;
      const claims = await claimsOf(t, accessTokenOf(answer), answer);
      t.equal(claims.companyId, t.session.merchant('main').companyId, 'the claim companyId', answer);
    },
  ),
];
