import { type Case, subject } from '../../engine/case.ts';
import type { CaseContext } from '../../engine/case-context.ts';
import { credentialsOf } from '../../engine/connections.ts';
import { budgetOf } from '../../target/target.ts';
import { claimsOf, expectClaims } from './claims.ts';
import { JSON_TYPE } from './oauth/requests.ts';

/** `POST /token`, the sandbox mint. */

const example = subject('examples', 'mint');

const mint = (t: CaseContext, body: unknown, headers: Record<string, string> = JSON_TYPE) =>
  t.session.send('POST', '/token', { body, headers });

const main = (t: CaseContext) => ({
  ...credentialsOf(t.session.app('main')),
  merchant_id: t.session.merchant('main').companyId,
});

export const MINT_CASES: readonly Case[] = [
  example(
    'token',
    ['mint.token', 'claims.all', 'auth.token_opens'],
    'issues a token of 900 seconds, without a refresh token',
    async (t) => {
      const answer = t.requireStatus(await mint(t, main(t)), 200);
      const expected = { merchant: t.session.merchant('main'), product: 'FULL', env: 'SANDBOX' } as const;
      await expectClaims(t, answer, expected);
      t.equal((answer.body as { refresh_token?: unknown }).refresh_token, undefined, 'refresh_token', answer);
      const headers = { Authorization: `Bearer ${(answer.body as { access_token: string }).access_token}` };
      t.expectStatus(await t.session.send('GET', '/brands', { headers, budget: budgetOf(t.session.app('main')) }), 200);
    },
  ),
  example('earlier', ['mint.earlier_tokens'], 'a minted token is new and leaves earlier ones valid', async (t) => {
    const tokens = [await mint(t, main(t)), await mint(t, main(t))].map(
      ({ body }) => (body as { access_token: string }).access_token,
    );
    const ids = [await claimsOf(t, tokens[0] ?? ''), await claimsOf(t, tokens[1] ?? '')].map(({ jti }) => jti);
    t.check(ids[0] !== ids[1], 'two tokens have the same jti');
    const headers = { Authorization: `Bearer ${tokens[0]}` };
    t.expectStatus(await t.session.send('GET', '/brands', { headers, budget: budgetOf(t.session.app('main')) }), 200);
  }),
  example(
    'merchant-optional',
    ['mint.merchant_optional'],
    'merchant_id defaults to the only sandbox merchant',
    async (t) => {
      const app = t.session.app('single');
      const answer = t.requireStatus(await mint(t, credentialsOf(app)), 200);
      const claims = await claimsOf(t, (answer.body as { access_token: string }).access_token, answer);
      t.equal(claims.companyId, t.session.merchant('single').companyId, 'the claim companyId', answer);
    },
  ),
  example('archived-app', ['mint.error.developer.app_archived'], 'an archived app is 403', async (t) => {
    const answer = await mint(t, { ...main(t), ...credentialsOf(t.session.app('archived')) });
    t.expectStatus(answer, 403, 'developer.app_archived');
  }),
  example(
    'production',
    ['mint.error.developer.use_oauth', 'mint.error.developer.use_api_key', 'env.client_credentials'],
    'a production credential is pointed to its alternative',
    async (t) => {
      for (const product of ['FULL', 'ONLINE_ORDER', 'ADSR'] as const) {
        const body = {
          ...credentialsOf(t.session.app('main', product, 'PRODUCTION')),
          merchant_id: t.session.merchant('live').companyId,
        };
        t.expectStatus(await mint(t, body), 400, product === 'ADSR' ? 'developer.use_api_key' : 'developer.use_oauth');
      }
    },
  ),
  example('media', ['mint.form'], 'another media type is 415', async (t) => {
    t.expectStatus(
      await mint(t, '<a/>', { 'Content-Type': 'application/xml' }),
      415,
      'developer.unsupported_media_type',
    );
  }),
];
