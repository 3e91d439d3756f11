import { type Case, subject } from '../../engine/case.ts';
import type { CaseContext } from '../../engine/case-context.ts';
import { ownerOf } from '../../engine/connections.ts';
import { Stopped } from '../../engine/expectations.ts';
import { Visitor } from '../../engine/visitor.ts';
import { approval, newOwner, openSignedOut, urlFor } from '../fixtures/authorization.ts';
import { signOutForm } from '../fixtures/office.ts';
import { codeIn, isConsent } from './expectations.ts';

/** The end of a person's session on the consent host. */

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

/** True if the visitor's cookies still open the consent screen. */
const isSignedIn = async (t: CaseContext, visitor: Visitor): Promise<boolean> =>
  isConsent(await visitor.open(urlFor(t, t.session.app('main'))));

/** An owner who has just signed in, and a copy of their cookies. */
async function signedIn(t: CaseContext): Promise<{ visitor: Visitor; copy: Visitor }> {
  const visitor = newOwner(t);
  await visitor.open(urlFor(t, t.session.app('main')));
  const copy = copyOf(t, visitor);
  if (!t.check(await isSignedIn(t, copy), 'the cookies of a session do not open it')) throw new Stopped();
  return { visitor, copy };
}

export const SESSION_END_CASES: readonly Case[] = [
  example(
    'sign-out',
    ['consent.sign_out'],
    'signing out ends the session on the server: the old cookie opens and decides nothing',
    async (t) => {
      const { visitor, copy } = await signedIn(t);
      const elsewhere = newOwner(t);
      await elsewhere.open(urlFor(t, t.session.app('main')));
      const open = await copy.open(urlFor(t, t.session.app('main')));
      const { page, form } = await signOutForm(visitor);
      const answer = await visitor.submitForm(page, form);
      t.check(answer.status < 400, `signing out is ${answer.status}`, answer);
      t.check(!(await isSignedIn(t, copy)), 'the old cookie still opens the session');
      const decided = await copy.submit(open, 'decision', approval(t));
      t.equal(codeIn(decided), null, 'the code of a decision with the old cookie', decided);
      t.check(!(await isSignedIn(t, copyOf(t, visitor))), 'the browser is still signed in');
      t.check(await isSignedIn(t, copyOf(t, elsewhere)), 'another session of the person has ended too');
    },
  ),
  example(
    'signed-in-again',
    ['consent.session_renewed'],
    'a sign-in in a browser that is signed in ends its earlier session',
    async (t) => {
      const { page, visitor } = await openSignedOut(t, urlFor(t, t.session.app('main')));
      const login = ownerOf(t.session.merchant('main'));
      await visitor.signIn(page, login);
      const copy = copyOf(t, visitor);
      t.check(await isSignedIn(t, copy), 'the sign-in opens no session');
      await visitor.signIn(page, login);
      t.check(await isSignedIn(t, copyOf(t, visitor)), 'the second sign-in opens no session');
      t.check(!(await isSignedIn(t, copy)), 'the earlier session has not ended');
    },
  ),
  example(
    'sign-out-forged',
    ['consent.csrf', 'consent.sign_out'],
    'a link, another site and a form without its token cannot sign a person out',
    async (t) => {
      const { visitor, copy } = await signedIn(t);
      const { page, form, action } = await signOutForm(visitor);
      await visitor.send('GET', action.href);
      t.check(await isSignedIn(t, copy), 'a link signs out');
      await visitor.submitForm(page, form, {}, { Origin: 'https://evil.example' });
      t.check(await isSignedIn(t, copy), 'a form of another site signs out');
      await visitor.post(action.href, {});
      t.check(await isSignedIn(t, copy), 'a form without its token signs out');
    },
  ),
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
      const open = await copy.open(urlFor(t, t.session.app('main')));
      await t.session.clock.advance(MINUTE + 10);
      t.check(!(await isSignedIn(t, copy)), 'the session lasts longer than twelve hours');
      const decided = await copy.submit(open, 'decision', approval(t));
      t.equal(codeIn(decided), null, 'the code of a decision in a session that has ended', decided);
    },
  ),
  timed(
    'pending-in-time',
    ['time.pending_request'],
    'a consent screen opened nine minutes ago can still be decided on',
    async (t) => {
      const visitor = newOwner(t);
      const page = await visitor.open(urlFor(t, t.session.app('main')));
      await t.session.clock.advance(9 * MINUTE);
      const answer = await visitor.submit(page, 'decision', approval(t));
      t.check(codeIn(answer) !== null, 'it gives no code', answer);
    },
  ),
  timed(
    'pending-late',
    ['time.pending_request'],
    'a consent screen opened more than ten minutes ago issues no code, even when it is opened again',
    async (t) => {
      const visitor = newOwner(t);
      const page = await visitor.open(urlFor(t, t.session.app('main')));
      await t.session.clock.advance(10 * MINUTE + 5);
      const again = await visitor.send('GET', page.sent.url);
      t.check(again.status >= 400 && !isConsent(again), `opened again it is ${again.status}`, again);
      const answer = await visitor.submit(page, 'decision', approval(t));
      t.equal(codeIn(answer), null, 'the code', answer);
      t.check(answer.status >= 400 && answer.status < 500, `it is ${answer.status}`, answer);
      const refused = await visitor.submit(page, 'decision', { decision: 'refuse' });
      t.equal(refused.headers.location, undefined, 'target of a refusal', refused);
    },
  ),
];
