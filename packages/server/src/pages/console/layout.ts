import { html } from 'hono/html';
import type { Actor } from '../../control/actor.ts';
import type { AppDescription } from '../../control/describe-app.ts';
import { hasConfirmed } from '../../control/mailed-links.ts';
import { type DeveloperRole, type Employment, employmentsOf } from '../../control/organizations.ts';
import type { Environment } from '../../control/products.ts';
import type { DatabasePool } from '../../database/pool.ts';
import type { InputOf, OperationName, Operations } from '../../operations/operations.ts';
import { originOf, queryOf, recordId, type WebContext, WebProblem } from '../kit/context.ts';
import { sessionOrSignIn } from '../kit/cookies.ts';
import type { Navigation, Page } from '../kit/layout.ts';
import { ask, type Subject } from '../kit/operation-screens.ts';
import { appMark, tabs } from '../kit/page.ts';
import type { Audience, Forms, Screen, Visit } from '../kit/screen.ts';
import { speakEnglish } from '../languages/choose-language.ts';
import { type Html, name } from '../languages/html.ts';
import { environmentBadge, productName, stateBadge } from '../shared/words.ts';

/** A person of an organization, and what they may do there. */
export interface Developer {
  readonly organizationId: number;
  readonly organization: string;
  readonly role: DeveloperRole;
  /** False until someone in the organization has confirmed their address; it can do nothing before that. */
  readonly confirmed: boolean;
  /** All organizations the person belongs to, including this one. */
  readonly employments: readonly Employment[];
  readonly operations: Operations;
  /** Environment of what the page is about, if it is about one. */
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
  async admit(ctx, { control, controlPlane, mailer }) {
    const session = sessionOrSignIn(ctx);
    if (!session) return undefined;
    speakEnglish(ctx);
    const employments = await employmentsOf(control.pool, session.user.id);
    const named = await organizationOf(ctx, control.pool);
    const employment = named === undefined ? employments[0] : employments.find((each) => each.organizationId === named);
    if (!employment) throw new WebProblem('notFound');
    const operations = controlPlane.as(actorOf(employment), originOf(ctx));
    const confirmed = mailer === undefined || (await hasConfirmed(control.pool, employment.organizationId));
    return { ...employment, employments, confirmed, operations };
  },
};

const actorOf = ({ role, organizationId }: Employment): Actor => ({ kind: role, organizationId });

/** The organization that the request names. An invalid id becomes 0, which no organization has. */
async function organizationOf(ctx: WebContext, pool: DatabasePool): Promise<number | undefined> {
  const { appId, companyId } = ctx.params;
  if (appId !== undefined) return ownerOf(pool, 'select organization_id as id from control.apps where id = $1', appId);
  if (companyId !== undefined) {
    return ownerOf(pool, 'select organization_id as id from control.merchants where company_id = $1', companyId);
  }
  const query = queryOf(ctx).get('organization');
  return query === null ? undefined : (recordId(query) ?? 0);
}

async function ownerOf(pool: DatabasePool, sql: string, id: string): Promise<number> {
  const { rows } = await pool.query<{ id: number | null }>(sql, [recordId(id) ?? 0]);
  return rows[0]?.id ?? 0;
}

type Section = 'apps' | 'merchants' | 'connections' | 'organization';

const SECTIONS: readonly (readonly [Section, string, string])[] = [
  ['apps', 'Apps', '/console'],
  ['merchants', 'Sandbox merchants', '/console/merchants'],
  ['connections', 'Connections', '/console/connections'],
  ['organization', 'Organization', '/console/organization'],
];

/** Sections of the developer console. */
export function consoleNavigation(developer: Developer, current?: Section, query = ''): Navigation {
  const sections = SECTIONS.map(([section, text, path]) => ({
    href: inOrganization(developer, path),
    text,
    current: section === current,
  }));
  const { employments, organization, organizationId } = developer;
  // The console has no other merchants than those of the sandbox.
  const environment = current === 'merchants' ? 'SANDBOX' : developer.environment;
  const search = { path: '/console/search', query, ...(employments.length > 1 && { organizationId }) };
  const home = inOrganization(developer, '/console');
  return {
    area: 'console',
    home,
    place: organization,
    environment: environment && environmentBadge(environment),
    search,
    sections,
  };
}

/** A path within the organization. The query contains its id only if the person has several. */
export const inOrganization = ({ employments, organizationId }: Developer, path: string): string =>
  employments.length > 1 ? `${path}?organization=${organizationId}` : path;

/** Name of the organization, with a menu if the person has several. */
export function organizationSwitch(developer: Developer, path: string): Html {
  const { employments, organization, organizationId } = developer;
  if (employments.length < 2) return html`<p class="company">${name(organization)}</p>`;
  const option = ({ organizationId: id, organization: text }: (typeof employments)[number]) =>
    html`<option value="${id}" ${id === organizationId && html`selected`}>${text}</option>`;
  return html`<form class="company" method="get" action="${path}">
    <label for="organization">Organization</label>
    <select id="organization" name="organization">${employments.map(option)}</select>
    <button class="secondary">Show</button>
  </form>`;
}

export const APP_PATH = '/console/apps/:appId';

/** Address of an app in the console, or of a page about it. */
export const appPath = ({ id }: Pick<AppDescription, 'id'>, rest = ''): string => `/console/apps/${id}${rest}`;

export const logoOf = (app: AppDescription): string | undefined => (app.logo ? appPath(app, '/logo') : undefined);

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

export async function withApp(visit: ConsoleVisit): Promise<AppVisit> {
  const app = await visit.operations.call('app.show', { appId: visit.id('appId') });
  return { ...visit, app, environment: environmentIn(visit, app) };
}

/** Environment of the credential in the path. */
function environmentIn({ ctx }: ConsoleVisit, { credentials, apiKeys }: AppDescription): Environment | undefined {
  const { clientId, apiKeyId: keyId } = ctx.params;
  const client = credentials.find((each) => each.clientId === clientId);
  return (client ?? apiKeys.find(({ apiKeyId }) => String(apiKeyId) === keyId))?.env;
}

/** A page about one app: its heading, links to the other pages about it, and the content. */
export function appLayout(visit: AppVisit, tab: keyof typeof TABS, content: Html): Page {
  const { app } = visit;
  const shown = Object.entries(TABS).filter(([each]) => each !== 'accessRequests' || app.product === 'ADSR');
  const links = shown.map(([each, [text, path]]) => [each, text, appPath(app, path)] as const);
  const body = html`<p><a class="back" href="${inOrganization(visit, '/console')}">Apps</a></p>
    <div class="app">${appMark(app.name, logoOf(app))}<div><h1>${name(app.name)}</h1>
      <p class="by">${productName(app.product)} ${stateBadge(app.state)} · app ${app.id}</p></div></div>
    ${tabs('App', tab, links)}
    ${content}`;
  const title = shown.some(([each]) => each === tab) ? TABS[tab][0] : '';
  return { title: `${title} · ${app.name}`, body, navigation: consoleNavigation(visit, 'apps') };
}

/** A screen about one app. Its content appears under the app's heading. */
interface AppScreen extends Omit<ConsoleScreen, 'show'> {
  readonly tab: keyof typeof TABS;
  content(visit: AppVisit): Promise<Html> | Html;
}

export const appTabScreen = ({ tab, content, ...screen }: AppScreen): ConsoleScreen => ({
  ...screen,
  async show(given) {
    const visit = await withApp(given);
    return appLayout(visit, tab, await content(visit));
  },
});

interface AppQuestion<Name extends OperationName> {
  /** Path, relative to the app's. */
  readonly path: string;
  readonly name: string;
  /** Page about the app that shows the outcome, relative to the app's; its overview by default. */
  readonly outcomeOn?: string;
  about(visit: AppVisit): Pick<Subject<Name>, 'names' | 'details' | 'fields'>;
  /** Fields of the operation's input that are not in the path. */
  input?(visit: ConsoleVisit): Partial<InputOf<Name>>;
}

/** Asks what an operation asks, about an app or what belongs to it. */
export const askAboutApp = <Name extends OperationName>(
  operation: Name,
  { path, name, outcomeOn = '', about, ...others }: AppQuestion<Name>,
): ConsoleScreen =>
  ask<Developer, Name>(operation, {
    ...others,
    path: APP_PATH + path,
    name,
    outcomeOn: APP_PATH + outcomeOn,
    async about(given) {
      const visit = await withApp(given);
      return { ...about(visit), back: appPath(visit.app, outcomeOn), navigation: consoleNavigation(visit, 'apps') };
    },
  });
