import { type ControlTransaction, changeControl } from '../../directory/control.ts';
import { DirectoryError } from '../../directory/directory-error.ts';
import { findAddressLink, useAddressLink } from '../../directory/people/address-links.ts';
import { claimAddress } from '../../directory/people/password-links.ts';
import { authenticateUser, holdsPassword, type User } from '../../directory/people/users.ts';
import { goOn, originOf, type WebContext, type WebStage } from '../kit/context.ts';
import type { WebDependencies } from '../kit/dependencies.ts';
import { EMPTY_FORM, type FilledForm, fieldsOf } from '../kit/form/filled-form.ts';
import { leaveFlash } from '../kit/form/flash-cookie.ts';
import { ifStillValid, newPasswordOf, rejectedForm } from '../kit/form/new-password.ts';
import { sendPage } from '../kit/page/send-page.ts';
import { viewOf } from '../kit/page/view.ts';
import { isThrottled } from '../kit/session/throttle.ts';
import { addressLinkGonePage, confirmAddressPage } from './confirm-address-pages.ts';
import { confirmationMail } from './sign-up-mails.ts';

/** `GET /confirm-address/{code}` */
export function showConfirmAddress(deps: WebDependencies): WebStage {
  return async function showConfirmAddressPage(ctx) {
    const user = await userOf(ctx, deps);
    if (!user) return sendPage(ctx, deps, 410, addressLinkGonePage());
    sendLink(ctx, deps, 200, user, EMPTY_FORM);
  };
}

/**
 * `POST /confirm-address/{code}`. The link proves that the sender reads the mails of the address, not that they opened the
 * account: that takes its session or its password, or a new password in place of the one that a stranger may know.
 */
export function confirmAddress(deps: WebDependencies): WebStage {
  return async function confirmAddressOfLink(ctx) {
    const user = await userOf(ctx, deps);
    if (!user) return sendPage(ctx, deps, 410, addressLinkGonePage());
    if (ctx.state.session?.user.id === user.id) return confirmOwn(ctx, deps, user);
    if (fieldsOf(ctx).has('new-password')) return claim(ctx, deps, user);
    return confirmByPassword(ctx, deps, user);
  };
}

async function confirmOwn(ctx: WebContext, deps: WebDependencies, { id }: User): Promise<void> {
  if (!(await use(ctx, deps, (tx) => useAddressLink(tx, codeOf(ctx), id)))) return;
  await leaveFlash(ctx, deps, 'Your e-mail address is confirmed.');
  goOn(ctx, '/console');
}

async function claim(ctx: WebContext, deps: WebDependencies, user: User): Promise<void> {
  const chosen = await newPasswordOf(ctx, user.email);
  if ('rejected' in chosen) return sendLink(ctx, deps, 400, user, chosen.rejected);
  const claimed = { userId: user.id, passwordHash: chosen.passwordHash };
  if (await use(ctx, deps, (tx) => claimAddress(tx, codeOf(ctx), claimed))) goOn(ctx, '/sign-in?done=password');
}

async function confirmByPassword(ctx: WebContext, deps: WebDependencies, user: User): Promise<void> {
  if (await isThrottled(ctx, deps, user.email)) return sendLink(ctx, deps, 429, user, EMPTY_FORM);
  const proved = await authenticateUser(deps.control.pool, user.email, fieldsOf(ctx).get('password') ?? '');
  const isDone =
    proved?.id === user.id &&
    (await use(ctx, deps, async (tx) => {
      if (!(await holdsPassword(tx, proved))) throw new DirectoryError('The password has just been changed.');
      await useAddressLink(tx, codeOf(ctx), user.id);
    }));
  if (isDone) return goOn(ctx, '/sign-in?done=address');
  if (!proved)
    sendLink(ctx, deps, 400, user, rejectedForm(ctx, 'password', 'This is not the password of this account.'));
}

/** Uses the link up. False if it came too late, which the page says. */
async function use(
  ctx: WebContext,
  deps: WebDependencies,
  change: (tx: ControlTransaction) => Promise<void>,
): Promise<boolean> {
  const isDone = await ifStillValid(async () => {
    await changeControl(deps.control, originOf(ctx), change);
    return true;
  });
  if (!isDone) sendPage(ctx, deps, 410, addressLinkGonePage());
  return isDone === true;
}

const userOf = (ctx: WebContext, { control }: WebDependencies): Promise<User | undefined> =>
  findAddressLink(control.pool, codeOf(ctx), control.clock());

function sendLink(ctx: WebContext, deps: WebDependencies, status: 200 | 400 | 429, user: User, form: FilledForm): void {
  const link = { user, code: codeOf(ctx), form, isThrottled: status === 429 };
  sendPage(ctx, deps, status, confirmAddressPage(viewOf(ctx, deps), link));
}

const codeOf = (ctx: WebContext): string => ctx.params.code ?? '';

/** Mails the link of a code to its person. */
export function mailAddressLink(
  { mailer, brand, webUrl }: WebDependencies,
  { email }: Pick<User, 'email'>,
  code: string | undefined,
): void {
  if (code) mailer?.post({ to: email, ...confirmationMail(brand.name, `${webUrl}/confirm-address/${code}`) });
}
