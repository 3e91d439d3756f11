import { html } from 'hono/html';
import type { ControlTransaction } from '../../control/control.ts';
import { DirectoryError } from '../../control/directory-error.ts';
import { findAddressLink, useAddressLink } from '../../control/people/address-links.ts';
import { claimAddress } from '../../control/people/password-links.ts';
import { authenticateUser, holdsPassword, type User } from '../../control/people/users.ts';
import type { WebDependencies } from '../kit/dependencies.ts';
import { textField } from '../kit/form/fields.ts';
import { ifStillValid, rejectedField } from '../kit/form/filled-form.ts';
import { CURRENT_PASSWORD, newPasswordFields, newPasswordHash, username } from '../kit/form/passwords.ts';
import type { Outcome } from '../kit/form/submission.ts';
import type { Page } from '../kit/page/layout.ts';
import { hidden } from '../kit/page/parts.ts';
import { linkGonePage } from '../kit/page/problem-pages.ts';
import type { Done, Screen, Visit } from '../kit/screen.ts';
import { changeLogin } from '../kit/session/change-login.ts';
import { countPasswordAttempt, throttledNotice } from '../kit/session/throttle.ts';
import { type Html, name } from '../languages/html.ts';
import { confirmationMail } from './sign-up-mails.ts';

/** Asks before confirming an address, since mail programs also open links. */
export const confirmAddressScreen: Screen = {
  path: '/confirm-address/:code',
  name: 'confirmAddress',
  async show(visit) {
    const { view } = visit;
    const user = await userOf(visit);
    if (!user) return gonePage();
    const title = 'Confirm your e-mail address';
    const body = html`<div class="card">
    <h1>${title}</h1>
    <p><strong>${name(user.email)}</strong> is the address of an account at ${name(view.brand.name)}.</p>
    ${throttledNotice(view, visit.form('confirmAddress'))}
    ${view.user?.id === user.id ? confirmOwnForm(visit) : proveOrClaimForms(visit, user)}
  </div>`;
    return { title, body };
  },
  /**
   * The link proves that the sender reads the mails of the address, not that they opened the account. That takes its session or
   * its password, or a new password, which replaces one that a stranger may know.
   */
  async change(visit) {
    const user = await userOf(visit);
    if (!user) return gonePage();
    if (visit.view.user?.id === user.id) return confirmOwn(visit, user);
    return visit.fields.has('new-password') ? claim(visit, user) : confirmByPassword(visit, user);
  },
  again: confirmAgain,
};

const confirmOwn = (visit: Visit, user: User): Promise<Done | Page> =>
  use(visit, user, (tx) => useAddressLink(tx, visit.param('code'), user.id), {
    to: '/console',
    message: 'Your e-mail address is confirmed.',
  });

async function claim(visit: Visit, user: User): Promise<Done | Page> {
  const claimed = { userId: user.id, passwordHash: await newPasswordHash(visit, user.email) };
  return use(visit, user, (tx) => claimAddress(tx, visit.param('code'), claimed), { to: '/sign-in?done=password' });
}

async function confirmByPassword(visit: Visit, user: User): Promise<Done | Page> {
  const { ctx, deps, fields } = visit;
  const { id, email } = user;
  await countPasswordAttempt(ctx, deps, email);
  const proved = await authenticateUser(deps.control.pool, email, fields.get('password') ?? '');
  if (proved?.id !== id) throw rejectedField('password', 'This is not the password of this account.');
  const confirm = async (tx: ControlTransaction) => {
    if (!(await holdsPassword(tx, proved))) throw new DirectoryError('The password has just been changed.');
    await useAddressLink(tx, visit.param('code'), id);
  };
  return use(visit, user, confirm, { to: '/sign-in?done=address' });
}

/** Consumes the link, unless it is no longer valid. */
async function use(
  visit: Visit,
  { email }: User,
  change: (tx: ControlTransaction) => Promise<void>,
  done: Done,
): Promise<Done | Page> {
  const outcome = await ifStillValid(async () => {
    await changeLogin(visit, async (tx) => {
      await change(tx);
      await visit.ctx.state.submission?.remember(tx, { ...done, email });
    });
    return done;
  });
  return outcome ?? gonePage();
}

/** Verifies the password again, unless the session was the proof. */
async function confirmAgain({ deps, fields, view }: Visit, first: Outcome): Promise<Done | undefined> {
  const { email = '', to, message } = first;
  const password = fields.get('new-password') ?? fields.get('password');
  const isProved =
    password === null ? view.user?.email === email : await authenticateUser(deps.control.pool, email, password);
  return isProved ? { to, message } : undefined;
}

const userOf = (visit: Visit): Promise<User | undefined> =>
  findAddressLink(visit.deps.control.pool, visit.param('code'), visit.deps.control.clock());

const actionOf = (visit: Visit): string => `/confirm-address/${visit.param('code')}`;

const confirmOwnForm = (visit: Visit): Html =>
  html`<form method="post" action="${actionOf(visit)}">${hidden('token', visit.view.formToken)}<button>Confirm</button></form>`;

/**
 * A stranger may have opened the account. Entering its password proves that the reader did;
 * choosing a new one makes the account theirs.
 */
function proveOrClaimForms(visit: Visit, { email }: User): Html {
  const form = visit.form('confirmAddress');
  return html`
  <form method="post" action="${actionOf(visit)}">
    ${hidden('token', visit.view.formToken)} ${username(email)}
    ${textField(form, { name: 'password', label: 'The password that you chose when you signed up', attributes: CURRENT_PASSWORD })}
    <button>Confirm</button>
  </form>
  <h2>You did not choose a password, or have forgotten it?</h2>
  <p>Choose a new one. It replaces the old one, two-step sign-in is turned off, and everyone who is signed in to this account is signed out.</p>
  <form method="post" action="${actionOf(visit)}">
    ${hidden('token', visit.view.formToken)} ${username(email)} ${newPasswordFields(visit.view, form)}
    <button class="secondary">Set the password and confirm</button>
  </form>`;
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
  if (code) mailer?.post({ to: email, ...confirmationMail(brand.name, `${webUrl}/confirm-address/${code}`) });
}
