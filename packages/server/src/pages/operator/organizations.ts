import { html } from 'hono/html';
import { when } from '../kit/instants.ts';
import { form, formOf, submits } from '../kit/operation-screens.ts';
import { dataTable } from '../kit/page.ts';
import { pathOf } from '../kit/screen.ts';
import { name } from '../languages/html.ts';
import { stateBadge } from '../shared/words.ts';
import { list, type OperatorScreen, type OperatorVisit } from './screens.ts';

const PATH = '/operator/organizations';
const ORGANIZATION = `${PATH}/:organizationId`;

export const organizationsScreen = list('organization.list', {
  path: PATH,
  name: 'organizations',
  title: 'Organizations',
  lead: html`<p><a class="button secondary" href="${PATH}/new">New organization</a></p>`,
  filters: ['search'],
  columns: [
    ['Name', (row) => html`<a href="${PATH}/${row.organizationId}">${name(row.name)}</a>`],
    ['Id', ({ organizationId }) => organizationId, 'number'],
    ['Apps', ({ apps }) => apps, 'number'],
    ['Sandbox merchants', ({ sandboxMerchants }) => sandboxMerchants, 'number'],
    ['Developers', ({ developers }) => developers, 'number'],
    ['Created', ({ createdAt }) => when(createdAt)],
  ],
});

export const newOrganizationScreen: OperatorScreen = form('organization.create', {
  path: `${PATH}/new`,
  name: 'newOrganization',
  fields: ['name'],
  submit: 'Create',
  page: () => ({ title: 'New organization', back: [PATH, 'Organizations'] }),
  to: (_, { organizationId }) => `${PATH}/${organizationId}`,
});

const idOf = ({ id }: OperatorVisit) => ({ organizationId: id('organizationId') });
const organizationOf = (visit: OperatorVisit) => visit.operations.call('organization.show', idOf(visit));

const DEVELOPER_FIELDS = ['email', 'name'] as const;

export const organizationScreen: OperatorScreen = {
  path: ORGANIZATION,
  name: 'organization',
  async show(visit) {
    const { operations } = visit;
    const organization = await organizationOf(visit);
    const apps = await operations.call('app.list', { ...idOf(visit), limit: 200 });
    const developers = await operations.call('developer.list', { ...idOf(visit), limit: 200 });
    const here = `${PATH}/${organization.organizationId}`;
    const adding = { name: 'addDeveloper', action: `${here}/developers`, fields: DEVELOPER_FIELDS, submit: 'Add' };
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
      <h2>Add a developer</h2>${formOf(visit, 'developer.add', adding)}</section>`;
    return { title: organization.name, body };
  },
  forms: { addDeveloper: { path: '/developers', change: submits('developer.add', DEVELOPER_FIELDS) } },
};

export const renameOrganizationScreen: OperatorScreen = form('organization.update', {
  path: `${ORGANIZATION}/name`,
  name: 'renameOrganization',
  fields: ['name'],
  submit: 'Rename',
  async page(visit) {
    const { name: current } = await organizationOf(visit);
    return {
      title: `Rename ${current}`,
      heading: 'Rename',
      back: [pathOf(organizationScreen, visit.ctx), name(current)],
      values: { name: current },
    };
  },
  to: ({ ctx }) => pathOf(organizationScreen, ctx),
});
