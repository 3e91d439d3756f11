import { RESOURCE_OPERATIONS } from '../../contract/bundle.ts';
import { accessWorldOf } from '../../driver/tokens/access-world.ts';
import { basic } from '../../driver/tokens/wrong-fields.ts';
import { type Case, subject } from '../../run/case.ts';
import { credentialsOf } from '../../run/connections.ts';

/** Apps of each product obtain tokens in each environment, with the access they grant. Runs in every variant. */

export const ACCESS_CASES: readonly Case[] = [
  subject('access', 'access')(
    'operations',
    ['auth.product_bundle', 'auth.scope', 'auth.scope_challenge', 'oauth.client_credentials', 'env.client_credentials'],
    'client_credentials returns a token in the sandbox and names the alternative in production; every operation is open to its products only',
    async (t) => {
      const { product, env, credentials } = t.variant;
      const world = accessWorldOf(t.session);
      const app = t.session.app('main', product, env);
      const { companyId } = t.session.merchant(env === 'SANDBOX' ? 'main' : 'live');
      const grant = { grant_type: 'client_credentials', merchant_id: companyId };
      const client = credentials === 'body' ? credentialsOf(app) : {};
      const headers: Record<string, string> =
        credentials === 'basic' ? { Authorization: basic(app.clientId, app.clientSecret) } : {};
      await world.send(t, { url: '/oauth/token', headers, body: { ...client, ...grant } });
      // In production, keys have no tokens.
      if (env === 'PRODUCTION' && product === 'ADSR') return;
      const token = await t.asVariant(env === 'SANDBOX' ? 'main' : 'live').token();
      world.adopt(app, companyId, token);
      for (const { method, path } of RESOURCE_OPERATIONS) {
        const url = `${path.replace('{id}', 'x')}?nosuch=1`;
        const body = method === 'GET' ? {} : { body: {} };
        await world.send(t, { method, url, headers: { Authorization: `Bearer ${token}` }, ...body });
      }
    },
  ),
];
