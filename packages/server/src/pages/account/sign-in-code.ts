import { html } from 'hono/html';
import { type CodeOutcome, verifySecondFactor } from '../../control/people/second-factors.ts';
import type { User } from '../../control/people/users.ts';
import { spend } from '../../pipeline/rate-limit.ts';
import { redirect, type WebContext } from '../kit/context.ts';
import type { WebDependencies } from '../kit/dependencies.ts';
import { formProblems, textField } from '../kit/form/fields.ts';
import { EMPTY_FORM, rejectedField } from '../kit/form/filled-form.ts';
import { digestIn, type Outcome } from '../kit/form/submission.ts';
import { hidden } from '../kit/page/parts.ts';
import type { Done, Screen, Visit } from '../kit/screen.ts';
import { changeLogin } from '../kit/session/change-login.ts';
import { Cookies } from '../kit/session/cookies.ts';
import { destinationOf } from '../kit/session/destination.ts';
import { openSession } from '../kit/session/open-session.ts';
import { findAwaiting, holdsAwaiting, personOf } from '../kit/session/sessions.ts';
import { isExceeded } from '../kit/session/throttle.ts';
import { CODE } from './two-step.ts';

/** Second step of a sign-in. */
export const signInCodeScreen: Screen = {
  path: '/sign-in/code',
  name: 'signInCode',
  async show(visit) {
    if (!visit.rejected && !(await awaitingOf(visit))) return void redirect(visit.ctx, signInPath(visit));
    const { signInCode: say } = visit.view.say;
    const { query } = destinationOf(visit.query);
    const body = html`<div class="card">
    <h1>${say.title}</h1>
    <p>${say.lead}</p>
    ${formProblems(visit.form('signInCode'), [])}
    <form method="post" action="/sign-in/code${query}">
      ${hidden('token', visit.view.formToken)}
      ${textField(EMPTY_FORM, { name: 'code', label: say.code, hint: say.recovery, attributes: CODE })}
      <button>${say.submit}</button>
    </form>
    <p><a href="${signInPath(visit)}">${say.restart}</a></p>
  </div>`;
    return { title: say.title, body };
  },
  change: enterCode,
  again: enterCodeAgain,
};

async function enterCode(visit: Visit): Promise<Done> {
  const { ctx, deps, fields, view } = visit;
  const { signInCode: say } = view.say;
  const user = await awaitingOf(visit);
  if (!user) return { to: signInPath(visit) };
  const budget = await spend(deps.counters, deps.clock, `sign-in:code:${user.id}`, deps.limits.signInCode);
  if (isExceeded(ctx, budget)) throw rejectedField('', say.throttled, 429);
  const attempt: { outcome?: CodeOutcome } = {};
  const isOpen = await openSession(
    ctx,
    deps,
    user,
    async (tx) => {
      if (!(await holdsAwaiting(tx, cookieOf(ctx, deps) ?? ''))) return false;
      attempt.outcome = await verifySecondFactor(tx, deps.sealing, user.id, fields.get('code') ?? '');
      return attempt.outcome === 'accepted';
    },
    {},
  );
  if (isOpen) return { to: destinationOf(visit.query).path };
  await logFailure(visit, user.id);
  throw rejectedField('', attempt.outcome === 'locked' ? say.locked : say.wrong);
}

/** Accepts the code once more, as long as the session that it opened lasts. */
async function enterCodeAgain(visit: Visit, { session, hasRepeated }: Outcome): Promise<Done | undefined> {
  const { ctx, deps, query } = visit;
  const user = hasRepeated ? undefined : await changeLogin(visit, (tx) => personOf(tx, digestIn(session)));
  const isOpen =
    user &&
    (await openSession(ctx, deps, user, async (tx) => Boolean(await personOf(tx, digestIn(session))), {
      hasRepeated: true,
    }));
  return isOpen ? { to: destinationOf(query).path } : undefined;
}

const cookieOf = (ctx: WebContext, { webUrl }: WebDependencies): string | undefined =>
  new Cookies(webUrl).get(ctx, 'session');

/** The person who still has to enter the code. */
const awaitingOf = ({ ctx, deps }: Visit): Promise<User | undefined> =>
  findAwaiting(deps.control.pool, cookieOf(ctx, deps), deps.control.clock());

const logFailure = (visit: Visit, userId: number): Promise<void> =>
  changeLogin(visit, (tx) => tx.audit('user.sign_in_failed', { userId, details: { step: 'code' } }));

const signInPath = ({ query }: Visit): string => `/sign-in${destinationOf(query).query}`;
