import { randomBytes } from 'node:crypto';
import { html } from 'hono/html';
import * as v from 'valibot';
import type { AppSummary } from '../../control/describe-app.ts';
import type { Member } from '../../control/members.ts';
import type { Merchant, StoreSummary } from '../../control/merchants.ts';
import { spendAtSource } from '../../pipeline/rate-limit.ts';
import { REGIONS, type Region } from '../../process/region.ts';
import { type AnyField, formFields, renameField } from '../kit/fields.ts';
import { ask } from '../kit/operation-screens.ts';
import { hidden, notice, ownForm, type View } from '../kit/page.ts';
import { requireBudget } from '../kit/sign-in.ts';
import { secretsOf } from '../kit/submission.ts';
import { type Html, name } from '../languages/html.ts';
import { memberOf } from '../shared/members.ts';
import {
  type ConsoleScreen,
  type ConsoleVisit,
  consoleNavigation,
  inOrganization,
  organizationSwitch,
} from './layout.ts';

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

const merchantFacts = ({ companyId, region, currency, active }: Merchant): Html => html`<dl>
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

const idOf = ({ id }: ConsoleVisit) => ({ companyId: id('companyId') });
const merchantOf = (visit: ConsoleVisit): Promise<Merchant> => visit.operations.call('merchant.show', idOf(visit));

/** The ids of a sandbox merchant, its people, and how to start over. */
export const merchantScreen: ConsoleScreen = {
  path: '/console/merchants/:companyId',
  name: 'merchant',
  async show(visit) {
    const { view } = visit;
    const merchant = await merchantOf(visit);
    const { operations, organizationId } = visit;
    const [{ data: members }, { data: apps }] = await Promise.all([
      operations.call('member.list', { ...idOf(visit), limit: 200 }),
      operations.call('app.list', { organizationId, limit: 200 }),
    ]);
    const body = html`<p><a class="back" href="${inOrganization(visit, '/console/merchants')}">Sandbox merchants</a></p>
    <h1>${name(merchant.name)}</h1>
    <section class="card"><h2>Ids</h2>${merchantFacts(merchant)} ${storeTable(await storesOf(visit))}</section>
    <section class="card"><h2>Till</h2>
      <p>Sell, refund, and keep orders open, to see sales, stock and changes move.</p>
      <p class="actions"><a class="button secondary" href="${merchantPath(merchant, '/till')}">Open the till</a></p>
    </section>
    <section class="card"><h2>Data</h2>
      <p>See and change the records as one of your apps does, or load items from a CSV or NDJSON file.</p>
      <p class="actions"><a class="button secondary" href="${merchantPath(merchant, '/records')}">See the records</a>
      <a class="button secondary" href="${merchantPath(merchant, '/data')}">Load data</a></p>
    </section>
    <section class="card"><h2>States</h2>
      <p>Meet what is rare on demand: a half-received order, an expired grant, a region that is away.</p>
      <p class="actions"><a class="button secondary" href="${merchantPath(merchant, '/scenarios')}">Open the states</a></p>
    </section>
    ${people(view, merchant, members, apps.filter(asksMerchants))}
    ${rename(visit, merchant)}
    <section class="card">
      <h2>Start over</h2>
      <p>A reset deletes everything that the merchant has and gives it new demo data. Its company id, people and connections stay.</p>
      <p class="actions"><a class="button secondary danger" href="${merchantPath(merchant, '/reset')}">Reset data</a></p>
    </section>`;
    return { title: merchant.name, body, navigation: consoleNavigation(visit, 'merchants') };
  },
  forms: {
    renameMerchant: {
      path: '/name',
      async change(visit) {
        const input = { ...idOf(visit), name: visit.fields.get('newName') ?? '' };
        const renamed = await renameField('name', 'newName', () => visit.operations.call('merchant.update', input));
        return { message: `The merchant is now called ${renamed.name}.` };
      },
    },
    addMember: {
      path: '/people',
      /** Uses a made-up address, so that the page cannot reveal who has an account. */
      async change(visit) {
        await spendOnData(visit);
        const role = visit.fields.get('role') === 'owner' ? 'owner' : 'employee';
        const email = `${role}-${randomBytes(4).toString('hex')}@sandbox.example`;
        const person = { ...idOf(visit), email, name: `Sandbox ${role}`, role } as const;
        const added = await visit.operations.call('member.add', person);
        const secrets = [{ label: 'E-mail address', value: added.email }, ...secretsOf(added)];
        return { message: `The ${role} login is ready.`, secrets };
      },
    },
  },
};

/** Returns no stores while the merchant's region is unreachable; the rest of the page still works. */
async function storesOf(visit: ConsoleVisit): Promise<readonly StoreSummary[] | undefined> {
  try {
    return (await visit.operations.call('store.list', idOf(visit))).data;
  } catch (err) {
    visit.deps.log.warn({ err }, 'the stores of a sandbox merchant could not be read');
    return undefined;
  }
}

function storeTable(stores: readonly StoreSummary[] | undefined): Html {
  if (!stores) return notice('hint', 'The region is unavailable, so its stores cannot be shown right now.');
  if (stores.length === 0) return html`<p>It has no stores yet. Reset its data to get some.</p>`;
  const row = ({ storeId, name: text, code }: StoreSummary) =>
    html`<tr><td><code>${storeId}</code></td><td>${name(text)}</td><td>${code}</td></tr>`;
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Stores"><table>
    <thead><tr><th scope="col">Store id</th><th scope="col">Name</th><th scope="col">Code</th></tr></thead>
    <tbody>${stores.map(row)}</tbody>
  </table></div>`;
}

const LOGIN_BUTTONS = html`<button class="secondary" name="role" value="owner">Create owner login</button>
    <button class="secondary" name="role" value="employee">Create employee login</button>`;

/** Reports are read with an API key that the merchant approves, without a consent screen. */
const asksMerchants = ({ product, state }: AppSummary): boolean => product !== 'ADSR' && state !== 'ARCHIVED';

const people = (
  view: View,
  merchant: Merchant,
  members: readonly Member[],
  apps: readonly AppSummary[],
): Html => html`<section class="card" id="people">
  <h2>Logins</h2>
  <p class="small">To try the consent screen, sign in as an owner in another browser. An employee sees that only the owner can connect an app.</p>
  <ul class="rows">${members.map((member) => memberRow(merchant, member))}</ul>
  ${ownForm(view, merchantPath(merchant, '/people'), LOGIN_BUTTONS, 'actions')}
  ${apps.length > 0 && html`<h3>Consent screen</h3><ul class="rows">${apps.map(consentRow)}</ul>`}
</section>`;

const consentRow = ({ id, name: text }: AppSummary): Html =>
  html`<li class="line"><span>${name(text)}</span>
    <a class="button quiet" href="/console/apps/${id}/settings#consent">Open<span class="unseen"> the consent screen of ${text}</span></a></li>`;

const memberRow = (merchant: Merchant, { userId, email, name: text, role }: Member): Html =>
  html`<li class="line"><span>${name(text)} · ${name(email)} <span class="badge">${role === 'owner' ? 'Owner' : 'Employee'}</span></span>
    <a class="button quiet" href="${merchantPath(merchant, `/people/${userId}/remove`)}" aria-label="Remove ${text}">Remove</a></li>`;

function rename({ view, form }: ConsoleVisit, merchant: Merchant): Html {
  const filled = form('renameMerchant', { newName: merchant.name });
  const field = {
    name: 'newName',
    label: 'Name of the merchant',
    attributes: html`maxlength="255" autocomplete="off"`,
  };
  const fields = html`${formFields(filled, [field])}<div class="actions"><button class="secondary">Rename</button></div>`;
  return html`<section class="card"><h2>Name</h2>
    ${ownForm(view, merchantPath(merchant, '/name'), fields)}</section>`;
}

export const removeMemberScreen: ConsoleScreen = ask('member.remove', {
  path: `${merchantScreen.path}/people/:userId/remove`,
  name: 'removeMember',
  outcomeOn: merchantScreen.path,
  async about(visit) {
    const merchant = await merchantOf(visit);
    const person = await memberOf(visit.operations, merchant.companyId, visit.id('userId'));
    return {
      names: { companyId: merchant.name, userId: person.name },
      back: merchantPath(merchant),
      navigation: consoleNavigation(visit, 'merchants'),
    };
  },
});

export const resetMerchantScreen: ConsoleScreen = ask('merchant.reset', {
  path: `${merchantScreen.path}/reset`,
  name: 'resetMerchant',
  outcomeOn: merchantScreen.path,
  async about(visit) {
    const merchant = await merchantOf(visit);
    const navigation = consoleNavigation(visit, 'merchants');
    return { names: { companyId: merchant.name }, back: merchantPath(merchant), navigation };
  },
  async input(visit) {
    await spendOnData(visit);
    return {};
  },
});
