import { html } from 'hono/html';
import type { User } from '../../directory/people/users.ts';
import { textField } from '../kit/form/fields.ts';
import type { FilledForm } from '../kit/form/filled-form.ts';
import type { Page } from '../kit/page/layout.ts';
import { notice } from '../kit/page/parts.ts';
import type { View } from '../kit/page/view.ts';
import { type Html, name } from '../languages/html.ts';
import { CURRENT_PASSWORD, newPasswordFields, username } from './password-pages.ts';

/** What the page has to know about a link and who opened it. */
export interface AddressLink {
  readonly user: User;
  readonly code: string;
  readonly form: FilledForm;
  readonly isThrottled?: boolean;
}

/** Asks before it is done, for mail programs open links too. */
export function confirmAddressPage(view: View, link: AddressLink): Page {
  const title = 'Confirm your e-mail address';
  const { user, isThrottled } = link;
  const body = html`<div class="card">
    <h1>${title}</h1>
    <p><strong>${name(user.email)}</strong> is the address of an account at ${name(view.brand.name)}.</p>
    ${isThrottled && notice('error', view.say.signIn.throttled)}
    ${view.user?.id === user.id ? confirmOwn(link) : proveOrClaim(view, link)}
  </div>`;
  return { title, body };
}

const path = (code: string): string => `/confirm-address/${code}`;

const confirmOwn = ({ code }: AddressLink): Html =>
  html`<form method="post" action="${path(code)}"><button>Confirm</button></form>`;

/** Anybody can have opened the account: its password proves that it was the reader, and a new one makes it theirs. */
const proveOrClaim = (view: View, { user, code, form }: AddressLink): Html => html`
  <form method="post" action="${path(code)}">
    ${username(user.email)}
    ${textField(form, { name: 'password', label: 'The password that you chose when you signed up', attributes: CURRENT_PASSWORD })}
    <button>Confirm</button>
  </form>
  <h2>You did not choose a password, or have forgotten it?</h2>
  <p>Choose a new one. It replaces the old one, two-step sign-in is turned off, and everyone who is signed in to this account is signed out.</p>
  <form method="post" action="${path(code)}">
    ${username(user.email)} ${newPasswordFields(view, form)}
    <button class="secondary">Set the password and confirm</button>
  </form>`;

/** For a link that is unknown, used or expired. */
export function addressLinkGonePage(): Page {
  const title = 'This link is no longer valid';
  const body = html`<div class="card problem">
    <h1>${title}</h1>
    <p>It has been used, or it has expired. Sign in: the console tells whether your address is confirmed, and sends a new link.</p>
    <p><a class="button secondary" href="/sign-in">Sign in</a></p>
  </div>`;
  return { title, body };
}
