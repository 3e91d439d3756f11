import { changeControl } from '../../directory/control.ts';
import { requestPasswordLink } from '../../directory/people/password-links.ts';
import { spendAtSource } from '../../http/rate-limit.ts';
import type { Mailer } from '../../mail/mailer.ts';
import { originOf, type WebContext, type WebStage } from '../kit/context.ts';
import type { WebDependencies } from '../kit/dependencies.ts';
import { EMPTY_FORM, fieldsOf } from '../kit/form/filled-form.ts';
import { sendPage } from '../kit/page/send-page.ts';
import { viewOf } from '../kit/page/view.ts';
import { isExceeded } from '../kit/session/throttle.ts';
import { forgottenPasswordPage, linkSentPage, noMailPage } from './password-pages.ts';

/** `GET /forgotten-password` */
export function showForgottenPassword(deps: WebDependencies): WebStage {
  return async function showForgottenPasswordPage(ctx) {
    const view = viewOf(ctx, deps);
    sendPage(ctx, deps, 200, deps.mailer ? forgottenPasswordPage(view, EMPTY_FORM) : noMailPage(view));
  };
}

/** `POST /forgotten-password`: the answer is the same for every address. */
export function sendPasswordLink(deps: WebDependencies): WebStage {
  return async function sendPasswordLinkTo(ctx) {
    const { mailer, counters, clock, limits } = deps;
    const view = viewOf(ctx, deps);
    if (!mailer) return sendPage(ctx, deps, 200, noMailPage(view));
    const budget = await spendAtSource(counters, clock, 'password-link', ctx.state.source, limits.passwordLinks);
    if (isExceeded(ctx, budget)) {
      const form = { values: fieldsOf(ctx), problems: [] };
      return sendPage(ctx, deps, 429, forgottenPasswordPage(view, form, true));
    }
    const email = fieldsOf(ctx).get('email') ?? '';
    await mailLink(ctx, deps, mailer, email);
    sendPage(ctx, deps, 200, linkSentPage(view, email.trim().slice(0, 254)));
  };
}

/** The person's own address is mailed, in the form that the directory has. */
async function mailLink(ctx: WebContext, deps: WebDependencies, mailer: Mailer, email: string): Promise<void> {
  const { control, webUrl, brand } = deps;
  const link = await changeControl(control, originOf(ctx), (tx) => requestPasswordLink(tx, email));
  if (!link) return;
  const { subject, text } = ctx.state.language.say.mail.reset;
  const address = `${webUrl}/new-password/${link.code}`;
  mailer.post({ to: link.email, subject: subject(brand.name), text: text(brand.name, address) });
}
