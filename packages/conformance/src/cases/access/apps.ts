import type { Answer } from '../../http/send.ts';
import { type Case, subject } from '../../run/case.ts';
import { authorize, connect, exchange, refresh } from '../../run/connections.ts';
import { Stopped } from '../../run/expectations.ts';
import type { ClientApp } from '../../target/target.ts';
import { expectErrorPage } from '../consent/expectations.ts';
import { approval, owner, urlFor } from '../fixtures/authorization.ts';
import { mintFor, register, unregister, withNewApp } from '../fixtures/developer-console.ts';
import { expectInvalidGrant } from './token-responses.ts';

/** Apps that are archived, with the credentials and connections that they had before. */

const example = subject('examples', 'apps');

export const APP_CASES: readonly Case[] = [
  example(
    'archived',
    [
      'oauth.archived_app',
      'oauth.error.oauth.grant_revoked',
      'mint.error.developer.app_archived',
      'consent.error.oauth.client_not_found',
      'consent.error.oauth.redirect_uri_mismatch',
    ],
    'a refresh token, a code and an open consent screen from before the app was archived give no token; nor does an approval for a redirect URI that was removed meanwhile',
    async (t) => {
      const uri = 'https://app.example/cb';
      const merchant = t.session.merchant('main');
      let [token, code, page]: [string?, string?, Answer?] = [];
      let app: ClientApp | undefined;
      await withNewApp(t, 'FULL', async ({ id, clientId, clientSecret }) => {
        app = { ...t.session.app('main'), clientId, clientSecret, role: 'spare', redirectUris: [uri] };
        await register(t, id, 'uri', uri);
        token = (await connect(t.session, app, merchant)).refreshToken;
        code = (await authorize(t.session, app, merchant)).searchParams.get('code') ?? '';
        page = await owner(t).open(urlFor(t, app));
        const open = await owner(t).open(urlFor(t, app));
        await unregister(t, id, 'uri', uri);
        const decided = await owner(t).submit(open, 'decision', approval(t));
        expectErrorPage(t, decided, 'oauth.redirect_uri_mismatch');
      });
      if (!app || !token || !code || !page) throw new Stopped();
      expectInvalidGrant(t, await refresh(t.session, app, token), 'grant_revoked');
      expectInvalidGrant(t, await exchange(t.session, app, code), 'grant_revoked');
      expectErrorPage(t, await owner(t).submit(page, 'decision', approval(t)), 'oauth.client_not_found');
      t.about('mint.error.developer.app_archived').expectStatus(await mintFor(t, app), 403, 'developer.app_archived');
    },
  ),
];
