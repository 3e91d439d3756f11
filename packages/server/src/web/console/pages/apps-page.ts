import { html } from 'hono/html';
import type { AppSummary } from '../../../directory/describe-app.ts';
import type { Developer } from '../../actors/developer.ts';
import { type Html, name } from '../../languages/html.ts';
import type { Page } from '../../pages/layout.ts';
import { monogram } from '../../pages/parts.ts';
import { consoleOffice } from './console-office.ts';

/** The organization's apps. */
export function appsPage(developer: Developer, apps: readonly AppSummary[]): Page {
  const body = html`<p class="company">${name(developer.organization)}</p>
    <h1>Apps</h1>
    ${apps.length === 0 ? nothing : html`<ul class="cards">${apps.map(appCard)}</ul>`}`;
  return { title: 'Apps', body, office: consoleOffice(developer, 'apps') };
}

const nothing = html`<div class="empty"><h2>No apps yet</h2></div>`;

const appCard = ({ name: text, product, state }: AppSummary): Html => html`<li class="card">
  <div class="app">${monogram(text)}<div><h2>${name(text)}</h2><p class="by">${product} · ${state}</p></div></div>
</li>`;
