import { html } from 'hono/html';
import type { Member } from '../../directory/merchants/describe-merchant.ts';
import type { Merchant } from '../../directory/merchants/merchants.ts';
import type { StoreSummary } from '../../directory/merchants/stores.ts';
import type { Region } from '../../storage/region.ts';
import { formProblems, type Options, selectField, textField } from '../kit/form/fields.ts';
import { type FilledForm, filledWith } from '../kit/form/filled-form.ts';
import type { Page } from '../kit/page/layout.ts';
import { hidden, notice } from '../kit/page/parts.ts';
import type { View } from '../kit/page/view.ts';
import { type Html, name } from '../languages/html.ts';
import type { RejectedForm } from './app-page.ts';
import type { Developer } from './developer.ts';
import { consoleNavigation, inOrganization, organizationSwitch } from './navigation.ts';

const REGION_NAMES: Readonly<Record<Region, string>> = {
  UK: 'United Kingdom',
  US: 'United States',
  IN: 'India',
  AE: 'United Arab Emirates',
};

const REGION_OPTIONS: Options = Object.entries(REGION_NAMES);

export const merchantPath = ({ companyId }: Pick<Merchant, 'companyId'>, rest = ''): string =>
  `/console/merchants/${companyId}${rest}`;

/** The organization's sandbox merchants. */
export function merchantsPage(developer: Developer, merchants: readonly Merchant[]): Page {
  const add = html`<a class="button" href="${inOrganization(developer, '/console/merchants/new')}">New sandbox merchant</a>`;
  const body = html`${organizationSwitch(developer, '/console/merchants')}
    <div class="heading"><h1>Sandbox merchants</h1>${merchants.length > 0 && add}</div>
    <p class="lead">All apps of the organization can reach them in the sandbox. None of them is a real business.</p>
    ${merchants.length === 0 ? nothing(add) : html`<ul class="cards">${merchants.map(merchantCard)}</ul>`}`;
  return { title: 'Sandbox merchants', body, navigation: consoleNavigation(developer, 'merchants') };
}

const nothing = (add: Html): Html => html`<div class="empty">
  <h2>No sandbox merchants yet</h2>
  <p>A new one starts with stores, suppliers, taxes, items, orders and two weeks of sales.</p>
  <p>${add}</p>
</div>`;

const merchantCard = (merchant: Merchant): Html => html`<li class="card link">
  <h2><a href="${merchantPath(merchant)}">${name(merchant.name)}</a></h2>
  ${facts(merchant)}
</li>`;

const facts = ({ companyId, region, currency, active }: Merchant): Html => html`<dl>
  <div><dt>Company id</dt><dd><code>${companyId}</code></dd></div>
  <div><dt>Region</dt><dd>${REGION_NAMES[region]}</dd></div>
  <div><dt>Currency</dt><dd>${currency}</dd></div>
  ${!active && html`<div><dt>State</dt><dd>Closed by an operator</dd></div>`}
</dl>`;

/** Creates a sandbox merchant with demo data. */
export function newMerchantPage(view: View, developer: Developer, form: FilledForm): Page {
  const body = html`<p><a class="back" href="${inOrganization(developer, '/console/merchants')}">Sandbox merchants</a></p>
    <h1>New sandbox merchant</h1>
    <form class="card" method="post" action="${inOrganization(developer, '/console/merchants/new')}">
      ${hidden('token', view.formToken)} ${formProblems(form, ['name', 'region'])}
      ${textField(form, { name: 'name', label: 'Name', attributes: html`maxlength="255" autocomplete="off"` })}
      ${selectField(
        form,
        {
          name: 'region',
          label: 'Region',
          hint: 'Where its data is stored. It also decides the currency and the tax.',
        },
        REGION_OPTIONS,
      )}
      <p class="small">It starts with two stores, suppliers, taxes, items, a menu, orders in every state and two weeks of sales. This takes a few seconds.</p>
      <div class="actions"><button>Create merchant</button></div>
    </form>`;
  return { title: 'New sandbox merchant', body, navigation: consoleNavigation(developer, 'merchants') };
}

/** A sandbox merchant with what is in it. */
export interface ShownMerchant {
  readonly developer: Developer;
  readonly merchant: Merchant;
  /** Undefined while its region is away. */
  readonly stores: readonly StoreSummary[] | undefined;
  readonly members: readonly Member[];
  readonly rejected?: RejectedForm | undefined;
}

/** The ids of a sandbox merchant, its people, and how to begin again. */
export function merchantPage(view: View, shown: ShownMerchant): Page {
  const { developer, merchant, rejected } = shown;
  const body = html`<p><a class="back" href="${inOrganization(developer, '/console/merchants')}">Sandbox merchants</a></p>
    <h1>${name(merchant.name)}</h1>
    ${rejected?.name === 'other' && rejected.filled.problems.map(({ message }) => notice('error', message))}
    <section class="card"><h2>Ids</h2>${facts(merchant)} ${storeTable(shown)}</section>
    ${people(view, shown)}
    ${rename(view, shown)}
    <section class="card">
      <h2>Start over</h2>
      <p>A reset deletes everything that the merchant has and gives it new demo data. Its company id, people and connections stay.</p>
      <p class="actions"><a class="button secondary danger" href="${merchantPath(merchant, '/reset')}">Reset data</a></p>
    </section>`;
  return { title: merchant.name, body, navigation: consoleNavigation(developer, 'merchants') };
}

function storeTable({ stores }: ShownMerchant): Html {
  if (!stores) return notice('hint', 'The region is unavailable, so its stores cannot be shown right now.');
  if (stores.length === 0) return html`<p>It has no stores yet. Reset its data to get some.</p>`;
  const row = ({ storeId, name: text, code }: StoreSummary) =>
    html`<tr><td><code>${storeId}</code></td><td>${name(text)}</td><td>${code}</td></tr>`;
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Stores"><table>
    <thead><tr><th scope="col">Store id</th><th scope="col">Name</th><th scope="col">Code</th></tr></thead>
    <tbody>${stores.map(row)}</tbody>
  </table></div>`;
}

const people = (view: View, { merchant, members }: ShownMerchant): Html => html`<section class="card" id="people">
  <h2>Logins</h2>
  <p class="small">To try the consent screen, sign in as an owner in another browser. An employee sees that only the owner can connect an app.</p>
  <ul class="rows">${members.map((member) => memberRow(merchant, member))}</ul>
  <form method="post" action="${merchantPath(merchant, '/people')}" class="actions">
    ${hidden('token', view.formToken)}
    <button class="secondary" name="role" value="owner">Create owner login</button>
    <button class="secondary" name="role" value="employee">Create employee login</button>
  </form>
</section>`;

const memberRow = (merchant: Merchant, { userId, email, name: text, role }: Member): Html =>
  html`<li class="line"><span>${name(text)} · ${name(email)} <span class="badge">${role === 'owner' ? 'Owner' : 'Employee'}</span></span>
    <a class="button quiet" href="${merchantPath(merchant, `/people/${userId}/remove`)}" aria-label="Remove ${text}">Remove</a></li>`;

function rename(view: View, { merchant, rejected }: ShownMerchant): Html {
  const form = rejected?.name === 'name' ? rejected.filled : filledWith({ newName: merchant.name });
  return html`<section class="card"><h2>Name</h2>
    <form method="post" action="${merchantPath(merchant, '/name')}">
      ${hidden('token', view.formToken)} ${formProblems(form, ['newName'])}
      ${textField(form, { name: 'newName', label: 'Name of the merchant', attributes: html`maxlength="255" autocomplete="off"` })}
      <div class="actions"><button class="secondary">Rename</button></div>
    </form></section>`;
}
