import { html } from 'hono/html';
import type { AccessRequestState } from '../../directory/access/access-requests.ts';
import type { AccessRequestSummary } from '../../directory/access/describe-access.ts';
import { formProblems, textField } from '../kit/form/fields.ts';
import type { FilledForm } from '../kit/form/filled-form.ts';
import { instantOf, timeUntil } from '../kit/page/instants.ts';
import type { Page } from '../kit/page/layout.ts';
import { hidden, notice } from '../kit/page/parts.ts';
import type { View } from '../kit/page/view.ts';
import { type Html, name } from '../languages/html.ts';
import { appPage, appPath, type ShownApp } from './app-layout.ts';

/** The access requests of an ADSR app. */
export interface ShownRequests extends ShownApp {
  readonly requests: readonly AccessRequestSummary[];
  readonly now: number;
}

const FIELDS = ['companyId', 'storeIds'];

/** Asks live merchants for their reports, and shows what became of earlier requests. */
export function accessRequestsPage(view: View, shown: ShownRequests, form: FilledForm): Page {
  const { app, requests } = shown;
  const content = html`<section class="card">
      <h2>Ask a merchant</h2>
      <p class="small">Live merchants decide which of their stores your keys can read. Your organization’s sandbox merchants need no request.</p>
      ${app.state === 'APPROVED' ? requestForm(view, shown, form) : notice('hint', 'The app has to be approved first. Submit it for review on its overview.')}
    </section>
    <section class="card">
      <h2>Requests</h2>
      ${requests.length === 0 ? html`<p>None.</p>` : html`<ul class="rows">${requests.map((request) => row(view, shown, request))}</ul>`}
    </section>`;
  return appPage(shown, 'accessRequests', content);
}

const requestForm = (view: View, { app }: ShownRequests, form: FilledForm): Html =>
  html`<form method="post" action="${appPath(app, '/access-requests')}">
    ${hidden('token', view.formToken)} ${formProblems(form, FIELDS)}
    <div class="two">
      ${textField(form, { name: 'companyId', label: 'Company id', hint: 'Ask the merchant for it.', attributes: html`inputmode="numeric" autocomplete="off"` })}
      ${textField(form, { name: 'storeIds', label: 'Store ids', hint: 'One or more, separated by commas.', attributes: html`inputmode="numeric" autocomplete="off"` })}
    </div>
    <div class="actions"><button>Send request</button></div>
  </form>`;

const STATES: Readonly<Record<AccessRequestState, readonly [text: string, look: string]>> = {
  PENDING: ['Waiting', 'state-pending'],
  APPROVED: ['Approved', 'live'],
  DECLINED: ['Declined', 'rejected'],
  REVOKED: ['Revoked by the owner', 'rejected'],
  REPLACED: ['Replaced by a later one', ''],
  EXPIRED: ['Expired', ''],
  WITHDRAWN: ['Withdrawn', ''],
};

function row(view: View, { app, now }: ShownRequests, request: AccessRequestSummary): Html {
  const { accessRequestId, merchant, companyId, storeIds, approvedStoreIds, state, createdAt, expiresAt } = request;
  const [text, look] = STATES[state];
  return html`<li>
    <p>${merchant === null ? html`Company` : html`<strong>${name(merchant)}</strong>`} <code>${companyId}</code> <span class="badge ${look}">${text}</span></p>
    <p class="small">Sent on ${instantOf(createdAt)} for ${stores(storeIds)}${approvedStoreIds && html` · can read ${stores(approvedStoreIds)}`}${
      state === 'PENDING' && html` · expires in ${timeUntil(expiresAt, now)}, on ${instantOf(expiresAt)}`
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
