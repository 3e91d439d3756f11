import { html } from 'hono/html';
import { REVIEW_CHECKS, type ReviewStep } from '../../control/app-review.ts';
import type { Listing } from '../../control/apps.ts';
import type { AppDescription, AppSummary } from '../../control/describe-app.ts';
import type { RuleOutcome, TrafficCheck } from '../../control/usage.ts';
import { consentPreview } from '../consent/about-app.ts';
import { type FilledForm, formProblems, numberOf, textArea, textOf } from '../kit/fields.ts';
import { durationText, instantOf, when } from '../kit/instants.ts';
import type { Page } from '../kit/layout.ts';
import { ask, formOf, submits } from '../kit/operation-screens.ts';
import { type Column, confirmation, dataTable, hidden, nothing, ownForm, type View } from '../kit/page.ts';
import type { Done } from '../kit/screen.ts';
import { type Html, name } from '../languages/html.ts';
import { type AppView, requestScreen, requestsScreen } from '../shared/requests.ts';
import { usageScreen } from '../shared/usage.ts';
import {
  aboutApp,
  checkList,
  countOf,
  keptText,
  logoScreen as shownLogo,
  stateBadge,
  timesOf,
} from '../shared/words.ts';
import { list, type OperatorScreen, type OperatorVisit, operatorNavigation } from './screens.ts';

const appPath = (id: number, rest = ''): string => `/operator/apps/${id}${rest}`;

const TABS = { overview: ['Overview', ''], requests: ['Requests', '/requests'], usage: ['Usage', '/usage'] } as const;

const appLayout = (app: AppDescription, tab: keyof typeof TABS, content: Html): Page => ({
  title: app.name,
  body: aboutApp(app, { list: '/operator/apps', path: appPath(app.id), tab, tabs: TABS }, content),
});

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

/** Apps awaiting a decision, longest wait first. */
export const reviewsScreen: OperatorScreen = {
  path: '/operator/reviews',
  name: 'reviews',
  async show({ operations, deps }) {
    const { data } = await operations.call('app.list', { waiting: true, limit: 200 });
    const waiting = data.toSorted((a, b) => ((a.submittedAt ?? '') < (b.submittedAt ?? '') ? -1 : 1));
    const now = deps.control.clock();
    const table = dataTable('Apps waiting for review', waiting, [
      ...COLUMNS,
      ['Waiting', ({ submittedAt }) => (submittedAt ? durationText(Math.max(0, now - Date.parse(submittedAt))) : '–')],
    ]);
    const none = nothing('Nothing to review', 'Apps appear here when their developers submit them.');
    const body = html`<h1>Reviews</h1>
    ${waiting.length === 0 ? none : table}`;
    return { title: 'Reviews', body };
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
  const linkOf = (href: string | null) =>
    href ? html`<a href="${href}" target="_blank" rel="noopener noreferrer">${name(href)}</a>` : '–';
  const rowsOf = (
    profile: Listing,
    logo: string | null,
  ): readonly (readonly [term: string, value: Html | string])[] => [
    ['Name', name(profile.name)],
    ['Description', profile.description ? html`<span class="words">${name(profile.description)}</span>` : '–'],
    ['Website', linkOf(profile.website)],
    ['Privacy policy', linkOf(profile.privacyPolicy)],
    ['Logo', logo ? html`<img class="logo" src="${logo}" alt="Logo" width="52" height="52" />` : '–'],
  ];
  const own = rowsOf(app, app.logo && appPath(app.id, '/logo'));
  if (!listing || listingState === 'APPROVED') {
    return html`<section class="card"><h2>Profile</h2><dl>${own.map(
      ([term, value]) => html`<div><dt>${term}</dt><dd>${value}</dd></div>`,
    )}</dl></section>`;
  }
  const former = rowsOf(listing, listing.logo && `/logos/${listing.logo}`);
  const rows = own.map(([term, value], at) => {
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

const PATH = '/operator/apps/:appId';

const appOf = ({ operations, id }: OperatorVisit): Promise<AppDescription> =>
  operations.call('app.show', { appId: id('appId') });

const STEPS: Readonly<Record<ReviewStep['event'], string>> = {
  'app.submitted': 'Submitted',
  'app.withdrawn': 'Withdrawn by its developers',
  'app.approved': 'Approved',
  'app.rejected': 'Rejected',
  'app.listing_approved': 'Profile approved',
  'app.listing_rejected': 'Profile rejected',
};

export const appScreen: OperatorScreen = {
  path: PATH,
  name: 'app',
  async show(visit) {
    const { view, form, deps } = visit;
    const app = await appOf(visit);
    const { id, redirectUris, requestsAMinute } = app;
    const now = waits(app) ? await visit.operations.call('app.check', { appId: id, days: 30 }) : undefined;
    const { data: steps } = await visit.operations.call('app.reviews', { appId: id, limit: 200 });
    const step = ({ at, event, person, reason, despite }: ReviewStep) => html`<li>
  <p><strong>${STEPS[event]}</strong> ${instantOf(at)}${person !== null && html` by ${name(person)}`}</p>
  ${reason !== null && html`<p class="words">${name(reason)}</p>`}
  ${despite.length > 0 && html`<p class="small">Despite failed checks: ${despite.join(', ')}.</p>`}
</li>`;
    const limiting = {
      name: 'limit',
      action: appPath(id, '/limit'),
      fields: [{ name: 'requestsAMinute', hint: `Leave it empty for the default, ${deps.config.rateLimit}.` }] as const,
      submit: 'Set the limit',
      values: { requestsAMinute: String(requestsAMinute ?? '') },
    };
    const content = html`<section class="card"><dl>
  <div><dt>Organization</dt><dd><a href="/operator/organizations/${app.organizationId}">${name(app.organization)}</a></dd></div>
  <div><dt>Created</dt><dd>${when(app.createdAt)}</dd></div>
  <div><dt>Submitted</dt><dd>${when(app.submittedAt)}</dd></div>
  </dl>
  <h2>Redirect URIs</h2>
  ${redirectUris.length === 0 ? html`<p>None.</p>` : html`<ul>${redirectUris.map((uri) => html`<li><code>${uri}</code></li>`)}</ul>`}
</section>
    ${profileSection(app)}
    ${consentPreview(view, app, app.logo ? appPath(id, '/logo') : undefined)}
    ${steps.length > 0 && html`<section class="card" id="reviews"><h2>Reviews</h2><ul class="rows">${steps.map(step)}</ul></section>`}
    ${now ? decisionForm(view, app, now, form('decision')) : formProblems(form('decision'), [])}
    ${credentials(app)}
    ${
      app.state !== 'ARCHIVED' &&
      html`<section class="card"><h2>Rate limit</h2>${formOf(visit, 'app.limit', limiting)}</section>
    <p><a class="button secondary danger" href="${appPath(id, '/archive')}">Archive this app</a></p>`
    }`;
    return appLayout(app, 'overview', content);
  },
  forms: {
    decision: { path: '/decision', change: decide },
    limit: { path: '/limit', change: submits('app.limit', ['requestsAMinute']) },
  },
};

function decisionForm(view: View, app: AppDescription, now: TrafficCheck, form: FilledForm): Html {
  const content = html`${hidden('profileVersion', app.profileVersion)}${textArea(form, { name: 'reason', label: 'Reason', hint: 'The app’s developers read it. A rejection needs one.', optional: true })}
      <p class="actions"><button name="decision" value="approve">${app.state === 'SUBMITTED' ? 'Approve for production' : 'Approve the profile'}</button>
        <button class="secondary danger" name="decision" value="reject">Reject</button></p>`;
  return html`<section class="card"><h2>Decision</h2>
  ${checkList(app.checks)}
  ${trafficSection(app, now)}
  ${formProblems(form, ['reason'])}
  ${ownForm(view, appPath(app.id, '/decision'), content)}</section>`;
}

/** Which rules for clients the traffic kept and broke, at the submission and now. */
function trafficSection({ submittedCheck: check, submittedAt }: AppDescription, now: TrafficCheck): Html {
  const state = (outcome: Pick<RuleOutcome, 'times' | 'brokenSince'> | undefined, kept: number | undefined): Html => {
    if (outcome && outcome.times > 0) {
      return html`<span class="outcome refused">Broken ${timesOf(outcome.times)}</span>${outcome.brokenSince && html` since ${instantOf(outcome.brokenSince)}`}`;
    }
    return kept === undefined ? html`Not seen yet` : html`<span class="outcome good">${keptText({ kept })}</span>`;
  };
  const then = ({ name: rule }: RuleOutcome): Html => {
    // A check of an earlier release does not tell what was kept.
    if (!check?.kept) return html`${check?.broken.some(({ name }) => name === rule) ? 'Broken' : '–'}`;
    const { times = 0, brokenSince = null } = check.broken.find(({ name }) => name === rule) ?? {};
    return state({ times, brokenSince }, check.kept.find(({ name }) => name === rule)?.kept);
  };
  const at = (instant: string | null, requests: number | undefined) =>
    html`${instantOf(instant ?? '')}, with ${countOf(requests ?? 0)} in 30 days`;
  return html`<h3>Traffic</h3>
  <p>Submitted ${at(check?.at ?? submittedAt, check?.requests)}. Now ${at(now.at, now.requests)}.</p>
  ${dataTable('Rules for clients', now.rules, [
    ['Rule', ({ rule }) => rule],
    ['At the submission', then],
    ['Now', (outcome) => state(outcome, outcome.state === 'kept' ? outcome.kept : undefined)],
  ])}`;
}

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
  return { title: `Approve ${app.name} anyway?`, body, navigation: operatorNavigation('/operator/reviews') };
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

export const logoScreen: OperatorScreen = shownLogo(PATH);

export const archiveScreen: OperatorScreen = ask('app.archive', {
  path: `${PATH}/archive`,
  name: 'archive',
  async about(visit) {
    const app = await appOf(visit);
    return { names: { appId: app.name }, back: appPath(app.id) };
  },
  to: ({ id }) => appPath(id('appId')),
});

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

export const appRequestsScreen: OperatorScreen = requestsScreen(PATH, appView);
export const appRequestScreen: OperatorScreen = requestScreen(PATH, appView);
export const appUsageScreen: OperatorScreen = usageScreen(PATH, appView);
