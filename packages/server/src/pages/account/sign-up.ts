import { html } from 'hono/html';
import type { ControlTransaction } from '../../control/control.ts';
import { DirectoryError, type Problem } from '../../control/errors.ts';
import { claimAddress, findAddressLink, useAddressLink } from '../../control/mailed-links.ts';
import { addOwnOrganization, signUp } from '../../control/organizations.ts';
import { normalName } from '../../control/text.ts';
import {
  type AuthenticatedUser,
  authenticateUser,
  checkedEmail,
  holdsPassword,
  type User,
} from '../../control/users.ts';
import { spend, spendAtSource } from '../../pipeline/rate-limit.ts';
import { checkFormToken } from '../kit/accept-form.ts';
import { redirect } from '../kit/context.ts';
import type { WebDependencies } from '../kit/dependencies.ts';
import { FormRejected, formProblems, ifStillValid, rejectedField, textField } from '../kit/fields.ts';
import { linkGonePage, type Page } from '../kit/layout.ts';
import { ownForm, type View } from '../kit/page.ts';
import type { Done, Screen, Visit } from '../kit/screen.ts';
import {
  accountOf,
  CURRENT_PASSWORD,
  changeLogin,
  countPasswordAttempt,
  newPasswordFields,
  newPasswordHash,
  rejectExceeded,
  throttledNotice,
  username,
} from '../kit/sign-in.ts';
import { type Html, name } from '../languages/html.ts';
import { cardPage, changeAndRemember } from './account.ts';
import { signInWithPassword } from './sign-in.ts';

/** Asks before confirming an address, since mail programs also open links. */
export const confirmAddressScreen: Screen = {
  path: '/confirm-address/:code',
  name: 'confirmAddress',
  async show(visit) {
    const { view } = visit;
    const user = await userOf(visit);
    if (!user) return gonePage();
    const content = html`
    <p><strong>${name(user.email)}</strong> is the address of an account at ${name(view.brand.name)}.</p>
    ${throttledNotice(view, visit.form('confirmAddress'))}
    ${confirmForms(visit, user)}`;
    return cardPage('Confirm your e-mail address', content);
  },
  /**
   * The link proves that the sender reads the address's mail, not that they opened the account. Confirming also takes
   * the account's session, its password, or a new password, which replaces one that a stranger may know. A password
   * signs the sender in, as at the sign-in; the link alone never does.
   */
  async change(visit) {
    const { ctx, deps, fields, view } = visit;
    const code = visit.param('code');
    const user = await userOf(visit);
    if (!user) return gonePage();
    const { id, email } = user;
    if (view.user?.id === id) {
      const done = { to: '/console', message: 'Your e-mail address is confirmed.' };
      return consumeLink(visit, email, done, (tx) => useAddressLink(tx, code, id));
    }
    if (fields.has('new-password')) {
      const passwordHash = await newPasswordHash(visit, email);
      return signedInAfter(visit, { ...user, passwordHash }, (tx) =>
        claimAddress(tx, code, { userId: id, passwordHash }),
      );
    }
    await countPasswordAttempt(ctx, deps, email);
    const proved = await authenticateUser(deps.control.pool, email, fields.get('password') ?? '');
    if (proved?.id !== id) throw rejectedField('password', 'This is not the password of this account.');
    return signedInAfter(visit, proved, async (tx) => {
      if (!(await holdsPassword(tx, proved))) throw new DirectoryError('The password has just been changed.');
      await useAddressLink(tx, code, id);
    });
  },
  /** Signs in again by the password, unless the session was the proof. */
  async again(visit, { email = '', to, message }) {
    const { deps, fields, view } = visit;
    const password = fields.get('new-password') ?? fields.get('password');
    if (password === null) return view.user?.email === email ? { to, message } : undefined;
    const proved = await authenticateUser(deps.control.pool, email, password);
    return proved && signInWithPassword(visit, proved, CONSOLE);
  },
};

const CONSOLE = { path: '/console', query: '' };

/** Consumes the link, then signs in the person whose password was given. */
async function signedInAfter(
  visit: Visit,
  user: AuthenticatedUser,
  change: (tx: ControlTransaction) => Promise<void>,
): Promise<Done | Page> {
  const done = await consumeLink(visit, user.email, { to: CONSOLE.path }, change);
  if ('body' in done) return done;
  return (await signInWithPassword(visit, user, CONSOLE)) ?? { to: '/sign-in' };
}

/** Makes the change and remembers it, unless the link is no longer valid. */
async function consumeLink(
  visit: Visit,
  email: string,
  done: Done,
  change: (tx: ControlTransaction) => Promise<void>,
): Promise<Done | Page> {
  const outcome = await ifStillValid(async () => {
    await changeAndRemember(visit, { ...done, email }, change);
    return done;
  });
  return outcome ?? gonePage();
}

const userOf = (visit: Visit) =>
  findAddressLink(visit.deps.control.pool, visit.param('code'), visit.deps.control.clock());

/**
 * One form for the signed-in owner, otherwise two. Entering the account's password proves that the reader opened it;
 * choosing a new one makes the account theirs.
 */
function confirmForms(visit: Visit, { id, email }: User): Html {
  const { view } = visit;
  const action = `/confirm-address/${visit.param('code')}`;
  if (view.user?.id === id) return ownForm(view, action, html`<button>Confirm</button>`);
  const form = visit.form('confirmAddress');
  const label = 'The password that you chose when you signed up';
  const known = html`${username(email)} ${textField(form, { name: 'password', label, attributes: CURRENT_PASSWORD })}
    <button>Confirm</button>`;
  const chosen = html`${username(email)} ${newPasswordFields(view, form)}
    <button class="secondary">Set the password and confirm</button>`;
  return html`${ownForm(view, action, known)}
  <h2>You did not choose a password, or have forgotten it?</h2>
  <p>Choose a new one. It replaces the old one, two-step sign-in is turned off, and everyone who is signed in to this account is signed out.</p>
  ${ownForm(view, action, chosen)}`;
}

/** Shown for an unknown, used or expired link. */
const gonePage = (): Page =>
  linkGonePage(
    'This link is no longer valid',
    'It has been used, or it has expired. Sign in: the console tells whether your address is confirmed, and sends a new link.',
    { href: '/sign-in', text: 'Sign in' },
  );

/** Mails a link to confirm an address, if there is a code for it. */
export function mailAddressLink(
  { mailer, brand, webUrl }: WebDependencies,
  { email }: Pick<User, 'email'>,
  code: string | undefined,
): void {
  if (!code) return;
  const link = `${webUrl}/confirm-address/${code}`;
  mailer?.post({
    to: email,
    subject: `Confirm your e-mail address for ${brand.name}`,
    text: `Welcome to ${brand.name}.\n\nTo confirm that this is your address, open this link within a day:\n\n${link}\n\nThen you can create apps. If you did not sign up, ignore this message.`,
  });
}

/** Opens an account for a developer. Signed-in people add an organization to theirs. */
export const signUpScreen: Screen = {
  path: '/sign-up',
  name: 'signUp',
  show(visit) {
    const { deps, view } = visit;
    if (deps.config.signUp === 'closed') return closedPage(view);
    const form = visit.form('signUp');
    const person = html`
      ${textField(form, { name: 'name', label: 'Your name', attributes: html`maxlength="255" autocomplete="name"` })}
      ${textField(form, { name: 'email', label: 'E-mail address', attributes: EMAIL })}
      ${newPasswordFields(view, form)}`;
    const fields = html`${formProblems(form, ['organization', 'name', 'email', 'new-password', 'repeat'])}
      ${textField(form, ORGANIZATION_FIELD)} ${!view.user && person}
      <button>${view.user ? 'Create organization' : 'Sign up'}</button>`;
    const content = html`
    <p>You get a sandbox right away: apps with credentials, and merchants with demo data. It is free.</p>
    ${throttledNotice(view, form)}
    ${ownForm(view, '/sign-up', fields)}
    ${!view.user && html`<p>Already have an account? <a href="/sign-in">Sign in</a> and add an organization.</p>`}`;
    return cardPage(view.user ? 'New organization' : 'Sign up as a developer', content, 'card consent');
  },
  async change(visit) {
    const { ctx, deps, fields, view } = visit;
    if (deps.config.signUp === 'closed') return closedPage(view);
    rejectExceeded(ctx, await spendAtSource(deps, 'sign-up', ctx.state.source, deps.limits.signUps));
    if (!view.user) return openAccount(visit);
    checkFormToken(ctx, deps);
    const { organization } = checkedFields(fields, { organization: ORGANIZATION });
    const founder = { userId: view.user.id, mails: deps.mailer !== undefined };
    const id = await changeLogin(visit, (tx) => addOwnOrganization(tx, organization, founder));
    return { to: `/console?organization=${id}` };
  },
};

/**
 * Checks and hashes before looking up the address, so that the response time does not reveal whether it is known. Only
 * the owner of the address learns whether it had an account, through at most one mail a minute.
 */
async function openAccount(visit: Visit): Promise<Done> {
  const { ctx, deps, fields } = visit;
  const { mailer, brand, webUrl } = deps;
  const checked = checkedFields(fields, { organization: ORGANIZATION, name: PERSON, email: checkedEmail });
  const newcomer = { ...checked, passwordHash: await newPasswordHash(visit, checked.email) };
  const { email } = newcomer;
  try {
    const outcome = await changeLogin(visit, (tx) => signUp(tx, newcomer, { mails: mailer !== undefined }));
    if (outcome.account === 'created') mailAddressLink(deps, { email }, outcome.code);
    else {
      const { exceeded } = await spend(deps, `sign-up:existing:${accountOf(email)}`, 1);
      const service = brand.name;
      const text = `Someone, perhaps you, signed up at ${service} with this address, which already has an account. Nothing was changed.\n\nTo add an organization, sign in with your own password:\n\n${webUrl}/sign-in\n\nIf it was not you, there is nothing to do.`;
      if (!exceeded) mailer?.post({ to: email, subject: `Your account at ${service}`, text });
    }
  } catch (err) {
    // Of two concurrent sign-ups with one address, the second fails; its response does not reveal that.
    if (!(err instanceof DirectoryError)) throw err;
    deps.log.info({ correlationId: ctx.state.correlationId }, 'two signed up with one address at once');
  }
  return { to: '/sign-up/done' };
}

type Check = (text: string) => string;

const ORGANIZATION: Check = (text) => normalName('The name of an organization', text);
const PERSON: Check = (text) => normalName('The name of a person', text);

/** Returns the fields as they are stored. Rejects the form with all problems at once. */
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

const EMAIL = html`type="email" maxlength="254" autocomplete="username"`;

/** For deployments where developers join by invitation only. */
function closedPage({ brand }: View): Page {
  const content = html`<p>Developers join ${name(brand.name)} by invitation only. Ask the people who run it${
    brand.support && html`: <a href="${brand.support.href}">${brand.support.text}</a>`
  }.</p>
    <p><a class="button secondary" href="/">Go to the start page</a></p>`;
  return { ...cardPage('By invitation', content), status: 403 };
}

/** The page after a sign-up. The same if the address had an account, so that strangers do not learn who has one. */
export const signedUpScreen: Screen = {
  path: '/sign-up/done',
  name: 'signedUp',
  async show({ ctx, deps, view }) {
    if (view.user) return void redirect(ctx, '/');
    const content = html`
    <p role="status">${
      deps.mailer
        ? 'We sent you a link to confirm your address. Open it and enter the password that you have just chosen: you are then signed in, and can create apps.'
        : 'Sign in with the e-mail address and password that you have just chosen.'
    }</p>
    <p class="small">If you already had an account with this address, nothing was changed. Sign in with its password and add an organization.</p>
    <p><a class="button" href="/sign-in">Sign in</a></p>`;
    return cardPage('Thank you', content);
  },
};
