import { html } from 'hono/html';
import type { AccessRequestState, AccessRequestSummary } from '../../control/access/access-requests.ts';
import { asciiDigits } from '../../control/text.ts';
import { formProblems, textField } from '../kit/form/fields.ts';
import { linesOf } from '../kit/form/filled-form.ts';
import { instantOf, timeUntil } from '../kit/page/instants.ts';
import { hidden, notice } from '../kit/page/parts.ts';
import { recordId } from '../kit/record-id.ts';
import { type Html, name } from '../languages/html.ts';
import { APP_PATH, type AppVisit, appPath, appTabScreen } from './app-layout.ts';

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
