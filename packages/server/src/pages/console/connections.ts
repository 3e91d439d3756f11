import { html } from 'hono/html';
import type { ConnectionSummary } from '../../control/access/connections.ts';
import { instantOf } from '../kit/page/instants.ts';
import { recordId } from '../kit/record-id.ts';
import { type Html, name } from '../languages/html.ts';
import { environmentBadge } from '../shared/app-words.ts';
import { appPath } from './app-layout.ts';
import type { ConsoleScreen } from './audience.ts';
import { consoleNavigation, organizationSwitch } from './navigation.ts';

const PATH = '/console/connections';

/** Merchants that have connected the organization's apps. */
export const connectionsScreen: ConsoleScreen = {
  path: PATH,
  name: 'connections',
  async show(visit) {
    const { operations, organizationId, query } = visit;
    const after = recordId(query.get('after'));
    const { data, next } = await operations.call('connection.list', { organizationId, after, limit: 100 });
    const body = html`${organizationSwitch(visit, PATH)}
    <h1>Connections</h1>
    <p class="lead">Merchants that have connected your apps by OAuth. A merchant ends a connection in their own back office.</p>
    ${data.length === 0 ? NOTHING : table(data)}
    ${next !== null && html`<p><a class="button secondary" href="${PATH}?organization=${organizationId}&after=${next}">More</a></p>`}`;
    return { title: 'Connections', body, navigation: consoleNavigation(visit, 'connections') };
  },
};

const NOTHING = html`<div class="empty">
  <h2>No connections yet</h2>
  <p>Send a merchant’s browser to the consent screen with your client id. Try it with the owner login of a sandbox merchant.</p>
</div>`;

const table = (
  connections: readonly ConnectionSummary[],
): Html => html`<div class="card"><div class="scroll" tabindex="0" role="region" aria-label="Connections"><table>
  <thead><tr><th scope="col">Merchant</th><th scope="col">App</th><th scope="col">Since</th><th scope="col">Last token</th></tr></thead>
  <tbody>${connections.map(row)}</tbody>
</table></div></div>`;

const row = ({ merchant, companyId, appId, app, env, connectedAt, lastUsedAt }: ConnectionSummary): Html => html`<tr>
  <td>${name(merchant)}<br /><code>${companyId}</code></td>
  <td><a href="${appPath({ id: appId })}">${name(app)}</a><br />${environmentBadge(env)}</td>
  <td>${instantOf(connectedAt)}</td><td>${instantOf(lastUsedAt)}</td>
</tr>`;
