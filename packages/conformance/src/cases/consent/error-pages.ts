import { type Case, subject } from '../../engine/case.ts';
import { ownerOf, redirectUriOf } from '../../engine/connections.ts';
import { Unavailable } from '../../engine/unavailable.ts';
import type { ClientApp } from '../../target/target.ts';
import { openSignedOut, owner, urlFor } from '../fixtures/authorization.ts';
import { expectErrorPage, expectRejectedAuthorization, isConsent } from './expectations.ts';

/** Authorization requests that end on an error page (consent.error.*). */

const example = subject('examples', 'consent');

export const ERROR_PAGE_CASES: readonly Case[] = [
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
