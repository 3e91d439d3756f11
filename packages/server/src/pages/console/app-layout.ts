import { html } from 'hono/html';
import type { AppDescription } from '../../control/apps/describe-app.ts';
import type { Environment } from '../../control/credentials/products.ts';
import { confirmScreen, type Question } from '../kit/confirm-screen.ts';
import type { Page } from '../kit/page/layout.ts';
import { appMark, tabs } from '../kit/page/parts.ts';
import type { Change } from '../kit/screen.ts';
import { type Html, name } from '../languages/html.ts';
import { productName, stateBadge } from '../shared/app-words.ts';
import type { ConsoleScreen, ConsoleVisit, Developer } from './audience.ts';
import { consoleNavigation, inOrganization } from './navigation.ts';

export const APP_PATH = '/console/apps/:appId';

/** Address of an app in the console, or of a page about it. */
export const appPath = ({ id }: Pick<AppDescription, 'id'>, rest = ''): string => `/console/apps/${id}${rest}`;

export const logoOf = (app: AppDescription): string | undefined => (app.logo ? appPath(app, '/logo') : undefined);

const TABS = {
  overview: ['Overview', ''],
  firstCall: ['First call', '/first-call'],
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
  const { clientId, keyId } = ctx.params;
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

/** A change of an app that a developer confirms first. */
interface ConfirmedAppChange extends Pick<Change<Developer>, 'change'> {
  /** Path, relative to the app's. */
  readonly path: string;
  readonly name: string;
  /** Page about the app that shows the outcome, relative to the app's; its overview by default. */
  readonly outcomeOn?: string;
  ask(visit: AppVisit): Omit<Question, 'back' | 'navigation'>;
}

/** Asks before an app is changed. */
export const confirmAppChange = ({ path, name, outcomeOn = '', ask, change }: ConfirmedAppChange): ConsoleScreen =>
  confirmScreen({
    path: APP_PATH + path,
    name,
    outcomeOn: APP_PATH + outcomeOn,
    async ask(given) {
      const visit = await withApp(given);
      return { ...ask(visit), back: appPath(visit.app, outcomeOn), navigation: consoleNavigation(visit, 'apps') };
    },
    change,
  });
