import { html } from 'hono/html';
import type { AppSummary } from '../../directory/apps/describe-app.ts';
import type { Page as Rows } from '../../directory/page.ts';
import type { OrganizationSummary, StaffMember } from '../../directory/people/describe-organization.ts';
import { formProblems, textField } from '../kit/form/fields.ts';
import { EMPTY_FORM, type FilledForm } from '../kit/form/filled-form.ts';
import type { Page } from '../kit/page/layout.ts';
import { dataTable, olderLink, searchForm } from '../kit/page/lists.ts';
import type { View } from '../kit/page/view.ts';
import { name } from '../languages/html.ts';
import { stateBadge } from '../shared/app-words.ts';
import { operatorNavigation } from './navigation.ts';
import { changeForm, when } from './operator-parts.ts';

const path = (id: number): string => `/operator/organizations/${id}`;

/** All organizations, with a search. */
export function organizationsPage(form: FilledForm, found: Rows<OrganizationSummary> | undefined): Page {
  const body = html`<h1>Organizations</h1>
    <p><a class="button secondary" href="/operator/organizations/new">New organization</a></p>
    ${searchForm('/operator/organizations', textField(form, { name: 'search', label: 'Name', optional: true }))}
    ${
      found &&
      dataTable('Organizations', found.data, [
        ['Name', (row) => html`<a href="${path(row.organizationId)}">${name(row.name)}</a>`],
        ['Id', ({ organizationId }) => organizationId, 'number'],
        ['Apps', ({ apps }) => apps, 'number'],
        ['Sandbox merchants', ({ sandboxMerchants }) => sandboxMerchants, 'number'],
        ['Developers', ({ developers }) => developers, 'number'],
        ['Created', ({ createdAt }) => when(createdAt)],
      ])
    }
    ${found && olderLink('/operator/organizations', form.values, found.next)}`;
  return { title: 'Organizations', body, navigation: operatorNavigation('organizations') };
}

export function newOrganizationPage(view: View, form: FilledForm): Page {
  const fields = html`${textField(form, { name: 'name', label: 'Name' })}<p class="actions"><button>Create</button></p>`;
  const body = html`<a class="back" href="/operator/organizations">Organizations</a><h1>New organization</h1>
    <section class="card">${formProblems(form, ['name'])}${changeForm(view, '/operator/organizations/new', fields)}</section>`;
  return { title: 'New organization', body, navigation: operatorNavigation('organizations') };
}

interface Organization {
  readonly summary: OrganizationSummary;
  readonly apps: readonly AppSummary[];
  readonly developers: readonly StaffMember[];
}

/** The forms of an organization's page, with what was wrong with the last one. */
export interface OrganizationForms {
  readonly developer?: FilledForm;
}

/** One organization with its apps and developers. */
export function organizationPage(
  view: View,
  { summary, apps, developers }: Organization,
  forms: OrganizationForms = {},
): Page {
  const here = path(summary.organizationId);
  const developer = forms.developer ?? EMPTY_FORM;
  const body = html`<a class="back" href="/operator/organizations">Organizations</a><h1>${name(summary.name)}</h1>
    <p class="actions"><a class="button secondary" href="${here}/name">Rename</a></p>
    <section class="card">${dataTable('Apps', apps, [
      ['App', (app) => html`<a href="/operator/apps/${app.id}">${name(app.name)}</a>`],
      ['State', ({ state }) => stateBadge(state)],
      ['Product', ({ product }) => product],
    ])}</section>
    <section class="card">${dataTable('Developers', developers, [
      ['Name', (person) => html`<a href="/operator/people/${person.userId}">${name(person.name)}</a>`],
      ['E-mail', ({ email }) => name(email)],
      ['Since', ({ since }) => when(since)],
    ])}
      <h2>Add a developer</h2>${formProblems(developer, ['email', 'name'])}
      ${changeForm(
        view,
        `${here}/developers`,
        html`${textField(developer, { name: 'email', label: 'E-mail', attributes: html`type="email"` })}
          ${textField(developer, { name: 'name', label: 'Name', hint: 'Required for a person without a login.', optional: true })}
          <p class="actions"><button class="secondary">Add</button></p>`,
      )}</section>`;
  return { title: summary.name, body, navigation: operatorNavigation('organizations') };
}
