import { html } from 'hono/html';
import type { User } from '../../directory/people/users.ts';
import { textField } from '../kit/form/fields.ts';
import type { FilledForm } from '../kit/form/filled-form.ts';
import type { Page } from '../kit/page/layout.ts';
import { hidden, notice } from '../kit/page/parts.ts';
import type { View } from '../kit/page/view.ts';
import { type Html, name } from '../languages/html.ts';
import { accountNavigation } from './navigation.ts';

/** Asks for the address that a link to a new password is sent to. */
export function forgottenPasswordPage({ say }: View, form: FilledForm, isThrottled = false): Page {
  const { forgottenPassword, signIn } = say;
  const body = html`<div class="card">
    <h1>${forgottenPassword.title}</h1>
    <p>${forgottenPassword.lead}</p>
    ${isThrottled && notice('error', signIn.throttled)}
    <form method="post" action="/forgotten-password">
      ${textField(form, { name: 'email', label: signIn.email, attributes: EMAIL })}
      <button>${forgottenPassword.submit}</button>
    </form>
    <p><a href="/sign-in">${forgottenPassword.backToSignIn}</a></p>
  </div>`;
  return { title: forgottenPassword.title, body };
}

const EMAIL = html`type="email" autocomplete="username" maxlength="254" dir="ltr"`;

/** The same where no mail can be sent: says who can make the link, and where. */
export function noMailPage({ say, brand }: View): Page {
  const { forgottenPassword } = say;
  const { support } = brand;
  const body = html`<div class="card">
    <h1>${forgottenPassword.title}</h1>
    <p>${forgottenPassword.noMail}</p>
    ${support && html`<p>${forgottenPassword.contact(html`<a href="${support.href}">${name(support.text)}</a>`)}</p>`}
    <p class="small">${forgottenPassword.operators(html`<a href="/operator/people">${forgottenPassword.people}</a>`, COMMAND)}</p>
    <p><a href="/sign-in">${forgottenPassword.backToSignIn}</a></p>
  </div>`;
  return { title: forgottenPassword.title, body };
}

const COMMAND = html`<code dir="ltr">tillgate user reset-link</code>`;

/** The answer to every address, so that it does not tell who has an account. */
export function linkSentPage({ say }: View, email: string): Page {
  const { forgottenPassword } = say;
  const body = html`<div class="card">
    <h1>${forgottenPassword.sentTitle}</h1>
    <p role="status">${forgottenPassword.sent(html`<strong>${name(email)}</strong>`)}</p>
    <p class="small">${forgottenPassword.nothing}</p>
    <p><a href="/sign-in">${forgottenPassword.backToSignIn}</a></p>
  </div>`;
  return { title: forgottenPassword.sentTitle, body };
}

/** Chooses a new password by a link. */
export function newPasswordPage(view: View, { email }: User, code: string, form: FilledForm): Page {
  const { newPassword } = view.say;
  const body = html`<div class="card">
    <h1>${newPassword.title}</h1>
    <p>${newPassword.lead(html`<strong>${name(email)}</strong>`)}</p>
    <form method="post" action="/new-password/${code}">
      ${username(email)} ${newPasswordFields(view, form)}
      <button>${newPassword.submit}</button>
    </form>
  </div>`;
  return { title: newPassword.title, body };
}

/** Tells a password manager whose password it is. */
export const username = (email: string): Html =>
  html`<input type="text" name="username" value="${email}" autocomplete="username" hidden readonly />`;

export const newPasswordFields = ({ say }: View, form: FilledForm): Html => {
  const { newPassword } = say;
  return html`${textField(form, { name: 'new-password', label: newPassword.password, hint: newPassword.hint, attributes: NEW })}
    ${textField(form, { name: 'repeat', label: newPassword.repeat, attributes: NEW })}`;
};

const NEW = html`type="password" autocomplete="new-password" maxlength="256" dir="ltr"`;

export const CURRENT_PASSWORD = html`type="password" autocomplete="current-password" maxlength="256" dir="ltr"`;

/** For a link to a new password that is unknown, used or expired. */
export function passwordLinkGonePage({ say }: View): Page {
  const { newPassword } = say;
  const body = html`<div class="card problem">
    <h1>${newPassword.expiredTitle}</h1>
    <p>${newPassword.expired}</p>
    <p><a class="button secondary" href="/forgotten-password">${newPassword.again}</a></p>
  </div>`;
  return { title: newPassword.expiredTitle, body };
}

/** Changes the own password. */
export function changePasswordPage(view: View, form: FilledForm, isThrottled = false): Page {
  const { changePassword, signIn } = view.say;
  const body = html`<h1>${changePassword.title}</h1>
  <div class="card">
    <p>${changePassword.lead}</p>
    ${isThrottled && notice('error', signIn.throttled)}
    <form method="post" action="/account/password">
      ${hidden('token', view.formToken)} ${view.user && username(view.user.email)}
      ${textField(form, { name: 'password', label: changePassword.current, attributes: CURRENT_PASSWORD })}
      ${newPasswordFields(view, form)}
      <div class="actions"><button>${changePassword.submit}</button></div>
    </form>
  </div>`;
  return { title: changePassword.title, body, navigation: accountNavigation(view, 'changePassword') };
}
