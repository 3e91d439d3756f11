import { html } from 'hono/html';
import type { CheckResult } from '../../control/apps/app-checks.ts';
import type { AppSummary } from '../../control/apps/describe-app.ts';
import type { Environment, Product } from '../../control/credentials/products.ts';
import type { Options } from '../kit/form/fields.ts';
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
