import { html } from 'hono/html';
import { RESOURCES } from '../../database/change-log.ts';
import { toTimestamp } from '../../process/time.ts';
import type { Tally } from '../../request-log/usage.ts';
import type { ListedAttempt } from '../../webhooks/attempts.ts';
import type { EndpointSummary } from '../../webhooks/endpoints.ts';
import type { EndpointMerchant } from '../../webhooks/progress.ts';
import { WebProblem } from '../kit/context.ts';
import { type AnyField, formFields, linesOf, selectField, textOf, URL_ATTRIBUTES } from '../kit/fields.ts';
import { instantOf, instantText, when } from '../kit/instants.ts';
import { dataTable, hidden, ownForm } from '../kit/page.ts';
import { secretsOf } from '../kit/submission.ts';
import { type Html, name } from '../languages/html.ts';
import { DEFAULT_LANGUAGE } from '../languages/languages.ts';
import { usageChart } from '../shared/usage.ts';
import { environmentBadge, environmentName } from '../shared/words.ts';
import { APP_PATH, type AppVisit, appPath, appTabScreen, type ConsoleVisit, withApp } from './layout.ts';

export const WEBHOOKS_PATH = `${APP_PATH}/webhooks`;
export const WEBHOOK_PATH = `${WEBHOOKS_PATH}/:endpointId`;

/** Address of an endpoint in the console, or of a page about it. */
export const webhookPath = ({ appId, endpointId }: EndpointSummary, rest = ''): string =>
  appPath({ id: appId }, `/webhooks/${endpointId}${rest}`);

export type EndpointVisit = AppVisit & { readonly endpoint: EndpointSummary };

/** Finds the endpoint in the path. One of another app responds with 404. */
export async function withEndpoint(given: ConsoleVisit): Promise<EndpointVisit> {
  const visit = await withApp(given);
  const endpoints = await visit.operations.call('webhook.list', { appId: visit.app.id });
  const endpoint = endpoints.data.find(({ endpointId }) => endpointId === visit.id('endpointId'));
  if (!endpoint) throw new WebProblem('notFound');
  return { ...visit, endpoint, environment: endpoint.env };
}

const DISABLED: Readonly<Record<NonNullable<EndpointSummary['disabledBecause']>, string>> = {
  developer: 'Disabled in your organization',
  gone: 'Disabled because it responded 410 Gone',
  failing: 'Disabled after failing for 72 hours',
};

export const stateOf = ({ disabledBecause, disabledAt }: EndpointSummary): Html =>
  disabledBecause
    ? html`<span class="badge rejected">Disabled</span> ${DISABLED[disabledBecause]}${disabledAt && html`, ${instantOf(disabledAt)}`}`
    : html`<span class="badge live">Enabled</span>`;

export const FIELDS: readonly AnyField[] = [
  {
    name: 'url',
    label: 'URL',
    hint: 'https:// and a host name with a public address. An endpoint of the sandbox may be http:// on this machine where the server allows it.',
    attributes: URL_ATTRIBUTES,
  },
  {
    name: 'resources',
    label: 'Resources',
    hint: html`The changes to send, one per line: ${RESOURCES.join(', ')}. Leave it empty for all that the app can read.`,
    optional: true,
    lines: true,
    attributes: html`rows="4" spellcheck="false" autocomplete="off"`,
  },
];

export function valuesIn(fields: URLSearchParams) {
  // The operation rejects names that are no resources.
  const resources = linesOf(fields, 'resources') as (typeof RESOURCES)[number][];
  return { url: textOf(fields, 'url') ?? '', resources: resources.length > 0 ? resources : undefined };
}

/** How far behind the merchants of an endpoint are, in a sentence. */
export function lagOf(merchants: readonly EndpointMerchant[]): Html {
  const failing = merchants.filter(({ state }) => state === 'failing').length;
  const late = merchants.flatMap(({ behindSince }) => behindSince ?? []).sort()[0];
  if (merchants.length === 0) return html`no connected merchant`;
  if (late === undefined) return html`in step with ${countOf(merchants.length)}`;
  return html`behind since ${instantOf(late)}${failing > 0 && html`, failing for ${countOf(failing)}`}`;
}

const countOf = (merchants: number): string => `${merchants} ${merchants === 1 ? 'merchant' : 'merchants'}`;

const STATES: Readonly<Record<EndpointMerchant['state'], string>> = {
  current: 'In step',
  waiting: 'Waiting',
  failing: 'Failing',
  unknown: 'Region unavailable',
};

/** The merchants of an endpoint, each with its lag. */
export function merchantTable(merchants: readonly EndpointMerchant[]): Html {
  if (merchants.length === 0) return html`<p>No merchant is connected in this environment.</p>`;
  return dataTable('How far behind each merchant is', merchants, [
    ['Merchant', ({ merchant, companyId }) => html`${name(merchant)} <span class="small">${companyId}</span>`],
    ['State', ({ state, resync }) => (resync ? 'To be told to read everything' : STATES[state])],
    ['Writes behind', ({ behind }) => behind.toLocaleString('en'), 'number'],
    ['Since', ({ behindSince }) => when(behindSince)],
    ['Failures', ({ failures }) => failures.toLocaleString('en'), 'number'],
    ['Next attempt', ({ nextAttemptAt }) => when(nextAttemptAt)],
  ]);
}

const HOUR = 3_600_000;
const HOURS = 24;

/** Requests of the last 24 hours by their outcome. */
export function attemptChart(attempts: readonly ListedAttempt[], now: number): Html {
  const end = Math.floor(now / HOUR) * HOUR;
  const steps = Array.from({ length: HOURS }, (_, i) => {
    const from = end - (HOURS - 1 - i) * HOUR;
    const within = attempts.filter(({ at }) => Math.floor(Date.parse(at) / HOUR) * HOUR === from);
    return { at: toTimestamp(from), ...tallyOf(within) };
  });
  const timeOf = (at: string) => instantText(DEFAULT_LANGUAGE, Date.parse(at));
  return usageChart({ label: 'Requests to the endpoint by hour', steps, timeOf, shownTimeOf: instantOf });
}

type Outcome = 'succeeded' | 'rejected' | 'limited' | 'failed';

function tallyOf(attempts: readonly ListedAttempt[]): Tally {
  const tally = {
    requests: attempts.length,
    counted: attempts.length,
    succeeded: 0,
    rejected: 0,
    limited: 0,
    failed: 0,
  };
  for (const attempt of attempts) tally[outcomeOf(attempt)] += 1;
  return tally;
}

function outcomeOf({ status, failure }: Pick<ListedAttempt, 'status' | 'failure'>): Outcome {
  if (failure === null) return 'succeeded';
  if (status === 429) return 'limited';
  return status !== null && status >= 400 && status < 500 ? 'rejected' : 'failed';
}

const LOOKS: Readonly<Record<Outcome, string>> = {
  succeeded: 'good',
  rejected: 'refused',
  limited: 'refused',
  failed: 'failed',
};

/** The latest requests, each with what it had and what was answered. */
export const attemptLog = (visit: EndpointVisit, attempts: readonly ListedAttempt[]): Html =>
  attempts.length === 0
    ? html`<p>No requests yet.</p>`
    : html`<ol class="log">${attempts.map((attempt) => entry(visit, attempt))}</ol>`;

function entry({ view, endpoint }: EndpointVisit, attempt: ListedAttempt): Html {
  const { attemptId, at, status, companyId, changes, type, resent, milliseconds, failure } = attempt;
  const content = type === 'resync' ? 'read everything' : `${changes} ${changes === 1 ? 'change' : 'changes'}`;
  return html`<li><details>
    <summary><span class="outcome ${LOOKS[outcomeOf(attempt)]}">${status ?? 'None'}</span>
      <span class="request">Merchant ${companyId}: ${content}${resent && ', sent again'}</span>
      <span class="when">${instantOf(at, 'second')} · ${milliseconds} ms</span></summary>
    ${failure && html`<div class="why"><p>${failure}</p></div>`}
    <dl>
      <div><dt>webhook-id</dt><dd><code>${attempt.webhookId}</code></dd></div>
      <div><dt>Positions</dt><dd>after ${attempt.afterPosition}, up to ${attempt.lastPosition}</dd></div>
    </dl>
    ${answerOf(attempt)}
    ${ownForm(view, webhookPath(endpoint, '/resend'), html`${hidden('attemptId', attemptId)}<button class="secondary">Send again</button>`, 'actions')}
  </details></li>`;
}

/** The beginning of the response's body. */
export const answerOf = ({ answer }: Pick<ListedAttempt, 'answer'>): Html | undefined =>
  answer === ''
    ? undefined
    : html`<pre tabindex="0" role="region" aria-label="The response"><code>${answer}</code></pre>`;

/** Endpoints of an app, and a form that adds one. */
export const webhooksScreen = appTabScreen({
  path: WEBHOOKS_PATH,
  name: 'webhooks',
  tab: 'webhooks',
  async content(visit) {
    const { operations, app, view } = visit;
    const { data } = await operations.call('webhook.list', { appId: app.id });
    const rows = await Promise.all(data.map((endpoint) => endpointRow(visit, endpoint)));
    return html`<p class="lead">Changes of the merchants that are connected, sent to your server as they happen. The
      <a href="${view.docsUrl}/guides/webhooks">guide to webhooks</a> shows how to receive them.</p>
    ${rows.length > 0 && html`<section class="card"><h2>Endpoints</h2><ul class="rows">${rows}</ul></section>`}
    ${app.state !== 'ARCHIVED' && addForm(visit)}`;
  },
  async change({ operations, id, fields }) {
    const appId = id('appId');
    const env = fields.get('env') === 'PRODUCTION' ? 'PRODUCTION' : 'SANDBOX';
    const added = await operations.call('webhook.add', { appId, env, ...valuesIn(fields) });
    const message = 'The endpoint is added. Changes from now on are sent to it.';
    return { message, secrets: secretsOf(added), to: webhookPath(added) };
  },
});

async function endpointRow({ operations }: AppVisit, endpoint: EndpointSummary): Promise<Html> {
  const { endpointId, env, url, resources } = endpoint;
  const { data } = await operations.call('webhook.merchants', { endpointId, limit: 200 });
  return html`<li>
    <p>${environmentBadge(env)} <a href="${webhookPath(endpoint)}"><code>${url}</code></a></p>
    <p class="small">${stateOf(endpoint)} · ${lagOf(data)} · ${resources?.join(', ') ?? 'all resources'}</p>
  </li>`;
}

function addForm(visit: AppVisit): Html {
  const { view, app } = visit;
  const form = visit.form('webhooks');
  const environments = app.state === 'APPROVED' ? (['SANDBOX', 'PRODUCTION'] as const) : (['SANDBOX'] as const);
  const options = environments.map((env) => [env, environmentName(env)] as const);
  return html`<section class="card"><h2>Add an endpoint</h2>
    <p class="small">Up to 5 in each environment. The secret that signs the requests is shown once.</p>
    ${ownForm(
      view,
      appPath(app, '/webhooks'),
      html`${formFields(form, FIELDS)} ${selectField(form, { name: 'env', label: 'Environment' }, options)}
        <div class="actions"><button>Add endpoint</button></div>`,
    )}
  </section>`;
}
