import type { Answer } from '../http/send.ts';
import { type Case, subject } from '../run/case.ts';
import type { CaseContext } from '../run/case-context.ts';
import { authorizeUrl, newState, ownerOf, ownerVisitor, redirectUriOf } from '../run/connections.ts';
import { Unavailable } from '../run/session.ts';
import { Visitor } from '../run/visitor.ts';
import type { ClientApp } from '../target/target.ts';

/** The consent screen, by plain HTTP as a browser without scripts sees it. */

const example = subject('examples', 'consent');

const VERIFIER = 'conf-verifier-dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1g';

type Changed = Readonly<Record<string, string | undefined>>;

const urlFor = (t: CaseContext, app: ClientApp, changed: Changed = {}, verifier?: string): string =>
  authorizeUrl(t.session, app, { state: newState(), redirectUri: redirectUriOf(app), verifier }, changed);

/** Asks as somebody nobody knows; a web host that has no consent screen at all is not there to be tested. */
async function ask(t: CaseContext, changed: Changed, app = t.session.app('main'), verifier?: string): Promise<Answer> {
  const answer = await new Visitor(t.session).send('GET', urlFor(t, app, changed, verifier));
  if (answer.status === 404) throw new Unavailable('no consent screen at the web host');
  return answer;
}

/** An error page: never a redirect, and the code is on it. */
function errorPage(t: CaseContext, answer: Answer, code: string): void {
  t.check(answer.status >= 400 && answer.status < 500, `the page is ${answer.status}`, answer);
  t.equal(answer.headers.location, undefined, 'Location', answer);
  t.check(answer.text.includes(code), `the page does not show ${code}`, answer);
  pageHeaders(t, answer);
}

function pageHeaders(t: CaseContext, { headers, text }: Answer): void {
  t.check(/frame-ancestors 'none'/.test(headers['content-security-policy'] ?? ''), 'the page can be framed');
  t.check(/no-store/.test(headers['cache-control'] ?? ''), `Cache-Control of the page is ${headers['cache-control']}`);
  t.check(!/\n\s+at .+:\d+:\d+/.test(text), 'the page has a stack trace');
}

const refusedPage = (id: string, code: string, title: string, changed: Changed, verifier?: string): Case =>
  example(id, [`consent.error.${code}`], title, async (t) =>
    errorPage(t, await ask(t, changed, undefined, verifier), code),
  );

const isRedirectTo = (url: URL, app: ClientApp): boolean => {
  const due = new URL(redirectUriOf(app));
  return url.origin === due.origin && url.pathname === due.pathname;
};

export const CONSENT_CASES: readonly Case[] = [
  example(
    'approve',
    ['consent.approve', 'consent.callback', 'oauth.iss'],
    'an owner who agrees is led back with code, state, merchant_id and iss',
    async (t) => {
      const [app, merchant] = [t.session.app('main'), t.session.merchant('main')];
      const state = `${newState()} &=+%ü`;
      const visitor = await ownerVisitor(t.session, merchant);
      const url = authorizeUrl(t.session, app, { state, redirectUri: redirectUriOf(app) });
      const callback = await visitor.approve(url, merchant.companyId);
      t.check(isRedirectTo(callback, app), `led to ${callback.origin}${callback.pathname}`);
      t.equal(callback.searchParams.get('state'), state, 'state');
      t.equal(callback.searchParams.get('merchant_id'), String(merchant.companyId), 'merchant_id');
      t.equal(callback.searchParams.get('iss'), t.session.target.baseUrl, 'iss');
      t.check((callback.searchParams.get('code') ?? '') !== '', 'the code is missing');
      t.equal(callback.searchParams.get('error'), null, 'error');
    },
  ),
  example(
    'refuse',
    ['consent.refuse'],
    'an owner who refuses is led back with access_denied and the state',
    async (t) => {
      const [app, merchant] = [t.session.app('main'), t.session.merchant('main')];
      const state = newState();
      const url = authorizeUrl(t.session, app, { state, redirectUri: redirectUriOf(app) });
      const callback = await (await ownerVisitor(t.session, merchant)).refuse(url);
      const { searchParams } = callback;
      t.equal(
        [searchParams.get('error'), searchParams.get('state'), searchParams.get('code')],
        ['access_denied', state, null],
        'error, state, code',
      );
    },
  ),
  example('redirect-query', ['consent.redirect_query_kept'], 'a query of the redirect URI is kept', async (t) => {
    const [app, merchant] = [t.session.app('main'), t.session.merchant('main')];
    const redirectUri = app.redirectUris?.find((uri) => uri.includes('?'));
    if (!redirectUri) throw new Unavailable('no redirect URI with a query');
    const url = authorizeUrl(t.session, app, { state: newState(), redirectUri });
    const callback = await (await ownerVisitor(t.session, merchant)).approve(url, merchant.companyId);
    t.check(callback.href.startsWith(redirectUri), `led to ${callback.href.split('&code=')[0]}`);
  }),
  example(
    'signed-out',
    ['consent.sign_in'],
    'who is signed out is asked to sign in, and comes back to the consent screen',
    async (t) => {
      const merchant = t.session.merchant('main');
      const visitor = new Visitor(t.session);
      const page = await visitor.open(urlFor(t, t.session.app('main')));
      if (page.status === 404) throw new Unavailable('no consent screen at the web host');
      const { email, password } = ownerOf(merchant);
      const answer = await visitor.submit(page, 'password', { email, password });
      const consent = await visitor.open(new URL(answer.headers.location ?? '/', answer.sent.url).href);
      t.check(consent.text.includes('name="decision"'), 'the consent screen does not come', consent);
      pageHeaders(t, consent);
    },
  ),
  example('wrong-password', ['consent.sign_in'], 'a wrong password does not sign in', async (t) => {
    const visitor = new Visitor(t.session);
    const page = await visitor.open(urlFor(t, t.session.app('main')));
    const answer = await visitor.submit(page, 'password', {
      email: ownerOf(t.session.merchant('other')).email,
      password: 'conf wrong',
    });
    t.check(answer.status >= 400, `it is ${answer.status}`, answer);
  }),
  example(
    'employee',
    ['consent.owner_only'],
    'an employee is told to contact the owner, and cannot approve',
    async (t) => {
      const { employee, companyId } = t.session.merchant('main');
      if (!employee) throw new Unavailable('no employee’s login');
      const visitor = new Visitor(t.session);
      await visitor.signIn(employee);
      const page = await visitor.open(urlFor(t, t.session.app('main')));
      t.check(!page.text.includes('value="approve"'), 'the page offers to approve', page);
      const answer = await visitor.submit(page, 'decision', { decision: 'approve', company: companyId });
      t.check(!/[?&]code=/.test(answer.headers.location ?? ''), 'an employee was given a code', answer);
    },
  ),
  refusedPage('client', 'oauth.client_not_found', 'an unknown client', { client_id: 'svc_app_sb_conf' }),
  refusedPage('client-absent', 'oauth.client_not_found', 'no client', { client_id: undefined }),
  refusedPage('redirect', 'oauth.redirect_uri_mismatch', 'a redirect URI that is not registered', {
    redirect_uri: 'https://evil.example/callback',
  }),
  refusedPage('redirect-slash', 'oauth.redirect_uri_mismatch', 'a registered redirect URI with a slash more', {
    redirect_uri: 'https://app.example/callback/',
  }),
  refusedPage('redirect-absent', 'oauth.redirect_uri_mismatch', 'no redirect URI', { redirect_uri: undefined }),
  refusedPage('state', 'oauth.state_required', 'no state', { state: undefined }),
  refusedPage(
    'pkce-plain',
    'oauth.pkce_method_unsupported',
    'the method plain',
    { code_challenge_method: 'plain' },
    VERIFIER,
  ),
  refusedPage(
    'pkce-no-method',
    'oauth.pkce_method_unsupported',
    'a challenge without method, which means plain',
    { code_challenge_method: undefined },
    VERIFIER,
  ),
  example(
    'not-published',
    ['consent.error.oauth.app_not_published'],
    'the production client of an app that is archived',
    async (t) => {
      errorPage(t, await ask(t, {}, t.session.app('archived', 'FULL', 'PRODUCTION')), 'oauth.app_not_published');
    },
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
      ] as const) {
        const visitor = await ownerVisitor(t.session, t.session.merchant(role));
        errorPage(t, await visitor.open(urlFor(t, t.session.app('main', 'FULL', env))), 'oauth.company_not_eligible');
      }
    },
  ),
  example('scope-ignored', ['consent.scope_ignored'], 'scope is accepted and ignored', async (t) => {
    const merchant = t.session.merchant('main');
    const visitor = await ownerVisitor(t.session, merchant);
    const callback = await visitor.approve(
      urlFor(t, t.session.app('main'), { scope: 'items.read nosuch' }),
      merchant.companyId,
    );
    t.check(callback.searchParams.has('code'), 'no code came');
  }),
  example('forged', ['consent.csrf'], 'a decision that does not come from the page is refused', async (t) => {
    const merchant = t.session.merchant('main');
    const visitor = await ownerVisitor(t.session, merchant);
    const page = await visitor.open(urlFor(t, t.session.app('main')));
    const fields = { decision: 'approve', company: merchant.companyId };
    for (const [answer, what] of [
      [await visitor.post(page.sent.url, fields), 'without the form token'],
      [await visitor.post(page.sent.url, { ...fields, token: 'x' }), 'with another form token'],
      [await visitor.post(page.sent.url, fields, { Origin: 'https://evil.example' }), 'from another origin'],
    ] as const)
      t.check(answer.status >= 400 && !answer.headers.location, `${what} it is ${answer.status}`, answer);
  }),
  example('twice', ['consent.once'], 'one decision gives one code', async (t) => {
    const merchant = t.session.merchant('main');
    const visitor = await ownerVisitor(t.session, merchant);
    const page = await visitor.open(urlFor(t, t.session.app('main')));
    const decide = () => visitor.submit(page, 'decision', { decision: 'approve', company: merchant.companyId });
    const answers = [await decide(), await decide()];
    t.equal(
      answers.filter(({ headers }) => /[?&]code=/.test(headers.location ?? '')).length,
      1,
      'codes of two decisions',
    );
  }),
  example('adsr', ['consent.adsr'], 'an ADSR app has no consent screen', async (t) => {
    const answer = await ask(t, {}, t.session.app('main', 'ADSR', 'SANDBOX'));
    t.check(answer.status >= 400 && answer.headers.location === undefined, `it is ${answer.status}`, answer);
  }),
];
