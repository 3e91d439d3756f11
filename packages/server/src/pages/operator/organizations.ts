import { html } from 'hono/html';
import { textOf } from '../kit/fields.ts';
import { when } from '../kit/instants.ts';
import { dataTable } from '../kit/page.ts';
import { secretsOf } from '../kit/submission.ts';
import { name } from '../languages/html.ts';
import { stateBadge } from '../shared/words.ts';
import {
  fieldsForm,
  type OperatorScreen,
  type OperatorVisit,
  operatorNavigation,
  renameScreen,
  searchField,
  searchScreen,
} from './screens.ts';

const PATH = '/operator/organizations';
const ORGANIZATION = `${PATH}/:organizationId`;

export const organizationsScreen = searchScreen({
  path: PATH,
  name: 'organizations',
  title: 'Organizations',
  lead: html`<p><a class="button secondary" href="${PATH}/new">New organization</a></p>`,
  fields: [searchField('Name')],
  find: (operations, page) => operations.call('organization.list', page),
  columns: [
    ['Name', (row) => html`<a href="${PATH}/${row.organizationId}">${name(row.name)}</a>`],
    ['Id', ({ organizationId }) => organizationId, 'number'],
    ['Apps', ({ apps }) => apps, 'number'],
    ['Sandbox merchants', ({ sandboxMerchants }) => sandboxMerchants, 'number'],
    ['Developers', ({ developers }) => developers, 'number'],
    ['Created', ({ createdAt }) => when(createdAt)],
  ],
});

export const newOrganizationScreen: OperatorScreen = {
  path: `${PATH}/new`,
  name: 'newOrganization',
  show({ view, form }) {
    const fields = [{ name: 'name', label: 'Name' }];
    const filled = {
      action: `${PATH}/new`,
      form: form('newOrganization'),
      fields,
      submit: 'Create',
      isMain: true,
    } as const;
    const body = html`<a class="back" href="${PATH}">Organizations</a><h1>New organization</h1>
    <section class="card">${fieldsForm(view, filled)}</section>`;
    return { title: 'New organization', body, navigation: operatorNavigation('organizations') };
  },
  async change({ operations, fields }) {
    const created = await operations.call('organization.create', { name: textOf(fields, 'name') ?? '' });
    return { to: `${PATH}/${created.organizationId}`, message: `Created ${created.name}.` };
  },
};

const idOf = ({ id }: OperatorVisit) => ({ organizationId: id('organizationId') });
const organizationOf = (visit: OperatorVisit) => visit.operations.call('organization.show', idOf(visit));

/** One organization with its apps and developers. */
export const organizationScreen: OperatorScreen = {
  path: ORGANIZATION,
  name: 'organization',
  async show(visit) {
    const { operations } = visit;
    const organization = await organizationOf(visit);
    const apps = await operations.call('app.list', { ...idOf(visit), limit: 200 });
    const developers = await operations.call('developer.list', { ...idOf(visit), limit: 200 });
    const here = `${PATH}/${organization.organizationId}`;
    const body = html`<a class="back" href="${PATH}">Organizations</a><h1>${name(organization.name)}</h1>
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
      <h2>Add a developer</h2>${fieldsForm(visit.view, {
        action: `${here}/developers`,
        form: visit.form('addDeveloper'),
        fields: DEVELOPER_FIELDS,
        submit: 'Add',
      })}</section>`;
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

const DEVELOPER_FIELDS = [
  { name: 'email', label: 'E-mail', attributes: html`type="email"` },
  { name: 'name', label: 'Name', hint: 'Required for a person without a login.', optional: true },
];

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
