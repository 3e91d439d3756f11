import { type ControlTransaction, changeControl } from '../../../control/control.ts';
import { hashSecret } from '../../../control/credentials/secrets.ts';
import { type AuthenticatedUser, holdsPassword, type User } from '../../../control/people/users.ts';
import { moveRequests } from '../../../oauth/consent/pending-requests.ts';
import { originOf, type WebContext } from '../context.ts';
import type { WebDependencies } from '../dependencies.ts';
import { markOf, type Outcome } from '../form/submission.ts';
import { Cookies } from './cookies.ts';
import { keepBrowser } from './known-browsers.ts';
import { awaitCode, type Device, endSession, startSession } from './sessions.ts';
import { accountOf } from './throttle.ts';
import { renewedVisit, Visits } from './visits.ts';

const deviceOf = (ctx: WebContext): Device => ({
  source: ctx.state.source,
  userAgent: ctx.get('User-Agent') || undefined,
});

/**
 * Signs a person in. Ends the browser's earlier session and moves its authorization requests to the
 * new one. `proof` runs in the same transaction; if it returns false, no session is opened. `remembered` is noted for a second
 * click, with the session. That opens another session, since the browser may never have got the cookies of the first.
 */
export async function openSession(
  ctx: WebContext,
  deps: WebDependencies,
  user: User,
  proof: (tx: ControlTransaction) => Promise<boolean>,
  remembered?: Outcome,
): Promise<boolean> {
  const { control, webUrl } = deps;
  const cookies = new Cookies(webUrl);
  const { visit: oldVisit, submission } = ctx.state;
  const old = cookies.get(ctx, 'session');
  const visit = renewedVisit(ctx, deps);
  const session = await changeControl(control, originOf(ctx), async (tx) => {
    if (!(await proof(tx))) return undefined;
    if (old) await endSession(tx, hashSecret(old));
    if (oldVisit && visit) await moveRequests(tx, hashSecret(oldVisit), visit);
    await noteLanguage(tx, user, ctx.state.language.code);
    await tx.audit('user.signed_in', { userId: user.id });
    const id = await startSession(tx, user, deviceOf(ctx));
    if (remembered) await submission?.remember(tx, { ...remembered, userId: user.id, session: markOf(id) });
    return id;
  });
  if (session === undefined) return false;
  cookies.set(ctx, 'session', session);
  if (visit) new Visits(webUrl).keep(ctx, visit);
  keepBrowser(ctx, deps, accountOf(user.email));
  return true;
}

/** Stores the language of the sign-in, which mails to the person then use. */
const noteLanguage = (tx: ControlTransaction, { id }: User, language: string): Promise<object[]> =>
  tx.query('update control.users set language = $2 where id = $1 and language is distinct from $2', [id, language]);

/** Opens a pending session after a correct password, for a person with a second factor. */
export async function openSecondStep(
  ctx: WebContext,
  { control, webUrl }: WebDependencies,
  user: AuthenticatedUser,
): Promise<boolean> {
  const cookies = new Cookies(webUrl);
  const old = cookies.get(ctx, 'session');
  const awaiting = await changeControl(control, originOf(ctx), async (tx) => {
    if (!(await holdsPassword(tx, user))) return undefined;
    if (old) await endSession(tx, hashSecret(old));
    return awaitCode(tx, user, deviceOf(ctx));
  });
  if (awaiting === undefined) return false;
  cookies.set(ctx, 'session', awaiting);
  return true;
}
