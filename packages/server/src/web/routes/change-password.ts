import { changeControl } from '../../directory/control.ts';
import { changePassword } from '../../directory/password-links.ts';
import { goOn, originOf, type WebStage } from '../context.ts';
import type { WebDependencies } from '../dependencies.ts';
import { EMPTY_FORM, fieldsOf } from '../forms/filled-form.ts';
import { leaveFlash } from '../forms/flash-cookie.ts';
import { newPasswordOf, rejectedForm } from '../forms/new-password.ts';
import { changePasswordPage } from '../pages/password-pages.ts';
import { sendPage } from '../send-page.ts';
import { sessionOf } from '../sessions/load-session.ts';
import { provePassword } from '../sessions/prove-password.ts';
import { viewOf } from '../view.ts';

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
