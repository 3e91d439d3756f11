import { html } from 'hono/html';
import * as v from 'valibot';
import type { Merchant } from '../../control/merchants/merchants.ts';
import { spendAtSource } from '../../pipeline/rate-limit.ts';
import { REGIONS, type Region } from '../../process/region.ts';
import { type AnyField, formFields } from '../kit/form/fields.ts';
import { hidden } from '../kit/page/parts.ts';
import { requireBudget } from '../kit/session/throttle.ts';
import { type Html, name } from '../languages/html.ts';
import type { ConsoleScreen, ConsoleVisit } from './audience.ts';
import { consoleNavigation, inOrganization, organizationSwitch } from './navigation.ts';

const PATH = '/console/merchants';

export const merchantPath = ({ companyId }: Pick<Merchant, 'companyId'>, rest = ''): string =>
  `${PATH}/${companyId}${rest}`;

const REGION_NAMES: Readonly<Record<Region, string>> = {
  UK: 'United Kingdom',
  US: 'United States',
  IN: 'India',
  AE: 'United Arab Emirates',
};

/** Currency of most merchants in a region. */
const CURRENCIES: Readonly<Record<Region, string>> = { UK: 'GBP', US: 'USD', IN: 'INR', AE: 'AED' };

export const merchantsScreen: ConsoleScreen = {
  path: PATH,
  name: 'merchants',
  async show(visit) {
    const { operations, organizationId } = visit;
    const { data: merchants } = await operations.call('merchant.list', { organizationId, limit: 200 });
    const add = html`<a class="button" href="${inOrganization(visit, `${PATH}/new`)}">New sandbox merchant</a>`;
    const body = html`${organizationSwitch(visit, PATH)}
    <div class="heading"><h1>Sandbox merchants</h1>${merchants.length > 0 && add}</div>
    <p class="lead">All apps of the organization can reach them in the sandbox. None of them is a real business.</p>
    ${merchants.length === 0 ? nothing(add) : html`<ul class="cards">${merchants.map(merchantCard)}</ul>`}`;
    return { title: 'Sandbox merchants', body, navigation: consoleNavigation(visit, 'merchants') };
  },
};

const nothing = (add: Html): Html => html`<div class="empty">
  <h2>No sandbox merchants yet</h2>
  <p>A new one starts with stores, suppliers, taxes, items, orders and two weeks of sales.</p>
  <p>${add}</p>
</div>`;

const merchantCard = (merchant: Merchant): Html => html`<li class="card link">
  <h2><a href="${merchantPath(merchant)}">${name(merchant.name)}</a></h2>
  ${merchantFacts(merchant)}
</li>`;

export const merchantFacts = ({ companyId, region, currency, active }: Merchant): Html => html`<dl>
  <div><dt>Company id</dt><dd><code>${companyId}</code></dd></div>
  <div><dt>Region</dt><dd>${REGION_NAMES[region]}</dd></div>
  <div><dt>Currency</dt><dd>${currency}</dd></div>
  ${!active && html`<div><dt>State</dt><dd>Closed by an operator</dd></div>`}
</dl>`;

const FIELDS: readonly AnyField[] = [
  { name: 'name', label: 'Name', attributes: html`maxlength="255" autocomplete="off"` },
  {
    name: 'region',
    label: 'Region',
    hint: 'Where its data is stored. It also decides the currency and the tax.',
    options: Object.entries(REGION_NAMES),
  },
];

/** Creates a sandbox merchant filled with demo data. */
export const newMerchantScreen: ConsoleScreen = {
  path: `${PATH}/new`,
  name: 'newMerchant',
  show(visit) {
    const body = html`<p><a class="back" href="${inOrganization(visit, PATH)}">Sandbox merchants</a></p>
    <h1>New sandbox merchant</h1>
    <form class="card" method="post" action="${inOrganization(visit, `${PATH}/new`)}">
      ${hidden('token', visit.view.formToken)} ${formFields(visit.form('newMerchant'), FIELDS)}
      <p class="small">It starts with two stores, suppliers, taxes, items, a menu, orders in every state and two weeks of sales. This takes a few seconds.</p>
      <div class="actions"><button>Create merchant</button></div>
    </form>`;
    return { title: 'New sandbox merchant', body, navigation: consoleNavigation(visit, 'merchants') };
  },
  async change(visit) {
    const { operations, organizationId, fields } = visit;
    await spendOnData(visit);
    const region = v.parse(v.fallback(v.picklist(REGIONS), 'UK'), fields.get('region'));
    const input = { name: fields.get('name') ?? '', region, currency: CURRENCIES[region], organizationId };
    const created = await operations.call('merchant.create', { ...input, demoData: true });
    return { to: merchantPath(created), message: `${created.name} is ready, with company id ${created.companyId}.` };
  },
};

/**
 * Limits expensive work: filling a merchant with data takes seconds of database time, and hashing a
 * login's password is slow.
 */
export async function spendOnData({ ctx, deps }: ConsoleVisit): Promise<void> {
  const { counters, clock, limits } = deps;
  const budget = await spendAtSource(counters, clock, 'sandbox-data', ctx.state.source, limits.sandboxes);
  requireBudget(budget);
}
