import { html } from 'hono/html';
import type { AccessRequestState, AccessRequestSummary } from '../../control/access-requests.ts';
import type { ConnectionSummary } from '../../control/connections.ts';
import { asciiDigits } from '../../control/text.ts';
import { recordId } from '../kit/context.ts';
import { formProblems, linesOf, textField } from '../kit/fields.ts';
import { instantOf, timeUntil } from '../kit/instants.ts';
import { hidden, notice } from '../kit/page.ts';
import { type Html, name } from '../languages/html.ts';
import { environmentBadge } from '../shared/words.ts';
import {
  APP_PATH,
  type AppVisit,
  appPath,
  appTabScreen,
  type ConsoleScreen,
  consoleNavigation,
  organizationSwitch,
} from './layout.ts';

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
  <tbody>${connections.map(connectionRow)}</tbody>
</table></div></div>`;

const connectionRow = ({
  merchant,
  companyId,
  appId,
  app,
  env,
  connectedAt,
  lastUsedAt,
}: ConnectionSummary): Html => html`<tr>
  <td>${name(merchant)}<br /><code>${companyId}</code></td>
  <td><a href="${appPath({ id: appId })}">${name(app)}</a><br />${environmentBadge(env)}</td>
  <td>${instantOf(connectedAt)}</td><td>${instantOf(lastUsedAt)}</td>
</tr>`;

/** Asks live merchants for access to their reports, and shows the state of earlier requests. */
export const accessRequestsScreen = appTabScreen({
  path: `${APP_PATH}/access-requests`,
  name: 'accessRequests',
  tab: 'accessRequests',
  async content(visit) {
    const { operations, app } = visit;
    const { data: requests } = await operations.call('access-request.list', { appId: app.id, limit: 200 });
    return html`<section class="card">
      <h2>Ask a merchant</h2>
      <p class="small">Live merchants decide which of their stores your keys can read. Your organization’s sandbox merchants need no request; send them one to rehearse the decision.</p>
      ${app.state !== 'APPROVED' && notice('hint', 'Until the app is approved, it can only ask sandbox merchants of your organization.')}
      ${app.state !== 'ARCHIVED' && requestForm(visit)}
    </section>
    <section class="card">
      <h2>Requests</h2>
      ${requests.length === 0 ? html`<p>None.</p>` : html`<ul class="rows">${requests.map((request) => row(visit, request))}</ul>`}
    </section>`;
  },
  async change({ operations, id, fields }) {
    await operations.call('access-request.create', {
      appId: id('appId'),
      companyId: numberOf(fields.get('companyId')),
      storeIds: linesOf(fields, 'storeIds').map(numberOf),
    });
    return { message: 'The request was sent. The merchant’s owner decides.' };
  },
  forms: {
    withdrawAccessRequest: {
      path: '/withdraw',
      async change({ operations, fields }) {
        const accessRequestId = numberOf(fields.get('accessRequestId'));
        await operations.call('access-request.withdraw', { accessRequestId });
        return { message: 'The request is withdrawn.' };
      },
    },
  },
});

/** Parses an id. Any other text becomes 0, which validation rejects. */
const numberOf = (text: string | null): number => recordId(text && asciiDigits(text.trim())) ?? 0;

function requestForm({ view, app, form }: AppVisit): Html {
  const filled = form(['accessRequests', 'withdrawAccessRequest']);
  return html`<form method="post" action="${appPath(app, '/access-requests')}">
    ${hidden('token', view.formToken)} ${formProblems(filled, ['companyId', 'storeIds'])}
    <div class="two">
      ${textField(filled, { name: 'companyId', label: 'Company id', hint: 'Ask the merchant for it.', attributes: html`inputmode="numeric" autocomplete="off"` })}
      ${textField(filled, { name: 'storeIds', label: 'Store ids', hint: 'One or more, separated by commas.', attributes: html`inputmode="numeric" autocomplete="off"` })}
    </div>
    <div class="actions"><button>Send request</button></div>
  </form>`;
}

const STATES: Readonly<Record<AccessRequestState, readonly [text: string, look: string]>> = {
  PENDING: ['Waiting', 'state-pending'],
  APPROVED: ['Approved', 'live'],
  DECLINED: ['Declined', 'rejected'],
  REVOKED: ['Revoked by the owner', 'rejected'],
  REPLACED: ['Replaced by a later one', ''],
  EXPIRED: ['Expired', ''],
  WITHDRAWN: ['Withdrawn', ''],
};

function row({ view, app, deps }: AppVisit, request: AccessRequestSummary): Html {
  const { accessRequestId, merchant, companyId, storeIds, approvedStoreIds, state, createdAt, expiresAt } = request;
  const [text, look] = STATES[state];
  return html`<li>
    <p>${merchant === null ? html`Company` : html`<strong>${name(merchant)}</strong>`} <code>${companyId}</code> <span class="badge ${look}">${text}</span></p>
    <p class="small">Sent on ${instantOf(createdAt)} for ${stores(storeIds)}${approvedStoreIds && html` · can read ${stores(approvedStoreIds)}`}${
      state === 'PENDING' && html` · expires in ${timeUntil(expiresAt, deps.clock())}, on ${instantOf(expiresAt)}`
    }</p>
    ${
      state === 'PENDING' &&
      html`<form method="post" action="${appPath(app, '/access-requests/withdraw')}" class="actions">
        ${hidden('token', view.formToken)}${hidden('accessRequestId', accessRequestId)}
        <button class="secondary">Withdraw</button></form>`
    }
  </li>`;
}

const stores = (ids: readonly number[]): string => `${ids.length === 1 ? 'store' : 'stores'} ${ids.join(', ')}`;
