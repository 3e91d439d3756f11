import { type Case, subject } from '../../engine/case.ts';
import { ownerOf } from '../../engine/connections.ts';
import { formWith, hiddenOf } from '../../engine/forms.ts';
import { Visitor } from '../../engine/visitor.ts';
import { approval, newOwner, urlFor } from '../fixtures/authorization.ts';
import { codeIn, isConsent } from './expectations.ts';

/** A pending consent request and the session that opened it. */

const example = subject('examples', 'consent');

export const CONSENT_SESSION_CASES: readonly Case[] = [
  example(
    'session-bound',
    ['consent.session_bound'],
    'another owner cannot see or decide a pending request, and its own session still can',
    async (t) => {
      const visitor = new Visitor(t.session);
      const first = await visitor.send('GET', urlFor(t, t.session.app('main')));
      const signIn = await visitor.follow(first);
      const stranger = newOwner(t, 'other');
      const theirs = await stranger.open(urlFor(t, t.session.app('main')));
      const page = await visitor.follow(await visitor.signIn(signIn, ownerOf(t.session.merchant('main'))));
      t.check(isConsent(page), 'sign-in does not return to the consent screen', page);
      t.check(!isConsent(await stranger.open(page.sent.url)), 'another owner sees the request');
      const form = formWith(theirs.text, 'decision');
      for (const decision of ['approve', 'refuse']) {
        const fields = { ...hiddenOf(form ?? { action: '', controls: [] }), ...approval(t, 'other'), decision };
        const answer = await stranger.post(page.sent.url, fields);
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
];
