import { html } from 'hono/html';
import { REVIEW_CHECKS } from '../../control/apps/app-checks.ts';
import { profileLogo } from '../../control/apps/app-logos.ts';
import type { AppDescription } from '../../control/apps/describe-app.ts';
import type { ReviewStep } from '../../control/apps/review-history.ts';
import { sendLogo } from '../assets/send-logo.ts';
import { consentPreview } from '../consent/preview.ts';
import { confirmScreen } from '../kit/confirm-screen.ts';
import { formProblems, textArea } from '../kit/form/fields.ts';
import { type FilledForm, numberOf, textOf } from '../kit/form/filled-form.ts';
import { confirmation } from '../kit/page/confirmation.ts';
import { instantOf, when } from '../kit/page/instants.ts';
import type { Page } from '../kit/page/layout.ts';
import { dataTable } from '../kit/page/lists.ts';
import { hidden, ownForm } from '../kit/page/parts.ts';
import type { View } from '../kit/page/view.ts';
import type { Done } from '../kit/screen.ts';
import { type Html, name } from '../languages/html.ts';
import { checkList } from '../shared/app-words.ts';
import { submittedCheck } from '../shared/traffic-check.ts';
import { appLayout, appPath, logoOf } from './app-layout.ts';
import { profileSection, waits } from './app-profile.ts';
import type { OperatorScreen, OperatorVisit } from './audience.ts';
import { fieldsForm } from './fields-form.ts';
import { operatorNavigation } from './navigation.ts';

const PATH = '/operator/apps/:appId';

export const appOf = ({ operations, id }: OperatorVisit): Promise<AppDescription> =>
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
    limit: {
      path: '/limit',
      async change({ operations, id, fields }) {
        const requestsAMinute = numberOf(fields, 'requestsAMinute') ?? null;
        await operations.call('app.limit', { appId: id('appId'), requestsAMinute });
        return { message: 'The limit is set. It applies within half a minute.' };
      },
    },
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

function limitForm({ view, deps, form }: OperatorVisit, { id, requestsAMinute }: AppDescription): Html {
  const field = {
    name: 'requestsAMinute',
    label: 'Requests a minute',
    hint: `Leave it empty for the default, ${deps.defaultLimit}.`,
    optional: true,
    attributes: html`inputmode="numeric"`,
  };
  return html`<section class="card"><h2>Rate limit</h2>${fieldsForm(view, {
    action: appPath(id, '/limit'),
    form: form('limit', { requestsAMinute: String(requestsAMinute ?? '') }),
    fields: [field],
    submit: 'Set the limit',
  })}</section>`;
}

/** Logo in the profile, whether or not merchants see it. */
export const logoScreen: OperatorScreen = {
  path: `${PATH}/logo`,
  name: 'logo',
  async show({ ctx, deps, id }) {
    sendLogo(ctx, await profileLogo(deps.control.pool, id('appId')));
    return undefined;
  },
};

export const archiveScreen: OperatorScreen = confirmScreen({
  path: `${PATH}/archive`,
  name: 'archive',
  async ask(visit) {
    const app = await appOf(visit);
    return {
      title: `Archive ${app.name}`,
      heading: html`Archive ${name(app.name)}?`,
      effect:
        'Its credentials and keys stop working at once, and it can never be changed again. This cannot be undone.',
      submit: 'Archive',
      back: appPath(app.id),
      navigation: operatorNavigation('apps'),
    };
  },
  async change({ operations, id }) {
    const { appId } = await operations.call('app.archive', { appId: id('appId') });
    return { to: appPath(appId), message: 'The app is archived.' };
  },
});
