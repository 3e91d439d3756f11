import { html } from 'hono/html';
import type { AccessRequestState, AccessRequestSummary } from '../../control/access-requests.ts';
import { recordId } from '../kit/context.ts';
import { instantOf, timeUntil } from '../kit/instants.ts';
import { formOf, submits } from '../kit/operation-screens.ts';
import { hidden, nothing, notice, ownForm, plainTable } from '../kit/page.ts';
import { name } from '../languages/html.ts';
import { environmentBadge } from '../shared/words.ts';
import { APP_PATH, appPath, appTabScreen, type ConsoleScreen, organizationSwitch } from './layout.ts';

const PATH = '/console/connections';

export const connectionsScreen: ConsoleScreen = {
  path: PATH,
  name: 'connections',
  async show(visit) {
    const { operations, organizationId, query } = visit;
    const after = recordId(query.get('after'));
    const { data, next } = await operations.call('connection.list', { organizationId, after, limit: 100 });
    const none = nothing(
      'No connections yet',
      'Send a merchant’s browser to the consent screen with your client id. Try it with the owner login of a sandbox merchant.',
    );
    const table = plainTable('Connections', data, [
      ['Merchant', ({ merchant, companyId }) => html`${name(merchant)}<br /><code>${companyId}</code>`],
      [
        'App',
        ({ appId, app, env }) =>
          html`<a href="${appPath({ id: appId })}">${name(app)}</a><br />${environmentBadge(env)}`,
      ],
      ['Since', ({ connectedAt }) => instantOf(connectedAt)],
      ['Last token', ({ lastUsedAt }) => instantOf(lastUsedAt)],
    ]);
    const body = html`${organizationSwitch(visit, PATH)}
    <h1>Connections</h1>
    <p class="lead">Merchants that have connected your apps by OAuth. A merchant ends a connection in their own back office.</p>
    ${data.length === 0 ? none : html`<div class="card">${table}</div>`}
    ${next !== null && html`<p><a class="button secondary" href="${PATH}?organization=${organizationId}&after=${next}">More</a></p>`}`;
    return { title: 'Connections', body };
  },
};

const STATES: Readonly<Record<AccessRequestState, readonly [text: string, look: string]>> = {
  PENDING: ['Waiting', 'state-pending'],
  APPROVED: ['Approved', 'live'],
  DECLINED: ['Declined', 'rejected'],
  REVOKED: ['Revoked by the owner', 'rejected'],
  REPLACED: ['Replaced by a later one', ''],
  EXPIRED: ['Expired', ''],
  WITHDRAWN: ['Withdrawn', ''],
};

const stores = (ids: readonly number[]): string => `${ids.length === 1 ? 'store' : 'stores'} ${ids.join(', ')}`;

const ATTRIBUTES = { attributes: html`inputmode="numeric" autocomplete="off"` };
const FIELDS = [
  { name: 'companyId', ...ATTRIBUTES },
  { name: 'storeIds', lines: false, ...ATTRIBUTES },
] as const;

/** Asks live merchants for access to their reports, and shows the state of earlier requests. */
export const accessRequestsScreen = appTabScreen({
  path: `${APP_PATH}/access-requests`,
  name: 'accessRequests',
  tab: 'accessRequests',
  async content(visit) {
    const { operations, app, view, deps } = visit;
    const { data: requests } = await operations.call('access-request.list', { appId: app.id, limit: 200 });
    const form = () =>
      formOf(visit, 'access-request.create', {
        name: ['accessRequests', 'withdrawAccessRequest'],
        action: appPath(app, '/access-requests'),
        fields: FIELDS,
        inColumns: true,
        submit: 'Send request',
        isMain: true,
      });
    const row = (request: AccessRequestSummary) => {
      const { accessRequestId, merchant, companyId, storeIds, approvedStoreIds, state, createdAt, expiresAt } = request;
      const [text, look] = STATES[state];
      const withdrawal = html`${hidden('accessRequestId', accessRequestId)}<button class="secondary">Withdraw</button>`;
      return html`<li>
    <p>${merchant === null ? html`Company` : html`<strong>${name(merchant)}</strong>`} <code>${companyId}</code> <span class="badge ${look}">${text}</span></p>
    <p class="small">Sent on ${instantOf(createdAt)} for ${stores(storeIds)}${approvedStoreIds && html` · can read ${stores(approvedStoreIds)}`}${
      state === 'PENDING' && html` · expires in ${timeUntil(expiresAt, deps.clock())}, on ${instantOf(expiresAt)}`
    }</p>
    ${state === 'PENDING' && ownForm(view, appPath(app, '/access-requests/withdraw'), withdrawal, 'actions')}
  </li>`;
    };
    return html`<section class="card">
      <h2>Ask a merchant</h2>
      <p class="small">Live merchants decide which of their stores your keys can read. Your organization’s sandbox merchants need no request; send them one to rehearse the decision.</p>
      <p class="small">The company id and the store ids are on the page <em>Stores</em> of the merchant’s back office. Ask the owner for them: <code data-copy>${new URL('/stores', deps.webUrl).href}</code></p>
      ${app.state !== 'APPROVED' && notice('hint', 'Until the app is approved, it can only ask sandbox merchants of your organization.')}
      ${app.state !== 'ARCHIVED' && form()}
    </section>
    <section class="card">
      <h2>Requests</h2>
      ${requests.length === 0 ? html`<p>None.</p>` : html`<ul class="rows">${requests.map(row)}</ul>`}
    </section>`;
  },
  change: submits('access-request.create', FIELDS, { said: 'The request was sent. The merchant’s owner decides.' }),
  forms: {
    withdrawAccessRequest: {
      path: '/withdraw',
      change: submits('access-request.withdraw', ['accessRequestId'], { said: 'The request is withdrawn.' }),
    },
  },
});
