import { html } from 'hono/html';
import { formProblems, textField } from '../kit/form/fields.ts';
import { numberOf, textOf } from '../kit/form/filled-form.ts';
import { dataTable, olderLink, searchForm } from '../kit/page/lists.ts';
import { showSearch } from '../kit/screen.ts';
import { name } from '../languages/html.ts';
import type { OperatorScreen } from './audience.ts';
import { operatorNavigation } from './navigation.ts';
import { changeForm, when } from './parts.ts';

const PATH = '/operator/organizations';

/** All organizations, with a search. */
export const organizationsScreen: OperatorScreen = {
  path: PATH,
  name: 'organizations',
  show: ({ operations, query }) =>
    showSearch(
      query,
      () => operations.call('organization.list', { search: textOf(query, 'search'), after: numberOf(query, 'after') }),
      (form, found) => {
        const body = html`<h1>Organizations</h1>
    <p><a class="button secondary" href="${PATH}/new">New organization</a></p>
    ${searchForm(PATH, textField(form, { name: 'search', label: 'Name', optional: true }))}
    ${
      found &&
      dataTable('Organizations', found.data, [
        ['Name', (row) => html`<a href="${PATH}/${row.organizationId}">${name(row.name)}</a>`],
        ['Id', ({ organizationId }) => organizationId, 'number'],
        ['Apps', ({ apps }) => apps, 'number'],
        ['Sandbox merchants', ({ sandboxMerchants }) => sandboxMerchants, 'number'],
        ['Developers', ({ developers }) => developers, 'number'],
        ['Created', ({ createdAt }) => when(createdAt)],
      ])
    }
    ${found && olderLink(PATH, form.values, found.next)}`;
        return { title: 'Organizations', body, navigation: operatorNavigation('organizations') };
      },
    ),
};

export const newOrganizationScreen: OperatorScreen = {
  path: `${PATH}/new`,
  name: 'newOrganization',
  show({ view, form }) {
    const filled = form('newOrganization');
    const fields = html`${textField(filled, { name: 'name', label: 'Name' })}<p class="actions"><button>Create</button></p>`;
    const body = html`<a class="back" href="${PATH}">Organizations</a><h1>New organization</h1>
    <section class="card">${formProblems(filled, ['name'])}${changeForm(view, `${PATH}/new`, fields)}</section>`;
    return { title: 'New organization', body, navigation: operatorNavigation('organizations') };
  },
  forms: {
    newOrganization: {
      async change({ operations, fields }) {
        const created = await operations.call('organization.create', { name: textOf(fields, 'name') ?? '' });
        return { to: `${PATH}/${created.organizationId}`, message: `Created ${created.name}.` };
      },
    },
  },
};
