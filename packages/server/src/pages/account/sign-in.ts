import { html } from 'hono/html';
import { secondFactorOf } from '../../control/people/second-factors.ts';
import { type AuthenticatedUser, authenticateUser, holdsPassword } from '../../control/people/users.ts';
import { findClient, queryOf } from '../../oauth/consent/client.ts';
import { findRequest } from '../../oauth/consent/pending-requests.ts';
import { redirect } from '../kit/context.ts';
import { formProblems } from '../kit/form/fields.ts';
import { rejectedField } from '../kit/form/filled-form.ts';
import { hidden, notice } from '../kit/page/parts.ts';
import type { Screen, Visit } from '../kit/screen.ts';
import { changeLogin } from '../kit/session/change-login.ts';
import { destinationOf } from '../kit/session/destination.ts';
import { openSecondStep, openSession } from '../kit/session/open-session.ts';
import { accountOf, countPasswordAttempt, throttledNotice } from '../kit/session/throttle.ts';
import { type Html, name } from '../languages/html.ts';
import { signUpLink } from './home.ts';

/** Sentences about the change that a link has just made, by the value of `?done=`. */
const DONE: ReadonlyMap<string | null, 'passwordSet' | 'addressConfirmed'> = new Map([
  ['password', 'passwordSet'],
  ['address', 'addressConfirmed'],
]);

/** Signs people in, if needed on the way to an authorization request or an invitation. */
export const signInScreen: Screen = {
  path: '/sign-in',
  name: 'signIn',
  async show(visit) {
    const { ctx, rejected, view } = visit;
    const { path, query, requestId } = destinationOf(visit.query);
    if (ctx.state.session && !rejected) return void redirect(ctx, path);
    const { signIn, home } = view.say;
    const form = visit.form('signIn');
    const request = await requestOf(visit, requestId);
    const done = rejected ? undefined : DONE.get(visit.query.get('done'));
    // Ignores requests of another browser.
    const action = requestId && !request ? '' : query;
    // People with a request or an invitation are not offered to sign up.
    const signUp = action === '' && signUpLink(view);
    const lead = request ? signIn.forApp(html`<strong>${name(request.appName)}</strong>`) : signIn.lead;
    const email = form.values.get('email') ?? '';
    const body = html`<div class="card">
    <h1>${signIn.title}</h1>
    <p>${lead}</p>
    ${done && notice('good', signIn[done])} ${formProblems(form, [])}${throttledNotice(view, form)}
    <form method="post" action="/sign-in${action}">
      ${hidden('token', view.formToken)}
      ${field(signIn.email, html`type="email" name="email" value="${email}" autocomplete="username" maxlength="254"`, 'email')}
      ${field(signIn.password, html`type="password" name="password" autocomplete="current-password" maxlength="256"`, 'password')}
      <button>${signIn.submit}</button>
    </form>
    <p><a href="/forgotten-password">${signIn.forgotten}</a></p>
    ${signUp && html`<p class="small">${home.developers(signUp)}</p>`}
    ${request && html`<p class="small assurance">${signIn.secure}</p>`}
  </div>`;
    return { title: signIn.title, body, ...(request && { returnsTo: request.redirectUri }) };
  },
  /** The password is verified again. */
  again: async () => undefined,
  /** Rejects throttled attempts even if the password is correct. */
  async change(visit) {
    const { ctx, deps, fields, view } = visit;
    const email = fields.get('email') ?? '';
    await countPasswordAttempt(ctx, deps, email);
    const user = await authenticateUser(deps.control.pool, email, fields.get('password') ?? '');
    const to = user && (await enter(visit, user));
    if (to) return { to };
    await logFailure(visit, email);
    throw rejectedField('', view.say.signIn.wrong);
  },
};

/**
 * Signs a person in or asks for their second-factor code. Returns the path of the next page, or
 * undefined if the password has just been changed.
 */
async function enter({ ctx, deps, query: given }: Visit, user: AuthenticatedUser): Promise<string | undefined> {
  const { path, query } = destinationOf(given);
  const { state } = await secondFactorOf(deps.control.pool, user.id);
  if (state === 'on') return (await openSecondStep(ctx, deps, user)) ? `/sign-in/code${query}` : undefined;
  return (await openSession(ctx, deps, user, (tx) => holdsPassword(tx, user))) ? path : undefined;
}

const logFailure = (visit: Visit, email: string): Promise<void> =>
  changeLogin(visit, (tx) => tx.audit('user.sign_in_failed', { details: { account: accountOf(email) } }));

/** The browser's authorization request to return to, with its app. */
async function requestOf({ ctx, deps: { control } }: Visit, id = '') {
  const request = await findRequest(control.pool, { id, visit: ctx.state.visit }, control.clock());
  const client = request && (await findClient(queryOf(control), request.clientId));
  return request && client && { appName: client.appName, redirectUri: request.redirectUri };
}

const field = (label: string, attributes: Html, id: string): Html =>
  html`<p class="field"><label for="${id}">${label}</label><input id="${id}" required dir="ltr" ${attributes} /></p>`;
