import type { Member } from '../../directory/merchants/describe-merchant.ts';
import type { Role } from '../../directory/people/users.ts';
import type { WebStage } from '../kit/context.ts';
import type { WebDependencies } from '../kit/dependencies.ts';
import { type FilledForm, numberOf, textOf } from '../kit/form/filled-form.ts';
import { secretsOf } from '../kit/form/secrets.ts';
import { WebProblem } from '../kit/problems.ts';
import { memberPage, removeMemberPage } from './member-pages.ts';
import { renderMerchant } from './merchants.ts';
import { changes, idIn, type Occasion, shows } from './operator-stages.ts';

const merchantPath = (companyId: number): string => `/operator/merchants/${companyId}`;

const roleOf = (fields: URLSearchParams, name: string): Role => (fields.get(name) === 'owner' ? 'owner' : 'employee');

/** `POST /operator/merchants/{companyId}/members` */
export const addMember = (deps: WebDependencies): WebStage =>
  changes(deps, {
    async change(occasion, fields) {
      const companyId = idIn(occasion, 'companyId');
      const added = await occasion.operations.call('member.add', {
        companyId,
        email: textOf(fields, 'email') ?? '',
        name: textOf(fields, 'name'),
        role: roleOf(fields, 'role'),
      });
      const role = added.role === 'owner' ? 'an owner' : 'an employee';
      const message = `${added.email} is ${role} of the merchant.`;
      return { to: merchantPath(companyId), message, secrets: secretsOf(added) };
    },
    render: renderMerchant((member) => ({ member })),
  });

/** `POST /operator/merchants/{companyId}/invitations`: the link is shown once and, where there is a mail server, mailed. */
export const inviteMember = (deps: WebDependencies): WebStage =>
  changes(deps, {
    async change({ operations, params, view }, fields) {
      const companyId = idIn({ params }, 'companyId');
      const wish = { companyId, email: textOf(fields, 'invited') ?? '', role: roleOf(fields, 'invitedAs') };
      const { email, merchant, link } = await operations.call('invitation.create', wish);
      const { subject, text } = view.say.mail.invitation;
      const { mailer, brand } = deps;
      mailer?.post({ to: email, subject: subject(merchant, brand.name), text: text(merchant, brand.name, link) });
      const message = mailer ? `The invitation was sent to ${email}.` : `Send this link to ${email}.`;
      return { to: merchantPath(companyId), message, secrets: secretsOf({ link }) };
    },
    render: renderMerchant((form) => ({ invitation: renamed(form, 'email', 'invited') })),
  });

/** A form with what is wrong with a field beside the one that the page has for it. */
const renamed = ({ values, problems }: FilledForm, from: string, to: string): FilledForm => ({
  values,
  problems: problems.map((problem) => (problem.field === from ? { ...problem, field: to } : problem)),
});

/** `POST /operator/merchants/{companyId}/invitations/withdraw` */
export const withdrawInvitation = (deps: WebDependencies): WebStage =>
  changes(deps, {
    async change(occasion, fields) {
      const companyId = idIn(occasion, 'companyId');
      const invitationId = numberOf(fields, 'invitationId') ?? 0;
      await occasion.operations.call('invitation.withdraw', { companyId, invitationId });
      return { to: merchantPath(companyId), message: 'The invitation is withdrawn.' };
    },
    render: renderMerchant((invitation) => ({ invitation })),
  });

/** The person of the path, who must be of the merchant of the path. */
async function memberOf(occasion: Occasion): Promise<Member> {
  const [companyId, userId] = [idIn(occasion, 'companyId'), idIn(occasion, 'userId')];
  const page = { companyId, limit: 1, ...(userId > 1 && { after: userId - 1 }) };
  const { data } = await occasion.operations.call('member.list', page);
  const member = data.find((one) => one.userId === userId);
  if (!member) throw new WebProblem('notFound');
  return member;
}

async function renderMember(occasion: Occasion, form: FilledForm) {
  const merchant = await occasion.operations.call('merchant.show', { companyId: idIn(occasion, 'companyId') });
  return memberPage(occasion.view, merchant, await memberOf(occasion), form);
}

/** `GET /operator/merchants/{companyId}/members/{userId}` */
export const showMember = (deps: WebDependencies): WebStage => shows(deps, renderMember);

/** `POST /operator/merchants/{companyId}/members/{userId}`: the role. A merchant keeps an owner. */
export const changeMember = (deps: WebDependencies): WebStage =>
  changes(deps, {
    async change(occasion, fields) {
      const [companyId, userId] = [idIn(occasion, 'companyId'), idIn(occasion, 'userId')];
      await occasion.operations.call('member.set-role', { companyId, userId, role: roleOf(fields, 'role') });
      return { to: merchantPath(companyId), message: 'The role is changed.' };
    },
    render: renderMember,
  });

async function renderRemoval(occasion: Occasion, form: FilledForm) {
  const merchant = await occasion.operations.call('merchant.show', { companyId: idIn(occasion, 'companyId') });
  return removeMemberPage(occasion.view, merchant, await memberOf(occasion), form);
}

/** `GET /operator/merchants/{companyId}/members/{userId}/remove` */
export const askToRemove = (deps: WebDependencies): WebStage => shows(deps, renderRemoval);

/** `POST /operator/merchants/{companyId}/members/{userId}/remove` */
export const removeMember = (deps: WebDependencies): WebStage =>
  changes(deps, {
    async change(occasion) {
      const [companyId, userId] = [idIn(occasion, 'companyId'), idIn(occasion, 'userId')];
      await occasion.operations.call('member.remove', { companyId, userId });
      return { to: merchantPath(companyId), message: 'Removed from this merchant.' };
    },
    render: renderRemoval,
  });
