import { type Case, subject } from '../../engine/case.ts';
import { authorize, connect, exchange, refresh } from '../../engine/connections.ts';
import { Stopped } from '../../engine/expectations.ts';
import type { Answer } from '../../http/send.ts';
import type { ClientApp } from '../../target/target.ts';
import { expectErrorPage } from '../consent/expectations.ts';
import { approval, owner, urlFor } from '../fixtures/authorization.ts';
import { isRejected } from '../fixtures/console-forms.ts';
import {
  type Client,
  issue,
  mintFor,
  newAppForm,
  register,
  textsOfApp,
  unregister,
  withNewApp,
} from '../fixtures/developer-console.ts';
import { LONGEST_NAME, WRONG_NAMES } from './console-fields.ts';
import { expectInvalidGrant } from './oauth/requests.ts';

/** Apps that a developer creates, before anybody has reviewed them. */

const example = subject('examples', 'apps');

export const APP_CASES: readonly Case[] = [
  example(
    'new',
    ['env.issued', 'credentials.shown_once', 'mint.error.developer.app_archived'],
    'a new app has a client id of the sandbox at once, whose secret is shown once, and none of production',
    async (t) => {
      let client: Client | undefined;
      await withNewApp(t, 'FULL', async (app) => {
        client = app;
        for (const text of await textsOfApp(t, app))
          t.checkAlso('credentials.shown_once', !text.includes(app.clientSecret), 'a page shows the secret again');
        const issued = await issue(t, app.id, 'PRODUCTION');
        t.check(!issued.text.includes('svc_app_pk_'), 'an app that nobody has reviewed gets a client id of production');
      });
      if (client) t.expectStatus(await mintFor(t, client), 403, 'developer.app_archived');
    },
  ),
  example(
    'archived',
    [
      'oauth.archived_app',
      'oauth.error.oauth.grant_revoked',
      'consent.error.oauth.client_not_found',
      'consent.error.oauth.redirect_uri_mismatch',
    ],
    'an app that is archived gets no token for a refresh token, a code or an approval that it had before, and no approval leads to a redirect URI that was removed meanwhile',
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
    },
  ),
  example(
    'names',
    ['apps.names'],
    'the name of an app is stored without the spaces around it, and a wrong one creates no app',
    async (t) => {
      const name = t.name();
      const longest = `${name} é${'x'.repeat(LONGEST_NAME - name.length - 2)}`;
      await withNewApp(
        t,
        'FULL',
        async (app) => {
          const [text = ''] = await textsOfApp(t, app);
          t.check(text.includes(longest), 'the page does not show the longest name in NFC');
          t.check(!text.includes('\u3000'), 'the page shows a space before the name');
        },
        `\u3000${longest.normalize('NFD')} `,
      );
      const form = await newAppForm(t);
      for (const wrong of ['', '   ', '\u200B', ...WRONG_NAMES]) {
        const page = await form.send({ name: wrong, product: 'FULL' });
        t.check(isRejected(page), `the name ${JSON.stringify(wrong)} is not rejected: ${page.status}`, page);
      }
    },
  ),
];
