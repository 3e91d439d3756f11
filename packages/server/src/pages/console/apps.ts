import { html } from 'hono/html';
import { isSubmittable, type ReviewCheck } from '../../control/app-review.ts';
import type { AppDescription, AppSummary } from '../../control/describe-app.ts';
import { createAddressLink } from '../../control/mailed-links.ts';
import type { OutputOf } from '../../operations/operations.ts';
import { mailAddressLink } from '../account/sign-up.ts';
import { WebProblem } from '../kit/context.ts';
import { sessionOf } from '../kit/cookies.ts';
import { attempt } from '../kit/fields.ts';
import { instantOf } from '../kit/instants.ts';
import { form, submits } from '../kit/operation-screens.ts';
import { monogram, nothing, notice, ownForm } from '../kit/page.ts';
import { changeLogin } from '../kit/sign-in.ts';
import { type Html, name } from '../languages/html.ts';
import { dayPicture } from '../shared/usage.ts';
import { checkList, countOf, PRODUCT_OPTIONS, productName, stateBadge } from '../shared/words.ts';
import { fixOf, listingNotice } from './app-settings.ts';
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

type AppUsage = OutputOf<'usage.show'>;

interface Step {
  readonly text: string;
  /** Absent if there is nothing left to open. */
  readonly href?: string | undefined;
  readonly isDone: boolean;
  /** How far a step has come that may never be done. The steps after it do not wait for it. */
  readonly progress?: string;
}

/** Checks of the review as steps, in the order in which they are best taken. */
const CHECKS: readonly (readonly [check: ReviewCheck, text: string])[] = [
  ['sandbox-connection', 'Let a sandbox merchant connect the app on the consent screen'],
  ['description', 'Describe the app'],
  ['links', 'Link to its website and its privacy policy'],
  ['redirect-uri', 'Register an https redirect URI'],
];

/** The way to production: what an operator checks, and what comes before it. */
async function checklist(visit: AppVisit, usage: AppUsage): Promise<Html> {
  const { operations, organizationId, app } = visit;
  const [check, merchants] = await Promise.all([
    operations.call('app.check', { appId: app.id }),
    operations.call('merchant.list', { organizationId, active: true, limit: 1 }),
  ]);
  const hasMerchant = merchants.data.length > 0;
  const { rules } = check;
  const kept = rules.filter(({ state }) => state === 'kept').length;
  const isBroken = rules.some(({ state }) => state === 'broken');
  const checked = CHECKS.flatMap(([check, text]): Step[] => {
    const result = app.checks.find((one) => one.check === check);
    return result ? [{ text, href: fixOf(app, check), isDone: result.passed }] : [];
  });
  const steps: readonly Step[] = [
    {
      text: 'Create a sandbox merchant',
      href: inOrganization(visit, hasMerchant ? '/console/merchants' : '/console/merchants/new'),
      isDone: hasMerchant,
    },
    { text: 'Make a first call', href: appPath(app, '/first-call'), isDone: usage.month.total.requests > 0 },
    ...checked,
    {
      text: 'Show that it keeps the rules for clients',
      href: appPath(app, '/ready'),
      isDone: kept === rules.length,
      progress: isBroken ? 'Broken' : `${kept} of ${rules.length}`,
    },
    {
      text: 'Submit it for review',
      href: isSubmittable(app) ? appPath(app, '/submit') : undefined,
      isDone: app.state === 'SUBMITTED',
    },
  ];
  const next = steps.findIndex(({ isDone, progress }) => !isDone && progress === undefined);
  const word = ({ isDone, progress }: Step, at: number): Html => {
    if (isDone) return html`<span class="outcome good">Done</span>`;
    if (progress !== undefined) return html`<span class="outcome${isBroken && ' refused'}">${progress}</span>`;
    return at === next ? html`<span class="outcome refused">Next</span>` : html`<span class="outcome">Later</span>`;
  };
  return html`<ol class="checks">${steps.map(
    (step, at) =>
      html`<li>${word(step, at)} ${step.href === undefined ? step.text : html`<a href="${step.href}">${step.text}</a>`}</li>`,
  )}</ol>`;
}

const REVIEW: Readonly<Record<AppDescription['state'], string>> = {
  DRAFT: 'The app works in the sandbox. Production opens once an operator has reviewed it.',
  SUBMITTED: 'An operator is reviewing the app. The sandbox keeps working in the meantime.',
  APPROVED: 'The app is approved. Issue production credentials, and live merchants can connect it.',
  REJECTED: 'The app was not approved. Change what the operator asked for, and submit it again.',
  ARCHIVED: 'The app is archived. Its credentials no longer work, and it cannot be changed.',
};

async function reviewSection(visit: AppVisit, usage: AppUsage): Promise<Html> {
  const { view, app } = visit;
  const { state, decisionReason, listingState, submittedAt } = app;
  const isOver = state === 'APPROVED' || state === 'ARCHIVED';
  const withdraw = html`<button class="secondary">Withdraw the submission</button>`;
  return html`<section class="card" id="review">
  <h2>${isOver ? 'Review' : 'To production'}</h2>
  <p>${REVIEW[state]}${state === 'SUBMITTED' && submittedAt && html` It was submitted ${instantOf(submittedAt)}.`}</p>
  ${state === 'APPROVED' && html`${listingNotice(app)}<p><a href="${appPath(app, '/settings')}">Profile of the app</a> · <a href="${appPath(app, '/credentials')}">Issue production credentials</a></p>`}
  ${decisionReason && state !== 'SUBMITTED' && listingState !== 'REJECTED' && notice('hint', html`The operator wrote: ${decisionReason}`)}
  ${!isOver && (await checklist(visit, usage))}
  ${isSubmittable(app) && html`<p class="actions"><a class="button secondary" href="${appPath(app, '/submit')}">Submit for review</a></p>`}
  ${state === 'SUBMITTED' && ownForm(view, appPath(app, '/withdraw'), withdraw, 'actions')}
</section>`;
}

/** The requests of the last day as a picture, and those of today as links into the log. */
function traffic({ app }: AppVisit, { day, month, unavailable }: AppUsage): Html {
  const { requests = 0, rejected = 0, limited = 0, failed = 0 } = month.steps.at(-1) ?? {};
  const link = (value: number, text: string, status: string) =>
    value > 0 &&
    html`, <a href="${appPath(app, `/requests?status=${status}`)}">${value.toLocaleString('en')} ${text}</a>`;
  return html`<section class="card"><h2>Last day</h2>
    ${day.steps.some((step) => step.requests > 0) && dayPicture(day)}
    <p>Today, since midnight UTC: <a href="${appPath(app, '/usage')}">${countOf(requests)}</a>${link(rejected, 'rejected', '4xx')}${link(limited, 'over the limit', '429')}${link(failed, 'failed', '5xx')}.
    ${unavailable.length > 0 && `Without ${unavailable.join(', ')}, which is unavailable right now.`}</p></section>`;
}

export const appScreen = appTabScreen({
  path: APP_PATH,
  name: 'app',
  tab: 'overview',
  async content(visit) {
    const usage = await visit.operations.call('usage.show', { appId: visit.app.id });
    return html`${await reviewSection(visit, usage)} ${traffic(visit, usage)}
    ${credentialSummary(visit.app, visit.deps.control.clock())}`;
  },
  forms: {
    withdraw: {
      path: '/withdraw',
      change: submits('app.withdraw', [], { said: 'Withdrawn. The app is a draft again.' }),
    },
  },
});

/** Asks before a submission, and names what an operator will miss. */
export const submitScreen = askAboutApp('app.submit', {
  path: '/submit',
  name: 'submit',
  about({ app }) {
    if (!isSubmittable(app)) throw new WebProblem('notFound');
    const failed = app.checks.filter(({ passed }) => !passed);
    const details =
      failed.length > 0 &&
      html`<p>The operator sees that ${failed.length === 1 ? 'a check' : `${failed.length} checks`} of the review failed:</p>
      ${checkList(failed, ({ check }) => fixOf(app, check))}`;
    return { names: { appId: app.name }, ...(details && { details, submit: 'Submit anyway' }) };
  },
});
