import { html } from 'hono/html';
import type { AppDescription, AppSummary } from '../../control/describe-app.ts';
import { hasConfirmed } from '../../control/mailed-links.ts';
import { type DeveloperRole, type Employment, employmentsOf } from '../../control/organizations.ts';
import type { Environment } from '../../control/products.ts';
import type { DatabasePool } from '../../database/pool.ts';
import type { OperationName, Operations } from '../../operations/operations.ts';
import { originOf, queryOf, recordId, type WebContext, WebProblem } from '../kit/context.ts';
import { sessionOrSignIn } from '../kit/cookies.ts';
import type { Navigation, Page } from '../kit/layout.ts';
import { ask, type Subject } from '../kit/operation-screens.ts';
import { nothing, notice } from '../kit/page.ts';
import type { Audience, Forms, Screen, Visit } from '../kit/screen.ts';
import { speakEnglish } from '../languages/choose-language.ts';
import { type Html, name } from '../languages/html.ts';
import { aboutApp, environmentBadge } from '../shared/words.ts';

export interface Developer {
  readonly organizationId: number;
  readonly organization: string;
  readonly role: DeveloperRole;
  /** False until someone in the organization has confirmed their address; it can do nothing before that. */
  readonly confirmed: boolean;
  /** All organizations the person belongs to, including this one. */
  readonly employments: readonly Employment[];
  readonly operations: Operations;
  /** Environment that the page is about, if any. */
  readonly environment?: Environment | undefined;
}

export type ConsoleScreen = Screen<Developer>;
export type ConsoleForms = Forms<Developer>;
export type ConsoleVisit = Visit<Developer>;

/**
 * People of organizations. The organization is the owner of the app or sandbox merchant in the path, the one named by
 * `?organization=`, or the person's first. Another organization's records respond with 404.
 */
export const DEVELOPERS: Audience<Developer> = {
  name: 'console',
  navigation: (visit) => consoleNavigation(visit),
  async admit(ctx, { control, controlPlane, mailer }) {
    const session = sessionOrSignIn(ctx);
    if (!session) return undefined;
    speakEnglish(ctx);
    const employments = await employmentsOf(control.pool, session.user.id);
    const named = await organizationOf(ctx, control.pool);
    const employment = named === undefined ? employments[0] : employments.find((each) => each.organizationId === named);
    if (!employment) throw new WebProblem('notFound');
    const { role, organizationId } = employment;
    const operations = controlPlane.as({ kind: role, organizationId }, originOf(ctx));
    const confirmed = mailer === undefined || (await hasConfirmed(control.pool, organizationId));
    return { ...employment, employments, confirmed, operations };
  },
};

/** The organization that the request names. An invalid id becomes 0, which no organization has. */
async function organizationOf(ctx: WebContext, pool: DatabasePool): Promise<number | undefined> {
  const { appId, companyId } = ctx.params;
  const ownerOf = async (sql: string, id: string): Promise<number> => {
    const { rows } = await pool.query<{ id: number | null }>(sql, [recordId(id) ?? 0]);
    return rows[0]?.id ?? 0;
  };
  if (appId !== undefined) return ownerOf('select organization_id as id from control.apps where id = $1', appId);
  if (companyId !== undefined) {
    return ownerOf('select organization_id as id from control.merchants where company_id = $1', companyId);
  }
  const query = queryOf(ctx).get('organization');
  return query === null ? undefined : (recordId(query) ?? 0);
}

const SECTIONS = [
  ['Apps', '/console'],
  ['Sandbox merchants', '/console/merchants'],
  ['Connections', '/console/connections'],
  ['Organization', '/console/organization'],
] as const;

/** Sections of the console. The page's path determines the current one. */
export function consoleNavigation(visit: ConsoleVisit, query = ''): Navigation {
  const { employments, organization, organizationId, ctx } = visit;
  // The console shows sandbox merchants only.
  const environment = ctx.path.startsWith('/console/merchants') ? 'SANDBOX' : visit.environment;
  const isOfApps = /^\/console(?:$|\/apps|\/confirmation)/.test(ctx.path);
  return {
    area: 'console',
    home: inOrganization(visit, '/console'),
    place: organization,
    environment: environment && environmentBadge(environment),
    search: { path: '/console/search', query, ...(employments.length > 1 && { organizationId }) },
    sections: SECTIONS.map(([text, path]) => ({
      href: inOrganization(visit, path),
      text,
      current: path === '/console' ? isOfApps : ctx.path.startsWith(path),
    })),
  };
}

/** A path within the organization. The query contains its id only if the person has several. */
export const inOrganization = ({ employments, organizationId }: Developer, path: string): string =>
  employments.length > 1 ? `${path}?organization=${organizationId}` : path;

/** Name of the organization, with a menu if the person has several. */
export function organizationSwitch({ employments, organization, organizationId }: Developer, path: string): Html {
  if (employments.length < 2) return html`<p class="company">${name(organization)}</p>`;
  return html`<form class="company" method="get" action="${path}">
    <label for="organization">Organization</label>
    <select id="organization" name="organization">${employments.map(
      ({ organizationId: id, organization: text }) =>
        html`<option value="${id}" ${id === organizationId && html`selected`}>${text}</option>`,
    )}</select>
    <button class="secondary">Show</button>
  </form>`;
}

/** Replaces a page that needs an app's credential. */
export const noApp = (visit: ConsoleVisit, why: string): Html =>
  nothing(
    'Register an app first',
    why,
    html`<a class="button" href="${inOrganization(visit, '/console/apps/new')}">New app</a>`,
  );

/** Leads from a page about something else back to what an app still needs. */
export function nextForApps(apps: readonly AppSummary[]): Html | undefined {
  const waiting = apps.filter(({ state }) => state === 'DRAFT' || state === 'REJECTED').slice(0, 3);
  if (waiting.length === 0) return undefined;
  const links = waiting.map(
    (app, i) => html`${i > 0 && ', '}<a href="${appPath(app)}#review">${name(app.name)} to production</a>`,
  );
  return notice('hint', html`What is next: ${links}.`);
}

export const APP_PATH = '/console/apps/:appId';

export const appPath = ({ id }: Pick<AppDescription, 'id'>, rest = ''): string => `/console/apps/${id}${rest}`;

const TABS = {
  overview: ['Overview', ''],
  credentials: ['Credentials', '/credentials'],
  accessRequests: ['Access requests', '/access-requests'],
  requests: ['Requests', '/requests'],
  usage: ['Usage', '/usage'],
  ready: ['Ready?', '/ready'],
  webhooks: ['Webhooks', '/webhooks'],
  settings: ['Settings', '/settings'],
} as const;

export type AppVisit = ConsoleVisit & { readonly app: AppDescription };

/** Reads the app in the path. A credential in the path determines the page's environment. */
export async function withApp(visit: ConsoleVisit): Promise<AppVisit> {
  const app = await visit.operations.call('app.show', { appId: visit.id('appId') });
  const { clientId, apiKeyId: keyId } = visit.ctx.params;
  const client = app.credentials.find((each) => each.clientId === clientId);
  const environment = (client ?? app.apiKeys.find(({ apiKeyId }) => String(apiKeyId) === keyId))?.env;
  return { ...visit, app, environment };
}

export function appLayout(visit: AppVisit, tab: keyof typeof TABS, content: Html): Page {
  const { app } = visit;
  const { accessRequests, ...others } = TABS;
  const tabs = app.product === 'ADSR' ? TABS : others;
  const body = aboutApp(app, { list: inOrganization(visit, '/console'), path: appPath(app), tab, tabs }, content);
  const title = tab in tabs ? TABS[tab][0] : '';
  return { title: `${title} · ${app.name}`, body, navigation: consoleNavigation(visit) };
}

/** A screen about one app. Its content appears under the app's heading. */
export const appTabScreen = ({
  tab,
  content,
  ...screen
}: Omit<ConsoleScreen, 'show'> & {
  readonly tab: keyof typeof TABS;
  content(visit: AppVisit): Promise<Html> | Html;
}): ConsoleScreen => ({
  ...screen,
  async show(given) {
    const visit = await withApp(given);
    return appLayout(visit, tab, await content(visit));
  },
});

type AppQuestion<Name extends OperationName> = Omit<Parameters<typeof ask<Developer, Name>>[1], 'about'> & {
  about(
    visit: AppVisit,
  ): Pick<Subject<Name>, 'names' | 'details' | 'fields'> & Partial<Pick<Subject<Name>, 'submit' | 'back'>>;
};

/** A screen with an operation's question about an app or its records. Paths are relative to the app's. */
export const askAboutApp = <Name extends OperationName>(
  operation: Name,
  { path, outcomeOn = '', about, ...others }: AppQuestion<Name>,
): ConsoleScreen =>
  ask<Developer, Name>(operation, {
    ...others,
    path: APP_PATH + path,
    outcomeOn: APP_PATH + outcomeOn,
    async about(given) {
      const visit = await withApp(given);
      return { back: appPath(visit.app, outcomeOn), ...about(visit), navigation: consoleNavigation(visit) };
    },
  });
