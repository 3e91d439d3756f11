import { html } from 'hono/html';
import type { Member } from '../../directory/merchants/describe-merchant.ts';
import type { Merchant } from '../../directory/merchants/merchants.ts';
import type { Invitation } from '../../directory/people/invitations.ts';
import { formProblems, selectField, textField } from '../kit/form/fields.ts';
import { EMPTY_FORM, type FilledForm, filledWith } from '../kit/form/filled-form.ts';
import { confirmation } from '../kit/page/confirmation.ts';
import type { Page } from '../kit/page/layout.ts';
import { dataTable } from '../kit/page/lists.ts';
import { hidden } from '../kit/page/parts.ts';
import type { View } from '../kit/page/view.ts';
import { type Html, name } from '../languages/html.ts';
import { operatorNavigation } from './navigation.ts';
import { changeForm, when } from './operator-parts.ts';

const ROLES = [
  ['employee', 'Employee'],
  ['owner', 'Owner'],
] as const;

const ROLE = {
  name: 'role',
  label: 'Role',
  hint: 'Owners connect apps and manage people; employees can see the connected apps.',
};
const EMAIL = html`type="email" maxlength="254" autocomplete="off"`;

/** A merchant's people and invitations, with the forms that were sent. */
export interface ShownPeople {
  readonly members: readonly Member[];
  readonly invitations: readonly Invitation[];
  readonly invitation?: FilledForm | undefined;
  readonly member?: FilledForm | undefined;
}

/** The people of a merchant, and the ways to become one of them. */
export const peopleSections = (view: View, here: string, shown: ShownPeople): Html => html`<section class="card">
    ${dataTable('People', shown.members, [
      ['Name', (person) => html`<a href="${here}/members/${person.userId}">${name(person.name)}</a>`],
      ['E-mail', ({ email }) => name(email)],
      ['Role', ({ role }) => roleName(role)],
      ['Since', ({ createdAt }) => when(createdAt)],
    ])}</section>
  ${invitations(view, here, shown)} ${addition(view, here, shown.member ?? EMPTY_FORM)}`;

const roleName = (role: Member['role']): string => (role === 'owner' ? 'Owner' : 'Employee');

function invitations(view: View, here: string, { invitations: open, invitation }: ShownPeople): Html {
  // A name of its own for each field: the page has the same ones in another form.
  const form = invitation ?? EMPTY_FORM;
  const path = `${here}/invitations`;
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
    ${formProblems(form, ['invited', 'invitedAs'])}
    ${changeForm(
      view,
      path,
      html`${textField(form, { name: 'invited', label: 'E-mail', attributes: EMAIL })}
        ${selectField(form, { ...ROLE, name: 'invitedAs' }, ROLES)}
        <p class="actions"><button class="secondary">Invite</button></p>`,
    )}</section>`;
}

const withdrawal = (view: View, path: string, invitationId: number, email: string): Html =>
  changeForm(
    view,
    `${path}/withdraw`,
    html`${hidden('invitationId', invitationId)}<button class="quiet" aria-label="Withdraw the invitation of ${email}">Withdraw</button>`,
  );

const addition = (view: View, here: string, form: FilledForm): Html => html`<section class="card">
  <h2>Add a person directly</h2>${formProblems(form, ['email', 'name', 'role'])}
  ${changeForm(
    view,
    `${here}/members`,
    html`${textField(form, { name: 'email', label: 'E-mail', attributes: EMAIL })}
      ${textField(form, { name: 'name', label: 'Name', hint: 'Required for a person without a login. Their password is shown to you once.', optional: true })}
      ${selectField(form, ROLE, ROLES)}
      <p class="actions"><button class="secondary">Add</button></p>`,
  )}</section>`;

/** One person of a merchant: their role, their login, and the end of their access. */
export function memberPage(view: View, merchant: Merchant, person: Member, form: FilledForm): Page {
  const back = `/operator/merchants/${merchant.companyId}`;
  const here = `${back}/members/${person.userId}`;
  const filled = form === EMPTY_FORM ? filledWith({ role: person.role }) : form;
  const body = html`<p><a class="back" href="${back}">${name(merchant.name)}</a></p>
    <h1>${name(person.name)}</h1><p>${name(person.email)}</p>
    ${formProblems(filled, ['role'])}
    <section class="card"><h2>Role at ${name(merchant.name)}</h2>
      ${changeForm(view, here, html`${selectField(filled, ROLE, ROLES)}<p class="actions"><button class="secondary">Save</button></p>`)}</section>
    <section class="card"><h2>Login</h2><p><a href="/operator/people/${person.userId}/password">Create a link to a new password</a></p>
      <p><a href="/operator/people/${person.userId}">All roles of this person</a></p></section>
    <section class="card"><h2>Remove from ${name(merchant.name)}</h2>
      <p>They lose their access to this merchant at once. Their login and their other roles stay.</p>
      <p class="actions"><a class="button secondary danger" href="${here}/remove">Remove</a></p></section>`;
  return { title: `${person.name} · ${merchant.name}`, body, navigation: operatorNavigation('merchants') };
}

export function removeMemberPage(view: View, merchant: Merchant, person: Member, form: FilledForm): Page {
  const back = `/operator/merchants/${merchant.companyId}/members/${person.userId}`;
  const body = confirmation(view, {
    title: html`Remove ${name(person.name)} from ${name(merchant.name)}?`,
    effect: 'They lose their access to this merchant at once. Their login and their other roles stay.',
    action: `${back}/remove`,
    submit: 'Remove',
    back,
    problems: formProblems(form, []),
  });
  return { title: `Remove ${person.name} from ${merchant.name}`, body, navigation: operatorNavigation('merchants') };
}
