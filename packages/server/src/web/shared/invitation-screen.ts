import type { Pool } from 'pg';
import { type ControlTransaction, changeControl } from '../../directory/control.ts';
import type { Invitee, User } from '../../directory/people/users.ts';
import { normalName } from '../../directory/text.ts';
import { originOf } from '../kit/context.ts';
import { checkFormToken } from '../kit/form/accept-form.ts';
import { type FilledForm, FormRejected, ifStillValid, rejectedField } from '../kit/form/filled-form.ts';
import { newPasswordHash } from '../kit/form/passwords.ts';
import type { Page } from '../kit/page/layout.ts';
import type { View } from '../kit/page/view.ts';
import type { Done, Screen, Visit } from '../kit/screen.ts';
import { openSession } from '../kit/session/open-session.ts';
import { requireConfirmedAddress } from '../kit/session/require-confirmed-address.ts';

/** An invitation to an address. */
interface Addressed {
  readonly email: string;
  readonly hasLogin: boolean;
}

/** Invitations of one kind: to a merchant's people, or to an organization's. */
interface InvitationKind<Open extends Addressed> {
  /** Path of the page of an invitation, without its code. */
  readonly path: string;
  readonly invitations: {
    find(db: Pool, code: string, now: number): Promise<Open | undefined>;
    /** Throws a DirectoryError if the invitation is no longer valid. */
    accept(tx: ControlTransaction, code: string, invitee: Invitee): Promise<Open & { readonly user: User }>;
  };
  page(view: View, invitation: Open, code: string, form: FilledForm): Page;
  /** Page for an invitation that is unknown, accepted, withdrawn or expired. */
  gone(view: View): Page;
  /** Message to a person who was already signed in. */
  welcome(view: View, joined: Open): string;
  /** Path of the pages that the invitation opens. */
  home(joined: Open): string;
}

/** The page that an invitation's link opens; the link is the credential. */
export const invitationScreenOf = <Open extends Addressed>(kind: InvitationKind<Open>): Screen => ({
  path: `${kind.path}/:code`,
  name: 'invitation',
  async show(visit) {
    const invitation = await findInvitation(visit, kind);
    if (!invitation) return goneOf(visit, kind);
    return kind.page(visit.view, invitation, codeOf(visit), visit.form('invitation'));
  },
  forms: {
    invitation: {
      async change(visit) {
        const invitation = await findInvitation(visit, kind);
        if (!invitation) return goneOf(visit, kind);
        return join(visit, kind, await inviteeOf(visit, invitation));
      },
    },
  },
});

const codeOf = ({ ctx }: Visit): string => ctx.params.code ?? '';

const findInvitation = <Open extends Addressed>(
  visit: Visit,
  { invitations }: InvitationKind<Open>,
): Promise<Open | undefined> => invitations.find(visit.deps.control.pool, codeOf(visit), visit.deps.control.clock());

const goneOf = <Open extends Addressed>({ view }: Visit, kind: InvitationKind<Open>): Page => ({
  ...kind.gone(view),
  status: 410,
});

/** The signed-in person to whom the invitation is addressed, or a new one. */
async function inviteeOf(visit: Visit, { email, hasLogin }: Addressed): Promise<Invitee> {
  const { user } = visit.view;
  if (user?.email === email) {
    checkFormToken(visit.ctx, visit.deps);
    await requireConfirmedAddress(visit, user.id);
    return { user };
  }
  if (user || hasLogin) throw new FormRejected([], 409);
  return { name: await nameOf(visit), passwordHash: await newPasswordHash(visit, email) };
}

async function nameOf({ fields, view }: Visit): Promise<string> {
  const name = await ifStillValid(async () => normalName('The name of a person', fields.get('name') ?? ''));
  if (name === undefined) throw rejectedField('name', view.say.invitation.badName);
  return name;
}

async function join<Open extends Addressed>(
  visit: Visit,
  kind: InvitationKind<Open>,
  invitee: Invitee,
): Promise<Done | Page> {
  const { ctx, deps, view } = visit;
  const joined = await ifStillValid(() =>
    changeControl(deps.control, originOf(ctx), (tx) => kind.invitations.accept(tx, codeOf(visit), invitee)),
  );
  if (!joined) return goneOf(visit, kind);
  const to = kind.home(joined);
  if (view.user) return { to, message: kind.welcome(view, joined) };
  await openSession(ctx, deps, joined.user, async () => true);
  return { to };
}
