import { type Case, subject } from '../../engine/case.ts';
import { authorize, connect, exchange, refresh } from '../../engine/connections.ts';
import { Stopped } from '../../engine/expectations.ts';
import type { Answer } from '../../http/send.ts';
import type { ClientApp } from '../../target/target.ts';
import { expectErrorPage } from '../consent/expectations.ts';
import { approval, owner, urlFor } from '../fixtures/authorization.ts';
import {
  type Client,
  createApp,
  issue,
  issueKey,
  KEYS,
  mintFor,
  register,
  registered,
  textsOfApp,
  withNewApp,
} from '../fixtures/developer-console.ts';
import { expectInvalidGrant } from './oauth/requests.ts';

/** Apps that a developer creates, before anybody has reviewed them. */

const example = subject('examples', 'apps');

const MOST_URIS = 5;
const LONGEST_URI = 512;

const uriOf = (length: number): string => 'https://app.example/'.padEnd(length, 'x');

const WRONG_URIS = [
  'http://app.example/cb',
  'https://app.example/cb#part',
  'ftp://app.example/cb',
  'javascript:alert(1)',
  'app.example/cb',
  uriOf(LONGEST_URI + 1),
];

const URIS = [
  'https://app.example/cb',
  'http://localhost:8080/cb?shop=1',
  'http://127.0.0.1/cb',
  uriOf(LONGEST_URI),
  'https://app.example/cb/',
  'https://app.example/sixth',
];

const MOST_KEYS = 10;

const MOST_ENTRIES = 50;

const WRONG_ALLOWLISTS = [
  'shop.example',
  '203.0.113.256',
  '203.0.113.0/33',
  '203.0.113.0/',
  '203.0.113.0/-1',
  '203.0.113.0/8/8',
  '2001:db8::/129',
  '/24',
  Array.from({ length: MOST_ENTRIES + 1 }, (_, n) => `203.0.113.${n}`).join('\n'),
];

/** Addresses for documentation (RFC 5737, RFC 3849), which no client has. */
const NOBODY = ['203.0.113.7', '203.0.113.0/24', '2001:db8::/32', '2001:db8::1/128'].join('\n');

const ANYBODY = ['0.0.0.0/0', '::/0'].join('\n');

const LONGEST_NAME = 255;

const WRONG_NAMES = ['', '   ', '\u200B', 'x'.repeat(LONGEST_NAME + 1), 'a\u0007b', 'a\u202Eb', 'a\u2066b'];

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
    ['oauth.archived_app', 'oauth.error.oauth.grant_revoked', 'consent.error.oauth.client_not_found'],
    'an app that is archived gets no token for a refresh token, a code or an approval that it had before',
    async (t) => {
      const uri = 'https://app.example/cb';
      const merchant = t.session.merchant('main');
      let [token, code, page]: [string?, string?, Answer?] = [];
      let app: ClientApp | undefined;
      await withNewApp(t, 'FULL', async ({ id, clientId, clientSecret }) => {
        app = { ...t.session.app('main'), clientId, clientSecret, role: 'spare', redirectUris: [uri] };
        await register(t, id, 'uri', [uri]);
        token = (await connect(t.session, app, merchant)).refreshToken;
        code = (await authorize(t.session, app, merchant)).searchParams.get('code') ?? '';
        page = await owner(t).open(urlFor(t, app));
      });
      if (!app || !token || !code || !page) throw new Stopped();
      expectInvalidGrant(t, await refresh(t.session, app, token), 'grant_revoked');
      expectInvalidGrant(t, await exchange(t.session, app, code), 'grant_revoked');
      expectErrorPage(t, await owner(t).submit(page, 'decision', approval(t)), 'oauth.client_not_found');
    },
  ),
  example(
    'redirect-uris',
    ['redirects.registration'],
    'an app registers at most five redirect URIs, of https or of its own machine',
    async (t) =>
      withNewApp(t, 'FULL', async (app) => {
        await register(t, app.id, 'uri', WRONG_URIS);
        t.equal(await registered(t, app.id, 'uri'), [], 'the redirect URIs once wrong ones were tried');
        await register(t, app.id, 'uri', URIS);
        t.equal(await registered(t, app.id, 'uri'), URIS.slice(0, MOST_URIS), 'the redirect URIs once six were tried');
      }),
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
      for (const wrong of WRONG_NAMES) {
        const page = await createApp(t, wrong, 'FULL');
        const isRejected = page.status < 500 && !/svc_sk_/.test(page.text);
        t.check(isRejected, `the name ${JSON.stringify(wrong)} is not rejected: ${page.status}`, page);
      }
    },
  ),
  example(
    'key-allowlist',
    ['keys.allowlist_entries', 'keys.allowlist', 'auth.ip_denied', 'keys.revoked'],
    'a key works from the addresses that its developer allows, until it is revoked',
    async (t) =>
      withNewApp(t, 'ADSR', async (app) => {
        const { ask, change } = await issueKey(t, app.id);
        for (const allowedIps of ['', ...WRONG_ALLOWLISTS]) {
          await change('edit', { allowedIps });
          t.expectStatus(await ask(), 200);
        }
        await change('edit', { allowedIps: NOBODY });
        t.expectStatus(await ask(), 403, 'partner.ip_denied');
        await change('edit', { allowedIps: ANYBODY });
        t.expectStatus(await ask(), 200);
        await change('revoke');
        t.expectStatus(await ask(), 401, 'partner.api_key_invalid');
      }),
  ),
  example('keys', ['keys.live_count'], 'an app has at most ten active keys, apart from revoked ones', async (t) =>
    withNewApp(t, 'ADSR', async (app) => {
      await (await issueKey(t, app.id)).change('revoke');
      const pages = [app.created];
      for (let n = 0; n <= MOST_KEYS; n += 1) pages.push(await issue(t, app.id, 'SANDBOX', 'key'));
      const keys = new Set(pages.flatMap(({ text }) => text.match(KEYS) ?? []));
      for (const key of keys) t.session.memory.keepSecret(key);
      t.equal(keys.size, MOST_KEYS, 'the number of keys once more were tried');
    }),
  ),
];
