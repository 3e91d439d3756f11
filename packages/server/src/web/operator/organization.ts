import { html } from 'hono/html';
import { formProblems, textField } from '../kit/form/fields.ts';
import { textOf } from '../kit/form/filled-form.ts';
import { secretsOf } from '../kit/form/secrets.ts';
import { dataTable } from '../kit/page/lists.ts';
import { type Html, name } from '../languages/html.ts';
import { stateBadge } from '../shared/app-words.ts';
import type { OperatorScreen, OperatorVisit } from './audience.ts';
import { operatorNavigation } from './navigation.ts';
import { changeForm, when } from './parts.ts';
import { renameScreen } from './rename-screen.ts';

const PATH = '/operator/organizations/:organizationId';

const idOf = ({ id }: OperatorVisit) => ({ organizationId: id('organizationId') });
const organizationOf = (visit: OperatorVisit) => visit.operations.call('organization.show', idOf(visit));

/** One organization with its apps and developers. */
export const organizationScreen: OperatorScreen = {
  path: PATH,
  name: 'organization',
  async show(visit) {
    const { operations } = visit;
    const organization = await organizationOf(visit);
    const apps = await operations.call('app.list', { ...idOf(visit), limit: 200 });
    const developers = await operations.call('developer.list', { ...idOf(visit), limit: 200 });
    const here = `/operator/organizations/${organization.organizationId}`;
    const body = html`<a class="back" href="/operator/organizations">Organizations</a><h1>${name(organization.name)}</h1>
    <p class="actions"><a class="button secondary" href="${here}/name">Rename</a></p>
    <section class="card">${dataTable('Apps', apps.data, [
      ['App', (app) => html`<a href="/operator/apps/${app.id}">${name(app.name)}</a>`],
      ['State', ({ state }) => stateBadge(state)],
      ['Product', ({ product }) => product],
    ])}</section>
    <section class="card">${dataTable('Developers', developers.data, [
      ['Name', (person) => html`<a href="/operator/people/${person.userId}">${name(person.name)}</a>`],
      ['E-mail', ({ email }) => name(email)],
      ['Since', ({ since }) => when(since)],
    ])}
      ${addition(visit, `${here}/developers`)}</section>`;
    return { title: organization.name, body, navigation: operatorNavigation('organizations') };
  },
  forms: {
    addDeveloper: {
      path: '/developers',
      async change(visit) {
        const { operations, fields } = visit;
        const person = { email: textOf(fields, 'email') ?? '', name: textOf(fields, 'name') };
        const added = await operations.call('developer.add', { ...idOf(visit), ...person });
        return { message: `${person.email} is a developer of the organization.`, secrets: secretsOf(added) };
      },
    },
  },
};

function addition({ view, form }: OperatorVisit, path: string): Html {
  const developer = form('addDeveloper');
  return html`<h2>Add a developer</h2>${formProblems(developer, ['email', 'name'])}
      ${changeForm(
        view,
        path,
        html`${textField(developer, { name: 'email', label: 'E-mail', attributes: html`type="email"` })}
          ${textField(developer, { name: 'name', label: 'Name', hint: 'Required for a person without a login.', optional: true })}
          <p class="actions"><button class="secondary">Add</button></p>`,
      )}`;
}

export const renameOrganizationScreen = renameScreen({
  of: organizationScreen,
  name: 'renameOrganization',
  section: 'organizations',
  find: organizationOf,
  async rename(visit, text) {
    await visit.operations.call('organization.update', { ...idOf(visit), name: text });
    return 'The organization was renamed.';
  },
});
