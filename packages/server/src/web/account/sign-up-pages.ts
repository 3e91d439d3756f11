import { html } from 'hono/html';
import { formProblems, textField } from '../kit/form/fields.ts';
import type { FilledForm } from '../kit/form/filled-form.ts';
import type { Page } from '../kit/page/layout.ts';
import { hidden, notice } from '../kit/page/parts.ts';
import type { View } from '../kit/page/view.ts';
import { type Html, name } from '../languages/html.ts';
import { newPasswordFields } from './password-pages.ts';

const ORGANIZATION = {
  name: 'organization',
  label: 'Organization',
  hint: 'The company behind your apps. Merchants see its name.',
  attributes: html`maxlength="255" autocomplete="organization"`,
};

/** Opens an account for a developer; who is signed in adds an organization to theirs. */
export function signUpPage(view: View, form: FilledForm, isThrottled = false): Page {
  const title = view.user ? 'New organization' : 'Sign up as a developer';
  const body = html`<div class="card consent">
    <h1>${title}</h1>
    <p>You get a sandbox right away: apps with credentials, and merchants with demo data. It is free.</p>
    ${isThrottled && notice('error', 'Too many attempts. Wait a minute, then try again.')}
    <form method="post" action="/sign-up">
      ${view.user && hidden('token', view.formToken)}
      ${formProblems(form, ['organization', 'name', 'email', 'new-password', 'repeat'])}
      ${textField(form, ORGANIZATION)} ${!view.user && personFields(view, form)}
      <button>${view.user ? 'Create organization' : 'Sign up'}</button>
    </form>
    ${!view.user && html`<p>Already have an account? <a href="/sign-in">Sign in</a> and add an organization.</p>`}
  </div>`;
  return { title, body };
}

const personFields = (view: View, form: FilledForm): Html => html`
  ${textField(form, { name: 'name', label: 'Your name', attributes: html`maxlength="255" autocomplete="name"` })}
  ${textField(form, {
    name: 'email',
    label: 'E-mail address',
    attributes: html`type="email" maxlength="254" autocomplete="username"`,
  })}
  ${newPasswordFields(view, form)}`;

/** Where accounts come by invitation alone. */
export function signUpClosedPage({ brand }: View): Page {
  const title = 'By invitation';
  const body = html`<div class="card">
    <h1>${title}</h1>
    <p>Developers join ${name(brand.name)} by invitation only. Ask the people who run it${
      brand.support && html`: <a href="${brand.support.href}">${brand.support.text}</a>`
    }.</p>
    <p><a class="button secondary" href="/">Go to the start page</a></p>
  </div>`;
  return { title, body };
}

/** The same for an address that has an account already, so that strangers do not learn who has one. */
export function signedUpPage(confirms: boolean): Page {
  const title = 'Thank you';
  const body = html`<div class="card">
    <h1>${title}</h1>
    ${confirms && html`<p>We sent you a link to confirm your address. Once you have opened it, you can create apps.</p>`}
    <p role="status">Sign in with the e-mail address and password that you have just chosen.</p>
    <p class="small">If you already had an account with this address, nothing was changed. Sign in with its password and add an organization.</p>
    <p><a class="button" href="/sign-in">Sign in</a></p>
  </div>`;
  return { title, body };
}
