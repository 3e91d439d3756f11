import { html } from 'hono/html';
import type { StaffMember } from '../../directory/people/describe-organization.ts';
import { formProblems, textField } from '../kit/form/fields.ts';
import type { FilledForm } from '../kit/form/filled-form.ts';
import { confirmation } from '../kit/page/confirmation.ts';
import type { Page } from '../kit/page/layout.ts';
import { dataTable } from '../kit/page/lists.ts';
import type { View } from '../kit/page/view.ts';
import { type Html, name } from '../languages/html.ts';
import { operatorNavigation } from './navigation.ts';
import { changeForm, tabs, when } from './operator-parts.ts';

const PATH = '/operator/operators';

/** Links between everybody who signs in and the operators among them. */
export const peopleTabs = (current: 'people' | 'operators'): Html =>
  tabs('People', current, [
    ['people', 'Everybody', '/operator/people'],
    ['operators', 'Operators', PATH],
  ]);

/** The operators of the service. */
export function operatorsPage(view: View, operators: readonly StaffMember[], form: FilledForm): Page {
  const body = html`<h1>People</h1>${peopleTabs('operators')}
    <p class="lead">Operators review apps and manage organizations, merchants and people.</p>
    ${dataTable('Operators', operators, [
      ['Name', (person) => html`<a href="/operator/people/${person.userId}">${name(person.name)}</a>`],
      ['E-mail', ({ email }) => name(email)],
      ['Since', ({ since }) => when(since)],
      ['Change', actions],
    ])}
    <section class="card"><h2>Add an operator</h2>${formProblems(form, ['email', 'name'])}
      ${changeForm(
        view,
        PATH,
        html`${textField(form, { name: 'email', label: 'E-mail', attributes: html`type="email" maxlength="254" autocomplete="off"` })}
          ${textField(form, {
            name: 'name',
            label: 'Name',
            hint: 'Required for a person without a login. You get a link for them to choose a password.',
            optional: true,
            attributes: html`maxlength="255" autocomplete="off"`,
          })}
          <p class="actions"><button class="secondary">Add</button></p>`,
      )}</section>`;
  return { title: 'Operators', body, navigation: operatorNavigation('people') };
}

const actions = ({ userId, name: text }: StaffMember): Html => html`<span class="links">
  <a href="/operator/people/${userId}/password" aria-label="New password: ${text}">New password</a>
  <a href="${PATH}/${userId}/remove" aria-label="Remove: ${text}">Remove</a></span>`;

export function removeOperatorPage(view: View, person: { userId: number; name: string }, form: FilledForm): Page {
  const isSelf = person.userId === view.user?.id;
  const body = confirmation(view, {
    title: isSelf ? 'Stop being an operator?' : html`Remove ${name(person.name)} from the operators?`,
    effect: `${isSelf ? 'You' : 'They'} can no longer open these pages. The login and its other roles stay.`,
    action: `${PATH}/${person.userId}/remove`,
    submit: 'Remove',
    back: PATH,
    problems: formProblems(form, []),
  });
  return { title: 'Remove an operator', body, navigation: operatorNavigation('people') };
}
