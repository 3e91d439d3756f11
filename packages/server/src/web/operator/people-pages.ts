import { html } from 'hono/html';
import type { Page as Rows } from '../../directory/page.ts';
import type { UserDescription } from '../../directory/people/describe-user.ts';
import { formProblems, textField } from '../kit/form/fields.ts';
import { type FilledForm, filledWith } from '../kit/form/filled-form.ts';
import { confirmation } from '../kit/page/confirmation.ts';
import type { Page } from '../kit/page/layout.ts';
import { dataTable, olderLink, searchForm } from '../kit/page/lists.ts';
import { notice } from '../kit/page/parts.ts';
import type { View } from '../kit/page/view.ts';
import { type Html, name } from '../languages/html.ts';
import { operatorNavigation } from './navigation.ts';
import { changeForm, when } from './operator-parts.ts';
import { peopleTabs } from './operators-page.ts';

const path = (userId: number): string => `/operator/people/${userId}`;

/** Everybody who can sign in, with a search. */
export function peoplePage(form: FilledForm, found: Rows<UserDescription> | undefined): Page {
  const body = html`<h1>People</h1>${peopleTabs('people')}
    ${searchForm('/operator/people', textField(form, { name: 'search', label: 'Name or e-mail', optional: true }))}
    ${
      found &&
      dataTable('People', found.data, [
        ['Name', (person) => html`<a href="${path(person.userId)}">${name(person.name)}</a>`],
        ['E-mail', ({ email }) => name(email)],
        ['Roles', rolesOf],
        ['Since', ({ createdAt }) => when(createdAt)],
      ])
    }
    ${found && olderLink('/operator/people', form.values, found.next)}`;
  return { title: 'People', body, navigation: operatorNavigation('people') };
}

function rolesOf({ memberships, developerOf, operator }: UserDescription): string {
  const roles = [
    ...(operator ? ['operator'] : []),
    ...(developerOf.length > 0 ? ['developer'] : []),
    ...new Set(memberships.map(({ role }) => role)),
  ];
  return roles.join(', ') || 'none';
}

/** One person: what they may do, their name and address, and the end of their login. */
export function personPage(view: View, person: UserDescription, form?: FilledForm): Page {
  const here = path(person.userId);
  const filled = form ?? filledWith({ name: person.name, email: person.email });
  const fields = html`${textField(filled, { name: 'name', label: 'Name' })}
    ${textField(filled, { name: 'email', label: 'E-mail', attributes: html`type="email"` })}
    <p class="actions"><button class="secondary">Save</button></p>`;
  const body = html`<a class="back" href="/operator/people">People</a><h1>${name(person.name)}</h1>
    <section class="card"><h2>Roles</h2>${roles(person)}</section>
    ${!person.confirmed && notice('hint', 'This address has not been confirmed, so it gives the person no rights. A link to a new password that you send to the person confirms it.')}
    <section class="card"><h2>Name and address</h2>${formProblems(filled, ['name', 'email'])}${changeForm(view, here, fields)}</section>
    <section class="card"><h2>Login</h2><ul>${Object.entries(PERSON_ACTIONS).map(
      ([action, { title }]) => html`<li><a href="${here}/${action}">${title}</a></li>`,
    )}</ul></section>`;
  return { title: person.name, body, navigation: operatorNavigation('people') };
}

const roles = ({ memberships, developerOf, operator }: UserDescription): Html => html`<ul>
  ${operator && html`<li>Operator of the service</li>`}
  ${developerOf.map((id) => html`<li>Developer of <a href="/operator/organizations/${id}">organization ${id}</a></li>`)}
  ${memberships.map(
    ({ companyId, merchant, role }) =>
      html`<li>${role === 'owner' ? 'Owner' : 'Employee'} of <a href="/operator/merchants/${companyId}">${name(merchant)}</a></li>`,
  )}
  ${!operator && developerOf.length === 0 && memberships.length === 0 && html`<li>None</li>`}
</ul>`;

/** What an operator can do for a person, or to them, once it is confirmed. */
export const PERSON_ACTIONS = {
  password: {
    title: 'Create a link to a new password',
    effect: 'The link is shown once and works for an hour. The current password works until the link is used.',
    submit: 'Create the link',
    done: 'Send this link to the person.',
  },
  'second-factor': {
    title: 'Turn two-step sign-in off',
    effect:
      'They can then sign in with their password alone, until they turn it on again. Their sessions and open links to a new password end. Make sure that the request really comes from them.',
    submit: 'Turn it off',
    done: 'Two-step sign-in is off.',
  },
  remove: {
    title: 'Remove this person',
    effect: 'Their name and address are erased, and they can never sign in again. This cannot be undone.',
    submit: 'Remove',
    done: 'The person is removed.',
  },
} as const;

export type PersonAction = keyof typeof PERSON_ACTIONS;

export function personActionPage(view: View, person: UserDescription, action: PersonAction, form: FilledForm): Page {
  const { title, effect, submit } = PERSON_ACTIONS[action];
  const here = path(person.userId);
  const body = confirmation(view, {
    title: html`${title}: ${name(person.name)}`,
    effect,
    action: `${here}/${action}`,
    submit,
    back: here,
    problems: formProblems(form, []),
  });
  return { title, body, navigation: operatorNavigation('people') };
}
