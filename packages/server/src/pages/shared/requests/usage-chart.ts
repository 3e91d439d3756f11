import { html } from 'hono/html';
import type { Tally } from '../../../request-log/usage.ts';
import type { Html } from '../../languages/html.ts';

/** Outcomes of requests, from bottom to top of a bar. */
export const OUTCOMES = [
  ['succeeded', 'Succeeded'],
  ['rejected', 'Rejected (4xx)'],
  ['limited', 'Over the limit (429)'],
  ['failed', 'Failed (5xx)'],
] as const satisfies readonly (readonly [keyof Tally, string])[];

export interface Chart {
  readonly label: string;
  readonly steps: readonly (Tally & { readonly at: string })[];
  /** Text of a step's time, and the element that shows it. */
  readonly timeOf: (at: string) => string;
  readonly shownTimeOf: (at: string) => Html;
  /** Drawn as a line if the bars come close to it. */
  readonly limit?: number;
}

const HEIGHT = 100;
const STEP = 10;
const BAR = 8;

/** The chart draws the limit only above this share of it: bars far below it would be too small to see. */
const NEAR = 0.2;

/** Bar chart of requests over time. The picture stretches with the page, so its texts are outside of it. */
export function usageChart({ label, steps, timeOf, shownTimeOf, limit }: Chart): Html {
  const most = Math.max(1, ...steps.map(({ requests }) => requests));
  const line = limit !== undefined && most >= limit * NEAR ? limit : undefined;
  const top = Math.max(most, line ?? 0);
  const width = steps.length * STEP;
  const [first, last] = [steps.at(0)?.at ?? '', steps.at(-1)?.at ?? ''];
  return html`<figure class="chart">
    <p class="scale">${top.toLocaleString('en')} requests</p>
    <svg viewBox="0 0 ${width} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${label}">
      ${steps.map((step, i) => bar(step, i, top, timeOf))}
      ${line !== undefined && limitLine(width, (line / top) * HEIGHT)}
    </svg>
    <p class="times"><span>${shownTimeOf(first)}</span><span>${shownTimeOf(last)}</span></p>
    <figcaption>${legend(line !== undefined)}</figcaption>
  </figure>`;
}

const limitLine = (width: number, height: number): Html =>
  html`<line class="limit" x1="0" x2="${width}" y1="${HEIGHT - height}" y2="${HEIGHT - height}" vector-effect="non-scaling-stroke" />`;

function bar(step: Chart['steps'][number], i: number, top: number, timeOf: Chart['timeOf']): Html | undefined {
  if (step.requests === 0) return undefined;
  let base = HEIGHT;
  const parts = OUTCOMES.map(([outcome]) => {
    const height = (step[outcome] / top) * HEIGHT;
    base -= height;
    return (
      height > 0 &&
      html`<rect class="${outcome}" x="${i * STEP + 1}" y="${rounded(base)}" width="${BAR}" height="${rounded(height)}" />`
    );
  });
  return html`<g><title>${timeOf(step.at)}: ${step.requests} requests</title>${parts}</g>`;
}

const rounded = (value: number): number => Math.round(value * 100) / 100;

const legend = (hasLimit: boolean): Html => html`<ul class="legend">
  ${OUTCOMES.map(([outcome, text]) => html`<li class="${outcome}">${text}</li>`)}
  ${hasLimit && html`<li class="limit">Limit</li>`}
</ul>`;
