import { html } from 'hono/html';
import { profileLogo } from '../../control/app-logos.ts';
import { REVIEW_CHECKS, type ReviewStep } from '../../control/app-review.ts';
import type { Listing } from '../../control/apps.ts';
import type { AppDescription, AppSummary } from '../../control/describe-app.ts';
import { sendLogo } from '../assets/brand.ts';
import { consentPreview } from '../consent/about-app.ts';
import { type FilledForm, formProblems, numberOf, textArea, textOf } from '../kit/fields.ts';
import { durationText, instantOf, when } from '../kit/instants.ts';
import type { Page } from '../kit/layout.ts';
import { ask, formOf, submits } from '../kit/operation-screens.ts';
import { appMark, type Column, confirmation, dataTable, hidden, ownForm, tabs, type View } from '../kit/page.ts';
import type { Done } from '../kit/screen.ts';
import { type Html, name } from '../languages/html.ts';
import { type AppView, requestScreen, requestsScreen } from '../shared/requests.ts';
import { usageScreen } from '../shared/usage.ts';
import { checkList, productName, stateBadge, submittedCheck } from '../shared/words.ts';
import { list, type OperatorScreen, type OperatorVisit, operatorNavigation } from './screens.ts';

const appPath = (id: number, rest = ''): string => `/operator/apps/${id}${rest}`;

const logoOf = ({ id, logo }: AppDescription): string | undefined => (logo ? appPath(id, '/logo') : undefined);

/** A page about one app, with links to its other pages. */
function appLayout(app: AppDescription, current: 'overview' | 'requests' | 'usage', content: Html): Page {
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

const COLUMNS: readonly Column<AppSummary>[] = [
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
];

const waitingAt = (now: number): Column<AppSummary> => [
  'Waiting',
  ({ submittedAt }) => (submittedAt ? durationText(Math.max(0, now - Date.parse(submittedAt))) : '–'),
];

/** Apps awaiting a decision, longest wait first. */
export const reviewsScreen: OperatorScreen = {
  path: '/operator/reviews',
  name: 'reviews',
  async show({ operations, deps }) {
    const { data } = await operations.call('app.list', { waiting: true, limit: 200 });
    const waiting = data.toSorted((a, b) => ((a.submittedAt ?? '') < (b.submittedAt ?? '') ? -1 : 1));
    const body = html`<h1>Reviews</h1>
    ${
      waiting.length === 0
        ? html`<div class="empty"><h2>Nothing to review</h2><p>Apps appear here when their developers submit them.</p></div>`
        : dataTable('Apps waiting for review', waiting, [...COLUMNS, waitingAt(deps.control.clock())])
    }`;
    return { title: 'Reviews', body, navigation: operatorNavigation('reviews') };
  },
};

export const appsScreen = list('app.list', {
  path: '/operator/apps',
  name: 'apps',
  title: 'Apps',
  filters: ['search', 'state', 'product'],
  columns: COLUMNS,
});

/** True if an app or its changed profile awaits a decision. */
const waits = ({ state, listingState }: AppDescription): boolean =>
  state === 'SUBMITTED' || (state === 'APPROVED' && listingState === 'SUBMITTED');

/** The profile, compared with the version that merchants see if the two differ. */
function profileSection(app: AppDescription): Html {
  const { listing, listingState } = app;
  const logo = app.logo && `/operator/apps/${app.id}/logo`;
  if (!listing || listingState === 'APPROVED') {
    return html`<section class="card"><h2>Profile</h2><dl>${rowsOf(app, logo).map(
      ([term, value]) => html`<div><dt>${term}</dt><dd>${value}</dd></div>`,
    )}</dl></section>`;
  }
  const former = rowsOf(listing, listing.logo && `/logos/${listing.logo}`);
  const rows = rowsOf(app, logo).map(([term, value], at) => {
    const [, before = ''] = former[at] ?? [];
    // The two logos have different addresses.
    const isChanged = term === 'Logo' ? app.logo !== listing.logo : String(before) !== String(value);
    return { term, value, former: before, isChanged };
  });
  return html`<section class="card">
    ${dataTable(listingState === 'SUBMITTED' ? 'Changed profile' : 'Profile with rejected changes', rows, [
      [
        'Field',
        ({ term, isChanged }) =>
          html`<strong>${term}</strong> ${isChanged && html`<span class="badge">Changed</span>`}`,
      ],
      ['Merchants see', ({ former }) => former],
      [listingState === 'SUBMITTED' ? 'Waits for a decision' : 'Rejected', ({ value }) => value],
    ])}</section>`;
}

type Row = readonly [term: string, value: Html | string];

const rowsOf = (profile: Listing, logo: string | null): readonly Row[] => [
  ['Name', name(profile.name)],
  ['Description', profile.description ? html`<span class="words">${name(profile.description)}</span>` : '–'],
  ['Website', linkOf(profile.website)],
  ['Privacy policy', linkOf(profile.privacyPolicy)],
  ['Logo', logo ? html`<img class="logo" src="${logo}" alt="Logo" width="52" height="52" />` : '–'],
];

const linkOf = (href: string | null): Html | string =>
  href ? html`<a href="${href}" target="_blank" rel="noopener noreferrer">${name(href)}</a>` : '–';

const PATH = '/operator/apps/:appId';

const appOf = ({ operations, id }: OperatorVisit): Promise<AppDescription> =>
  operations.call('app.show', { appId: id('appId') });

/** One app: its profile, its review and its limit. */
export const appScreen: OperatorScreen = {
  path: PATH,
  name: 'app',
  async show(visit) {
    const { view, form } = visit;
    const app = await appOf(visit);
    const content = html`${facts(app)}
    ${profileSection(app)}
    ${consentPreview(view, app, logoOf(app))}
    ${reviewSection((await visit.operations.call('app.reviews', { appId: app.id, limit: 200 })).data)}
    ${waits(app) ? decisionForm(view, app, form('decision')) : formProblems(form('decision'), [])}
    ${credentials(app)}
    ${app.state !== 'ARCHIVED' && limitForm(visit, app)}
    ${app.state !== 'ARCHIVED' && html`<p><a class="button secondary danger" href="${appPath(app.id, '/archive')}">Archive this app</a></p>`}`;
    return appLayout(app, 'overview', content);
  },
  forms: {
    decision: { path: '/decision', change: decide },
    limit: { path: '/limit', change: submits('app.limit', ['requestsAMinute']) },
  },
};

const facts = (app: AppDescription): Html => html`<section class="card"><dl>
  <div><dt>Organization</dt><dd><a href="/operator/organizations/${app.organizationId}">${name(app.organization)}</a></dd></div>
  <div><dt>Created</dt><dd>${when(app.createdAt)}</dd></div>
  <div><dt>Submitted</dt><dd>${when(app.submittedAt)}</dd></div>
  </dl>
  <h2>Redirect URIs</h2>
  ${app.redirectUris.length === 0 ? html`<p>None.</p>` : html`<ul>${app.redirectUris.map((uri) => html`<li><code>${uri}</code></li>`)}</ul>`}
</section>`;

const STEPS: Readonly<Record<ReviewStep['event'], string>> = {
  'app.submitted': 'Submitted',
  'app.approved': 'Approved',
  'app.rejected': 'Rejected',
  'app.listing_approved': 'Profile approved',
  'app.listing_rejected': 'Profile rejected',
};

/** Every submission and decision, with the reasons. */
const reviewSection = (steps: readonly ReviewStep[]): Html | undefined =>
  steps.length === 0
    ? undefined
    : html`<section class="card" id="reviews"><h2>Reviews</h2><ul class="rows">${steps.map(reviewStep)}</ul></section>`;

const reviewStep = ({ at, event, person, reason, despite }: ReviewStep): Html => html`<li>
  <p><strong>${STEPS[event]}</strong> ${instantOf(at)}${person !== null && html` by ${name(person)}`}</p>
  ${reason !== null && html`<p class="words">${name(reason)}</p>`}
  ${despite.length > 0 && html`<p class="small">Despite failed checks: ${despite.join(', ')}.</p>`}
</li>`;

const decisionForm = (
  view: View,
  app: AppDescription,
  form: FilledForm,
): Html => html`<section class="card"><h2>Decision</h2>
  ${checkList(app.checks)}
  ${app.submittedCheck && submittedCheck(app.submittedCheck)}
  ${formProblems(form, ['reason'])}
  ${ownForm(
    view,
    appPath(app.id, '/decision'),
    html`${hidden('profileVersion', app.profileVersion)}${textArea(form, { name: 'reason', label: 'Reason', hint: 'The app’s developers read it. A rejection needs one.', optional: true })}
      <p class="actions"><button name="decision" value="approve">${app.state === 'SUBMITTED' ? 'Approve for production' : 'Approve the profile'}</button>
        <button class="secondary danger" name="decision" value="reject">Reject</button></p>`,
  )}</section>`;

/** Asks for confirmation before approving an app that fails checks of its review. */
async function decide(visit: OperatorVisit): Promise<Done | Page> {
  const { operations, fields, id } = visit;
  const reason = textOf(fields, 'reason');
  const decision = { appId: id('appId'), reason, profileVersion: numberOf(fields, 'profileVersion') };
  if (fields.get('decision') !== 'approve') {
    await operations.call('app.reject', { ...decision, reason: reason ?? '' });
    return { message: 'Rejected. Its developers can change it and submit it again.' };
  }
  const app = fields.has('despite') ? undefined : await appOf(visit);
  // The operation itself rejects a page that showed an older profile.
  const isShown = app && fields.get('profileVersion') === String(app.profileVersion);
  if (isShown && waits(app) && app.checks.some(({ passed }) => !passed)) return approveAnyway(visit.view, app, reason);
  const accepted = fields.getAll('despite');
  await operations.call('app.approve', {
    ...decision,
    despite: REVIEW_CHECKS.filter((check) => accepted.includes(check)),
  });
  return { message: 'Approved. Merchants see the profile, and its developers can issue production credentials.' };
}

function approveAnyway(view: View, app: AppDescription, reason = ''): Page {
  const failed = app.checks.filter(({ passed }) => !passed);
  const body = confirmation(view, {
    title: html`Approve ${name(app.name)} anyway?`,
    effect: failed.length === 1 ? 'It fails a check of its review.' : `It fails ${failed.length} checks of its review.`,
    details: checkList(failed),
    action: appPath(app.id, '/decision'),
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
    ['Last used', ({ lastUsedAt }) => when(lastUsedAt)],
    ['Expires', ({ expiresAt }) => when(expiresAt)],
    ['Revoked', ({ revokedAt }) => when(revokedAt)],
  ])}</section>`;
}

const limitForm = (visit: OperatorVisit, { id, requestsAMinute }: AppDescription): Html =>
  html`<section class="card"><h2>Rate limit</h2>${formOf(visit, 'app.limit', {
    name: 'limit',
    action: appPath(id, '/limit'),
    fields: [{ name: 'requestsAMinute', hint: `Leave it empty for the default, ${visit.deps.config.rateLimit}.` }],
    submit: 'Set the limit',
    values: { requestsAMinute: String(requestsAMinute ?? '') },
  })}</section>`;

/** Logo in the profile, whether or not merchants see it. */
export const logoScreen: OperatorScreen = {
  path: `${PATH}/logo`,
  name: 'logo',
  async show({ ctx, deps, id }) {
    sendLogo(ctx, await profileLogo(deps.control.pool, id('appId')));
    return undefined;
  },
};

export const archiveScreen: OperatorScreen = ask('app.archive', {
  path: `${PATH}/archive`,
  name: 'archive',
  async about(visit) {
    const app = await appOf(visit);
    return { names: { appId: app.name }, back: appPath(app.id), navigation: operatorNavigation('apps') };
  },
  to: ({ id }) => appPath(id('appId')),
});

const APP_PATH = '/operator/apps/:appId';

async function appView(visit: OperatorVisit): Promise<AppView> {
  const app = await appOf(visit);
  return {
    operations: visit.operations,
    app,
    path: appPath(app.id),
    limitAdvice: html`Set it on the app’s <a href="${appPath(app.id)}">overview</a>.`,
    layout: (tab, content) => appLayout(app, tab, content),
  };
}

export const appRequestsScreen: OperatorScreen = requestsScreen(APP_PATH, appView);
export const appRequestScreen: OperatorScreen = requestScreen(APP_PATH, appView);
export const appUsageScreen: OperatorScreen = usageScreen(APP_PATH, appView);
