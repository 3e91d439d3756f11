import { html } from 'hono/html';
import type { AppDescription } from '../../directory/apps/describe-app.ts';
import type { Page } from '../kit/page/layout.ts';
import { appMark } from '../kit/page/parts.ts';
import { type Html, name } from '../languages/html.ts';
import { productName, stateBadge } from '../shared/app-words.ts';
import type { Developer } from './developer.ts';
import { consoleNavigation, inOrganization } from './navigation.ts';

/** An app with who looks at it. */
export interface ShownApp {
  readonly developer: Developer;
  readonly app: AppDescription;
}

type Tab = 'overview' | 'firstCall' | 'requests' | 'usage' | 'accessRequests' | 'settings';

interface TabLink {
  readonly tab: Tab;
  readonly text: string;
  readonly path: string;
}

const tabsOf = ({ product }: AppDescription): readonly TabLink[] => [
  { tab: 'overview', text: 'Overview', path: '' },
  { tab: 'firstCall', text: 'First call', path: '/first-call' },
  ...(product === 'ADSR'
    ? [{ tab: 'accessRequests' as const, text: 'Access requests', path: '/access-requests' }]
    : []),
  { tab: 'requests', text: 'Requests', path: '/requests' },
  { tab: 'usage', text: 'Usage', path: '/usage' },
  { tab: 'settings', text: 'Settings', path: '/settings' },
];

/** Address of an app in the console, or of a page about it. */
export const appPath = ({ id }: Pick<AppDescription, 'id'>, rest = ''): string => `/console/apps/${id}${rest}`;

/** Address of the logo of an app's profile. */
export const logoOf = (app: AppDescription): string | undefined => (app.logo ? appPath(app, '/logo') : undefined);

/** A page about one app: its heading, links to the other pages about it, and the content. */
export function appPage({ developer, app }: ShownApp, tab: Tab, content: Html): Page {
  const link = ({ tab: other, text, path }: TabLink) =>
    html`<li><a href="${appPath(app, path)}" ${other === tab && html`aria-current="page"`}>${text}</a></li>`;
  const tabs = tabsOf(app);
  const body = html`<p><a class="back" href="${inOrganization(developer, '/console')}">Apps</a></p>
    <div class="app">${appMark(app.name, logoOf(app))}<div><h1>${name(app.name)}</h1>
      <p class="by">${productName(app.product)} ${stateBadge(app.state)} · app ${app.id}</p></div></div>
    <nav class="tabs" aria-label="App"><ul>${tabs.map(link)}</ul></nav>
    ${content}`;
  const text = tabs.find((each) => each.tab === tab)?.text ?? '';
  return { title: `${text} · ${app.name}`, body, navigation: consoleNavigation(developer, 'apps') };
}
