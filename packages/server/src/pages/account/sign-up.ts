import { html } from 'hono/html';
import { DirectoryError } from '../../control/directory-error.ts';
import type { Problem } from '../../control/errors.ts';
import { addOwnOrganization, type Newcomer, type SignUp, signUp } from '../../control/people/sign-up.ts';
import { checkedEmail } from '../../control/people/users.ts';
import { normalName } from '../../control/text.ts';
import { spend, spendAtSource } from '../../pipeline/rate-limit.ts';
import { redirect } from '../kit/context.ts';
import { checkFormToken } from '../kit/form/accept-form.ts';
import { formProblems, textField } from '../kit/form/fields.ts';
import { type FilledForm, FormRejected } from '../kit/form/filled-form.ts';
import { newPasswordFields, newPasswordHash } from '../kit/form/passwords.ts';
import type { Page } from '../kit/page/layout.ts';
import { hidden } from '../kit/page/parts.ts';
import type { View } from '../kit/page/view.ts';
import type { Done, Screen, Visit } from '../kit/screen.ts';
import { changeLogin } from '../kit/session/change-login.ts';
import { accountOf, rejectExceeded, throttledNotice } from '../kit/session/throttle.ts';
import { type Html, name } from '../languages/html.ts';
import { mailAddressLink } from './confirm-address.ts';
import { accountExistsMail } from './sign-up-mails.ts';

/** Opens an account for a developer. Signed-in people add an organization to theirs. */
export const signUpScreen: Screen = {
  path: '/sign-up',
  name: 'signUp',
  show(visit) {
    const { deps, view } = visit;
    if (deps.signUp === 'closed') return closedPage(view);
    const form = visit.form('signUp');
    const title = view.user ? 'New organization' : 'Sign up as a developer';
    const body = html`<div class="card consent">
    <h1>${title}</h1>
    <p>You get a sandbox right away: apps with credentials, and merchants with demo data. It is free.</p>
    ${throttledNotice(view, form)}
    <form method="post" action="/sign-up">
      ${hidden('token', view.formToken)}
      ${formProblems(form, ['organization', 'name', 'email', 'new-password', 'repeat'])}
      ${textField(form, ORGANIZATION_FIELD)} ${!view.user && personFields(view, form)}
      <button>${view.user ? 'Create organization' : 'Sign up'}</button>
    </form>
    ${!view.user && html`<p>Already have an account? <a href="/sign-in">Sign in</a> and add an organization.</p>`}
  </div>`;
    return { title, body };
  },
  async change(visit) {
    const { ctx, deps, view } = visit;
    if (deps.signUp === 'closed') return closedPage(view);
    const { counters, clock, limits } = deps;
    rejectExceeded(ctx, await spendAtSource(counters, clock, 'sign-up', ctx.state.source, limits.signUps));
    return view.user ? addOrganization(visit, view.user.id) : openAccount(visit);
  },
};

async function addOrganization(visit: Visit, userId: number): Promise<Done> {
  const { ctx, deps, fields } = visit;
  checkFormToken(ctx, deps);
  const { organization } = checkedFields(fields, { organization: ORGANIZATION });
  const founder = { userId, mails: deps.mailer !== undefined };
  const id = await changeLogin(visit, (tx) => addOwnOrganization(tx, organization, founder));
  return { to: `/console?organization=${id}` };
}

/** Checks and hashes before the address is looked up, so that the time of the response does not tell if it is known. */
async function openAccount(visit: Visit): Promise<Done> {
  const checked = checkedFields(visit.fields, { organization: ORGANIZATION, name: PERSON, email: checkedEmail });
  await createAccount(visit, { ...checked, passwordHash: await newPasswordHash(visit, checked.email) });
  return { to: '/sign-up/done' };
}

/** Of two concurrent sign-ups with one address, the second fails, and its response does not tell so. */
async function createAccount(visit: Visit, newcomer: Newcomer): Promise<void> {
  const { ctx, deps } = visit;
  const mails = deps.mailer !== undefined;
  try {
    const outcome = await changeLogin(visit, (tx) => signUp(tx, newcomer, { mails }));
    await mailOutcome(visit, newcomer, outcome);
  } catch (err) {
    if (!(err instanceof DirectoryError)) throw err;
    deps.log.info({ correlationId: ctx.state.correlationId }, 'two signed up with one address at once');
  }
}

/** Only the owner of the address learns whether it had an account, through at most one mail a minute. */
async function mailOutcome({ deps }: Visit, { email }: Newcomer, outcome: SignUp): Promise<void> {
  const { mailer, brand, counters, clock, webUrl } = deps;
  if (outcome.account === 'created') return mailAddressLink(deps, { email }, outcome.code);
  const { exceeded } = await spend(counters, clock, `sign-up:existing:${accountOf(email)}`, 1);
  if (!exceeded) mailer?.post({ to: email, ...accountExistsMail(brand.name, `${webUrl}/sign-in`) });
}

type Check = (text: string) => string;

const ORGANIZATION: Check = (text) => normalName('The name of an organization', text);
const PERSON: Check = (text) => normalName('The name of a person', text);

/** Fields as they are stored. Rejects the form with all of their problems. */
function checkedFields<Name extends string>(
  fields: URLSearchParams,
  checks: Readonly<Record<Name, Check>>,
): Record<Name, string> {
  const problems: Problem[] = [];
  const values = (Object.entries(checks) as [Name, Check][]).map(([field, check]) => {
    try {
      return [field, check(fields.get(field) ?? '')];
    } catch (error) {
      if (!(error instanceof DirectoryError)) throw error;
      problems.push({ field, message: error.message });
      return [field, ''];
    }
  });
  if (problems.length > 0) throw new FormRejected(problems);
  return Object.fromEntries(values) as Record<Name, string>;
}

const ORGANIZATION_FIELD = {
  name: 'organization',
  label: 'Organization',
  hint: 'The company behind your apps. Merchants see its name.',
  attributes: html`maxlength="255" autocomplete="organization"`,
};

const personFields = (view: View, form: FilledForm): Html => html`
  ${textField(form, { name: 'name', label: 'Your name', attributes: html`maxlength="255" autocomplete="name"` })}
  ${textField(form, {
    name: 'email',
    label: 'E-mail address',
    attributes: html`type="email" maxlength="254" autocomplete="username"`,
  })}
  ${newPasswordFields(view, form)}`;

/** For deployments where developers join by invitation only. */
function closedPage({ brand }: View): Page {
  const title = 'By invitation';
  const body = html`<div class="card">
    <h1>${title}</h1>
    <p>Developers join ${name(brand.name)} by invitation only. Ask the people who run it${
      brand.support && html`: <a href="${brand.support.href}">${brand.support.text}</a>`
    }.</p>
    <p><a class="button secondary" href="/">Go to the start page</a></p>
  </div>`;
  return { title, body, status: 403 };
}

/** The page after a sign-up. It is the same if the address had an account, so that strangers do not learn who has one. */
export const signedUpScreen: Screen = {
  path: '/sign-up/done',
  name: 'signedUp',
  async show({ ctx, deps, view }) {
    if (view.user) return void redirect(ctx, '/');
    const title = 'Thank you';
    const body = html`<div class="card">
    <h1>${title}</h1>
    ${deps.mailer && html`<p>We sent you a link to confirm your address. Once you have opened it, you can create apps.</p>`}
    <p role="status">Sign in with the e-mail address and password that you have just chosen.</p>
    <p class="small">If you already had an account with this address, nothing was changed. Sign in with its password and add an organization.</p>
    <p><a class="button" href="/sign-in">Sign in</a></p>
  </div>`;
    return { title, body };
  },
};
