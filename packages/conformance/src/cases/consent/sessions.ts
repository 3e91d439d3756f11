import { type Case, subject } from '../../run/case.ts';
import type { CaseContext } from '../../run/case-context.ts';
import { ownerOf } from '../../run/connections.ts';
import { Stopped } from '../../run/expectations.ts';
import { Visitor } from '../../run/visitor.ts';
import { approval, newOwner, openSignedOut, urlFor } from '../fixtures/authorization.ts';
import { signOutForm } from '../fixtures/office.ts';
import { codeIn, decisionFields, isConsent } from './expectations.ts';

/** Sessions on the consent host: their pending requests, their renewal and their end. */

const consent = subject('examples', 'consent');
const example = subject('examples', 'session');
const timed = subject('time', 'session', { clock: true });

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Another browser with a copy of the same cookies. */
function copyOf(t: CaseContext, visitor: Visitor): Visitor {
  const copy = new Visitor(t.session);
  for (const [name, value] of visitor.cookies) copy.plant(name, value);
  return copy;
}

/** Opens the consent screen, if the visitor is signed in. */
const openConsent = (t: CaseContext, visitor: Visitor) => visitor.open(urlFor(t, t.session.app('main')));

const isSignedIn = async (t: CaseContext, visitor: Visitor): Promise<boolean> =>
  isConsent(await openConsent(t, visitor));

/** An owner who has just signed in, and a copy of their cookies. */
async function signedIn(t: CaseContext): Promise<{ visitor: Visitor; copy: Visitor }> {
  const visitor = newOwner(t);
  await openConsent(t, visitor);
  const copy = copyOf(t, visitor);
  if (!t.check(await isSignedIn(t, copy), 'the cookies of a session do not open it')) throw new Stopped();
  return { visitor, copy };
}

/** Asserts that a session has ended, and with it a consent screen that it had open. */
async function expectEnded(t: CaseContext, copy: Visitor, open: Awaited<ReturnType<typeof openConsent>>) {
  t.check(!(await isSignedIn(t, copy)), 'the old cookie still opens the session');
  const decided = await copy.submit(open, 'decision', approval(t));
  t.equal(codeIn(decided), null, 'the code of a decision with the old cookie', decided);
}

export const SESSION_CASES: readonly Case[] = [
  consent(
    'session-bound',
    ['consent.session_bound'],
    'another owner cannot see or decide a pending request, and its own session still can',
    async (t) => {
      const visitor = new Visitor(t.session);
      const signIn = await visitor.follow(await visitor.send('GET', urlFor(t, t.session.app('main'))));
      const stranger = newOwner(t, 'other');
      const theirs = decisionFields(await openConsent(t, stranger));
      const page = await visitor.follow(await visitor.signIn(signIn, ownerOf(t.session.merchant('main'))));
      t.check(isConsent(page), 'sign-in does not return to the consent screen', page);
      t.check(!isConsent(await stranger.open(page.sent.url)), 'another owner sees the request');
      for (const decision of ['approve', 'refuse']) {
        const answer = await stranger.post(page.sent.url, { ...theirs, ...approval(t, 'other'), decision });
        t.check(
          answer.status >= 400 && !answer.headers.location,
          `a stranger’s ${decision} is ${answer.status}`,
          answer,
        );
      }
      const answer = await visitor.submit(page, 'decision', approval(t));
      t.check(codeIn(answer) !== null, 'its own session cannot decide it', answer);
    },
  ),
  example(
    'renewed',
    ['consent.session_renewed'],
    'a sign-in does not sign in a session that was planted before, and ends the earlier session of its browser',
    async (t) => {
      const known = newOwner(t);
      await openConsent(t, known);
      const { page, visitor } = await openSignedOut(t, urlFor(t, t.session.app('main')));
      const attacker = new Visitor(t.session);
      for (const [name, value] of known.cookies) {
        const planted = visitor.cookies.get(name) ?? value.replaceAll(/\w/g, 'A');
        for (const one of [visitor, attacker]) one.plant(name, planted);
      }
      const login = ownerOf(t.session.merchant('main'));
      await visitor.signIn(page, login);
      const copy = copyOf(t, visitor);
      t.check(await isSignedIn(t, copy), 'the sign-in opens no session');
      t.check(!(await isSignedIn(t, attacker)), 'the planted session is signed in');
      await visitor.signIn(page, login);
      t.check(await isSignedIn(t, copyOf(t, visitor)), 'the second sign-in opens no session');
      t.check(!(await isSignedIn(t, copy)), 'the earlier session has not ended');
    },
  ),
  example(
    'sign-out',
    ['consent.sign_out', 'consent.csrf'],
    'signing out ends the session on the server, and no other; a link, another site and a form without its token cannot sign out',
    async (t) => {
      const { visitor, copy } = await signedIn(t);
      const elsewhere = newOwner(t);
      await openConsent(t, elsewhere);
      const open = await openConsent(t, copy);
      const { page, form, url } = await signOutForm(visitor);
      const forged = {
        'a link': () => visitor.send('GET', url.href),
        'a form of another site': () => visitor.submitForm(page, form, {}, { Origin: 'https://evil.example' }),
        'a form without its token': () => visitor.post(url.href, {}),
      };
      for (const [what, send] of Object.entries(forged)) {
        await send();
        t.about('consent.csrf').check(await isSignedIn(t, copy), `${what} signs out`);
      }
      const answer = await visitor.submitForm(page, form);
      t.check(answer.status < 400, `signing out is ${answer.status}`, answer);
      await expectEnded(t, copy, open);
      t.check(!(await isSignedIn(t, copyOf(t, visitor))), 'the browser is still signed in');
      t.check(await isSignedIn(t, copyOf(t, elsewhere)), 'another session of the person has ended too');
    },
  ),
];

export const TIMED_SESSION_CASES: readonly Case[] = [
  timed(
    'lifetime',
    ['time.session'],
    'a session ends twelve hours after sign-in, however often it is used',
    async (t) => {
      const { copy } = await signedIn(t);
      await t.session.clock.advance(6 * HOUR);
      t.check(await isSignedIn(t, copy), 'the session has ended after six hours');
      await t.session.clock.advance(6 * HOUR - MINUTE);
      t.check(await isSignedIn(t, copy), 'the session has ended before twelve hours');
      const open = await openConsent(t, copy);
      await t.session.clock.advance(MINUTE + 10);
      await expectEnded(t, copy, open);
    },
  ),
  timed(
    'pending',
    ['time.pending_request'],
    'a consent screen can be decided on nine minutes after it was opened; after ten it redirects nowhere, even when it is opened again',
    async (t) => {
      const visitor = newOwner(t);
      const [early, late] = [await openConsent(t, visitor), await openConsent(t, visitor)];
      await t.session.clock.advance(9 * MINUTE);
      const inTime = await visitor.submit(early, 'decision', approval(t));
      t.check(codeIn(inTime) !== null, 'it gives no code after nine minutes', inTime);
      await t.session.clock.advance(MINUTE + 5);
      const again = await visitor.send('GET', late.sent.url);
      t.check(again.status >= 400 && !isConsent(again), `opened again it is ${again.status}`, again);
      for (const fields of [approval(t), { decision: 'refuse' }]) {
        const answer = await visitor.submit(late, 'decision', fields);
        t.equal(answer.headers.location, undefined, `where ${fields.decision} leads`, answer);
        t.check(answer.status >= 400 && answer.status < 500, `it is ${answer.status}`, answer);
      }
    },
  ),
];
