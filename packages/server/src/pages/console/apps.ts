import { html } from 'hono/html';
import * as v from 'valibot';
import type { AppSummary } from '../../control/apps/describe-app.ts';
import { PRODUCTS } from '../../control/credentials/products.ts';
import { createAddressLink } from '../../control/people/address-links.ts';
import { mailAddressLink } from '../account/confirm-address.ts';
import { type AnyField, formFields } from '../kit/form/fields.ts';
import { attempt } from '../kit/form/filled-form.ts';
import { secretsOf } from '../kit/form/secrets.ts';
import { hidden, monogram, ownForm } from '../kit/page/parts.ts';
import type { View } from '../kit/page/view.ts';
import type { Done } from '../kit/screen.ts';
import { changeLogin } from '../kit/session/change-login.ts';
import { sessionOf } from '../kit/session/load-session.ts';
import { type Html, name } from '../languages/html.ts';
import { PRODUCT_OPTIONS, productName, stateBadge } from '../shared/app-words.ts';
import { appPath } from './app-layout.ts';
import type { ConsoleScreen, ConsoleVisit } from './audience.ts';
import { consoleNavigation, inOrganization, organizationSwitch } from './navigation.ts';

export const appsScreen: ConsoleScreen = {
  path: '/console',
  name: 'apps',
  async show(visit) {
    const { operations, organizationId, confirmed } = visit;
    const { data: apps } = await operations.call('app.list', { organizationId, limit: 200 });
    const live = apps.filter(({ state }) => state !== 'ARCHIVED');
    const archived = apps.filter(({ state }) => state === 'ARCHIVED');
    const add = html`<a class="button" href="${inOrganization(visit, '/console/apps/new')}">New app</a>`;
    const body = html`${organizationSwitch(visit, '/console')}
    ${!confirmed && confirmation(visit.view)}
    <div class="heading"><h1>Apps</h1>${live.length > 0 && add}</div>
    ${live.length === 0 ? nothing(confirmed && add) : html`<ul class="cards">${live.map(appCard)}</ul>`}
    ${archived.length > 0 && html`<h2>Archived</h2><ul class="cards">${archived.map(appCard)}</ul>`}`;
    return { title: 'Apps', body, navigation: consoleNavigation(visit, 'apps') };
  },
  forms: { confirmation: { path: '/confirmation', change: mailConfirmation } },
};

/** A new account can do nothing until its address is confirmed. */
const confirmation = (view: View): Html => html`<section class="card">
  <h2>Confirm your e-mail address</h2>
  <p>We sent a link to <strong>${name(view.user?.email ?? '')}</strong>. Open it to confirm your address; then you can create apps.</p>
  ${ownForm(view, '/console/confirmation', html`<button class="secondary">Send another link</button>`, 'actions')}
</section>`;

/** Mails another link to the signed-in person. */
async function mailConfirmation(visit: ConsoleVisit): Promise<Done> {
  const { ctx, deps, fields } = visit;
  const { user } = sessionOf(ctx);
  const outcome = await attempt(fields, () => changeLogin(visit, (tx) => createAddressLink(tx, user.id)));
  if ('rejected' in outcome) return { message: outcome.rejected.problems[0]?.message ?? '' };
  mailAddressLink(deps, user, outcome.done);
  return { message: outcome.done ? `A link is mailed to ${user.email}.` : 'Your address is confirmed.' };
}

const nothing = (add: Html | false): Html => html`<div class="empty">
  <h2>No apps yet</h2>
  <p>An app gets its sandbox credentials right away. Create one, then make your first call.</p>
  ${add && html`<p>${add}</p>`}
</div>`;

const appCard = ({ id, name: text, product, state }: AppSummary): Html => html`<li class="card link">
  <div class="app">${monogram(text)}<div><h2><a href="${appPath({ id })}">${name(text)}</a></h2>
    <p class="by">${productName(product)} ${stateBadge(state)}</p></div></div>
</li>`;

const FIELDS: readonly AnyField[] = [
  {
    name: 'name',
    label: 'Name',
    hint: 'Merchants see it when you ask them to connect. You can change it later.',
    attributes: html`maxlength="255" autocomplete="off"`,
  },
  {
    name: 'product',
    label: 'Product',
    hint: 'Decides what the app can do. It cannot be changed later.',
    options: PRODUCT_OPTIONS,
  },
];

export const newAppScreen: ConsoleScreen = {
  path: '/console/apps/new',
  name: 'newApp',
  show(visit) {
    const body = html`<p><a class="back" href="${inOrganization(visit, '/console')}">Apps</a></p>
    <h1>New app</h1>
    <form class="card" method="post" action="${inOrganization(visit, '/console/apps/new')}">
      ${hidden('token', visit.view.formToken)} ${formFields(visit.form('newApp'), FIELDS)}
      <p class="small">You get sandbox credentials right away, and production credentials once the app is approved.</p>
      <div class="actions"><button>Create app</button></div>
    </form>`;
    return { title: 'New app', body, navigation: consoleNavigation(visit, 'apps') };
  },
  async change({ operations, organizationId, fields }) {
    const product = v.parse(v.fallback(v.picklist(PRODUCTS), 'FULL'), fields.get('product'));
    const created = await operations.call('app.create', { organizationId, name: fields.get('name') ?? '', product });
    const message = `${created.name} is ready for the sandbox.`;
    return { to: appPath(created), message, secrets: secretsOf(created) };
  },
};
