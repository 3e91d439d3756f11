import { type Case, subject } from '../../run/case.ts';
import { ownerOf, redirectUriOf } from '../../run/connections.ts';
import { Unavailable } from '../../run/unavailable.ts';
import { owner, urlFor } from '../fixtures/authorization.ts';
import { expectErrorPage, expectRejectedAuthorization, isConsent } from './expectations.ts';

/** Valid authorization requests that end on an error page (consent.error.*). */

const example = subject('examples', 'consent');

export const ERROR_PAGE_CASES: readonly Case[] = [
  example(
    'client-ended',
    ['consent.error.oauth.client_not_found', 'oauth.archived_app'],
    'a client that is revoked, and the sandbox client of an archived app, are indistinguishable from an unknown one',
    async (t) => {
      for (const role of ['revoked', 'archived'] as const)
        await expectRejectedAuthorization(t, urlFor(t, t.session.app(role)), 'oauth.client_not_found');
    },
  ),
  example(
    'not-published',
    ['consent.error.oauth.app_not_published'],
    'the production client of an archived app gets an error page',
    async (t) => {
      const url = urlFor(t, t.session.app('archived', 'FULL', 'PRODUCTION'));
      expectErrorPage(t, await owner(t, 'live').open(url), 'oauth.app_not_published');
    },
  ),
  example(
    'not-eligible',
    ['consent.error.oauth.company_not_eligible', 'env.enforced'],
    'a client of production cannot be connected to a demo company, nor one of the sandbox to a live company or to that of another organization',
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
      const [demo, live] = [t.session.merchant('abroad'), t.session.merchant('undecided')];
      if (ownerOf(demo).email !== ownerOf(live).email) throw new Unavailable('no owner of a demo and a live company');
      for (const [env, { companyId: company }] of [
        ['SANDBOX', live],
        ['PRODUCTION', demo],
      ] as const) {
        const page = await owner(t, 'abroad').open(urlFor(t, t.session.app('main', 'FULL', env)));
        t.check(isConsent(page), 'the owner of both cannot approve the right one', page);
        const decided = await owner(t, 'abroad').submit(page, 'decision', { decision: 'approve', company });
        expectErrorPage(t, decided, 'oauth.company_not_eligible');
      }
    },
  ),
  example('adsr', ['consent.adsr'], 'an ADSR app has no consent screen', async (t) => {
    const app = t.session.app('main', 'ADSR', 'SANDBOX');
    const redirect_uri = app.redirectUris?.[0] ?? redirectUriOf(t.session.app('main'));
    const page = await owner(t).open(urlFor(t, { ...app, redirectUris: [redirect_uri] }));
    t.check(page.status >= 400 && page.headers.location === undefined, `it is ${page.status}`, page);
  }),
];
