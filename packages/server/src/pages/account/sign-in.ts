import { html } from 'hono/html';
import type { ControlTransaction } from '../../control/control.ts';
import { type CodeOutcome, secondFactorOf, verifySecondFactor } from '../../control/second-factors.ts';
import { hashSecret } from '../../control/secrets.ts';
import { type AuthenticatedUser, authenticateUser, holdsPassword, type User } from '../../control/users.ts';
import { findRequest, moveRequests } from '../../oauth/authorization-request.ts';
import { spend } from '../../pipeline/rate-limit.ts';
import { redirect } from '../kit/context.ts';
import { Cookies, renewedVisit } from '../kit/cookies.ts';
import { EMPTY_FORM, formProblems, rejectedField, textField } from '../kit/fields.ts';
import { notice, ownForm } from '../kit/page.ts';
import type { Done, Screen, SignedIn, Visit } from '../kit/screen.ts';
import { endSession, findAwaiting, holdsAwaiting, personOf } from '../kit/sessions.ts';
import {
  accountOf,
  changeLogin,
  countPasswordAttempt,
  destinationOf,
  isExceeded,
  openSecondStep,
  openSession,
  throttledNotice,
} from '../kit/sign-in.ts';
import { digestIn, markOf } from '../kit/submission.ts';
import { type Html, name } from '../languages/html.ts';
import { cardPage, signUpLink } from './account.ts';
import { CODE } from './two-step.ts';

/**
 * Signs in a person who has just given their password, or asks for their code first. Undefined if the password has been
 * changed since.
 */
export async function signInWithPassword(
  { ctx, deps }: Pick<Visit, 'ctx' | 'deps'>,
  user: AuthenticatedUser,
  { path, query }: Pick<ReturnType<typeof destinationOf>, 'path' | 'query'>,
): Promise<Done | undefined> {
  if ((await secondFactorOf(deps.control.pool, user.id)).state === 'on')
    return (await openSecondStep(ctx, deps, user)) ? { to: `/sign-in/code${query}` } : undefined;
  return (await openSession(ctx, deps, user, (tx) => holdsPassword(tx, user))) ? { to: path } : undefined;
}

/** Signs people in, possibly on the way to an authorization request or an invitation. */
export const signInScreen: Screen = {
  path: '/sign-in',
  name: 'signIn',
  async show(visit) {
    const { ctx, deps, rejected, view } = visit;
    const { path, query, requestId } = destinationOf(visit.query);
    if (ctx.state.session && !rejected) return void redirect(ctx, path);
    const { signIn, home } = view.say;
    const form = visit.form('signIn');
    const { client, request } =
      (await findRequest(deps.control, { id: requestId ?? '', visit: ctx.state.visit })) ?? {};
    const isPasswordSet = !rejected && visit.query.get('done') === 'password';
    // Ignores another browser's request.
    const action = requestId && !client ? '' : query;
    // People with a request or an invitation get no sign-up link.
    const signUp = action === '' && signUpLink(view);
    const lead = client ? signIn.forApp(html`<strong>${name(client.appName)}</strong>`) : signIn.lead;
    const email = form.values.get('email') ?? '';
    const field = (label: string, id: string, attributes: Html) =>
      html`<p class="field"><label for="${id}">${label}</label><input id="${id}" required dir="ltr" name="${id}" ${attributes} /></p>`;
    const fields = html`
      ${field(signIn.email, 'email', html`value="${email}" type="email" autocomplete="username" maxlength="254"`)}
      ${field(signIn.password, 'password', html`type="password" autocomplete="current-password" maxlength="256"`)}
      <button>${signIn.submit}</button>`;
    const content = html`<p>${lead}</p>
    ${isPasswordSet && notice('good', signIn.passwordSet)} ${formProblems(form, [])}${throttledNotice(view, form)}
    ${ownForm(view, `/sign-in${action}`, fields)}
    <p><a href="/forgotten-password">${signIn.forgotten}</a></p>
    ${signUp && html`<p class="small">${home.developers(signUp)}</p>`}
    ${client && html`<p class="small assurance">${signIn.secure}</p>`}`;
    return { ...cardPage(signIn.title, content), ...(client && request && { returnsTo: request.redirectUri }) };
  },
  /** Returns no outcome, so that a second click verifies the password again. */
  again: async () => undefined,
  /** Rejects throttled attempts even if the password is correct. */
  async change(visit) {
    const { ctx, deps, fields, view } = visit;
    const email = fields.get('email') ?? '';
    await countPasswordAttempt(ctx, deps, email);
    const user = await authenticateUser(deps.control.pool, email, fields.get('password') ?? '');
    const done = user && (await signInWithPassword(visit, user, destinationOf(visit.query)));
    if (done) return done;
    await changeLogin(visit, (tx) => tx.audit('user.sign_in_failed', { details: { account: accountOf(email) } }));
    throw rejectedField('', view.say.signIn.wrong);
  },
};

export const signInCodeScreen: Screen = {
  path: '/sign-in/code',
  name: 'signInCode',
  async show(visit) {
    if (!visit.rejected && !(await awaitingOf(visit))) return void redirect(visit.ctx, signInPath(visit));
    const { signInCode: say } = visit.view.say;
    const fields = html`
      ${textField(EMPTY_FORM, { name: 'code', label: say.code, hint: say.recovery, attributes: CODE })}
      <button>${say.submit}</button>`;
    const content = html`<p>${say.lead}</p>
    ${formProblems(visit.form('signInCode'), [])}
    ${ownForm(visit.view, `/sign-in/code${destinationOf(visit.query).query}`, fields)}
    <p><a href="${signInPath(visit)}">${say.restart}</a></p>`;
    return cardPage(say.title, content);
  },
  async change(visit) {
    const { ctx, deps, fields, view } = visit;
    const { signInCode: say } = view.say;
    const user = await awaitingOf(visit);
    if (!user) return { to: signInPath(visit) };
    const budget = await spend(deps, `sign-in:code:${user.id}`, deps.limits.signInCode);
    if (isExceeded(ctx, budget)) throw rejectedField('', say.throttled, 429);
    const attempt: { outcome?: CodeOutcome } = {};
    const verify = async (tx: ControlTransaction) => {
      if (!(await holdsAwaiting(tx, cookieOf(visit) ?? ''))) return false;
      attempt.outcome = await verifySecondFactor(tx, deps.sealing, user.id, fields.get('code') ?? '');
      return attempt.outcome === 'accepted';
    };
    if (await openSession(ctx, deps, user, verify, {})) return { to: destinationOf(visit.query).path };
    const failed = { userId: user.id, details: { step: 'code' } };
    await changeLogin(visit, (tx) => tx.audit('user.sign_in_failed', failed));
    throw rejectedField('', attempt.outcome === 'locked' ? say.locked : say.wrong);
  },
  /** Accepts the code once more while the session that it opened lasts. */
  async again(visit, { session, hasRepeated }) {
    const { ctx, deps, query } = visit;
    const holder = (tx: ControlTransaction) => personOf(tx, digestIn(session));
    const user = hasRepeated ? undefined : await changeLogin(visit, holder);
    const isOpen =
      user && (await openSession(ctx, deps, user, async (tx) => Boolean(await holder(tx)), { hasRepeated: true }));
    return isOpen ? { to: destinationOf(query).path } : undefined;
  },
};

const cookieOf = ({ ctx, deps }: Visit): string | undefined => new Cookies(deps.webUrl).get(ctx, 'session');

/** The person who still has to enter the code. */
const awaitingOf = (visit: Visit): Promise<User | undefined> =>
  findAwaiting(visit.deps.control.pool, cookieOf(visit), visit.deps.control.clock());

const signInPath = ({ query }: Visit): string => `/sign-in${destinationOf(query).query}`;

/** Asks before signing out, since a link must not end a session by itself. */
export const signOutScreen: Screen<SignedIn> = {
  path: '/sign-out',
  name: 'signOut',
  show({ view }) {
    const { signOut, cancel } = view.say;
    const buttons = html`<button>${signOut.submit}</button> <a class="button secondary" href="/">${cancel}</a>`;
    return cardPage(signOut.title, html`<p>${signOut.lead}</p>${ownForm(view, '/sign-out', buttons, 'actions')}`);
  },
  /**
   * Ends the session. A form that names an authorization request or an invitation returns to it after the next sign-in.
   * The session's other requests can no longer be decided.
   */
  async change(visit) {
    const { ctx, deps, fields, session } = visit;
    const { query, requestId } = destinationOf(fields);
    const { visit: old } = ctx.state;
    const next = requestId ? renewedVisit(ctx, deps) : undefined;
    await changeLogin(visit, async (tx) => {
      const ended = await endSession(tx, hashSecret(session.id));
      if (old && next) await moveRequests(tx, hashSecret(old), next, requestId);
      if (ended.length > 0) await tx.audit('user.signed_out', {});
      await ctx.state.submission?.remember(tx, { visit: next && markOf(next) });
    });
    return leave(visit, next, query);
  },
  /** Redirects to the request. It has already moved, unless the browser has the first response's cookies. */
  async again(visit) {
    const { ctx, deps, fields } = visit;
    const { query, requestId } = destinationOf(fields);
    const { visit: old } = ctx.state;
    const next = requestId ? renewedVisit(ctx, deps) : undefined;
    if (old && next) await changeLogin(visit, (tx) => moveRequests(tx, hashSecret(old), next, requestId));
    return leave(visit, next, query);
  },
};

function leave({ ctx, deps: { webUrl } }: Visit, next: string | undefined, query: string): Done {
  const cookies = new Cookies(webUrl);
  cookies.clear(ctx, 'session');
  if (next) cookies.set(ctx, 'visit', next);
  else if (ctx.state.visit) cookies.clear(ctx, 'visit');
  return { to: query ? `/sign-in${query}` : '/' };
}
