import { accessWorldOf, type Decision, redirectsTo } from '../../driver/tokens/access-world.ts';
import { VERIFIER } from '../../driver/tokens/field-walk.ts';
import type { Answer } from '../../http/send.ts';
import { type Case, subject } from '../../run/case.ts';
import { authorizeUrl, exchange, newState, ownerOf, redirectUriOf, refresh } from '../../run/connections.ts';
import { Unavailable } from '../../run/unavailable.ts';
import { Visitor } from '../../run/visitor.ts';
import { refreshTokenOf } from '../access/token-responses.ts';
import { approval, employeeOf, newOwner, openSignedOut, owner, urlFor } from '../fixtures/authorization.ts';
import { codeIn, decisionFields, isConsent } from './expectations.ts';

/** The consent screen over plain HTTP, as a browser without scripts sees it: who may decide, and where it leads. */

const example = subject('examples', 'consent');

/** A state with characters that a careless server would alter. */
const oddState = () => `${newState()} &=+%ü"<#/?\n\u0085\u{1F680}`;

/** Maximum length of a state. */
const LONGEST_STATE = 2048;

const callbackOf = ({ headers }: Answer): URL => new URL(headers.location ?? 'http://none');

export const CONSENT_CASES: readonly Case[] = [
  example(
    'decisions',
    [
      'consent.approve',
      'consent.callback',
      'consent.refuse',
      'consent.state_kept',
      'consent.scope_ignored',
      'oauth.iss',
    ],
    'an owner who approves or refuses is redirected as the specification says, whatever state and scope the request has; the code is exchanged for the whole bundle',
    async (t) => {
      const [app, merchant] = [t.session.app('main'), t.session.merchant('main')];
      const world = accessWorldOf(t.session);
      const decide = (decision: Decision) => world.authorize(t, app, merchant, decision);
      await decide({ state: oddState(), isApproved: false });
      const code = await decide({ state: oddState(), changed: { scope: 'items.read nosuch' } });
      t.expectStatus(await world.exchange(t, app, code), 200);
      const state = `\u{1F680}${newState()}`.padEnd(LONGEST_STATE + 1, 'x');
      for (const visitor of [owner(t), newOwner(t)]) await decide({ state, visitor });
    },
  ),
  example(
    'redirect-query',
    ['consent.redirect_query_kept'],
    'each registered redirect URI is used unchanged, including its query, and its code can be exchanged',
    async (t) => {
      const [app, world] = [t.session.app('main'), accessWorldOf(t.session)];
      const uris = app.redirectUris ?? [];
      if (!uris.some((uri) => uri.includes('?'))) throw new Unavailable('no redirect URI with a query');
      for (const redirectUri of uris) {
        const code = await world.authorize(t, app, t.session.merchant('main'), { redirectUri });
        const grant = { grant_type: 'authorization_code', code, redirect_uri: redirectUri };
        await world.ask(t, app, grant, '/oauth/token', 'consent.redirect_query_kept');
      }
    },
  ),
  example(
    'signed-out',
    ['consent.sign_in', 'consent.see_other', 'consent.state_kept'],
    'a signed-out owner signs in and returns to the consent screen of the request, each time by 303, and the code can be exchanged',
    async (t) => {
      const [app, state] = [t.session.app('main'), oddState()];
      const { page, visitor } = await openSignedOut(t, urlFor(t, app, { state }, VERIFIER));
      t.check(!isConsent(page), 'a signed-out visitor can approve', page);
      const signedIn = await visitor.signIn(page, ownerOf(t.session.merchant('main')));
      const consent = await visitor.follow(signedIn);
      t.check(isConsent(consent), 'the consent screen does not appear', consent);
      const decided = await visitor.submit(consent, 'decision', approval(t));
      for (const answer of [signedIn, decided])
        t.about('consent.see_other').check(answer.status === 303, `a form is answered ${answer.status}`, answer);
      t.equal(callbackOf(decided).searchParams.get('state'), state, 'state', decided);
      const answer = await exchange(t.session, app, codeIn(decided) ?? '', { code_verifier: VERIFIER });
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
    'owner-only',
    ['consent.owner_only', 'tenancy.one_merchant'],
    'an employee is not offered to approve and cannot, and an owner cannot approve for the company of another',
    async (t) => {
      const employee = new Visitor(t.session, employeeOf(t));
      const offered = await employee.open(urlFor(t, t.session.app('main')));
      t.check(offered.status < 500 && !isConsent(offered), 'the page of an employee offers to approve', offered);
      for (const [visitor, role] of [
        [employee, 'main'],
        [owner(t, 'other'), 'main'],
        [owner(t, 'other'), 'live'],
        [owner(t, 'other'), 'foreign'],
      ] as const) {
        const page = await visitor.open(urlFor(t, t.session.app('main')));
        const answer = await visitor.submit(page, 'decision', approval(t, role));
        t.equal(codeIn(answer), null, `the code for the merchant in the role ${role}`, answer);
      }
    },
  ),
  example(
    'second-click',
    ['consent.second_click', 'consent.once'],
    'a second click on Approve gets another code of the same approval, whether it comes before the first response, after it, or after the exchange; further decisions get none',
    async (t) => {
      const [app, visitor] = [t.session.app('main'), owner(t)];
      const exchanged = async (answer: Answer) =>
        refreshTokenOf(t.requireStatus(await exchange(t.session, app, codeIn(answer) ?? ''), 200));
      for (const time of ['before', 'after', 'exchanged'] as const) {
        const page = await visitor.open(urlFor(t, app));
        const decide = (fields = {}) => visitor.submit(page, 'decision', { ...approval(t), ...fields });
        const first = decide();
        if (time !== 'before') await first;
        const early = time === 'exchanged' ? await exchanged(await first) : undefined;
        const answers = await Promise.all([first, decide()]);
        const [one, two] = answers.map((answer) => callbackOf(answer).searchParams);
        t.check(two?.has('code') === true, 'the second click has no code', answers[1]);
        t.check(one?.get('code') !== two?.get('code'), 'both clicks have one code', answers[1]);
        t.equal(two?.get('state'), one?.get('state'), 'state', answers[1]);
        for (const token of [early ?? (await exchanged(answers[0])), await exchanged(answers[1])])
          t.expectStatus(await refresh(t.session, app, token), 200);
        for (const answer of [...(await Promise.all([decide(), decide()])), await decide({ decision: 'refuse' })])
          t.about('consent.once').check(answer.headers.location === undefined, 'a further decision redirects', answer);
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
          const callback = callbackOf(answer);
          t.check(redirectsTo(callback, redirectUri), `led to ${callback.origin}${callback.pathname}`, answer);
          t.equal(callback.searchParams.get('state'), state, 'state', answer);
        }
      }
    },
  ),
  example(
    'invalid-approved',
    ['consent.response_type'],
    'an invalid request is not approved, even if the form of another one is sent for it',
    async (t) => {
      const [visitor, app] = [owner(t), t.session.app('main')];
      const fields = { ...decisionFields(await visitor.open(urlFor(t, app))), ...approval(t) };
      const asked = await visitor.send('GET', urlFor(t, app, { response_type: 'token' }));
      const answer = await visitor.post(new URL(asked.headers.location ?? '', visitor.origin).href, fields);
      t.equal(codeIn(answer), null, 'the code', answer);
    },
  ),
];
