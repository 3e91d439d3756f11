import { html } from 'hono/html';
import type { LastDay } from '../../control/usage.ts';
import type { Tally, UsageSpan } from '../../request-log/usage.ts';
import { dayText, instantOf, instantText } from '../kit/instants.ts';
import { type Column, dataTable } from '../kit/page.ts';
import type { Screen } from '../kit/screen.ts';
import type { Html } from '../languages/html.ts';
import { DEFAULT_LANGUAGE } from '../languages/languages.ts';
import { type AppViewOf, codeLink, missing, operationLink } from './requests.ts';
import { countOf } from './words.ts';

/** Outcomes of requests, from bottom to top of a bar. */
const OUTCOMES = [
  ['succeeded', 'Succeeded'],
  ['rejected', 'Rejected (4xx)'],
  ['limited', 'Over the limit (429)'],
  ['failed', 'Failed (5xx)'],
] as const satisfies readonly (readonly [keyof Tally, string])[];

const HEIGHT = 100;
const STEP = 10;
const BAR = 8;

/** The chart draws the limit only above this share of it: bars far below it would be too small to see. */
const NEAR = 0.2;

const rounded = (value: number): number => Math.round(value * 100) / 100;

interface Times {
  text(at: string): string;
  shown(at: string): Html;
}

/**
 * Bar chart of requests over time, with the limit as a line if the bars come close to it. The picture stretches with
 * the page, so its texts are outside of it.
 */
export function usageChart<Step extends Tally & { readonly at: string }>(
  label: string,
  steps: readonly Step[],
  time: Times,
  limit?: number,
): Html {
  const most = Math.max(1, ...steps.map(({ requests }) => requests));
  const line = limit !== undefined && most >= limit * NEAR ? limit : undefined;
  const top = Math.max(most, line ?? 0);
  const width = steps.length * STEP;
  const height = (requests: number) => (requests / top) * HEIGHT;
  const lineAt = HEIGHT - height(line ?? 0);
  const bar = (step: Step, i: number): Html | undefined => {
    if (step.requests === 0) return undefined;
    let base = HEIGHT;
    const parts = OUTCOMES.map(([outcome]) => {
      const part = height(step[outcome]);
      base -= part;
      return (
        part > 0 &&
        html`<rect class="${outcome}" x="${i * STEP + 1}" y="${rounded(base)}" width="${BAR}" height="${rounded(part)}" />`
      );
    });
    return html`<g><title>${time.text(step.at)}: ${step.requests} requests</title>${parts}</g>`;
  };
  return html`<figure class="chart">
    <p class="scale">${top.toLocaleString('en')} requests</p>
    <svg viewBox="0 0 ${width} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${label}">
      ${steps.map(bar)}
      ${line !== undefined && html`<line class="limit" x1="0" x2="${width}" y1="${lineAt}" y2="${lineAt}" vector-effect="non-scaling-stroke" />`}
    </svg>
    <p class="times"><span>${time.shown(steps.at(0)?.at ?? '')}</span><span>${time.shown(steps.at(-1)?.at ?? '')}</span></p>
    <figcaption><ul class="legend">
  ${OUTCOMES.map(([outcome, text]) => html`<li class="${outcome}">${text}</li>`)}
  ${line !== undefined && html`<li class="limit">Limit</li>`}
</ul></figcaption>
  </figure>`;
}

/** Bar chart of the time within which half of the requests of each step were answered. */
function latencyChart(label: string, steps: LastDay['steps'], time: Times): Html {
  const top = Math.max(1, ...steps.map(({ median }) => median ?? 0));
  const bar = ({ at, median }: LastDay['steps'][number], i: number): Html | false => {
    const height = rounded(((median ?? 0) / top) * HEIGHT);
    return (
      median !== null &&
      html`<g><title>${time.text(at)}: ${milliseconds(median)}</title><rect class="latency" x="${i * STEP + 1}" y="${rounded(HEIGHT - height)}" width="${BAR}" height="${height}" /></g>`
    );
  };
  return html`<figure class="chart low">
    <p class="scale">${milliseconds(top)}, half of the requests are faster</p>
    <svg viewBox="0 0 ${steps.length * STEP} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${label}">${steps.map(bar)}</svg>
  </figure>`;
}

const milliseconds = (value: number): string => `${Math.round(value).toLocaleString('en')} ms`;

/** Requests, errors and latency of the last 24 hours. */
export function dayPicture({ steps, median, slow, since }: LastDay): Html {
  const sum = (field: keyof Tally) => steps.reduce((total, step) => total + step[field], 0);
  const errors = OUTCOMES.slice(1).map(([outcome, text]) => `${text}: ${count(sum(outcome))}`);
  const latency =
    median === null || slow === null
      ? 'no latency'
      : `half within ${milliseconds(median)}, 95 % within ${milliseconds(slow)}`;
  return html`${usageChart(`Requests by hour: ${count(sum('requests'))} in 24 hours. ${errors.join(', ')}.`, steps, INSTANTS)}
    ${median !== null && latencyChart(`Latency by hour: ${latency}.`, steps, INSTANTS)}
    <p class="small">${median !== null && `Answered: ${latency}. `}${since !== null && html`The log of the latest 1,000 requests begins ${instantOf(since)}.`}</p>`;
}

export const INSTANTS: Times = {
  text: (at: string) => instantText(DEFAULT_LANGUAGE, Date.parse(at)),
  shown: instantOf,
};
const DAYS: Times = {
  text: (date: string) => dayText(DEFAULT_LANGUAGE, date),
  shown: (date: string) => html`<time datetime="${date}">${dayText(DEFAULT_LANGUAGE, date)}</time>`,
};

const count = (requests: number): string => requests.toLocaleString('en');

export const usageScreen = <Visitor>(appPath: string, appViewOf: AppViewOf<Visitor>): Screen<Visitor> => ({
  path: `${appPath}/usage`,
  name: 'usage',
  async show(visit) {
    const { operations, app, limitAdvice, layout } = await appViewOf(visit);
    const usage = await operations.call('usage.show', { appId: app.id });
    const limit = usage.requestsAMinute ?? visit.deps.config.rateLimit;
    const { hour, month } = usage;
    const busiest = Math.max(...hour.steps.map(({ counted }) => counted));
    const { docsUrl } = visit.view;
    const content = html`${missing(usage)}
    <section class="card"><h2>Limit</h2>
      <p>The app can send <strong>${countOf(limit)}</strong> a minute, for all of its merchants together${
        usage.requestsAMinute === null && '; this is the default'
      }.</p>
      <p class="small">${limitAdvice}</p>
    </section>
    <section class="card"><h2>Last hour</h2>
      <p>${countOf(hour.total.requests)}. The busiest minute used
    <strong>${count(busiest)} of ${count(limit)}</strong>. Requests without a valid credential do not count.</p>
      ${usageChart('Requests by minute', hour.steps, INSTANTS, limit)}
      ${figures('Requests by minute', hour, instantOf)} ${breakdown(hour, docsUrl)}
    </section>
    <section class="card"><h2>Last 30 days</h2>
      <p>${countOf(month.total.requests)}.</p>
      ${usageChart('Requests by day', month.steps, DAYS)}
      ${figures('Requests by day', month, DAYS.shown)} ${breakdown(month, docsUrl)}
    </section>`;
    return layout('usage', content);
  },
});

const OUTCOME_COLUMNS: readonly Column<Tally>[] = [
  ['Requests', ({ requests }) => count(requests), 'number'],
  ...OUTCOMES.map(([outcome, text]): Column<Tally> => [text, (tally) => count(tally[outcome]), 'number']),
];

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
