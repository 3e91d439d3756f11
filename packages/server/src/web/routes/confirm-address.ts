import { createAddressLink, findAddressLink, useAddressLink } from '../../directory/address-links.ts';
import { changeControl } from '../../directory/control.ts';
import type { User } from '../../directory/users.ts';
import { goOn, originOf, type WebContext, type WebStage } from '../context.ts';
import type { WebDependencies } from '../dependencies.ts';
import { attempt } from '../forms/filled-form.ts';
import { leaveFlash } from '../forms/flash-cookie.ts';
import { ifStillValid } from '../forms/new-password.ts';
import { addressLinkGonePage, confirmAddressPage } from '../pages/confirm-address-pages.ts';
import { confirmationMail } from '../pages/sign-up-mails.ts';
import { sendPage } from '../send-page.ts';
import { sessionOf } from '../sessions/load-session.ts';
import { viewOf } from '../view.ts';

/** `GET /confirm-address/{code}` */
export function showConfirmAddress(deps: WebDependencies): WebStage {
  const { pool, clock } = deps.control;
  return async function showConfirmAddressPage(ctx) {
    const user = await findAddressLink(pool, codeOf(ctx), clock());
    if (!user) return sendPage(ctx, deps, 410, addressLinkGonePage());
    sendPage(ctx, deps, 200, confirmAddressPage(viewOf(ctx, deps), user, codeOf(ctx)));
  };
}

/** `POST /confirm-address/{code}` */
export function confirmAddress(deps: WebDependencies): WebStage {
  return async function confirmAddressOfLink(ctx) {
    const isDone = await ifStillValid(async () => {
      await changeControl(deps.control, originOf(ctx), (tx) => useAddressLink(tx, codeOf(ctx)));
      return true;
    });
    if (!isDone) return sendPage(ctx, deps, 410, addressLinkGonePage());
    if (!ctx.state.session) return goOn(ctx, '/sign-in?done=address');
    await leaveFlash(ctx, deps, 'Your e-mail address is confirmed.');
    goOn(ctx, '/console');
  };
}

const codeOf = (ctx: WebContext): string => ctx.params.code ?? '';

/** `POST /console/confirmation`: mails another link to the signed-in person. */
export function mailConfirmation(deps: WebDependencies): WebStage {
  return async function mailConfirmationToPerson(ctx) {
    const { user } = sessionOf(ctx);
    const outcome = await attempt(ctx, () =>
      changeControl(deps.control, originOf(ctx), (tx) => createAddressLink(tx, user.id)),
    );
    if ('rejected' in outcome) await leaveFlash(ctx, deps, outcome.rejected.problems[0]?.message ?? '');
    else {
      mailAddressLink(deps, user, outcome.done);
      await leaveFlash(ctx, deps, outcome.done ? `A link is mailed to ${user.email}.` : 'Your address is confirmed.');
    }
    goOn(ctx, '/console');
  };
}

/** Mails the link of a code to its person. */
export function mailAddressLink(
  { mailer, brand, webUrl }: WebDependencies,
  { email }: Pick<User, 'email'>,
  code: string | undefined,
): void {
  if (code) mailer?.post({ to: email, ...confirmationMail(brand.name, `${webUrl}/confirm-address/${code}`) });
}
