import { changeControl } from '../../directory/control.ts';
import { findPasswordLink, usePasswordLink } from '../../directory/people/password-links.ts';
import type { User } from '../../directory/people/users.ts';
import { goOn, originOf, type WebContext, type WebStage } from '../kit/context.ts';
import type { WebDependencies } from '../kit/dependencies.ts';
import { EMPTY_FORM } from '../kit/form/filled-form.ts';
import { ifStillValid, newPasswordOf } from '../kit/form/new-password.ts';
import { sendPage } from '../kit/page/send-page.ts';
import { viewOf } from '../kit/page/view.ts';
import { newPasswordPage, passwordLinkGonePage } from './password-pages.ts';

/** `GET /new-password/{code}`: looking at it does not use it up, for mail programs look at links too. */
export function showNewPassword(deps: WebDependencies): WebStage {
  return async function showNewPasswordPage(ctx) {
    const user = await userOf(ctx, deps);
    if (!user) return sendGone(ctx, deps);
    sendPage(ctx, deps, 200, newPasswordPage(viewOf(ctx, deps), user, codeOf(ctx), EMPTY_FORM));
  };
}

/** `POST /new-password/{code}` */
export function setNewPassword(deps: WebDependencies): WebStage {
  return async function setNewPasswordByLink(ctx) {
    const user = await userOf(ctx, deps);
    if (!user) return sendGone(ctx, deps);
    const chosen = await newPasswordOf(ctx, user.email);
    if ('rejected' in chosen) {
      return sendPage(ctx, deps, 400, newPasswordPage(viewOf(ctx, deps), user, codeOf(ctx), chosen.rejected));
    }
    const change = { userId: user.id, passwordHash: chosen.passwordHash };
    const isSet = await ifStillValid(() =>
      changeControl(deps.control, originOf(ctx), (tx) => usePasswordLink(tx, codeOf(ctx), change)),
    );
    if (isSet) goOn(ctx, '/sign-in?done=password');
    else sendGone(ctx, deps);
  };
}

const codeOf = (ctx: WebContext): string => ctx.params.code ?? '';

const userOf = (ctx: WebContext, { control }: WebDependencies): Promise<User | undefined> =>
  findPasswordLink(control.pool, codeOf(ctx), control.clock());

const sendGone = (ctx: WebContext, deps: WebDependencies): void =>
  sendPage(ctx, deps, 410, passwordLinkGonePage(viewOf(ctx, deps)));
