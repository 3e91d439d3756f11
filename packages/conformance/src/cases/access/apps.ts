import { type Case, subject } from '../../engine/case.ts';
import type { CaseContext } from '../../engine/case-context.ts';
import { credentialsOf } from '../../engine/connections.ts';
import type { Answer } from '../../http/send.ts';
import {
  appIdOf,
  type Client,
  issue,
  register,
  registered,
  textsOfApp,
  withNewApp,
} from '../fixtures/developer-console.ts';
import { accessTokenOf } from './oauth/requests.ts';

/** Apps that a developer creates, before anybody has reviewed them. */

const example = subject('examples', 'apps');

const mint = (t: CaseContext, client: Client): Promise<Answer> =>
  t.session.send('POST', '/token', {
    body: { ...credentialsOf(client), merchant_id: t.session.merchant('main').companyId },
  });

const idOf = async (t: CaseContext, client: Client): Promise<string> =>
  appIdOf(accessTokenOf(t.requireStatus(await mint(t, client), 200)));

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

const KEYS = /svc_ak_sb_\w+/g;

export const APP_CASES: readonly Case[] = [
  example(
    'new',
    ['env.issued', 'credentials.shown_once', 'mint.error.developer.app_archived'],
    'a new app has a client id of the sandbox at once, whose secret is shown once, and none of production',
    async (t) => {
      let client: Client | undefined;
      await withNewApp(t, 'FULL', async (app) => {
        client = app;
        const id = await idOf(t, app);
        for (const text of await textsOfApp(t, app))
          t.checkAlso('credentials.shown_once', !text.includes(app.clientSecret), 'a page shows the secret again');
        const issued = await issue(t, id, 'PRODUCTION');
        t.check(!issued.text.includes('svc_app_pk_'), 'an app that nobody has reviewed gets a client id of production');
      });
      if (client) t.expectStatus(await mint(t, client), 403, 'developer.app_archived');
    },
  ),
  example(
    'redirect-uris',
    ['redirects.registration'],
    'an app registers at most five redirect URIs, of https or of its own machine',
    async (t) =>
      withNewApp(t, 'FULL', async (app) => {
        const id = await idOf(t, app);
        await register(t, id, 'uri', WRONG_URIS);
        t.equal(await registered(t, id, 'uri'), [], 'the redirect URIs once wrong ones were tried');
        await register(t, id, 'uri', URIS);
        t.equal(await registered(t, id, 'uri'), URIS.slice(0, MOST_URIS), 'the redirect URIs once six were tried');
      }),
  ),
  example('keys', ['keys.live_count'], 'an app has at most ten active keys', async (t) =>
    withNewApp(t, 'ADSR', async (app) => {
      const id = await idOf(t, app);
      const pages = [app.created];
      for (let n = 0; n <= MOST_KEYS; n += 1) pages.push(await issue(t, id, 'SANDBOX', 'key'));
      const keys = new Set(pages.flatMap(({ text }) => text.match(KEYS) ?? []));
      for (const key of keys) t.session.memory.keepSecret(key);
      t.equal(keys.size, MOST_KEYS, 'the number of keys once more were tried');
    }),
  ),
];
