import { html } from 'hono/html';
import { CURRENCIES } from '../../../directory/currencies.ts';
import type { Member } from '../../../directory/describe-merchant.ts';
import type { Merchant } from '../../../directory/merchants.ts';
import type { Page as Rows } from '../../../directory/page.ts';
import { REGIONS } from '../../../storage/region.ts';
import { formProblems, selectField, textField } from '../../forms/fields.ts';
import { EMPTY_FORM, type FilledForm } from '../../forms/filled-form.ts';
import { type Html, name } from '../../languages/html.ts';
import type { Page } from '../../pages/layout.ts';
import { dataTable, olderLink, searchForm } from '../../pages/lists.ts';
import type { View } from '../../view.ts';
import { operatorOffice } from './operator-office.ts';
import { changeForm, day } from './operator-parts.ts';

const path = (companyId: number): string => `/operator/merchants/${companyId}`;

const kind = ({ demo }: Pick<Merchant, 'demo'>): Html =>
  demo ? html`<span class="badge sandbox">Demo</span>` : html`<span class="badge live">Live</span>`;

const same = (values: readonly string[]) => values.map((value) => [value, value] as const);

/** All merchants, with a search. */
export function merchantsPage(form: FilledForm, found: Rows<Merchant> | undefined): Page {
  const kinds = [
    ['', 'Demo and live'],
    ['live', 'Live'],
    ['demo', 'Demo'],
  ] as const;
  const fields = html`${textField(form, { name: 'search', label: 'Name', optional: true })}
    ${selectField(form, { name: 'region', label: 'Region', optional: true }, [['', 'Any region'], ...same(REGIONS)])}
    ${selectField(form, { name: 'kind', label: 'Kind', optional: true }, kinds)}`;
  const body = html`<h1>Merchants</h1>
    <p><a class="button secondary" href="/operator/merchants/new">New merchant</a></p>
    ${searchForm('/operator/merchants', fields)}
    ${
      found &&
      dataTable('Merchants', found.data, [
        ['Name', (merchant) => html`<a href="${path(merchant.companyId)}">${name(merchant.name)}</a>`],
        ['Company id', ({ companyId }) => companyId, 'number'],
        ['Region', ({ region }) => region],
        ['Kind', kind],
        ['Currency', ({ currency }) => currency],
        ['State', ({ active }) => (active ? 'Open' : 'Closed')],
      ])
    }
    ${found && olderLink('/operator/merchants', form.values, found.next)}`;
  return { title: 'Merchants', body, office: operatorOffice('merchants') };
}

const currencyNames = new Intl.DisplayNames('en', { type: 'currency' });
const CURRENCY_OPTIONS = [...CURRENCIES].sort().map((code) => [code, `${code} – ${currencyNames.of(code)}`] as const);

export function newMerchantPage(view: View, form: FilledForm): Page {
  const fields = html`${textField(form, { name: 'name', label: 'Name' })}
    ${selectField(form, { name: 'region', label: 'Region', hint: 'The cluster that keeps its data. It cannot be changed later.' }, same(REGIONS))}
    ${selectField(form, { name: 'currency', label: 'Currency', hint: 'It cannot be changed later.' }, CURRENCY_OPTIONS)}
    ${textField(form, {
      name: 'organizationId',
      label: 'Organization',
      hint: 'Its id makes the merchant a demo company in the organization’s sandbox. Leave it empty for a live merchant.',
      optional: true,
      attributes: html`inputmode="numeric"`,
    })}
    <p class="actions"><button>Create</button></p>`;
  const shown = ['name', 'region', 'currency', 'organizationId'];
  const body = html`<a class="back" href="/operator/merchants">Merchants</a><h1>New merchant</h1>
    <section class="card">${formProblems(form, shown)}${changeForm(view, '/operator/merchants/new', fields)}</section>`;
  return { title: 'New merchant', body, office: operatorOffice('merchants') };
}

/** The forms of a merchant's page, with what was wrong with the last one. */
export interface MerchantForms {
  readonly member?: FilledForm;
  readonly state?: FilledForm;
}

/** One merchant and its people. */
export function merchantPage(
  view: View,
  merchant: Merchant,
  members: readonly Member[],
  forms: MerchantForms = {},
): Page {
  const here = path(merchant.companyId);
  const body = html`<a class="back" href="/operator/merchants">Merchants</a><h1>${name(merchant.name)} ${kind(merchant)}</h1>
    ${facts(merchant)} ${people(view, here, members, forms.member ?? EMPTY_FORM)}
    ${openOrClose(view, here, merchant, forms.state ?? EMPTY_FORM)}`;
  return { title: merchant.name, body, office: operatorOffice('merchants') };
}

const facts = ({
  companyId,
  region,
  currency,
  organizationId,
  active,
}: Merchant): Html => html`<section class="card"><dl>
  <div><dt>Company id</dt><dd>${companyId}</dd></div>
  <div><dt>Region</dt><dd>${region}</dd></div>
  <div><dt>Currency</dt><dd>${currency}</dd></div>
  <div><dt>State</dt><dd>${active ? 'Open' : 'Closed'}</dd></div>
  ${organizationId !== null && html`<div><dt>Sandbox of</dt><dd><a href="/operator/organizations/${organizationId}">organization ${organizationId}</a></dd></div>`}
</dl>
  <p class="actions"><a class="button secondary" href="${path(companyId)}/name">Rename</a></p></section>`;

const ROLES = [
  ['employee', 'Employee'],
  ['owner', 'Owner'],
] as const;

const people = (
  view: View,
  here: string,
  members: readonly Member[],
  form: FilledForm,
): Html => html`<section class="card">
  ${dataTable('People', members, [
    ['Name', (person) => html`<a href="/operator/people/${person.userId}">${name(person.name)}</a>`],
    ['E-mail', ({ email }) => name(email)],
    ['Role', ({ role }) => role],
    ['Since', ({ createdAt }) => day(createdAt)],
  ])}
  <h2>Add a person</h2>${formProblems(form, ['email', 'name', 'role'])}
  ${changeForm(
    view,
    `${here}/members`,
    html`${textField(form, { name: 'email', label: 'E-mail', attributes: html`type="email"` })}
      ${textField(form, { name: 'name', label: 'Name', hint: 'Required for a person who has no login yet.', optional: true })}
      ${selectField(form, { name: 'role', label: 'Role', hint: 'Owners connect apps; employees see them.' }, ROLES)}
      <p class="actions"><button class="secondary">Add</button></p>`,
  )}</section>`;

const openOrClose = (
  view: View,
  here: string,
  { active }: Merchant,
  form: FilledForm,
): Html => html`<section class="card">
  <h2>${active ? 'Close the merchant' : 'Open the merchant again'}</h2>${formProblems(form, [])}
  <p>${active ? 'Apps and its people have no access until it is opened again. Its data stays.' : 'Apps and its people get their access back.'}</p>
  ${changeForm(view, `${here}/state`, html`<p class="actions"><button class="secondary ${active && 'danger'}" name="active" value="${active ? 'false' : 'true'}">${active ? 'Close' : 'Open'}</button></p>`)}
</section>`;
