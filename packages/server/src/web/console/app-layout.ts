import { html } from 'hono/html';
import type { AppDescription } from '../../directory/apps/describe-app.ts';
import type { Page } from '../kit/page/layout.ts';
import { appMark, tabs } from '../kit/page/parts.ts';
import { type Html, name } from '../languages/html.ts';
import { productName, stateBadge } from '../shared/app-words.ts';
import type { AppDeveloper } from './audience.ts';
import { consoleNavigation, inOrganization } from './navigation.ts';

export const APP_PATH = '/console/apps/:appId';

/** Address of an app in the console, or of a page about it. */
export const appPath = ({ id }: Pick<AppDescription, 'id'>, rest = ''): string => `/console/apps/${id}${rest}`;

/** Address of the logo of an app's profile. */
export const logoOf = (app: AppDescription): string | undefined => (app.logo ? appPath(app, '/logo') : undefined);

const TABS = {
  overview: ['Overview', ''],
  firstCall: ['First call', '/first-call'],
  accessRequests: ['Access requests', '/access-requests'],
  requests: ['Requests', '/requests'],
  usage: ['Usage', '/usage'],
  settings: ['Settings', '/settings'],
} as const;

/** A page about one app: its heading, links to the other pages about it, and the content. */
export function appLayout(developer: AppDeveloper, tab: keyof typeof TABS, content: Html): Page {
  const { app } = developer;
  const shown = Object.entries(TABS).filter(([each]) => each !== 'accessRequests' || app.product === 'ADSR');
  const links = shown.map(([each, [text, path]]) => [each, text, appPath(app, path)] as const);
  const body = html`<p><a class="back" href="${inOrganization(developer, '/console')}">Apps</a></p>
    <div class="app">${appMark(app.name, logoOf(app))}<div><h1>${name(app.name)}</h1>
      <p class="by">${productName(app.product)} ${stateBadge(app.state)} · app ${app.id}</p></div></div>
    ${tabs('App', tab, links)}
    ${content}`;
  const title = shown.some(([each]) => each === tab) ? TABS[tab][0] : '';
  return { title: `${title} · ${app.name}`, body, navigation: consoleNavigation(developer, 'apps') };
}
