import { html } from 'hono/html';
import { CURRENCIES } from '../../control/merchants/currencies.ts';
import type { Merchant } from '../../control/merchants/merchants.ts';
import { REGIONS } from '../../process/region.ts';
import type { AnyField } from '../kit/form/fields.ts';
import { numberOf, textOf } from '../kit/form/filled-form.ts';
import { type Html, name } from '../languages/html.ts';
import type { OperatorScreen, OperatorVisit } from './audience.ts';
import { fieldsForm } from './fields-form.ts';
import { operatorNavigation } from './navigation.ts';
import { filterField, searchField, searchScreen } from './search-screen.ts';

const PATH = '/operator/merchants';

export const merchantPath = (companyId: number): string => `${PATH}/${companyId}`;

export const merchantOf = ({ operations, id }: OperatorVisit): Promise<Merchant> =>
  operations.call('merchant.show', { companyId: id('companyId') });

export const kindBadge = ({ demo }: Pick<Merchant, 'demo'>): Html =>
  demo ? html`<span class="badge sandbox">Demo</span>` : html`<span class="badge live">Live</span>`;

const KINDS = [
  ['', 'Demo and live'],
  ['live', 'Live'],
  ['demo', 'Demo'],
] as const;

/** Values of the filter for each kind. */
const DEMO = new Map([
  ['demo', true],
  ['live', false],
]);

export const merchantsScreen = searchScreen({
  path: PATH,
  name: 'merchants',
  title: 'Merchants',
  lead: html`<p><a class="button secondary" href="${PATH}/new">New merchant</a></p>`,
  fields: [
    searchField('Name'),
    filterField('region', 'Region', 'Any region', REGIONS),
    { name: 'kind', label: 'Kind', optional: true, options: KINDS },
  ],
  find: (operations, page, query) =>
    operations.call('merchant.list', {
      ...page,
      region: REGIONS.find((region) => region === query.get('region')),
      demo: DEMO.get(query.get('kind') ?? ''),
    }),
  columns: [
    ['Name', (merchant) => html`<a href="${merchantPath(merchant.companyId)}">${name(merchant.name)}</a>`],
    ['Company id', ({ companyId }) => companyId, 'number'],
    ['Region', ({ region }) => region],
    ['Kind', kindBadge],
    ['Currency', ({ currency }) => currency],
    ['State', ({ active }) => (active ? 'Open' : 'Closed')],
  ],
});

const currencyNames = new Intl.DisplayNames('en', { type: 'currency' });

const FIELDS: readonly AnyField[] = [
  { name: 'name', label: 'Name' },
  {
    name: 'region',
    label: 'Region',
    hint: 'The cluster that stores its data. It cannot be changed later.',
    options: REGIONS.map((region) => [region, region] as const),
  },
  {
    name: 'currency',
    label: 'Currency',
    hint: 'It cannot be changed later.',
    options: [...CURRENCIES].sort().map((code) => [code, `${code} – ${currencyNames.of(code)}`] as const),
  },
  {
    name: 'organizationId',
    label: 'Organization',
    hint: 'Enter its id to create a demo company in its sandbox. Leave it empty for a live merchant.',
    optional: true,
    attributes: html`inputmode="numeric"`,
  },
];

/** Creates a live merchant, or a demo company of an organization. */
export const newMerchantScreen: OperatorScreen = {
  path: `${PATH}/new`,
  name: 'newMerchant',
  show({ view, form }) {
    const filled = {
      action: `${PATH}/new`,
      form: form('newMerchant'),
      fields: FIELDS,
      submit: 'Create',
      isMain: true,
    } as const;
    const body = html`<a class="back" href="${PATH}">Merchants</a><h1>New merchant</h1>
    <section class="card">${fieldsForm(view, filled)}</section>`;
    return { title: 'New merchant', body, navigation: operatorNavigation('merchants') };
  },
  async change({ operations, fields }) {
    const created = await operations.call('merchant.create', {
      name: textOf(fields, 'name') ?? '',
      region: REGIONS.find((known) => known === fields.get('region')) ?? REGIONS[0],
      currency: textOf(fields, 'currency') ?? '',
      organizationId: numberOf(fields, 'organizationId'),
    });
    return { to: merchantPath(created.companyId), message: `Created ${created.name}.` };
  },
};
