import { html } from 'hono/html';
import type { Page } from '../kit/page/layout.ts';
import { hidden, notice } from '../kit/page/parts.ts';
import type { View } from '../kit/page/view.ts';
import { type Audience, HOMES } from '../kit/session/audiences.ts';
import { type Html, name } from '../languages/html.ts';

/** The start page, for who is signed out. */
export function homePage(view: View): Page {
  const { home } = view.say;
  const reference = html`<a href="${view.docsUrl}">${home.reference}</a>`;
  const signUp = signUpLink(view);
  const links = signUp ? html`${signUp} · ${reference}` : reference;
  const body = html`<div class="hero">
    <h1>${home.title}</h1>
    <p class="lead">${home.lead}</p>
    <p><a class="button" href="/sign-in">${home.signIn}</a></p>
    <ul class="points">${home.points.map((point) => html`<li>${point}</li>`)}</ul>
    <p class="small">${home.developers(links)}</p>
  </div>`;
  return { title: home.title, body };
}

const signUpLink = ({ say, signUp }: View): Html | undefined =>
  signUp === 'open' ? html`<a href="/sign-up">${say.home.signUp}</a>` : undefined;

/** The start page of who is several things. */
export function choicePage({ say, audiences }: View): Page {
  const card = (audience: Audience) =>
    html`<li><a class="card choose" href="${HOMES[audience]}">${say.nav.audiences[audience]}</a></li>`;
  const body = html`<div class="hero"><h1>${say.home.choose}</h1><ul class="cards">${audiences.map(card)}</ul></div>`;
  return { title: say.home.choose, body };
}

export interface SignIn {
  /** The authorization request to come back to, and its app. */
  readonly request?: { readonly id: string; readonly appName: string; readonly redirectUri: string } | undefined;
  /** Carries on where the sign-in leads. */
  readonly query: string;
  readonly email?: string;
  readonly done?: 'passwordSet' | 'addressConfirmed';
  readonly problem?: 'wrong' | 'throttled';
}

export function signInPage(view: View, { request, query, email = '', done, problem }: SignIn): Page {
  const { signIn, home } = view.say;
  // Who comes with a request or an invitation has come for that.
  const signUp = query === '' && signUpLink(view);
  const lead = request ? signIn.forApp(html`<strong>${name(request.appName)}</strong>`) : signIn.lead;
  const body = html`<div class="card">
    <h1>${signIn.title}</h1>
    <p>${lead}</p>
    ${done && notice('good', signIn[done])} ${problem && notice('error', signIn[problem])}
    <form method="post" action="/sign-in${query}">
      ${field(signIn.email, html`type="email" name="email" value="${email}" autocomplete="username" maxlength="254"`, 'email')}
      ${field(signIn.password, html`type="password" name="password" autocomplete="current-password" maxlength="256"`, 'password')}
      <button>${signIn.submit}</button>
    </form>
    <p><a href="/forgotten-password">${signIn.forgotten}</a></p>
    ${signUp && html`<p class="small">${home.developers(signUp)}</p>`}
    ${request && html`<p class="small assurance">${signIn.secure}</p>`}
  </div>`;
  return { title: signIn.title, body, ...(request && { returnsTo: request.redirectUri }) };
}

const field = (label: string, attributes: Html, id: string): Html =>
  html`<p class="field"><label for="${id}">${label}</label><input id="${id}" required dir="ltr" ${attributes} /></p>`;

export function signOutPage({ say, formToken }: View): Page {
  const { signOut } = say;
  const body = html`<div class="card">
    <h1>${signOut.title}</h1>
    <p>${signOut.lead}</p>
    <form method="post" action="/sign-out" class="actions">
      ${hidden('token', formToken)}<button>${signOut.submit}</button>
      <a class="button secondary" href="/">${say.cancel}</a>
    </form>
  </div>`;
  return { title: signOut.title, body };
}
