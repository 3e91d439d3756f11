import { type Case, subject } from '../../engine/case.ts';
import type { CaseContext } from '../../engine/case-context.ts';
import { credentialsOf } from '../../engine/connections.ts';
import { type App, budgetOf } from '../../target/target.ts';
import { UNKNOWN_ID } from '../fixtures/unknown.ts';
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

/** A rejected credential and its error. */
const rejectedApp = (role: App['role'], status: number, code: string): Case =>
  example(`${role}-app`, [`mint.error.${code}`], `an app in the role ${role} is ${status} ${code}`, async (t) => {
    const body = { ...credentialsOf(t.session.app(role)), merchant_id: t.session.merchant('main').companyId };
    t.expectStatus(await mint(t, body), status, code);
  });

export const MINT_CASES: readonly Case[] = [
  example(
    'token',
    ['mint.token', 'op.mintSandboxToken.call', 'claims.all', 'auth.token_opens'],
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
  example(
    'grant-missing',
    ['mint.error.developer.grant_missing'],
    "another organization's merchant, and an unknown one, are 403",
    async (t) => {
      for (const merchant_id of [t.session.merchant('foreign').companyId, UNKNOWN_ID])
        t.expectStatus(await mint(t, { ...main(t), merchant_id }), 403, 'developer.grant_missing');
    },
  ),
  example(
    'env-mismatch',
    ['mint.error.developer.env_mismatch'],
    'a live merchant is 403 for a sandbox credential',
    async (t) => {
      const merchant_id = t.session.merchant('live').companyId;
      t.expectStatus(await mint(t, { ...main(t), merchant_id }), 403, 'developer.env_mismatch');
    },
  ),
  rejectedApp('archived', 403, 'developer.app_archived'),
  rejectedApp('revoked', 401, 'developer.invalid_client'),
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
  example(
    'invalid-client',
    ['mint.error.developer.invalid_client'],
    'an unknown client, a wrong secret and a revoked credential are indistinguishable',
    async (t) => {
      const { client_id, client_secret } = main(t);
      const answers = [
        await mint(t, { ...main(t), client_id: `${client_id}x` }),
        await mint(t, { ...main(t), client_secret: t.session.app('other').clientSecret }),
        await mint(t, { ...main(t), client_secret: t.session.app('main', 'FULL', 'PRODUCTION').clientSecret }),
        await mint(t, { ...main(t), client_secret: client_secret.toUpperCase() }),
        await mint(t, { ...credentialsOf(t.session.app('revoked')), merchant_id: 1 }),
      ];
      for (const answer of answers) t.expectStatus(answer, 401, 'developer.invalid_client');
      t.equal(
        answers.map(({ text }) => text),
        answers.map(() => answers[0]?.text),
        'their errors',
      );
      t.check(!answers.some(({ text }) => text.includes(client_secret)), 'the error repeats the secret');
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
