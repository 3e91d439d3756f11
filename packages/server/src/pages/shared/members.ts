import { html } from 'hono/html';
import type { Pool } from 'pg';
import type { ControlTransaction } from '../../control/control.ts';
import type { Member } from '../../control/members.ts';
import { normalName } from '../../control/text.ts';
import { authenticateUser, holdsPassword, type Invitee, type User } from '../../control/users.ts';
import type { Operations, OutputOf } from '../../operations/operations.ts';
import { checkFormToken } from '../kit/accept-form.ts';
import { WebProblem } from '../kit/context.ts';
import { type Field, FormRejected, formProblems, ifStillValid, rejectedField, textField } from '../kit/fields.ts';
import type { Page } from '../kit/layout.ts';
import { hidden, notice, ownForm, type View } from '../kit/page.ts';
import type { Done, Screen, Visit } from '../kit/screen.ts';
import {
  changeLogin,
  newPasswordFields,
  newPasswordHash,
  openSession,
  requireConfirmedAddress,
  username,
} from '../kit/sign-in.ts';
import { type Html, name } from '../languages/html.ts';

/** A person of a merchant. Responds with 404 if the merchant has no such person. */
export async function memberOf(operations: Operations, companyId: number, userId: number): Promise<Member> {
  const page = { companyId, limit: 1, ...(userId > 1 && { after: userId - 1 }) };
  const { data } = await operations.call('member.list', page);
  const member = data.find((one) => one.userId === userId);
  if (!member) throw new WebProblem('notFound');
  return member;
}

/** Mails an invitation if there is a mail server. */
export function mailInvitation(
  { deps, view }: Pick<Visit, 'deps' | 'view'>,
  { email, merchant, link }: OutputOf<'invitation.create'>,
): void {
  const { subject, text } = view.say.mail.invitation;
  const { name: service } = deps.brand;
  deps.mailer?.post({ to: email, subject: subject(merchant, service), text: text(merchant, service, link) });
}

/** A kind of invitation: to a merchant or to an organization. */
interface InvitationKind<Open> {
  /** Path of the invitation page, without the code. */
  readonly path: string;
  readonly invitations: {
    find(db: Pool, code: string, now: number): Promise<Open | undefined>;
    /** Throws a DirectoryError if the invitation is no longer valid. */
    accept(tx: ControlTransaction, code: string, invitee: Invitee): Promise<Open & { readonly user: User }>;
  };
  /** Field that holds the code on the sign-in pages, which return to the invitation. */
  readonly codeField: string;
  words(
    view: View,
    invitation: Open,
  ): {
    readonly title: string;
    readonly heading: Html;
    readonly lead: Html;
    readonly hint: string;
    readonly accept: string;
    readonly signIn: readonly [text: string, submit: string];
    /** Tells people signed in with another address to sign out. */
    readonly signOut: readonly [text: (email: Html) => Html, submit: string];
    readonly name: Field;
  };
  /** Page for an unknown, accepted, withdrawn or expired invitation. */
  gone(view: View): Page;
  /** Message to a person who was already signed in. */
  welcome(view: View, joined: Open): string;
  /** Start page of the merchant or organization that the person joined. */
  home(joined: Open): string;
}

/** Page opened by an invitation link; the link is the credential. */
export const invitationScreenOf = <Open extends { readonly email: string; readonly hasLogin: boolean }>(
  kind: InvitationKind<Open>,
): Screen => {
  const find = ({ deps: { control }, param }: Visit) =>
    kind.invitations.find(control.pool, param('code'), control.clock());
  return {
    path: `${kind.path}/:code`,
    name: 'invitation',
    async show(visit) {
      const invitation = await find(visit);
      if (!invitation) return kind.gone(visit.view);
      const words = kind.words(visit.view, invitation);
      const body = html`<div class="card consent">
    <h1>${words.heading}</h1>
    <p>${words.lead}</p>
    <p class="small">${words.hint}</p>
    ${acceptance(visit, kind, invitation, words)}
  </div>`;
      return { title: words.title, body };
    },
    async change(visit) {
      const { ctx, deps, view } = visit;
      const invitation = await find(visit);
      if (!invitation) return kind.gone(view);
      const invitee = await inviteeOf(visit, invitation);
      const answerOf = (joined: Open): Done => ({
        to: kind.home(joined),
        ...(view.user && { message: kind.welcome(view, joined) }),
      });
      const joined = await ifStillValid(() =>
        changeLogin(visit, async (tx) => {
          const accepted = await kind.invitations.accept(tx, visit.param('code'), invitee);
          await ctx.state.submission?.remember(tx, { ...answerOf(accepted), email: accepted.user.email });
          return accepted;
        }),
      );
      if (!joined) return kind.gone(view);
      if (!view.user) await openSession(ctx, deps, joined.user, async () => true);
      return answerOf(joined);
    },
    /** Signs a new person in again with the password that they have just chosen. */
    async again({ ctx, deps, fields }, { to, message, email = '' }) {
      if (message !== undefined) return ctx.state.session?.user.email === email ? { to, message } : undefined;
      const user = await authenticateUser(deps.control.pool, email, fields.get('new-password') ?? '');
      const isOpen = user && (await openSession(ctx, deps, user, (tx) => holdsPassword(tx, user)));
      return isOpen ? { to } : undefined;
    },
  };
};

/** The steps to accept: confirm, sign out or in first, or choose a name and password. */
function acceptance<Open extends { readonly email: string; readonly hasLogin: boolean }>(
  visit: Visit,
  { path, codeField }: InvitationKind<Open>,
  { email, hasLogin }: Open,
  words: ReturnType<InvitationKind<Open>['words']>,
): Html {
  const { view } = visit;
  const form = visit.form('invitation');
  const code = visit.param('code');
  const action = `${path}/${code}`;
  if (view.user?.email === email) {
    return html`${formProblems(form, [])}${ownForm(view, action, html`<button>${words.accept}</button>`, 'actions')}`;
  }
  if (view.user) {
    const [text, submit] = words.signOut;
    return html`${notice('hint', text(name(view.user.email)))}
    ${ownForm(view, '/sign-out', html`${hidden(codeField, code)}<button>${submit}</button>`, 'actions')}`;
  }
  if (hasLogin) {
    const [text, submit] = words.signIn;
    return html`<p>${text}</p>
    <p><a class="button" href="/sign-in?${codeField}=${code}">${submit}</a></p>`;
  }
  const fields = html`${username(email)}
    ${textField(form, words.name)}
    ${newPasswordFields(view, form)}
    <button>${words.accept}</button>`;
  return ownForm(view, action, fields);
}

/** The signed-in person if the invitation is addressed to them, otherwise a new one. */
async function inviteeOf(
  visit: Visit,
  { email, hasLogin }: { readonly email: string; readonly hasLogin: boolean },
): Promise<Invitee> {
  const { view, fields } = visit;
  const { user } = view;
  if (user?.email === email) {
    checkFormToken(visit.ctx, visit.deps);
    await requireConfirmedAddress(visit, user.id);
    return { user };
  }
  if (user || hasLogin) throw new FormRejected([], 409);
  const chosen = await ifStillValid(async () => normalName('The name of a person', fields.get('name') ?? ''));
  if (chosen === undefined) throw rejectedField('name', view.say.invitation.badName);
  return { name: chosen, passwordHash: await newPasswordHash(visit, email) };
}
