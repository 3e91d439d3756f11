import { html } from 'hono/html';
import { PRODUCTS } from '../../credentials/products.ts';
import { APP_STATES, type AppDescription, type AppSummary } from '../../directory/apps/describe-app.ts';
import type { Page as Rows } from '../../directory/page.ts';
import { formProblems, selectField, textArea, textField } from '../kit/form/fields.ts';
import { EMPTY_FORM, type FilledForm, filledWith } from '../kit/form/filled-form.ts';
import { confirmation } from '../kit/page/confirmation.ts';
import type { Page } from '../kit/page/layout.ts';
import { dataTable, olderLink, searchForm } from '../kit/page/lists.ts';
import { appMark, hidden } from '../kit/page/parts.ts';
import type { View } from '../kit/page/view.ts';
import { type Html, name } from '../languages/html.ts';
import { checkList, productName, stateBadge } from '../shared/app-words.ts';
import { profileSection, waits } from './app-profile.ts';
import { operatorNavigation } from './navigation.ts';
import { changeForm, tabs, when } from './operator-parts.ts';

const appPath = (id: number): string => `/operator/apps/${id}`;
const logoOf = ({ id, logo }: AppDescription): string | undefined => (logo ? `${appPath(id)}/logo` : undefined);

/** Apps that wait for a decision, the one that waits longest first. */
export function reviewsPage({ data }: Rows<AppSummary>): Page {
  const waiting = data.toSorted((a, b) => ((a.submittedAt ?? '') < (b.submittedAt ?? '') ? -1 : 1));
  const body = html`<h1>Reviews</h1>
    ${
      waiting.length === 0
        ? html`<div class="empty"><h2>Nothing to review</h2><p>Apps appear here when their developers submit them.</p></div>`
        : appTable('Apps waiting for review', waiting)
    }`;
  return { title: 'Reviews', body, navigation: operatorNavigation('reviews') };
}

const appTable = (caption: string, apps: readonly AppSummary[]): Html =>
  dataTable(caption, apps, [
    ['App', ({ id, name: text }) => html`<a href="${appPath(id)}">${name(text)}</a>`],
    [
      'State',
      ({ state, listingState }) =>
        listingState === 'SUBMITTED' ? html`${stateBadge(state)} changed profile` : stateBadge(state),
    ],
    ['Product', ({ product }) => product],
    [
      'Organization',
      (app) => html`<a href="/operator/organizations/${app.organizationId}">${name(app.organization)}</a>`,
    ],
    ['Submitted', ({ submittedAt }) => when(submittedAt)],
  ]);

const options = (values: readonly string[], any: string) => [
  ['', any] as const,
  ...values.map((value) => [value, value] as const),
];

/** All apps, with a search. */
export function appsPage(form: FilledForm, found: Rows<AppSummary> | undefined): Page {
  const fields = html`${textField(form, { name: 'search', label: 'Name', optional: true })}
    ${selectField(form, { name: 'state', label: 'State', optional: true }, options(APP_STATES, 'Any state'))}
    ${selectField(form, { name: 'product', label: 'Product', optional: true }, options(PRODUCTS, 'Any product'))}`;
  const body = html`<h1>Apps</h1>${searchForm('/operator/apps', fields)}
    ${found && appTable('Apps', found.data)}${found && olderLink('/operator/apps', form.values, found.next)}`;
  return { title: 'Apps', body, navigation: operatorNavigation('apps') };
}

/** The forms of an app's page, with what was wrong with the last one. */
export interface AppForms {
  readonly decision?: FilledForm;
  readonly limit?: FilledForm;
}

const TABS = [
  ['overview', 'Overview', ''],
  ['requests', 'Requests', '/requests'],
  ['usage', 'Usage', '/usage'],
] as const;

/** A page about one app, with the ways to the others. */
export function appFrame(app: AppDescription, current: (typeof TABS)[number][0], content: Html): Page {
  const links = TABS.map(([tab, text, path]) => [tab, text, appPath(app.id) + path] as const);
  const body = html`<p><a class="back" href="/operator/apps">Apps</a></p>
    <div class="app">${appMark(app.name, logoOf(app))}<div><h1>${name(app.name)}</h1>
      <p class="by">${productName(app.product)} ${stateBadge(app.state)} · app ${app.id}</p></div></div>
    ${tabs('App', current, links)}${content}`;
  return { title: app.name, body, navigation: operatorNavigation('apps') };
}

/** One app: what it is, its review, its limit and its end. */
export function appPage(view: View, app: AppDescription, defaultLimit: number, forms: AppForms = {}): Page {
  const path = appPath(app.id);
  const content = html`${facts(app)}
    ${profileSection(app)}
    ${waits(app) ? decisionForm(view, app, forms.decision ?? EMPTY_FORM) : forms.decision && formProblems(forms.decision, [])}
    ${credentials(app)}
    ${app.state !== 'ARCHIVED' && limitForm(view, path, app, defaultLimit, forms.limit)}
    ${app.state !== 'ARCHIVED' && html`<p><a class="button secondary danger" href="${path}/archive">Archive this app</a></p>`}`;
  return appFrame(app, 'overview', content);
}

const facts = (app: AppDescription): Html => html`<section class="card"><dl>
  <div><dt>Organization</dt><dd><a href="/operator/organizations/${app.organizationId}">${name(app.organization)}</a></dd></div>
  <div><dt>Created</dt><dd>${when(app.createdAt)}</dd></div>
  <div><dt>Submitted</dt><dd>${when(app.submittedAt)}</dd></div>
  <div><dt>Decided</dt><dd>${when(app.decidedAt)}</dd></div>
  ${app.decisionReason !== null && html`<div><dt>Reason</dt><dd>${name(app.decisionReason)}</dd></div>`}
  </dl>
  <h2>Redirect URIs</h2>
  ${app.redirectUris.length === 0 ? html`<p>None.</p>` : html`<ul>${app.redirectUris.map((uri) => html`<li><code>${uri}</code></li>`)}</ul>`}
</section>`;

const decisionForm = (
  view: View,
  app: AppDescription,
  form: FilledForm,
): Html => html`<section class="card"><h2>Decision</h2>
  ${checkList(app.checks)}
  ${formProblems(form, ['reason'])}
  ${changeForm(
    view,
    `${appPath(app.id)}/decision`,
    html`${hidden('profileVersion', app.profileVersion)}${textArea(form, { name: 'reason', label: 'Reason', hint: 'The app’s developers read it. A rejection needs one.', optional: true })}
      <p class="actions"><button name="decision" value="approve">${app.state === 'SUBMITTED' ? 'Approve for production' : 'Approve the profile'}</button>
        <button class="secondary danger" name="decision" value="reject">Reject</button></p>`,
  )}</section>`;

/** Asks again before an app that fails checks of its review is approved. */
export function approveAnywayPage(view: View, app: AppDescription, reason: string): Page {
  const failed = app.checks.filter(({ passed }) => !passed);
  const body = confirmation(view, {
    title: html`Approve ${name(app.name)} anyway?`,
    effect: failed.length === 1 ? 'It fails a check of its review.' : `It fails ${failed.length} checks of its review.`,
    details: checkList(failed),
    action: `${appPath(app.id)}/decision`,
    fields: html`${hidden('decision', 'approve')}${hidden('profileVersion', app.profileVersion)}${hidden('reason', reason)}
      ${failed.map(({ check }) => hidden('despite', check))}`,
    submit: 'Approve anyway',
    back: appPath(app.id),
  });
  return { title: `Approve ${app.name} anyway?`, body, navigation: operatorNavigation('reviews') };
}

function credentials({ credentials: clients, apiKeys }: AppDescription): Html {
  const rows = [
    ...clients.map(({ clientId, ...rest }) => ({ ...rest, text: clientId })),
    ...apiKeys.map(({ hint, ...rest }) => ({ ...rest, text: `API key …${hint}` })),
  ];
  if (rows.length === 0) return html``;
  return html`<section class="card">${dataTable('Credentials', rows, [
    ['Credential', ({ text }) => html`<code>${text}</code>`],
    ['Environment', ({ env }) => env],
    ['Addresses', ({ allowedIps }) => allowedIps.join(', ') || 'any'],
    ['Created', ({ createdAt }) => when(createdAt)],
    ['Revoked', ({ revokedAt }) => when(revokedAt)],
  ])}</section>`;
}

function limitForm(view: View, path: string, app: AppDescription, defaultLimit: number, form?: FilledForm): Html {
  const current = app.requestsAMinute === null ? '' : String(app.requestsAMinute);
  const filled = form ?? filledWith({ requestsAMinute: current });
  const field = {
    name: 'requestsAMinute',
    label: 'Requests a minute',
    hint: `Leave it empty for the default, ${defaultLimit}.`,
    optional: true,
    attributes: html`inputmode="numeric"`,
  };
  const content = html`${textField(filled, field)}<p class="actions"><button class="secondary">Set the limit</button></p>`;
  return html`<section class="card"><h2>Rate limit</h2>${formProblems(filled, ['requestsAMinute'])}
    ${changeForm(view, `${path}/limit`, content)}</section>`;
}

export function archivePage(view: View, app: AppDescription, form: FilledForm): Page {
  const path = appPath(app.id);
  const body = confirmation(view, {
    title: html`Archive ${name(app.name)}?`,
    effect: 'Its credentials and keys stop working at once, and it can never be changed again. This cannot be undone.',
    action: `${path}/archive`,
    submit: 'Archive',
    back: path,
    problems: formProblems(form, []),
  });
  return { title: `Archive ${app.name}`, body, navigation: operatorNavigation('apps') };
}
