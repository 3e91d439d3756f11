import { html } from 'hono/html';
import type { AppSummary } from '../../directory/apps/describe-app.ts';
import { formProblems, selectField, textField } from '../kit/form/fields.ts';
import type { FilledForm } from '../kit/form/filled-form.ts';
import type { Page } from '../kit/page/layout.ts';
import { hidden, monogram } from '../kit/page/parts.ts';
import type { View } from '../kit/page/view.ts';
import { type Html, name } from '../languages/html.ts';
import { PRODUCT_OPTIONS, productName, stateBadge } from '../shared/app-words.ts';
import { appPath } from './app-layout.ts';
import type { Developer } from './developer.ts';
import { consoleNavigation, inOrganization, organizationSwitch } from './navigation.ts';

/** The organization's apps. */
export function appsPage(view: View, developer: Developer, apps: readonly AppSummary[]): Page {
  const live = apps.filter(({ state }) => state !== 'ARCHIVED');
  const archived = apps.filter(({ state }) => state === 'ARCHIVED');
  const add = html`<a class="button" href="${inOrganization(developer, '/console/apps/new')}">New app</a>`;
  const body = html`${organizationSwitch(developer, '/console')}
    ${!developer.confirmed && confirmation(view)}
    <div class="heading"><h1>Apps</h1>${live.length > 0 && add}</div>
    ${live.length === 0 ? nothing(developer.confirmed && add) : html`<ul class="cards">${live.map(appCard)}</ul>`}
    ${archived.length > 0 && html`<h2>Archived</h2><ul class="cards">${archived.map(appCard)}</ul>`}`;
  return { title: 'Apps', body, navigation: consoleNavigation(developer, 'apps') };
}

/** A new account can do nothing before its address is confirmed. */
const confirmation = ({ user, formToken }: View): Html => html`<section class="card">
  <h2>Confirm your e-mail address</h2>
  <p>We sent a link to <strong>${name(user?.email ?? '')}</strong>. Open it to confirm your address; then you can create apps.</p>
  <form method="post" action="/console/confirmation" class="actions">
    ${hidden('token', formToken)}<button class="secondary">Send another link</button>
  </form>
</section>`;

const nothing = (add: Html | false): Html => html`<div class="empty">
  <h2>No apps yet</h2>
  <p>An app gets its sandbox credentials right away. Create one, then make your first call.</p>
  ${add && html`<p>${add}</p>`}
</div>`;

const appCard = ({ id, name: text, product, state }: AppSummary): Html => html`<li class="card link">
  <div class="app">${monogram(text)}<div><h2><a href="${appPath({ id })}">${name(text)}</a></h2>
    <p class="by">${productName(product)} ${stateBadge(state)}</p></div></div>
</li>`;

/** Registers an app. */
export function newAppPage(view: View, developer: Developer, form: FilledForm): Page {
  const action = inOrganization(developer, '/console/apps/new');
  const body = html`<p><a class="back" href="${inOrganization(developer, '/console')}">Apps</a></p>
    <h1>New app</h1>
    <form class="card" method="post" action="${action}">
      ${hidden('token', view.formToken)} ${formProblems(form, ['name', 'product'])}
      ${textField(form, {
        name: 'name',
        label: 'Name',
        hint: 'Merchants see it when you ask them to connect. You can change it later.',
        attributes: html`maxlength="255" autocomplete="off"`,
      })}
      ${selectField(
        form,
        { name: 'product', label: 'Product', hint: 'Decides what the app can do. It cannot be changed later.' },
        PRODUCT_OPTIONS,
      )}
      <p class="small">You get sandbox credentials right away, and production credentials once the app is approved.</p>
      <div class="actions"><button>Create app</button></div>
    </form>`;
  return { title: 'New app', body, navigation: consoleNavigation(developer, 'apps') };
}
