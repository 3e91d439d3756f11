import { html } from 'hono/html';
import * as v from 'valibot';
import type { AppDescription, AppSummary } from '../../control/describe-app.ts';
import { createAddressLink } from '../../control/mailed-links.ts';
import { PRODUCTS } from '../../control/products.ts';
import type { OutputOf } from '../../operations/operations.ts';
import { mailAddressLink } from '../account/sign-up.ts';
import { sessionOf } from '../kit/cookies.ts';
import { attempt, formFields } from '../kit/fields.ts';
import { fieldsFor, questionOf, submits } from '../kit/operation-screens.ts';
import { hidden, monogram, notice, ownForm, type View } from '../kit/page.ts';
import type { Done } from '../kit/screen.ts';
import { changeLogin } from '../kit/sign-in.ts';
import { secretsOf } from '../kit/submission.ts';
import { type Html, name } from '../languages/html.ts';
import { checkList, PRODUCT_OPTIONS, productName, stateBadge } from '../shared/words.ts';
import { ADDRESS_FORMS, addressSections, listingNotice } from './app-settings.ts';
import { credentialSummary } from './credentials.ts';
import {
  APP_PATH,
  type AppVisit,
  appPath,
  appTabScreen,
  askAboutApp,
  type ConsoleScreen,
  type ConsoleVisit,
  consoleNavigation,
  inOrganization,
  organizationSwitch,
} from './layout.ts';

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

export const newAppScreen: ConsoleScreen = {
  path: '/console/apps/new',
  name: 'newApp',
  show(visit) {
    const body = html`<p><a class="back" href="${inOrganization(visit, '/console')}">Apps</a></p>
    <h1>New app</h1>
    <form class="card" method="post" action="${inOrganization(visit, '/console/apps/new')}">
      ${hidden('token', visit.view.formToken)} ${formFields(visit.form('newApp'), fieldsFor('app.create', ['name', { name: 'product', options: PRODUCT_OPTIONS }]))}
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

interface Step {
  readonly text: string;
  readonly href: string;
  readonly done: boolean;
}

/** What is left to do until the review, and the requests of today. */
async function nextSteps(visit: AppVisit): Promise<Html> {
  const { operations, organizationId, app } = visit;
  const [usage, check, merchants] = await Promise.all([
    operations.call('usage.show', { appId: app.id }),
    operations.call('app.check', { appId: app.id }),
    operations.call('merchant.list', { organizationId, active: true, limit: 1 }),
  ]);
  const steps = stepsOf(visit, { calls: usage.month.total.requests, check, merchants: merchants.data.length });
  const isReviewed = app.state === 'APPROVED' || app.state === 'ARCHIVED';
  return html`${!isReviewed && checklist(steps)}${today(visit, usage)}`;
}

interface Known {
  /** Requests of the last 30 days. */
  readonly calls: number;
  readonly check: OutputOf<'app.check'>;
  readonly merchants: number;
}

function stepsOf(visit: AppVisit, { calls, check, merchants }: Known): readonly Step[] {
  const { app, view } = visit;
  const passes = (wanted: (check: string) => boolean) =>
    app.checks.filter((one) => wanted(one.check)).every(({ passed }) => passed);
  const isConnection = (one: string) => one === 'sandbox-connection';
  const consent = {
    text: 'Let a sandbox merchant connect the app on the consent screen',
    href: `${view.docsUrl}/guides/authorization`,
    done: passes(isConnection),
  };
  return [
    { text: 'Create a sandbox merchant', href: inOrganization(visit, '/console/merchants/new'), done: merchants > 0 },
    { text: 'Make a first call', href: appPath(app, '/first-call'), done: calls > 0 },
    ...(app.product === 'ADSR' ? [] : [consent]),
    { text: 'Keep to the rules for clients', href: appPath(app, '/ready'), done: check.passed },
    {
      text: 'Describe the app, with its links and addresses',
      href: appPath(app, '/settings'),
      done: passes((one) => !isConnection(one)),
    },
    { text: 'Submit it for review', href: '#review', done: app.state === 'SUBMITTED' },
  ];
}

function checklist(steps: readonly Step[]): Html {
  const next = steps.findIndex(({ done }) => !done);
  const word = (step: Step, at: number): Html => {
    if (step.done) return html`<span class="outcome good">Done</span>`;
    return at === next ? html`<span class="outcome refused">Next</span>` : html`<span class="outcome">Later</span>`;
  };
  return html`<section class="card" id="steps"><h2>To production</h2>
    <ol class="checks">${steps.map((step, at) => html`<li>${word(step, at)} <a href="${step.href}">${step.text}</a></li>`)}</ol></section>`;
}

function today({ app }: AppVisit, { month, unavailable }: OutputOf<'usage.show'>): Html {
  const { requests = 0, rejected = 0, limited = 0, failed = 0 } = month.steps.at(-1) ?? {};
  const count = (value: number, text: string, status: string) =>
    value > 0 &&
    html`, <a href="${appPath(app, `/requests?status=${status}`)}">${value.toLocaleString('en')} ${text}</a>`;
  return html`<section class="card"><h2>Today</h2>
    <p><a href="${appPath(app, '/usage')}">${requests.toLocaleString('en')} ${requests === 1 ? 'request' : 'requests'}</a>${count(rejected, 'rejected', '4xx')}${count(limited, 'over the limit', '429')}${count(failed, 'failed', '5xx')}.
    ${unavailable.length > 0 && `Without ${unavailable.join(', ')}, which is unavailable right now.`}</p>
    <p class="small">Days begin at midnight UTC.</p></section>`;
}

/** Overview of an app: what is next, its credentials, its addresses and its review. */
export const appScreen = appTabScreen({
  path: APP_PATH,
  name: 'app',
  tab: 'overview',
  async content(visit) {
    const { view, app, deps } = visit;
    return html`
    ${await nextSteps(visit)}
    ${credentialSummary(app, deps.control.clock())}
    ${app.product !== 'ADSR' && addressSections(visit)}
    ${review(view, app)} ${app.state !== 'ARCHIVED' && ending(app)}`;
  },
  forms: { submit: { path: '/submit', change: submits('app.submit', []) }, ...ADDRESS_FORMS },
});

const REVIEW: Readonly<Record<AppDescription['state'], string>> = {
  DRAFT:
    'The app works in the sandbox. When it is ready for live merchants, submit it for review: an operator reviews its name, description, links and redirect URIs.',
  SUBMITTED: 'An operator is reviewing the app. The sandbox keeps working in the meantime.',
  APPROVED: 'The app is approved. Issue production credentials, and live merchants can connect it.',
  REJECTED: 'The app was not approved. Change what the operator asked for, and submit it again.',
  ARCHIVED: 'The app is archived. Its credentials no longer work, and it cannot be changed.',
};

const review = (view: View, app: AppDescription): Html => html`<section class="card" id="review">
  <h2>Review</h2>
  <p>${REVIEW[app.state]}</p>
  ${app.state === 'APPROVED' && html`${listingNotice(app)}<p><a href="${appPath(app, '/settings')}">Profile of the app</a> · <a href="${appPath(app, '/credentials')}">Issue production credentials</a></p>`}
  ${app.decisionReason && app.state !== 'SUBMITTED' && app.listingState !== 'REJECTED' && notice('hint', html`The operator wrote: ${app.decisionReason}`)}
  ${(app.state === 'DRAFT' || app.state === 'REJECTED') && submission(view, app)}
</section>`;

const submission = (view: View, app: AppDescription): Html => html`
  <h3>What the operator checks</h3>
  ${checkList(app.checks)}
  <p class="small">The description and the links are in the <a href="${appPath(app, '/settings')}">settings</a>.</p>
  ${ownForm(view, appPath(app, '/submit'), html`<button class="secondary">Submit for review</button>`, 'actions')}`;

const ending = (app: AppDescription): Html => html`<section class="card">
  <h2>Archive</h2>
  <p>${questionOf('app.archive', {}).effect}</p>
  <p class="actions"><a class="button secondary danger" href="${appPath(app, '/archive')}">Archive app</a></p>
</section>`;

export const archiveScreen = askAboutApp('app.archive', {
  path: '/archive',
  name: 'archive',
  about: ({ app }) => ({ names: { appId: app.name } }),
});
