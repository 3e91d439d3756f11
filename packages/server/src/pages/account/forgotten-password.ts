import { html } from 'hono/html';
import { requestPasswordLink } from '../../control/people/password-links.ts';
import { spendAtSource } from '../../pipeline/rate-limit.ts';
import type { Mailer } from '../../process/mailer.ts';
import { textField } from '../kit/form/fields.ts';
import type { Page } from '../kit/page/layout.ts';
import type { View } from '../kit/page/view.ts';
import type { Screen, Visit } from '../kit/screen.ts';
import { changeLogin } from '../kit/session/change-login.ts';
import { rejectExceeded, throttledNotice } from '../kit/session/throttle.ts';
import { name } from '../languages/html.ts';

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
    const { mailer, counters, clock, limits } = deps;
    if (!mailer) return noMailPage(view);
    const budget = await spendAtSource(counters, clock, 'password-link', ctx.state.source, limits.passwordLinks);
    rejectExceeded(ctx, budget);
    const email = fields.get('email') ?? '';
    await mailLink(visit, mailer, email);
    return linkSentPage(view, email.trim().slice(0, 254));
  },
};

const EMAIL = html`type="email" autocomplete="username" maxlength="254" dir="ltr"`;

/** Mails the link to the person's address as stored, not as typed. */
async function mailLink(visit: Visit, mailer: Mailer, email: string): Promise<void> {
  const { webUrl, brand } = visit.deps;
  const link = await changeLogin(visit, (tx) => requestPasswordLink(tx, email));
  if (!link) return;
  const { subject, text } = visit.view.say.mail.reset;
  const address = `${webUrl}/new-password/${link.code}`;
  mailer.post({ to: link.email, subject: subject(brand.name), text: text(brand.name, address) });
}

/** Says who can create a link, and where, if mail cannot be sent. */
function noMailPage({ say: { forgottenPassword: say }, brand }: View): Page {
  const { support } = brand;
  const body = html`<div class="card">
    <h1>${say.title}</h1>
    <p>${say.noMail}</p>
    ${support && html`<p>${say.contact(html`<a href="${support.href}">${name(support.text)}</a>`)}</p>`}
    <p class="small">${say.operators(html`<a href="/operator/people">${say.people}</a>`, COMMAND)}</p>
    <p><a href="/sign-in">${say.backToSignIn}</a></p>
  </div>`;
  return { title: say.title, body };
}

const COMMAND = html`<code dir="ltr">tillgate user reset-link</code>`;

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
