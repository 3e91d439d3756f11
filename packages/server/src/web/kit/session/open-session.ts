import { type ControlTransaction, changeControl } from '../../../directory/control.ts';
import { type AuthenticatedUser, holdsPassword, type User } from '../../../directory/people/users.ts';
import { moveRequests } from '../../../oauth/consent/pending-requests.ts';
import { originOf, type WebContext } from '../context.ts';
import type { WebDependencies } from '../dependencies.ts';
import { Cookies } from './cookies.ts';
import { awaitCode, type Device, endSession, startSession } from './sessions.ts';
import { newVisit, Visits } from './visits.ts';

const deviceOf = (ctx: WebContext): Device => ({
  source: ctx.state.source,
  userAgent: ctx.get('User-Agent') || undefined,
});

/**
 * Signs a person in. The browser's earlier session ends, whoever's it was; requests that it opened continue in the new one.
 * `proof` runs in the same change; if it is false, nobody is signed in.
 */
export async function openSession(
  ctx: WebContext,
  { control, webUrl }: WebDependencies,
  user: User,
  proof: (tx: ControlTransaction) => Promise<boolean>,
): Promise<boolean> {
  const cookies = new Cookies(webUrl);
  const { visit: formerVisit } = ctx.state;
  const former = cookies.get(ctx, 'session');
  const visit = formerVisit && newVisit();
  const session = await changeControl(control, originOf(ctx), async (tx) => {
    if (!(await proof(tx))) return undefined;
    if (former) await endSession(tx, former);
    if (formerVisit && visit) await moveRequests(tx, formerVisit, visit);
    await noteLanguage(tx, user, ctx.state.language.code);
    await tx.audit('user.signed_in', { userId: user.id });
    return startSession(tx, user, deviceOf(ctx));
  });
  if (session === undefined) return false;
  cookies.set(ctx, 'session', session);
  if (visit) new Visits(webUrl).keep(ctx, visit);
  return true;
}

/** Mails to the person are in the language of their last sign-in. */
const noteLanguage = (tx: ControlTransaction, { id }: User, language: string): Promise<object[]> =>
  tx.query('update control.users set language = $2 where id = $1 and language is distinct from $2', [id, language]);

/** Lets a person who has proved their password enter the code of their second factor. */
export async function openSecondStep(
  ctx: WebContext,
  { control, webUrl }: WebDependencies,
  user: AuthenticatedUser,
): Promise<boolean> {
  const cookies = new Cookies(webUrl);
  const former = cookies.get(ctx, 'session');
  const awaiting = await changeControl(control, originOf(ctx), async (tx) => {
    if (!(await holdsPassword(tx, user))) return undefined;
    if (former) await endSession(tx, former);
    return awaitCode(tx, user, deviceOf(ctx));
  });
  if (awaiting === undefined) return false;
  cookies.set(ctx, 'session', awaiting);
  return true;
}
