import { html } from 'hono/html';
import { changePassword, findPasswordLink, requestPasswordLink, usePasswordLink } from '../../control/mailed-links.ts';
import { spendAtSource } from '../../pipeline/rate-limit.ts';
import { ifStillValid, textField } from '../kit/fields.ts';
import { linkGonePage, type Page } from '../kit/layout.ts';
import { ownForm, type View } from '../kit/page.ts';
import type { Done, Screen, SignedIn, Visit } from '../kit/screen.ts';
import {
  CURRENT_PASSWORD,
  changeLogin,
  holdsNewPassword,
  newPasswordFields,
  newPasswordHash,
  rejectExceeded,
  requirePassword,
  throttledNotice,
  username,
} from '../kit/sign-in.ts';
import { name } from '../languages/html.ts';
import { accountNavigation, cardPage, changeAndRemember } from './account.ts';

const EMAIL = html`type="email" autocomplete="username" maxlength="254" dir="ltr"`;

export const forgottenPasswordScreen: Screen = {
  path: '/forgotten-password',
  name: 'forgottenPassword',
  show(visit) {
    const { deps, view } = visit;
    if (!deps.mailer) return noMailPage(view);
    const { forgottenPassword: say, signIn } = view.say;
    const form = visit.form('forgottenPassword');
    const content = html`<p>${say.lead}</p>
    ${throttledNotice(view, form)}
    <form method="post" action="/forgotten-password">
      ${textField(form, { name: 'email', label: signIn.email, attributes: EMAIL })}
      <button>${say.submit}</button>
    </form>
    <p><a href="/sign-in">${say.backToSignIn}</a></p>`;
    return cardPage(say.title, content);
  },
  /** Responds in the same way for every address, so that the page does not reveal who has an account. */
  async change(visit) {
    const { ctx, deps, fields, view } = visit;
    const { mailer, brand, limits, webUrl } = deps;
    if (!mailer) return noMailPage(view);
    const budget = await spendAtSource(deps, 'password-link', ctx.state.source, limits.passwordLinks);
    rejectExceeded(ctx, budget);
    const email = fields.get('email') ?? '';
    const link = await changeLogin(visit, (tx) => requestPasswordLink(tx, email));
    if (link) {
      // Uses the stored address, not the typed one.
      const { subject, text } = view.say.mail.reset;
      const address = `${webUrl}/new-password/${link.code}`;
      mailer.post({ to: link.email, subject: subject(brand.name), text: text(brand.name, address) });
    }
    const { forgottenPassword: say } = view.say;
    const content = html`<p role="status">${say.sent(html`<strong>${name(email.trim().slice(0, 254))}</strong>`)}</p>
    <p class="small">${say.nothing}</p>
    <p><a href="/sign-in">${say.backToSignIn}</a></p>`;
    return cardPage(say.sentTitle, content);
  },
};

/** Tells who can create a link, and where, if no mail can be sent. */
function noMailPage({ say: { forgottenPassword: say }, brand: { support } }: View): Page {
  const command = html`<code dir="ltr">tillgate user reset-link</code>`;
  const content = html`<p>${say.noMail}</p>
    ${support && html`<p>${say.contact(html`<a href="${support.href}">${name(support.text)}</a>`)}</p>`}
    <p class="small">${say.operators(html`<a href="/operator/people">${say.people}</a>`, command)}</p>
    <p><a href="/sign-in">${say.backToSignIn}</a></p>`;
  return cardPage(say.title, content);
}

/** Sets a new password through a link. Opening the link does not consume it, since mail programs also open links. */
export const newPasswordScreen: Screen = {
  path: '/new-password/:code',
  name: 'newPassword',
  async show(visit) {
    const { view } = visit;
    const user = await userOf(visit);
    if (!user) return gonePage(view);
    const { newPassword: say } = view.say;
    const fields = html`${username(user.email)} ${newPasswordFields(view, visit.form('newPassword'))}
      <button>${say.submit}</button>`;
    const content = html`<p>${say.lead(html`<strong>${name(user.email)}</strong>`)}</p>
    ${ownForm(view, `/new-password/${visit.param('code')}`, fields)}`;
    return cardPage(say.title, content);
  },
  async change(visit) {
    const user = await userOf(visit);
    if (!user) return gonePage(visit.view);
    const { id: userId, email } = user;
    const passwordHash = await newPasswordHash(visit, email);
    const done = await ifStillValid(async () => {
      await changeAndRemember(visit, { email }, (tx) =>
        usePasswordLink(tx, visit.param('code'), { userId, passwordHash }),
      );
      return SET;
    });
    return done ?? gonePage(visit.view);
  },
  again: async (visit, { email }) => ((await holdsNewPassword(visit, email)) ? SET : undefined),
};

const SET: Done = { to: '/sign-in?done=password' };

const userOf = (visit: Visit) =>
  findPasswordLink(visit.deps.control.pool, visit.param('code'), visit.deps.control.clock());

/** Shown for an unknown, used or expired link. */
const gonePage = ({ say: { newPassword: say } }: View): Page =>
  linkGonePage(say.expiredTitle, say.expired, { href: '/forgotten-password', text: say.again });

/** Changes a person's password. Requires the current one and ends their other sessions. */
export const changePasswordScreen: Screen<SignedIn> = {
  path: '/account/password',
  name: 'changePassword',
  show(visit) {
    const { session, view } = visit;
    const { changePassword: say } = view.say;
    const form = visit.form('changePassword');
    const fields = html`${username(session.user.email)}
      ${textField(form, { name: 'password', label: say.current, attributes: CURRENT_PASSWORD })}
      ${newPasswordFields(view, form)}
      <div class="actions"><button>${say.submit}</button></div>`;
    const body = html`<h1>${say.title}</h1>
  <div class="card">
    <p>${say.lead}</p>
    ${throttledNotice(view, form)}
    ${ownForm(view, '/account/password', fields)}
  </div>`;
    return { title: say.title, body, navigation: accountNavigation(view, 'changePassword') };
  },
  async change(visit) {
    const { id: userId, email } = visit.session.user;
    const { changePassword: say } = visit.view.say;
    await requirePassword(visit, say.wrong);
    const passwordHash = await newPasswordHash(visit, email);
    const change = { userId, sessionNumber: visit.session.number, passwordHash };
    await changeAndRemember(visit, { email }, (tx) => changePassword(tx, change));
    return { to: '/account', message: say.done };
  },
  async again(visit, { email }) {
    const isSet = visit.view.user?.email === email && (await holdsNewPassword(visit, email));
    return isSet ? { to: '/account', message: visit.view.say.changePassword.done } : undefined;
  },
};
