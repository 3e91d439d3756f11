import { html } from 'hono/html';
import { AUDIT_EVENTS } from '../../directory/audit-events.ts';
import type { Page as Rows } from '../../directory/page.ts';
import type { AuditEntry } from '../../directory/service/audit-log.ts';
import { selectField, textField } from '../kit/form/fields.ts';
import type { FilledForm } from '../kit/form/filled-form.ts';
import { instantOf } from '../kit/page/instants.ts';
import type { Page } from '../kit/page/layout.ts';
import { dataTable, olderLink, searchForm } from '../kit/page/lists.ts';
import type { Html } from '../languages/html.ts';
import { operatorNavigation } from './navigation.ts';

const IDS = [
  ['organizationId', 'Organization'],
  ['appId', 'App'],
  ['companyId', 'Company'],
  ['userId', 'Person'],
] as const;

/** The audit log with its filters, and the way to all of what they find. */
export function auditPage(form: FilledForm, found: Rows<AuditEntry> | undefined): Page {
  const events = [['', 'Any event'] as const, ...AUDIT_EVENTS.map((event) => [event, event] as const)];
  const fields = html`${selectField(form, { name: 'event', label: 'Event', optional: true }, events)}
    ${IDS.map(([field, label]) => textField(form, { name: field, label: `${label} id`, optional: true, attributes: html`inputmode="numeric"` }))}
    ${textField(form, { name: 'since', label: 'From (UTC)', optional: true, attributes: html`type="date"` })}
    ${textField(form, { name: 'until', label: 'Before (UTC)', optional: true, attributes: html`type="date"` })}`;
  const body = html`<h1>Audit log</h1>${searchForm('/operator/audit', fields)}
    ${found && html`<p><a class="button secondary" href="/operator/audit.csv?${withoutPage(form.values)}">Download as CSV</a></p>`}
    ${found && entries(found.data)}${found && olderLink('/operator/audit', form.values, found.next)}`;
  return { title: 'Audit log', body, navigation: operatorNavigation('audit') };
}

function withoutPage(values: URLSearchParams): string {
  const all = new URLSearchParams(values);
  all.delete('after');
  return String(all);
}

const entries = (rows: readonly AuditEntry[]): Html =>
  dataTable('Entries, newest first', rows, [
    ['At', ({ at }) => instantOf(at, 'second')],
    ['Event', ({ event }) => event],
    ['About', about],
    ['From', ({ source }) => source ?? '–'],
    [
      'Details',
      ({ details }) =>
        Object.keys(details).length === 0 ? '–' : html`<code class="long">${JSON.stringify(details)}</code>`,
    ],
  ]);

function about({ organizationId, appId, companyId, userId }: AuditEntry): Html {
  const link = (noun: string, folder: string, id: number | null) =>
    id !== null && html`<li><a href="/operator/${folder}/${id}">${noun} ${id}</a></li>`;
  return html`<ul>${link('organization', 'organizations', organizationId)}${link('app', 'apps', appId)}
    ${link('merchant', 'merchants', companyId)}${link('person', 'people', userId)}</ul>`;
}
