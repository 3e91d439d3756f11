import { html } from 'hono/html';
import { hashSecret } from '../../control/credentials/secrets.ts';
import { moveRequests } from '../../oauth/consent/pending-requests.ts';
import type { SignedIn } from '../kit/audiences.ts';
import { markOf } from '../kit/form/submission.ts';
import { hidden } from '../kit/page/parts.ts';
import type { Done, Screen, Visit } from '../kit/screen.ts';
import { changeLogin } from '../kit/session/change-login.ts';
import { Cookies } from '../kit/session/cookies.ts';
import { destinationOf } from '../kit/session/destination.ts';
import { endSession } from '../kit/session/sessions.ts';
import { renewedVisit, Visits } from '../kit/session/visits.ts';

/** Asks before signing out, since a link must not end a session by itself. */
export const signOutScreen: Screen<SignedIn> = {
  path: '/sign-out',
  name: 'signOut',
  show({ view: { say, formToken } }) {
    const { signOut } = say;
    const body = html`<div class="card">
    <h1>${signOut.title}</h1>
    <p>${signOut.lead}</p>
    <form method="post" action="/sign-out" class="actions">
      ${hidden('token', formToken)}<button>${signOut.submit}</button>
      <a class="button secondary" href="/">${say.cancel}</a>
    </form>
  </div>`;
    return { title: signOut.title, body };
  },
  change: signOut,
  again: signOutAgain,
};

/**
 * Ends the session. A form that names an authorization request or an invitation returns to it after the next sign-in. Other
 * requests of the session can no longer be decided.
 */
async function signOut(visit: Visit<SignedIn>): Promise<Done> {
  const { ctx, deps, fields, session } = visit;
  const { query, requestId } = destinationOf(fields);
  const { visit: old } = ctx.state;
  const next = requestId ? renewedVisit(ctx, deps) : undefined;
  await changeLogin(visit, async (tx) => {
    const ended = await endSession(tx, hashSecret(session.id));
    if (old && next) await moveRequests(tx, hashSecret(old), next, requestId);
    if (ended.length > 0) await tx.audit('user.signed_out', {});
    await ctx.state.submission?.remember(tx, { visit: next && markOf(next) });
  });
  return leave(visit, next, query);
}

/** Leads to the request again. It has already moved, unless the browser has the first answer's cookies. */
async function signOutAgain(visit: Visit): Promise<Done> {
  const { ctx, deps, fields } = visit;
  const { query, requestId } = destinationOf(fields);
  const { visit: old } = ctx.state;
  const next = requestId ? renewedVisit(ctx, deps) : undefined;
  if (old && next) await changeLogin(visit, (tx) => moveRequests(tx, hashSecret(old), next, requestId));
  return leave(visit, next, query);
}

function leave({ ctx, deps: { webUrl } }: Visit, next: string | undefined, query: string): Done {
  const visits = new Visits(webUrl);
  new Cookies(webUrl).clear(ctx, 'session');
  if (next) visits.keep(ctx, next);
  else if (ctx.state.visit) visits.end(ctx);
  return { to: query ? `/sign-in${query}` : '/' };
}
