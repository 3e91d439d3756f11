import { html } from 'hono/html';
import { readableResources } from '../../changes/cursor.ts';
import { SCOPE_SETS } from '../../control/products.ts';
import { toTimestamp } from '../../process/time.ts';
import type { ListedAttempt } from '../../webhooks/attempts.ts';
import type { EndpointSummary } from '../../webhooks/endpoints.ts';
import type { EndpointMerchant } from '../../webhooks/progress.ts';
import type { Sent } from '../../webhooks/requests.ts';
import { recordId, WebProblem } from '../kit/context.ts';
import { linesOf } from '../kit/fields.ts';
import { instantOf, timeUntil, when } from '../kit/instants.ts';
import type { Page } from '../kit/layout.ts';
import { ask, formOf, submits } from '../kit/operation-screens.ts';
import { dataTable, hidden, notice, olderLink, ownForm } from '../kit/page.ts';
import { type Html, name } from '../languages/html.ts';
import { missing } from '../shared/requests.ts';
import { INSTANTS, usageChart } from '../shared/usage.ts';
import { environmentBadge, environmentIn, environmentName, environmentsOf } from '../shared/words.ts';
import {
  APP_PATH,
  type AppVisit,
  appLayout,
  appPath,
  appTabScreen,
  type ConsoleScreen,
  type ConsoleVisit,
  consoleNavigation,
  withApp,
} from './layout.ts';

const WEBHOOKS_PATH = `${APP_PATH}/webhooks`;
const WEBHOOK_PATH = `${WEBHOOKS_PATH}/:endpointId`;

const webhookPath = ({ appId, endpointId }: EndpointSummary, rest = ''): string =>
  appPath({ id: appId }, `/webhooks/${endpointId}${rest}`);

type EndpointVisit = AppVisit & { readonly endpoint: EndpointSummary };

/** Finds the endpoint in the path. One of another app responds with 404. */
async function withEndpoint(given: ConsoleVisit): Promise<EndpointVisit> {
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

const stateOf = ({ disabledBecause, disabledAt }: EndpointSummary): Html =>
  disabledBecause
    ? html`<span class="badge rejected">Disabled</span> ${DISABLED[disabledBecause]}${disabledAt && html`, ${instantOf(disabledAt)}`}`
    : html`<span class="badge live">Enabled</span>`;

function lagOf(merchants: readonly EndpointMerchant[]): Html {
  const countOf = (count: number) => `${count} ${count === 1 ? 'merchant' : 'merchants'}`;
  const failing = merchants.filter(({ state }) => state === 'failing').length;
  const late = merchants.flatMap(({ behindSince }) => behindSince ?? []).sort()[0];
  if (merchants.length === 0) return html`no connected merchant`;
  if (late === undefined) return html`in step with ${countOf(merchants.length)}`;
  return html`behind since ${instantOf(late)}${failing > 0 && html`, failing for ${countOf(failing)}`}`;
}

const ADD_FIELDS = ['url', 'resources'] as const;
const CHANGE_FIELDS = [{ name: 'url', optional: false }, 'resources'] as const;

/** The resources that the app reads, to choose from. */
const resourcesOf = ({ app }: AppVisit) =>
  ({ name: 'resources', choices: readableResources(SCOPE_SETS[app.product]) }) as const;

export const webhooksScreen = appTabScreen({
  path: WEBHOOKS_PATH,
  name: 'webhooks',
  tab: 'webhooks',
  async content(visit) {
    const { operations, app, view } = visit;
    const { data } = await operations.call('webhook.list', { appId: app.id });
    const row = async (endpoint: EndpointSummary): Promise<Html> => {
      const { endpointId, env, url, resources } = endpoint;
      const { data: merchants } = await operations.call('webhook.merchants', { endpointId, limit: 200 });
      return html`<li>
    <p>${environmentBadge(env)} <a href="${webhookPath(endpoint)}"><code>${url}</code></a></p>
    <p class="small">${stateOf(endpoint)} · ${lagOf(merchants)} · ${resources?.join(', ') ?? 'all resources'}</p>
  </li>`;
    };
    const rows = await Promise.all(data.map(row));
    const options = environmentsOf(app).map((env) => [env, environmentName(env)] as const);
    const adding = formOf(visit, 'webhook.add', {
      name: 'webhooks',
      action: appPath(app, '/webhooks'),
      fields: ['url', resourcesOf(visit), { name: 'env', options }],
      submit: 'Add endpoint',
      isMain: true,
    });
    return html`<p class="lead">Changes of the merchants that are connected, sent to your server as they happen. The
      <a href="${view.docsUrl}/guides/webhooks">guide to webhooks</a> shows how to receive them.</p>
    ${rows.length > 0 && html`<section class="card"><h2>Endpoints</h2><ul class="rows">${rows}</ul></section>`}
    ${
      app.state !== 'ARCHIVED' &&
      html`<section class="card"><h2>Add an endpoint</h2>
    <p class="small">Up to 5 in each environment. The secret that signs the requests is shown once.</p>
    ${adding}
  </section>`
    }`;
  },
  change: submits('webhook.add', ADD_FIELDS, {
    input: ({ fields }) => ({
      env: environmentIn(fields),
      // Without any, all resources are sent.
      ...(linesOf(fields, 'resources').length === 0 && { resources: undefined }),
    }),
    said: 'The endpoint is added. Changes from now on are sent to it.',
    to: (_, added) => webhookPath(added),
  }),
});

/** Finds the endpoint of a form. Responds with 404 unless it belongs to the app. */
async function ofApp(visit: ConsoleVisit): Promise<{ endpointId: number }> {
  const { endpointId } = (await withEndpoint(visit)).endpoint;
  return { endpointId };
}

export const webhookScreen: ConsoleScreen = {
  path: WEBHOOK_PATH,
  name: 'webhook',
  async show(given) {
    const visit = await withEndpoint(given);
    const { operations, endpoint, query, deps } = visit;
    const { endpointId, url, resources } = endpoint;
    const after = recordId(query.get('after'));
    const [merchants, latest, page] = await Promise.all([
      operations.call('webhook.merchants', { endpointId, limit: 200 }),
      operations.call('webhook.attempts', { endpointId, limit: 200 }),
      operations.call('webhook.attempts', { endpointId, after }),
    ]);
    const now = deps.control.clock();
    const settings = formOf(visit, 'webhook.change', {
      name: 'changeWebhook',
      action: webhookPath(endpoint, '/change'),
      fields: [CHANGE_FIELDS[0], resourcesOf(visit)],
      submit: 'Save',
      isMain: true,
      values: { url, resources: resources?.join('\n') ?? '' },
    });
    const log = html`<ol class="log">${page.data.map((attempt) => attemptRow(visit, attempt))}</ol>`;
    return appLayout(
      visit,
      'webhooks',
      html`${overview(visit, lagOf(merchants.data), now)}
    <section class="card"><h2>Merchants</h2>${merchantTable(merchants.data)}</section>
    <section class="card"><h2>Requests of the last 24 hours</h2>${missing(latest)} ${attemptChart(latest.data, now)}</section>
    <section><h2>Latest requests</h2>
      <p class="small">Up to 100 for each merchant, kept for 30 days.</p>
      ${page.data.length === 0 ? html`<p>No requests yet.</p>` : log} ${olderLink(webhookPath(endpoint), query, page.next)}
    </section>
    <section class="card"><h2>Change</h2>${settings}</section>`,
    );
  },
  forms: {
    changeWebhook: {
      path: '/change',
      change: submits('webhook.change', CHANGE_FIELDS, { input: ofApp, said: 'The endpoint is saved.' }),
    },
    disableWebhook: {
      path: '/disable',
      change: submits('webhook.disable', [], {
        input: ofApp,
        said: 'The endpoint is disabled. It keeps its place in the changes.',
      }),
    },
    enableWebhook: {
      path: '/enable',
      change: submits('webhook.enable', [], { input: ofApp, said: 'The endpoint is enabled.' }),
    },
    testWebhook: {
      path: '/test',
      async change(given) {
        const visit = await withEndpoint(given);
        const { endpointId } = visit.endpoint;
        return sentPage(visit, await visit.operations.call('webhook.test', { endpointId }));
      },
    },
    resendWebhook: {
      path: '/resend',
      async change(given) {
        const visit = await withEndpoint(given);
        const attemptId = recordId(visit.fields.get('attemptId'));
        if (attemptId === undefined) throw new WebProblem('notFound');
        const { endpointId } = visit.endpoint;
        return sentPage(visit, await visit.operations.call('webhook.resend', { endpointId, attemptId }));
      },
    },
  },
};

function overview({ view, endpoint }: EndpointVisit, lag: Html, now: number): Html {
  const { env, url, resources, formerSecretUntil, status } = endpoint;
  const button = (path: string, text: string) =>
    ownForm(view, webhookPath(endpoint, path), html`<button class="secondary">${text}</button>`);
  return html`<section class="card">
    <h2>Endpoint</h2>
    <p>${environmentBadge(env)} <code data-copy>${url}</code></p>
    <p>${stateOf(endpoint)} · ${lag}</p>
    <p class="small">Sends ${resources?.join(', ') ?? 'all resources that the app can read'}.</p>
    ${
      formerSecretUntil &&
      notice(
        'hint',
        html`Requests are also signed with the previous secret for another ${timeUntil(formerSecretUntil, now)}.`,
      )
    }
    <div class="actions">
      ${button('/test', 'Send a test')}
      ${status === 'enabled' ? button('/disable', 'Disable') : button('/enable', 'Enable')}
      <a class="button secondary" href="${webhookPath(endpoint, '/rotate')}">Rotate secret</a>
      <a class="button secondary danger" href="${webhookPath(endpoint, '/remove')}">Remove</a>
    </div>
  </section>`;
}

const STATES: Readonly<Record<EndpointMerchant['state'], string>> = {
  current: 'In step',
  waiting: 'Waiting',
  failing: 'Failing',
  unknown: 'Region unavailable',
};

function merchantTable(merchants: readonly EndpointMerchant[]): Html {
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

function attemptChart(attempts: readonly ListedAttempt[], now: number): Html {
  const end = Math.floor(now / HOUR) * HOUR;
  const steps = Array.from({ length: HOURS }, (_, i) => {
    const from = end - (HOURS - 1 - i) * HOUR;
    const within = attempts.filter(({ at }) => Math.floor(Date.parse(at) / HOUR) * HOUR === from);
    const tally = { succeeded: 0, rejected: 0, limited: 0, failed: 0 };
    for (const attempt of within) tally[outcomeOf(attempt)] += 1;
    return { at: toTimestamp(from), requests: within.length, counted: within.length, ...tally };
  });
  return usageChart('Requests to the endpoint by hour', steps, INSTANTS);
}

const LOOKS = { succeeded: 'good', rejected: 'refused', limited: 'refused', failed: 'failed' } as const;

function outcomeOf({ status, failure }: Pick<ListedAttempt, 'status' | 'failure'>): keyof typeof LOOKS {
  if (failure === null) return 'succeeded';
  if (status === 429) return 'limited';
  return status !== null && status >= 400 && status < 500 ? 'rejected' : 'failed';
}

function attemptRow({ view, endpoint }: EndpointVisit, attempt: ListedAttempt): Html {
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
const answerOf = ({ answer }: Pick<ListedAttempt, 'answer'>): Html | undefined =>
  answer === ''
    ? undefined
    : html`<pre tabindex="0" role="region" aria-label="The response"><code>${answer}</code></pre>`;

/** A request that a developer asked for, and its response. */
function sentPage(visit: EndpointVisit, sent: Sent): Page {
  const { failure, status, milliseconds, webhookId, body } = sent;
  const outcome = failure ?? `The endpoint accepted the request with status ${status} in ${milliseconds} ms.`;
  const content = html`<section class="card">
    ${notice(failure === null ? 'good' : 'error', outcome)}
    <h2>Request</h2>
    <p class="small">webhook-id <code>${webhookId}</code></p>
    <pre tabindex="0" role="region" aria-label="The request"><code>${body}</code></pre>
    <h2>Response</h2>
    ${answerOf(sent) ?? html`<p>${status === null ? 'None.' : `Status ${status}, without a body.`}</p>`}
    <p class="actions"><a class="button secondary" href="${webhookPath(visit.endpoint)}">Back to the endpoint</a></p>
  </section>`;
  return appLayout(visit, 'webhooks', content);
}

async function aboutEndpoint(given: ConsoleVisit) {
  const visit = await withEndpoint(given);
  const { endpoint } = visit;
  const details = html`<p><code>${endpoint.url}</code></p>`;
  return { names: {}, details, back: webhookPath(endpoint), navigation: consoleNavigation(visit) };
}

export const rotateWebhookScreen: ConsoleScreen = ask('webhook.rotate-secret', {
  path: `${WEBHOOK_PATH}/rotate`,
  name: 'rotateWebhook',
  outcomeOn: WEBHOOK_PATH,
  about: aboutEndpoint,
  input: ofApp,
  said: 'A new secret was issued.',
});

export const removeWebhookScreen: ConsoleScreen = {
  ...ask('webhook.remove', {
    path: `${WEBHOOK_PATH}/remove`,
    name: 'removeWebhook',
    outcomeOn: WEBHOOKS_PATH,
    about: aboutEndpoint,
  }),
  async change(given) {
    const { operations, endpoint } = await withEndpoint(given);
    await operations.call('webhook.remove', { endpointId: endpoint.endpointId });
    return { message: `Removed the endpoint: ${endpoint.url}` };
  },
};
