import { type Case, subject } from '../../engine/case.ts';
import { challengeOf, ownerOf, redirectUriOf } from '../../engine/connections.ts';
import { Unavailable } from '../../engine/unavailable.ts';
import type { ClientApp } from '../../target/target.ts';
import { approval, type Changed, openSignedOut, owner, urlFor, VERIFIER } from '../fixtures/authorization.ts';
import { expectErrorPage, expectRejectedAuthorization, isConsent } from './expectations.ts';

/** Authorization requests that end on an error page (consent.error.*). */

const example = subject('examples', 'consent');

/** Requests rejected before sign-in, without any redirect. */
const unredirected = (id: string, code: string, title: string, changed: Changed): Case =>
  example(id, [`consent.error.${code}`], title, async (t) => {
    const url = urlFor(t, t.session.app('main'), changed);
    expectErrorPage(t, (await openSignedOut(t, url)).first, code);
    expectErrorPage(t, await owner(t).send('GET', url), code);
  });

const rejectedPage = (id: string, code: string, title: string, changed: Changed, verifier?: string): Case =>
  example(id, [`consent.error.${code}`], title, (t) =>
    expectRejectedAuthorization(t, urlFor(t, t.session.app('main'), changed, verifier), code),
  );

/** URIs that match a registered redirect URI only partially. */
function lookalikes(uri: string): string[] {
  const { protocol, host, hostname, pathname, search } = new URL(uri);
  const at = (origin: string) => `${origin}${pathname}${search}`;
  const otherPort = `${protocol}//${hostname}:${new URL(uri).port === '8443' ? 8444 : 8443}`;
  return [
    `${uri}/`,
    `${uri}${search ? '&' : '?'}x=1`,
    `${uri}#fragment`,
    `${uri}x`,
    uri.slice(0, -1),
    uri.toUpperCase(),
    at(`${protocol === 'https:' ? 'http:' : 'https:'}//${host}`),
    at(otherPort),
    at(`${protocol}//evil.${host}`),
    at(`${protocol}//${hostname}.evil.example`),
    at(`${protocol}//${hostname}@evil.example`),
    `${protocol}//${host}${pathname}/../evil${search}`,
    `${protocol}//${host}${pathname.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`)}${search}`,
    `${protocol}//${host}/`,
    `${protocol}//${host}/*`,
    ` ${uri}`,
  ];
}

export const ERROR_PAGE_CASES: readonly Case[] = [
  unredirected('client', 'oauth.client_not_found', 'an unknown client', { client_id: 'svc_app_sb_conf' }),
  unredirected('client-absent', 'oauth.client_not_found', 'no client', { client_id: undefined }),
  example(
    'client-mistyped',
    ['consent.error.oauth.client_not_found'],
    'a client id that resembles a valid one',
    async (t) => {
      const { clientId } = t.session.app('main');
      const mistyped = clientId.slice(0, -1) + (clientId.endsWith('A') ? 'B' : 'A');
      const prefixed = clientId.replace(/^svc_app_../, (prefix) => prefix.toUpperCase());
      for (const client_id of [mistyped, clientId.toUpperCase(), prefixed, `${clientId} `]) {
        const { first } = await openSignedOut(t, urlFor(t, t.session.app('main'), { client_id }));
        expectErrorPage(t, first, 'oauth.client_not_found');
      }
    },
  ),
  example(
    'client-revoked',
    ['consent.error.oauth.client_not_found'],
    'a client whose credential is revoked is indistinguishable from an unknown one',
    async (t) => {
      const url = urlFor(t, t.session.app('revoked'));
      expectErrorPage(t, (await openSignedOut(t, url)).first, 'oauth.client_not_found');
      expectErrorPage(t, await owner(t).send('GET', url), 'oauth.client_not_found');
    },
  ),
  unredirected('redirect', 'oauth.redirect_uri_mismatch', 'an unregistered redirect URI', {
    redirect_uri: 'https://evil.example/callback',
  }),
  unredirected('redirect-absent', 'oauth.redirect_uri_mismatch', 'no redirect URI', { redirect_uri: undefined }),
  example(
    'redirect-exact',
    ['consent.error.oauth.redirect_uri_mismatch', 'consent.redirect_exact'],
    'a redirect URI that differs from a registered one in any way',
    async (t) => {
      const app = t.session.app('main');
      const registered = new Set(app.redirectUris);
      const uris = [...registered].flatMap(lookalikes).filter((uri) => !registered.has(uri));
      for (const redirect_uri of uris)
        expectErrorPage(
          t,
          (await openSignedOut(t, urlFor(t, app, { redirect_uri }))).first,
          'oauth.redirect_uri_mismatch',
        );
    },
  ),
  example(
    'redirect-twice',
    ['consent.redirect_exact'],
    'a redirect URI beside a registered one is not used',
    async (t) => {
      const url = urlFor(t, t.session.app('main'));
      const evil = encodeURIComponent('https://evil.example/callback');
      for (const twice of [
        `${url}&redirect_uri=${evil}`,
        url.replace('redirect_uri=', `redirect_uri=${evil}&redirect_uri=`),
      ]) {
        const page = await owner(t).open(twice);
        const last = isConsent(page) ? await owner(t).submit(page, 'decision', approval(t)) : page;
        t.check(!/evil/.test(last.headers.location ?? ''), 'redirected to the other', last);
      }
    },
  ),
  rejectedPage('state', 'oauth.state_required', 'no state', { state: undefined }),
  example('state-empty', ['consent.error.oauth.state_required'], 'an empty state', (t) =>
    expectRejectedAuthorization(
      t,
      `${urlFor(t, t.session.app('main'), { state: undefined })}&state=`,
      'oauth.state_required',
    ),
  ),
  ...['plain', 's256', 'S512'].map((code_challenge_method) =>
    rejectedPage(
      `pkce-${code_challenge_method}`,
      'oauth.pkce_method_unsupported',
      `the method ${code_challenge_method}`,
      { code_challenge_method },
      VERIFIER,
    ),
  ),
  rejectedPage('pkce-no-method', 'oauth.pkce_method_unsupported', 'a challenge without a method, which means plain', {
    code_challenge: challengeOf(VERIFIER),
  }),
  example(
    'not-published',
    ['consent.error.oauth.app_not_published'],
    'the production client of an archived app',
    async (t) => {
      const url = urlFor(t, t.session.app('archived', 'FULL', 'PRODUCTION'));
      expectErrorPage(t, await owner(t, 'live').open(url), 'oauth.app_not_published');
    },
  ),
  example(
    'archived-client',
    ['consent.error.oauth.client_not_found', 'oauth.archived_app'],
    'the sandbox client of an archived app',
    (t) => expectRejectedAuthorization(t, urlFor(t, t.session.app('archived')), 'oauth.client_not_found'),
  ),
  example(
    'not-eligible',
    ['consent.error.oauth.company_not_eligible', 'env.enforced'],
    'a production client and the owner of a demo company, and the reverse',
    async (t) => {
      for (const [env, role] of [
        ['PRODUCTION', 'main'],
        ['SANDBOX', 'live'],
        ['SANDBOX', 'foreign'],
        ['SANDBOX', 'single'],
      ] as const) {
        const page = await owner(t, role).open(urlFor(t, t.session.app('main', 'FULL', env)));
        expectErrorPage(t, page, 'oauth.company_not_eligible');
      }
    },
  ),
  example(
    'not-eligible-decision',
    ['consent.error.oauth.company_not_eligible', 'env.enforced'],
    'an owner of a demo and a live company who approves the one that the page does not offer',
    async (t) => {
      const [demo, live] = [t.session.merchant('abroad'), t.session.merchant('undecided')];
      if (ownerOf(demo).email !== ownerOf(live).email) throw new Unavailable('no owner of a demo and a live company');
      const visitor = owner(t, 'abroad');
      for (const [env, company] of [
        ['SANDBOX', live.companyId],
        ['PRODUCTION', demo.companyId],
      ] as const) {
        const page = await visitor.open(urlFor(t, t.session.app('main', 'FULL', env)));
        t.check(isConsent(page), 'the consent screen does not appear', page);
        const decided = await visitor.submit(page, 'decision', { decision: 'approve', company });
        expectErrorPage(t, decided, 'oauth.company_not_eligible');
      }
    },
  ),
  example('adsr', ['consent.adsr'], 'an ADSR app has no consent screen', async (t) => {
    const app: ClientApp = t.session.app('main', 'ADSR', 'SANDBOX');
    const redirect_uri = app.redirectUris?.[0] ?? redirectUriOf(t.session.app('main'));
    const page = await owner(t).open(urlFor(t, { ...app, redirectUris: [redirect_uri] }));
    t.check(page.status >= 400 && page.headers.location === undefined, `it is ${page.status}`, page);
  }),
];
