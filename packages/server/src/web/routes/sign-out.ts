import { changeControl } from '../../directory/control.ts';
import { isRequestId } from '../../oauth/authorize/pending-requests.ts';
import { goOn, originOf, type WebStage } from '../context.ts';
import type { WebDependencies } from '../dependencies.ts';
import { signOutPage } from '../pages/account-pages.ts';
import { Cookies } from '../sessions/cookies.ts';
import { sessionOf } from '../sessions/load-session.ts';
import { endSession } from '../sessions/sessions.ts';
import { sendPage, viewOf } from '../view.ts';

/** `GET /sign-out`: asked, for a link alone ends nothing. */
export function showSignOut(deps: WebDependencies): WebStage {
  return async function showSignOutPage(ctx) {
    sendPage(ctx, deps, 200, signOutPage(viewOf(ctx, deps)));
  };
}

/** `POST /sign-out`; with a request's id, to sign in as somebody else and come back to it. */
export function signOut(deps: WebDependencies): WebStage {
  const cookies = new Cookies(deps.webUrl);
  return async function signUserOut(ctx) {
    const { id } = sessionOf(ctx);
    await changeControl(deps.control, originOf(ctx), async (tx) => {
      await endSession(tx, id);
      await tx.audit('user.signed_out', {});
    });
    cookies.clear(ctx, 'session');
    const request = ctx.state.form?.get('request') ?? '';
    goOn(ctx, isRequestId(request) ? `/sign-in?request=${request}` : '/');
  };
}
