import { html } from 'hono/html';
import type { OutputOf } from '../../../operations/operations.ts';
import type { Tally, UsageSpan } from '../../../request-log/usage.ts';
import { dayText, instantOf, instantText } from '../../kit/page/instants.ts';
import { type Column, dataTable } from '../../kit/page/lists.ts';
import type { View } from '../../kit/page/view.ts';
import type { Screen } from '../../kit/screen.ts';
import type { Html } from '../../languages/html.ts';
import { DEFAULT_LANGUAGE } from '../../languages/languages.ts';
import type { AppViewOf } from './app-view.ts';
import { codeLink, operationLink } from './documentation-links.ts';
import { missing } from './requests.ts';
import { OUTCOMES, usageChart } from './usage-chart.ts';

/** Requests of an app over time, by status, operation and error code. */
export const usageScreen = <Visitor>(appPath: string, appViewOf: AppViewOf<Visitor>): Screen<Visitor> => ({
  path: `${appPath}/usage`,
  name: 'usage',
  async show(visit) {
    const { operations, app, limitAdvice, layout } = await appViewOf(visit);
    const usage = await operations.call('usage.show', { appId: app.id });
    const limit = usage.requestsAMinute ?? visit.deps.defaultLimit;
    const content = html`${missing(usage)}
    <section class="card"><h2>Limit</h2>
      <p>The app can send <strong>${requestsOf(limit)}</strong> a minute, for all of its merchants together${
        usage.requestsAMinute === null && '; this is the default'
      }.</p>
      <p class="small">${limitAdvice}</p>
    </section>
    ${charts(usage, limit, visit.view)}`;
    return layout('usage', content);
  },
});

const charts = (
  { hour, month }: OutputOf<'usage.show'>,
  limit: number,
  { docsUrl }: View,
): Html => html`<section class="card"><h2>Last hour</h2>
      <p>${againstLimit(hour, limit)}</p>
      ${usageChart({ label: 'Requests by minute', steps: hour.steps, timeOf: minute, shownTimeOf: instantOf, limit })}
      ${figures('Requests by minute', hour, instantOf)} ${breakdown(hour, docsUrl)}
    </section>
    <section class="card"><h2>Last 30 days</h2>
      <p>${requestsOf(month.total.requests)}.</p>
      ${usageChart({ label: 'Requests by day', steps: month.steps, timeOf: day, shownTimeOf: shownDay })}
      ${figures('Requests by day', month, shownDay)} ${breakdown(month, docsUrl)}
    </section>`;

const count = (requests: number): string => requests.toLocaleString('en');

const requestsOf = (requests: number): string => `${count(requests)} ${requests === 1 ? 'request' : 'requests'}`;

const minute = (at: string): string => instantText(DEFAULT_LANGUAGE, Date.parse(at));
const day = (date: string): string => dayText(DEFAULT_LANGUAGE, date);
const shownDay = (date: string): Html => html`<time datetime="${date}">${day(date)}</time>`;

function againstLimit({ total, steps }: UsageSpan, limit: number): Html {
  const most = Math.max(...steps.map(({ counted }) => counted));
  return html`${requestsOf(total.requests)}. The busiest minute used
    <strong>${count(most)} of ${count(limit)}</strong>. Requests without a valid credential do not count.`;
}

const OUTCOME_COLUMNS: readonly Column<Tally>[] = [
  ['Requests', ({ requests }) => count(requests), 'number'],
  ...OUTCOMES.map(([outcome, text]): Column<Tally> => [text, (tally) => count(tally[outcome]), 'number']),
];

/** The chart's figures as a table. */
function figures(caption: string, { steps }: UsageSpan, timeOf: (at: string) => Html): Html {
  const rows = steps.filter(({ requests }) => requests > 0);
  if (rows.length === 0) return html``;
  return html`<details><summary>Figures</summary>
    ${dataTable(caption, rows, [['Time', ({ at }) => timeOf(at)], ...OUTCOME_COLUMNS])}</details>`;
}

function breakdown({ operations, codes }: UsageSpan, docsUrl: string): Html {
  if (operations.length === 0) return html``;
  return html`${dataTable('By operation', operations, [
    ['Operation', ({ operation }) => operationLink(docsUrl, operation)],
    ...OUTCOME_COLUMNS,
    ['Average', ({ averageMilliseconds }) => `${averageMilliseconds} ms`, 'number'],
  ])}
  ${
    codes.length > 0 &&
    dataTable('By error code', codes, [
      ['Code', ({ code }) => codeLink(docsUrl, code)],
      ['Status', ({ status }) => status, 'number'],
      ['Requests', ({ requests }) => count(requests), 'number'],
    ])
  }`;
}
