import { html } from 'hono/html';
import { CURRENCIES } from '../../directory/merchants/currencies.ts';
import type { Merchant } from '../../directory/merchants/merchants.ts';
import { REGIONS } from '../../storage/region.ts';
import { formProblems, selectField, textField } from '../kit/form/fields.ts';
import { numberOf, textOf } from '../kit/form/filled-form.ts';
import { dataTable, olderLink, searchForm } from '../kit/page/lists.ts';
import { showSearch } from '../kit/screen.ts';
import { type Html, name } from '../languages/html.ts';
import type { OperatorScreen } from './audience.ts';
import { operatorNavigation } from './navigation.ts';
import { changeForm } from './parts.ts';

const PATH = '/operator/merchants';

export const merchantPath = (companyId: number): string => `${PATH}/${companyId}`;

export const kindBadge = ({ demo }: Pick<Merchant, 'demo'>): Html =>
  demo ? html`<span class="badge sandbox">Demo</span>` : html`<span class="badge live">Live</span>`;

const same = (values: readonly string[]) => values.map((value) => [value, value] as const);

const KINDS = [
  ['', 'Demo and live'],
  ['live', 'Live'],
  ['demo', 'Demo'],
] as const;

/** Values of the filter by kind. */
const DEMO = new Map([
  ['demo', true],
  ['live', false],
]);

/** All merchants, with a search. */
export const merchantsScreen: OperatorScreen = {
  path: PATH,
  name: 'merchants',
  show: ({ operations, query }) =>
    showSearch(
      query,
      () =>
        operations.call('merchant.list', {
          search: textOf(query, 'search'),
          region: REGIONS.find((region) => region === query.get('region')),
          demo: DEMO.get(query.get('kind') ?? ''),
          after: numberOf(query, 'after'),
        }),
      (form, found) => {
        const fields = html`${textField(form, { name: 'search', label: 'Name', optional: true })}
    ${selectField(form, { name: 'region', label: 'Region', optional: true }, [['', 'Any region'], ...same(REGIONS)])}
    ${selectField(form, { name: 'kind', label: 'Kind', optional: true }, KINDS)}`;
        const body = html`<h1>Merchants</h1>
    <p><a class="button secondary" href="${PATH}/new">New merchant</a></p>
    ${searchForm(PATH, fields)}
    ${found && merchantTable(found.data)}
    ${found && olderLink(PATH, form.values, found.next)}`;
        return { title: 'Merchants', body, navigation: operatorNavigation('merchants') };
      },
    ),
};

const merchantTable = (merchants: readonly Merchant[]): Html =>
  dataTable('Merchants', merchants, [
    ['Name', (merchant) => html`<a href="${merchantPath(merchant.companyId)}">${name(merchant.name)}</a>`],
    ['Company id', ({ companyId }) => companyId, 'number'],
    ['Region', ({ region }) => region],
    ['Kind', kindBadge],
    ['Currency', ({ currency }) => currency],
    ['State', ({ active }) => (active ? 'Open' : 'Closed')],
  ]);

const currencyNames = new Intl.DisplayNames('en', { type: 'currency' });
const CURRENCY_OPTIONS = [...CURRENCIES].sort().map((code) => [code, `${code} – ${currencyNames.of(code)}`] as const);

/** Creates a live merchant, or a demo company of an organization. */
export const newMerchantScreen: OperatorScreen = {
  path: `${PATH}/new`,
  name: 'newMerchant',
  show({ view, form }) {
    const filled = form('newMerchant');
    const fields = html`${textField(filled, { name: 'name', label: 'Name' })}
    ${selectField(filled, { name: 'region', label: 'Region', hint: 'The cluster that stores its data. It cannot be changed later.' }, same(REGIONS))}
    ${selectField(filled, { name: 'currency', label: 'Currency', hint: 'It cannot be changed later.' }, CURRENCY_OPTIONS)}
    ${textField(filled, {
      name: 'organizationId',
      label: 'Organization',
      hint: 'Enter its id to create a demo company in its sandbox. Leave it empty for a live merchant.',
      optional: true,
      attributes: html`inputmode="numeric"`,
    })}
    <p class="actions"><button>Create</button></p>`;
    const shown = ['name', 'region', 'currency', 'organizationId'];
    const body = html`<a class="back" href="${PATH}">Merchants</a><h1>New merchant</h1>
    <section class="card">${formProblems(filled, shown)}${changeForm(view, `${PATH}/new`, fields)}</section>`;
    return { title: 'New merchant', body, navigation: operatorNavigation('merchants') };
  },
  forms: {
    newMerchant: {
      async change({ operations, fields }) {
        const { companyId, name: text } = await operations.call('merchant.create', {
          name: textOf(fields, 'name') ?? '',
          region: REGIONS.find((known) => known === fields.get('region')) ?? REGIONS[0],
          currency: textOf(fields, 'currency') ?? '',
          organizationId: numberOf(fields, 'organizationId'),
        });
        return { to: merchantPath(companyId), message: `Created ${text}.` };
      },
    },
  },
};
