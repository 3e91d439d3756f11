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
import { hidden, notice, type View } from '../kit/page.ts';
import type { Done, Screen, Visit } from '../kit/screen.ts';
import {
  changeLogin,
  newPasswordFields,
  newPasswordHash,
  openSession,
  requireConfirmedAddress,
  username,
} from '../kit/sign-in.ts';
import type { Outcome } from '../kit/submission.ts';
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

/** An invitation to an address. */
interface Addressed {
  readonly email: string;
  readonly hasLogin: boolean;
}

/** Texts of an invitation page. */
interface Words {
  readonly title: string;
  readonly heading: Html;
  readonly lead: Html;
  readonly hint: string;
  readonly accept: string;
  readonly signIn: readonly [text: string, submit: string];
  /** Tells people signed in with another address to sign out. */
  readonly signOut: readonly [text: (email: Html) => Html, submit: string];
  readonly name: Field;
}

/** A kind of invitation: to a merchant or to an organization. */
interface InvitationKind<Open extends Addressed> {
  /** Path of the invitation page, without the code. */
  readonly path: string;
  readonly invitations: {
    find(db: Pool, code: string, now: number): Promise<Open | undefined>;
    /** Throws a DirectoryError if the invitation is no longer valid. */
    accept(tx: ControlTransaction, code: string, invitee: Invitee): Promise<Open & { readonly user: User }>;
  };
  /** Field that holds the code on the sign-in pages, which return to the invitation. */
  readonly codeField: string;
  words(view: View, invitation: Open): Words;
  /** Page for an unknown, accepted, withdrawn or expired invitation. */
  gone(view: View): Page;
  /** Message to a person who was already signed in. */
  welcome(view: View, joined: Open): string;
  /** Start page of what the invitation grants access to. */
  home(joined: Open): string;
}

/** Page opened by an invitation link; the link is the credential. */
export const invitationScreenOf = <Open extends Addressed>(kind: InvitationKind<Open>): Screen => ({
  path: `${kind.path}/:code`,
  name: 'invitation',
  async show(visit) {
    const invitation = await findInvitation(visit, kind);
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
    const invitation = await findInvitation(visit, kind);
    if (!invitation) return kind.gone(visit.view);
    return join(visit, kind, await inviteeOf(visit, invitation));
  },
  again: joinAgain,
});

/** The steps to accept: confirm, sign out or in first, or choose a name and password. */
function acceptance<Open extends Addressed>(
  visit: Visit,
  { path, codeField }: InvitationKind<Open>,
  { email, hasLogin }: Addressed,
  words: Words,
): Html {
  const { view } = visit;
  const form = visit.form('invitation');
  const action = `${path}/${visit.param('code')}`;
  if (view.user?.email === email) {
    return html`${formProblems(form, [])}<form method="post" action="${action}" class="actions">
      ${hidden('token', view.formToken)}<button>${words.accept}</button>
    </form>`;
  }
  if (view.user) {
    const [text, submit] = words.signOut;
    return html`${notice('hint', text(name(view.user.email)))}
    <form method="post" action="/sign-out" class="actions">
      ${hidden('token', view.formToken)}${hidden(codeField, visit.param('code'))}<button>${submit}</button>
    </form>`;
  }
  if (hasLogin) {
    const [text, submit] = words.signIn;
    return html`<p>${text}</p>
    <p><a class="button" href="/sign-in?${codeField}=${visit.param('code')}">${submit}</a></p>`;
  }
  return html`<form method="post" action="${action}">
    ${hidden('token', view.formToken)} ${username(email)}
    ${textField(form, words.name)}
    ${newPasswordFields(view, form)}
    <button>${words.accept}</button>
  </form>`;
}

const findInvitation = <Open extends Addressed>(
  visit: Visit,
  { invitations }: InvitationKind<Open>,
): Promise<Open | undefined> =>
  invitations.find(visit.deps.control.pool, visit.param('code'), visit.deps.control.clock());

/** The signed-in person the invitation is addressed to, or else a new one. */
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
  const chosen = await ifStillValid(async () => normalName('The name of a person', fields.get('name') ?? ''));
  if (chosen === undefined) throw rejectedField('name', view.say.invitation.badName);
  return chosen;
}

async function join<Open extends Addressed>(
  visit: Visit,
  kind: InvitationKind<Open>,
  invitee: Invitee,
): Promise<Done | Page> {
  const { ctx, deps, view } = visit;
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
  const answer = answerOf(joined);
  if (!view.user) await openSession(ctx, deps, joined.user, async () => true);
  return answer;
}

/** Signs a new person in again by the password that they have just chosen. */
async function joinAgain({ ctx, deps, fields }: Visit, first: Outcome): Promise<Done | undefined> {
  const { to, message, email = '' } = first;
  if (message !== undefined) return ctx.state.session?.user.email === email ? { to, message } : undefined;
  const user = await authenticateUser(deps.control.pool, email, fields.get('new-password') ?? '');
  const isOpen = user && (await openSession(ctx, deps, user, (tx) => holdsPassword(tx, user)));
  return isOpen ? { to } : undefined;
}
