import { changeControl } from '../../directory/control.ts';
import { acceptAsNewUser, acceptInvitation, findInvitation, type OpenInvitation } from '../../directory/invitations.ts';
import { normalName } from '../../directory/text.ts';
import { goOn, originOf, type WebContext, type WebStage } from '../context.ts';
import type { WebDependencies } from '../dependencies.ts';
import { requireFormToken } from '../forms/accept-form.ts';
import { EMPTY_FORM, type FilledForm, fieldsOf } from '../forms/filled-form.ts';
import { leaveFlash } from '../forms/flash-cookie.ts';
import { ifStillValid, newPasswordOf, rejectedForm } from '../forms/new-password.ts';
import { invitationGonePage, invitationPage } from '../pages/invitation-pages.ts';
import { sendPage } from '../send-page.ts';
import { openSession } from '../sessions/open-session.ts';
import { viewOf } from '../view.ts';

/** `GET /invitations/{code}` */
export function showInvitation(deps: WebDependencies): WebStage {
  return async function showInvitationPage(ctx) {
    const invitation = await invitationOf(ctx, deps);
    if (invitation) sendInvitation(ctx, deps, invitation, 200, EMPTY_FORM);
    else sendGone(ctx, deps);
  };
}

/** `POST /invitations/{code}`: by the signed-in person whom it is for, or by a new one. */
export function acceptInvitationOf(deps: WebDependencies): WebStage {
  const requireToken = requireFormToken(deps);
  return async function acceptInvitationOfLink(ctx) {
    const invitation = await invitationOf(ctx, deps);
    if (!invitation) return sendGone(ctx, deps);
    const user = ctx.state.session?.user;
    if (user?.email === invitation.email) return requireToken(ctx, () => acceptAsUser(ctx, deps));
    if (user || invitation.hasLogin) return sendInvitation(ctx, deps, invitation, 409, EMPTY_FORM);
    await acceptAsNew(ctx, deps, invitation);
  };
}

async function acceptAsUser(ctx: WebContext, deps: WebDependencies): Promise<void> {
  const user = ctx.state.session?.user;
  const joined =
    user &&
    (await ifStillValid(() =>
      changeControl(deps.control, originOf(ctx), (tx) => acceptInvitation(tx, codeOf(ctx), user)),
    ));
  if (!joined) return sendGone(ctx, deps);
  await leaveFlash(ctx, deps, ctx.state.language.say.invitation.joined(joined.merchant));
  goOn(ctx, `/connections?company=${joined.companyId}`);
}

async function acceptAsNew(ctx: WebContext, deps: WebDependencies, invitation: OpenInvitation): Promise<void> {
  const { badName } = ctx.state.language.say.invitation;
  const name = await ifStillValid(async () => normalName('The name of a person', fieldsOf(ctx).get('name') ?? ''));
  if (name === undefined) return sendInvitation(ctx, deps, invitation, 400, rejectedForm(ctx, 'name', badName));
  const chosen = await newPasswordOf(ctx, invitation.email);
  if ('rejected' in chosen) return sendInvitation(ctx, deps, invitation, 400, chosen.rejected);
  const person = { name, passwordHash: chosen.passwordHash };
  const user = await ifStillValid(() =>
    changeControl(deps.control, originOf(ctx), (tx) => acceptAsNewUser(tx, codeOf(ctx), person)),
  );
  if (!user) return sendGone(ctx, deps);
  await openSession(ctx, deps, user, async () => true);
  goOn(ctx, `/connections?company=${invitation.companyId}`);
}

const codeOf = (ctx: WebContext): string => ctx.params.code ?? '';

const invitationOf = (ctx: WebContext, { control }: WebDependencies): Promise<OpenInvitation | undefined> =>
  findInvitation(control.pool, codeOf(ctx), control.clock());

const sendInvitation = (
  ctx: WebContext,
  deps: WebDependencies,
  invitation: OpenInvitation,
  status: number,
  form: FilledForm,
): void => sendPage(ctx, deps, status, invitationPage(viewOf(ctx, deps), invitation, codeOf(ctx), form));

const sendGone = (ctx: WebContext, deps: WebDependencies): void =>
  sendPage(ctx, deps, 410, invitationGonePage(viewOf(ctx, deps)));
