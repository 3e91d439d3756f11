import { html } from 'hono/html';
import type { Member } from '../../control/merchants/describe-merchant.ts';
import type { MemberInvitation } from '../../control/people/invitation-kinds.ts';
import type { Role } from '../../control/people/users.ts';
import { confirmScreen } from '../kit/confirm-screen.ts';
import { formProblems, selectField } from '../kit/form/fields.ts';
import { numberOf, renameField, textOf } from '../kit/form/filled-form.ts';
import { secretsOf } from '../kit/form/secrets.ts';
import { when } from '../kit/page/instants.ts';
import { dataTable } from '../kit/page/lists.ts';
import { hidden, ownForm } from '../kit/page/parts.ts';
import type { View } from '../kit/page/view.ts';
import { type Html, name } from '../languages/html.ts';
import { mailInvitation, memberOf } from '../shared/members.ts';
import type { OperatorForms, OperatorScreen, OperatorVisit } from './audience.ts';
import { fieldsForm } from './fields-form.ts';
import { merchantOf, merchantPath } from './merchants.ts';
import { operatorNavigation } from './navigation.ts';

const ROLES = [
  ['employee', 'Employee'],
  ['owner', 'Owner'],
] as const;

const ROLE_FIELD = {
  name: 'role',
  label: 'Role',
  hint: 'Owners connect apps and manage people; employees can see the connected apps.',
  options: ROLES,
};

const roleIn = (fields: URLSearchParams, field: string): Role => (fields.get(field) === 'owner' ? 'owner' : 'employee');

const EMAIL = html`type="email" maxlength="254" autocomplete="off"`;

/** People of a merchant, and forms to add more. */
export async function memberSections(visit: OperatorVisit, here: string): Promise<Html> {
  const { operations, id } = visit;
  const page = { companyId: id('companyId'), limit: 200 };
  const members = await operations.call('member.list', page);
  const open = await operations.call('invitation.list', page);
  return html`<section class="card">
    ${dataTable('People', members.data, [
      ['Name', (person) => html`<a href="${here}/members/${person.userId}">${name(person.name)}</a>`],
      ['E-mail', ({ email }) => name(email)],
      ['Role', ({ role }) => roleName(role)],
      ['Since', ({ createdAt }) => when(createdAt)],
    ])}</section>
  ${invitations(visit, `${here}/invitations`, open.data)} <section class="card">
  <h2>Add a person directly</h2>${fieldsForm(visit.view, {
    action: `${here}/members`,
    form: visit.form('addMember'),
    fields: FIELDS,
    submit: 'Add',
  })}</section>`;
}

const roleName = (role: Role): string => (role === 'owner' ? 'Owner' : 'Employee');

/** Uses separate field names, since another form of the page also has an address and a role. */
function invitations({ view, form }: OperatorVisit, path: string, open: readonly MemberInvitation[]): Html {
  const filled = form(['inviteMember', 'withdrawInvitation']);
  return html`<section class="card"><h2>Invite a person</h2>
    <p class="small">They join with a link, which is shown to you once and works for seven days. A person without a login chooses a password there.</p>
    ${
      open.length > 0 &&
      dataTable('Open invitations', open, [
        ['E-mail', ({ email }) => name(email)],
        ['Role', ({ role }) => roleName(role)],
        ['Until', ({ expiresAt }) => when(expiresAt)],
        ['Change', ({ invitationId, email }) => withdrawal(view, path, invitationId, email)],
      ])
    }
    ${fieldsForm(view, { action: path, form: filled, fields: INVITATION_FIELDS, submit: 'Invite' })}</section>`;
}

const INVITATION_FIELDS = [
  { name: 'invited', label: 'E-mail', attributes: EMAIL },
  { ...ROLE_FIELD, name: 'invitedAs' },
];

const withdrawal = (view: View, path: string, invitationId: number, email: string): Html =>
  ownForm(
    view,
    `${path}/withdraw`,
    html`${hidden('invitationId', invitationId)}<button class="quiet" aria-label="Withdraw the invitation of ${email}">Withdraw</button>`,
  );

const FIELDS = [
  { name: 'email', label: 'E-mail', attributes: EMAIL },
  {
    name: 'name',
    label: 'Name',
    hint: 'Required for a person without a login. Their password is shown to you once.',
    optional: true,
  },
  ROLE_FIELD,
];

export const MEMBER_FORMS: OperatorForms = {
  addMember: {
    path: '/members',
    async change({ operations, id, fields }) {
      const added = await operations.call('member.add', {
        companyId: id('companyId'),
        email: textOf(fields, 'email') ?? '',
        name: textOf(fields, 'name'),
        role: roleIn(fields, 'role'),
      });
      const role = added.role === 'owner' ? 'an owner' : 'an employee';
      return { message: `${added.email} is ${role} of the merchant.`, secrets: secretsOf(added) };
    },
  },
  /** Shows the link once and mails it if there is a mail server. */
  inviteMember: {
    path: '/invitations',
    async change(visit) {
      const { operations, id, fields } = visit;
      const invited = { email: textOf(fields, 'invited') ?? '', role: roleIn(fields, 'invitedAs') };
      const invitation = await renameField('email', 'invited', () =>
        operations.call('invitation.create', { companyId: id('companyId'), ...invited }),
      );
      mailInvitation(visit, invitation);
      const { email, link } = invitation;
      const message = visit.deps.mailer ? `The invitation was sent to ${email}.` : `Send this link to ${email}.`;
      return { message, secrets: secretsOf({ link }) };
    },
  },
  withdrawInvitation: {
    path: '/invitations/withdraw',
    async change({ operations, id, fields }) {
      const invitationId = numberOf(fields, 'invitationId') ?? 0;
      await operations.call('invitation.withdraw', { companyId: id('companyId'), invitationId });
      return { message: 'The invitation is withdrawn.' };
    },
  },
};

const PATH = '/operator/merchants/:companyId/members/:userId';

const idsOf = ({ id }: OperatorVisit) => ({ companyId: id('companyId'), userId: id('userId') });

const personOf = ({ operations, id }: OperatorVisit): Promise<Member> =>
  memberOf(operations, id('companyId'), id('userId'));

const LOSS = 'They lose their access to this merchant at once. Their login and their other roles stay.';

/** One person of a merchant: their role, their login and removal. */
export const memberScreen: OperatorScreen = {
  path: PATH,
  name: 'member',
  async show(visit) {
    const merchant = await merchantOf(visit);
    const person = await personOf(visit);
    const back = merchantPath(merchant.companyId);
    const here = `${back}/members/${person.userId}`;
    const filled = visit.form('member', { role: person.role });
    const body = html`<p><a class="back" href="${back}">${name(merchant.name)}</a></p>
    <h1>${name(person.name)}</h1><p>${name(person.email)}</p>
    ${formProblems(filled, ['role'])}
    <section class="card"><h2>Role at ${name(merchant.name)}</h2>
      ${ownForm(visit.view, here, html`${selectField(filled, ROLE_FIELD, ROLES)}<p class="actions"><button class="secondary">Save</button></p>`)}</section>
    <section class="card"><h2>Login</h2><p><a href="/operator/people/${person.userId}/password">Create a link to a new password</a></p>
      <p><a href="/operator/people/${person.userId}">All roles of this person</a></p></section>
    <section class="card"><h2>Remove from ${name(merchant.name)}</h2>
      <p>${LOSS}</p>
      <p class="actions"><a class="button secondary danger" href="${here}/remove">Remove</a></p></section>`;
    return { title: `${person.name} · ${merchant.name}`, body, navigation: operatorNavigation('merchants') };
  },
  async change(visit) {
    const { companyId, userId } = idsOf(visit);
    const role = roleIn(visit.fields, 'role');
    await visit.operations.call('member.set-role', { companyId, userId, role });
    return { to: merchantPath(companyId), message: 'The role is changed.' };
  },
};

export const removeMemberScreen: OperatorScreen = confirmScreen({
  path: `${PATH}/remove`,
  name: 'removeMember',
  async ask(visit) {
    const merchant = await merchantOf(visit);
    const person = await personOf(visit);
    return {
      title: `Remove ${person.name} from ${merchant.name}`,
      heading: html`Remove ${name(person.name)} from ${name(merchant.name)}?`,
      effect: LOSS,
      submit: 'Remove',
      back: `${merchantPath(merchant.companyId)}/members/${person.userId}`,
      navigation: operatorNavigation('merchants'),
    };
  },
  async change(visit) {
    const { companyId, userId } = idsOf(visit);
    await visit.operations.call('member.remove', { companyId, userId });
    return { to: merchantPath(companyId), message: 'Removed from this merchant.' };
  },
});
