import { html } from 'hono/html';
import { CURRENCIES } from '../../directory/merchants/currencies.ts';
import type { Merchant } from '../../directory/merchants/merchants.ts';
import type { Page as Rows } from '../../directory/page.ts';
import { cellName } from '../../storage/cells.ts';
import { REGIONS } from '../../storage/region.ts';
import { formProblems, selectField, textField } from '../kit/form/fields.ts';
import { EMPTY_FORM, type FilledForm } from '../kit/form/filled-form.ts';
import { confirmation } from '../kit/page/confirmation.ts';
import type { Page } from '../kit/page/layout.ts';
import { dataTable, olderLink, searchForm } from '../kit/page/lists.ts';
import { hidden } from '../kit/page/parts.ts';
import type { View } from '../kit/page/view.ts';
import { type Html, name } from '../languages/html.ts';
import { peopleSections, type ShownPeople } from './member-pages.ts';
import { operatorNavigation } from './navigation.ts';
import { changeForm } from './operator-parts.ts';

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
  return { title: 'Merchants', body, navigation: operatorNavigation('merchants') };
}

const currencyNames = new Intl.DisplayNames('en', { type: 'currency' });
const CURRENCY_OPTIONS = [...CURRENCIES].sort().map((code) => [code, `${code} – ${currencyNames.of(code)}`] as const);

export function newMerchantPage(view: View, form: FilledForm): Page {
  const fields = html`${textField(form, { name: 'name', label: 'Name' })}
    ${selectField(form, { name: 'region', label: 'Region', hint: 'The cluster that stores its data. It cannot be changed later.' }, same(REGIONS))}
    ${selectField(form, { name: 'currency', label: 'Currency', hint: 'It cannot be changed later.' }, CURRENCY_OPTIONS)}
    ${textField(form, {
      name: 'organizationId',
      label: 'Organization',
      hint: 'Enter its id to create a demo company in its sandbox. Leave it empty for a live merchant.',
      optional: true,
      attributes: html`inputmode="numeric"`,
    })}
    <p class="actions"><button>Create</button></p>`;
  const shown = ['name', 'region', 'currency', 'organizationId'];
  const body = html`<a class="back" href="/operator/merchants">Merchants</a><h1>New merchant</h1>
    <section class="card">${formProblems(form, shown)}${changeForm(view, '/operator/merchants/new', fields)}</section>`;
  return { title: 'New merchant', body, navigation: operatorNavigation('merchants') };
}

/** The forms of a merchant's page, with what was wrong with the last one. */
export interface MerchantForms {
  readonly invitation?: FilledForm;
  readonly member?: FilledForm;
  readonly state?: FilledForm;
}

/** One merchant and its people. */
export function merchantPage(
  view: View,
  merchant: Merchant,
  people: Pick<ShownPeople, 'members' | 'invitations'>,
  forms: MerchantForms = {},
): Page {
  const here = path(merchant.companyId);
  const body = html`<a class="back" href="/operator/merchants">Merchants</a><h1>${name(merchant.name)} ${kind(merchant)}</h1>
    ${facts(merchant)} ${peopleSections(view, here, { ...people, ...forms })}
    ${openOrClose(view, here, merchant, forms.state ?? EMPTY_FORM)} ${erasure(here)}`;
  return { title: merchant.name, body, navigation: operatorNavigation('merchants') };
}

const facts = ({
  companyId,
  region,
  cell,
  currency,
  organizationId,
  active,
}: Merchant): Html => html`<section class="card"><dl>
  <div><dt>Company id</dt><dd>${companyId}</dd></div>
  <div><dt>Region</dt><dd>${region}</dd></div>
  <div><dt>Cell</dt><dd>${cellName({ region, cell })}</dd></div>
  <div><dt>Currency</dt><dd>${currency}</dd></div>
  <div><dt>State</dt><dd>${active ? 'Open' : 'Closed'}</dd></div>
  ${organizationId !== null && html`<div><dt>Sandbox of</dt><dd><a href="/operator/organizations/${organizationId}">organization ${organizationId}</a></dd></div>`}
</dl>
  <p class="actions"><a class="button secondary" href="${path(companyId)}/name">Rename</a></p></section>`;

const openOrClose = (
  view: View,
  here: string,
  { active }: Merchant,
  form: FilledForm,
): Html => html`<section class="card">
  <h2>${active ? 'Close the merchant' : 'Open the merchant again'}</h2>${formProblems(form, [])}
  <p>${active ? CLOSING : 'Its apps and people get their access back.'}</p>
  ${
    active
      ? html`<p class="actions"><a class="button secondary danger" href="${here}/state">Close</a></p>`
      : changeForm(
          view,
          `${here}/state`,
          html`<p class="actions"><button class="secondary" name="active" value="true">Open</button></p>`,
        )
  }
</section>`;

const CLOSING = 'Its apps and people have no access until it is opened again. Its data is kept.';

export function closePage(view: View, { companyId, name: text }: Merchant): Page {
  const here = path(companyId);
  const body = confirmation(view, {
    title: html`Close ${name(text)}?`,
    effect: CLOSING,
    action: `${here}/state`,
    fields: hidden('active', 'false'),
    submit: 'Close',
    back: here,
  });
  return { title: `Close ${text}`, body, navigation: operatorNavigation('merchants') };
}

const erasure = (here: string): Html => html`<section class="card">
  <h2>Erase personal data</h2>
  <p>For a merchant that has left: its connections end and its people are erased. Its records are kept for the books.</p>
  <p class="actions"><a class="button secondary danger" href="${here}/erase">Erase</a></p>
</section>`;

export function erasePage(view: View, merchant: Merchant, form: FilledForm): Page {
  const here = path(merchant.companyId);
  const body = confirmation(view, {
    title: html`Erase ${name(merchant.name)}?`,
    effect:
      'The merchant is closed and its connections end. People with no other role are erased, and so are open invitations, contact details of its suppliers, the log of requests for it, and addresses in its audit log. This cannot be undone.',
    action: `${here}/erase`,
    submit: 'Erase',
    back: here,
    problems: formProblems(form, []),
  });
  return { title: `Erase ${merchant.name}`, body, navigation: operatorNavigation('merchants') };
}
