import { html } from 'hono/html';
import { profileLogo } from '../../control/app-logos.ts';
import type { CheckResult } from '../../control/app-review.ts';
import type { AuditEntry } from '../../control/audit-log.ts';
import type { AppDescription, AppSummary } from '../../control/describe-app.ts';
import type { Environment, Product } from '../../control/products.ts';
import { sendLogo } from '../assets/brand.ts';
import type { Options } from '../kit/fields.ts';
import { instantOf } from '../kit/instants.ts';
import { appMark, backLink, tabs } from '../kit/page.ts';
import type { Screen } from '../kit/screen.ts';
import { type Html, name } from '../languages/html.ts';

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

/** The checks of a review. Its developers have a link to what is missing. */
export const checkList = (checks: readonly CheckResult[], fixOf?: (check: CheckResult) => string): Html =>
  html`<ul class="checks">${checks.map((check) => {
    const { passed, found } = check;
    const text = passed || !fixOf ? found : html`<a href="${fixOf(check)}">${found}</a>`;
    return html`<li><span class="outcome ${passed ? 'good' : 'refused'}">${passed ? 'OK' : 'Missing'}</span> ${text}</li>`;
  })}</ul>`;

export const environmentName = (env: Environment): string => (env === 'SANDBOX' ? 'Sandbox' : 'Production');

export const environmentBadge = (env: Environment): Html =>
  html`<span class="badge ${env === 'SANDBOX' ? 'sandbox' : 'live'}">${environmentName(env)}</span>`;

/** The environment chosen in a form, and the environments in which an app may have credentials and endpoints. */
export const environmentIn = (fields: URLSearchParams): Environment =>
  fields.get('env') === 'PRODUCTION' ? 'PRODUCTION' : 'SANDBOX';
export const environmentsOf = ({ state }: AppDescription): readonly Environment[] =>
  state === 'APPROVED' ? ['SANDBOX', 'PRODUCTION'] : ['SANDBOX'];

const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

export function auditDetails({ details }: Pick<AuditEntry, 'details'>): Html | undefined {
  const facts = Object.entries(details);
  if (facts.length === 0) return undefined;
  const shown = (value: unknown): Html | string => {
    if (typeof value !== 'string') return JSON.stringify(value);
    return INSTANT.test(value) ? instantOf(value) : value;
  };
  return html`<code class="long">${facts.map(([key, value], i) => html`${i > 0 && ', '}${key}: ${shown(value)}`)}</code>`;
}

export const countOf = (requests: number): string =>
  `${requests.toLocaleString('en')} ${requests === 1 ? 'request' : 'requests'}`;

/** The requests that show that a rule for clients is kept. A trial may show it without any. */
export const keptText = ({ kept }: { readonly kept: number }): string =>
  kept === 0 ? 'Kept' : `Kept in ${countOf(kept)}`;

export const timesOf = (times: number): string => (times === 1 ? 'once' : `${times.toLocaleString('en')} times`);

/** Wraps the content of an app's page in its heading and links to the app's other pages. */
export const aboutApp = (
  app: AppDescription,
  {
    list,
    path,
    tab,
    tabs: links,
  }: {
    readonly list: string;
    readonly path: string;
    readonly tab: string;
    readonly tabs: Readonly<Record<string, readonly [text: string, path: string]>>;
  },
  content: Html,
): Html => html`${backLink(list, 'Apps')}
    <div class="app">${appMark(app.name, app.logo ? `${path}/logo` : undefined)}<div><h1>${name(app.name)}</h1>
      <p class="by">${productName(app.product)} ${stateBadge(app.state)} · app ${app.id}</p></div></div>
    ${tabs(
      'App',
      tab,
      Object.entries(links).map(([each, [text, rest]]) => [each, text, path + rest] as const),
    )}
    ${content}`;

/** Logo in the profile, whether or not merchants see it. */
export const logoScreen = <Visitor>(appPath: string): Screen<Visitor> => ({
  path: `${appPath}/logo`,
  name: 'logo',
  async show({ ctx, deps, id }) {
    sendLogo(ctx, await profileLogo(deps.control.pool, id('appId')));
    return undefined;
  },
});
