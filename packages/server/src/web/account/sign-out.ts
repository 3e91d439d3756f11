import { changeControl } from '../../directory/control.ts';
import { moveRequests } from '../../oauth/consent/pending-requests.ts';
import { goOn, originOf, type WebStage } from '../kit/context.ts';
import type { WebDependencies } from '../kit/dependencies.ts';
import { fieldsOf } from '../kit/form/filled-form.ts';
import { sendPage } from '../kit/page/send-page.ts';
import { viewOf } from '../kit/page/view.ts';
import { Cookies } from '../kit/session/cookies.ts';
import { destinationOf } from '../kit/session/destination.ts';
import { sessionOf } from '../kit/session/load-session.ts';
import { endSession } from '../kit/session/sessions.ts';
import { newVisit, Visits } from '../kit/session/visits.ts';
import { signOutPage } from './account-pages.ts';

/** `GET /sign-out`: asked, for a link alone ends nothing. */
export function showSignOut(deps: WebDependencies): WebStage {
  return async function showSignOutPage(ctx) {
    sendPage(ctx, deps, 200, signOutPage(viewOf(ctx, deps)));
  };
}

/**
 * `POST /sign-out`; with a request's id or an invitation's code, to sign in as another user and return to it. Other requests of the session can
 * no longer be answered.
 */
export function signOut(deps: WebDependencies): WebStage {
  const cookies = new Cookies(deps.webUrl);
  const visits = new Visits(deps.webUrl);
  return async function signUserOut(ctx) {
    const { query, requestId } = destinationOf(fieldsOf(ctx));
    const { visit: former } = ctx.state;
    const visit = former && requestId ? newVisit() : undefined;
    await changeControl(deps.control, originOf(ctx), async (tx) => {
      await endSession(tx, sessionOf(ctx).id);
      if (former && visit) await moveRequests(tx, former, visit, requestId);
      await tx.audit('user.signed_out', {});
    });
    cookies.clear(ctx, 'session');
    if (visit) visits.keep(ctx, visit);
    else if (former) visits.end(ctx);
    goOn(ctx, query ? `/sign-in${query}` : '/');
  };
}
