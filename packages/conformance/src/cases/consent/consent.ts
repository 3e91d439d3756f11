import { type Case, subject } from '../../engine/case.ts';
import type { CaseContext } from '../../engine/case-context.ts';
import { authorizeUrl, exchange, newState, ownerOf, redirectUriOf, refresh } from '../../engine/connections.ts';
import { Unavailable } from '../../engine/unavailable.ts';
import { Visitor } from '../../engine/visitor.ts';
import type { Answer } from '../../http/send.ts';
import { BUNDLES } from '../access/bundles.ts';
import { refreshTokenOf } from '../access/oauth/requests.ts';
import { approval, employeeOf, newOwner, openSignedOut, owner, urlFor, VERIFIER } from '../fixtures/authorization.ts';
import { codeIn, isConsent, redirectsTo } from './expectations.ts';

/** The consent screen over plain HTTP, as a browser without scripts sees it: who may decide, and what happens. */

const example = subject('examples', 'consent');

/** A state with characters that a careless server would alter. */
const oddState = () => `${newState()} &=+%ü"<#/?\n\u0085\u{1F680}`;

/** Longest state that the contract allows. */
const LONGEST_STATE = 2048;

/** Asserts that a response has no code and does not redirect to the app. */
function expectNoCode(t: CaseContext, answer: Answer, what: string): void {
  t.equal(codeIn(answer), null, `the code of ${what}`, answer);
}

export const CONSENT_CASES: readonly Case[] = [
  example(
    'approve',
    ['consent.approve', 'consent.callback', 'consent.state_kept', 'oauth.iss'],
    'an owner who approves is redirected with code, state, merchant_id and iss',
    async (t) => {
      const [app, merchant] = [t.session.app('main'), t.session.merchant('main')];
      const [state, redirectUri] = [oddState(), redirectUriOf(app)];
      const callback = await owner(t).approve(authorizeUrl(t.session, app, { state, redirectUri }), merchant.companyId);
      t.check(redirectsTo(callback, redirectUri), `led to ${callback.origin}${callback.pathname}`);
      t.equal(callback.searchParams.get('state'), state, 'state');
      t.equal(callback.searchParams.get('merchant_id'), String(merchant.companyId), 'merchant_id');
      t.equal(callback.searchParams.get('iss'), t.session.target.baseUrl, 'iss');
      t.check((callback.searchParams.get('code') ?? '') !== '', 'the code is missing');
      t.equal(callback.searchParams.get('error'), null, 'error');
      t.equal(callback.hash, '', 'the fragment');
    },
  ),
  example(
    'refuse',
    ['consent.refuse', 'consent.state_kept', 'oauth.iss'],
    'an owner who refuses is redirected with access_denied, state and iss',
    async (t) => {
      const app = t.session.app('main');
      const [state, redirectUri] = [oddState(), redirectUriOf(app)];
      const callback = await owner(t).refuse(authorizeUrl(t.session, app, { state, redirectUri }));
      t.check(redirectsTo(callback, redirectUri), `led to ${callback.origin}${callback.pathname}`);
      t.equal(
        ['error', 'state', 'code', 'iss'].map((name) => callback.searchParams.get(name)),
        ['access_denied', state, null, t.session.target.baseUrl],
        'error, state, code and iss',
      );
    },
  ),
  example(
    'redirect-query',
    ['consent.redirect_query_kept'],
    'each registered redirect URI is used unchanged, including its query, and its code can be exchanged',
    async (t) => {
      const [app, { companyId }] = [t.session.app('main'), t.session.merchant('main')];
      const uris = app.redirectUris ?? [];
      if (!uris.some((uri) => uri.includes('?'))) throw new Unavailable('no redirect URI with a query');
      for (const redirectUri of uris) {
        const url = authorizeUrl(t.session, app, { state: newState(), redirectUri });
        const callback = await owner(t).approve(url, companyId);
        t.check(
          redirectsTo(callback, redirectUri),
          `redirected to ${callback.href.split('code=')[0]}, not to ${redirectUri}`,
        );
        const code = callback.searchParams.get('code') ?? '';
        t.expectStatus(await exchange(t.session, app, code, { redirect_uri: redirectUri }), 200);
      }
    },
  ),
  example(
    'state-long',
    ['consent.state_kept'],
    'a state of the maximum length is returned unchanged, even after sign-in',
    async (t) => {
      const [app, { companyId }] = [t.session.app('main'), t.session.merchant('main')];
      const state = `\u{1F680}${newState()}`.padEnd(LONGEST_STATE + 1, 'x');
      const url = authorizeUrl(t.session, app, { state, redirectUri: redirectUriOf(app) });
      for (const visitor of [owner(t), newOwner(t)]) {
        const callback = await visitor.approve(url, companyId);
        t.equal(callback.searchParams.get('state'), state, 'state');
      }
    },
  ),
  example(
    'signed-out',
    ['consent.sign_in', 'consent.state_kept'],
    'a signed-out owner signs in and returns to the consent screen of the request, whose code can be exchanged',
    async (t) => {
      const [app, merchant, state] = [t.session.app('main'), t.session.merchant('main'), oddState()];
      const { page, visitor } = await openSignedOut(t, urlFor(t, app, { state }, VERIFIER));
      t.check(!isConsent(page), 'a signed-out visitor can approve', page);
      const consent = await visitor.follow(await visitor.signIn(page, ownerOf(merchant)));
      t.check(isConsent(consent), 'the consent screen does not appear', consent);
      const callback = await visitor.submit(consent, 'decision', approval(t));
      const { searchParams } = new URL(callback.headers.location ?? '');
      t.equal(searchParams.get('state'), state, 'state', callback);
      const answer = await exchange(t.session, app, searchParams.get('code') ?? '', { code_verifier: VERIFIER });
      t.expectStatus(answer, 200);
    },
  ),
  example(
    'wrong-password',
    ['consent.sign_in', 'http.no_secrets'],
    'a wrong password does not sign in and is not repeated',
    async (t) => {
      const url = urlFor(t, t.session.app('main'));
      const { page, visitor } = await openSignedOut(t, url);
      const { email, password } = ownerOf(t.session.merchant('main'));
      const mistyped = `${password}-mistyped`;
      const answer = await visitor.signIn(page, { email, password: mistyped });
      t.check(answer.status >= 400 && answer.status < 500, `it is ${answer.status}`, answer);
      t.check(!answer.text.includes(mistyped), 'the page repeats the password');
      t.check(!isConsent(await visitor.open(url)), 'the wrong password signed in');
    },
  ),
  example(
    'employee',
    ['consent.owner_only'],
    'an employee is asked to contact the owner and cannot approve',
    async (t) => {
      const visitor = new Visitor(t.session, employeeOf(t));
      const page = await visitor.open(urlFor(t, t.session.app('main')));
      t.check(page.status < 500 && !isConsent(page), 'the page offers to approve', page);
      expectNoCode(t, await visitor.submit(page, 'decision', approval(t)), 'an employee');
    },
  ),
  example(
    'not-owned',
    ['consent.owner_only', 'tenancy.one_merchant'],
    "an owner cannot connect an app to another owner's company",
    async (t) => {
      const [visitor, app] = [owner(t, 'other'), t.session.app('main')];
      for (const role of ['main', 'live', 'foreign'] as const) {
        const page = await visitor.open(urlFor(t, app));
        expectNoCode(t, await visitor.submit(page, 'decision', approval(t, role)), `the merchant in the role ${role}`);
      }
    },
  ),
  example(
    'scope-ignored',
    ['consent.scope_ignored'],
    'scope is accepted and ignored: the token has the whole bundle',
    async (t) => {
      const app = t.session.app('main');
      const { companyId } = t.session.merchant('main');
      const callback = await owner(t).approve(urlFor(t, app, { scope: 'items.read nosuch' }), companyId);
      const answer = t.requireStatus(await exchange(t.session, app, callback.searchParams.get('code') ?? ''), 200);
      const scope = String((answer.body as { scope?: unknown }).scope).split(' ');
      t.equal(scope.toSorted(), BUNDLES.FULL.toSorted(), 'scope', answer);
    },
  ),
  example(
    'twice',
    ['consent.once'],
    'a request is decided once: with its second click it has two codes at most',
    async (t) => {
      const visitor = owner(t);
      const page = await visitor.open(urlFor(t, t.session.app('main')));
      const decide = () => visitor.submit(page, 'decision', approval(t));
      const answers = [await decide(), await decide(), ...(await Promise.all([decide(), decide()]))];
      const codes = answers.filter((answer) => codeIn(answer)).length;
      t.check(codes === 1 || codes === 2, `${codes} codes of four decisions`);
      const changed = await visitor.submit(page, 'decision', { ...approval(t), decision: 'refuse' });
      t.equal(changed.headers.location, undefined, 'Location of another decision', changed);
    },
  ),
  example(
    'second-click',
    ['consent.second_click'],
    'a second click on Approve gets another code of the same approval, whether it comes before the first answer, after it, or after the exchange',
    async (t) => {
      const [app, visitor] = [t.session.app('main'), owner(t)];
      const exchanged = async (answer: Answer) => {
        const tokens = t.requireStatus(await exchange(t.session, app, codeIn(answer) ?? ''), 200);
        return refreshTokenOf(tokens);
      };
      for (const time of ['before', 'after', 'exchanged'] as const) {
        const page = await visitor.open(urlFor(t, app));
        const click = () => visitor.submit(page, 'decision', approval(t));
        const first = click();
        if (time !== 'before') await first;
        const early = time === 'exchanged' ? await exchanged(await first) : undefined;
        const answers = await Promise.all([first, click()]);
        const [one, two] = answers.map((answer) => new URL(answer.headers.location ?? 'http://none').searchParams);
        t.check(two?.has('code') === true, 'the second click has no code', answers[1]);
        t.check(one?.get('code') !== two?.get('code'), 'both clicks have one code', answers[1]);
        t.equal(two?.get('state'), one?.get('state'), 'state', answers[1]);
        for (const token of [early ?? (await exchanged(answers[0])), await exchanged(answers[1])])
          t.expectStatus(await refresh(t.session, app, token), 200);
      }
    },
  ),
  example(
    'second-click-sign-in',
    ['consent.second_click', 'consent.sign_in'],
    'a second click on the sign-in button leads to the authorization request too',
    async (t) => {
      for (const isLost of [false, true]) {
        const [first, second] = [new Visitor(t.session), new Visitor(t.session)];
        const page = await first.open(urlFor(t, t.session.app('main')));
        for (const [name, value] of first.cookies) second.plant(name, value);
        const login = ownerOf(t.session.merchant('main'));
        const early = first.signIn(page, login);
        if (isLost) await early;
        const [, answer] = await Promise.all([early, second.signIn(page, login)]);
        const consent = await second.follow(answer);
        t.check(isConsent(consent), 'the second click does not lead to the consent screen', consent);
        t.check(
          codeIn(await second.submit(consent, 'decision', approval(t))) !== null,
          'it cannot be approved',
          consent,
        );
      }
    },
  ),
  example(
    'two-requests',
    ['consent.request_of_its_own', 'consent.state_kept'],
    'two pending requests return their own state and redirect URI, whichever a signed-out owner signs in through',
    async (t) => {
      const app = t.session.app('main');
      const asked = [redirectUriOf(app), app.redirectUris?.[1] ?? redirectUriOf(app)].map((redirectUri) => {
        const state = newState();
        return { state, redirectUri, url: authorizeUrl(t.session, app, { state, redirectUri }) };
      });
      for (const visitor of [newOwner(t), new Visitor(t.session)]) {
        const pages = [];
        for (const { url } of asked) pages.push(await visitor.open(url));
        const [first, last] = pages as [Answer, Answer];
        if (!isConsent(last)) {
          pages[1] = await visitor.follow(await visitor.signIn(last, ownerOf(t.session.merchant('main'))));
          pages[0] = await visitor.open(first.sent.url);
        }
        for (const [i, { state, redirectUri }] of asked.entries()) {
          const answer = await visitor.submit(pages[i] as Answer, 'decision', approval(t));
          const callback = new URL(answer.headers.location ?? 'http://none');
          t.check(redirectsTo(callback, redirectUri), `led to ${callback.origin}${callback.pathname}`, answer);
          t.equal(callback.searchParams.get('state'), state, 'state', answer);
        }
      }
    },
  ),
];
