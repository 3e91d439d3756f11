import { html } from 'hono/html';
import type { EndpointSummary } from '../../../webhooks/endpoints/describe-endpoint.ts';
import { formFields, selectField } from '../../kit/form/fields.ts';
import { secretsOf } from '../../kit/form/secrets.ts';
import { ownForm } from '../../kit/page/parts.ts';
import type { Html } from '../../languages/html.ts';
import { environmentBadge, environmentName } from '../../shared/app-words.ts';
import { type AppVisit, appPath, appTabScreen } from '../app-layout.ts';
import { FIELDS, stateOf, valuesIn, WEBHOOKS_PATH, webhookPath } from './endpoint.ts';
import { lagOf } from './merchants.ts';

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
