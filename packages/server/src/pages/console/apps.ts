import { html } from 'hono/html';
import type { AppDescription, AppSummary } from '../../control/describe-app.ts';
import { createAddressLink } from '../../control/mailed-links.ts';
import { mailAddressLink } from '../account/sign-up.ts';
import { sessionOf } from '../kit/cookies.ts';
import { attempt } from '../kit/fields.ts';
import { form, questionOf, submits } from '../kit/operation-screens.ts';
import { monogram, nothing, notice, ownForm } from '../kit/page.ts';
import { changeLogin } from '../kit/sign-in.ts';
import { type Html, name } from '../languages/html.ts';
import { checkList, PRODUCT_OPTIONS, productName, stateBadge } from '../shared/words.ts';
import { ADDRESSES, listingNotice } from './app-settings.ts';
import { credentialSummary } from './credentials.ts';
import {
  APP_PATH,
  type AppVisit,
  appPath,
  appTabScreen,
  askAboutApp,
  type ConsoleScreen,
  inOrganization,
  organizationSwitch,
} from './layout.ts';

export const appsScreen: ConsoleScreen = {
  path: '/console',
  name: 'apps',
  async show(visit) {
    const { operations, organizationId, confirmed, view } = visit;
    const { data: apps } = await operations.call('app.list', { organizationId, limit: 200 });
    const live = apps.filter(({ state }) => state !== 'ARCHIVED');
    const archived = apps.filter(({ state }) => state === 'ARCHIVED');
    const add = html`<a class="button" href="${inOrganization(visit, '/console/apps/new')}">New app</a>`;
    const advice = 'An app gets its sandbox credentials right away. Create one, then make your first call.';
    // A new account can do nothing until its address is confirmed.
    const confirmation = html`<section class="card">
  <h2>Confirm your e-mail address</h2>
  <p>We sent a link to <strong>${name(view.user?.email ?? '')}</strong>. Open it to confirm your address; then you can create apps.</p>
  ${ownForm(view, '/console/confirmation', html`<button class="secondary">Send another link</button>`, 'actions')}
</section>`;
    const body = html`${organizationSwitch(visit, '/console')}
    ${!confirmed && confirmation}
    <div class="heading"><h1>Apps</h1>${live.length > 0 && add}</div>
    ${live.length === 0 ? nothing('No apps yet', advice, confirmed && add) : html`<ul class="cards">${live.map(appCard)}</ul>`}
    ${archived.length > 0 && html`<h2>Archived</h2><ul class="cards">${archived.map(appCard)}</ul>`}`;
    return { title: 'Apps', body };
  },
  forms: {
    confirmation: {
      path: '/confirmation',
      async change(visit) {
        const { user } = sessionOf(visit.ctx);
        const link = () => changeLogin(visit, (tx) => createAddressLink(tx, user.id));
        const outcome = await attempt(visit.fields, link);
        if ('rejected' in outcome) return { message: outcome.rejected.problems[0]?.message ?? '' };
        mailAddressLink(visit.deps, user, outcome.done);
        return { message: outcome.done ? `A link is mailed to ${user.email}.` : 'Your address is confirmed.' };
      },
    },
  },
};

const appCard = ({ id, name: text, product, state }: AppSummary): Html => html`<li class="card link">
  <div class="app">${monogram(text)}<div><h2><a href="${appPath({ id })}">${name(text)}</a></h2>
    <p class="by">${productName(product)} ${stateBadge(state)}</p></div></div>
</li>`;

export const newAppScreen: ConsoleScreen = form('app.create', {
  path: '/console/apps/new',
  name: 'newApp',
  fields: ['name', { name: 'product', options: PRODUCT_OPTIONS }],
  note: html`<p class="small">You get sandbox credentials right away, and production credentials once the app is approved.</p>`,
  submit: 'Create app',
  page: (visit) => ({
    title: 'New app',
    back: [inOrganization(visit, '/console'), 'Apps'],
    action: inOrganization(visit, '/console/apps/new'),
  }),
  said: ({ name }) => `${name} is ready for the sandbox.`,
  to: (_, created) => appPath(created),
});

/** Remaining steps until the review, and today's requests. */
async function nextSteps(visit: AppVisit): Promise<Html> {
  const { operations, organizationId, app, view } = visit;
  const [usage, check, merchants] = await Promise.all([
    operations.call('usage.show', { appId: app.id }),
    operations.call('app.check', { appId: app.id }),
    operations.call('merchant.list', { organizationId, active: true, limit: 1 }),
  ]);
  const { month, unavailable } = usage;
  const isConnection = (one: string) => one === 'sandbox-connection';
  const passes = (wanted: (check: string) => boolean) =>
    app.checks.filter((one) => wanted(one.check)).every(({ passed }) => passed);
  const isDescribed = passes((one) => !isConnection(one));
  const guide = `${view.docsUrl}/guides/authorization`;
  const consent = [
    'Let a sandbox merchant connect the app on the consent screen',
    guide,
    passes(isConnection),
  ] as const;
  const steps: readonly (readonly [text: string, href: string, isDone: boolean])[] = [
    ['Create a sandbox merchant', inOrganization(visit, '/console/merchants/new'), merchants.data.length > 0],
    ['Make a first call', appPath(app, '/first-call'), month.total.requests > 0],
    ...(app.product === 'ADSR' ? [] : [consent]),
    ['Keep to the rules for clients', appPath(app, '/ready'), check.passed],
    ['Describe the app, with its links and addresses', appPath(app, '/settings'), isDescribed],
    ['Submit it for review', '#review', app.state === 'SUBMITTED'],
  ];
  const next = steps.findIndex(([, , isDone]) => !isDone);
  const word = (isDone: boolean, at: number): Html => {
    if (isDone) return html`<span class="outcome good">Done</span>`;
    return at === next ? html`<span class="outcome refused">Next</span>` : html`<span class="outcome">Later</span>`;
  };
  const isReviewed = app.state === 'APPROVED' || app.state === 'ARCHIVED';
  const { requests = 0, rejected = 0, limited = 0, failed = 0 } = month.steps.at(-1) ?? {};
  const count = (value: number, text: string, status: string) =>
    value > 0 &&
    html`, <a href="${appPath(app, `/requests?status=${status}`)}">${value.toLocaleString('en')} ${text}</a>`;
  return html`${
    !isReviewed &&
    html`<section class="card" id="steps"><h2>To production</h2>
    <ol class="checks">${steps.map(([text, href, isDone], at) => html`<li>${word(isDone, at)} <a href="${href}">${text}</a></li>`)}</ol></section>`
  }<section class="card"><h2>Today</h2>
    <p><a href="${appPath(app, '/usage')}">${requests.toLocaleString('en')} ${requests === 1 ? 'request' : 'requests'}</a>${count(rejected, 'rejected', '4xx')}${count(limited, 'over the limit', '429')}${count(failed, 'failed', '5xx')}.
    ${unavailable.length > 0 && `Without ${unavailable.join(', ')}, which is unavailable right now.`}</p>
    <p class="small">Days begin at midnight UTC.</p></section>`;
}

const REVIEW: Readonly<Record<AppDescription['state'], string>> = {
  DRAFT:
    'The app works in the sandbox. When it is ready for live merchants, submit it for review: an operator reviews its name, description, links and redirect URIs.',
  SUBMITTED: 'An operator is reviewing the app. The sandbox keeps working in the meantime.',
  APPROVED: 'The app is approved. Issue production credentials, and live merchants can connect it.',
  REJECTED: 'The app was not approved. Change what the operator asked for, and submit it again.',
  ARCHIVED: 'The app is archived. Its credentials no longer work, and it cannot be changed.',
};

export const appScreen = appTabScreen({
  path: APP_PATH,
  name: 'app',
  tab: 'overview',
  async content(visit) {
    const { view, app, deps } = visit;
    const { state, decisionReason, listingState } = app;
    const settings = appPath(app, '/settings');
    return html`
    ${await nextSteps(visit)}
    ${credentialSummary(app, deps.control.clock())}
    ${app.product !== 'ADSR' && ADDRESSES.map(({ section }) => section(visit))}
    <section class="card" id="review">
  <h2>Review</h2>
  <p>${REVIEW[state]}</p>
  ${state === 'APPROVED' && html`${listingNotice(app)}<p><a href="${settings}">Profile of the app</a> · <a href="${appPath(app, '/credentials')}">Issue production credentials</a></p>`}
  ${decisionReason && state !== 'SUBMITTED' && listingState !== 'REJECTED' && notice('hint', html`The operator wrote: ${decisionReason}`)}
  ${
    (state === 'DRAFT' || state === 'REJECTED') &&
    html`<h3>What the operator checks</h3>
  ${checkList(app.checks)}
  <p class="small">The description and the links are in the <a href="${settings}">settings</a>.</p>
  ${ownForm(view, appPath(app, '/submit'), html`<button class="secondary">Submit for review</button>`, 'actions')}`
  }
</section>
    ${
      state !== 'ARCHIVED' &&
      html`<section class="card">
  <h2>Archive</h2>
  <p>${questionOf('app.archive', {}).effect}</p>
  <p class="actions"><a class="button secondary danger" href="${appPath(app, '/archive')}">Archive app</a></p>
</section>`
    }`;
  },
  forms: {
    submit: { path: '/submit', change: submits('app.submit', []) },
    ...Object.fromEntries(ADDRESSES.map(({ form }) => form)),
  },
});

export const archiveScreen = askAboutApp('app.archive', {
  path: '/archive',
  name: 'archive',
  about: ({ app }) => ({ names: { appId: app.name } }),
});
