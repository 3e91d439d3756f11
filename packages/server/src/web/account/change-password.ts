import { changeControl } from '../../directory/control.ts';
import { changePassword } from '../../directory/people/password-links.ts';
import { goOn, originOf, type WebStage } from '../kit/context.ts';
import type { WebDependencies } from '../kit/dependencies.ts';
import { EMPTY_FORM, fieldsOf } from '../kit/form/filled-form.ts';
import { leaveFlash } from '../kit/form/flash-cookie.ts';
import { newPasswordOf, rejectedForm } from '../kit/form/new-password.ts';
import { sendPage } from '../kit/page/send-page.ts';
import { viewOf } from '../kit/page/view.ts';
import { sessionOf } from '../kit/session/load-session.ts';
import { provePassword } from '../kit/session/prove-password.ts';
import { changePasswordPage } from './password-pages.ts';

/** `GET /account/password` */
export function showChangePassword(deps: WebDependencies): WebStage {
  return async function showChangePasswordPage(ctx) {
    sendPage(ctx, deps, 200, changePasswordPage(viewOf(ctx, deps), EMPTY_FORM));
  };
}

/** `POST /account/password`: needs the current password, and ends the person's other sessions. */
export function changeOwnPassword(deps: WebDependencies): WebStage {
  return async function changePasswordOfPerson(ctx) {
    const view = viewOf(ctx, deps);
    const { user, number } = sessionOf(ctx);
    const { changePassword: say } = view.say;
    const proof = await provePassword(ctx, deps, fieldsOf(ctx).get('password') ?? '');
    if (proof === 'throttled') return sendPage(ctx, deps, 429, changePasswordPage(view, EMPTY_FORM, true));
    if (proof === 'wrong') {
      return sendPage(ctx, deps, 400, changePasswordPage(view, rejectedForm(ctx, 'password', say.wrong)));
    }
    const chosen = await newPasswordOf(ctx, user.email);
    if ('rejected' in chosen) return sendPage(ctx, deps, 400, changePasswordPage(view, chosen.rejected));
    const change = { userId: user.id, sessionNumber: number, passwordHash: chosen.passwordHash };
    await changeControl(deps.control, originOf(ctx), (tx) => changePassword(tx, change));
    await leaveFlash(ctx, deps, say.done);
    goOn(ctx, '/account');
  };
}
