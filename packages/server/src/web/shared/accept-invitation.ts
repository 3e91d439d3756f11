import type { Pool } from 'pg';
import { type ControlTransaction, changeControl } from '../../directory/control.ts';
import { isConfirmed } from '../../directory/people/address-links.ts';
import type { Invitee, User } from '../../directory/people/users.ts';
import { normalName } from '../../directory/text.ts';
import { goOn, originOf, type WebContext, type WebStage } from '../kit/context.ts';
import type { WebDependencies } from '../kit/dependencies.ts';
import { requireFormToken } from '../kit/form/accept-form.ts';
import { EMPTY_FORM, type FilledForm, fieldsOf } from '../kit/form/filled-form.ts';
import { leaveFlash } from '../kit/form/flash-cookie.ts';
import { ifStillValid, newPasswordOf, rejectedForm } from '../kit/form/new-password.ts';
import type { Page } from '../kit/page/layout.ts';
import { sendPage } from '../kit/page/send-page.ts';
import { type View, viewOf } from '../kit/page/view.ts';
import { openSession } from '../kit/session/open-session.ts';

/** An invitation to an address. */
interface Addressed {
  readonly email: string;
  readonly hasLogin: boolean;
}

/** Invitations of one kind: to a merchant's people, or to an organization's. */
export interface InvitationKind<Open extends Addressed> {
  find(db: Pool, code: string, now: number): Promise<Open | undefined>;
  /** Throws a DirectoryError if the invitation is no longer valid. */
  accept(tx: ControlTransaction, code: string, invitee: Invitee): Promise<Open & { readonly user: User }>;
  page(view: View, invitation: Open, code: string, form: FilledForm): Page;
  /** Page for an invitation that is unknown, accepted, withdrawn or expired. */
  gone(view: View): Page;
  /** Message to somebody who was signed in. */
  welcome(view: View, joined: Open): string;
  /** Path of the pages that the invitation opens. */
  home(joined: Open): string;
}

/** `GET` of an invitation's link. */
export function showInvitation<Open extends Addressed>(deps: WebDependencies, kind: InvitationKind<Open>): WebStage {
  return async function showInvitationPage(ctx) {
    await withInvitation(ctx, deps, kind, async (send) => send(200, EMPTY_FORM));
  };
}

/** `POST` of an invitation's form: by the signed-in person whom it is for, or by a new one. */
export function acceptInvitation<Open extends Addressed>(deps: WebDependencies, kind: InvitationKind<Open>): WebStage {
  const requireToken = requireFormToken(deps);
  return async function acceptInvitationOfLink(ctx) {
    await withInvitation(ctx, deps, kind, async (send, { email, hasLogin }) => {
      const user = ctx.state.session?.user;
      if (user?.email === email) {
        return requireToken(ctx, async () => {
          if (await isProved(ctx, deps, user)) return join(ctx, deps, kind, { user });
          send(409, rejectedForm(ctx, '', ctx.state.language.say.confirmFirst));
        });
      }
      if (user || hasLogin) return send(409, EMPTY_FORM);
      const invitee = await newInvitee(ctx, email);
      if ('rejected' in invitee) return send(400, invitee.rejected);
      await join(ctx, deps, kind, invitee);
    });
  };
}

type Send = (status: number, form: FilledForm) => void;

async function withInvitation<Open extends Addressed>(
  ctx: WebContext,
  deps: WebDependencies,
  kind: InvitationKind<Open>,
  work: (send: Send, invitation: Open) => Promise<void>,
): Promise<void> {
  const { pool, clock } = deps.control;
  const invitation = await kind.find(pool, codeOf(ctx), clock());
  if (!invitation) return sendGone(ctx, deps, kind);
  const send: Send = (status, form) =>
    sendPage(ctx, deps, status, kind.page(viewOf(ctx, deps), invitation, codeOf(ctx), form));
  await work(send, invitation);
}

/** Anybody can have opened a login for the address; where mails are sent, its owner confirms it first. */
const isProved = (ctx: WebContext, { control, mailer }: WebDependencies, { id }: User): Promise<boolean> =>
  changeControl(control, originOf(ctx), async (tx) => mailer === undefined || isConfirmed(tx, id));

async function newInvitee(ctx: WebContext, email: string): Promise<Invitee | { readonly rejected: FilledForm }> {
  const name = await ifStillValid(async () => normalName('The name of a person', fieldsOf(ctx).get('name') ?? ''));
  if (name === undefined) {
    return { rejected: rejectedForm(ctx, 'name', ctx.state.language.say.invitation.badName) };
  }
  const chosen = await newPasswordOf(ctx, email);
  return 'rejected' in chosen ? chosen : { name, passwordHash: chosen.passwordHash };
}

async function join<Open extends Addressed>(
  ctx: WebContext,
  deps: WebDependencies,
  kind: InvitationKind<Open>,
  invitee: Invitee,
): Promise<void> {
  const joined = await ifStillValid(() =>
    changeControl(deps.control, originOf(ctx), (tx) => kind.accept(tx, codeOf(ctx), invitee)),
  );
  if (!joined) return sendGone(ctx, deps, kind);
  if (ctx.state.session) await leaveFlash(ctx, deps, kind.welcome(viewOf(ctx, deps), joined));
  else await openSession(ctx, deps, joined.user, async () => true);
  goOn(ctx, kind.home(joined));
}

const codeOf = (ctx: WebContext): string => ctx.params.code ?? '';

const sendGone = <Open extends Addressed>(ctx: WebContext, deps: WebDependencies, kind: InvitationKind<Open>): void =>
  sendPage(ctx, deps, 410, kind.gone(viewOf(ctx, deps)));
