import { html } from 'hono/html';
import { toTimestamp } from '../../../process/clock.ts';
import type { Tally } from '../../../request-log/usage.ts';
import type { ListedAttempt } from '../../../webhooks/endpoints/attempt-list.ts';
import { instantOf, instantText } from '../../kit/page/instants.ts';
import { hidden, ownForm } from '../../kit/page/parts.ts';
import type { Html } from '../../languages/html.ts';
import { DEFAULT_LANGUAGE } from '../../languages/languages.ts';
import { usageChart } from '../../shared/requests/usage-chart.ts';
import { type EndpointVisit, webhookPath } from './endpoint.ts';

const HOUR = 3_600_000;
const HOURS = 24;

/** Requests of the last 24 hours by their outcome. */
export function attemptChart(attempts: readonly ListedAttempt[], now: number): Html {
  const end = Math.floor(now / HOUR) * HOUR;
  const steps = Array.from({ length: HOURS }, (_, i) => {
    const from = end - (HOURS - 1 - i) * HOUR;
    const within = attempts.filter(({ at }) => Math.floor(Date.parse(at) / HOUR) * HOUR === from);
    return { at: toTimestamp(from), ...tallyOf(within) };
  });
  const timeOf = (at: string) => instantText(DEFAULT_LANGUAGE, Date.parse(at));
  return usageChart({ label: 'Requests to the endpoint by hour', steps, timeOf, shownTimeOf: instantOf });
}

type Outcome = 'succeeded' | 'rejected' | 'limited' | 'failed';

function tallyOf(attempts: readonly ListedAttempt[]): Tally {
  const tally = {
    requests: attempts.length,
    counted: attempts.length,
    succeeded: 0,
    rejected: 0,
    limited: 0,
    failed: 0,
  };
  for (const attempt of attempts) tally[outcomeOf(attempt)] += 1;
  return tally;
}

function outcomeOf({ status, failure }: Pick<ListedAttempt, 'status' | 'failure'>): Outcome {
  if (failure === null) return 'succeeded';
  if (status === 429) return 'limited';
  return status !== null && status >= 400 && status < 500 ? 'rejected' : 'failed';
}

const LOOKS: Readonly<Record<Outcome, string>> = {
  succeeded: 'good',
  rejected: 'refused',
  limited: 'refused',
  failed: 'failed',
};

/** The latest requests, each with what it had and what was answered. */
export const attemptLog = (visit: EndpointVisit, attempts: readonly ListedAttempt[]): Html =>
  attempts.length === 0
    ? html`<p>No requests yet.</p>`
    : html`<ol class="log">${attempts.map((attempt) => entry(visit, attempt))}</ol>`;

function entry({ view, endpoint }: EndpointVisit, attempt: ListedAttempt): Html {
  const { attemptId, at, status, companyId, changes, type, resent, milliseconds, failure } = attempt;
  const content = type === 'resync' ? 'read everything' : `${changes} ${changes === 1 ? 'change' : 'changes'}`;
  return html`<li><details>
    <summary><span class="outcome ${LOOKS[outcomeOf(attempt)]}">${status ?? 'None'}</span>
      <span class="request">Merchant ${companyId}: ${content}${resent && ', sent again'}</span>
      <span class="when">${instantOf(at, 'second')} · ${milliseconds} ms</span></summary>
    ${failure && html`<div class="why"><p>${failure}</p></div>`}
    <dl>
      <div><dt>webhook-id</dt><dd><code>${attempt.webhookId}</code></dd></div>
      <div><dt>Positions</dt><dd>after ${attempt.afterPosition}, up to ${attempt.lastPosition}</dd></div>
    </dl>
    ${answerOf(attempt)}
    ${ownForm(view, webhookPath(endpoint, '/resend'), html`${hidden('attemptId', attemptId)}<button class="secondary">Send again</button>`, 'actions')}
  </details></li>`;
}

/** The beginning of the response's body. */
export const answerOf = ({ answer }: Pick<ListedAttempt, 'answer'>): Html | undefined =>
  answer === ''
    ? undefined
    : html`<pre tabindex="0" role="region" aria-label="The response"><code>${answer}</code></pre>`;
