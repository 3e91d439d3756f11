import { html } from 'hono/html';
import type { MemberInvitation } from '../../directory/people/invitation-kinds.ts';
import type { Role } from '../../directory/people/users.ts';
import { formProblems, selectField, textField } from '../kit/form/fields.ts';
import { numberOf, renameField, textOf } from '../kit/form/filled-form.ts';
import { secretsOf } from '../kit/form/secrets.ts';
import { dataTable } from '../kit/page/lists.ts';
import { hidden } from '../kit/page/parts.ts';
import type { View } from '../kit/page/view.ts';
import { type Html, name } from '../languages/html.ts';
import type { OperatorForms, OperatorVisit } from './audience.ts';
import { changeForm, when } from './parts.ts';

export const ROLES = [
  ['employee', 'Employee'],
  ['owner', 'Owner'],
] as const;

export const ROLE_FIELD = {
  name: 'role',
  label: 'Role',
  hint: 'Owners connect apps and manage people; employees can see the connected apps.',
};

export const roleIn = (fields: URLSearchParams, field: string): Role =>
  fields.get(field) === 'owner' ? 'owner' : 'employee';

const EMAIL = html`type="email" maxlength="254" autocomplete="off"`;

/** The people of a merchant, and the ways to become one of them. */
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
  ${invitations(visit, `${here}/invitations`, open.data)} ${addition(visit, `${here}/members`)}`;
}

const roleName = (role: Role): string => (role === 'owner' ? 'Owner' : 'Employee');

/** Its fields have names of their own, since the page has another form with an address and a role. */
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
    ${formProblems(filled, ['invited', 'invitedAs'])}
    ${changeForm(
      view,
      path,
      html`${textField(filled, { name: 'invited', label: 'E-mail', attributes: EMAIL })}
        ${selectField(filled, { ...ROLE_FIELD, name: 'invitedAs' }, ROLES)}
        <p class="actions"><button class="secondary">Invite</button></p>`,
    )}</section>`;
}

const withdrawal = (view: View, path: string, invitationId: number, email: string): Html =>
  changeForm(
    view,
    `${path}/withdraw`,
    html`${hidden('invitationId', invitationId)}<button class="quiet" aria-label="Withdraw the invitation of ${email}">Withdraw</button>`,
  );

function addition({ view, form }: OperatorVisit, path: string): Html {
  const filled = form('addMember');
  return html`<section class="card">
  <h2>Add a person directly</h2>${formProblems(filled, ['email', 'name', 'role'])}
  ${changeForm(
    view,
    path,
    html`${textField(filled, { name: 'email', label: 'E-mail', attributes: EMAIL })}
      ${textField(filled, { name: 'name', label: 'Name', hint: 'Required for a person without a login. Their password is shown to you once.', optional: true })}
      ${selectField(filled, ROLE_FIELD, ROLES)}
      <p class="actions"><button class="secondary">Add</button></p>`,
  )}</section>`;
}

/** Forms of the sections. */
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
  /** The link is shown once and, where there is a mail server, mailed. */
  inviteMember: {
    path: '/invitations',
    async change({ operations, id, fields, view, deps: { mailer, brand } }) {
      const invited = { email: textOf(fields, 'invited') ?? '', role: roleIn(fields, 'invitedAs') };
      const { email, merchant, link } = await renameField('email', 'invited', () =>
        operations.call('invitation.create', { companyId: id('companyId'), ...invited }),
      );
      const { subject, text } = view.say.mail.invitation;
      mailer?.post({ to: email, subject: subject(merchant, brand.name), text: text(merchant, brand.name, link) });
      const message = mailer ? `The invitation was sent to ${email}.` : `Send this link to ${email}.`;
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
