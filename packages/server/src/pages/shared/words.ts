import { html } from 'hono/html';
import type { CheckResult } from '../../control/app-review.ts';
import type { AuditEntry } from '../../control/audit-log.ts';
import type { AppSummary } from '../../control/describe-app.ts';
import type { Environment, Product } from '../../control/products.ts';
import type { KeptCheck, RuleOutcome, TrafficCheck } from '../../control/usage.ts';
import type { Options } from '../kit/fields.ts';
import { instantOf } from '../kit/instants.ts';
import { notice } from '../kit/page.ts';
import type { Html } from '../languages/html.ts';

const PRODUCT_NAMES: Readonly<Record<Product, string>> = {
  FULL: 'Full access',
  ONLINE_ORDER: 'Online ordering',
  ADSR: 'Sales reports (ADSR)',
};

const PRODUCT_TEXTS: Readonly<Record<Product, string>> = {
  FULL: 'Full access: read and write items, menus, purchase orders and stock (OAuth)',
  ONLINE_ORDER: 'Online ordering: read items, menus and modifiers (OAuth)',
  ADSR: 'Sales reports (ADSR): read the reports of stores that agree (API key)',
};

export const productName = (product: Product): string => PRODUCT_NAMES[product];

export const PRODUCT_OPTIONS: Options = Object.entries(PRODUCT_TEXTS);

const STATES: Readonly<Record<AppSummary['state'], readonly [text: string, look: string]>> = {
  DRAFT: ['Draft', 'draft'],
  SUBMITTED: ['In review', 'state-pending'],
  APPROVED: ['Approved', 'live'],
  REJECTED: ['Rejected', 'rejected'],
  ARCHIVED: ['Archived', 'archived'],
};

export function stateBadge(state: AppSummary['state']): Html {
  const [text, look] = STATES[state];
  return html`<span class="badge ${look}">${text}</span>`;
}

/** The checks of a review, each with its result. */
export const checkList = (checks: readonly CheckResult[]): Html =>
  html`<ul class="checks">${checks.map(
    ({ passed, found }) =>
      html`<li><span class="outcome ${passed ? 'good' : 'refused'}">${passed ? 'OK' : 'Missing'}</span> ${found}</li>`,
  )}</ul>`;

export const environmentName = (env: Environment): string => (env === 'SANDBOX' ? 'Sandbox' : 'Production');

export const environmentBadge = (env: Environment): Html =>
  html`<span class="badge ${env === 'SANDBOX' ? 'sandbox' : 'live'}">${environmentName(env)}</span>`;

const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

/** Facts of an entry of the audit log; undefined if it has none. */
export function auditDetails({ details }: Pick<AuditEntry, 'details'>): Html | undefined {
  const facts = Object.entries(details);
  if (facts.length === 0) return undefined;
  return html`<code class="long">${facts.map(([key, value], i) => html`${i > 0 && ', '}${key}: ${shown(value)}`)}</code>`;
}

function shown(value: unknown): Html | string {
  if (typeof value !== 'string') return JSON.stringify(value);
  return INSTANT.test(value) ? instantOf(value) : value;
}

const timesOf = (times: number): string => (times === 1 ? 'once' : `${times.toLocaleString('en')} times`);

/** What a traffic check has found, in a sentence. */
export function checkSummary({ requests, rules, since }: Pick<TrafficCheck, 'requests' | 'rules' | 'since'>): string {
  const broken = rules.filter(({ times }) => times > 0).length;
  if (requests === 0) return `No requests since ${since}: there is nothing to check yet.`;
  const sent = `${requests.toLocaleString('en')} ${requests === 1 ? 'request' : 'requests'} since ${since}`;
  return broken === 0
    ? `No finding in ${sent}.`
    : `${broken} ${broken === 1 ? 'rule is' : 'rules are'} broken in ${sent}.`;
}

/** The traffic check that came with a submission. */
export const submittedCheck = ({ requests, since, until, broken }: KeptCheck): Html => html`<h3>Traffic</h3>
  <p>${requests.toLocaleString('en')} requests from ${since} to ${until}.</p>
  ${
    broken.length === 0
      ? html`<p>${requests === 0 ? 'Nothing could be checked.' : 'No finding.'}</p>`
      : html`<ul class="checks">${broken.map(
          ({ rule, times }) => html`<li><span class="outcome refused">${timesOf(times)}</span> ${rule}</li>`,
        )}</ul>`
  }`;

/** Names the regions whose requests were not checked. */
export const unchecked = ({ unavailable }: Pick<TrafficCheck, 'unavailable'>): Html | undefined =>
  unavailable.length > 0
    ? notice(
        'hint',
        `Requests in ${unavailable.join(', ')} are not checked, because the region is unavailable right now.`,
      )
    : undefined;

/** A broken rule: how to fix it, and the requests that show it. */
export const finding = (
  { name, rule, fix, guide, times, lastAt, requests }: RuleOutcome,
  docsUrl: string,
  requestsPath: string,
): Html => html`<section class="card" id="${name}"><h2>${rule}</h2>
  <p>Broken ${timesOf(times)}, last ${lastAt === null ? '' : instantOf(lastAt, 'second')}.</p>
  <p><strong>Fix:</strong> ${fix} <a href="${new URL(`guides/${guide}`, `${docsUrl}/`)}">Read the guide</a></p>
  ${
    requests.length > 0 &&
    html`<ol class="rows">${requests.map(
      (request) => html`<li>
      <p><code>${request.method} ${request.path}${request.query && `?${request.query}`}</code></p>
      <p class="small">${request.status} ${request.code ?? ''} · ${instantOf(request.at, 'second')} ·
        <a href="${requestsPath}/${request.correlationId}">In the log</a></p></li>`,
    )}</ol>`
  }
</section>`;
