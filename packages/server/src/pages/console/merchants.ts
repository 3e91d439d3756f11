import { randomBytes } from 'node:crypto';
import { html } from 'hono/html';
import type { Concern, Scenario } from '../../back-office/scenarios/scenarios.ts';
import type { AppSummary } from '../../control/describe-app.ts';
import type { Member } from '../../control/members.ts';
import type { Merchant } from '../../control/merchants.ts';
import type { OutputOf } from '../../operations/operations.ts';
import { spendAtSource } from '../../pipeline/rate-limit.ts';
import { REGIONS, type Region } from '../../process/region.ts';
import { recordId } from '../kit/context.ts';
import { timeUntil } from '../kit/instants.ts';
import type { Page } from '../kit/layout.ts';
import { ask, form, formOf, submits } from '../kit/operation-screens.ts';
import { backLink, hidden, nothing, notice, ownForm, plainTable } from '../kit/page.ts';
import { requireBudget } from '../kit/sign-in.ts';
import { secretsOf } from '../kit/submission.ts';
import { type Html, name } from '../languages/html.ts';
import { memberOf } from '../shared/members.ts';
import { type ConsoleScreen, type ConsoleVisit, inOrganization, nextForApps, organizationSwitch } from './layout.ts';

const PATH = '/console/merchants';
const MERCHANT_PATH = '/console/merchants/:companyId';

export const merchantPath = ({ companyId }: Pick<Merchant, 'companyId'>, rest = ''): string =>
  `${PATH}/${companyId}${rest}`;

export const merchantPage = (merchant: Merchant, title: string, content: Html): Page => ({
  title: `${title} of ${merchant.name}`,
  body: html`${backLink(merchantPath(merchant), name(merchant.name))}
    <h1>${title}</h1>
    ${content}`,
});

/** Limits expensive work: filling a merchant takes seconds of database time, and hashing a login's password is slow. */
export async function spendOnData({ ctx, deps }: ConsoleVisit): Promise<void> {
  const budget = await spendAtSource(deps, 'sandbox-data', ctx.state.source, deps.limits.sandboxes);
  requireBudget(budget);
}

const idOf = ({ id }: ConsoleVisit) => ({ companyId: id('companyId') });
const merchantOf = (visit: ConsoleVisit): Promise<Merchant> => visit.operations.call('merchant.show', idOf(visit));

const REGION_NAMES: Readonly<Record<Region, string>> = {
  UK: 'United Kingdom',
  US: 'United States',
  IN: 'India',
  AE: 'United Arab Emirates',
};

/** Currency of most merchants in a region. */
const CURRENCIES: Readonly<Record<Region, string>> = { UK: 'GBP', US: 'USD', IN: 'INR', AE: 'AED' };

const merchantFacts = ({ companyId, region, currency, active }: Merchant): Html => html`<dl>
  <div><dt>Company id</dt><dd><code>${companyId}</code></dd></div>
  <div><dt>Region</dt><dd>${REGION_NAMES[region]}</dd></div>
  <div><dt>Currency</dt><dd>${currency}</dd></div>
  ${!active && html`<div><dt>State</dt><dd>Closed by an operator</dd></div>`}
</dl>`;

export const merchantsScreen: ConsoleScreen = {
  path: PATH,
  name: 'merchants',
  async show(visit) {
    const { operations, organizationId } = visit;
    const { data: merchants } = await operations.call('merchant.list', { organizationId, limit: 200 });
    const add = html`<a class="button" href="${inOrganization(visit, `${PATH}/new`)}">New sandbox merchant</a>`;
    const advice = 'A new one starts with stores, suppliers, taxes, items, orders and two weeks of sales.';
    const card = (merchant: Merchant) => html`<li class="card link">
  <h2><a href="${merchantPath(merchant)}">${name(merchant.name)}</a></h2>
  ${merchantFacts(merchant)}
</li>`;
    const body = html`${organizationSwitch(visit, PATH)}
    <div class="heading"><h1>Sandbox merchants</h1>${merchants.length > 0 && add}</div>
    <p class="lead">All apps of the organization can reach them in the sandbox. None of them is a real business.</p>
    ${merchants.length === 0 ? nothing('No sandbox merchants yet', advice, add) : html`<ul class="cards">${merchants.map(card)}</ul>`}`;
    return { title: 'Sandbox merchants', body };
  },
};

export const newMerchantScreen: ConsoleScreen = form('merchant.create', {
  path: `${PATH}/new`,
  name: 'newMerchant',
  fields: [
    'name',
    {
      name: 'region',
      hint: 'Where its data is stored. It also decides the currency and the tax.',
      options: Object.entries(REGION_NAMES),
    },
  ],
  note: html`<p class="small">It starts with two stores, suppliers, taxes, items, a menu, orders in every state and two weeks of sales. This takes a few seconds.</p>`,
  submit: 'Create merchant',
  page: (visit) => ({
    title: 'New sandbox merchant',
    back: [inOrganization(visit, PATH), 'Sandbox merchants'],
    action: inOrganization(visit, `${PATH}/new`),
  }),
  async input(visit) {
    await spendOnData(visit);
    const region = REGIONS.find((each) => each === visit.fields.get('region')) ?? 'UK';
    return { region, currency: CURRENCIES[region], organizationId: visit.organizationId, demoData: true };
  },
  said: ({ name, companyId }) => `${name} is ready, with company id ${companyId}.`,
  to: (_, created) => merchantPath(created),
});

const RENAME_FIELDS = [{ name: 'name', as: 'newName', label: 'Name of the merchant', optional: false }] as const;

export const merchantScreen: ConsoleScreen = {
  path: MERCHANT_PATH,
  name: 'merchant',
  async show(visit) {
    const { operations, organizationId, view } = visit;
    const merchant = await merchantOf(visit);
    const [{ data: members }, { data: apps }] = await Promise.all([
      operations.call('member.list', { ...idOf(visit), limit: 200 }),
      operations.call('app.list', { organizationId, limit: 200 }),
    ]);
    // Reports are read with an API key that the merchant approves, without a consent screen.
    const asking = apps.filter(({ product, state }) => product !== 'ADSR' && state !== 'ARCHIVED');
    const login = (role: string) =>
      html`<button class="secondary" name="role" value="${role}">Create ${role} login</button>`;
    const member = ({ userId, email, name: text, role }: Member) =>
      html`<li class="line"><span>${name(text)} · ${name(email)} <span class="badge">${role === 'owner' ? 'Owner' : 'Employee'}</span></span>
    <a class="button quiet" href="${merchantPath(merchant, `/people/${userId}/remove`)}" aria-label="Remove ${text}">Remove</a></li>`;
    const renaming = {
      name: 'renameMerchant',
      action: merchantPath(merchant, '/name'),
      fields: RENAME_FIELDS,
      submit: 'Rename',
      values: { newName: merchant.name },
    };
    const body = html`${backLink(inOrganization(visit, PATH), 'Sandbox merchants')}
    <h1>${name(merchant.name)}</h1>
    ${apps.length > 0 ? nextForApps(apps) : notice('hint', html`What is next: <a href="${inOrganization(visit, '/console/apps/new')}">a first app</a>, which reads and changes its records.`)}
    <section class="card"><h2>Ids</h2>${merchantFacts(merchant)} ${await storeTable(visit)}</section>
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
    <section class="card" id="people">
  <h2>Logins</h2>
  <p class="small">To try the consent screen, sign in as an owner in another browser. An employee sees that only the owner can connect an app.</p>
  <ul class="rows">${members.map(member)}</ul>
  ${ownForm(view, merchantPath(merchant, '/people'), html`${login('owner')} ${login('employee')}`, 'actions')}
  ${
    asking.length > 0 &&
    html`<h3>Consent screen</h3><ul class="rows">${asking.map(
      ({ id, name: text }) => html`<li class="line"><span>${name(text)}</span>
    <a class="button quiet" href="/console/apps/${id}/settings#consent">Open<span class="unseen"> the consent screen of ${text}</span></a></li>`,
    )}</ul>`
  }
</section>
    <section class="card"><h2>Name</h2>
    ${formOf(visit, 'merchant.update', renaming)}</section>
    <section class="card">
      <h2>Start over</h2>
      <p>A reset deletes everything that the merchant has and gives it new demo data. Its company id, people and connections stay.</p>
      <p class="actions"><a class="button secondary danger" href="${merchantPath(merchant, '/reset')}">Reset data</a></p>
    </section>`;
    return { title: merchant.name, body };
  },
  forms: {
    renameMerchant: {
      path: '/name',
      change: submits('merchant.update', RENAME_FIELDS, { said: ({ name }) => `The merchant is now called ${name}.` }),
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

async function storeTable(visit: ConsoleVisit): Promise<Html> {
  try {
    const { data } = await visit.operations.call('store.list', idOf(visit));
    if (data.length === 0) return html`<p>It has no stores yet. Reset its data to get some.</p>`;
    return plainTable('Stores', data, [
      ['Store id', ({ storeId }) => html`<code>${storeId}</code>`],
      ['Name', (store) => name(store.name)],
      ['Code', ({ code }) => code],
    ]);
  } catch (err) {
    // While the merchant's region is unreachable, the rest of the page still works.
    visit.deps.log.warn({ err }, 'the stores of a sandbox merchant could not be read');
    return notice('hint', 'The region is unavailable, so its stores cannot be shown right now.');
  }
}

const aboutMerchant = async (visit: ConsoleVisit) => {
  const merchant = await merchantOf(visit);
  return { names: { companyId: merchant.name }, back: merchantPath(merchant) };
};

export const removeMemberScreen: ConsoleScreen = ask('member.remove', {
  path: `${MERCHANT_PATH}/people/:userId/remove`,
  name: 'removeMember',
  outcomeOn: MERCHANT_PATH,
  async about(visit) {
    const { names, ...rest } = await aboutMerchant(visit);
    const person = await memberOf(visit.operations, visit.id('companyId'), visit.id('userId'));
    return { names: { ...names, userId: person.name }, ...rest };
  },
});

export const resetMerchantScreen: ConsoleScreen = ask('merchant.reset', {
  path: `${MERCHANT_PATH}/reset`,
  name: 'resetMerchant',
  outcomeOn: MERCHANT_PATH,
  about: aboutMerchant,
  async input(visit) {
    await spendOnData(visit);
    return {};
  },
});

/** Brings a sandbox merchant into states that an integration has to handle. */
export const scenariosScreen: ConsoleScreen = {
  path: '/console/merchants/:companyId/scenarios',
  name: 'scenarios',
  isElsewhere: true,
  forms: {
    endRehearsal: {
      path: '/end',
      change: submits('app.rehearse', ['kind'], {
        input: ({ fields }) => ({ appId: recordId(fields.get('appId')) ?? 0, minutes: 0 }),
        said: 'It ends within 30 seconds.',
      }),
    },
  },
  show: (visit) => scenariosPage(visit),
  async change(visit) {
    await spendOnData(visit);
    const { operations, fields, id } = visit;
    const scenario = fields.get('scenario') as Scenario['name'];
    const appId = recordId(fields.get('app'));
    const input = { scenario, companyId: id('companyId'), ...(appId !== undefined && { appId }) };
    return scenariosPage(visit, await operations.call('scenario.run', input));
  },
};

const CONCERNS: Readonly<Record<Concern, string>> = {
  merchant: 'Of the merchant',
  connection: "Of an app's connection to the merchant",
  keyApp: 'Of an ADSR app',
  app: 'Of an app in the sandbox, for a few minutes',
};

async function scenariosPage(visit: ConsoleVisit, outcome?: OutputOf<'scenario.run'>): Promise<Page> {
  const { operations, organizationId, id } = visit;
  const merchant = await operations.call('merchant.show', { companyId: id('companyId') });
  const { data: scenarios } = await operations.call('scenario.list', { organizationId });
  const { data: apps } = await operations.call('app.list', { organizationId, limit: 200 });
  const { data: current } = await operations.call('rehearsal.list', { organizationId });
  const section = (concerns: Concern): Html => {
    const able = apps.filter(
      ({ product, state }) =>
        state !== 'ARCHIVED' && (concerns === 'app' || (product === 'ADSR') === (concerns === 'keyApp')),
    );
    const row = ({ name, state, advice }: Scenario) => html`<li>
  <p><strong>${state}</strong></p>
  <details><summary>What a good integration does<span class="unseen"> after ${name}</span></summary><p>${advice}</p></details>
  <div class="actions"><button class="secondary" name="scenario" value="${name}" aria-label="Run ${name}">Run <code>${name}</code></button></div>
</li>`;
    const rows = scenarios.filter((scenario) => scenario.concerns === concerns).map(row);
    const content = html`${concerns !== 'merchant' && appChoice(able, concerns, visit.fields.get('app'))}<ul class="rows">${rows}</ul>`;
    return html`<section class="card"><h2>${CONCERNS[concerns]}</h2>
      ${prerequisite(visit, concerns, able)}
      ${ownForm(visit.view, merchantPath(merchant, '/scenarios'), content)}</section>`;
  };
  const content = html`<p class="lead">What an integration seldom meets, and has to handle. Only this merchant and your own apps in the sandbox are touched.</p>
    ${outcome && outcomeSection(outcome)}
    ${current.length > 0 && underWay(visit, merchant, current)}
    ${(Object.keys(CONCERNS) as Concern[]).map(section)}`;
  return merchantPage(merchant, 'States', content);
}

/** Leads to what a scenario needs and the organization may not have yet. */
function prerequisite(visit: ConsoleVisit, concerns: Concern, able: readonly AppSummary[]): Html | undefined {
  if (concerns === 'merchant') return undefined;
  if (able.length === 0) {
    const what = { keyApp: 'an ADSR app', connection: 'an app that connects by the consent screen', app: 'an app' }[
      concerns
    ];
    return html`<p>It takes ${what}. <a href="${inOrganization(visit, '/console/apps/new')}">New app</a></p>`;
  }
  if (concerns !== 'connection') return undefined;
  return html`<p class="small">The app has to be connected to the merchant. The consent screen connects it: ${able.map(
    ({ id, name: text }, i) => html`${i > 0 && ', '}<a href="/console/apps/${id}/settings#consent">${name(text)}</a>`,
  )}</p>`;
}

/** States of apps that are under way, each with a button that ends it. */
function underWay(visit: ConsoleVisit, merchant: Merchant, current: OutputOf<'rehearsal.list'>['data']): Html {
  const row = ({ appId, app, kind, state, endsAt }: (typeof current)[number]) => html`<li>
  <p>${name(app)} ${state}, for ${timeUntil(endsAt, visit.deps.clock())} more.</p>
  ${ownForm(
    visit.view,
    merchantPath(merchant, '/scenarios/end'),
    html`${hidden('appId', appId)}${hidden('kind', kind)}
    <button class="secondary" aria-label="End ${kind} of ${app}">End it</button>`,
    'actions',
  )}</li>`;
  return html`<section class="card"><h2>Under way</h2><ul class="rows">${current.map(row)}</ul></section>`;
}

/** A single app needs no choice. */
function appChoice(apps: readonly AppSummary[], concerns: Concern, chosen: string | null): Html | Html[] {
  if (apps.length < 2) return apps.map((app) => hidden('app', app.id));
  const option = ({ id, name: text }: AppSummary) =>
    html`<option value="${id}" ${String(id) === chosen && html`selected`}>${text} (${id})</option>`;
  return html`<div class="field"><label for="app-${concerns}">App</label>
    <select id="app-${concerns}" name="app">${apps.map(option)}</select></div>`;
}

const outcomeSection = (outcome: OutputOf<'scenario.run'>): Html => {
  const { name, now, facts, password, advice } = outcome;
  return html`<section class="card" id="outcome"><h2>${name}</h2>
  <p class="notice good" role="status">${now}</p>
  <dl>${Object.entries({ ...facts, ...(password && { password }) }).map(
    ([fact, value]) => html`<div><dt>${fact}</dt><dd><code>${value}</code></dd></div>`,
  )}</dl>
  <p><strong>A good integration:</strong> ${advice}</p>
</section>`;
};
