import { changeControl } from '../../../directory/control.ts';
import {
  type Accepting,
  acceptDeveloperInvitation,
  findDeveloperInvitation,
  type OpenDeveloperInvitation,
} from '../../../directory/developer-invitations.ts';
import { normalName } from '../../../directory/text.ts';
import { goOn, originOf, type WebContext, type WebStage } from '../../context.ts';
import type { WebDependencies } from '../../dependencies.ts';
import { requireFormToken } from '../../forms/accept-form.ts';
import { EMPTY_FORM, type FilledForm, fieldsOf } from '../../forms/filled-form.ts';
import { ifStillValid, newPasswordOf, rejectedForm } from '../../forms/new-password.ts';
import { speakEnglish } from '../../languages/choose-language.ts';
import { sendPage } from '../../send-page.ts';
import { openSession } from '../../sessions/open-session.ts';
import { viewOf } from '../../view.ts';
import { developerInvitationGonePage, developerInvitationPage } from '../pages/invitation-page.ts';

/** `GET /console/invitations/{code}` */
export function showDeveloperInvitation(deps: WebDependencies): WebStage {
  return async function showDeveloperInvitationPage(ctx) {
    await withInvitation(ctx, deps, async (invitation) => sendInvitation(ctx, deps, invitation, 200, EMPTY_FORM));
  };
}

/** `POST /console/invitations/{code}`: by the signed-in person whom it is for, or by a new one. */
export function acceptDeveloperInvitationOf(deps: WebDependencies): WebStage {
  const requireToken = requireFormToken(deps);
  return async function acceptInvitationOfLink(ctx) {
    await withInvitation(ctx, deps, async (invitation) => {
      const user = ctx.state.session?.user;
      if (user?.email === invitation.email) return requireToken(ctx, () => accept(ctx, deps, { user }));
      if (user || invitation.hasLogin) return sendInvitation(ctx, deps, invitation, 409, EMPTY_FORM);
      await acceptAsNew(ctx, deps, invitation);
    });
  };
}

async function acceptAsNew(ctx: WebContext, deps: WebDependencies, invitation: OpenDeveloperInvitation): Promise<void> {
  const given = fieldsOf(ctx).get('name') ?? '';
  const name = await ifStillValid(async () => normalName('The name of a person', given));
  if (name === undefined) {
    return sendInvitation(ctx, deps, invitation, 400, rejectedForm(ctx, 'name', 'Enter your name.'));
  }
  const chosen = await newPasswordOf(ctx, invitation.email);
  if ('rejected' in chosen) return sendInvitation(ctx, deps, invitation, 400, chosen.rejected);
  await accept(ctx, deps, { name, passwordHash: chosen.passwordHash });
}

async function accept(ctx: WebContext, deps: WebDependencies, accepting: Accepting): Promise<void> {
  const joined = await ifStillValid(() =>
    changeControl(deps.control, originOf(ctx), (tx) => acceptDeveloperInvitation(tx, ctx.params.code ?? '', accepting)),
  );
  if (!joined) return sendPage(ctx, deps, 410, developerInvitationGonePage());
  if (!ctx.state.session) await openSession(ctx, deps, joined.user, async () => true);
  goOn(ctx, `/console?organization=${joined.organizationId}`);
}

async function withInvitation(
  ctx: WebContext,
  deps: WebDependencies,
  work: (invitation: OpenDeveloperInvitation) => Promise<void>,
): Promise<void> {
  speakEnglish(ctx);
  const { pool, clock } = deps.control;
  const invitation = await findDeveloperInvitation(pool, ctx.params.code ?? '', clock());
  if (invitation) await work(invitation);
  else sendPage(ctx, deps, 410, developerInvitationGonePage());
}

function sendInvitation(
  ctx: WebContext,
  deps: WebDependencies,
  invitation: OpenDeveloperInvitation,
  status: number,
  form: FilledForm,
): void {
  const path = `/console/invitations/${ctx.params.code ?? ''}`;
  sendPage(ctx, deps, status, developerInvitationPage(viewOf(ctx, deps), invitation, path, form));
}
