import { html } from 'hono/html';
import type { Concern, Scenario } from '../../back-office/scenarios/scenarios.ts';
import type { AppSummary } from '../../control/describe-app.ts';
import type { OutputOf } from '../../operations/operations.ts';
import { recordId } from '../kit/context.ts';
import type { Page } from '../kit/layout.ts';
import { hidden, ownForm } from '../kit/page.ts';
import type { Html } from '../languages/html.ts';
import type { ConsoleScreen, ConsoleVisit } from './layout.ts';
import { merchantPage, merchantPath, spendOnData } from './merchants.ts';

/** Brings a sandbox merchant into states that an integration has to handle. */
export const scenariosScreen: ConsoleScreen = {
  path: '/console/merchants/:companyId/scenarios',
  name: 'scenarios',
  isElsewhere: true,
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
  const section = (concerns: Concern): Html => {
    const able = apps.filter((app) => app.state !== 'ARCHIVED' && (concerns !== 'keyApp' || app.product === 'ADSR'));
    const row = ({ name, state, advice }: Scenario) => html`<li>
  <p><strong>${state}</strong></p>
  <details><summary>What a good integration does<span class="unseen"> after ${name}</span></summary><p>${advice}</p></details>
  <div class="actions"><button class="secondary" name="scenario" value="${name}" aria-label="Run ${name}">Run <code>${name}</code></button></div>
</li>`;
    const rows = scenarios.filter((scenario) => scenario.concerns === concerns).map(row);
    const content = html`${concerns !== 'merchant' && appChoice(able, concerns, visit.fields.get('app'))}<ul class="rows">${rows}</ul>`;
    return html`<section class="card"><h2>${CONCERNS[concerns]}</h2>
      ${ownForm(visit.view, merchantPath(merchant, '/scenarios'), content)}</section>`;
  };
  const content = html`<p class="lead">What an integration seldom meets, and has to handle. Only this merchant and your own apps in the sandbox are touched.</p>
    ${outcome && outcomeSection(outcome)}
    ${(Object.keys(CONCERNS) as Concern[]).map(section)}`;
  return merchantPage(visit, merchant, 'States', content);
}

/** Nothing to choose from one app; without any, the scenario says so. */
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
