import { html } from 'hono/html';
import type { OutputOf } from '../../operations/operations.ts';
import type { Html } from '../languages/html.ts';
import { type AppVisit, appPath } from './app-layout.ts';
import { inOrganization } from './navigation.ts';

interface Step {
  readonly text: string;
  readonly href: string;
  readonly done: boolean;
}

/** What is left to do until the review, and the requests of today. */
export async function nextSteps(visit: AppVisit): Promise<Html> {
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
