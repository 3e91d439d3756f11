import { html } from 'hono/html';
import type { Sent } from '../../webhooks/requests.ts';
import { recordId, WebProblem } from '../kit/context.ts';
import { formFields } from '../kit/fields.ts';
import { timeUntil } from '../kit/instants.ts';
import type { Page } from '../kit/layout.ts';
import { questionOf } from '../kit/operation-screens.ts';
import { notice, olderLink, ownForm } from '../kit/page.ts';
import { type Change, confirmScreen } from '../kit/screen.ts';
import { secretsOf } from '../kit/submission.ts';
import type { Html } from '../languages/html.ts';
import { missing } from '../shared/requests.ts';
import { environmentBadge } from '../shared/words.ts';
import {
  appLayout,
  appPath,
  type ConsoleForms,
  type ConsoleScreen,
  type ConsoleVisit,
  consoleNavigation,
  type Developer,
} from './layout.ts';
import {
  answerOf,
  attemptChart,
  attemptLog,
  type EndpointVisit,
  FIELDS,
  lagOf,
  merchantTable,
  stateOf,
  valuesIn,
  WEBHOOK_PATH,
  WEBHOOKS_PATH,
  webhookPath,
  withEndpoint,
} from './webhooks.ts';

const MOST = 200;

/** A change of the endpoint in the path. */
const changing =
  (message: string, change: (visit: EndpointVisit, input: { endpointId: number }) => Promise<unknown>) =>
  async (given: ConsoleVisit) => {
    const visit = await withEndpoint(given);
    const { endpoint } = visit;
    await change(visit, { endpointId: endpoint.endpointId });
    return { message, to: webhookPath(endpoint) };
  };

const FORMS: ConsoleForms = {
  changeWebhook: {
    path: '/change',
    change: changing('The endpoint is saved.', ({ operations, fields }, input) => {
      const { url, resources = null } = valuesIn(fields);
      return operations.call('webhook.change', { ...input, url, resources });
    }),
  },
  disableWebhook: {
    path: '/disable',
    change: changing('The endpoint is disabled. It keeps its place in the changes.', ({ operations }, input) =>
      operations.call('webhook.disable', input),
    ),
  },
  enableWebhook: {
    path: '/enable',
    change: changing('The endpoint is enabled.', ({ operations }, input) => operations.call('webhook.enable', input)),
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
};

/** One endpoint: its state, its merchants with their lag, and the latest requests. */
export const webhookScreen: ConsoleScreen = {
  path: WEBHOOK_PATH,
  name: 'webhook',
  forms: FORMS,
  async show(given) {
    const visit = await withEndpoint(given);
    const { operations, endpoint, query, deps } = visit;
    const { endpointId } = endpoint;
    const after = recordId(query.get('after'));
    const [merchants, latest, page] = await Promise.all([
      operations.call('webhook.merchants', { endpointId, limit: MOST }),
      operations.call('webhook.attempts', { endpointId, limit: MOST }),
      operations.call('webhook.attempts', { endpointId, after }),
    ]);
    const now = deps.control.clock();
    return appLayout(
      visit,
      'webhooks',
      html`${overview(visit, lagOf(merchants.data), now)}
    <section class="card"><h2>Merchants</h2>${merchantTable(merchants.data)}</section>
    <section class="card"><h2>Requests of the last 24 hours</h2>${missing(latest)} ${attemptChart(latest.data, now)}</section>
    <section><h2>Latest requests</h2>
      <p class="small">Up to 100 for each merchant, kept for 30 days.</p>
      ${attemptLog(visit, page.data)} ${olderLink(webhookPath(endpoint), query, page.next)}
    </section>
    ${settings(visit)}`,
    );
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

function settings(visit: EndpointVisit): Html {
  const { view, endpoint } = visit;
  const { url, resources } = endpoint;
  const form = visit.form('changeWebhook', { url, resources: resources?.join('\n') ?? '' });
  const fields = html`${formFields(form, FIELDS)}<div class="actions"><button>Save</button></div>`;
  return html`<section class="card"><h2>Change</h2>${ownForm(view, webhookPath(endpoint, '/change'), fields)}</section>`;
}

/** The request that a developer asked for, and the response. */
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

/** A change of an endpoint that a developer confirms first. */
interface ConfirmedChange extends Pick<Change<Developer>, 'change' | 'outcomeOn'> {
  readonly path: string;
  readonly name: string;
  readonly asks: 'webhook.rotate-secret' | 'webhook.remove';
}

const confirmEndpointChange = ({ path, asks, ...screen }: ConfirmedChange): ConsoleScreen =>
  confirmScreen({
    ...screen,
    path: WEBHOOK_PATH + path,
    async ask(given) {
      const visit = await withEndpoint(given);
      const { endpoint } = visit;
      const details = html`<p><code>${endpoint.url}</code></p>`;
      return {
        ...questionOf(asks, {}),
        details,
        back: webhookPath(endpoint),
        navigation: consoleNavigation(visit, 'apps'),
      };
    },
  });

export const rotateWebhookScreen = confirmEndpointChange({
  path: '/rotate',
  name: 'rotateWebhook',
  outcomeOn: WEBHOOK_PATH,
  asks: 'webhook.rotate-secret',
  async change(given) {
    const { operations, endpoint } = await withEndpoint(given);
    const rotated = await operations.call('webhook.rotate-secret', { endpointId: endpoint.endpointId });
    return { message: 'A new secret was issued.', secrets: secretsOf(rotated), to: webhookPath(endpoint) };
  },
});

export const removeWebhookScreen = confirmEndpointChange({
  path: '/remove',
  name: 'removeWebhook',
  outcomeOn: WEBHOOKS_PATH,
  asks: 'webhook.remove',
  async change(given) {
    const { operations, app, endpoint } = await withEndpoint(given);
    await operations.call('webhook.remove', { endpointId: endpoint.endpointId });
    return { message: `Removed the endpoint: ${endpoint.url}`, to: appPath(app, '/webhooks') };
  },
});
