import { InvalidInput } from '../../directory/errors.ts';
import type { Member } from '../../directory/merchants/describe-merchant.ts';
import type { OutputOf } from '../../directory/operations.ts';
import { InvitationRefused } from '../../directory/people/invitations.ts';
import { LastHolder } from '../../directory/people/last-holder.ts';
import { ROLES, type Role } from '../../directory/people/users.ts';
import { spend } from '../../http/rate-limit.ts';
import { goOn, type WebContext, type WebStage } from '../kit/context.ts';
import type { WebDependencies } from '../kit/dependencies.ts';
import { EMPTY_FORM, type FilledForm, fieldsOf } from '../kit/form/filled-form.ts';
import { leaveFlash } from '../kit/form/flash-cookie.ts';
import { rejectedForm } from '../kit/form/new-password.ts';
import { sendPage } from '../kit/page/send-page.ts';
import { viewOf } from '../kit/page/view.ts';
import { WebProblem } from '../kit/problems.ts';
import { pathId, recordId } from '../kit/record-id.ts';
import { sessionOf } from '../kit/session/load-session.ts';
import { isExceeded } from '../kit/session/throttle.ts';
import { operationsOf, ownMembershipOf } from './membership.ts';
import type { CurrentMembership } from './merchant-switch.ts';
import { peoplePage, personPage, removePersonPage } from './people-pages.ts';

/** People and invitations that a page shows; who has more of them has the command line. */
const SHOWN = { limit: 200 };

/** `GET /people` */
export function showPeople(deps: WebDependencies): WebStage {
  return async function showPeoplePage(ctx) {
    await sendPeople(ctx, deps, await ownMembershipOf(ctx, deps), 200, EMPTY_FORM);
  };
}

/** `POST /people`: invites a person by a link, which is shown once and, where there is a mail server, mailed. */
export function invitePerson(deps: WebDependencies): WebStage {
  return async function invitePersonToMerchant(ctx) {
    const membership = await ownMembershipOf(ctx, deps);
    const { merchant } = membership;
    const budget = await spend(deps.counters, deps.clock, `invite:${merchant.companyId}`, deps.limits.invitations);
    if (isExceeded(ctx, budget)) throw new WebProblem('throttled');
    const email = fieldsOf(ctx).get('email') ?? '';
    const problem = await refusalOf(ctx, async () => {
      const input = { companyId: merchant.companyId, email, role: roleOf(ctx) };
      const invitation = await operationsOf(ctx, deps, membership).call('invitation.create', input);
      await handOver(ctx, deps, invitation);
    });
    if (problem) await sendPeople(ctx, deps, membership, 409, rejectedForm(ctx, 'email', problem));
    else goOn(ctx, addressOf(membership));
  };
}

/** What is wrong with an invitation, for its author. */
async function refusalOf({ state }: WebContext, invite: () => Promise<void>): Promise<string | undefined> {
  const { people: say } = state.language.say;
  try {
    await invite();
    return undefined;
  } catch (error) {
    if (error instanceof InvalidInput) return say.badEmail;
    if (error instanceof InvitationRefused) return say[error.because];
    throw error;
  }
}

/** Shows the link to its author once, and mails it where there is a mail server. */
async function handOver(
  ctx: WebContext,
  deps: WebDependencies,
  { email, merchant, link }: OutputOf<'invitation.create'>,
): Promise<void> {
  const { people, mail } = ctx.state.language.say;
  const { mailer, brand } = deps;
  const { subject, text } = mail.invitation;
  mailer?.post({ to: email, subject: subject(merchant, brand.name), text: text(merchant, brand.name, link) });
  const message = mailer ? people.mailed(email) : people.invited(email);
  await leaveFlash(ctx, deps, message, [{ label: people.link, value: link }]);
}

/** `POST /people/invitations/{id}` */
export function withdrawInvitation(deps: WebDependencies): WebStage {
  return async function withdrawInvitationOfMerchant(ctx) {
    const membership = await ownMembershipOf(ctx, deps);
    const invitationId = pathId(ctx, 'id');
    const { companyId } = membership.merchant;
    await operationsOf(ctx, deps, membership).call('invitation.withdraw', { companyId, invitationId });
    await leaveFlash(ctx, deps, ctx.state.language.say.people.withdrawn);
    goOn(ctx, addressOf(membership));
  };
}

/** `GET /people/{userId}` */
export function showPerson(deps: WebDependencies): WebStage {
  return async function showPersonPage(ctx) {
    const membership = await ownMembershipOf(ctx, deps);
    sendPage(ctx, deps, 200, personPage(viewOf(ctx, deps), membership, await personOf(ctx, deps, membership)));
  };
}

/** `GET /people/{userId}/remove` */
export function askToRemove(deps: WebDependencies): WebStage {
  return async function showRemovePage(ctx) {
    const membership = await ownMembershipOf(ctx, deps);
    sendPage(ctx, deps, 200, removePersonPage(viewOf(ctx, deps), membership, await personOf(ctx, deps, membership)));
  };
}

/** `POST /people/{userId}`: changes the role or removes the person. The last owner stays one. */
export function changePerson(deps: WebDependencies): WebStage {
  return async function changePersonOfMerchant(ctx) {
    const membership = await ownMembershipOf(ctx, deps);
    const person = await personOf(ctx, deps, membership);
    const { people: say } = ctx.state.language.say;
    const isRemoval = fieldsOf(ctx).get('do') === 'remove';
    const subject = { companyId: membership.merchant.companyId, userId: person.userId };
    const operations = operationsOf(ctx, deps, membership);
    try {
      if (isRemoval) await operations.call('member.remove', subject);
      else await operations.call('member.set-role', { ...subject, role: roleOf(ctx) });
    } catch (error) {
      if (!(error instanceof LastHolder)) throw error;
      return sendPage(ctx, deps, 409, personPage(viewOf(ctx, deps), membership, person, say.lastOwner));
    }
    await leaveFlash(ctx, deps, isRemoval ? say.removed : say.roleSet);
    // Owners who change themselves may no longer see the people.
    goOn(ctx, person.userId === sessionOf(ctx).user.id ? '/' : addressOf(membership));
  };
}

const addressOf = ({ merchant }: CurrentMembership): string => `/people?company=${merchant.companyId}`;

function roleOf(ctx: WebContext): Role {
  const role = ROLES.find((each) => each === fieldsOf(ctx).get('role'));
  if (!role) throw new WebProblem('forged');
  return role;
}

async function personOf(ctx: WebContext, deps: WebDependencies, membership: CurrentMembership): Promise<Member> {
  const userId = recordId(ctx.params.userId) ?? 0;
  const { companyId } = membership.merchant;
  const page = { companyId, limit: 1, ...(userId > 1 && { after: userId - 1 }) };
  const { data } = await operationsOf(ctx, deps, membership).call('member.list', page);
  const person = data.find((member) => member.userId === userId);
  if (!person) throw new WebProblem('notFound');
  return person;
}

async function sendPeople(
  ctx: WebContext,
  deps: WebDependencies,
  membership: CurrentMembership,
  status: number,
  form: FilledForm,
): Promise<void> {
  const operations = operationsOf(ctx, deps, membership);
  const { companyId } = membership.merchant;
  const { data: members } = await operations.call('member.list', { companyId, ...SHOWN });
  const { data: invitations } = await operations.call('invitation.list', { companyId, ...SHOWN });
  sendPage(ctx, deps, status, peoplePage(viewOf(ctx, deps), membership, { members, invitations, form }));
}
