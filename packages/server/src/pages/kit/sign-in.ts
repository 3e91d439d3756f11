import { createHash } from 'node:crypto';
import { html } from 'hono/html';
import { type ControlTransaction, changeControl } from '../../control/control.ts';
import { checkPassword, hashPassword, PasswordRejected } from '../../control/passwords.ts';
import { hashSecret, isLinkCode } from '../../control/secrets.ts';
import {
  type AuthenticatedUser,
  authenticateUser,
  holdsPassword,
  isConfirmed,
  normalEmail,
  type User,
} from '../../control/users.ts';
import { isRequestId, moveRequests } from '../../oauth/authorization-request.ts';
import { type Budget, spend, spendAtSource } from '../../pipeline/rate-limit.ts';
import type { Html } from '../languages/html.ts';
import { originOf, type WebContext, WebProblem } from './context.ts';
import { Cookies, keepBrowser, knownBrowser, renewedVisit, sessionOf } from './cookies.ts';
import type { WebDependencies } from './dependencies.ts';
import { type FilledForm, FormRejected, rejectedField, textField } from './fields.ts';
import { notice, type View } from './page.ts';
import type { Visit } from './screen.ts';
import { type Device, endSession, startSession } from './sessions.ts';
import { markOf, type Outcome } from './submission.ts';

/** Paths of invitations to a merchant and to an organization, by the field that holds their code. */
const INVITATIONS = { invitation: '/invitations', 'developer-invitation': '/console/invitations' } as const;

/**
 * Page after a sign-in, named by a query or form: an authorization request, an invitation or the start page. Its query
 * carries it through the sign-in pages.
 */
export function destinationOf(fields: URLSearchParams): { path: string; query: string; requestId: string | undefined } {
  const request = fields.get('request') ?? '';
  if (isRequestId(request)) {
    return { path: `/oauth/consent/${request}`, query: `?request=${request}`, requestId: request };
  }
  for (const [field, path] of Object.entries(INVITATIONS)) {
    const code = fields.get(field) ?? '';
    if (isLinkCode(code)) return { path: `${path}/${code}`, query: `?${field}=${code}`, requestId: undefined };
  }
  return { path: '/', query: '', requestId: undefined };
}

/** Changes a person's own login. No operation of the control plane, since it takes a secret rather than a role. */
export const changeLogin = <T>(
  { ctx, deps }: Pick<Visit, 'ctx' | 'deps'>,
  work: (tx: ControlTransaction) => Promise<T>,
): Promise<T> => changeControl(deps.control, originOf(ctx), work);

/**
 * Digest that identifies an account in logs and counters. It hides the address, since people
 * sometimes type their password there.
 */
export const accountOf = (email: string): string =>
  createHash('sha256').update(normalEmail(email)).digest('hex').slice(0, 32);

/**
 * Counts a password attempt; rejects the form after too many. Attempts from a throttled address do not count against
 * the account. A browser that has signed in to the account before has a separate count, so that attackers with many
 * addresses cannot lock out the owner.
 */
export async function countPasswordAttempt(ctx: WebContext, deps: WebDependencies, email: string): Promise<void> {
  const { limits } = deps;
  rejectExceeded(ctx, await spendAtSource(deps, 'sign-in', ctx.state.source, limits.signInSource));
  const account = accountOf(email);
  const browser = knownBrowser(ctx, deps, account);
  const key = browser ? `sign-in:browser:${account}:${browser}` : `sign-in:account:${account}`;
  rejectExceeded(ctx, await spend(deps, key, limits.signInAccount));
}

/** Shows the form again if a limit is exceeded. */
export function rejectExceeded(ctx: WebContext, budget: Budget): void {
  if (isExceeded(ctx, budget)) throw new FormRejected([], 429);
}

export function requireBudget({ exceeded, retryAfter }: Budget): void {
  if (exceeded) throw new WebProblem('throttled', { 'Retry-After': String(retryAfter) });
}

/** True if a limit is exceeded; the response then says when to retry. */
export function isExceeded(ctx: WebContext, { exceeded, retryAfter }: Budget): boolean {
  if (exceeded) ctx.set('Retry-After', String(retryAfter));
  return exceeded;
}

export const throttledNotice = ({ say }: View, { status }: FilledForm): Html | undefined =>
  status === 429 ? notice('error', say.signIn.throttled) : undefined;

const deviceOf = (ctx: WebContext): Device => ({
  source: ctx.state.source,
  userAgent: ctx.get('User-Agent') || undefined,
});

/**
 * Signs a person in. Ends the browser's earlier session and moves its authorization requests to the new one. `proof`
 * runs in the same transaction; if it returns false, no session is opened. `remembered` is stored with the session for
 * a second click, which opens another session, since the browser may never have got the first one's cookies.
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
    // Mails to the person then use the language of the sign-in.
    await tx.query('update control.users set language = $2 where id = $1 and language is distinct from $2', [
      user.id,
      ctx.state.language.code,
    ]);
    await tx.audit('user.signed_in', { userId: user.id });
    const id = await startSession(tx, user, deviceOf(ctx));
    if (remembered) await submission?.remember(tx, { ...remembered, userId: user.id, session: markOf(id) });
    return id;
  });
  if (session === undefined) return false;
  cookies.set(ctx, 'session', session);
  if (visit) cookies.set(ctx, 'visit', visit);
  keepBrowser(ctx, deps, accountOf(user.email));
  return true;
}

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
    return startSession(tx, user, deviceOf(ctx), { awaitsCode: true });
  });
  if (awaiting === undefined) return false;
  cookies.set(ctx, 'session', awaiting);
  return true;
}

/** Rejects the form of a person who has not confirmed their address. Skipped without a mail server. */
export async function requireConfirmedAddress(visit: Visit, userId: number): Promise<void> {
  if (!visit.deps.mailer) return;
  const isDone = await changeLogin(visit, (tx) => isConfirmed(tx, userId));
  if (!isDone) throw rejectedField('', visit.view.say.confirmFirst, 409);
}

/** Tells password managers which account the password belongs to. */
export const username = (email: string): Html =>
  html`<input type="text" name="username" value="${email}" autocomplete="username" hidden readonly />`;

export const CURRENT_PASSWORD = html`type="password" autocomplete="current-password" maxlength="256" dir="ltr"`;

const NEW = html`type="password" autocomplete="new-password" maxlength="256" dir="ltr"`;

export const newPasswordFields = ({ say }: View, form: FilledForm): Html => {
  const { newPassword } = say;
  return html`${textField(form, { name: 'new-password', label: newPassword.password, hint: newPassword.hint, attributes: NEW })}
    ${textField(form, { name: 'repeat', label: newPassword.repeat, attributes: NEW })}`;
};

/** Hashes the new password before the transaction begins. */
export async function newPasswordHash({ fields, view }: Visit, email: string): Promise<string> {
  const { rules } = view.say.newPassword;
  const password = fields.get('new-password') ?? '';
  try {
    checkPassword(password, email);
  } catch (error) {
    throw error instanceof PasswordRejected ? rejectedField('new-password', rules[error.rule]) : error;
  }
  if (password !== fields.get('repeat')) throw rejectedField('repeat', rules.different);
  return hashPassword(password);
}

/** True if the form's new password is now the person's, because the first click has set it. */
export const holdsNewPassword = async ({ deps, fields }: Visit, email = ''): Promise<boolean> =>
  (await authenticateUser(deps.control.pool, email, fields.get('new-password') ?? '')) !== undefined;

/** Verifies the password of the signed-in person, throttled like a sign-in. */
export async function requirePassword({ ctx, deps, fields }: Visit, wrong: string): Promise<void> {
  const { email } = sessionOf(ctx).user;
  await countPasswordAttempt(ctx, deps, email);
  const isRight = await authenticateUser(deps.control.pool, email, fields.get('password') ?? '');
  if (!isRight) throw rejectedField('password', wrong);
}
