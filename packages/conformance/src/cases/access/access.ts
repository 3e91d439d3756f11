import { RESOURCE_OPERATIONS } from '../../contract/bundle.ts';
import { type Case, subject } from '../../engine/case.ts';
import type { CaseContext } from '../../engine/case-context.ts';
import { credentialsOf } from '../../engine/connections.ts';
import type { Variant } from '../../engine/variants.ts';
import type { Answer } from '../../http/send.ts';
import { budgetOf, type MerchantRole } from '../../target/target.ts';
import { unknownUrl } from '../fixtures/unknown.ts';
import { BUNDLES } from './bundles.ts';
import { expectClaims } from './claims.ts';

/** Apps of each product obtain tokens in each environment, with the access they grant. Runs in every variant. */

const isClient = ({ product, env }: Variant): boolean => product !== 'ADSR' || env === 'SANDBOX';

const access = subject('access', 'access');

/** A token request with credentials in Basic or the body, depending on the variant. */
export function tokenRequest(t: CaseContext, fields: Readonly<Record<string, unknown>>): Promise<Answer> {
  const { product, env, credentials } = t.variant;
  const app = t.session.app('main', product, env);
  const headers: Record<string, string> =
    credentials === 'basic' ? { Authorization: basic(app.clientId, app.clientSecret) } : {};
  const body = credentials === 'basic' ? fields : { ...credentialsOf(app), ...fields };
  return t.session.send('POST', '/oauth/token', { body, headers, budget: budgetOf(app) });
}

export const basic = (id: string, secret: string): string =>
  `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`;

const merchantOf = ({ env }: Variant): MerchantRole => (env === 'SANDBOX' ? 'main' : 'live');

const grant = (companyId: number) => ({ grant_type: 'client_credentials', merchant_id: companyId });

export const ACCESS_CASES: readonly Case[] = [
  access(
    'client-credentials',
    [
      'oauth.client_credentials',
      'auth.basic_or_body',
      'env.client_credentials',
      'oauth.error.developer.use_oauth',
      'oauth.error.developer.use_api_key',
    ],
    'client_credentials returns a token in the sandbox and names the alternative in production',
    async (t) => {
      const { product, env } = t.variant;
      const merchant = t.session.merchant(merchantOf(t.variant));
      const answer = await tokenRequest(t, grant(merchant.companyId));
      if (env === 'PRODUCTION') {
        t.expectStatus(answer, 400, product === 'ADSR' ? 'developer.use_api_key' : 'developer.use_oauth');
        t.equal((answer.body as { error: string }).error, 'unauthorized_client', 'error', answer);
        return;
      }
      t.requireStatus(answer, 200);
      await expectClaims(t, answer, { merchant, product, env });
      t.equal((answer.body as { refresh_token?: unknown }).refresh_token, undefined, 'refresh_token', answer);
    },
  ),
  access(
    'wrong-secret',
    ['oauth.error.developer.invalid_client', 'auth.basic_or_body'],
    'a wrong secret is 401 invalid_client, indistinguishable from an unknown client',
    async (t) => {
      const { product, env, credentials } = t.variant;
      const { clientId, clientSecret } = t.session.app('main', product, env);
      const attempt = (id: string, secret: string) =>
        t.session.send('POST', '/oauth/token', {
          body: {
            grant_type: 'client_credentials',
            ...(credentials === 'body' && { client_id: id, client_secret: secret }),
          },
          headers: credentials === 'basic' ? { Authorization: basic(id, secret) } : {},
        });
      const answers = [
        await attempt(clientId, `${clientSecret.slice(0, -1)}~`),
        await attempt(`${clientId}x`, clientSecret),
      ];
      for (const answer of answers) {
        t.expectStatus(answer, 401, 'developer.invalid_client');
        t.check(
          /^Basic /.test(answer.headers['www-authenticate'] ?? ''),
          'WWW-Authenticate is not a Basic challenge',
          answer,
        );
      }
      t.equal(answers[0]?.body, answers[1]?.body, 'responses to a wrong secret and to an unknown client');
    },
  ),
  ...RESOURCE_OPERATIONS.map(
    (op): Case => ({
      ...access(
        `scope.${op.id}`,
        ['auth.scope', 'auth.scope_challenge', 'auth.product_bundle'],
        `${op.method} ${op.path} is open to ${op.products.join(', ')}`,
        async (t) => {
          const allowed = op.products.includes(t.variant.product);
          const caller = t.asVariant(merchantOf(t.variant));
          const url = unknownUrl(op);
          const answer = await caller.send(op.method, url, { body: op.body && {} });
          if (!allowed) {
            t.expectStatus(answer, 403, 'partner.scope_denied');
            const named = /\bscope="([^"]*)"/.exec(answer.headers['www-authenticate'] ?? '')?.[1];
            t.equal(named, op.scope, 'the scope of the challenge', answer);
          } else t.check(answer.status !== 403 && answer.status !== 401, `is ${answer.status}: ${answer.text}`, answer);
        },
      ),
      // Tokens do not depend on how the client sent its credentials.
      applies: (variant) => isClient(variant) && variant.credentials === 'body',
    }),
  ),
  {
    ...access(
      'bundle',
      ['auth.product_bundle', 'auth.scope_names', 'claims.scopes'],
      "the token's scopes are its product's bundle",
      async (t) => {
        const answer = await tokenRequest(t, grant(t.session.merchant('main').companyId));
        t.requireStatus(answer, 200);
        const scope = String((answer.body as { scope: string }).scope).split(' ');
        t.equal(scope.toSorted(), BUNDLES[t.variant.product].toSorted(), 'scope', answer);
      },
    ),
    applies: ({ env }) => env === 'SANDBOX',
  },
  {
    ...access(
      'mint',
      ['mint.token', 'claims.all', 'claims.scopes', 'auth.product_bundle', 'env.client_credentials'],
      'the mint issues a token for each product',
      async (t) => {
        const [merchant, app] = [t.session.merchant('main'), t.session.app('main', t.variant.product)];
        const body = { ...credentialsOf(app), merchant_id: merchant.companyId };
        const answer = t.requireStatus(await t.session.send('POST', '/token', { body }), 200);
        await expectClaims(t, answer, { merchant, product: t.variant.product, env: 'SANDBOX' });
      },
    ),
    applies: ({ env, credentials }) => env === 'SANDBOX' && credentials === 'body',
  },
];
