import { html } from 'hono/html';
import { changePassword, findPasswordLink, requestPasswordLink, usePasswordLink } from '../../control/mailed-links.ts';
import type { User } from '../../control/users.ts';
import { spendAtSource } from '../../pipeline/rate-limit.ts';
import { ifStillValid, textField } from '../kit/fields.ts';
import { linkGonePage, type Page } from '../kit/layout.ts';
import { hidden, type View } from '../kit/page.ts';
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
import { accountNavigation } from './account.ts';

/** Asks for the address to mail a password link to. */
export const forgottenPasswordScreen: Screen = {
  path: '/forgotten-password',
  name: 'forgottenPassword',
  show(visit) {
    const { deps, view } = visit;
    if (!deps.mailer) return noMailPage(view);
    const { forgottenPassword: say, signIn } = view.say;
    const form = visit.form('forgottenPassword');
    const body = html`<div class="card">
    <h1>${say.title}</h1>
    <p>${say.lead}</p>
    ${throttledNotice(view, form)}
    <form method="post" action="/forgotten-password">
      ${textField(form, { name: 'email', label: signIn.email, attributes: EMAIL })}
      <button>${say.submit}</button>
    </form>
    <p><a href="/sign-in">${say.backToSignIn}</a></p>
  </div>`;
    return { title: say.title, body };
  },
  /** Responds in the same way for every address. */
  async change(visit) {
    const { ctx, deps, fields, view } = visit;
    const { mailer, brand, counters, clock, limits, webUrl } = deps;
    if (!mailer) return noMailPage(view);
    const budget = await spendAtSource(counters, clock, 'password-link', ctx.state.source, limits.passwordLinks);
    rejectExceeded(ctx, budget);
    const email = fields.get('email') ?? '';
    const link = await changeLogin(visit, (tx) => requestPasswordLink(tx, email));
    if (link) {
      // To the person's address as stored, not as typed.
      const { subject, text } = view.say.mail.reset;
      const address = `${webUrl}/new-password/${link.code}`;
      mailer.post({ to: link.email, subject: subject(brand.name), text: text(brand.name, address) });
    }
    return linkSentPage(view, email.trim().slice(0, 254));
  },
};

const EMAIL = html`type="email" autocomplete="username" maxlength="254" dir="ltr"`;

/** Says who can create a link, and where, if mail cannot be sent. */
function noMailPage({ say: { forgottenPassword: say }, brand }: View): Page {
  const { support } = brand;
  const command = html`<code dir="ltr">tillgate user reset-link</code>`;
  const body = html`<div class="card">
    <h1>${say.title}</h1>
    <p>${say.noMail}</p>
    ${support && html`<p>${say.contact(html`<a href="${support.href}">${name(support.text)}</a>`)}</p>`}
    <p class="small">${say.operators(html`<a href="/operator/people">${say.people}</a>`, command)}</p>
    <p><a href="/sign-in">${say.backToSignIn}</a></p>
  </div>`;
  return { title: say.title, body };
}

/** The same page for every address, so that it does not reveal who has an account. */
function linkSentPage({ say: { forgottenPassword: say } }: View, email: string): Page {
  const body = html`<div class="card">
    <h1>${say.sentTitle}</h1>
    <p role="status">${say.sent(html`<strong>${name(email)}</strong>`)}</p>
    <p class="small">${say.nothing}</p>
    <p><a href="/sign-in">${say.backToSignIn}</a></p>
  </div>`;
  return { title: say.sentTitle, body };
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
    const body = html`<div class="card">
    <h1>${say.title}</h1>
    <p>${say.lead(html`<strong>${name(user.email)}</strong>`)}</p>
    <form method="post" action="/new-password/${visit.param('code')}">
      ${hidden('token', view.formToken)} ${username(user.email)} ${newPasswordFields(view, visit.form('newPassword'))}
      <button>${say.submit}</button>
    </form>
  </div>`;
    return { title: say.title, body };
  },
  async change(visit) {
    const { view } = visit;
    const user = await userOf(visit);
    if (!user) return gonePage(view);
    const change = { userId: user.id, passwordHash: await newPasswordHash(visit, user.email) };
    const isSet = await ifStillValid(() =>
      changeLogin(visit, async (tx) => {
        await usePasswordLink(tx, visit.param('code'), change);
        await visit.ctx.state.submission?.remember(tx, { email: user.email });
        return true;
      }),
    );
    return isSet ? SET : gonePage(view);
  },
  again: async (visit, { email }) => ((await holdsNewPassword(visit, email)) ? SET : undefined),
};

const SET: Done = { to: '/sign-in?done=password' };

const userOf = (visit: Visit): Promise<User | undefined> =>
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
    const body = html`<h1>${say.title}</h1>
  <div class="card">
    <p>${say.lead}</p>
    ${throttledNotice(view, form)}
    <form method="post" action="/account/password">
      ${hidden('token', view.formToken)} ${username(session.user.email)}
      ${textField(form, { name: 'password', label: say.current, attributes: CURRENT_PASSWORD })}
      ${newPasswordFields(view, form)}
      <div class="actions"><button>${say.submit}</button></div>
    </form>
  </div>`;
    return { title: say.title, body, navigation: accountNavigation(view, 'changePassword') };
  },
  async change(visit) {
    const { session, view } = visit;
    const { changePassword: say } = view.say;
    const { user, number: sessionNumber } = session;
    await requirePassword(visit, say.wrong);
    const passwordHash = await newPasswordHash(visit, user.email);
    const change = { userId: user.id, sessionNumber, passwordHash };
    await changeLogin(visit, async (tx) => {
      await changePassword(tx, change);
      await visit.ctx.state.submission?.remember(tx, { email: user.email });
    });
    return { to: '/account', message: say.done };
  },
  async again(visit, { email }) {
    const isSet = visit.view.user?.email === email && (await holdsNewPassword(visit, email));
    return isSet ? { to: '/account', message: visit.view.say.changePassword.done } : undefined;
  },
};
