import { html } from 'hono/html';
import type { AppDescription } from '../../control/apps/describe-app.ts';
import type { Page } from '../kit/page/layout.ts';
import { appMark, tabs } from '../kit/page/parts.ts';
import { type Html, name } from '../languages/html.ts';
import { productName, stateBadge } from '../shared/app-words.ts';
import { operatorNavigation } from './navigation.ts';

export const appPath = (id: number, rest = ''): string => `/operator/apps/${id}${rest}`;

export const logoOf = ({ id, logo }: AppDescription): string | undefined => (logo ? appPath(id, '/logo') : undefined);

/** A page about one app, with links to its other pages. */
export function appLayout(app: AppDescription, current: 'overview' | 'requests' | 'usage', content: Html): Page {
  const body = html`<p><a class="back" href="/operator/apps">Apps</a></p>
    <div class="app">${appMark(app.name, logoOf(app))}<div><h1>${name(app.name)}</h1>
      <p class="by">${productName(app.product)} ${stateBadge(app.state)} · app ${app.id}</p></div></div>
    ${tabs('App', current, [
      ['overview', 'Overview', appPath(app.id)],
      ['requests', 'Requests', appPath(app.id, '/requests')],
      ['usage', 'Usage', appPath(app.id, '/usage')],
    ])}${content}`;
  return { title: app.name, body, navigation: operatorNavigation('apps') };
}
